"""The page on what ε means: its charts, its tables, and the formulas that its script evaluates."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from markupsafe import Markup

from dpzoo.expressions import Expression
from dpzoo.expressions.exporting import export
from dpzoo.meaning import named_formulas
from dpzoo.meaning.differencing import Attack, Known, Query, repeated, split
from dpzoo.meaning.named_formulas import FORMULAS, value
from dpzoo.meaning.promise import EpsilonDelta
from dpzoo.meaning.related import after_guess, lee_clifton, most_likely, neyman_pearson
from dpzoo.meaning.words import percent
from dpzoo.numbers.decimals import fixed
from dpzoo.site.plotting import Band, Plot, PlotAxis, PlotLine, probabilities, spread
from dpzoo.zoo.zoo import Zoo

EPSILON: Final = 1.0
PRIOR: Final = 0.1
CORRELATION: Final = 0.5
LEVEL: Final = 0.05
CONCENTRATED: Final = "zero-concentrated-dp"
"""A notion that the page offers besides pure, approximate and Gaussian DP."""

KINDS: Final[Mapping[str, str]] = {
    "epsilon-dp": "pure",
    "bounded-dp": "pure",
    "unbounded-dp": "pure",
    "local-dp": "pure",
    "approximate-dp": "approximate",
    "gaussian-dp": "gaussian",
    "zero-concentrated-dp": "concentrated",
}
"""The notions whose parameters the page takes as they are, by the name that its address has for them."""

_EPSILONS: Final = PlotAxis("ε", 0.01, 20.0, spread((0.01, 0.1, 1.0, 10.0)), log=True)
_SAMPLED: Final = (0.01, 0.1, 0.5, 1.0, 2.0, 3.0, 5.0, 8.0, 10.0, 15.0, 20.0)
_PRIORS: Final = (0.001, 0.01, 0.1, 0.25, 0.5, 0.75, 0.9, 0.99)


def trees(more: Mapping[str, Expression] | None = None) -> Markup:
    """Every formula of the package as a tree, and some more, for a script element."""
    made = {name: export(f.expression) for name, f in FORMULAS.items()}
    made |= {name: export(e) for name, e in (more or {}).items()}
    return script_data(made)


def supported(zoo: Zoo) -> bool:
    """Whether a zoo holds what the page rests on; another zoo than our own need not."""
    return {"epsilon-dp", "approximate-dp", "gaussian-dp", CONCENTRATED} <= set(zoo)


def script_data(data: Any) -> Markup:
    """JSON that is safe inside a script element."""
    return Markup(json.dumps(data, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c"))  # noqa: S704


def _of(formula: str, along: str, **fixed: float) -> Any:
    return lambda x: value(formula, **{**fixed, along: x})


def _plain(x: float, sign: int = 0) -> str:
    """Four decimals: the nearest ones, or a bound's own side."""
    return fixed(x, sign, 4)


def beliefs() -> Plot:
    """Prior to posterior under pure DP."""
    upper, lower = (_of(f"belief-{end}", "prior", epsilon=EPSILON) for end in ("upper", "lower"))
    return Plot(
        "beliefs",
        "What a belief can become",
        "The band of possible beliefs after the output over the belief before. It touches the diagonal at 0 and at 100 % and is"
        " widest in the middle: an undecided attacker can learn most.",
        probabilities("belief before"),
        probabilities("belief after"),
        (PlotLine("same", "no change", "plain", lambda x: x),),
        (Band("beliefs", "after any output", lower, upper),),
        (("upper", PRIOR, upper(PRIOR)), ("lower", PRIOR, lower(PRIOR))),
        _PRIORS,
        percent,
        percent,
    )


def tests() -> Plot:
    """The power of tests."""
    power = _of("power", "level", epsilon=EPSILON, delta=0.0)
    return Plot(
        "tests",
        "The best test",
        "The probability that a test finds the guilty out, over the probability that it accuses the innocent, at most. Without an"
        " output the two are equal, which is the diagonal.",
        probabilities("accuses the innocent"),
        probabilities("convicts the guilty"),
        (PlotLine("power", "best test", "a", power), PlotLine("same", "without the output", "plain", lambda x: x)),
        (),
        (("power", LEVEL, power(LEVEL)),),
        (0.001, 0.01, 0.05, 0.1, 0.25, 0.5),
        percent,
        percent,
    )


def dependence() -> Plot:
    """Two correlated records."""
    seen = _of("belief-correlated", "correlation", prior=PRIOR, epsilon=EPSILON)
    alone, copies = value("belief-upper", prior=PRIOR, epsilon=EPSILON), value("belief-copies", prior=PRIOR, epsilon=EPSILON, k=2)
    return Plot(
        "dependence",
        "Two people who resemble each other",
        "The belief in one person's secret after two answers by randomised response, over the correlation of the two. It starts"
        " at the bound for independent people and ends at the bound for copies.",
        PlotAxis("correlation", 0.0, 1.0, spread((0.0, 0.25, 0.5, 0.75, 1.0))),
        probabilities("belief after"),
        (
            PlotLine("seen", "after both answers", "a", seen),
            PlotLine("alone", "bound for one record", "b", lambda _: alone),
            PlotLine("copies", "bound for two copies", "c", lambda _: copies),
        ),
        (),
        (("seen", CORRELATION, seen(CORRELATION)),),
        (0.0, 0.1, 0.25, 0.5, 0.75, 1.0),
        percent,
        lambda x: f"{x:g}",
    )


def attacks() -> Plot:
    """Success over ε."""
    chosen, two = _of("one-query", "epsilon", prior=0.5, r=1.0), _of("two-queries", "epsilon", r=1.0)
    ceiling = _of("ceiling", "epsilon", prior=0.5, delta=0.0)
    return Plot(
        "success",
        "How often the attacker is right",
        "Success over ε on a logarithmic axis, for an undecided attacker. All curves begin at a half and end near certainty; what"
        " any mechanism allows is on top, two noisy answers are below one.",
        _EPSILONS,
        PlotAxis("right in", 0.5, 1.0, tuple((k / 10, f"{10 * k} %") for k in range(5, 11))),
        (
            PlotLine("ceiling", "any mechanism, at most", "plain", ceiling),
            PlotLine("chosen", "the attack chosen above", "a", chosen),
            PlotLine("one", "count, one answer known", "b", chosen),
            PlotLine("two", "count, both answers noisy", "c", two),
        ),
        (),
        (("chosen", EPSILON, chosen(EPSILON)),),
        _SAMPLED,
        percent,
        lambda x: f"{x:g}",
    )


@dataclass(frozen=True, slots=True)
class NumberTable:
    """A table of numbers: caption, heads, rows whose first cell is their head."""

    caption: str
    heads: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


def _age(age: int, known: Known) -> Attack:
    return Attack(Query.SUM, known, age / 121)


def _average(age: int) -> Attack:
    return Attack(Query.AVERAGE, Known.WHOLE, abs(age - 50) / 121, 1320)


COLUMNS: Final = (
    ("count, one known", Attack(Query.COUNT)),
    ("count, two noisy", Attack(Query.COUNT, Known.NOTHING)),
    ("sum, age 20, two noisy", _age(20, Known.NOTHING)),
    ("sum, age 43, two noisy", _age(43, Known.NOTHING)),
    ("sum, age 43, one known", _age(43, Known.WHOLE)),
    ("average, age 20", _average(20)),
    ("average, age 43", _average(43)),
    ("average, age 121", _average(121)),
)
"""The attacks of the paper's figures: ages in [0, 121], averages over 1,320 people with mean 50, all of them known."""


def tables() -> dict[str, NumberTable]:
    """The paper's figures as numbers, by the closed forms."""
    attacks = [a for _, a in COLUMNS]
    success = tuple(
        (f"{e:g}", *(_plain(a.success(e)) for a in attacks), _plain(EpsilonDelta(e).ceiling(0.5), 1)) for e in _SAMPLED
    )
    targets = (0.505, 0.51, 0.55, 0.6, 0.75, 0.9, 0.99)
    largest = tuple(
        (
            f"{100 * t:g} %",
            *(_plain(a.largest_epsilon(t), -1) for a in attacks),
            _plain(named_formulas.lower("ceiling-epsilon", target=t, delta=0), -1),
        )
        for t in targets
    )
    heads = (*(name for name, _ in COLUMNS), "any mechanism")
    levels = (0.5, 0.999, 0.0001)
    liu = tuple(
        (f"{e:g}", _plain(most_likely(e).recall), *(_plain(x) for level in levels for x in _scores(e, level)))
        for e in (0.5, 1.0, 2.0, 4.0, 8.0)
    )
    liu_heads = tuple(f"α = {level:g}: {word}" for level in levels for word in ("recall", "accuracy", "precision"))
    lee = tuple(
        (
            f"{e:g}",
            _plain(lee_clifton(e, 120, 55 / 121), 1),
            _plain(after_guess(_age(104, Known.WHOLE).success(e), 120)),
            _plain(lee_clifton(e, 120, 104 / 121), 1),
        )
        for e in (0.1, 1.0, 5.0, 10.0, 15.0, 20.0)
    )
    times = (1, 2, 3, 5, 9, 25)
    shares = (0.05, 0.1, 0.25, 0.5)
    return {
        "success": NumberTable("Success of an undecided attacker", ("ε", *heads), success),
        "largest": NumberTable("The largest ε that keeps the success", ("success", *heads), largest),
        "liu": NumberTable(
            "A fixed false-alarm probability against the likeliest guess", ("ε", "likeliest guess: all three", *liu_heads), liu
        ),
        "lee": NumberTable(
            "Who of 120 people is missing?",
            ("ε", "Lee and Clifton's bound", "after the differencing attack", "their bound with the same share"),
            lee,
        ),
        "repeated": NumberTable(
            "One count asked k times, each with ε/k",
            ("ε", *(f"k = {k}" for k in times)),
            tuple((f"{e:g}", *(_plain(repeated(e, k)) for k in times)) for e in (1.0, 5.0, 10.0)),
        ),
        "split": NumberTable(
            "Two noisy answers with unequal shares of ε",
            ("ε", *(f"{percent(s)} and {percent(1 - s)}" for s in shares)),
            tuple((f"{e:g}", *(_plain(split(e, s)) for s in shares)) for e in (1.0, 5.0, 10.0)),
        ),
    }


def _scores(epsilon: float, level: float) -> tuple[float, float, float]:
    scores = neyman_pearson(epsilon, level)
    return scores.recall, scores.accuracy, scores.precision


def page(zoo: Zoo) -> dict[str, Any]:
    """What the template needs."""
    failing = [e for e in zoo.errata.values() if e.record.source.cite == "ADB21"]
    return {
        "trees": trees(),
        "plots": {p.id: p for p in (beliefs(), tests(), dependence(), attacks())},
        "tables": tables(),
        "failing": sorted(failing, key=lambda e: e.record.title),
        "formula": FORMULAS.__getitem__,
        "said": [s.replace(" %", "\u00a0%") for s in zoo.meaning("epsilon-dp", epsilon=EPSILON, prior=PRIOR).sentences],
        "start": {"epsilon": EPSILON, "prior": PRIOR, "correlation": CORRELATION, "level": LEVEL},
    }
