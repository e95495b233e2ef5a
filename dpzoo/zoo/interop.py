"""Read the objects of other libraries: OpenDP, dp-accounting, autodp, Opacus, diffprivlib and Tumult.

:func:`read` turns one of their objects into items that :meth:`~dpzoo.zoo.zoo.Zoo.compose` takes; ``zoo.compose`` calls it
itself. :func:`dominating_pairs` and :func:`from_log_pmfs` turn their tables into mechanisms on which every notion runs.
Objects are recognised by their classes' names, so that no library is imported for it; plain data (a dp-accounting event as a
named tuple, the history of an Opacus accountant, a list of spent (ε, δ)) needs no library at all.

>>> from dpzoo.zoo.interop import read
>>> read([(1.1, 0.01, 500), (0.9, 0.01, 100)], library="opacus").items
('poisson(q=0.01, gaussian(sigma=1.1))*500', 'poisson(q=0.01, gaussian(sigma=0.9))*100')
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from decimal import ROUND_CEILING, Context, Decimal
from typing import Any, Final

import numpy as np

from dpzoo.blocks.finite_mechanism import FiniteMechanism
from dpzoo.mechanisms.accounting.errors import AccountingError
from dpzoo.mechanisms.accounting.parts import ADD_OR_REMOVE, ANY_VALUES, AS_GIVEN, REPLACE, USER, Curve, Part

LIBRARIES: Final = {
    "opendp": "opendp",
    "dp_accounting": "dp-accounting",
    "autodp": "autodp",
    "opacus": "opacus",
    "diffprivlib": "diffprivlib",
    "tmlt": "tumult",
}
"""The packages whose objects are read, by the name that their modules begin with."""


class InteropError(AccountingError):
    """An object of a library cannot be read; the message is one sentence."""


@dataclass(frozen=True)
class Reading:
    """What an object of a library is.

    ``items`` are in the language of ``dpzoo compose``. ``parts`` are the descriptions of those items that have no words there
    (a curve, a distribution of losses), by the name that stands for them in ``items``. ``notion`` and ``values`` are given
    where the object is one guarantee, which holds for ``neighbours``; these are as-given where the object does not say.
    ``notes`` say what was assumed.
    """

    library: str
    items: tuple[str, ...] = ()
    notion: str | None = None
    values: Mapping[str, float] = field(default_factory=dict)
    neighbours: str = AS_GIVEN
    notes: tuple[str, ...] = ()
    parts: Mapping[str, Part] = field(default_factory=dict, repr=False, compare=False)

    @property
    def guarantee(self) -> str:
        """The guarantee as ``zoo.convert`` takes it. InteropError if the object is not one guarantee with numbers."""
        if self.notion is None or not self.values:
            raise InteropError("this is not one guarantee with parameters; zoo.compose adds it up to one")
        return f"{self.notion}({', '.join(f'{k}={_outward(v)}' for k, v in self.values.items())})"


def read(
    thing: Any, *, distance: float | None = None, neighbours: str | None = None, library: str | None = None, name: str = "reading"
) -> Reading:
    """What an object of a library is.

    Args:
        thing: an object of one of :data:`LIBRARIES`, or plain data.
        distance: how far two datasets may be apart in the metric of an OpenDP measurement, 1 where nothing is said; for an
            OpenDP measure it is the distance between outputs itself, and needed.
        neighbours: add-or-remove or replace: those that dp-accounting's accountant was set up for; its events do not say.
        library: needed for plain data only: opacus for triples (noise multiplier, sample rate, steps), diffprivlib for pairs
            (ε, δ).
        name: stands for what has no words in the language of items.

    Returns:
        The items for :meth:`~dpzoo.zoo.zoo.Zoo.compose`, the guarantee if it is one, and what was assumed.

    Raises:
        InteropError: it cannot be read; the message is one sentence.

    >>> read([(0.5, 1e-6)], library="diffprivlib").items
    ('approximate(epsilon=0.5, delta=1e-06)',)
    """
    if isinstance(thing, Reading):
        return thing
    if library is None:
        library = next((LIBRARIES[m] for m in map(_root, type(thing).__mro__) if m in LIBRARIES), None)
    if library is None and hasattr(thing, "module_name") and hasattr(thing, "class_name"):
        library = "dp-accounting"  # an event as a named tuple
    if library is None and isinstance(thing, Mapping) and {"history", "mechanism"} <= thing.keys():
        library = "opacus"  # the state of an accountant
    reader = _READERS.get(library or "")
    if reader is None:
        raise InteropError(
            f"{_shown(thing)} is not an object of a library that is read here ({', '.join(LIBRARIES.values())});"
            " for a list of numbers say library='opacus' or library='diffprivlib'"
        )
    if distance is None and library == "opendp" and "Measure" in {c.__name__ for c in type(thing).__mro__}:
        raise InteropError("an OpenDP measure says how outputs are compared, and has no number; give the number as distance")
    found: Reading = reader(thing, distance=1 if distance is None else distance, neighbours=neighbours, name=name)
    return found


def _root(kind: type) -> str:
    return kind.__module__.partition(".")[0]


def _shown(thing: Any) -> str:
    text = repr(thing)
    return text if len(text) <= 60 else f"an object of type {type(thing).__name__}"


def _number(x: Any, what: str) -> float:
    try:
        value = float(x)
    except (TypeError, ValueError, OverflowError):
        raise InteropError(f"{what} is {_shown(x)}, which is not a number") from None
    if math.isnan(value):
        raise InteropError(f"{what} is not a number")
    return value


def _typed(x: Any, what: str) -> str:
    """A parameter as a user typed it: its shortest decimal."""
    value = _number(x, what)
    if math.isinf(value):
        raise InteropError(f"{what} is infinite")
    return repr(int(value)) if value == int(value) and abs(value) < 1e15 else repr(value)


def _outward(x: float) -> str:
    """A number that a library computed, as a decimal that is not below the float."""
    if math.isinf(x):
        return "inf"
    short = repr(float(x))
    exact = Decimal(float(x))
    return short if Decimal(short) >= exact else f"{Context(prec=17, rounding=ROUND_CEILING).plus(exact):e}"


def _count(x: Any, what: str) -> int:
    value = _number(x, what)
    if value != int(value) or value < 0:
        raise InteropError(f"{what} is {_shown(x)}, which is not a whole number")
    return int(value)


# guarantees -------------------------------------------------------------------------------------------------------


def _pure(library: str, epsilon: float, neighbours: str, notes: tuple[str, ...] = ()) -> Reading:
    notion = _PURE.get(neighbours, "epsilon-dp")
    return Reading(library, (f"pure(epsilon={_outward(epsilon)})",), notion, {"epsilon": epsilon}, neighbours, notes)


_PURE: Final = {ADD_OR_REMOVE: "unbounded-dp", REPLACE: "bounded-dp", ANY_VALUES: "local-dp"}
"""Pure DP by its neighbours; ε-DP itself holds for both."""


def _approximate(library: str, epsilon: float, delta: float, neighbours: str, notes: tuple[str, ...] = ()) -> Reading:
    if delta == 0:
        return _pure(library, epsilon, neighbours, notes)
    item = f"approximate(epsilon={_outward(epsilon)}, delta={_outward(delta)})"
    return Reading(library, (item,), "approximate-dp", {"epsilon": epsilon, "delta": delta}, neighbours, notes)


def _concentrated(library: str, rho: float, neighbours: str, notes: tuple[str, ...] = ()) -> Reading:
    values = {"xi": 0.0, "rho": rho}
    return Reading(library, (f"zcdp(rho={_outward(rho)})",), "zero-concentrated-dp", values, neighbours, notes)


def _known_by(name: str, library: str, part: Part, neighbours: str, notes: tuple[str, ...]) -> Reading:
    made = replace(part, text=name, neighbours=neighbours, attained=False)
    return Reading(library, (name,), None, {}, neighbours, notes, {name: made})


def _upper(curve: Callable[[float], Any], limit: float = math.inf) -> Curve:
    """A library's curve as an upper bound: its floats with a margin."""

    def value(x: float) -> float:
        with np.errstate(all="ignore"):
            found = float(curve(x))
        return limit if math.isnan(found) else min(limit, max(0.0, found) * (1 + 1e-12))

    return value


# OpenDP -----------------------------------------------------------------------------------------------------------

_METRICS: Final[Mapping[str, tuple[str, str]]] = {
    "SymmetricDistance": (ADD_OR_REMOVE, "records that are added or removed"),
    "InsertDeleteDistance": (ADD_OR_REMOVE, "records that are inserted or deleted, in order"),
    "ChangeOneDistance": (REPLACE, "records that are replaced"),
    "HammingDistance": (REPLACE, "records that are replaced, in order"),
    "SymmetricIdDistance": (USER, "identifiers whose records are added or removed"),
    "ChangeOneIdDistance": (USER, "identifiers whose records are replaced"),
    "DiscreteDistance": (ANY_VALUES, "whether the values differ"),
}
"""OpenDP's metrics on datasets: the neighbours at distance 1, and what the distance counts."""


def _opendp(thing: Any, *, distance: float, neighbours: str | None, name: str) -> Reading:
    kinds = {c.__name__ for c in type(thing).__mro__}
    if "Measure" in kinds:
        said = () if callable(distance) or hasattr(distance, "delta") else (f"the distance between outputs is {distance}",)
        return _measured(str(thing.type), distance, neighbours or AS_GIVEN, said, name)
    if "PrivacyProfile" in kinds:
        return _measured("SmoothedMaxDivergence", thing, neighbours or AS_GIVEN, (), name)
    if not kinds & {"Measurement", "Odometer"}:
        named = type(thing).__name__
        raise InteropError(f"an OpenDP {named} makes no promise of privacy by itself; a Measurement or a Measure does")
    if "Odometer" in kinds:
        raise InteropError("an OpenDP Odometer has spent only what was asked so far; give its privacy loss with its measure")
    metric = str(thing.input_metric.type).partition("<")[0]
    near, counts = _METRICS.get(metric, (AS_GIVEN, f"{metric} between the inputs"))
    notes = [f"the inputs are {distance} apart, where the distance is {counts}"]
    if near not in {AS_GIVEN, ANY_VALUES} and distance != 1:
        near = AS_GIVEN
    if neighbours is not None and near not in {AS_GIVEN, neighbours}:
        raise InteropError(f"this measurement is for {near}, by its input metric {metric}, and not for {neighbours}")
    try:
        loss = thing.map(distance)
    except Exception as error:  # noqa: BLE001 - the library's own exceptions, and those of what users put into it
        raise InteropError(f"the measurement has no privacy loss at distance {distance}: {_first_line(error)}") from None
    return _measured(str(thing.output_measure.type), loss, neighbours or near, tuple(notes), name)


def _first_line(error: Exception) -> str:
    return next((line.strip().rstrip(".") for line in str(error).splitlines() if line.strip()), type(error).__name__)


def _measured(measure: str, loss: Any, neighbours: str, notes: tuple[str, ...], name: str) -> Reading:
    """A distance between outputs, in an OpenDP measure."""
    plain = "".join(measure.split())
    if plain == "MaxDivergence":
        return _pure("opendp", _number(loss, "the privacy loss"), neighbours, notes)
    if plain == "ZeroConcentratedDivergence":
        return _concentrated("opendp", _number(loss, "the privacy loss"), neighbours, notes)
    if plain in {"Approximate<MaxDivergence>", "FixedSmoothedMaxDivergence"}:
        epsilon, delta = _pair(loss)
        return _approximate("opendp", epsilon, delta, neighbours, notes)
    if plain == "Approximate<ZeroConcentratedDivergence>":
        rho, delta = _pair(loss)
        if delta == 0:
            return _concentrated("opendp", rho, neighbours, notes)
        values = {"delta": delta, "xi": 0.0, "rho": rho}
        said = ", ".join(f"{k}={_outward(v)}" for k, v in values.items())
        item = f"approximate-zero-concentrated-dp({said})"
        return Reading("opendp", (item,), "approximate-zero-concentrated-dp", values, neighbours, notes)
    if plain == "SmoothedMaxDivergence":
        if not hasattr(loss, "delta"):
            raise InteropError("a distance in SmoothedMaxDivergence is a privacy profile δ(ε)")
        return _known_by(name, "opendp", Part(text=name, profile=_upper(loss.delta, 1.0)), neighbours, notes)
    if plain == "RenyiDivergence":
        if not callable(loss):
            raise InteropError("a distance in RenyiDivergence is a function from orders to divergences")
        return _known_by(name, "opendp", Part(text=name, renyi=_upper(loss)), neighbours, notes)
    raise InteropError(f"OpenDP's measure {measure} has no notion here")


def _pair(loss: Any) -> tuple[float, float]:
    if not isinstance(loss, tuple | list) or len(loss) != 2:
        raise InteropError(f"a distance in an approximate measure is a pair (loss, δ), not {_shown(loss)}")
    return _number(loss[0], "the privacy loss"), _number(loss[1], "delta")


# dp-accounting ----------------------------------------------------------------------------------------------------


def _dp_accounting(thing: Any, *, distance: float, neighbours: str | None, name: str) -> Reading:
    if type(thing).__name__ == "PrivacyLossDistribution":
        if not all(bool(p._pessimistic_estimate) for p in _pmfs(thing)):  # noqa: SLF001
            raise InteropError(
                "this distribution understates the losses, so it bounds nothing; build it with pessimistic_estimate=True"
            )
        profile = Part(text=name, profile=_upper(_curve(thing), 1.0))
        return _known_by(name, "dp-accounting", profile, neighbours or AS_GIVEN, ())
    if hasattr(thing, "ledger") and hasattr(thing, "neighboring_relation"):  # an accountant
        relation = _RELATIONS[thing.neighboring_relation.name]
        return _dp_accounting(thing.ledger, distance=distance, neighbours=neighbours or relation, name=name)
    events = _Events(neighbours or ADD_OR_REMOVE, name)
    items = events.items(thing)
    near = events.neighbours
    if not items:
        return Reading("dp-accounting", (), "epsilon-dp", {"epsilon": 0.0}, near, ("nothing was released",))
    return Reading("dp-accounting", tuple(items), None, {}, near, tuple(dict.fromkeys(events.notes)), events.parts)


_RELATIONS: Final = {"ADD_OR_REMOVE_ONE": ADD_OR_REMOVE, "REPLACE_ONE": REPLACE, "REPLACE_SPECIAL": "replace-special"}


class _Events:
    """A dp-accounting event, step by step; ``notes`` and ``parts`` fill while it is read."""

    def __init__(self, neighbours: str, name: str) -> None:
        if neighbours not in _RELATIONS.values():
            raise InteropError(f"dp-accounting's neighbours are {', '.join(_RELATIONS.values())}, and not {neighbours!r}")
        self.neighbours, self.name = neighbours, name
        self.notes: list[str] = []
        self.parts: dict[str, Part] = {}

    def items(self, event: Any) -> list[str]:
        """The items of an event, each with how often it runs."""
        return [item if times == 1 else f"{item}*{times}" for item, times in self._read(event)]

    def _read(self, event: Any) -> list[tuple[str, int]]:
        kind = getattr(event, "class_name", None) or type(event).__name__
        kind = kind.decode() if isinstance(kind, bytes) else str(kind)
        if kind == "NoOpDpEvent":
            return []
        if kind == "NonPrivateDpEvent":
            raise InteropError("a NonPrivateDpEvent promises nothing, and neither does an event that contains one")
        if kind == "ComposedDpEvent":
            return [found for e in event.events for found in self._read(e)]
        if kind == "SelfComposedDpEvent":
            times = _count(event.count, "count")
            return [(item, n * times) for item, n in self._read(event.event)] if times else []
        plain = _EVENTS.get(kind)
        if plain is not None:
            return [(plain(self, event), 1)]
        return [(self._by_the_library(event, kind), 1)]

    def gaussian(self, event: Any) -> str:
        """Its noise multiplier is the noise over the norm of one record, of which a replacement changes two."""
        sigma = _typed(event.noise_multiplier, "noise_multiplier")
        return f"gaussian(sigma={sigma}, sensitivity={self._steps()})" if self._steps() != 1 else f"gaussian(sigma={sigma})"

    def laplace(self, event: Any) -> str:
        """The same; noise on each coordinate of a vector is at most as telling as on one number (ℓ₁)."""
        b = _typed(event.noise_multiplier, "noise_multiplier")
        return f"laplace(b={b}, sensitivity={self._steps()})" if self._steps() != 1 else f"laplace(b={b})"

    def discrete_laplace(self, event: Any) -> str:
        """The parameter a of e^{-a|x|} and a whole sensitivity."""
        steps = _count(event.sensitivity, "sensitivity") * self._steps()
        loss = _typed(event.noise_parameter, "noise_parameter")
        return f"discrete_laplace(epsilon={loss}*{steps}, sensitivity={steps})"

    def response(self, event: Any) -> str:
        """With probability p a uniform answer, else the truth."""
        if self.neighbours == ADD_OR_REMOVE:
            raise InteropError("randomised response compares two values of one record: say neighbours='replace'")
        k = _count(event.num_buckets, "num_buckets")
        p = _typed(event.noise_parameter, "noise_parameter")
        return f"randomized_response(p=1-{p}+{p}/{k}, k={k})"

    def concentrated(self, event: Any) -> str:
        """(ξ, ρ)-zCDP."""
        rho, xi = _typed(event.rho, "rho"), _typed(getattr(event, "xi", 0), "xi")
        return f"zcdp(rho={rho}, xi={xi})" if xi != "0" else f"zcdp(rho={rho})"

    def poisson(self, event: Any) -> str:
        """Poisson sampling, for a record that is there or not."""
        if self.neighbours == REPLACE:
            return self._by_the_library(event, "PoissonSampledDpEvent")  # dpzoo has it for added or removed records
        q = _typed(event.sampling_probability, "sampling_probability")
        return f"poisson(q={q}, {self._inside(event.event)})"

    def without_replacement(self, event: Any) -> str:
        """A sample of fixed size, for replaced records."""
        if self.neighbours != REPLACE:
            raise InteropError("a sample of fixed size is analysed for replaced records: say neighbours='replace'")
        m, n = _count(event.sample_size, "sample_size"), _count(event.source_dataset_size, "source_dataset_size")
        return f"subsample(m={m}, n={n}, {self._inside(event.event)})"

    def tree(self, event: Any) -> str:
        """Sums over a binary tree, in which a record reaches at most one node of each level, as RdpAccountant has it."""
        counts = event.step_counts if isinstance(event.step_counts, Sequence) else [event.step_counts]
        steps = max(_count(c, "step_counts") for c in counts)
        depth = steps.bit_length()  # the least d with 2^d at least steps + 1
        sigma = _typed(event.noise_multiplier, "noise_multiplier")
        self.notes.append("tree aggregation is for a record replaced by the zero record")
        return f"zcdp(rho={depth}/(2*{sigma}**2))"

    def _steps(self) -> int:
        return 2 if self.neighbours == REPLACE else 1

    def _inside(self, event: Any) -> str:
        found = self.items(event)
        if not found:
            raise InteropError("the event on the sample releases nothing")
        return found[0] if len(found) == 1 and "*" not in found[0].rpartition(")")[2] else f"compose({', '.join(found)})"

    def _by_the_library(self, event: Any, kind: str) -> str:
        """What has no words here: the library's own accountant gives its losses, or its Rényi divergences."""
        try:
            import dp_accounting
            from dp_accounting import pld, rdp
        except ImportError:
            raise InteropError(
                f"{kind} is read with dp-accounting's own accountant, which is not installed;"
                " pip install 'dpzoo[accounting]' adds it"
            ) from None
        if not isinstance(event, dp_accounting.DpEvent):
            try:
                event = dp_accounting.DpEvent.from_named_tuple(event)
            except Exception:  # noqa: BLE001 - whatever was put into the tuple
                raise InteropError(f"{kind} is not an event of dp-accounting that is read here") from None
        relation = next(n for n, v in _RELATIONS.items() if v == self.neighbours)
        named = f"{self.name} {len(self.parts) + 1}" if self.parts else self.name
        for make in (pld.PLDAccountant, rdp.RdpAccountant):
            accountant = make(neighboring_relation=dp_accounting.NeighboringRelation[relation])
            if not accountant.supports(event):
                continue
            accountant.compose(event)
            if make is pld.PLDAccountant:
                part = Part(text=named, profile=_upper(_curve(accountant._pld), 1.0))  # noqa: SLF001
            else:
                part = Part(text=named, renyi=_upper(_steps_of(accountant.orders, accountant.rdp)))
            self.parts[named] = replace(part, neighbours=self.neighbours, attained=False)
            self.notes.append(f"{kind} is read as dp-accounting's {make.__name__} gives it")
            return named
        raise InteropError(f"{kind} is supported by neither of dp-accounting's accountants for {self.neighbours}")


def _steps_of(orders: Any, values: Any) -> Curve:
    """D_α from a list of orders: α ↦ D_α does not decrease, so that the next order of the list bounds it."""
    table = sorted(zip(map(float, orders), map(float, values), strict=True))
    return lambda asked: min((v for a, v in table if a >= asked), default=math.inf)


_EVENTS: Final[Mapping[str, Callable[[_Events, Any], str]]] = {
    "GaussianDpEvent": _Events.gaussian,
    "LaplaceDpEvent": _Events.laplace,
    "DiscreteLaplaceDpEvent": _Events.discrete_laplace,
    "RandomizedResponseDpEvent": _Events.response,
    "ZCDpEvent": _Events.concentrated,
    "PoissonSampledDpEvent": _Events.poisson,
    "SampledWithoutReplacementDpEvent": _Events.without_replacement,
    "SingleEpochTreeAggregationDpEvent": _Events.tree,
}


def _pmfs(distribution: Any) -> list[Any]:
    try:
        first, second = distribution._pmf_remove, distribution._pmf_add  # noqa: SLF001 - the library has no public way
    except AttributeError:
        raise InteropError("this version of dp-accounting keeps its distributions in another way") from None
    return [first] if second is first else [first, second]


def _table(pmf: Any) -> tuple[Any, Any, float]:
    """The finite losses in increasing order, their probabilities, and the probability of an infinite one."""
    dense = pmf.to_dense_pmf()
    masses = np.asarray(dense._probs, dtype=float)  # noqa: SLF001
    keep = masses > 0
    losses = (np.arange(len(masses)) + dense._lower_loss)[keep] * dense._discretization  # noqa: SLF001
    return losses, masses[keep], float(dense._infinity_mass)  # noqa: SLF001


def _curve(distribution: Any) -> Curve:
    """δ(ε) of a distribution of losses: E[max(0, 1 - e^{ε - L})], the larger of both orders."""
    tables = [_table(p) for p in _pmfs(distribution)]

    def delta(epsilon: float) -> float:
        found = []
        for losses, masses, never in tables:
            first = int(np.searchsorted(losses, epsilon, side="right"))
            found.append(never + float(-np.dot(masses[first:], np.expm1(epsilon - losses[first:]))))
        return max(found)

    return delta


_ROUNDING: Final = 1e-12
"""What is missing from a sum of probabilities only because floats are rounded."""


def dominating_pairs(distribution: Any) -> tuple[FiniteMechanism, ...]:
    """The pairs of output laws of a dp-accounting ``PrivacyLossDistribution``.

    The outputs are the losses, the row of ``("P",)`` has their probabilities p, that of ``("Q",)`` p·e^{-loss}, and each row's
    rest stands beside them. Floats, kept as logarithms where they are too small. With pessimistic estimates every notion's
    value is an upper bound up to the rounding of floats.

    Args:
        distribution: a ``PrivacyLossDistribution``.

    Returns:
        One mechanism, or one for each order of the neighbours.

    Raises:
        InteropError: it is something else.

    >>> from dp_accounting.pld.privacy_loss_distribution import from_randomized_response
    >>> [len(m.datasets) for m in dominating_pairs(from_randomized_response(0.5, 2))]
    [2]
    """
    if type(distribution).__name__ != "PrivacyLossDistribution":
        raise InteropError(f"{_shown(distribution)} is not a PrivacyLossDistribution of dp-accounting")
    found = []
    for pmf in _pmfs(distribution):
        losses, masses, never = _table(pmf)
        with np.errstate(divide="ignore"):
            p = np.log(masses)
            q = p - losses
            rest = 1.0 - math.fsum(np.exp(q))
            rest = rest if rest > _ROUNDING else 0.0
            first = np.concatenate([p, [np.log(never), -np.inf]])
            second = np.concatenate([q, [-np.inf, np.log(rest)]])
        outputs = [*map(float, losses), math.inf, -math.inf]
        seen = ~(np.isneginf(first) & np.isneginf(second))
        found.append(
            FiniteMechanism.from_log_probabilities(
                [("P",), ("Q",)],
                [o for o, s in zip(outputs, seen, strict=True) if s],
                np.array([first[seen], second[seen]]),
                name="privacy loss distribution",
                neighbours=[(("P",), ("Q",))],
            )
        )
    return tuple(found)


def from_log_pmfs(laws: Mapping[Any, Mapping[Any, float]], *, name: str = "") -> FiniteMechanism:
    """A mechanism from tables of log-probabilities.

    This is the form of dp-accounting's ``from_two_probability_mass_functions`` and of samplers that know their law.

    Args:
        laws: for each dataset, a tuple of records, a mapping of outputs to natural logarithms of their probabilities. An output
            that a table lacks has probability 0.
        name: for people.

    Returns:
        The mechanism, with floating-point probabilities.

    Raises:
        BlockError: a table does not sum to 1.

    >>> from math import log
    >>> from_log_pmfs({(0,): {"a": 0.0}, (1,): {"b": 0.0}}).outputs
    ('a', 'b')
    """
    outputs = list(dict.fromkeys(o for law in laws.values() for o in law))
    logs = [[float(law.get(o, -math.inf)) for o in outputs] for law in laws.values()]
    return FiniteMechanism.from_log_probabilities(list(laws), outputs, logs, name=name)


# autodp -----------------------------------------------------------------------------------------------------------


def _autodp(thing: Any, *, distance: float, neighbours: str | None, name: str) -> Reading:
    if not hasattr(thing, "RenyiDP") or not hasattr(thing, "params"):
        raise InteropError(f"an autodp {type(thing).__name__} makes no promise by itself; a Mechanism does")
    near = {"add_remove": ADD_OR_REMOVE, "replace_one": REPLACE}.get(str(thing.neighboring))
    notes: tuple[str, ...] = ()
    if near is None:
        near, notes = ADD_OR_REMOVE, (f"autodp says {thing.neighboring}: one of the two orders is left out there",)
    if near == ADD_OR_REMOVE and neighbours is not None:
        near = neighbours
    if type(thing).__name__ == "RandresponseMechanism":
        near = ANY_VALUES
    written = _AUTODP.get(type(thing).__name__)
    if written is not None:
        items = written({k: _typed(v, k) for k, v in thing.params.items()})
        return Reading("autodp", items, None, {}, near, notes)
    pure = float(thing.eps_pureDP)
    if math.isfinite(pure) and pure >= 0:
        from dpzoo.numbers.real import real

        part = Part(text=name, renyi=_upper(thing.get_RDP), pure=real(pure))
    else:
        part = Part(text=name, renyi=_upper(thing.get_RDP))
    return _known_by(name, "autodp", part, near, (*notes, "read by its Rényi divergences"))


_AUTODP: Final[Mapping[str, Callable[[Mapping[str, str]], tuple[str, ...]]]] = {
    "GaussianMechanism": lambda p: (f"gaussian(sigma={p['sigma']})",),
    "ExactGaussianMechanism": lambda p: (f"gaussian(sigma={p['sigma']})",),
    "LaplaceMechanism": lambda p: (f"laplace(b={p['b']})",),
    "RandresponseMechanism": lambda p: (f"randomized_response(p={p['p']})",),
    "zCDP_Mechanism": lambda p: (f"zcdp(rho={p['rho']}, xi={p['xi']})",),
    "PureDP_Mechanism": lambda p: (f"pure(epsilon={p['eps']})",),
    "DiscreteGaussianMechanism": lambda p: (f"zcdp(rho={p['rho']}, xi={p['xi']})",),
    "ExponentialMechanism": lambda p: (f"range_bounded(epsilon={p['eps']})",),
    "ComposedGaussianMechanism": lambda p: (f"gaussian(sigma={p['sigma']})*{p['coeff']}",),
    "SubsampleGaussianMechanism": lambda p: (f"poisson(q={p['prob']}, gaussian(sigma={p['sigma']}))*{p['coeff']}",),
}


# plain data -------------------------------------------------------------------------------------------------------


def _opacus(thing: Any, *, distance: float, neighbours: str | None, name: str) -> Reading:
    """An accountant, its state, or its history: triples (noise multiplier, sample rate, steps)."""
    history = thing["history"] if isinstance(thing, Mapping) else getattr(thing, "history", thing)
    if neighbours not in {None, ADD_OR_REMOVE}:
        raise InteropError("Opacus accounts for Poisson batches, whose neighbours are added or removed records")
    if not isinstance(history, Sequence) or isinstance(history, str) or not history:
        raise InteropError(
            "the history of an Opacus accountant is a list of (noise multiplier, sample rate, steps) that is not empty"
        )
    items = []
    for entry in history:
        if not isinstance(entry, Sequence) or isinstance(entry, str) or len(entry) != 3:
            raise InteropError(f"{_shown(entry)} is not a triple (noise multiplier, sample rate, steps)")
        sigma, q = _typed(entry[0], "the noise multiplier"), _typed(entry[1], "the sample rate")
        steps = _count(entry[2], "the number of steps")
        if float(sigma) == 0:
            raise InteropError("a noise multiplier of 0 promises nothing")
        if steps == 0 or q == "0":
            continue
        one = f"gaussian(sigma={sigma})" if q == "1" else f"poisson(q={q}, gaussian(sigma={sigma}))"
        items.append(f"{one}*{steps}" if steps != 1 else one)
    mechanism = thing.get("mechanism") if isinstance(thing, Mapping) else None
    kind = str(mechanism) if mechanism else type(thing).__name__
    notes = ["every batch is a Poisson sample: Opacus draws it so unless poisson_sampling=False"]
    if kind in {"gdp", "GaussianAccountant"}:
        notes.append("Opacus's own number for this accountant is a limit, not a bound")
    return Reading("opacus", tuple(items), None, {}, ADD_OR_REMOVE, tuple(notes))


def _diffprivlib(thing: Any, *, distance: float, neighbours: str | None, name: str) -> Reading:
    """A budget accountant or its list of spent (ε, δ), or a mechanism with ``epsilon`` and ``delta``."""
    near = neighbours or AS_GIVEN
    spent = getattr(thing, "spent_budget", thing)
    if isinstance(spent, Sequence) and not isinstance(spent, str):
        items: list[str] = []
        for entry in spent:
            epsilon, delta = _pair(entry)
            items += _approximate("diffprivlib", epsilon, delta, near).items
        if not items:
            raise InteropError("nothing was spent yet")
        return Reading("diffprivlib", tuple(items), None, {}, near, ("the spends are added up as guarantees",))
    if hasattr(thing, "epsilon"):
        epsilon, delta = _number(thing.epsilon, "epsilon"), _number(getattr(thing, "delta", 0.0), "delta")
        return _approximate("diffprivlib", epsilon, delta, near, ("as the mechanism is called, at its sensitivity",))
    raise InteropError(f"a diffprivlib {type(thing).__name__} has no epsilon")


def _tumult(thing: Any, *, distance: float, neighbours: str | None, name: str) -> Reading:
    """A privacy budget of Tumult Analytics, whose neighbours the session's protected change says."""
    near = neighbours or AS_GIVEN
    kind = type(thing).__name__
    if kind == "PureDPBudget":
        return _pure("tumult", _number(thing.epsilon, "epsilon"), near)
    if kind == "ApproxDPBudget":
        return _approximate("tumult", _number(thing.epsilon, "epsilon"), _number(thing.delta, "delta"), near)
    if kind == "RhoZCDPBudget":
        return _concentrated("tumult", _number(thing.rho, "rho"), near)
    raise InteropError(f"of Tumult's objects only budgets are read (pure, approximate and zCDP), not a {kind}")


_READERS: Final[Mapping[str, Callable[..., Reading]]] = {
    "opendp": _opendp,
    "dp-accounting": _dp_accounting,
    "autodp": _autodp,
    "opacus": _opacus,
    "diffprivlib": _diffprivlib,
    "tumult": _tumult,
}
