r"""The formulas, as texts of the language of expressions.

Names: ``epsilon``, ``delta``, ``mu``; ``prior`` is the probability that the attacker gives to the secret beforehand; ``level``
a test's false-alarm probability; ``r`` the target's contribution as a share of the query's sensitivity; ``n`` a number of
people; ``target`` a probability of success that an attack shall not exceed.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from types import MappingProxyType
from typing import Final

from dpzoo.expressions import Expression, parse
from dpzoo.expressions.enclosing import enclosure

SYMBOLS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "prior": r"\pi",
        "level": r"\alpha",
        "target": "P",
        "share": "s",
        "correlation": "c",
        "weight": "q",
        "spread": "v",
        "success": "P",
        "strength": r"\varepsilon_0",
    }
)
"""LaTeX of the names that are not Greek letters or single letters."""


@dataclass(frozen=True)
class NamedFormula:
    """A formula by its id: its text, its result in words, and its source.

    To call it takes numbers by the names in the text; EvaluationError where it has no value.

    >>> FORMULAS["belief-upper"].text
    'prior/(prior + (1 - prior)*exp(-epsilon))'
    """

    id: str
    text: str
    gives: str
    source: str

    @cached_property
    def expression(self) -> Expression:
        """The parsed text."""
        return parse(self.text)

    @property
    def latex(self) -> str:
        """The formula typeset."""
        return self.expression.latex(SYMBOLS)

    def __call__(self, **values: float) -> float:
        """The value; raises :class:`~dpzoo.expressions.EvaluationError` where it has none."""
        return self.expression.evaluate(values)


def _tail(x: str) -> str:
    """Pr[ν₁ - ν₂ > x] for two Laplace variables of scale 1, for either sign of x."""
    up, down = f"max({x}, 0)", f"max(-({x}), 0)"
    return f"((1 + {up}/2)*exp(-{up}) + 1 - (1 + {down}/2)*exp(-{down}))/2"


_BAYES = "Bayes' rule: an output multiplies the odds by its likelihood ratio, which lies between e^-ε and e^ε"
_REGION = "the corners of the region of test errors; attained by randomised response with δ"
_TWO = "density (1 + |x|/b)e^(-|x|/b)/(4b) of the difference of two Laplace variables"
_OUR = "derived here"

_FORMULAS: tuple[NamedFormula, ...] = (
    # beliefs
    NamedFormula(
        "belief-upper", "prior/(prior + (1 - prior)*exp(-epsilon))", "the most that a belief can grow to under pure DP", _BAYES
    ),
    NamedFormula(
        "belief-lower",
        "prior*exp(-epsilon)/(prior*exp(-epsilon) + 1 - prior)",
        "the least that a belief can fall to under pure DP",
        _BAYES,
    ),
    NamedFormula(
        "belief-upper-approximate",
        "prior/(prior + (1 - prior)*exp(-epsilon)/2)",
        "what a belief can grow to under approximate DP, but for outputs of probability at most 2δ",
        "outputs whose likelihood ratio exceeds 2e^ε have probability at most 2δ",
    ),
    NamedFormula(
        "belief-lower-approximate",
        "prior*exp(-epsilon)/2/(prior*exp(-epsilon)/2 + 1 - prior)",
        "what a belief can fall to under approximate DP, but for outputs of probability at most 2δ",
        "the same with the two datasets exchanged",
    ),
    NamedFormula(
        "belief-upper-event",
        "min(1, prior*(exp(epsilon) + delta*(1 - prior)/weight)/(1 - prior + prior*exp(epsilon)))",
        "the most that a belief can grow to under approximate DP after an event of probability q",
        "the definition for that event, with its probability fixed",
    ),
    NamedFormula(
        "belief-upper-membership",
        "min(exp(epsilon)*prior, 1 - exp(-epsilon)*(1 - prior))",
        "the most that a belief can grow to under positive membership privacy",
        "its two conditions (DP22, Definition 34)",
    ),
    NamedFormula(
        "belief-upper-adversarial",
        "min(1, exp(epsilon)*prior + delta)",
        "the most that a belief can grow to under adversarial privacy",
        "its condition (DP22, Definition 35)",
    ),
    NamedFormula(
        "belief-upper-aposteriori",
        "min(exp(epsilon)*prior, 1 - exp(-epsilon)*(1 - prior))",
        "the most that a belief can grow to under a posteriori noiseless privacy",
        "its condition for a value and for all others (DP22, Definition 36)",
    ),
    NamedFormula(
        "belief-lower-aposteriori",
        "max(exp(-epsilon)*prior, 1 - exp(epsilon)*(1 - prior))",
        "the least that a belief can fall to under a posteriori noiseless privacy",
        "its condition for a value and for all others (DP22, Definition 36)",
    ),
    # what correlation does
    NamedFormula(
        "correlated-ratio",
        "(exp(epsilon)*(prior + correlation*(1 - prior)) + (1 - prior)*(1 - correlation))"
        "/(prior*(1 - correlation) + exp(-epsilon)*(1 - prior + correlation*prior))",
        "the likelihood ratio of two answers 1 by randomised response, for one of two people with correlation c",
        "BGM25, with the fraction as a factor",
    ),
    NamedFormula(
        "belief-correlated",
        "prior/(prior + (1 - prior)*(prior*(1 - correlation) + exp(-epsilon)*(1 - prior + correlation*prior))"
        "/(exp(epsilon)*(prior + correlation*(1 - prior)) + (1 - prior)*(1 - correlation)))",
        "the belief in one person's secret after both answers",
        "the likelihood ratio before, by Bayes' rule",
    ),
    NamedFormula(
        "belief-copies",
        "prior/(prior + (1 - prior)*exp(-k*epsilon))",
        "the most that a belief can grow to if k records are copies of each other",
        "group privacy: the likelihood ratio is at most e^(kε)",
    ),
    # ceilings
    NamedFormula(
        "ceiling",
        "max((1 + delta*exp(-epsilon))/(1 + exp(-epsilon)), max(prior, 1 - prior) + min(prior, 1 - prior)*delta)",
        "how often the best guess between two neighbours is right, at most",
        _REGION,
    ),
    NamedFormula(
        "ceiling-profile",
        "max(prior, 1 - prior) + min(prior, 1 - prior)*delta",
        "the same, with the least δ at ε = |ln(π/(1 - π))|: the whole privacy profile",
        "the best guess weighs the two laws with the prior's odds, and gains their excess at these odds",
    ),
    NamedFormula(
        "ceiling-gaussian",
        "prior*normal_cdf(mu/2 + log(prior/(1 - prior))/mu) + (1 - prior)*normal_cdf(mu/2 - log(prior/(1 - prior))/mu)",
        "the same under Gaussian DP; attained by the Gaussian mechanism",
        "the best test between two normal laws at distance μ",
    ),
    NamedFormula(
        "ceiling-composed",
        "(1 + kov_delta(0, epsilon, k))/2",
        "the same after k mechanisms that are ε-DP each, for an undecided attacker",
        "the total variation of k randomised responses, the worst case (KOV17)",
    ),
    # tests
    NamedFormula(
        "power",
        "min(1, exp(epsilon)*level + delta, 1 - exp(-epsilon)*(1 - delta - level))",
        "the best power of a test at level α under approximate DP",
        "KOV17; attained by randomised response with δ",
    ),
    NamedFormula("power-steep", "exp(epsilon)*level + delta", "the same where the test accuses few", _REGION),
    NamedFormula("power-flat", "1 - exp(-epsilon)*(1 - delta - level)", "the same where the test accuses many", _REGION),
    NamedFormula(
        "power-gaussian", "normal_cdf(normal_quantile(level) + mu)", "the same under Gaussian DP", "DRS21, Definition 2.6"
    ),
    NamedFormula(
        "power-laplace",
        "1 - exp(-epsilon)/(4*min(max(level, exp(-epsilon)/2), 1/2))"
        " - exp(epsilon)*max(exp(-epsilon)/2 - level, 0) + exp(-epsilon)*max(level - 1/2, 0)",
        "the power of the best test against Laplace noise that is exactly ε-DP",
        "Neyman and Pearson's lemma, piece by piece",
    ),
    # differencing attacks
    NamedFormula(
        "one-query",
        "max(prior, 1 - prior, 1 - sqrt(prior*(1 - prior))*exp(-r*epsilon/2))",
        "success where the other query's true value is known, so that one answer has the whole ε",
        _OUR,
    ),
    NamedFormula(
        "two-queries",
        "1 - (1 + r*epsilon/8)*exp(-r*epsilon/4)/2",
        "success of an undecided attacker with two answers at ε/2 each",
        _TWO,
    ),
    NamedFormula(
        "two-queries-threshold",
        f"prior*{_tail('threshold - r*epsilon/2')} + (1 - prior)*(1 - {_tail('threshold')})",
        "success with two answers at ε/2 each, if the guess is 1 above a threshold (in units of the noise)",
        _TWO,
    ),
    NamedFormula(
        "two-queries-odds",
        "log(prior/(1 - prior)) + log(1 + max(threshold - r*epsilon/2, r*epsilon/2 - threshold))"
        " - max(threshold - r*epsilon/2, r*epsilon/2 - threshold)"
        " - log(1 + max(threshold, -threshold)) + max(threshold, -threshold)",
        "the log-odds of secret 1 at a difference of the answers (in units of the noise), with which it grows",
        _TWO,
    ),
    NamedFormula(
        "two-queries-split",
        "1 - ((1 - share)**2*exp(-share*r*epsilon/2) - share**2*exp(-(1 - share)*r*epsilon/2))/(2*(1 - 2*share))",
        "success of an undecided attacker if the first of two answers gets the share s ≠ 1/2 of ε",
        "difference of Laplace variables of unequal scales",
    ),
    NamedFormula(
        "average-whole-known",
        "1 - exp(-n/(2*n - 1)*r*epsilon)/2",
        "success against an average, the true average over n people with the target being known",
        _OUR,
    ),
    NamedFormula(
        "average-rest-known",
        "1 - exp(-n/(2*n + 1)*r*epsilon)/2",
        "success against an average, the true average over n people without the target being known",
        _OUR,
    ),
    NamedFormula(
        "one-query-gaussian",
        "normal_cdf(r*mu/2)",
        "success of an undecided attacker with one answer of the Gaussian mechanism",
        _OUR,
    ),
    # the other way round
    NamedFormula(
        "one-query-epsilon", "-2*log(2*(1 - target))/r", "the largest ε that keeps a one-query attack at P", "one-query, solved"
    ),
    NamedFormula(
        "two-queries-epsilon",
        "-4*(2 + lambert_w_minus(-4*(1 - target)*exp(-2)))/r",
        "the largest ε that keeps a two-query attack at P",
        "two-queries, solved",
    ),
    NamedFormula(
        "average-whole-known-epsilon",
        "-(2*n - 1)/n*log(2*(1 - target))/r",
        "the largest ε that keeps an attack on an average at P (average with the target known)",
        "average-whole-known, solved",
    ),
    NamedFormula(
        "average-rest-known-epsilon",
        "-(2*n + 1)/n*log(2*(1 - target))/r",
        "the largest ε that keeps an attack on an average at P (average without the target known)",
        "average-rest-known, solved",
    ),
    NamedFormula(
        "ceiling-epsilon",
        "log((target - delta)/(1 - target))",
        "the largest ε that keeps any attack at P",
        "ceiling at prior 1/2, solved",
    ),
    # related work
    NamedFormula(
        "lee-clifton-belief",
        "1/(1 + (n - 1)*exp(-epsilon*spread))",
        "Lee and Clifton's bound on the belief about who of n people is missing",
        "LC11",
    ),
    NamedFormula(
        "lee-clifton-epsilon",
        "log((n - 1)*target/(1 - target))/spread",
        "the ε that keeps Lee and Clifton's bound at a belief P",
        "LC11",
    ),
    NamedFormula(
        "belief-after-guess",
        "success/(success + (n - 1)*(1 - success))",
        "the belief in a guess that is right with probability P, with prior 1/n",
        "ADB21, Section 7",
    ),
    # losses of mechanisms
    NamedFormula(
        "delta-randomised-response",
        "max(0, (exp(strength) - exp(epsilon))/(1 + exp(strength)))",
        "the least δ at ε of randomised response with parameter ε₀",
        "its two outputs",
    ),
    NamedFormula(
        "delta-laplace",
        "max(0, 1 - exp((epsilon - strength)/2))",
        "the least δ at ε of Laplace noise with parameter ε₀",
        "its loss above ε",
    ),
    NamedFormula(
        "delta-gaussian",
        "normal_cdf(mu/2 - epsilon/mu) - exp(epsilon)*normal_cdf(-mu/2 - epsilon/mu)",
        "the least δ at ε of Gaussian noise with ratio μ of sensitivity and standard deviation",
        "DRS21, Corollary 2.13",
    ),
)

FORMULAS: Final[Mapping[str, NamedFormula]] = MappingProxyType({f.id: f for f in _FORMULAS})


def upper(formula: str, **values: float) -> float:
    """A float that is certainly not below the value, and mostly the next one above; errors as of :func:`value`."""
    return enclosure(FORMULAS[formula].expression, values)[1]


def lower(formula: str, **values: float) -> float:
    """A float that is certainly not above the value."""
    return enclosure(FORMULAS[formula].expression, values)[0]


def value(formula: str, **values: float) -> float:
    """The value of a formula.

    Args:
        formula: its id, one of :data:`FORMULAS`.
        values: numbers for its names.

    Returns:
        The value, as a float.

    Raises:
        KeyError: no formula has this id.
        EvaluationError: it has no value there.

    >>> round(value("belief-upper", prior=0.5, epsilon=1.0), 4)
    0.7311
    """
    return FORMULAS[formula](**values)
