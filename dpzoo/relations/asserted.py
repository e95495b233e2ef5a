"""The inference over a knowledge base: its claims, its recorded verdicts, and which special cases are implications."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import cache
from itertools import product

from dpzoo.expressions import Constraint, EvaluationError, Expression
from dpzoo.expressions.substitution import substitute_in_constraint
from dpzoo.expressions.tree import Name
from dpzoo.records.block_records import Use
from dpzoo.records.enums import Property, RelationKind, Verdict
from dpzoo.records.knowledge_base import KnowledgeBase
from dpzoo.records.notion import NotionRecord
from dpzoo.records.parameters import Parameter
from dpzoo.relations.claims import Claim, claims
from dpzoo.relations.forms import Form, bounded, forms, universes
from dpzoo.relations.inference import Inference
from dpzoo.relations.properties import Cells
from dpzoo.relations.refutation import Refused, SpecialCase

# values at which a map is tried: small, ordinary, large, and where special functions turn
_SAMPLES = (1e-6, 0.25, 0.5, 1.0, 2.0, 50.0)
_MAX_POINTS = 20_000


def recorded(base: KnowledgeBase) -> dict[tuple[str, Property], Verdict]:
    """Every property's verdict as the records give it."""
    return {(i, which): entry.record.property_claim(which).verdict for i, entry in base.notions.items() for which in Property}


def gives_implication(base: KnowledgeBase, claim: Claim) -> bool:
    """Whether a ⊂ claim chooses only quantitative parameters, and sends proper values to proper ones.

    Structural parameters of the extension must be the subject's own (equal sorts) or the claim chooses them. Whether a map
    keeps to the proper values is tried at sample values: one failure refutes it.
    """
    relation = claim.relation
    if claim.kind is not RelationKind.SPECIAL_CASE_OF or relation.at or relation.map is None:
        return False
    subject, target = base.notions[claim.subject].record, base.notions[claim.object].record
    if not set(relation.map) <= set(target.quantitative):
        return False
    own_sorts = {p.sort for p in subject.parameters.values() if not p.quantitative}
    if any(not p.quantitative and p.sort not in own_sorts for p in target.parameters.values()):
        return False
    if any(not target.parameters[n].numeric for n in target.quantitative) or set(target.quantitative) - set(relation.map):
        # functions are ordered pointwise and have no improper values that a record could state
        return set(target.quantitative) <= set(relation.map)
    return _keeps_to_proper(claim, subject, target)


def _keeps_to_proper(claim: Claim, subject: NotionRecord, target: NotionRecord) -> bool:
    """Whether the claim's map sends proper values to proper ones: evident if it only renames them, otherwise tried at samples."""
    images = claim.relation.map or {}
    if all(_same_range(e, subject, target.parameters[n]) for n, e in images.items() if n in target.parameters):
        return True
    return all(_proper_there(claim, target, point) for point in proper_points(subject, claim.relation.free))


def _same_range(image: Expression, subject: NotionRecord, parameter: Parameter) -> bool:
    """Whether an image is one of the subject's levels, with the same proper values."""
    wanted = parameter.proper_constraint
    if wanted is None:
        return True
    own = subject.parameters.get(image.name) if isinstance(image, Name) else None
    if own is None or own.proper_constraint is None or len(wanted.names) != 1:
        return False
    return str(substitute_in_constraint(wanted, dict.fromkeys(wanted.names, image))) == str(own.proper_constraint)


def cases(base: KnowledgeBase, taken: Iterable[Claim]) -> Iterator[SpecialCase]:
    """The special cases at chosen structure that pass separations on (R12 of the page on blocks)."""
    from dpzoo.relations.lifting.own_shapes import sharing

    with_sort = sharing(base)
    with_functions = frozenset(n for n, e in base.notions.items() if not all(p.numeric for p in _levels(e.record)))
    for claim in taken:
        relation = claim.relation
        if claim.kind is not RelationKind.SPECIAL_CASE_OF or claim.disputed or relation.given or not relation.at:
            continue
        if claim.subject not in base.notions or claim.object not in base.notions:
            continue
        subject, target = base.notions[claim.subject].record, base.notions[claim.object].record
        chosen = {target.parameters[n].sort for n in relation.at if n in target.structural}
        own = {subject.parameters[n].sort for n in subject.structural}
        numeric = {n for n in target.quantitative if target.parameters[n].numeric}
        if (
            None in chosen
            or _view(subject) != _view(target)
            or any(n not in relation.at and target.parameters[n].sort not in own for n in target.structural)
            or not numeric <= set(relation.map or {})
            or set(target.quantitative) - numeric - set(relation.at) - set(relation.map or {})
            or not _keeps_to_proper(claim, subject, target)
        ):
            continue
        barred = frozenset().union(*(with_sort[s] for s in chosen if s is not None))
        if not all(p.numeric for p in _levels(target)):
            barred |= with_functions  # where a function must be finite is structure, too
        yield SpecialCase(claim, barred, _onto(claim, subject, target))


def _view(notion: NotionRecord) -> Use | None:
    written = notion.normal_form
    return None if written is None else written.view


def _levels(notion: NotionRecord) -> list[Parameter]:
    return [notion.parameters[n] for n in notion.quantitative]


def _onto(claim: Claim, subject: NotionRecord, target: NotionRecord) -> bool:
    """Whether the claim's map only renames levels, and every proper level of the object comes from a proper one."""
    images = claim.relation.map or {}
    names = {n: e.name for n, e in images.items() if isinstance(e, Name)}
    if set(images) != set(target.quantitative) or any(not target.parameters[n].numeric for n in target.quantitative):
        return False
    if len(names) != len(images) or sorted(names.values()) != sorted(subject.quantitative):
        return False
    if all(_same_range(Name(n), target, subject.parameters[own]) for n, own in names.items()):
        return True
    wanted = [c for n in subject.quantitative if (c := subject.parameters[n].proper_constraint) is not None]
    return all(all(c.holds({names[n]: v for n, v in point.items()}) for c in wanted) for point in proper_points(target))


def proper_points(
    notion: NotionRecord, free: Mapping[str, Constraint] | None = None, also: Collection[float] = ()
) -> Iterator[dict[str, float]]:
    """Sample points of a notion's numeric parameters that are proper, with free parameters in their ranges.

    ``also`` are further values to try for each parameter.
    """
    names = [n for n in notion.quantitative if notion.parameters[n].numeric]
    ranges = list((free or {}).values())
    wanted = [c for n in names if (c := notion.parameters[n].proper_constraint) is not None] + ranges
    everything = [*names, *(free or {})]
    tried = tuple(dict.fromkeys((*also, *_SAMPLES)))
    for number, values in enumerate(product(tried, repeat=len(everything))):
        if number >= _MAX_POINTS:
            return
        point = dict(zip(everything, values, strict=True))
        try:
            if all(c.holds(point) for c in wanted):
                yield point
        except EvaluationError:
            continue


def _proper_there(claim: Claim, target: NotionRecord, point: dict[str, float]) -> bool:
    """Whether the claim's map sends ``point`` to proper values of the target; a point without a value does not count."""
    try:
        there = {name: expression.evaluate(point) for name, expression in (claim.relation.map or {}).items()}
        return all(c.holds(there) for n in there if (c := target.parameters[n].proper_constraint) is not None)
    except EvaluationError:
        return True


def infer(
    base: KnowledgeBase,
    assume: Collection[str] = (),
    leave_out: Collection[str] = (),
    blank: Collection[tuple[str, Property]] = (),
    stated: Sequence[Claim] | None = None,
) -> Inference:
    """The inference over ``base``; the disputed claims whose ids are in ``assume`` take part as if nobody disputed them.

    The claims in ``leave_out`` and the verdicts in ``blank`` take no part. What blocks give takes part, too. ``stated`` are the
    base's claims, where they are known already.
    """
    if "inference" in base.recalled and not (assume or leave_out or blank):
        from dpzoo.relations.stored_inference import recalled

        return recalled(base, claims(base) if stated is None else stated)
    shapes = forms(base)
    return with_lifted(base, from_claims(base, assume, leave_out, blank, stated, shapes), shapes)


def from_claims(
    base: KnowledgeBase,
    assume: Collection[str] = (),
    leave_out: Collection[str] = (),
    blank: Collection[tuple[str, Property]] = (),
    stated: Sequence[Claim] | None = None,
    shapes: Mapping[str, Form] | None = None,
) -> Inference:
    """The inference over what records assert, without what blocks give; ``shapes`` are the base's forms, where they are known."""
    known = {c.id: c for c in (claims(base) if stated is None else stated)}
    unknown = [i for i in assume if i not in known]
    if unknown:
        import difflib

        near = difflib.get_close_matches(str(unknown[0]), known, n=1)
        raise KeyError(f"there is no claim {unknown[0]!r}" + (f"; did you mean {near[0]}?" if near else ""))
    taken = [undisputed(c) if c.id in assume else c for c in known.values() if c.id not in leave_out]
    cells = {place: verdict for place, verdict in recorded(base).items() if place not in blank}
    return over(base, taken, cells, shapes)


def over(base: KnowledgeBase, taken: Iterable[Claim], cells: Cells, shapes: Mapping[str, Form] | None = None) -> Inference:
    """The inference over some claims of a base."""
    taken = tuple(taken)
    tried: dict[Claim, bool] = {}

    def implication(claim: Claim) -> bool:
        if claim not in tried:
            tried[claim] = gives_implication(base, claim)
        return tried[claim]

    return Inference(
        base.notions, taken, cells, implication, universes(base), bounded(base, shapes), cases=tuple(cases(base, taken))
    )


def with_lifted(base: KnowledgeBase, plain: Inference, shapes: Mapping[str, Form] | None = None) -> Inference:
    """An inference together with what lifts from the blocks of its notions."""
    if not base.blocks.units:
        return plain
    from dpzoo.relations.lifting.lifting import Lifting
    from dpzoo.relations.lifting.own_shapes import OwnShapes

    lifting = Lifting(base, plain, None if shapes is None else tuple(shapes.values()))
    lifted = lifting.given()
    own = OwnShapes(base, plain, lifting, lifted)

    @cache
    def refused() -> Refused:
        return Refused(own.rows(), lambda: (*lifting.separations(), *own.claims()))

    return plain.extended(lifted, lifting.between, refused)


def undisputed(claim: Claim) -> Claim:
    """The claim without its dispute."""
    return Claim(claim.id, claim.subject, claim.relation.model_copy(update={"disputed": None}), claim.place)
