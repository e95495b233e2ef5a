"""The five blocks, run: one small mechanism, and what happens to its numbers when a single block is changed.

Each :class:`Experiment` names a mechanism, a notion and what is fixed; the page shows what the notion itself computes.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache
from itertools import product
from typing import Any

from dpzoo.blocks.finite_mechanism import Dataset, FiniteMechanism, Output, complete_domain
from dpzoo.blocks.priors import Prior
from dpzoo.notions.executable import Executable
from dpzoo.notions.registry import executables
from dpzoo.notions.results import Tightest
from dpzoo.numbers.real import Real
from dpzoo.site.running import latex_of, worst_in_words
from dpzoo.zoo.zoo import Zoo

Law = Mapping[Output, Fraction]

TRUTH = Fraction(3, 4)
_HALF = Fraction(1, 2)
_PAIRS = complete_domain((0, 1), most=2, least=2)


# mechanisms ---------------------------------------------------------------------------------------------------------


def answers(*truth: Fraction) -> FiniteMechanism:
    """Randomized response on two bits; person i tells the truth with the i-th probability, by default 3/4."""
    return FiniteMechanism.from_function(_PAIRS, lambda d: _said(d, truth or (TRUTH, TRUTH)))


def up_to_two_people() -> FiniteMechanism:
    """Randomized response of everybody who is there: at most two people."""
    return FiniteMechanism.from_function(complete_domain((0, 1), most=2), lambda d: _said(d, (TRUTH, TRUTH)))


def two_seats() -> FiniteMechanism:
    """The number of ones among the answers of two seats; an empty seat answers with a fair coin."""

    def law(d: Dataset) -> Law:
        chances: dict[Output, Fraction] = {}
        for said, chance in _said((*d, *(0,) * (2 - len(d))), tuple([TRUTH] * len(d) + [_HALF] * (2 - len(d)))).items():
            ones = str(said).count("1")
            chances[ones] = chances.get(ones, Fraction(0)) + chance
        return chances

    return FiniteMechanism.from_function(complete_domain((0, 1), most=2), law)


def two_named_seats() -> FiniteMechanism:
    """The answers of Ann's seat and of Bob's; Bob tells the truth with probability 9/10, an empty seat tosses a coin."""
    truth = {"Ann": TRUTH, "Bob": Fraction(9, 10)}
    choices = [[(), (f"{name} = 0",), (f"{name} = 1",)] for name in truth]

    def law(d: Dataset) -> Law:
        bits = {_owner(r): int(str(r)[-1]) for r in d}
        return _said(tuple(bits.get(n, 0) for n in truth), tuple(p if n in bits else _HALF for n, p in truth.items()))

    return FiniteMechanism.from_function([a + b for a, b in product(*choices)], law)


def ones_always_say_so() -> FiniteMechanism:
    """Whoever has a 1 says 1; whoever has a 0 says 0 with probability 3/4."""
    law = {0: {"0": TRUTH, "1": 1 - TRUTH}, 1: {"1": Fraction(1)}}
    return FiniteMechanism.from_function(
        _PAIRS,
        lambda d: {a + b: law[d[0]][a] * law[d[1]][b] for a in law[d[0]] for b in law[d[1]]},  # type: ignore[index]
    )


def both_ones() -> FiniteMechanism:
    """Whether both bits are 1, without noise."""
    return FiniteMechanism.deterministic(_PAIRS, lambda d: "yes" if d == (1, 1) else "no")


def equal_bits() -> FiniteMechanism:
    """Whether the two bits are equal, without noise."""
    return FiniteMechanism.deterministic(_PAIRS, lambda d: "equal" if d[0] == d[1] else "different")


def _said(bits: Dataset, truth: tuple[Fraction, ...]) -> Law:
    """The chance of each sequence of answers, such as "01"."""
    law: dict[Output, Fraction] = {}
    for said in product((0, 1), repeat=len(bits)):
        chance = Fraction(1)
        for answer, bit, p in zip(said, bits, truth, strict=False):
            chance *= p if answer == bit else 1 - p
        law["".join(map(str, said)) or "nothing"] = chance
    return law


def _owner(record: Hashable) -> str:
    return str(record).partition(" ")[0]


# attackers ----------------------------------------------------------------------------------------------------------

_FAIR: Mapping[Any, Fraction] = {0: _HALF, 1: _HALF}
INDEPENDENT = Prior.independent([_FAIR, _FAIR], "independent fair bits")
EQUAL = Prior.of({(0, 0): _HALF, (1, 1): _HALF}, "equal bits")
TOLD = Prior(
    {(d, told): Fraction(1, 8) for d in _PAIRS for told in ("nothing", "equal" if d[0] == d[1] else "different")},
    "fair bits",
)
_FIRST_BIT = [[[(0, 0), (0, 1)], [(1, 0), (1, 1)]]]
_SAME_SUM = [(0, 1), (1, 0)]


# experiments --------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Experiment:
    """One choice of the blocks: in words (with formulas), the notion, the mechanism, and what the notion needs."""

    words: str
    notion: str
    mechanism: Callable[[], FiniteMechanism] = answers
    given: Mapping[str, Any] = field(default_factory=dict)


EXPERIMENTS: Mapping[str, tuple[Experiment, ...]] = {
    "domain": (
        Experiment("Exactly two people take part: the four pairs of bits.", "epsilon-dp"),
        Experiment(
            "Zero, one or two people take part, and everybody who does answers. Now the number of answers tells how many "
            "there were.",
            "epsilon-dp",
            up_to_two_people,
        ),
        Experiment(
            "What goes in is no longer a dataset but what the attacker believes about it: here, two independent fair bits. It "
            "does not help: each answer speaks of one bit only.",
            "noiseless-privacy",
            given={"Theta": [INDEPENDENT]},
        ),
        Experiment(
            "The attacker knows that the two bits are equal, as with twins. Now both answers speak of the same bit. The "
            "secret is whether the first bit is 0 (first statement) or 1 (second statement).",
            "pufferfish-privacy",
            given={"Theta": [EQUAL], "Phi": _FIRST_BIT},
        ),
        Experiment("Another mechanism: it says, without any noise, whether the two bits are equal.", "epsilon-dp", equal_bits),
        Experiment(
            "The same exact answer, against the attacker who believes in independent fair bits: it says nothing about either "
            "of them. The attacker's own uncertainty does the work of noise.",
            "noiseless-privacy",
            equal_bits,
            {"Theta": [INDEPENDENT]},
        ),
    ),
    "scope": (
        Experiment("One universe: every dataset is compared with its neighbours.", "epsilon-dp"),
        Experiment(
            "The sum of the bits is public, and it is 1. Only (0, 1) and (1, 0) remain, and no change of a single record "
            "leads from one to the other: the promise is empty.",
            "blowfish-privacy",
            given={"G": [(0, 1)], "I_Q": _SAME_SUM},
        ),
        Experiment(
            "The sum is public, and two datasets that comply are neighbours if no other lies between them. Now both bits "
            "change at once.",
            "induced-neighbors-dp",
            given={"I_Q": _SAME_SUM},
        ),
        Experiment("Another mechanism: it says, without noise, whether both bits are 1.", "epsilon-dp", both_ones),
        Experiment(
            "The same exact answer, but only the actual dataset (0, 0) is compared with its neighbours: the answer is *no* on "
            "all of them. Had the data been (1, 1), $\\varepsilon$ would be infinite.",
            "individual-dp",
            both_ones,
            {"D": (0, 0)},
        ),
    ),
    "unit": (
        Experiment("One person's bit is replaced.", "bounded-dp"),
        Experiment("The records of a group of two are replaced.", "group-privacy", given={"c": 2}),
        Experiment(
            "Any two datasets are one unit apart. With two people this is the group of two; with $n$ it would be $n \\ln 3$.",
            "free-lunch-privacy",
        ),
        Experiment(
            "For people to come and go, an empty seat answers with a fair coin, and only the number of ones is published. One "
            "person is added or removed …",
            "unbounded-dp",
            two_seats,
        ),
        Experiment("… or, in the same mechanism, replaced: a removal and an addition in one step.", "bounded-dp", two_seats),
        Experiment(
            "Another mechanism: who has a 1 says so; who has a 0 says so with probability 3/4. Hearing 0 settles the matter.",
            "epsilon-dp",
            ones_always_say_so,
        ),
        Experiment(
            "In the same mechanism only the value 1 is sensitive, and the unit has a direction: from a person with a 1 to one "
            "without.",
            "one-sided-dp",
            ones_always_say_so,
            {"P": [1]},
        ),
    ),
    "standard": (
        Experiment("The largest log-ratio of the probabilities of an event.", "epsilon-dp"),
        Experiment(
            "A ratio of up to $2 = e^{\\ln 2}$ is free. What an event's probability has beyond twice the other one is $\\delta$.",
            "approximate-dp",
            given={"epsilon": "log(2)"},
        ),
        Experiment("The largest difference of the probabilities of an event.", "total-variation-privacy"),
        Experiment("The log-ratio on average.", "kl-privacy"),
        Experiment("The Rényi divergence of order 2: an average that weighs large ratios more.", "renyi-dp", given={"alpha": 2}),
        Experiment("All Rényi divergences at once, each divided by its order.", "zero-concentrated-dp", given={"xi": 0}),
        Experiment(
            "At least as hard to tell apart as two normal laws of variance 1 whose means are $\\mu$ apart.",
            "gaussian-dp",
        ),
        Experiment("The distance from the smallest log-ratio to the largest.", "range-bounded-privacy"),
    ),
    "intensity": (
        Experiment("The truth with probability 3/5.", "epsilon-dp", lambda: answers(Fraction(3, 5), Fraction(3, 5))),
        Experiment("The truth with probability 3/4.", "epsilon-dp"),
        Experiment("The truth with probability 9/10.", "epsilon-dp", lambda: answers(Fraction(9, 10), Fraction(9, 10))),
        Experiment(
            "A level for each person. Ann tells the truth with probability 3/4, Bob with 9/10; either may stay away, and an "
            "empty seat answers with a fair coin.",
            "personalized-dp",
            two_named_seats,
            {"owner": _owner},
        ),
        Experiment("A level for each pair of datasets, a metric: the farther apart, the easier to tell.", "d-privacy"),
        Experiment(
            "One level per unit of a distance, here the number of records that differ: the whole metric in one number.",
            "smooth-dp",
            given={"d": "edit"},
        ),
    ),
    "aggregation": (
        Experiment(
            "For every event: how far its probability is beyond twice the other one.",
            "approximate-dp",
            given={"epsilon": "log(2)"},
        ),
        Experiment(
            "First all outputs whose ratio is above 2 are put aside, then their whole probability is counted.",
            "probabilistic-dp",
            given={"epsilon": "log(2)"},
        ),
        Experiment(
            "The data are drawn first: two fair bits, and a third to replace one of them. $\\gamma$ is the probability of a "
            "draw on which the loss is above $\\ln 2$; in the other half nothing changes.",
            "random-dp",
            given={"prior": _FAIR, "epsilon": "log(2)"},
        ),
        Experiment(
            "An attacker with fair bits in mind is told, with probability 1/2, whether the two are equal. Active: the "
            "attacker picks what to be told, so the worst case counts.",
            "active-partial-knowledge-dp",
            given={"Theta": [TOLD], "epsilon": "log(2)"},
        ),
        Experiment(
            "Passive: what the attacker is told is luck, and $\\delta$ averages over it.",
            "passive-partial-knowledge-dp",
            given={"Theta": [TOLD], "epsilon": "log(2)"},
        ),
    ),
}


@dataclass(frozen=True)
class ExperimentOutcome:
    """The result of an experiment. ``numbers`` are pairs of LaTeX and, where the exact form is not the decimal, a decimal."""

    experiment: Experiment
    numbers: tuple[tuple[str, str], ...]
    at: tuple[str, ...]
    certainty: str
    worst: str


@cache
def _run(block: str) -> tuple[Tightest, ...]:
    results = []
    for e in EXPERIMENTS[block]:
        run: Executable = executables()[e.notion]
        result = run.tightest(e.mechanism(), **e.given)
        assert isinstance(result, Tightest)
        results.append(result)
    return tuple(results)


def outcomes(zoo: Zoo, block: str) -> list[ExperimentOutcome]:
    """The experiments of one block (or of the order of quantifiers, "aggregation"), run."""
    found = []
    for experiment, result in zip(EXPERIMENTS[block], _run(block), strict=True):
        symbols = zoo[experiment.notion].record.symbols
        symbol = symbols[result.parameter]
        found.append(
            ExperimentOutcome(
                experiment,
                tuple(_number(symbol, at, value) for at, value in _levels(result)),
                tuple(f"{symbols[n]} {latex_of(v)[0]}" for n, v in result.fixed.items()),
                result.certainty.value,
                "no pair is compared" if result.nothing else worst_in_words(result.worst),
            )
        )
    return found


def _levels(result: Tightest) -> list[tuple[str, Real]]:
    """The value; of a function, one argument for each value that it takes."""
    if not isinstance(result.value, Mapping):
        return [("", result.value)]
    found: dict[str, tuple[str, Real]] = {}
    for key, value in result.value.items():
        found.setdefault(str(value), (_argument(key), value))
    return sorted(found.values(), key=lambda level: level[0])


def _argument(key: Any) -> str:
    if isinstance(key, str):
        return rf"(\text{{{key}}})"
    return f"({', '.join(_argument(k) if isinstance(k, tuple) else str(k) for k in key)})"


def _number(symbol: str, argument: str, value: Real) -> tuple[str, str]:
    exact, decimal = latex_of(value)
    return f"{symbol}{argument} {exact}", decimal


def matrix(mechanism: FiniteMechanism) -> list[tuple[Dataset, tuple[Any, ...]]]:
    """The rows of a mechanism, for a table."""
    return list(zip(mechanism.datasets, map(tuple, mechanism.matrix), strict=True))
