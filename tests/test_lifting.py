"""The rules that lift facts about blocks to notions: each holds under its conditions, and is silent without them."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from itertools import permutations, product
from types import MappingProxyType
from typing import Any

import pytest
from conftest import ROOT
from replay_lifts import Lifts

from dpzoo.loading.folder import load_folder
from dpzoo.records.block_records import Disclosure, NormalForm, PairBound, UnitRecord, ViewRecord
from dpzoo.records.enums import RelationKind
from dpzoo.records.findings import Location
from dpzoo.records.knowledge_base import Entry, KnowledgeBase
from dpzoo.relations.asserted import from_claims
from dpzoo.relations.claims import Claim, Lift, LiftedSeparation, RecordPart
from dpzoo.relations.inference import Inference
from dpzoo.relations.lifting.lifting import Lifting
from dpzoo.relations.lifting.own_shapes import OwnShapes
from dpzoo.relations.lifting.rules import LiftRule
from dpzoo.relations.reachability import bits, closure

_K = RelationKind
_PROOF = [{"proof": "Made up for the tests."}]
_SOURCE = {"note": "Made up for the tests."}


def unit(**said: Any) -> UnitRecord:
    return UnitRecord.model_validate(
        {"name": "a unit", "statement": "Some pairs.", "source": _SOURCE, "universe": "tables", **said}
    )


def fact(other: str, **said: Any) -> dict[str, Any]:
    return {"unit": other, "evidence": _PROOF, **said}


@pytest.fixture(scope="module")
def real() -> KnowledgeBase:
    return load_folder(ROOT / "definitions").base


class World:
    """The real standards and their notions, with units made up and notions ``X`` and ``Y`` of these units."""

    def __init__(self, real: KnowledgeBase) -> None:
        self.real = real

    def lifting(
        self, units: dict[str, UnitRecord], forms: dict[str, dict[str, Any]], views: dict[str, ViewRecord] | None = None
    ) -> Lifting:
        base = self.real
        homes = {s.record.notion: base.notions[s.record.notion] for s in base.blocks.standards.values()}
        pattern = base.notions["renyi-dp"]
        notions = dict(homes)
        for name, form in forms.items():
            blocks = {"universe": "tables", "intensity": form.get("intensity") or LEVELS[form["standard"]], **form}
            record = pattern.record.model_copy(update={"blocks": NormalForm.model_validate(blocks), "relations": ()})
            notions[name] = Entry(name, record, pattern.source)
        known = {"one-record": base.blocks.units["one-record"].record.model_copy(update={"within": (), "far_from": ()}), **units}
        library = replace(
            base.blocks,
            units=MappingProxyType({i: Entry(i, r, pattern.source) for i, r in known.items()}),
            views=MappingProxyType({**base.blocks.views, **{i: Entry(i, r, pattern.source) for i, r in (views or {}).items()}}),
        )
        smaller = replace(base, notions=MappingProxyType(notions), blocks=library)
        return Lifting(smaller, from_claims(smaller))


@pytest.fixture(scope="module")
def world(real: KnowledgeBase) -> World:
    return World(real)


def gives(lifting: Lifting, kind: RelationKind, subject: str = "x", target: str = "y") -> bool:
    claim = lifting.between(kind, subject, target)
    if claim is not None:
        Lifts(lifting.base).check(claim)
    return claim is not None


LEVELS = {
    "max-divergence": ["epsilon"],
    "renyi": ["alpha", "epsilon"],
    "kullback-leibler": ["epsilon"],
    "loss-range": ["epsilon"],
    "loss-with-high-probability": ["alpha", "epsilon"],
}
PURE, RENYI, KL, RANGE, RARELY = ({"standard": s} for s in LEVELS)


def test_r1_an_order_of_standards_holds_on_every_unit(world: World) -> None:
    forms = {"x": {"unit": "u", **PURE}, "y": {"unit": "u", **RENYI}}
    assert gives(world.lifting({"u": unit()}, forms), _K.STRONGER_THAN)
    assert not gives(world.lifting({"u": unit()}, forms), _K.IMPLIES, "y", "x")


def test_r1_needs_both_orders_of_a_pair_or_a_proof_for_one(world: World) -> None:
    """In one order a max divergence of 1 allows a Kullback–Leibler divergence in the other order that is infinite."""
    forms = {"x": {"unit": "u", **PURE}, "y": {"unit": "u", **KL}}
    assert not gives(world.lifting({"u": unit(both_orders=False)}, forms), _K.IMPLIES)


def test_r1_is_silent_where_distances_scale_the_level(world: World) -> None:
    """ε at distance d gives d²ε²/2 for all orders, which is not a multiple of d."""
    forms = {"x": {"unit": "u", **PURE}, "y": {"unit": "u", **RENYI}}
    assert not gives(world.lifting({"u": unit(scaled=True)}, forms), _K.IMPLIES)


def test_r2_a_unit_within_another(world: World) -> None:
    forms = {"x": {"unit": "large", **PURE}, "y": {"unit": "small", **PURE}}
    units = {"large": unit(), "small": unit(within=[fact("large")])}
    assert gives(world.lifting(units, forms), _K.STRONGER_THAN)
    assert not gives(world.lifting(units, forms), _K.IMPLIES, "y", "x")
    conditional = {"large": unit(), "small": unit(within=[fact("large", given=["fixed-dataset-size"])])}
    assert not gives(world.lifting(conditional, forms), _K.IMPLIES)
    (claim,) = [c for c in world.lifting(conditional, forms).claims() if (c.subject, c.object) == ("x", "y")]
    assert claim.relation.given == ("fixed-dataset-size",)


def test_r2_with_r1_composes(world: World) -> None:
    forms = {"x": {"unit": "large", **PURE}, "y": {"unit": "small", **KL}}
    assert gives(world.lifting({"large": unit(), "small": unit(within=[fact("large")])}, forms), _K.IMPLIES)


def test_r3_needs_a_standard_that_allows_mixing(world: World) -> None:
    """Bounded range does not: a mixture of two mechanisms may have a wider range of losses than both."""
    units = {"u": unit(), "mixed": unit(point_masses=False, coupled_into=[fact("u")])}
    for standard, expected in ((PURE, True), (RENYI, True), (RANGE, False)):
        forms = {"x": {"unit": "u", **standard}, "y": {"unit": "mixed", **standard}}
        assert gives(world.lifting(units, forms), _K.IMPLIES) is expected


def test_r3_needs_both_orders_of_the_pairs_that_are_mixed(world: World) -> None:
    """Convexity of a standard is recorded of both orders at once."""
    units = {"u": unit(both_orders=False), "mixed": unit(point_masses=False, coupled_into=[fact("u")])}
    forms = {"x": {"unit": "u", **PURE}, "y": {"unit": "mixed", **PURE}}
    assert not gives(world.lifting(units, forms), _K.IMPLIES)


def test_r4_needs_a_rule_along_chains(world: World) -> None:
    """Kullback–Leibler divergences have none: both steps may be finite and their ends infinitely far apart."""
    units = {"u": unit(reaches=[fact("two", steps="2")]), "two": unit()}
    for standard, expected in ((PURE, True), (RENYI, True), (KL, False)):
        forms = {"x": {"unit": "u", **standard}, "y": {"unit": "two", **standard}}
        assert gives(world.lifting(units, forms), _K.IMPLIES) is expected


def test_r5_separating_laws_on_point_masses(world: World) -> None:
    forms = {"x": {"unit": "u", **RENYI}, "y": {"unit": "v", **PURE}}
    assert gives(world.lifting({"u": unit(), "v": unit()}, forms), _K.DOES_NOT_IMPLY)


@pytest.mark.parametrize(
    "units",
    [
        {"u": unit(), "v": unit(disjoint=False)},
        {"u": unit(), "v": unit(scaled=True)},
        {"u": unit(scaled=True), "v": unit()},
    ],
    ids=["no-disjoint-pair", "object-scaled", "subject-scaled"],
)
def test_r5_is_silent_without_its_conditions(world: World, units: dict[str, UnitRecord]) -> None:
    forms = {"x": {"unit": "u", **RENYI}, "y": {"unit": "v", **PURE}}
    assert not gives(world.lifting(units, forms), _K.DOES_NOT_IMPLY)


def test_r5_needs_mixing_where_laws_are_drawn(world: World) -> None:
    """A pair of mixtures of the two separating laws need not be within the level of a standard that is not quasi-convex."""
    units = {"u": unit(point_masses=False), "v": unit()}
    for standard, expected in ((RENYI, True), (RARELY, False)):
        forms = {"x": {"unit": "u", **standard}, "y": {"unit": "v", **PURE}}
        assert gives(world.lifting(units, forms), _K.DOES_NOT_IMPLY) is expected


def test_r6_an_invariant_separates_and_spreads(world: World) -> None:
    """What never joins a pair joins none of its own smaller units' pairs either, and the larger units have the pair."""
    units = {
        "u": unit(never_joins=[fact("v", invariant="the size")]),
        "smaller": unit(within=[fact("u")]),
        "v": unit(within=[fact("larger")]),
        "larger": unit(),
    }
    forms = {n: {"unit": n, **PURE} for n in units}
    lifting = world.lifting(units, forms)
    for first in ("u", "smaller"):
        for second in ("v", "larger"):
            assert gives(lifting, _K.DOES_NOT_IMPLY, first, second)
    assert not gives(lifting, _K.DOES_NOT_IMPLY, "v", "u")
    assert not gives(lifting, _K.DOES_NOT_IMPLY, "larger", "smaller")


def test_r6_spreads_along_chains_of_datasets_but_not_of_mixtures(world: World) -> None:
    """Each of two disjoint laws may be near their mixture: total variation 1/2 from it. Of single datasets one step must tell."""
    chain = fact("v", steps="2")
    for point_masses in (True, False):
        units = {
            "u": unit(never_joins=[fact("v", invariant="the size")]),
            "v": unit(point_masses=False),
            "shorter": unit(reaches=[chain], point_masses=point_masses),
        }
        lifting = world.lifting(units, {"x": {"unit": "u", **PURE}, "y": {"unit": "shorter", **PURE}})
        assert gives(lifting, _K.DOES_NOT_IMPLY) is point_masses


def test_r6_one_order_needs_a_directed_unit_and_the_max_divergence(world: World) -> None:
    forms = {"x": {"unit": "u", **PURE}, "y": {"unit": "v", **PURE}, "z": {"unit": "v", **RENYI}}
    directed = {"u": unit(both_orders=False, not_reached=[fact("v")]), "v": unit()}
    assert gives(world.lifting(directed, forms), _K.DOES_NOT_IMPLY)
    assert not gives(world.lifting(directed, forms), _K.DOES_NOT_IMPLY, "x", "z")
    more = {
        **directed,
        "u": unit(both_orders=False, not_reached=[fact("v")], never_joins=[fact("w", invariant="x")]),
        "w": unit(),
    }
    assert gives(world.lifting(more, {**forms, "w": {"unit": "w", **PURE}}), _K.DOES_NOT_IMPLY, "x", "w")
    both = {"u": unit(not_reached=[fact("v")]), "v": unit()}
    assert not gives(world.lifting(both, forms), _K.DOES_NOT_IMPLY)


def test_r7_growing_distance(world: World) -> None:
    forms = {"x": {"unit": "u", **PURE}, "y": {"unit": "v", **PURE}, "z": {"unit": "v", **KL}}
    units = {"u": unit(far_from=[fact("v")]), "v": unit()}
    lifting = world.lifting(units, forms)
    assert gives(lifting, _K.DOES_NOT_IMPLY)
    assert gives(lifting, _K.DOES_NOT_IMPLY, "x", "z")
    for spoilt in ({"v": unit(scaled=True)}, {"u": unit(far_from=[fact("v")], scaled=True)}, {"v": unit(point_masses=False)}):
        assert not gives(world.lifting({**units, **spoilt}, forms), _K.DOES_NOT_IMPLY)


def test_r9_the_same_blocks_are_the_same_notion(world: World) -> None:
    forms = {"x": {"unit": "u", **RENYI}, "y": {"unit": "u", **RENYI}}
    claim = world.lifting({"u": unit()}, forms).between(_K.STRONGER_THAN, "x", "y")
    assert claim is not None
    assert claim.kind is _K.SAME_AS


def test_r9_a_view_or_an_aggregation_tells_notions_apart(world: World) -> None:
    """Event-level pan-privacy and bounded DP compare the same pairs by the same standard, and differ in what is seen."""
    view = {"state": ViewRecord.model_validate({"name": "the state", "statement": "The state.", "source": _SOURCE})}
    forms = {"x": {"unit": "u", **RENYI}, "y": {"unit": "u", **RENYI, "view": "state"}}
    lifting = world.lifting({"u": unit()}, forms, view)
    assert not gives(lifting, _K.IMPLIES)
    assert not gives(lifting, _K.IMPLIES, "y", "x")
    forms = {"x": {"unit": "u", **PURE}, "y": {"unit": "u", **PURE, "aggregation": {"is": "all pairs but a few"}}}
    assert not gives(world.lifting({"u": unit()}, forms), _K.IMPLIES)


def test_r11_a_view_that_is_a_function_of_another(world: World) -> None:
    part = {"part": ViewRecord.model_validate({"name": "a part", "statement": "A part.", "source": _SOURCE, "of": "output"})}
    forms = {"x": {"unit": "u", **RENYI}, "y": {"unit": "u", **RENYI, "view": "part"}}
    lifting = world.lifting({"u": unit()}, forms, part)
    assert gives(lifting, _K.IMPLIES)
    assert not gives(lifting, _K.IMPLIES, "y", "x")


def test_equal_arguments_are_wanted_at_both_ends(world: World) -> None:
    """A fact holds at equal arguments: one that is fixed to another value is another unit."""
    units = {"u": unit(arguments={"c": "number"}), "v": unit(arguments={"c": "number"}, within=[fact("u")])}
    free = {
        "x": {"unit": {"block": "u", "at": {"c": "alpha"}}, **PURE},
        "y": {"unit": {"block": "v", "at": {"c": "alpha"}}, **PURE},
    }
    assert gives(world.lifting(units, free), _K.IMPLIES)
    fixed = {"x": {"unit": {"block": "u", "at": {"c": "2"}}, **PURE}, "y": {"unit": {"block": "v", "at": {"c": "1"}}, **PURE}}
    assert not gives(world.lifting(units, fixed), _K.IMPLIES)


@pytest.fixture
def whole(real: KnowledgeBase) -> Lifting:
    """What lifts from the blocks of the real base."""
    return Lifting(real, from_claims(real))


def tanh_form(alpha: float, epsilon: float) -> float:
    """The Rényi divergence of randomised response at ε, by its two probabilities."""
    p = math.exp(epsilon) / (1 + math.exp(epsilon))
    return math.log(p**alpha * (1 - p) ** (1 - alpha) + (1 - p) ** alpha * p ** (1 - alpha)) / (alpha - 1)


def test_maps_of_lifted_relations_are_those_of_the_facts_behind_them(whole: Lifting) -> None:
    """Steps multiply ε; an order of standards brings its own formula, in the notions' own letters; the rest keeps its name."""
    for pair, at, expected in (
        (("attribute-dp", "bit-dp"), {"epsilon": 3}, {"epsilon": 3}),
        (("asymmetric-dp", "one-sided-dp"), {"epsilon": 0.5}, {"epsilon": 1}),
        (("edge-dp", "k-edge-dp"), {"epsilon": 2, "k": 3}, {"epsilon": 6, "k": 3}),
        (("epsilon-dp", "group-privacy"), {"epsilon": 2, "c": 3}, {"epsilon": 6, "c": 3}),
        (("unbounded-dp", "dp-under-correlation"), {"epsilon": 2, "c": 3}, {"epsilon": 12, "c": 3}),
        (("adjacent-dp", "distributional-privacy-zlw09"), {"epsilon": 2, "Delta": 5}, {"epsilon": 2, "Delta": 5}),
        (("free-lunch-privacy", "adjacent-dp"), {"epsilon": 2, "Delta": 5}, {"epsilon": 2, "Delta": 5}),
        (("truncated-codp-col16", "unbounded-dp"), {"xi": 2, "tau": 9}, {"epsilon": 2}),
        (
            ("max-kl-stability", "probabilistic-dp"),
            {"epsilon": 1, "delta": 0.1, "t": 3},
            {"epsilon": 3, "delta": 0.1 / (1 - math.exp(-2))},
        ),
        (("node-dp", "node-renyi-dp"), {"epsilon": 1, "alpha": 3}, {"epsilon": tanh_form(3, 1), "alpha": 3}),
        (
            ("individual-renyi-dp", "approximate-per-instance-dp"),
            {"alpha": 2, "rho": 1, "delta": 0.1},
            {"epsilon": 1 + math.log(1 / 2) - math.log(0.2), "delta": 0.1},
        ),
    ):
        claim = whole.between(_K.IMPLIES, *pair)
        assert claim is not None
        relation = claim.relation
        found = {n: e.evaluate(dict(at)) for n, e in (relation.map or {}).items()}
        assert found == pytest.approx(expected), pair
        own = set(whole.base.notions[pair[0]].record.quantitative)
        assert set(relation.free or {}) == set(at) - own, pair
        assert all(c.holds(dict(at)) for c in (relation.free or {}).values())


def test_where_no_formula_is_known_none_is_made_up(whole: Lifting) -> None:
    for pair, why in {
        ("adjacent-dp", "constrained-dp"): "the same blocks",
        ("attribute-dp", "blowfish-privacy"): "the structure sets the number of steps",
        ("attribute-dp", "dp-under-condition"): "steps and another standard",
        ("single-contribution-dp", "truncated-codp-col16"): "another standard and steps",
        ("dp-under-correlation", "divergence-dp"): "no formula between the standards",
        ("secret-f-ldp", "secret-based-local-dp"): "a function for a level",
    }.items():
        claim = whole.between(_K.IMPLIES, *pair)
        assert claim is not None, why
        assert (claim.relation.map, claim.relation.free) == (None, None), why


def test_a_lifted_relation_says_why(whole: Lifting) -> None:
    """The rules in words, then the proofs of the facts; and it stands at the blocks of its subject."""
    claim = whole.between(_K.IMPLIES, "edge-dp", "k-edge-dp")
    assert claim is not None
    (evidence,) = claim.relation.evidence
    stated = next(f for f in whole.units.records["one-edge-or-isolated-node"].reaches if f.unit == "k-edges-or-nodes")
    proof = next(e.proof for e in stated.evidence if e.proof is not None)
    words = "every compared pair of the one is a chain of pairs that the other compares"
    assert evidence.proof == f"By their blocks: {words}. {proof.strip()}"
    assert claim.location.path.name == "edge-dp.yaml"
    refused = whole.between(_K.DOES_NOT_IMPLY, "renyi-dp", "unbounded-dp")
    assert refused is not None
    assert (refused.kind, refused.id) == (_K.DOES_NOT_IMPLY, "renyi-dp/does_not_imply/unbounded-dp/by-blocks")
    assert (
        refused.relation.evidence[0].proof == "By their blocks: two laws that separate the standards, one on each side of a pair."
    )
    weaker = whole.between(_K.NOT_STRONGER_THAN, "renyi-dp", "unbounded-dp")
    assert weaker is not None
    assert weaker.kind is _K.DOES_NOT_IMPLY, "which says more"
    assert whole.between(_K.SPECIAL_CASE_OF, "edge-dp", "k-edge-dp") is None
    assert whole.between(_K.IMPLIES, "edge-dp", "edge-dp") is None
    assert whole.between(_K.IMPLIES, "edge-dp", "unknown") is None


def test_notions_of_their_own_shape_are_separated_from_what_the_rules_reach_and_no_more(whole: Lifting) -> None:
    """R13 and R14 by a reading of the records that shares no code with this one: every pair of the base."""
    base, asserted = whole.base, from_claims(whole.base)
    given = whole.given()
    shapes, lifts = OwnShapes(base, asserted, whole, given), Lifts(base)
    rows = shapes.rows()
    claims = list(shapes.claims())
    assert all(lifts(c) for c in claims)
    for claim in claims:
        entry = base.notions[str(claim.lift and claim.lift.own)]
        own_fact = entry.record.normal_form
        assert own_fact is not None
        places = [entry.locate("blocks", "discloses", k) for k in range(len(own_fact.discloses))]
        assert claim.location in (*places, entry.locate("blocks", "bounds"))
        facts = (*own_fact.discloses, *filter(None, [own_fact.bounds]))
        proofs = {(e.proof or "").strip() for f in facts for e in f.evidence}
        said = str(claim.relation.evidence[0].proof)
        assert said in {
            f"By their blocks: {LiftRule(r).words}. {p}" for p in proofs for r in (LiftRule.DISCLOSURE, LiftRule.PAIR)
        }
    assert {c.lift.rules for c in claims if c.lift is not None} == {(LiftRule.DISCLOSURE,), (LiftRule.PAIR,)}
    shaped = {n: f for n, e in base.notions.items() if (f := e.record.normal_form) is not None}
    homes = {i: e.record.notion for i, e in base.blocks.standards.items()}
    place, names = asserted.index, asserted.ids
    found = {(a, names[b]) for a in names for b in bits(rows[_K.IMPLIES][place[a]])}
    told_by_forms: set[tuple[str, str]] = set()
    for kind, k in product((_K.IMPLIES, _K.STRONGER_THAN), range(len(whole.forms))):
        here = {whole.forms[b].notion for b in bits(whole.separated.rows(kind)[k])}
        told = {names[b] for b in bits(rows[kind][place[whole.forms[k].notion]])}
        assert here <= told
        assert kind is _K.IMPLIES or here == told
        told_by_forms |= {(whole.forms[k].notion, n) for n in here}
    expected = set()
    for (name, form), other in product(shaped.items(), names):
        theirs = shaped.get(other)
        if theirs is None or other == name or asserted.apart[place[other]] >> place[name] & 1:
            continue
        if form.discloses and lifts(separation(whole, name, other, Lift((LiftRule.DISCLOSURE,), own=name))):
            expected.add((name, other))
        if form.bounds is not None and theirs.standard.block in homes:
            lift = Lift(
                (LiftRule.PAIR,), (), (homes[theirs.standard.block], homes[form.bounds.standard]), _K.DOES_NOT_IMPLY, name
            )
            if lifts(separation(whole, other, name, lift)):
                expected.add((other, name))
    found -= told_by_forms
    assert found == expected - told_by_forms
    each_is_told_once_by_the_strongest_claim(whole, asserted, claims, found)


def each_is_told_once_by_the_strongest_claim(
    whole: Lifting, asserted: Inference, claims: Sequence[Claim], found: set[tuple[str, str]]
) -> None:
    """The claims, with what notions give, refute all that is found; of two claims of one fact neither gives the other."""
    place = asserted.index
    edges = [(e.start, e.end) for e in asserted.usable(_K.IMPLIES)]
    for c in (c for c in whole.given() if not c.conditional):
        edges += [(place[c.subject], place[c.object])] + ([(place[c.object], place[c.subject])] if c.kind.symmetric else [])
    reach = closure(len(place), edges)

    def gives(a: str, b: str) -> bool:
        return reach.reaches(place[a], place[b])

    by_fact: dict[Location, list[tuple[str, str]]] = {}
    for c in claims:
        by_fact.setdefault(c.location, []).append((c.subject, c.object))
    told = [pair for pairs in by_fact.values() for pair in pairs]
    assert all(any(gives(c, a) and gives(b, d) for c, d in told) for a, b in found)
    for pairs in by_fact.values():
        for (a, b), (c, d) in permutations(pairs, 2):
            assert not (gives(c, a) and gives(b, d)), (a, b, c, d)


def separation(whole: Lifting, subject: str, target: str, lift: Lift) -> LiftedSeparation:
    place = RecordPart(whole.base.notions[subject], ("blocks",))
    return LiftedSeparation(subject, _K.DOES_NOT_IMPLY, target, place, lift, lambda: "")


def own(real: KnowledgeBase, notion: str, **said: Any) -> set[str]:
    """The separations that follow from what one notion of its own shape says of itself, instead of what its record says."""
    entry = real.notions[notion]
    bare = dict(real.notions)
    form = entry.record.normal_form
    assert form is not None
    disclosures = [Disclosure.model_validate({"evidence": _PROOF, **d}) for d in said.get("discloses", ())]
    bound = PairBound.model_validate({"evidence": _PROOF, **said["bounds"]}) if "bounds" in said else None
    changed = form.model_copy(update={"discloses": tuple(disclosures), "bounds": bound})
    bare[notion] = replace(entry, record=entry.record.model_copy(update={"blocks": changed}))
    base = replace(real, notions=MappingProxyType(bare))
    plain = from_claims(base)
    lifting = Lifting(base, plain)
    found = OwnShapes(base, plain, lifting, lifting.claims()).claims()
    return {c.id.removesuffix("/by-blocks") for c in found if c.lift is not None and c.lift.own == notion}


def ends(claims: set[str], which: int) -> set[str]:
    return {c.split("/")[which] for c in claims}


def test_r13_a_notion_that_lets_a_bit_out_gives_no_total_variation(real: KnowledgeBase) -> None:
    """One bit has total variation 1; information privacy, which only weighs secrets against a prior, has no disjoint pair."""
    refused = ends(own(real, "measure-of-privacy", discloses=[{"what": "any-bit"}]), 2)
    assert refused
    assert all(real.notions[n].record.normal_form is not None for n in refused)
    assert own(real, "measure-of-privacy") == set()


def test_r13_says_nothing_of_notions_with_the_chosen_parameter(real: KnowledgeBase) -> None:
    """At one prior everything may be allowed; of a notion with the same prior that is not a separation."""
    said = [{"what": "dataset"}]
    notion = "epsilon-privacy-mgg09"
    free = ends(own(real, notion, discloses=said), 2)
    tied = ends(own(real, notion, discloses=[{**said[0], "at": {"Theta": "attackers who know everything"}}]), 2)
    same = {n for n, e in real.notions.items() if any(p.sort == "family of priors" for p in e.record.parameters.values())}
    assert free & same
    assert tied
    assert not tied & same


def test_r13_what_is_large_depends_on_all_structure(real: KnowledgeBase) -> None:
    """Per-instance DP at the same dataset asks about that dataset, however large others may be."""
    refused = ends(own(real, "machine-learning-dp-lbg17", discloses=[{"what": "large"}]), 2)
    assert refused
    assert not any(p.sort == "dataset" for n in refused for p in real.notions[n].record.parameters.values())


def test_r13_invariants_reach_only_what_changes_them(real: KnowledgeBase) -> None:
    """The number of records tells nothing about a label, and everything about a record that is added."""
    said = [{"what": "invariants", "of": "one-record-replaced"}]
    refused = ends(own(real, "relaxed-indistinguishability", discloses=said), 2)
    assert "label-dp" not in refused
    assert refused


def test_r14_needs_laws_that_separate_the_two_standards(real: KnowledgeBase) -> None:
    """Rényi DP bounds no max divergence; pure DP bounds every standard of its pair."""
    weaker = ends(own(real, "crowd-blending-privacy", bounds={"standard": "max-divergence"}), 0)
    forms = {n: e.record.normal_form for n, e in real.notions.items()}
    pure = {n for n, f in forms.items() if f is not None and f.standard.block == "max-divergence"}
    assert weaker
    assert not weaker & pure
    assert "gaussian-dp" not in ends(own(real, "crowd-blending-privacy", bounds={"standard": "hockey-stick"}), 0)


def test_over_different_universes_nothing_is_lifted(real: KnowledgeBase) -> None:
    lifting = Lifting(real, from_claims(real))
    assert lifting.between(_K.IMPLIES, "epsilon-dp", "node-renyi-dp") is None
    assert lifting.between(_K.DOES_NOT_IMPLY, "renyi-dp", "node-dp") is None
