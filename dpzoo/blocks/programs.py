"""The records of blocks as programs, by their ids: units that list their pairs, standards that measure one, views."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from types import MappingProxyType
from typing import Any, Final, Literal

from dpzoo.blocks import data_units, units, views
from dpzoo.blocks import prior_units as drawn
from dpzoo.blocks import standards as s
from dpzoo.blocks import unlearning_units as unlearning
from dpzoo.blocks.compared_pairs import Comparisons, of_datasets
from dpzoo.blocks.finite_mechanism import Dataset, FiniteMechanism
from dpzoo.blocks.prior_structures import ADVERSARIES, ADVERSARY, OBSERVER, PRIOR_DISTANCES, PROFILE_PAIRS, SAMPLE
from dpzoo.blocks.record_structures import (
    ANOMALIES,
    BLANK,
    CONTROL_FLOW,
    ELEMENT,
    INVARIANTS,
    LABELS,
    NODES,
    OUTLIERNESS,
    OWNER,
    PAIR,
    QUERY_PAIRS,
    RECORD_DISTANCE,
    SCHEMA,
    STRATA,
)
from dpzoo.blocks.simulator_structures import SUBSPACE
from dpzoo.blocks.structures import (
    DATASET,
    DATASETS,
    DEPENDENCE,
    DISTANCE,
    GENERATOR,
    POLICY,
    PRIOR_PAIRS,
    PRIORS,
    QUERY,
    RECORD,
    RECORD_LAW,
    RECORD_LAWS,
    RELATION,
    SECRET_GRAPH,
    SECRET_PAIRS,
    SET_OF_DATASETS,
    TESTS,
    Structure,
    whole,
)
from dpzoo.blocks.views import FEDERATION, SECRETS, TRUST, Observer
from dpzoo.numbers.real import Real, real
from dpzoo.records.block_records import ALL_DATASETS, OUTPUT

Effect = Literal["more pairs", "a radius", "fewer pairs"]
"""What a larger number does: it adds pairs, it is the distance up to which pairs count, or it leaves pairs out."""


@dataclass(frozen=True)
class PairChoice:
    """A number that chooses the pairs: how it is read, and which values are worth trying.

    ``candidates`` takes a mechanism and the unit's structural arguments; of a ``continuous`` number they are a first
    grid, which ends at its largest legal value. Without them all whole numbers up to the size of a dataset are tried.
    """

    read: Callable[[Any, str], Any] = lambda number, _: number
    candidates: Callable[..., Sequence[Real]] | None = None
    continuous: bool = False
    effect: Effect = "more pairs"


COUNT: Final = PairChoice(whole)


@dataclass(frozen=True)
class UnitProgram:
    """A unit that runs: ``compare`` takes a mechanism and the unit's arguments, the structural ones first, and lists the pairs.

    ``structure`` says how each structural argument is given, ``choices`` how the numbers are, in the order of ``compare``.
    ``unit`` makes a unit of single datasets from the same arguments, ``scope`` is the scope of the unit's record, ``scaled``
    says that the level is multiplied by each pair's distance.
    """

    compare: Callable[..., Comparisons]
    structure: Mapping[str, Structure[object]] = field(default_factory=dict)
    choices: Mapping[str, PairChoice] = field(default_factory=dict)
    unit: Callable[..., units.Unit] | None = None
    scope: str = ALL_DATASETS
    scaled: bool = False


@dataclass(frozen=True)
class StandardProgram:
    """A standard that runs: its measure, made from the structural arguments in their order, and what is usual of its levels.

    ``usual`` are values that the literature means when it leaves a parameter out, ``judging`` the parameters on which a verdict
    rests where it is not the last one.
    """

    measure: Callable[..., s.Standard]
    parameters: tuple[str, ...]
    structure: Mapping[str, Structure[object]] = field(default_factory=dict)
    usual: Mapping[str, Any] = field(default_factory=dict)
    judging: tuple[str, ...] = ()


@dataclass(frozen=True)
class ViewProgram:
    """A view that runs: who sees what of a mechanism's outputs, given the view's structural arguments in their order.

    Without ``observers`` the outputs of a finite mechanism are what is seen.
    """

    observers: Callable[..., Iterable[Observer]] | None = None
    structure: Mapping[str, Structure[object]] = field(default_factory=dict)


def _pairs(unit: units.Unit) -> UnitProgram:
    """A unit of datasets without arguments."""
    return UnitProgram(lambda m: of_datasets(m, unit(m)), unit=lambda: unit)


def _with(
    unit: Callable[..., units.Unit], choices: Mapping[str, PairChoice] | None = None, **structure: Structure[object]
) -> UnitProgram:
    """A unit of datasets that its arguments make."""
    return UnitProgram(lambda m, *arguments: of_datasets(m, unit(*arguments)(m)), structure, choices or {}, unit)


def _all(mechanism: FiniteMechanism) -> tuple[Dataset, ...]:
    return mechanism.datasets


_COUNTED_K: Final = {"k": COUNT}
_NEAR: Final = {"Delta": PairChoice(candidates=lambda m, distance, *_: units.distances_between(m, distance))}
_THETA: Final = {"Theta": PRIORS}
_DISTANCE: Final = {"d": DISTANCE}

UNITS: Final[Mapping[str, UnitProgram]] = MappingProxyType({
    # tables
    "one-record": _pairs(units.one_record),
    "one-record-added-or-removed": _pairs(units.unbounded),
    "one-record-replaced": _pairs(units.bounded),
    "one-record-replaced-under-a-condition": _with(partial(units.among, units.bounded), Psi=SET_OF_DATASETS),
    "any-two-datasets": _pairs(units.all_pairs),
    "groups-of-records": _with(units.group, {"c": COUNT}),
    "sensitive-record-replaced": _with(units.one_sided, P=POLICY),
    "sensitive-record-removed-or-any-added": _with(units.asymmetric, P=POLICY),
    "record-replaced-along-a-secret-graph": _with(
        lambda graph, possible: units.among(units.secret_graph(graph), possible), G=SECRET_GRAPH, I_Q=DATASETS.or_else(_all)
    ),
    "next-among-possible-datasets": _with(units.induced, I_Q=DATASETS),
    "related-datasets": _with(partial(units.relation, symmetric=True), R=RELATION),
    "related-in-order": _with(units.relation, R=RELATION),
    "two-datasets": _with(lambda pair: units.relation([pair], symmetric=True), pair=PAIR),
    "near-datasets": _with(units.within, _NEAR, d=DISTANCE),
    "near-datasets-sharing-a-record": _with(
        lambda distance, possible, most: units.sharing_a_record(units.among(units.within(distance, most), possible)),
        _NEAR,
        d=DISTANCE,
        S_D=SET_OF_DATASETS.or_else(_all),
    ),
    "two-datasets-at-a-distance": UnitProgram(units.at_the_distance, _DISTANCE, scaled=True),
    "two-datasets-at-a-pseudo-metric": UnitProgram(units.at_the_distance, _DISTANCE, scaled=True),
    "equal-invariants-at-a-hamming-distance": UnitProgram(units.equal_invariants, {"invariants": INVARIANTS}, scaled=True),
    "dependent-records-replaced": _with(units.dependent, {"c": COUNT}, dependence=DEPENDENCE),
    "close-in-a-query": _with(lambda query: units.close_queries(query.__getitem__), f=QUERY),
    "around-a-dataset": _with(partial(units.around, units.one_record), D=DATASET),
    "record-of-a-dataset": _with(units.instance, D=DATASET, t=RECORD),
    "one-record-less-than-a-dataset": _with(units.one_fewer, D=DATASET),
    "one-position-of-a-resample": _with(units.resampled, D=DATASET),
    "given-record-added-or-removed": _with(data_units.with_record, t=RECORD),
    "ordinary-record-replaced": _with(units.ordinary_record, A=ANOMALIES),
    "outlying-record-added-or-removed": _with(
        data_units.outlying, {"k": PairChoice(candidates=data_units.degrees)}, outlierness=OUTLIERNESS
    ),
    "record-replaced-within-a-stratum": _with(units.stratified, s=STRATA),
    "shared-records-of-one-owner": _pairs(data_units.shared_records_of_one_owner),
    "few-rows-in-few-groups": _with(data_units.few_rows_in_few_groups, s=STRATA, b=data_units.ROW_BOUND),
    "one-owner": _with(units.owned, owner=OWNER),
    "one-owners-element": _with(
        lambda owner, element: units.same_outside(lambda r: (owner(r), element(r))), owner=OWNER, element=ELEMENT
    ),
    "one-attribute": _with(lambda _schema: units.attribute(), schema=SCHEMA),
    "one-bit": _with(units.bits_of, schema=SCHEMA),
    "one-entry-of-a-list": _pairs(data_units.one_entry),
    "updates-of-one-item-blanked": _pairs(data_units.one_item),
    "one-label": _pairs(data_units.second_entry("(features, label)")),
    "one-record-blanked": _with(data_units.blanked, blank=BLANK),
    "bags-at-the-earth-movers-distance": UnitProgram(data_units.bags_apart, {"d": RECORD_DISTANCE}, scaled=True),
    # tables drawn from priors
    "value-given-knowledge": UnitProgram(drawn.record_given_knowledge, _THETA, scope="priors"),
    "secrets-under-a-prior": UnitProgram(drawn.secrets, {"Theta": PRIORS, "Phi": SECRET_PAIRS}, scope="priors"),
    "value-against-the-prior": UnitProgram(drawn.record_beliefs, _THETA, scope="priors"),
    "dataset-against-the-prior": UnitProgram(
        lambda m, priors: drawn.prior_against_posterior(m, priors, drawn.whole_datasets), _THETA, scope="priors"
    ),
    "presence-against-the-prior": UnitProgram(
        lambda m, priors: drawn.prior_against_posterior(m, priors, drawn.membership(m), away=False), _THETA, scope="priors"
    ),
    "presence-and-no-absence": UnitProgram(drawn.presence_and_no_absence, _THETA, scope="priors"),
    "absence-and-no-presence": UnitProgram(drawn.absence_and_no_presence, _THETA, scope="priors"),
    "membership-against-the-prior": UnitProgram(drawn.membership_both, _THETA, scope="priors"),
    "replaced-after-drawing": UnitProgram(drawn.record_changed, _THETA, scope="priors-and-interventions"),
    "removed-after-drawing": UnitProgram(drawn.record_dropped, _THETA, scope="priors-and-interventions"),
    "removed-from-a-sample": UnitProgram(drawn.dropped_from_sample, {"sample": SAMPLE}, scope="priors-and-interventions"),
    "listed-pair-of-distributions": UnitProgram(drawn.prior_pairs, {"Theta": PRIOR_PAIRS}, scope="pairs-of-distributions"),
    "listed-pair-at-a-distance": UnitProgram(
        drawn.prior_pairs_at_distances,
        {"Theta": PRIOR_PAIRS, "d": PRIOR_DISTANCES},
        scope="pairs-of-distributions",
        scaled=True,
    ),
    "two-profiles": UnitProgram(drawn.prior_pairs, {"Theta": PROFILE_PAIRS}, scope="profiles"),
    "record-against-the-profile": UnitProgram(
        partial(drawn.value_against_profile, away=False), {"Theta": RECORD_LAWS}, scope="profiles"
    ),
    "known-records-under-a-belief": UnitProgram(drawn.every_attack, {"A": ADVERSARY}, scope="one-belief"),
    "known-records-under-an-observation": UnitProgram(drawn.every_attack, {"A": OBSERVER}, scope="one-belief"),
    "target-record-of-an-attacker": UnitProgram(drawn.attacks_of, {"A": ADVERSARIES}, scope="one-belief"),
    "others-drawn": UnitProgram(
        lambda m, law: drawn.unknown_records(m, law, 0), {"prior": RECORD_LAW}, scope="independent-draws"
    ),
    "known-records-others-drawn": UnitProgram(
        drawn.unknown_records,
        {"prior": RECORD_LAW},
        {"k": PairChoice(whole, candidates=lambda m, _: [real(k) for k in range(max(len(d) for d in m.datasets))])},
        scope="independent-draws",
    ),
    "record-of-a-sampled-dataset": UnitProgram(
        drawn.sampled,
        {},
        {"beta": PairChoice(candidates=lambda _: [real(k) / 8 for k in range(1, 9)], continuous=True)},
        scope="random-samples",
    ),
    "record-in-a-random-set": UnitProgram(
        drawn.set_with_and_without,
        {},
        {"N": PairChoice(whole, candidates=drawn.sizes_of_sets, effect="fewer pairs")},
        scope="uniform-sets",
    ),
    # graphs
    "one-edge-or-isolated-node": _pairs(data_units.graph_changes(1)),
    "k-edges-or-nodes": _with(
        data_units.graph_changes, {"k": PairChoice(whole, candidates=data_units.numbers_of_edges)}
    ),
    "one-edge": _pairs(data_units.edge_of_fixed_nodes),
    "one-node": _pairs(data_units.node_removed),
    "one-node-rewired": _pairs(data_units.one_node_rewired),
    "out-links-of-a-node": _pairs(data_units.out_links()),
    "labelled-out-links-of-a-node": _with(data_units.out_links, Q_L=LABELS),
    "edges-at-a-protected-node": _with(data_units.edges_at, P=NODES),
    "weights-moved-by-one": _pairs(data_units.edge_weights),
    "one-covered-node": _with(lambda flow: data_units.covered_node(*flow), C=CONTROL_FLOW),
    # words, images, places
    "k-symbols-edited": _with(data_units.words_within, _COUNTED_K),
    "k-symbols-substituted": _with(data_units.substitutions, _COUNTED_K),
    "m-pixels": _with(data_units.pixels, {"m": COUNT}),
    "one-location-moved": _with(
        partial(data_units.moved, data_units.in_the_plane),
        {"r": PairChoice(candidates=partial(data_units.distances_of, units.bounded, data_units.in_the_plane), effect="a radius")},
    ),
    "any-two-likely-values": _with(
        data_units.likely, {"delta": PairChoice(candidates=data_units.left_out, effect="fewer pairs")}, prior=RECORD_LAW
    ),
    # streams, histories, requests, reports and protocols
    "frames-of-a-short-event": _with(data_units.frames_of_a_short_event, B=data_units.EVENT_BOUND),
    "steps-of-one-pattern": _with(data_units.steps_of_one_pattern, P=data_units.SCHEMA_OF_STEPS),
    "landmarks-and-one-event": _with(data_units.landmarks_and_one, L=data_units.LANDMARKS),
    "one-user-with-references": _with(data_units.one_user_with_references, P=data_units.PRIMARY),
    "one-event-replaced": _pairs(units.bounded),
    "all-events-of-one-user": _with(units.same_outside, owner=OWNER),
    "one-row-at-each-time-of-a-window": _with(data_units.windows, {"w": COUNT}),
    "one-reward-replaced": _pairs(data_units.second_entry("(action, reward)")),
    "one-request-replaced": _pairs(units.bounded),
    "one-stored-record-replaced": _pairs(units.bounded),
    "one-query-replaced": _pairs(units.bounded),
    "only-query-replaced": _pairs(data_units.single),
    "related-queries": _with(data_units.related_queries, Q=QUERY_PAIRS),
    "any-other-value": _pairs(data_units.single),
    "any-other-source": _pairs(data_units.single),
    "one-partys-input-replaced": _pairs(units.bounded),
    "one-silos-record-replaced": _pairs(views.one_part(views.replaced_once)),
    # training sets and requests
    "removed-or-never-trained-on": _pairs(unlearning.removed),
    "updated-or-trained-anew": _pairs(unlearning.updated),
    "exchanged-or-trained-anew": _pairs(unlearning.exchanged),
    "deletions-or-an-empty-request": _with(unlearning.deleted, {"m": PairChoice(candidates=unlearning.request_sizes)}),
})  # fmt: skip
"""Units of :file:`definitions/blocks/units` that run."""


def _plain(measure: type[s.Standard], **more: Any) -> StandardProgram:
    return StandardProgram(measure, measure.parameters, **more)


STANDARDS: Final[Mapping[str, StandardProgram]] = MappingProxyType({
    "approximate-concentrated": _plain(s.ApproximateConcentrated, usual={"xi": 0}, judging=("rho",)),
    "bounded-concentrated": _plain(s.BoundedConcentrated, usual={"xi": 0}),
    "capacity-bounded": StandardProgram(s.CapacityBounded, ("epsilon",), {"f": GENERATOR, "H": TESTS}),
    "capped-concentrated": _plain(s.CappedConcentrated),
    "f-divergence": StandardProgram(s.FDivergence, ("epsilon",), {"f": GENERATOR}),
    "gaussian-tradeoff": _plain(s.GaussianTradeoff),
    "hockey-stick": _plain(s.HockeyStick),
    "kullback-leibler": _plain(s.KullbackLeibler),
    "loss-range": _plain(s.LossRange),
    "loss-with-high-probability": _plain(s.ProbabilisticLoss),
    "max-divergence": _plain(s.MaxDivergence),
    "mean-concentrated": _plain(s.MeanConcentrated),
    "power-divergence": _plain(s.PowerDivergence),
    "relative-increase": _plain(s.RelativeIncrease),
    "relaxed-loss": _plain(s.RelaxedLoss, usual={"delta_p": 0}),
    "renyi": _plain(s.Renyi),
    "total-variation": _plain(s.TotalVariation),
    "truncated-concentrated": _plain(s.TruncatedConcentrated),
    "two-sided-max-divergence": _plain(s.Indistinguishability),
    "zero-concentrated": _plain(s.ZeroConcentrated, usual={"xi": 0}),
})  # fmt: skip
"""Standards of :file:`definitions/blocks/standards` that are numbers and run."""

TRADEOFF: Final = "tradeoff"
"""The standard whose level is a trade-off function."""

VIEWS: Final[Mapping[str, ViewProgram]] = MappingProxyType({
    OUTPUT: ViewProgram(),
    "access-pattern": ViewProgram(),
    "later-outputs": ViewProgram(views.later_outputs),
    "local-reports": ViewProgram(),
    "next-action": ViewProgram(),
    "one-message": ViewProgram(),
    "outputs-so-far": ViewProgram(),
    "result-and-accesses": ViewProgram(),
    "servers-view": ViewProgram(),
    "state-and-outputs": ViewProgram(),
    "projection-onto-a-subspace": ViewProgram(views.projection, {"V": SUBSPACE}),
    "own-list-reports": ViewProgram(),
    "one-prediction": ViewProgram(views.each_answer),
    "others-outputs": ViewProgram(views.all_others),
    "one-others-view": ViewProgram(views.each_other),
    "messages-across-the-trust": ViewProgram(views.across_the_trust, {"G": TRUST}),
    "transcript-without-hidden-secrets": ViewProgram(views.without_secrets, {"S": SECRETS}),
    "one-silos-messages": ViewProgram(views.own_messages, {"C": FEDERATION}),
})  # fmt: skip
"""Views that run."""
