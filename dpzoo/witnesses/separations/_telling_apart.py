"""What a mechanism violates that tells two neighbouring datasets apart for certain.

Let M give different outputs, each with probability 1, on datasets A and B that differ in the value of one record. Then M violates
the notions below at every proper value, once their structural parameter (a prior, a policy, a relation) is chosen about A and B.
Separations whose subject looks elsewhere share this half of their argument.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from dpzoo.witnesses.declared import Samples
from dpzoo.witnesses.prelude import *

Dataset = tuple[Any, ...]


@dataclass(frozen=True)
class TellsApart:
    """A mechanism on a complete domain, and two of its datasets that it tells apart: B has another value than A of one record.

    B may also lack the first record of A. Some arguments go on with mechanisms made of ``M``, or with one that publishes one of
    many values; ``subject`` is then called with each of them and the prior in use, so that the witness checks that these, too,
    satisfy the separation's subject.
    """

    M: FiniteMechanism
    A: Dataset
    B: Dataset
    subject: Callable[[FiniteMechanism, tuple[Prior, ...]], None] = lambda mechanism, theta: None
    whole: FiniteMechanism | None = None
    """The mechanism of the subject, where ``M`` is its restriction to some datasets."""
    many: Callable[[int], FiniteMechanism] | None = None
    """For each N a mechanism that tells N datasets apart; if not given, it publishes a first record of one of N values."""
    views: tuple[Callable[[Any], Any], Callable[[Any], Any]] = (lambda d: (), lambda d: d[0])
    """What aggregation shows of those datasets, and what is private: there it tells one from the others."""
    at: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    """Structural parameters of notions that are not the usual ones."""

    @property
    def either(self) -> Prior:
        """A or B, each with probability 1/2."""
        return Prior.of({self.A: F(1, 2), self.B: F(1, 2)})

    @property
    def certain(self) -> tuple[Prior, Prior]:
        """A for sure, and B for sure."""
        a, b = (Prior.of({D: F(1)}, f"{show_dataset(D)} for sure") for D in (self.A, self.B))
        return a, b

    @property
    def place(self) -> int:
        """The place of the record in which A and B differ."""
        return next((i for i, (a, b) in enumerate(zip(self.A, self.B, strict=False)) if a != b), 0)

    @property
    def coin(self) -> dict[Any, F]:
        """The law of a record that has A's or B's value."""
        return {self.A[self.place]: F(1, 2), self.B[self.place]: F(1, 2)}

    @property
    def values(self) -> list[Any]:
        """The values of records."""
        return sorted({record for dataset in self.M.datasets for record in dataset})

    def output(self, dataset: Any) -> Any:
        """The output on A or B."""
        return next(o for o in self.M.outputs if self.M.probability(dataset, o) == 1)

    def one_of(self, count: int) -> FiniteMechanism:
        """The mechanism that tells ``count`` datasets apart."""
        return self.many(count) if self.many else deterministic([(x, *self.A[1:]) for x in range(count)], lambda d: d)


NO_EPSILON: Mapping[str, Callable[[TellsApart], dict[str, Any]]] = MappingProxyType(
    {  # at these values the least ε is infinite
        "epsilon-dp": lambda p: {},
        "one-sided-dp": lambda p: {"P": p.values},
        "blowfish-privacy": lambda p: {"G": list(combinations(p.values, 2))},
        "sensitivity-induced-dp": lambda p: {"f": lambda d: 0},
        "bayesian-dp-ll12": lambda p: {"prior": p.coin, "k": 0},
        "bayesian-dp-ysn15": lambda p: {"A": p.either},
        "correlated-dp": lambda p: {"A": (p.either, "nothing")},
        "on-average-kl-privacy": lambda p: {"Theta": [p.coin]},
        "causal-dp": lambda p: {"Theta": [p.either]},
        "negative-membership-privacy": lambda p: {"Theta": [p.either]},
        "pufferfish-privacy": lambda p: {"Theta": [p.either], "Phi": [([p.A], [p.B])]},
        "distributional-dp": lambda p: {"Theta": [p.either]},
        "prior-dp": lambda p: {"A": [(p.either, p.place, ())]},
        "per-instance-dp": lambda p: {"D": p.A[1:], "t": p.A[0]},
        "induced-neighbors-dp": lambda p: {"I_Q": p.M.datasets},
        "distributional-privacy-zlw09": lambda p: {"d": lambda a, b: 0, "Delta": F(1, 100)},
    }
)
_WHATEVER: Mapping[str, str] = MappingProxyType(
    {
        "bayesian-dp-ll12": "a larger k compares these datasets, too",
        "distributional-privacy-zlw09": "d is 0, so that every Δ compares the same datasets",
    }
)
NO_DELTA: Mapping[str, Callable[[TellsApart], dict[str, Any]]] = MappingProxyType(
    {  # at these values the least δ is 1, even with ε = ∞
        "approximate-dp": lambda p: {},
        "weak-bayesian-dp": lambda p: {"prior": dict.fromkeys(p.values, F(1, len(p.values)))},
        "passive-partial-knowledge-dp": lambda p: {"Theta": [p.either]},
        "distribution-privacy": lambda p: {"Theta": [p.certain, p.certain[::-1]]},
        "profile-based-dp": lambda p: {"Theta": [({p.A[0]: 1}, {p.B[0]: 1}), ({p.B[0]: 1}, {p.A[0]: 1})]},
    }
)
NO_SIMULATOR: Mapping[str, Callable[[TellsApart], dict[str, Any]]] = MappingProxyType(
    {  # one of N values is published: for N large enough the least ε is infinite
        "inference-based-distributional-dp": lambda p: {},
        "inference-based-coupled-worlds-privacy": lambda p: {"Gamma": [p.views]},
        "typical-stability": lambda p: {"gamma": F(1, 2)},
    }
)
SAMPLED = Samples(
    {
        "inference-based-distributional-dp inference-based-coupled-worlds-privacy typical-stability": "N",
        "distributional-privacy-rot10": "N",
        "adversarial-privacy": "p",
        "capacity-bounded-dp": "c",
        "abstract-dp": "q",
        "dp-under-sampling": "β",
    }
)
"""What is tried at some values only, by the notion that is violated."""


def violates(check: Check, told: TellsApart, names: Iterable[str]) -> None:
    """The steps that show for each notion that M, or its like, violates it at every proper value."""
    for y in names:
        if y in NO_EPSILON:
            check.least(y, told.M, INFINITY, **told.at.get(y, NO_EPSILON[y](told)))
            if y in _WHATEVER:
                check.every_level(y, _WHATEVER[y])
        elif y in NO_DELTA:
            check.least(y, told.M, 1, epsilon="inf", **told.at.get(y, NO_DELTA[y](told)))
        elif y in NO_SIMULATOR:
            _one_of_many(check, told, y)
        else:
            VIOLATED[y](check, told)


PUBLISHED = deterministic(complete_domain("tu", 2), lambda d: d)
"""The mechanism that publishes the dataset, here of at most two records."""
ONE, OTHER = ("t",), ("u",)


def publishes(
    check: Check,
    subject: str,
    at: str = "",
    *,
    by: FiniteMechanism = PUBLISHED,
    read_as: FiniteMechanism | None = None,
    **values: Any,
) -> None:
    """The steps that M satisfies the subject without loss (``at`` says where), and violates the objects of the claims.

    M is ``by``, which the subject may see with its outputs under other names, ``read_as``.
    """
    check.show("M", by)
    check.least(subject, by if read_as is None else read_as, 0, at, **values)
    violates(check, TellsApart(by, ONE, OTHER), check.denied)


def publishes_whatever(
    check: Check, satisfied: Callable[[FiniteMechanism, tuple[Prior, ...]], None], without: tuple[str, ...] = ()
) -> None:
    """The same where ``satisfied`` checks the subject, for M and again for what the objects are tried with.

    ``without`` names objects that the witness refutes itself.
    """
    told = TellsApart(PUBLISHED, ONE, OTHER, satisfied)
    check.show("M", PUBLISHED)
    satisfied(PUBLISHED, (told.either, *told.certain))
    violates(check, told, [y for y in check.denied if y not in without])


def _one_of_many(check: Check, told: TellsApart, y: str) -> None:
    for N in (3, 4):  # for any δ, γ < 1 take N with (1 - γ)(1 - δ)N > 1
        many = told.one_of(N)
        theta, delta = Prior.of({D: F(1, N) for D in many.datasets}), 1 - F(2, N) - F(1, 100)
        told.subject(many, (theta,))
        check.least(y, many, INFINITY, f"{N} values", Theta=[theta], delta=delta, **NO_SIMULATOR[y](told))


def _adversarial(check: Check, told: TellsApart) -> None:
    for p in (F(1, 4), F(1, 100), F(1, 10**6)):  # for any ε and δ < 1 take p below (1 - δ)/e^ε
        theta = Prior.of({told.B: 1 - p, told.A: p})
        told.subject(told.M, (theta,))
        check.least("adversarial-privacy", told.M, log_of(F(1, 2) / p), f"p = {p}", Theta=[theta], delta=F(1, 2))


def _capacity_bounded(check: Check, told: TellsApart) -> None:
    for c in (10, 1000):  # H has all functions: c on one output and 0 elsewhere, for every c
        test = {o: c if o == told.output(told.A) else 0 for o in told.M.outputs}
        found = notions["capacity-bounded-dp"].tightest(told.M, f="kl", H=[test])
        check.at_least(f"capacity-bounded-dp: the least ε, by the test function {c}", found, c - 1)


def _weak_federated(check: Check, told: TellsApart) -> None:
    shares = deterministic([(D, ()) for D in (told.A, told.B)], lambda d: (None, told.output(d[0])))
    best: Any = notions["weak-federated-f-dp"].tightest(shares, C=2)
    text = "weak-federated-f-dp, M on the first client's data: the largest f at 0 (so f = 0)"
    check.equal(text, best.value(F(0)), 0, of=best)
    check.every_level("weak-federated-f-dp", "f = 0 is the only trade-off function that is 0 at 0")


def _subspace(check: Check, told: TellsApart) -> None:
    numbers = told.M.post_process({o: k for k, o in enumerate(told.M.outputs)})
    check.least("subspace-dp", numbers, 1, "outputs numbered, V the whole line", V=[[1]], epsilon="inf")


def _abstract(check: Check, told: TellsApart) -> None:
    for a, b in ((F(1, 3), F(1, 2)), (F(1, 7), F(0)), (F(0), F(1))):  # q is false at some (a, b)
        first = told.output(told.A)
        M = told.whole or told.M
        yes = M.post_process({o: {"yes": w, "no": 1 - w} for o in M.outputs for w in [a if o == first else b]})
        told.subject(yes, told.certain)
        found: Any = notions["abstract-dp"].holds(yes, R=[(told.A, told.B)], q=lambda x, y: (x, y) != (a, b))
        check.false(f"abstract-dp: yes with probability {a} or {b} violates a q that is false there", found)


def _pseudo_metric(check: Check, told: TellsApart) -> None:
    notion: Any = notions["pseudo-metric-dp"]
    pairs = combinations(told.M.datasets, 2)
    asked = [notion.tightest(told.M, d={(D, E): 1, (E, D): 1}, epsilon="inf") for D, E in pairs]
    check.true("pseudo-metric-dp: on every pair δ·d ≥ 1 is needed, for any ε", all(t.value == 1 for t in asked), of=asked)
    check.every_level("pseudo-metric-dp", "where δ·d ≥ 1 on every pair, nothing is asked")


def _extended_divergence(check: Check, told: TellsApart) -> None:
    notion: Any = notions["extended-divergence-dp"]
    asked = [notion.tightest(told.M, f="kl", d={pair: 1}) for pair in permutations(told.M.datasets, 2)]
    text = "extended-divergence-dp: on every pair the divergence is infinite"
    check.true(text, all(t.value == INFINITY for t in asked), of=asked)
    check.every_level("extended-divergence-dp", "an infinite divergence is not a multiple of a finite d")


def _distances(y: str, **fixed: Any) -> Callable[[Check, TellsApart], None]:
    def steps(check: Check, told: TellsApart) -> None:
        told.subject(told.M, told.certain)
        for pair in permutations(told.certain, 2):  # one of them is at a finite distance, here 1; no other would do
            check.least(y, told.M, INFINITY, f"{pair[0].name} or {pair[1].name}", Theta=[pair], d=[1], **fixed)

    return steps


def _rot10(check: Check, told: TellsApart) -> None:
    for N in (3, 4):  # for any γ < 1 take N with γ < 1 - 1/N
        many = deterministic([(x,) for x in range(N)], lambda d: d)
        told.subject(many, (Prior.of({D: F(1, N) for D in many.datasets}),))
        check.least(
            "distributional-privacy-rot10", many, INFINITY, f"π uniform on {N}, γ < 1 - 1/{N}", gamma=1 - F(1, N) - F(1, 100)
        )


def _input_discriminative(check: Check, told: TellsApart) -> None:
    found: Any = notions["input-discriminative-dp"].tightest(told.M, epsilonbar=lambda d: 0)
    check.equal("input-discriminative-dp, one level for all: the least Ψ", found.value[0.0, 0.0], INFINITY, of=found)
    check.every_level("input-discriminative-dp", "Ψ must be infinite at the only level that there is")


def _outlier(check: Check, told: TellsApart) -> None:
    found: Any = notions["outlier-privacy"].tightest(told.M, outlierness=lambda r, d: 0)
    check.equal("outlier-privacy, one degree for all: the least ε", found.value[0], INFINITY, of=found)
    check.every_level("outlier-privacy", "ε must be infinite at the only degree that there is")


def _under_sampling(check: Check, told: TellsApart) -> None:
    for beta in (F(1, 100), F(1, 2), F(1)):  # any β > 0 samples everything with positive probability
        check.least("dp-under-sampling", told.M, INFINITY, beta=beta)


def _tailored(check: Check, told: TellsApart) -> None:
    least: Any = notions["tailored-dp"].tightest(told.M)
    infinite = all(v == INFINITY for v in least.value.values())  # for each record and dataset
    check.true("tailored-dp: the least Ψ is infinite for each", infinite, of=least)
    check.every_level("tailored-dp", "a proper Ψ is finite for some record and dataset")


VIOLATED: Mapping[str, Callable[[Check, TellsApart], None]] = MappingProxyType(
    {
        "adversarial-privacy": _adversarial,
        "capacity-bounded-dp": _capacity_bounded,
        "weak-federated-f-dp": _weak_federated,
        "subspace-dp": _subspace,
        "abstract-dp": _abstract,
        "pseudo-metric-dp": _pseudo_metric,
        "extended-divergence-dp": _extended_divergence,
        "extended-distribution-privacy": _distances("extended-distribution-privacy"),
        "extended-divergence-distribution-privacy": _distances("extended-divergence-distribution-privacy", f="kl"),
        "distributional-privacy-rot10": _rot10,
        "input-discriminative-dp": _input_discriminative,
        "outlier-privacy": _outlier,
        "dp-under-sampling": _under_sampling,
        "tailored-dp": _tailored,
    }
)
"""Beside those of :data:`NO_EPSILON`, :data:`NO_DELTA` and :data:`NO_SIMULATOR`."""
