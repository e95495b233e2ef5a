"""Values of executable notions worked out by hand, and the claims by which pure DP is a special case: data, no tests."""

from __future__ import annotations

import itertools
import math
import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from by_hand import EXACT, answers, coin, powers

from dpzoo.blocks import units
from dpzoo.blocks.finite_mechanism import FiniteMechanism, complete_domain
from dpzoo.blocks.priors import Prior
from dpzoo.falsify.choices import CHOICES
from dpzoo.notions.executable import Executable
from dpzoo.notions.registry import executables
from dpzoo.notions.results import Certainty
from dpzoo.numbers.real import Real, greatest, real
from dpzoo.numbers.values import value

F = Fraction
NOTIONS = executables()


STEP_ASIDE = F(1, 1000)


# mechanisms -----------------------------------------------------------------------------------------------------------


def on_bits(law: Callable[[int, int], Mapping[Any, F]]) -> FiniteMechanism:
    """A mechanism on exactly two bits."""
    return FiniteMechanism.from_function(complete_domain([0, 1], 2, 2), lambda d: law(*d))


HALF = F(1, 2)
TRUTH = F(3, 4)
"""The chance of a true answer in randomised response with two coins: ε = ln 3 (thesis, section 2.1.5)."""


def answer(bit: int) -> dict[Any, F]:
    return {bit: TRUTH, 1 - bit: 1 - TRUTH}


SMALL = {(): 1, (0,): 2, (1,): 4, (0, 0): 3, (0, 1): 6, (1, 0): 5, (1, 1): 8}
FALLING = powers(SMALL)
"""One record added or removed: at most 4 steps (0)-(0,1), (1)-(1,1); one replaced: at most 3 (0,0)-(0,1), (1,0)-(1,1)."""
RISING = powers({d: 9 - e for d, e in SMALL.items()})
"""The same, but yes becomes more likely with more records."""
PILE = powers({("a",) * n: e for n, e in enumerate((1, 2, 4, 7))})
"""Copies of one record, in steps of 1, 2 and 3."""
LINE = powers({(): 9, (0,): 1, (1,): 2, (2,): 4})
STEP = powers({(0,): 1, (1,): 3})
"""From 0 to 1 the loss is ln 4 (yes), from 1 to 0 only ln(7/4) (no)."""
RESPONSE = coin({(0,): F(1, 4), (1,): F(3, 4)})
JOINING = coin({(): F(1, 4), (1,): F(3, 4)})
SKEWED = coin({(0,): F(1, 2), (1,): F(1, 4)})
"""From 0 to 1 the ratios are 2 and 2/3, from 1 to 0 they are 1/2 and 3/2."""
BOTH = on_bits(lambda x, y: {(a, b): p * q for a, p in answer(x).items() for b, q in answer(y).items()})
"""Randomised response on each of two bits."""
PARITY = on_bits(lambda x, y: answer(x ^ y))
FIRST = on_bits(lambda x, _y: answer(x))
GATED = on_bits(lambda x, y: answer(x) if y else {0: F(1, 2), 1: F(1, 2)})
"""Answers about the first bit if the second one is 1, else tosses a fair coin."""

UNIFORM = Prior.independent([{0: F(1, 2), 1: F(1, 2)}] * 2)
LOOSE = {(0, 0): F(3, 8), (0, 1): F(1, 8), (1, 0): F(1, 8), (1, 1): F(3, 8)}
"""Two fair bits that are equal with probability 3/4."""
COPIES = Prior.of({(0, 0): F(1, 2), (1, 1): F(1, 2)})
SECOND_KNOWN = Prior.known({d: F(1, 4) for d in itertools.product((0, 1), repeat=2)}, lambda d: d[1])
LOOSE_SECOND_KNOWN = Prior.known(LOOSE, lambda d: d[1])
OBSERVED = Prior(
    {((0, 0), "copies"): F(1, 4), ((1, 1), "copies"): F(1, 4)}
    | {(d, "fair"): F(1, 8) for d in itertools.product((0, 1), repeat=2)}
)
QUARTER = Prior.of({(0,): F(3, 4), (1,): F(1, 4)})
HALF_ONE = Prior.of({(0,): F(1, 2), (1,): F(1, 2)})
ZERO = Prior.of({(0,): F(1)})
PRESENT_QUARTER = Prior.of({(): F(3, 4), (1,): F(1, 4)})
PRESENT_MOSTLY = Prior.of({(): F(1, 4), (1,): F(3, 4)})
CLIENTS = powers(
    {
        (): 1,
        (("ann", 1),): 2,
        (("ann", 2),): 3,
        (("ann", 1), ("ann", 2)): 7,
        (("bob", 1),): 2,
        (("ann", 1), ("bob", 1)): 4,
        (("ann", 1), ("ann", 2), ("bob", 1)): 5,
    }
)
ELEMENTS = powers(
    {
        (): 1,
        (("ann", "x", 1),): 2,
        (("ann", "x", 2),): 4,
        (("ann", "x", 1), ("ann", "x", 2)): 7,
        (("ann", "y", 1),): 5,
        (("ann", "x", 1), ("ann", "y", 1)): 12,
    }
)
JOINER = coin({(): F(1, 2), (0,): F(1, 2), (1,): F(1, 4)})
"""Adding 0 changes nothing, adding 1 is SKEWED."""
LAST = coin({d: F(1, 4) if d[-1:] == (1,) else F(1, 2) for d in complete_domain([0, 1], 2)})
MEDIAN = FiniteMechanism.deterministic(complete_domain([0, 1], 5, 5), lambda d: int(sum(d) >= 3))

TENTHS = ((F(1, 10), F(3, 10), F(6, 10)), (F(1, 50), F(1, 5), F(39, 50)))
"""Thesis, Proposition 11: ratios 5, 3/2 and 10/13."""
MERGED = ((F(2, 5), F(3, 5)), (F(11, 50), F(39, 50)))
SKEW = ((F(1, 2), F(1, 2)), (F(1, 4), F(3, 4)))
EVEN = ((F(3, 4), F(1, 4)), (F(1, 4), F(3, 4)))
PEAK = ((F(1, 5), F(4, 5)), (F(1, 50), F(49, 50)))
"""Rare and telling: the loss has variance of at least 1 > D_2 under every tilt of order 1 to 2, so D_α/α is largest at α = 2."""
CERTAIN = ((F(1), F(0)), (F(1, 2), F(1, 2)))
"""In the first order the loss is always ln 2, in the second it can be infinite."""
APART = ((F(1, 2), F(1, 2), F(0)), (F(1, 2), F(0), F(1, 2)))
NINE = ((F(9, 10), F(1, 10)), (F(1, 10), F(9, 10)))

# quantification: one pair of laws, each order by itself and both together ---------------------------------------------------

Laws = tuple[Sequence[F], Sequence[F]]


@dataclass(frozen=True)
class OfPair:
    """The tightest ``free`` from the first law to the second (``there``) and from the second to the first (``back``)."""

    notion: str
    laws: Laws
    there: Any
    back: Any
    why: str
    given: Mapping[str, Any] = field(default_factory=dict)
    free: str = "epsilon"
    certified: bool = True
    within: float = EXACT

    def __str__(self) -> str:
        return f"{self.notion}: {self.why}"


KL_THERE, KL_BACK = "log(4/3)/2", "log(27/16)/4"
TANH = "D_α/α ≤ KL for randomised response, since ln cosh √x is concave; and KL = ε tanh(ε/2) = ½ ln 3"
HOCKEY = {"f": "max(0, t - 5/4)", "at_zero": 0, "slope": 1}

PAIRS = (
    OfPair("epsilon-dp", SKEW, "log(2)", "log(3/2)", "max ratio (1/2)/(1/4), back (3/4)/(1/2)"),
    OfPair("epsilon-dp", EVEN, "log(3)", "log(3)", "randomised response with two coins, thesis section 2.1.5"),
    OfPair("epsilon-dp", APART, "inf", "inf", "an output of probability 0 on one side only"),
    OfPair("approximate-dp", SKEW, "3/16", "1/8", "1/2 - 5/4·1/4, back 3/4 - 5/4·1/2", {"epsilon": "log(5/4)"}, "delta"),
    OfPair("approximate-dp", SKEW, "log(3/2)", "log(5/4)", "(1/2 - 1/8)/(1/4), back (3/4 - 1/8)/(1/2)", {"delta": "1/8"}),
    OfPair("approximate-dp", APART, "1/2", "1/2", "the output that only one side gives", {"epsilon": 9}, "delta"),
    OfPair("approximate-dp", APART, "0", "0", "… and the rest is equal", {"delta": "1/2"}),
    OfPair(
        "probabilistic-dp",
        SKEW,
        "1/2",
        "3/4",
        "the mass of the loss beyond ε is under the left law",
        {"epsilon": "log(5/4)"},
        "delta",
    ),
    OfPair(
        "probabilistic-dp", TENTHS, "1/10", "0", "a loss equal to ε does not count (Prop. 11)", {"epsilon": "log(3/2)"}, "delta"
    ),
    OfPair(
        "probabilistic-dp", MERGED, "2/5", "0", "… but merging two outputs raises it (Prop. 11)", {"epsilon": "log(3/2)"}, "delta"
    ),
    OfPair("probabilistic-dp", TENTHS, "log(3/2)", "log(13/10)", "0.1 is enough to drop ratio 5", {"delta": "1/10"}),
    OfPair("probabilistic-dp", TENTHS, "log(5)", "log(13/10)", "0.09 is not", {"delta": "9/100"}),
    OfPair(
        "relaxed-dp",
        TENTHS,
        "1/20",
        "3/100",
        "excesses .075 (mass .1) and .05 (mass .3); back .03 (mass .78)",
        {"epsilon": "log(5/4)", "delta_p": "1/10"},
        "delta_a",
    ),
    OfPair("relaxed-dp", TENTHS, "1/8", "3/100", "nothing set aside", {"epsilon": "log(5/4)", "delta_p": 0}, "delta_a"),
    OfPair("relaxed-dp", TENTHS, "0", "3/100", "both set aside", {"epsilon": "log(5/4)", "delta_p": "2/5"}, "delta_a"),
    OfPair(
        "relaxed-dp", TENTHS, "1/10", "0", "the first is the cheaper one", {"epsilon": "log(5/4)", "delta_a": "1/20"}, "delta_p"
    ),
    OfPair(
        "relaxed-dp",
        TENTHS,
        "log(5/4)",
        "log(73/60)",
        ".3 - .2e^ε = .05, back .78 - .6e^ε = .05",
        {"delta_a": "1/20", "delta_p": "1/10"},
    ),
    OfPair("kl-privacy", SKEW, KL_THERE, KL_BACK, "½ ln 2 + ½ ln(2/3), back ¼ ln(1/2) + ¾ ln(3/2)"),
    OfPair("kl-privacy", EVEN, "log(3)/2", "log(3)/2", "ε tanh(ε/2)"),
    OfPair("total-variation-privacy", SKEW, "1/4", "1/4", "1/2 - 1/4"),
    OfPair("total-variation-privacy", TENTHS, "9/50", "9/50", ".08 + .1"),
    OfPair("renyi-dp", SKEW, "log(4/3)", "log(5/4)", "Σ p²/q = 1 + 1/3, back 1/8 + 9/8", {"alpha": 2}),
    OfPair("renyi-dp", SKEW, "log(20/9)/2", "log(7/4)/2", "Σ p³/q² = 2 + 2/9, back 1/16 + 27/16", {"alpha": 3}),
    OfPair("renyi-dp", SKEW, KL_THERE, KL_BACK, "order 1 is the mean loss", {"alpha": 1}),
    OfPair("renyi-dp", SKEW, "log(2)", "log(3/2)", "order ∞ is the largest loss", {"alpha": "inf"}),
    OfPair("renyi-dp", CERTAIN, "log(2)", "inf", "a constant loss, and mass where there is none", {"alpha": "3/2"}),
    OfPair("divergence-dp", SKEW, KL_THERE, KL_BACK, "t ln t gives the KL divergence in this order", {"f": "kl"}),
    OfPair("divergence-dp", SKEW, KL_BACK, KL_THERE, "-ln t gives it in the other order", {"f": "reverse-kl"}),
    OfPair("divergence-dp", SKEW, "1/3", "1/4", "Σ (p-q)²/q, the mean is over the second law", {"f": "chi-square"}),
    OfPair("divergence-dp", SKEW, "3/16", "1/8", "max(0, t - e^ε) gives δ", {"f": HOCKEY}),
    OfPair("divergence-dp", APART, "1", "1", "Σ (√p - √q)²: f(0) and f'_∞ are both used", {"f": "hellinger"}),
    OfPair("divergence-dp", CERTAIN, "log(2)", "inf", "0 ln 0 = 0, but p ln(p/0) = ∞", {"f": "kl"}),
    OfPair("fk-divergence-dp", SKEW, "sqrt(1/3)", "1/2", "the root of χ²", {"k": 2}),
    OfPair("fk-divergence-dp", SKEW, "1/2", "1/2", "k = 1 is twice the total variation", {"k": 1}),
    OfPair("fk-divergence-dp", SKEW, "(5/18)**(1/3)", "1/2", "¼·1³ + ¾·(1/3)³, back ½·(1/2)³ twice", {"k": 3}),
    OfPair("fk-divergence-dp", CERTAIN, "1", "inf", "½·1² twice; back with mass where there is none", {"k": 2}),
    OfPair(
        "capacity-bounded-dp", NINE, "0", "0", "constant tests see nothing (S 345)", {"H": [[1, 1], [-3, -3]], "f": "chi-square"}
    ),
    OfPair(
        "capacity-bounded-dp",
        NINE,
        "64/9",
        "64/9",
        "the tests 2(p/q - 1) attain χ² = .64/.1 + .64/.9",
        {"H": [[16, "-16/9"], ["-16/9", 16]], "f": "chi-square"},
    ),
    OfPair(
        "capacity-bounded-dp",
        SKEW,
        "1/3",
        "0",
        "the best test of one order has 1/4·2 - 3/4·2/3 - f* < 0 in the other",
        {"H": [[2, "-2/3"]], "f": "chi-square"},
    ),
    OfPair("zero-concentrated-dp", EVEN, "log(3)/2", "log(3)/2", TANH, {"xi": 0}, "rho", within=1e-5),
    OfPair("zero-concentrated-dp", CERTAIN, "log(2)", "inf", "D_α = ln 2 for every α, worst at 1", {"xi": 0}, "rho", within=1e-5),
    OfPair("zero-concentrated-dp", CERTAIN, "log(4/3)", "inf", "ln 2 - ξ at α = 1", {"xi": "log(3/2)"}, "rho", within=1e-5),
    OfPair(
        "zero-concentrated-dp", SKEW, "log(2)", "log(3/2)", "at ρ = 0 all orders lie below the largest loss", {"rho": 0}, "xi"
    ),
    OfPair(
        "bounded-concentrated-dp",
        SKEW,
        "log(4/3)",
        "log(5/4)",
        "at ρ = 0 the last order counts",
        {"rho": 0, "omega": 2},
        "xi",
        within=1e-5,
    ),
    OfPair(
        "bounded-concentrated-dp",
        PEAK,
        "log(130/49)/2",
        "49*log(49/40)/50 - log(10)/50",
        "D_2/2; back the loss hardly varies, so that α = 1 is worst",
        {"xi": 0, "omega": 2},
        "rho",
        within=1e-5,
    ),
    OfPair("bounded-concentrated-dp", EVEN, "log(3)/2", "log(3)/2", TANH, {"xi": 0, "omega": "inf"}, "rho", within=1e-5),
    OfPair(
        "truncated-codp-bdrs18",
        PEAK,
        "log(130/49)/2",
        "49*log(49/40)/50 - log(10)/50",
        "D_2/2; back α = 1",
        {"omega": 2},
        "rho",
        within=1e-5,
    ),
    OfPair("truncated-codp-col16", SKEW, "log(2)", "log(3/2)", "ξ bounds all orders, so the largest loss", {"tau": 1}, "xi"),
    OfPair("truncated-codp-col16", EVEN, "log(3)/2", "log(3)/2", TANH, {"xi": 2}, "tau", within=1e-5),
    OfPair("mean-concentrated-dp", SKEW, KL_THERE, KL_BACK, "the mean loss", {"tau": 1}, "mu"),
    OfPair(
        "mean-concentrated-dp",
        SKEW,
        "log(3)/2",
        "sqrt(log(3))/2",
        "two values ln 3 apart, chance 1/2: R²/4; chance 1/4: R²(1-2p)/(2 ln((1-p)/p)) (Kearns & Saul)",
        {"mu": 1},
        "tau",
        within=5e-3,
    ),
    OfPair(
        "mean-concentrated-dp",
        EVEN,
        "sqrt(log(3))",
        "sqrt(log(3))",
        "2ε tanh(ε/2), two values 2ε apart",
        {"mu": 1},
        "tau",
        within=5e-3,
    ),
    OfPair("mean-concentrated-dp", CERTAIN, "0", "inf", "a constant loss does not vary", {"mu": "inf"}, "tau"),
    OfPair("gaussian-dp", EVEN, "1.3489795003921635", "1.3489795003921635", "one corner (1/4, 1/4): 2Φ⁻¹(3/4)", {}, "mu"),
    OfPair("gaussian-dp", SKEW, "0.6744897501960818", "0.6744897501960818", "one corner (1/2, 1/4): 0 - Φ⁻¹(1/4)", {}, "mu"),
    OfPair("gaussian-dp", APART, "inf", "inf", "some output tells them apart for sure", {}, "mu"),
    OfPair("range-bounded-privacy", EVEN, "log(9)", "log(9)", "2ε for randomised response (T 1658)"),
    OfPair("range-bounded-privacy", SKEW, "log(3)", "log(3)", "from ln(2/3) to ln 2"),
    OfPair("range-bounded-privacy", CERTAIN, "inf", "inf", "one loss is infinite"),
    OfPair("indistinguishable-privacy", SKEW, "log(2)", "log(2)", "odds of the first dataset are bounded both ways"),
    OfPair(
        "approximate-zero-concentrated-dp",
        SKEW,
        "log(3/2)",
        "log(3/2)",
        "at ρ = 0 it is (ξ, δ)-DP in both orders",
        {"rho": 0, "delta": "1/8"},
        "xi",
    ),
    OfPair(
        "approximate-zero-concentrated-dp",
        SKEW,
        "3/16",
        "3/16",
        "at ρ = 0 it is (ξ, δ)-DP in both orders",
        {"rho": 0, "xi": "log(5/4)"},
        "delta",
        certified=False,
        within=1e-9,
    ),
    OfPair(
        "approximate-zero-concentrated-dp",
        EVEN,
        "log(3)/2",
        "log(3)/2",
        TANH,
        {"xi": 0, "delta": 0},
        "rho",
    ),
    OfPair(
        "approximate-zero-concentrated-dp",
        APART,
        "0",
        "0",
        "setting half aside",
        {"xi": 0, "delta": "1/2"},
        "rho",
    ),
    OfPair(
        "approximate-zero-concentrated-dp",
        APART,
        "inf",
        "inf",
        "less is not enough",
        {"xi": 0, "delta": "0.49"},
        "rho",
    ),
)


def worse(case: OfPair) -> Any:
    return case.there if float(value(case.there)) >= float(value(case.back)) else case.back


def around(
    notion: Executable, mechanism: FiniteMechanism, free: str, at: Any, given: Mapping[str, Any], step: Any = STEP_ASIDE
) -> None:
    """The notion holds at an exact tightest value, or a step on the safe side of it, and fails a step beyond it."""
    tight, rising = value(at), free in STRONGER
    sure = Certainty.CERTIFIED
    if tight.infinite:
        safe, beyond = (real(10**6) if rising else tight), (None if rising else real(700))
    else:
        step = 1 if free in WHOLE else step
        safe = tight if free in WHOLE else tight - step if rising else tight + step
        beyond = tight + step if rising else tight - step
        if tight.exact and notion.holds(mechanism, **given, **{free: tight}).certainty is not Certainty.UNDECIDED:
            safe = tight
    yes = notion.holds(mechanism, **given, **{free: safe})
    answers(yes, notion, {**given, free: safe})
    if notion.notion in ONLY_REFUTED:
        assert (yes.holds, yes.certainty) == (None, Certainty.UNDECIDED)
    else:
        assert (yes.holds, yes.certainty) == (True, sure)
    if beyond is not None and 0 <= beyond <= MOST.get(free, math.inf):
        no = notion.holds(mechanism, **given, **{free: beyond})
        assert (no.holds, no.certainty) == (False, sure)


STRONGER = {"alpha", "k", "omega", "c", "Delta", "beta"}
WHOLE = {"c", "k"}
MOST = {"beta": 1}
ONLY_REFUTED = {"distributional-privacy-rot10"}
"""Notions that quantify over all record distributions: a finite test can refute them and never confirm them."""


# the other notions: whole mechanisms ---------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Case:
    """The tightest ``free`` of a mechanism."""

    notion: str
    mechanism: FiniteMechanism
    tightest: Any
    why: str
    given: Mapping[str, Any] = field(default_factory=dict)
    free: str = "epsilon"
    certified: bool = True

    def __str__(self) -> str:
        return f"{self.notion}: {self.why}"


TWO_HAMMING = [[0, 2], [2, 0]]
EVEN_ODD = [[[(0, 0), (1, 1)], [(0, 1), (1, 0)]]]
KNOWS_NOTHING, KNOWS_OTHER = {"prior": UNIFORM, "target": 0, "known": []}, {"prior": UNIFORM, "target": 0, "known": [1]}

CASES = (
    Case("epsilon-dp", FALLING, "log(16)", "adding is worse than replacing here"),
    Case("epsilon-dp", powers({(): 3, (0,): 1, (1,): 5}), "log(16)", "replacing is worse than adding here"),
    Case("epsilon-dp", MEDIAN, "inf", "a deterministic median depends on one record (T 1358)"),
    # neighbourhood
    Case("unbounded-dp", FALLING, "log(16)", "(0) to (0,1)"),
    Case("unbounded-dp", RESPONSE, "0", "datasets of one size are not compared (T 1314)"),
    Case("bounded-dp", FALLING, "log(8)", "(0,0) to (0,1)"),
    Case("bounded-dp", JOINING, "0", "datasets of different sizes are not compared"),
    Case("free-lunch-privacy", FALLING, "log(128)", "() to (1,1)"),
    Case("group-privacy", PILE, "log(8)", "one step of 3", {"c": 1}),
    Case("group-privacy", PILE, "log(32)", "two steps, 2 + 3", {"c": 2}),
    Case("group-privacy", PILE, "log(64)", "three steps", {"c": 3}),
    Case("group-privacy", PILE, 2, "two steps cost 5", {"epsilon": "log(32)"}, "c"),
    Case("group-privacy", PILE, "inf", "there are no more than three", {"epsilon": "log(64)"}, "c"),
    Case("one-sided-dp", FALLING, "log(5/4)", "from 1 only the no of (1) matters: (15/16)/(3/4)", {"P": [1]}),
    Case("one-sided-dp", FALLING, "log(8)", "from 0, (0,0) to (0,1)", {"P": [0]}),
    Case("one-sided-dp", FALLING, "0", "nothing is sensitive", {"P": []}),
    Case("one-sided-dp", LINE, "log(8)", "a sensitive 0 is hidden among harmless values too", {"P": [0]}),
    Case("asymmetric-dp", RISING, "log(16)", "removing 1: (0,1) to (0)", {"P": [1]}),
    Case("asymmetric-dp", RISING, "log(4)", "removing 0: (0,1) to (1)", {"P": [0]}),
    Case("asymmetric-dp", RISING, "log(31/16)", "only additions: the no of (1) to (1,1)", {"P": []}),
    Case("asymmetric-dp", FALLING, "log(16)", "additions count whatever is added", {"P": []}),
    Case("blowfish-privacy", LINE, "log(4)", "along the edges 0-1-2", {"G": [(0, 1), (1, 2)]}),
    Case("blowfish-privacy", LINE, "log(8)", "an edge 2-0 works both ways, and () is not compared", {"G": [(2, 0)]}),
    Case("blowfish-privacy", LINE, "log(2)", "only (0) and (1) are allowed", {"G": [(0, 1), (1, 2)], "I_Q": [(0,), (1,)]}),
    Case("induced-neighbors-dp", FALLING, "log(16)", "(0) lies between () and (0,1)", {"I_Q": [(), (0,), (0, 1)]}),
    Case("induced-neighbors-dp", FALLING, "log(32)", "nothing lies between () and (0,1)", {"I_Q": [(), (0, 1)]}),
    Case("induced-neighbors-dp", FALLING, "log(4)", "a replacement is two moves", {"I_Q": [(0,), (1,)]}),
    Case("generic-dp-km11", FALLING, "log(4)", "both inequalities for a pair in one order", {"R": [((1,), (0,))]}),
    Case("generic-dp-km11", FALLING, "log(128)", "pairs far apart", {"R": [((), (1, 1))]}),
    Case("constrained-dp", PILE, "0", "nearer than 1 there is nothing", {"d": "edit", "Delta": 1}),
    Case("constrained-dp", PILE, "log(8)", "nearer than 2 is one step", {"d": "edit", "Delta": 2}),
    Case("constrained-dp", PILE, "log(32)", "nearer than 3 are two", {"d": "edit", "Delta": 3}),
    Case("constrained-dp", PILE, 2, "two steps exceed it", {"d": "edit", "epsilon": "log(8)"}, "Delta"),
    Case("constrained-dp", PILE, 3, "three steps, the largest distance, exceed it", {"d": "edit", "epsilon": "log(32)"}, "Delta"),
    Case("constrained-dp", PILE, "inf", "nothing exceeds it", {"d": "edit", "epsilon": "log(64)"}, "Delta"),
    Case(
        "distributional-privacy-zlw09",
        FALLING,
        "log(2)",
        "(1) shares no record with (0) or (0,0)",
        {"d": "edit", "Delta": 3, "S_D": [(0,), (1,), (0, 0)]},
    ),
    Case("distributional-privacy-zlw09", PILE, "log(8)", "() shares nothing; one step", {"d": "edit", "Delta": 2}),
    Case("distributional-privacy-zlw09", PILE, "log(32)", "two steps", {"d": "edit", "Delta": 3}),
    Case("distributional-privacy-zlw09", PILE, 2, "two steps exceed it", {"d": "edit", "epsilon": "log(8)"}, "Delta"),
    Case(
        "distributional-privacy-zlw09",
        FALLING,
        2,
        "(0,1) and (1,0), the largest distance, exceed it",
        {"d": "edit", "epsilon": "log(3/2)", "S_D": [(0, 1), (1, 0)]},
        "Delta",
    ),
    Case("dependent-dp", FALLING, "log(8)", "one position", {"R": {0: [1]}, "c": 1}),
    Case("dependent-dp", FALLING, "log(32)", "(0,0) to (1,1), since the second depends on the first", {"R": {0: [1]}, "c": 2}),
    Case("dependent-dp", FALLING, "log(32)", "… or the first on the second", {"R": {1: [0]}, "c": 2}),
    Case("dependent-dp", FALLING, "log(8)", "independent positions", {"R": {}, "c": 2}),
    Case("dependent-dp", FALLING, 1, "two positions cost 5", {"R": {0: [1]}, "epsilon": "log(8)"}, "c"),
    Case("individual-dp", FALLING, "log(8)", "the neighbours of (0,0)", {"D": (0, 0)}),
    Case("individual-dp", FALLING, "log(16)", "the neighbours of (0)", {"D": (0,)}),
    Case(
        "individual-dp", MEDIAN, "0", "no neighbour of four zeros and a one has another median (T 1358)", {"D": (0, 0, 0, 0, 1)}
    ),
    Case("individual-dp", STEP, "log(4)", "both inequalities, whichever dataset is the actual one", {"D": (1,)}),
    Case("per-instance-dp", FALLING, "log(16)", "a 1 added anywhere to (0)", {"D": (0,), "t": 1}),
    Case("per-instance-dp", FALLING, "log(2)", "a 0 added to (0) or removed from it", {"D": (0,), "t": 0}),
    Case("per-instance-dp", FALLING, "log(4)", "a 0 removed from (0,1)", {"D": (0, 1), "t": 0}),
    Case("sensitivity-induced-dp", FALLING, "log(16)", "the number of ones changes by at most 1", {"f": sum}),
    Case("sensitivity-induced-dp", FALLING, "log(4)", "twice that number changes by 2 with a one", {"f": lambda d: 2 * sum(d)}),
    Case("client-dp", CLIENTS, "log(64)", "() to both records of Ann, and not to one of them"),
    Case("client-dp", powers({(("ann", 1),): 1, (("ann", 1), ("ann", 2)): 7}), "0", "some of Ann's records are not compared"),
    Case("client-dp", powers({(("ann", 1),): 1, (("ann", 2),): 7}), "0", "nor are her records replaced"),
    Case("element-level-dp", ELEMENTS, "log(1024)", "Ann's y is added to her x, 2 to 12"),
    Case("element-level-dp", powers({(("ann", "x", 1),): 1, (("ann", "y", 1),): 7}), "0", "two elements are not exchanged"),
    Case("element-level-dp", powers({(("ann", "x", 1),): 1, (("ann", "x", 2),): 7}), "log(64)", "records of one element are"),
    Case("bayesian-dp-ysn15", PARITY, "log(3)", "whoever knows one bit attacks the other", {"A": UNIFORM}),
    Case("bayesian-dp-ysn15", BOTH, "log(9)", "both answers tell about a duplicated bit", {"A": COPIES}),
    Case("bayesian-dp-ysn15", RESPONSE, "0", "a value of probability 0 is not an alternative", {"A": ZERO}),
    Case(
        "correlated-dp",
        BOTH,
        "log(9)",
        "the observation that the bits are equal",
        {"A": {"prior": OBSERVED, "observation": "copies"}},
    ),
    Case(
        "correlated-dp",
        BOTH,
        "log(3)",
        "the observation that they are independent",
        {"A": {"prior": OBSERVED, "observation": "fair"}},
    ),
    Case("prior-dp", PARITY, "0", "to whom the other bit is uniform, the parity says nothing", {"A": [KNOWS_NOTHING]}),
    Case("prior-dp", PARITY, "log(3)", "one attacker of the family knows the other bit", {"A": [KNOWS_NOTHING, KNOWS_OTHER]}),
    Case(
        "prior-dp",
        FIRST,
        "log(5/3)",
        "3/4·3/4 + 1/4·1/4 = 5/8 against 3/8",
        {"A": [{"prior": Prior.of(LOOSE), "target": 1, "known": []}]},
    ),
    Case(
        "bayesian-dp-ll12", PARITY, "log(5/3)", "1/4·1/4 + 3/4·3/4 against the rest", {"prior": {0: F(3, 4), 1: F(1, 4)}, "k": 0}
    ),
    Case("bayesian-dp-ll12", PARITY, "log(3)", "knowing one record", {"prior": {0: F(3, 4), 1: F(1, 4)}, "k": 1}),
    Case("bayesian-dp-ll12", PARITY, 0, "none may be known", {"prior": {0: F(3, 4), 1: F(1, 4)}, "epsilon": "log(5/3)"}, "k"),
    Case("bayesian-dp-ll12", PARITY, "inf", "all may", {"prior": {0: F(3, 4), 1: F(1, 4)}, "epsilon": "log(3)"}, "k"),
    # variation
    Case("smooth-dp", PILE, "log(8)", "3 in one step, 5/2 and 2 on average in more", {"d": "edit"}),
    Case("smooth-dp", RESPONSE, "log(3)/2", "ln 3 over a distance of 2", {"d": TWO_HAMMING}),
    Case("smooth-dp", PILE, "log(2)/2", "all else is infinitely far", {"d": {((), ("a",)): 2, (("a",), ()): 2}}),
    Case("smooth-dp", RESPONSE, "inf", "at distance 0 the laws must be equal", {"d": [[0, 0], [0, 0]]}),
    Case("pseudo-metric-dp", RESPONSE, "log(2)/2", "3/4 - 1/4·e^{2ε} = 2/8", {"d": TWO_HAMMING, "delta": "1/8"}),
    Case("pseudo-metric-dp", RESPONSE, "1/8", "(3/4 - 2/4)/2", {"d": TWO_HAMMING, "epsilon": "log(2)/2"}, "delta"),
    Case(
        "random-dp",
        STEP,
        "3/8",
        "a draw is bad if either inequality fails: 2·3/4·1/4",
        {"prior": {0: F(3, 4), 1: F(1, 4)}, "epsilon": "log(3)"},
        "gamma",
    ),
    Case("random-dp", STEP, "log(4)", "1/3 does not exempt 3/8", {"prior": {0: F(3, 4), 1: F(1, 4)}, "gamma": "1/3"}),
    Case("random-dp", STEP, "0", "3/8 does", {"prior": {0: F(3, 4), 1: F(1, 4)}, "gamma": "3/8"}),
    Case(
        "random-dp",
        GATED,
        "1/4",
        "the first bit changes (1/2) while the second is 1 (1/2); a change of the second costs ln 2 at most",
        {"prior": {0: F(1, 2), 1: F(1, 2)}, "epsilon": "log(2)"},
        "gamma",
    ),
    Case(
        "bayesian-dp-tf20",
        JOINER,
        "1/4",
        "1/3·1/2 before, 1/3·3/4 after adding",
        {"prior": {0: F(2, 3), 1: F(1, 3)}, "epsilon": "log(5/4)"},
        "delta",
    ),
    Case(
        "bayesian-dp-tf20",
        JOINER,
        "1/6",
        "only ln 2 exceeds it, 1/3·1/2",
        {"prior": {0: F(2, 3), 1: F(1, 3)}, "epsilon": "log(7/4)"},
        "delta",
    ),
    Case(
        "bayesian-dp-tf20",
        JOINER,
        "log(3/2)",
        "1/6 exempts ln 2, not ln(3/2)",
        {"prior": {0: F(2, 3), 1: F(1, 3)}, "delta": "1/6"},
    ),
    Case(
        "bayesian-dp-tf20",
        LAST,
        "1/3",
        "0 added at the end of (1), 2/3·1/2",
        {"prior": {0: F(2, 3), 1: F(1, 3)}, "epsilon": "log(7/4)"},
        "delta",
    ),
    Case(
        "weak-bayesian-dp",
        LAST,
        "1/12",
        "0 added at the end of (1), 2/3·(1/2 - 3/2·1/4)",
        {"prior": {0: F(2, 3), 1: F(1, 3)}, "epsilon": "log(3/2)"},
        "delta",
    ),
    Case(
        "weak-bayesian-dp",
        JOINER,
        "1/16",
        "a third of 3/16 (and of 1/8)",
        {"prior": {0: F(2, 3), 1: F(1, 3)}, "epsilon": "log(5/4)"},
        "delta",
    ),
    Case("weak-bayesian-dp", JOINER, "log(3/2)", "1/2 - e^ε/4 = 3/24", {"prior": {0: F(2, 3), 1: F(1, 3)}, "delta": "1/24"}),
    Case(
        "on-average-kl-privacy",
        SKEWED,
        "3*log(3)/64",
        "3/16 of ½ ln(4/3) + ¼ ln(27/16)",
        {"Theta": [{0: 1}, {0: F(3, 4), 1: F(1, 4)}]},
    ),
    # background knowledge
    Case("noiseless-privacy", BOTH, "log(9)", "a duplicated bit is answered twice", {"Theta": [COPIES]}),
    Case("noiseless-privacy", PARITY, "0", "the parity of fair bits", {"Theta": [UNIFORM]}),
    Case("noiseless-privacy", PARITY, "log(3)", "… to whoever knows one of them", {"Theta": [UNIFORM, SECOND_KNOWN]}),
    Case("noiseless-privacy", FIRST, "log(3)", "the record itself; the correlated one has 5/3", {"Theta": [Prior.of(LOOSE)]}),
    Case("causal-dp", BOTH, "log(3)", "one copy is changed and the other stays", {"Theta": [COPIES]}),
    Case("causal-dp", PARITY, "log(3)", "given the second bit", {"Theta": [SECOND_KNOWN]}),
    Case(
        "causal-dp",
        GATED,
        "log(11/5)",
        "given x = 1, y = 1 has probability 3/4, also after x is changed: 11/16 to 5/16",
        {"Theta": [Prior.of(LOOSE)]},
    ),
    Case("noiseless-privacy", GATED, "log(9/5)", "9/16 given x = 0 against 5/16 given x = 1", {"Theta": [Prior.of(LOOSE)]}),
    Case(
        "active-partial-knowledge-dp",
        GATED,
        "1/2",
        "3/4 - 1/4 to whoever knows B = 1",
        {"Theta": [LOOSE_SECOND_KNOWN], "epsilon": 0},
        "delta",
    ),
    Case("active-partial-knowledge-dp", GATED, "log(2)", "3/4 - e^ε/4 = 1/4", {"Theta": [LOOSE_SECOND_KNOWN], "delta": "1/4"}),
    Case(
        "passive-partial-knowledge-dp",
        GATED,
        "3/8",
        "B = 1 has probability 3/4 given the record 1",
        {"Theta": [LOOSE_SECOND_KNOWN], "epsilon": 0},
        "delta",
    ),
    Case(
        "passive-partial-knowledge-dp",
        GATED,
        "log(2)",
        "3/4·(3/4 - e^ε/4) = 3/16",
        {"Theta": [LOOSE_SECOND_KNOWN], "delta": "3/16"},
    ),
    Case(
        "pufferfish-privacy",
        BOTH,
        "log(5/3)",
        "two true answers: (9/16 + 1/16)/2 against 3/16",
        {"Theta": [UNIFORM], "Phi": EVEN_ODD},
    ),
    Case("pufferfish-privacy", BOTH, "0", "an odd parity is impossible for copies", {"Theta": [COPIES], "Phi": EVEN_ODD}),
    Case(
        "pufferfish-privacy", STEP, "log(4)", "both orders of a pair of secrets", {"Theta": [HALF_ONE], "Phi": [[[(1,)], [(0,)]]]}
    ),
    Case("aposteriori-noiseless-privacy", RESPONSE, "log(5/2)", "after no, a belief of 1/4 falls to 1/10", {"Theta": [QUARTER]}),
    Case("aposteriori-noiseless-privacy", BOTH, "log(2)", "after two noes, 1/2 falls to 1/4", {"Theta": [UNIFORM]}),
    Case("information-privacy-dpcf12", RESPONSE, "log(5/2)", "after no, a belief of 1/4 falls to 1/10", {"Theta": [QUARTER]}),
    Case("information-privacy-dpcf12", BOTH, "log(4)", "after two noes, 1/4 in (1,1) falls to 1/16", {"Theta": [UNIFORM]}),
    Case(
        "positive-membership-privacy", JOINING, "log(2)", "after yes, 1/4 in presence grows to 1/2", {"Theta": [PRESENT_QUARTER]}
    ),
    Case(
        "positive-membership-privacy", JOINING, "log(5/2)", "after yes, 1/4 in absence falls to 1/10", {"Theta": [PRESENT_MOSTLY]}
    ),
    Case(
        "negative-membership-privacy",
        JOINING,
        "log(5/2)",
        "after no, 1/4 in presence falls to 1/10",
        {"Theta": [PRESENT_QUARTER]},
    ),
    Case("negative-membership-privacy", JOINING, "log(2)", "after no, 1/4 in absence grows to 1/2", {"Theta": [PRESENT_MOSTLY]}),
    Case("membership-privacy-lqs13", JOINING, "log(5/2)", "the worse of the two", {"Theta": [PRESENT_QUARTER]}),
    Case("membership-privacy-lqs13", JOINING, "log(5/2)", "the worse of the two again", {"Theta": [PRESENT_MOSTLY]}),
    Case("adversarial-privacy", JOINING, "log(3/2)", "1/2 = e^ε/4 + 1/8", {"Theta": [PRESENT_QUARTER], "delta": "1/8"}),
    Case(
        "adversarial-privacy",
        JOINING,
        "1/4",
        "from 1/4 to 1/2; that absence is believed more does not count",
        {"Theta": [PRESENT_QUARTER], "epsilon": 0},
        "delta",
    ),
    Case("distribution-privacy", SKEWED, "log(4/3)", "(1/2)/(3/8) in this order", {"Theta": [(ZERO, HALF_ONE)], "delta": 0}),
    Case("distribution-privacy", SKEWED, "log(5/4)", "(5/8)/(1/2) in the other", {"Theta": [(HALF_ONE, ZERO)], "delta": 0}),
    Case("distribution-privacy", SKEWED, "1/20", "1/2 - 6/5·3/8", {"Theta": [(ZERO, HALF_ONE)], "epsilon": "log(6/5)"}, "delta"),
    Case(
        "probabilistic-distribution-privacy",
        SKEWED,
        "1/2",
        "the mass under the first",
        {"Theta": [(ZERO, HALF_ONE)], "epsilon": "log(6/5)"},
        "delta",
    ),
    Case(
        "probabilistic-distribution-privacy",
        SKEWED,
        "5/8",
        "… in the other order",
        {"Theta": [(HALF_ONE, ZERO)], "epsilon": "log(6/5)"},
        "delta",
    ),
    Case(
        "probabilistic-distribution-privacy",
        SKEWED,
        "log(4/3)",
        "half is not exempt",
        {"Theta": [(ZERO, HALF_ONE)], "delta": "0.49"},
    ),
    Case(
        "divergence-distribution-privacy", SKEWED, "1/15", "(1/8)²(8/3 + 8/5)", {"Theta": [(ZERO, HALF_ONE)], "f": "chi-square"}
    ),
    Case("divergence-distribution-privacy", SKEWED, "1/16", "(1/8)²(2 + 2)", {"Theta": [(HALF_ONE, ZERO)], "f": "chi-square"}),
    Case("profile-based-dp", SKEWED, "log(4/3)", "(1/2)/(3/8)", {"Theta": [({0: 1}, {0: F(1, 2), 1: F(1, 2)})], "delta": 0}),
    Case(
        "profile-based-dp",
        SKEWED,
        "1/20",
        "1/2 - 6/5·3/8",
        {"Theta": [({0: 1}, {0: F(1, 2), 1: F(1, 2)})], "epsilon": "log(6/5)"},
        "delta",
    ),
    Case(
        "extended-distribution-privacy",
        SKEWED,
        "log(4/3)/2",
        "over a distance of 2; ∞ asks nothing",
        {"Theta": [(ZERO, HALF_ONE), (HALF_ONE, ZERO)], "d": [2, "inf"]},
    ),
    Case(
        "extended-distribution-privacy",
        SKEWED,
        "2*log(5/4)",
        "… over ½",
        {"Theta": [(ZERO, HALF_ONE), (HALF_ONE, ZERO)], "d": [2, "1/2"]},
    ),
    Case(
        "extended-divergence-distribution-privacy",
        SKEWED,
        "1/3",
        "1/15 over a distance of 1/5, and 1/16 over 1",
        {"Theta": [(ZERO, HALF_ONE), (HALF_ONE, ZERO)], "d": ["1/5", 1], "f": "chi-square"},
    ),
    Case("dp-under-sampling", JOINING, "log(2)", "yes (1/2)/(1/4); no (3/4)/(1/2)", {"beta": "1/2"}),
    Case("dp-under-sampling", JOINING, "log(3)", "no sampling", {"beta": 1}),
    Case("dp-under-sampling", JOINING, "1/2", "1 + 2β = 2", {"epsilon": "log(2)"}, "beta", certified=False),
    Case("dp-under-sampling", JOINING, "2/5", "1 + 2β = 9/5", {"epsilon": "log(9/5)"}, "beta", certified=False),
    Case("dp-under-sampling", JOINING, "1", "no sampling is needed", {"epsilon": "log(3)"}, "beta"),
    Case(
        "distributional-privacy-rot10",
        STEP,
        "1/2",
        "two of four pairs of draws, whichever inequality fails",
        {"epsilon": "log(3)"},
        "gamma",
    ),
    Case(
        "distributional-privacy-rot10",
        STEP,
        "3/8",
        "2·3/4·1/4",
        {"epsilon": "log(3)", "laws": [{0: F(3, 4), 1: F(1, 4)}]},
        "gamma",
    ),
    Case(
        "distributional-privacy-rot10",
        STEP,
        "log(4)",
        "1/3 does not exempt 3/8",
        {"gamma": "1/3", "laws": [{0: F(3, 4), 1: F(1, 4)}]},
    ),
    Case(
        "distributional-privacy-rot10",
        powers({(0, 1): 1, (1, 0): 3}),
        "3/8",
        "two records without replacement: the first one decides",
        {"epsilon": "log(3)", "laws": [{0: F(3, 4), 1: F(1, 4)}]},
        "gamma",
    ),
    # formalism and combinations
    Case(
        "semantic-privacy",
        JOINING,
        "(sqrt(3) - 1)/(sqrt(3) + 1)",
        "without the record a yes is 3 times less likely, and unchanged for ()",
    ),
    Case(
        "semantic-privacy",
        coin({(): F(1, 2), (0,): F(1, 4), (1,): F(3, 4)}),
        "(sqrt(3) - 1)/(sqrt(3) + 1)",
        "2 times as likely as from (0), 2/3 times as from (1)",
    ),
    Case(
        "semantic-privacy", coin({(): 0, (1,): F(1, 2)}), "inf", "a possible yes becomes impossible (convention of the statement)"
    ),
    Case("extended-divergence-dp", SKEWED, "1/6", "χ² = 1/3 over a distance of 2", {"f": "chi-square", "d": TWO_HAMMING}),
    Case("extended-divergence-dp", SKEWED, "1/2", "back 1/4 over 1/2", {"f": "chi-square", "d": [[0, 2], ["1/2", 0]]}),
)


# notions whose amount is a function ----------------------------------------------------------------------------------------


TWO_PEOPLE = powers({(): 1, ("ann",): 2, ("bob",): 5, ("ann", "bob"): 7})
"""Adding Ann costs 1 or 2, adding Bob 4 or 5."""


PERFECT = ((F(0), F(1)), (F(1), F(0)))
TENT = ((F(0), F(1)), (F(1, 4), F(1, 4)), (F(1), F(0)))
"""The trade-off of two coins: max(0, 1 - 3x, (1 - x)/3)."""


def shares() -> FiniteMechanism:
    """The first of three clients holds a bit; the second receives it masked by a coin, the third receives the coin."""
    return FiniteMechanism.from_function(
        [((0,), (), ()), ((1,), (), ())], lambda d: {("-", d[0][0] ^ key, key): F(1, 2) for key in (0, 1)}
    )


# pure DP as a special case ----------------------------------------------------------------------------------------------------

BITS = complete_domain([0, 1], 2)
NEIGHBOURS = {(a, b) for a in BITS for b in BITS if units.edit_distance(a, b) == 1}
ADDED = {(a, b) for a, b in NEIGHBOURS if len(a) != len(b)}
REPLACED = NEIGHBOURS - ADDED
SETS = [d for n in range(3) for d in itertools.permutations("abc", n)]
"""Datasets of different records."""
RARE = F(1, 10**12)
NEARLY_INFINITE = 20


def some(seed: int, datasets: Sequence[tuple[Any, ...]]) -> FiniteMechanism:
    """A random exact mechanism with three outputs; some have impossible outputs, equal rows or deterministic ones."""
    draw = random.Random(seed)
    low = seed % 2  # every second mechanism may have probability 0
    rows = []
    for _ in datasets:
        weights = [draw.randint(low, 5) for _ in range(3)]
        if not any(weights):
            weights[draw.randrange(3)] = 1
        rows.append(draw.choice(rows) if rows and draw.random() < 0.15 else [F(w, sum(weights)) for w in weights])
    return FiniteMechanism(datasets, ["x", "y", "z"], rows)


def pure(mechanism: FiniteMechanism, pairs: set[tuple[Any, Any]]) -> Real:
    """The largest loss over ordered pairs, computed here from the probabilities."""
    worst = F(1)
    for a, b in pairs:
        if a in mechanism and b in mechanism:
            for p, q in zip(mechanism.row(a), mechanism.row(b), strict=True):
                if p and not q:
                    return real(math.inf)
                worst = max(worst, p / q if q else F(0))
    return real(worst).log()


def hat(epsilon: Real, delta: Any = 0) -> Callable[[Any], Any]:
    """The trade-off function of (ε, δ)-DP."""
    return lambda x: greatest([real(0), 1 - delta - epsilon.exp() * x, (-epsilon).exp() * (1 - delta - x)])


def concave(epsilon: Real) -> Callable[[Any], Any]:
    """Generic DP's M for pure DP."""
    return lambda x: -greatest([real(-1), -(epsilon.exp() * x), -(1 - (-epsilon).exp() * (1 - real(x)))])


def tightest(notion: str, **given: Any) -> Callable[[FiniteMechanism], Any]:
    """The tightest ε, with the structure as given or as made from the mechanism."""

    def solve(mechanism: FiniteMechanism) -> Any:
        found = NOTIONS[notion].tightest(
            mechanism, **{k: v.make(mechanism) if isinstance(v, Made) else v for k, v in given.items()}
        )
        return found.value

    return solve


@dataclass(frozen=True)
class Made:
    """A structural parameter that depends on the mechanism."""

    make: Callable[[FiniteMechanism], Any]


def chosen(claim: str, parameter: str) -> Made:
    """What the claim's record chooses, from the registry that the falsifier uses too."""
    return Made(lambda m: CHOICES[claim].build(m, {}, {})[parameter])


def pairs_in(pairs: set[tuple[Any, Any]]) -> Made:
    return Made(lambda m: [(a, b) for a, b in pairs if a in m and b in m])


def halves(pairs: set[tuple[Any, Any]], chance: Any = HALF) -> Made:
    """Priors on the two datasets of a pair."""
    return Made(lambda m: [Prior.of({a: chance, b: 1 - chance}) for a, b in sorted(pairs) if a in m and b in m])


def known_rest(mechanism: FiniteMechanism) -> list[Prior]:
    """The uniform distribution of the datasets of the largest size; for each record one attacker who knows all the others."""
    size = max(len(d) for d in mechanism.datasets)
    full = [d for d in mechanism.datasets if len(d) == size]
    weights = {d: F(1, len(full)) for d in full}
    return [Prior.known(weights, lambda d, i=i: d[:i] + d[i + 1 :]) for i in range(size)]  # type: ignore[misc]


def point_pairs(pairs: set[tuple[Any, Any]]) -> Made:
    return Made(lambda m: [(Prior.of({a: F(1)}), Prior.of({b: F(1)})) for a, b in sorted(pairs) if a in m and b in m])


def distance_one(pairs: set[tuple[Any, Any]]) -> Callable[[Any, Any], Any]:
    """1 on the pairs, 0 on equal datasets, infinite otherwise."""
    return lambda a, b: 0 if a == b else 1 if (a, b) in pairs else math.inf


def largest(notion: str, level: str, **given: Any) -> Callable[[FiniteMechanism], Real]:
    """The largest value of a function-valued parameter."""

    def solve(mechanism: FiniteMechanism) -> Real:
        found = NOTIONS[notion].tightest(mechanism, **given)
        assert found.parameter == level
        return greatest([real(0), *found.value.values()])

    return solve


@dataclass(frozen=True)
class Threshold:
    """A notion that says whether ε is enough, where a parameter is itself made of ε."""

    holds: Callable[[FiniteMechanism, Real], Any]


def threshold(notion: str, **made: Any) -> Threshold:
    """Structure made from the mechanism or, as a plain function, from ε."""

    def holds(mechanism: FiniteMechanism, epsilon: Real) -> Any:
        given = {k: v.make(mechanism) if isinstance(v, Made) else v(epsilon) if callable(v) else v for k, v in made.items()}
        return NOTIONS[notion].holds(mechanism, **given)

    return Threshold(holds)


def hockey_stick(epsilon: Real) -> dict[str, Any]:
    factor = epsilon.exp().rational
    return {"f": f"max(0, t - {factor})", "at_zero": 0, "slope": 1}


RECORD_SETS = {(a, b) for a in SETS for b in SETS if units.edit_distance(a, b) == 1}


LETTERS = [d for n in range(3) for d in itertools.combinations("abc", n)]
"""Different records in a fixed order."""
ADDED_LETTERS = {(a, b) for a in LETTERS for b in LETTERS if abs(len(a) - len(b)) == 1 and (set(a) < set(b) or set(b) < set(a))}
SWAPPED = {(a, b) for a, b in RECORD_SETS if len(a) == len(b)}


@dataclass(frozen=True)
class Reduction:
    """On ``datasets`` the notion says for every ε what pure DP with the pairs ``pairs`` says."""

    of: str
    onto: str
    as_: Callable[[FiniteMechanism], Any] | Threshold
    datasets: Sequence[tuple[Any, ...]] = tuple(BITS)
    pairs: Any = None
    within: float = EXACT

    def __str__(self) -> str:
        return f"{self.of} in {self.onto}"


FULL = complete_domain([0, 1], 2, 2)
RARELY = [RARE, 1 - RARE]


def extremes(pairs: set[tuple[Any, Any]]) -> Made:
    """All priors on two datasets: the loss is approached as one of them becomes certain."""
    return Made(lambda m: [p for w in RARELY for p in halves(pairs, w).make(m)])


PURE_IN = (
    ("approximate-dp", tightest("approximate-dp", delta=0)),
    ("probabilistic-dp", tightest("probabilistic-dp", delta=0)),
    ("renyi-dp", tightest("renyi-dp", alpha="inf")),
    ("divergence-dp", threshold("divergence-dp", f=hockey_stick, epsilon=0)),
    ("zero-concentrated-dp", lambda m: NOTIONS["zero-concentrated-dp"].tightest(m, rho=0).value),
    ("truncated-codp-col16", threshold("truncated-codp-col16", xi=lambda e: e, tau=lambda e: e)),
    ("group-privacy", tightest("group-privacy", c=1)),
    ("generic-dp-km11", tightest("generic-dp-km11", R=chosen("epsilon-dp/special_case_of/generic-dp-km11", "R"))),
    ("d-privacy", threshold("d-privacy", d=lambda e: lambda key: e * units.edit_distance(*key))),
    ("pseudo-metric-dp", tightest("pseudo-metric-dp", d="edit", delta=0)),
    ("sensitivity-induced-dp", tightest("sensitivity-induced-dp", f=lambda _: 0)),
    ("dp-under-sampling", tightest("dp-under-sampling", beta=1)),
)
BOUNDED_IN = (
    ("one-sided-dp", tightest("one-sided-dp", P=chosen("bounded-dp/special_case_of/one-sided-dp", "P"))),
    ("dependent-dp", tightest("dependent-dp", R={}, c=1)),
    ("blowfish-privacy", tightest("blowfish-privacy", G=chosen("bounded-dp/special_case_of/blowfish-privacy", "G"))),
    ("generic-dp-km11", tightest("generic-dp-km11", R=chosen("bounded-dp/special_case_of/generic-dp-km11", "R"))),
    ("random-dp", tightest("random-dp", prior={0: F(1, 100), 1: F(99, 100)}, gamma=0)),
    (
        "d-privacy",
        threshold(
            "d-privacy",
            d=lambda e: lambda key: e * sum(x != y for x, y in zip(*key, strict=True)) if len(key[0]) == len(key[1]) else "inf",
        ),
    ),
    *((n, tightest(n, Theta=chosen(f"bounded-dp/special_case_of/{n}", "Theta"))) for n in ("noiseless-privacy", "causal-dp")),
)
MEMBERSHIP = ("positive-membership-privacy", "negative-membership-privacy", "membership-privacy-lqs13", "adversarial-privacy")
UNBOUNDED_IN = (
    ("asymmetric-dp", tightest("asymmetric-dp", P=chosen("unbounded-dp/special_case_of/asymmetric-dp", "P"))),
    ("generic-dp-km11", tightest("generic-dp-km11", R=chosen("unbounded-dp/special_case_of/generic-dp-km11", "R"))),
    (
        "induced-neighbors-dp",
        tightest("induced-neighbors-dp", I_Q=chosen("unbounded-dp/special_case_of/induced-neighbors-dp", "I_Q")),
    ),
)

CLAIMED = (
    Reduction("unbounded-dp", "tailored-dp", largest("tailored-dp", "Psi"), LETTERS, ADDED_LETTERS),
    *(Reduction("epsilon-dp", n, f, BITS, NEIGHBOURS) for n, f in PURE_IN),
    *(
        Reduction("epsilon-dp", n, tightest(n, Theta=chosen(f"epsilon-dp/special_case_of/{n}", "Theta")), FULL, NEIGHBOURS)
        for n in ("noiseless-privacy", "causal-dp")
    ),
    *(Reduction("bounded-dp", n, f, BITS, REPLACED) for n, f in BOUNDED_IN),
    Reduction(
        "bounded-dp",
        "bayesian-dp-ysn15",
        tightest("bayesian-dp-ysn15", A=chosen("bounded-dp/special_case_of/bayesian-dp-ysn15", "A")),
        FULL,
        REPLACED,
    ),
    *(
        Reduction(
            "bounded-dp",
            n,
            tightest(n, Theta=chosen(f"bounded-dp/special_case_of/{n}", "Theta"), **({"delta": 0} if "adv" in n else {})),
            SETS,
            SWAPPED,
            1e-6,
        )
        for n in MEMBERSHIP
    ),
    *(Reduction("unbounded-dp", n, f, BITS, ADDED) for n, f in UNBOUNDED_IN),
    Reduction("unbounded-dp", "personalized-dp", largest("personalized-dp", "Psi", owner=lambda r: r), LETTERS, ADDED_LETTERS),
    Reduction(
        "unbounded-dp",
        "membership-privacy-lqs13",
        tightest("membership-privacy-lqs13", Theta=chosen("unbounded-dp/special_case_of/membership-privacy-lqs13", "Theta")),
        LETTERS,
        ADDED_LETTERS,
        1e-6,
    ),
)
"""The claims of the records, with their structural choices as code."""

FOLLOWING = (
    Reduction("epsilon-dp", "epsilon-dp", tightest("epsilon-dp"), BITS, NEIGHBOURS),
    Reduction("epsilon-dp", "indistinguishable-privacy", tightest("indistinguishable-privacy"), BITS, NEIGHBOURS),
    Reduction("epsilon-dp", "relaxed-dp", threshold("relaxed-dp", epsilon=lambda e: e, delta_a=0, delta_p=0), BITS, NEIGHBOURS),
    Reduction("epsilon-dp", "f-dp", threshold("f-dp", f=hat), BITS, NEIGHBOURS),
    Reduction("epsilon-dp", "generic-dp-kl10", threshold("generic-dp-kl10", R=pairs_in(NEIGHBOURS), M=concave), BITS, NEIGHBOURS),
    Reduction(
        "epsilon-dp",
        "abstract-dp",
        threshold("abstract-dp", R=pairs_in(NEIGHBOURS), q=lambda e: lambda a, b: a <= e.exp() * b),
        BITS,
        NEIGHBOURS,
    ),
    Reduction(
        "epsilon-dp",
        "extended-divergence-dp",
        threshold(
            "extended-divergence-dp",
            f=hockey_stick,
            d=Made(lambda _: lambda a, b: 0 if a == b or (a, b) in NEIGHBOURS else math.inf),
            epsilon=1,
        ),
        BITS,
        NEIGHBOURS,
    ),
    Reduction(
        "epsilon-dp",
        "bounded-concentrated-dp",
        lambda m: NOTIONS["bounded-concentrated-dp"].tightest(m, rho=0, omega="inf").value,
        BITS,
        NEIGHBOURS,
    ),
    Reduction(
        "epsilon-dp", "constrained-dp", tightest("constrained-dp", d=distance_one(NEIGHBOURS), Delta="3/2"), BITS, NEIGHBOURS
    ),
    Reduction("epsilon-dp", "smooth-dp", tightest("smooth-dp", d="edit"), BITS, NEIGHBOURS),
    Reduction(
        "epsilon-dp",
        "input-discriminative-dp",
        largest("input-discriminative-dp", "Psi", epsilonbar=lambda _: 1),
        BITS,
        NEIGHBOURS,
    ),
    Reduction(
        "epsilon-dp",
        "pufferfish-privacy",
        tightest("pufferfish-privacy", Theta=halves(NEIGHBOURS), Phi=Made(lambda m: [([a], [b]) for a, b in NEIGHBOURS])),
        BITS,
        NEIGHBOURS,
    ),
    Reduction(
        "epsilon-dp",
        "distribution-privacy",
        tightest("distribution-privacy", Theta=point_pairs(NEIGHBOURS), delta=0),
        BITS,
        NEIGHBOURS,
    ),
    Reduction(
        "epsilon-dp",
        "probabilistic-distribution-privacy",
        tightest("probabilistic-distribution-privacy", Theta=point_pairs(NEIGHBOURS), delta=0),
        BITS,
        NEIGHBOURS,
    ),
    Reduction(
        "epsilon-dp",
        "divergence-distribution-privacy",
        threshold("divergence-distribution-privacy", Theta=point_pairs(NEIGHBOURS), f=hockey_stick, epsilon=0),
        BITS,
        NEIGHBOURS,
    ),
    Reduction(
        "epsilon-dp",
        "extended-distribution-privacy",
        tightest("extended-distribution-privacy", Theta=point_pairs(NEIGHBOURS), d=[1] * len(NEIGHBOURS)),
        BITS,
        NEIGHBOURS,
    ),
    Reduction(
        "epsilon-dp",
        "extended-divergence-distribution-privacy",
        threshold(
            "extended-divergence-distribution-privacy",
            Theta=point_pairs(NEIGHBOURS),
            f=hockey_stick,
            d=[1] * len(NEIGHBOURS),
            epsilon=0,
        ),
        BITS,
        NEIGHBOURS,
    ),
    Reduction(
        "epsilon-dp",
        "individual-dp",
        lambda m: greatest([NOTIONS["individual-dp"].tightest(m, D=d).value for d in m.datasets]),
        BITS,
        NEIGHBOURS,
    ),
    Reduction(
        "unbounded-dp",
        "per-instance-dp",
        lambda m: greatest([NOTIONS["per-instance-dp"].tightest(m, D=d, t=t).value for d in m.datasets for t in m.records]),
        BITS,
        ADDED,
    ),
    Reduction("unbounded-dp", "client-dp", tightest("client-dp", owner=lambda r: r), LETTERS, ADDED_LETTERS),
    Reduction(
        "unbounded-dp",
        "element-level-dp",
        tightest("element-level-dp", owner=lambda r: r, element=lambda _: 0),
        LETTERS,
        ADDED_LETTERS,
    ),
    Reduction(
        "unbounded-dp",
        "outlier-privacy",
        largest("outlier-privacy", "epsilon", outlierness=lambda _r, _d: 1),
        LETTERS,
        ADDED_LETTERS,
    ),
    Reduction(
        "bounded-dp",
        "active-partial-knowledge-dp",
        tightest("active-partial-knowledge-dp", Theta=Made(known_rest), delta=0),
        FULL,
        REPLACED,
    ),
    Reduction(
        "bounded-dp",
        "passive-partial-knowledge-dp",
        tightest("passive-partial-knowledge-dp", Theta=Made(known_rest), delta=0),
        FULL,
        REPLACED,
    ),
    Reduction("bounded-dp", "noiseless-privacy", tightest("noiseless-privacy", Theta=Made(known_rest)), FULL, REPLACED),
    Reduction("bounded-dp", "causal-dp", tightest("causal-dp", Theta=Made(known_rest)), FULL, REPLACED),
    Reduction(
        "bounded-dp", "bayesian-dp-ll12", tightest("bayesian-dp-ll12", prior={0: F(1, 3), 1: F(2, 3)}, k=1), FULL, REPLACED
    ),
    Reduction("bounded-dp", "correlated-dp", tightest("correlated-dp", A=(UNIFORM, "nothing")), FULL, REPLACED),
    Reduction("bounded-dp", "prior-dp", tightest("prior-dp", A=[(UNIFORM, 0, [1]), (UNIFORM, 1, [0])]), FULL, REPLACED),
    Reduction(
        "bounded-dp",
        "profile-based-dp",
        tightest("profile-based-dp", Theta=[({0: 1}, {1: 1}), ({1: 1}, {0: 1})], delta=0),
        [(0,), (1,)],
        REPLACED,
    ),
    Reduction(
        "bounded-dp",
        "free-lunch-privacy",
        tightest("free-lunch-privacy"),
        [(0,), (1,), (2,)],
        {(a, b) for a in [(0,), (1,), (2,)] for b in [(0,), (1,), (2,)] if a != b},
    ),
    Reduction(
        "bounded-dp",
        "distributional-privacy-rot10",
        tightest("distributional-privacy-rot10", gamma=0),
        [(0,), (1,), (2,)],
        {((x,), (y,)) for x in range(3) for y in range(3) if x != y},
    ),
    Reduction(
        "bounded-dp",
        "aposteriori-noiseless-privacy",
        tightest("aposteriori-noiseless-privacy", Theta=extremes({((0,), (1,))})),
        [(0,), (1,)],
        REPLACED,
        1e-6,
    ),
    Reduction(
        "bounded-dp",
        "information-privacy-dpcf12",
        tightest("information-privacy-dpcf12", Theta=extremes({((0,), (1,))})),
        [(0,), (1,)],
        REPLACED,
        1e-6,
    ),
    Reduction(
        "epsilon-dp",
        "distributional-privacy-zlw09",
        tightest("distributional-privacy-zlw09", d=distance_one(NEIGHBOURS), Delta=2),
        BITS,
        {(a, b) for a, b in NEIGHBOURS if set(a) & set(b)},
    ),
)
"""Reductions that follow from several claims, or from a statement."""


def log_below(epsilon: Real) -> Real:
    """A little less, still the logarithm of a rational number."""
    factor = epsilon.exp().rational
    assert factor is not None
    return real(1 + (factor - 1) * F(999, 1000)).log()


BY_FUNCTION = {
    "d-privacy",
    "personalized-dp",
    "tailored-dp",
    "outlier-privacy",
    "input-discriminative-dp",
    "f-dp",
    "strong-federated-f-dp",
    "weak-federated-f-dp",
    "generic-dp-kl10",
    "abstract-dp",
}
HERE = {c.notion for c in (*PAIRS, *CASES)} | BY_FUNCTION
"""What this file covers."""
