"""A checker of derivations that knows the rules and nothing of the engine."""

from __future__ import annotations

from collections.abc import Callable

from dpzoo.records.enums import Property, RelationKind, Verdict
from dpzoo.records.knowledge_base import KnowledgeBase
from dpzoo.relations.claims import Claim
from dpzoo.relations.entailment import entailed
from dpzoo.relations.facts import Derivation, Fact, PropertyFact, Rule, Step
from dpzoo.relations.properties import Cells

_K = RelationKind
_POSITIVE = (_K.STRONGER_THAN, _K.IMPLIES, _K.SPECIAL_CASE_OF)


class InvalidStepError(ValueError):
    """A step does not follow by its rule; the message names it."""


def nothing_passes(claim: Claim, third: str, exact: bool) -> bool:
    """For bases without special cases at chosen structure."""
    return False


def nothing_lifted(claim: Claim) -> bool:
    """For bases without blocks."""
    return False


def replay(
    derivation: Derivation,
    cells: Cells,
    gives_implication: Callable[[Claim], bool],
    passes: Callable[[Claim, str, bool], bool] = nothing_passes,
    lifted: Callable[[Claim], bool] = nothing_lifted,
) -> None:
    """Check every step of ``derivation``; raises InvalidStepError at the first that does not follow.

    ``passes`` says whether a ⊂ claim carries separations from a third notion, or (exact) of a third notion from it.
    ``lifted`` says whether the blocks' records give a lifted claim (:class:`replay_lifts.Lifts`).
    """
    for number, step in enumerate(derivation.steps):
        if any(p >= number for p in step.premises):
            raise InvalidStepError(f"step {number} uses a later one")
        premises = [derivation.steps[p] for p in step.premises]
        if step.rule is Rule.LIFTED:
            valid = not premises and step.claim is not None and _as_claimed(step.conclusion, step.claim) and lifted(step.claim)
        elif step.rule in (Rule.CASE_LACKS, Rule.CASE_MISSED):
            valid = _by_case(step, premises, passes)
        else:
            valid = _valid(step, premises, cells, gives_implication)
        if not valid:
            raise InvalidStepError(f"step {number}, {step.conclusion}, does not follow by the rule '{step.rule}'")


def _valid(step: Step, premises: list[Step], cells: Cells, gives_implication: Callable[[Claim], bool]) -> bool:
    end = step.conclusion
    facts = [p.conclusion for p in premises]
    if isinstance(end, PropertyFact):
        return _valid_property(end, step.rule, facts, cells)
    match step.rule, facts:
        case Rule.CLAIM, []:
            return step.claim is not None and _as_claimed(end, step.claim)
        case Rule.NOT_A_CASE, [Fact(kind=_K.DOES_NOT_IMPLY) as f, *_]:
            same = all(isinstance(g, Fact) and g.kind is _K.DOES_NOT_IMPLY and g.subject == f.subject for g in facts)
            return same and end == Fact(_K.NOT_SPECIAL_CASE_OF, f.subject, f.object)
        case Rule.REFLEXIVE, []:
            return end.kind in _POSITIVE and end.subject == end.object
        case Rule.EQUIVALENT, [Fact(kind=_K.EQUIVALENT_TO) as f]:
            return end.kind is _K.STRONGER_THAN and _either_way(end, f)
        case Rule.SAME, [Fact(kind=_K.SAME_AS) as f]:
            return end.kind in _POSITIVE and _either_way(end, f)
        case Rule.STRONGER_IMPLIES, [Fact(kind=_K.STRONGER_THAN) as f]:
            return end == Fact(_K.IMPLIES, f.subject, f.object, f.conditions)
        case Rule.PROPER_CASE, [Fact(kind=_K.SPECIAL_CASE_OF) as f]:
            claim = premises[0].claim
            return end == Fact(_K.IMPLIES, f.subject, f.object, f.conditions) and claim is not None and gives_implication(claim)
        case Rule.TRANSITIVE, [Fact() as f, Fact() as g]:
            return (
                f.kind is g.kind is end.kind
                and end.kind in _POSITIVE
                and f.object == g.subject
                and (end.subject, end.object, end.conditions) == (f.subject, g.object, f.conditions | g.conditions)
            )
        case Rule.NOT_IMPLIED, [Fact(kind=_K.DOES_NOT_IMPLY) as f]:
            return end == Fact(_K.NOT_STRONGER_THAN, f.subject, f.object, f.conditions)
        case Rule.SEPARATION_LEFT, [Fact() as f, Fact() as g]:  # X ⊁ Z, X ≻ Y ⊢ Y ⊁ Z
            return _matching(f, g) and f.subject == g.subject and end == Fact(f.kind, g.object, f.object, f.conditions)
        case Rule.SEPARATION_RIGHT, [Fact() as f, Fact() as g]:  # X ⊁ Z, Y ≻ Z ⊢ X ⊁ Y
            return _matching(f, g) and f.object == g.object and end == Fact(f.kind, f.subject, g.subject, f.conditions)
        case _:
            return False


def _by_case(step: Step, premises: list[Step], passes: Callable[[Claim, str, bool], bool]) -> bool:
    match [p.conclusion for p in premises]:
        case [Fact(kind=_K.DOES_NOT_IMPLY) as f, Fact(kind=_K.SPECIAL_CASE_OF) as g] if not g.conditions:
            claim = premises[1].claim
            if claim is None:
                return False
            if step.rule is Rule.CASE_LACKS:  # Z does not give W, Z is Y at chosen structure
                end = Fact(f.kind, g.object, f.object, f.conditions)
                return f.subject == g.subject and step.conclusion == end and passes(claim, f.object, False)
            end = Fact(f.kind, f.subject, g.object, f.conditions)
            return f.object == g.subject and step.conclusion == end and passes(claim, f.subject, True)
        case _:
            return False


def passing(base: KnowledgeBase) -> Callable[[Claim, str, bool], bool]:
    """R12, read off the records once more: what a special case at chosen structure carries, and from whom."""

    def passes(claim: Claim, third: str, exact: bool) -> bool:
        relation = claim.relation
        case, whole, other = (base.notions[n].record for n in (claim.subject, claim.object, third))
        chosen = [whole.parameters[n] for n in relation.at or {} if n in whole.parameters]
        functions = [whole.parameters[n] for n in whole.quantitative if not whole.parameters[n].numeric]
        kinds = {p.sort for p in chosen if not p.quantitative}
        theirs = {other.parameters[n].sort for n in other.structural}
        if relation.given or claim.disputed or not relation.at or None in kinds or kinds & theirs:
            return False
        if functions and any(not other.parameters[n].numeric for n in other.quantitative):
            return False
        forms = [r.normal_form for r in (case, whole)]
        if any(f is None for f in forms) or forms[0].view != forms[1].view:  # type: ignore[union-attr]
            return False
        if not exact:
            return True
        images = {n: str(e) for n, e in (relation.map or {}).items()}
        return not functions and set(images) == set(whole.quantitative) and sorted(images.values()) == sorted(case.quantitative)

    return passes


def _as_claimed(end: Fact | PropertyFact, claim: Claim) -> bool:
    return not claim.disputed and end == Fact(claim.kind, claim.subject, claim.object, claim.conditions)


def _either_way(end: Fact, given: Fact) -> bool:
    return end.conditions == given.conditions and (end.subject, end.object) in (
        (given.subject, given.object),
        (given.object, given.subject),
    )


def _matching(separation: Fact, positive: Fact) -> bool:
    """A separation with a positive fact of its own order that holds wherever the separation does."""
    order = {
        _K.NOT_STRONGER_THAN: _K.STRONGER_THAN,
        _K.DOES_NOT_IMPLY: _K.IMPLIES,
        _K.NOT_SPECIAL_CASE_OF: _K.SPECIAL_CASE_OF,
    }.get(separation.kind)
    return order is positive.kind and positive.conditions <= entailed(separation.conditions)


def _valid_property(end: PropertyFact, rule: Rule, facts: list[Fact | PropertyFact], cells: Cells) -> bool:
    match rule, facts:
        case Rule.CELL, []:
            return end.verdict is not Verdict.OPEN and cells.get((end.notion, end.property)) is end.verdict
        case Rule.AXIOM_DOWN, [PropertyFact(verdict=Verdict.HOLDS) as p, Fact(kind=_K.SPECIAL_CASE_OF) as f]:
            return _axiom(end, p, f) and (f.subject, f.object) == (end.notion, p.notion)
        case Rule.AXIOM_UP, [PropertyFact(verdict=Verdict.FAILS) as p, Fact(kind=_K.SPECIAL_CASE_OF) as f]:
            return _axiom(end, p, f) and (f.subject, f.object) == (p.notion, end.notion)
        case Rule.COMPOSITION, [PropertyFact(property=Property.COMPOSITION) as p, Fact() as f, Fact() as g]:
            both = f.kind is g.kind is _K.STRONGER_THAN and not f.conditions and not g.conditions
            there_and_back = (f.subject, f.object) == (g.object, g.subject) == (end.notion, p.notion)
            return both and there_and_back and end == PropertyFact(end.notion, p.property, p.verdict)
        case _:
            return False


def _axiom(end: PropertyFact, given: PropertyFact, extension: Fact) -> bool:
    same = (end.property, end.verdict) == (given.property, given.verdict)
    return same and end.property is not Property.COMPOSITION and not extension.conditions
