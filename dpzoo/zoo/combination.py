"""Combinations of blocks: the notion that has these blocks, or a new one without a name, with all that follows for it."""

from __future__ import annotations

import difflib
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, Final

from dpzoo.records.block_records import ALL_DATASETS, OUTPUT, WORST_PAIR, NormalForm
from dpzoo.records.claim_records import CompositionClaim, PropertyClaim
from dpzoo.records.enums import Property, RelationKind, Verdict
from dpzoo.records.evidence import Evidence
from dpzoo.records.knowledge_base import Entry
from dpzoo.records.notion import Axioms, NotionRecord
from dpzoo.records.parameters import Parameter
from dpzoo.relations.facts import Answer, Decision
from dpzoo.relations.forms import NUMBER, Form, form, forms, standard_form
from dpzoo.zoo.errors import AmbiguousNameError, NotExecutableError, UnknownNotionError
from dpzoo.zoo.notion import Notion

if TYPE_CHECKING:
    from dpzoo.blocks.finite_mechanism import FiniteMechanism
    from dpzoo.notions.executable import Executable
    from dpzoo.notions.results import Frontier, Judgement, Tightest
    from dpzoo.zoo.zoo import Zoo

BLOCKS: Final = ("universe", "unit", "scope", "standard", "view", "aggregation")
"""The kinds of block that can be chosen: the names of the arguments of :func:`combine`."""
_KIND = {
    "universe": "universes", "unit": "units", "scope": "scopes", "standard": "standards", "view": "views",
    "aggregation": "aggregations",
}  # fmt: skip
COMBINED: Final = "combination"
"""The id that a new combination bears while it has no record."""


class CombinationError(ValueError):
    """The blocks do not fit together; the message says why."""


@dataclass(frozen=True, eq=False)
class Combination:
    """Blocks put together.

    ``known`` are the notions that have exactly these blocks, the oldest first; if there are none, ``notion`` is the one that
    nobody has named, placed in ``zoo`` beside all others: compare, convert and audit it there by the id ``combination``.
    """

    written: NormalForm
    known: tuple[Notion, ...]
    zoo: Zoo

    @property
    def new(self) -> bool:
        """Whether no notion of the base has these blocks."""
        return not self.known

    @property
    def notion(self) -> Notion:
        """The oldest notion with these blocks, or the new one."""
        return self.known[0] if self.known else self.zoo[COMBINED]

    @property
    def name(self) -> str:
        """The notion's name; a new one is named after its standard and its unit."""
        return self.notion.name

    @property
    def statement(self) -> str:
        """The formal definition, as Markdown with LaTeX; put together from those of the blocks where it is new."""
        return self.notion.record.statement

    @cached_property
    def stronger(self) -> tuple[Decision, ...]:
        """Its nearest notions above: they imply it, and no other one that implies it lies between."""
        return self._neighbours(above=True)

    @cached_property
    def weaker(self) -> tuple[Decision, ...]:
        """Its nearest notions below: it implies them, and no other one that it implies lies between."""
        return self._neighbours(above=False)

    def _neighbours(self, *, above: bool) -> tuple[Decision, ...]:
        inference, own = self.zoo.inference, self.notion.id
        kind = RelationKind.IMPLIES
        others = [n for n in self.zoo if n != own]

        def decide(other: str) -> tuple[str, str]:
            return (other, own) if above else (own, other)

        related = [n for n in others if inference.answer(kind, *decide(n)) is Answer.YES]
        back = {n for n in related if inference.answer(kind, *decide(n)[::-1]) is Answer.YES}
        near_ones = [
            n
            for n in related
            if not any(
                m not in back
                and m != n
                and inference.answer(kind, *((n, m) if above else (m, n))) is Answer.YES
                and inference.answer(kind, *((m, n) if above else (n, m))) is not Answer.YES
                for m in related
            )
        ]
        return tuple(inference.decide(kind, *decide(n)) for n in near_ones)

    def tightest(self, mechanism: FiniteMechanism, **given: Any) -> Tightest | Frontier:
        """The tightest value of the parameter left open on a finite mechanism; NotExecutableError if a block does not run."""
        return self._executable.tightest(mechanism, **given)

    def holds(self, mechanism: FiniteMechanism, **given: Any) -> Judgement:
        """Whether a finite mechanism satisfies the notion at these parameters; NotExecutableError if a block does not run.

        >>> import dpzoo
        >>> from dpzoo.blocks import FiniteMechanism, complete_domain
        >>> counts = FiniteMechanism.deterministic(complete_domain(["a"], 2), len)
        >>> made = dpzoo.load().combine(unit="one-record-added-or-removed", standard="total-variation")
        >>> made.new, made.holds(counts, epsilon="1/2").holds
        (True, False)
        """
        return self._executable.holds(mechanism, **given)

    @cached_property
    def _executable(self) -> Executable:
        from dpzoo.notions.assembling import assembled

        made = assembled(self.notion.id, self.notion.record)
        if made is None:
            raise NotExecutableError(self.notion.id, "its unit or its standard does not run")
        return made

    def verdict(self, which: Property) -> Verdict:
        """Whether the notion has a property, as recorded or as its blocks give it."""
        return self.zoo.inference.verdict(self.notion.id, which)


def combine(zoo: Zoo, base_notion: str = "epsilon-dp", **chosen: str) -> Combination:
    """The notion whose blocks are those of ``base_notion`` but for the chosen ones.

    Each of ``unit``, ``standard``, ``scope``, ``view``, ``aggregation`` and ``universe`` is the id of a block, or a notion by any
    of its names, whose block is then taken. Raises CombinationError where blocks do not go together, and says why.
    """
    for key in chosen:
        if key not in BLOCKS:
            raise CombinationError(f"there is no block {key!r} to choose; choose among {', '.join(BLOCKS)}")
    picked = {key: _block(zoo, key, name) for key, name in chosen.items()}
    start = zoo.find(base_notion).record.normal_form
    if start is None or not start.complete:
        raise CombinationError(f"{base_notion} is not made of recorded blocks, so nothing can be exchanged in it")
    blocks = {key: str(getattr(start, key) if key == "universe" else getattr(start, key).block) for key in BLOCKS} | picked
    library = zoo.base.blocks
    unit = library.units[blocks["unit"]]
    if "unit" in picked and "universe" not in picked:
        blocks["universe"] = unit.record.universe
    if unit.record.universe != blocks["universe"]:
        raise CombinationError(
            f"the unit {unit.id} compares {unit.record.universe}, and the data are {blocks['universe']}: "
            f"choose a unit of {blocks['universe']}, or leave the universe out"
        )
    blocks["scope"] = _scope(zoo, blocks, picked)
    written, record = _put_together(zoo, blocks)
    placed = _with(zoo, record)
    own = form(placed.base, COMBINED)
    if own is None:
        raise CombinationError("these blocks give no level that a number could bound")
    known = sorted((zoo[i] for i, f in forms(zoo.base).items() if _same(f, own)), key=lambda n: (n.year, n.id))
    return Combination(written, tuple(known), zoo if known else placed)


def every_combination(zoo: Zoo) -> dict[tuple[str, str], NotionRecord]:
    """For each recorded unit and standard, by their ids, the record of their combination, whether or not a notion has them."""
    found = {}
    for unit in zoo.base.blocks.units.values():
        for standard in zoo.base.blocks.standards:
            blocks = {
                "universe": unit.record.universe, "unit": unit.id, "scope": unit.record.scope, "standard": standard,
                "view": OUTPUT, "aggregation": WORST_PAIR,
            }  # fmt: skip
            found[unit.id, standard] = _put_together(zoo, blocks)[1]
    return found


def _put_together(zoo: Zoo, blocks: Mapping[str, str]) -> tuple[NormalForm, NotionRecord]:
    """Blocks that fit together, as a record names them, and what is known of the combination."""
    unit = zoo.base.blocks.units[blocks["unit"]]
    standard = zoo.base.blocks.standards[blocks["standard"]].record
    arguments = {**unit.record.arguments, **standard.arguments}
    clash = set(arguments) & set(standard.parameters)
    names = {a: (f"{a}_unit" if a in clash else a) for a in unit.record.arguments}
    written = NormalForm.model_validate(
        {
            "universe": blocks["universe"],
            "unit": {"block": blocks["unit"], "at": {a: n for a, n in names.items() if a != n} or None},
            "scope": ALL_DATASETS if blocks["scope"] == unit.record.scope else blocks["scope"],
            "standard": blocks["standard"],
            "view": blocks["view"],
            "aggregation": blocks["aggregation"],
            "intensity": standard.parameters,
        }
    )
    return written, _record(zoo, written, names)


def _same(a: Form, b: Form) -> bool:
    return a.compared == b.compared and a.measure == b.measure


def _block(zoo: Zoo, key: str, name: str) -> str:
    """The id of a block: as given, or that of a notion."""
    library: Mapping[str, Entry[Any]] = getattr(zoo.base.blocks, _KIND[key])
    if name in library:
        return name
    try:
        notion = zoo.find(name)
    except (UnknownNotionError, AmbiguousNameError) as error:
        close = difflib.get_close_matches(name, library, n=1)
        hint = f"; did you mean the block {close[0]}?" if close else ""
        raise CombinationError(f"there is neither a {key} nor a notion {name!r}{hint}") from error
    written = notion.record.normal_form
    if written is None:
        raise CombinationError(f"the record of {notion.id} names no blocks yet, so its {key} cannot be taken")
    used = written.universe if key == "universe" else getattr(written, key).block
    if used is None:
        said = getattr(written, key).is_
        raise CombinationError(f"the {key} of {notion.id} has no record of its own ({said}), so it cannot be combined")
    if key == "scope" and used == ALL_DATASETS:
        unit = zoo.base.blocks.units.get(written.unit.block or "")
        used = ALL_DATASETS if unit is None else unit.record.scope
    return str(used)


def _scope(zoo: Zoo, blocks: dict[str, str], picked: Mapping[str, str]) -> str:
    """The scope, with the unit replaced by its counterpart there; CombinationError where no counterpart is recorded."""
    units = zoo.base.blocks.units
    wanted = picked.get("scope")
    if wanted is None or units[blocks["unit"]].record.scope == wanted:
        return units[blocks["unit"]].record.scope
    scope = zoo.base.blocks.scopes[wanted].record
    there = next((c.unit for c in scope.changes if c.of == blocks["unit"]), None)
    if there is None:
        known = ", ".join(c.of for c in scope.changes) or "no unit"
        raise CombinationError(
            f"under {scope.name} it is not recorded which laws {units[blocks['unit']].record.name} compares; it is for {known}"
        )
    blocks["unit"] = there
    return wanted


def _record(zoo: Zoo, written: NormalForm, names: Mapping[str, str]) -> NotionRecord:
    """The record of a combination, as far as its blocks give it."""
    library = zoo.base.blocks
    unit, standard = library.units[str(written.unit.block)], library.standards[str(written.standard.block)]
    home = zoo[standard.record.notion].record
    parameters = {names[a]: _argument(zoo, unit.id, "unit", a, sort) for a, sort in unit.record.arguments.items()}
    parameters |= {a: _argument(zoo, standard.id, "standard", a, sort) for a, sort in standard.record.arguments.items()}
    parameters |= {n: home.parameters[n] for n in standard.record.parameters}
    name = f"{standard.record.name[0].upper()}{standard.record.name[1:]}, {unit.record.name}"
    holds = unit.record.point_masses and written.aggregation.block == WORST_PAIR
    made = NotionRecord.model_construct(
        name=name,
        name_is_ours=True,
        notation=home.notation,
        abbreviation=None,
        aliases=(),
        former_ids=(),
        parameters=parameters,
        introduced=home.introduced,
        dimensions=(),
        standing=home.standing,
        gist=f"{name}: a combination of blocks that nobody has named.",
        statement="",
        statement_basis=home.statement_basis,
        intuition="",
        use="",
        remarks=(),
        blocks=written,
        axioms=Axioms.model_construct(
            post_processing=_lifted(home.axioms.post_processing.verdict, written),
            convexity=_lifted(home.axioms.convexity.verdict, written),
        ),
        composition=CompositionClaim.model_construct(
            **_lifted(home.composition.verdict if holds else Verdict.OPEN, written).model_dump(),
            rule=home.composition.rule if holds else None,
            many=(),
        ),
        executable="a combination of blocks; see its units and standards",
        relations=(),
        open_questions=(),
        compared_as=None,
        confusable_with=(),
    )
    return made.model_copy(update={"statement": standard_form(zoo.base, made) or ""})


def _lifted(verdict: Verdict, written: NormalForm) -> PropertyClaim:
    """A property of the standard as one of every notion that bounds it on the worst pair (R8); open for other aggregations."""
    if written.aggregation.block != WORST_PAIR or (written.view.block != OUTPUT and verdict is Verdict.FAILS):
        verdict = Verdict.OPEN
    proof = Evidence.model_construct(cite=None, at=None, witness=None, proof="By its blocks (R8).", note=None)
    return PropertyClaim.model_construct(
        verdict=verdict, evidence=() if verdict is Verdict.OPEN else (proof,), note=None, also=(), variant=()
    )


def _argument(zoo: Zoo, block: str, key: str, name: str, sort: str) -> Parameter:
    """What an argument of a block is, as the first notion says that has it."""
    for notion in zoo.values():
        written = notion.record.normal_form
        use = None if written is None else getattr(written, key)
        if use is not None and use.block == block:
            bound = (use.at or {}).get(name, name)
            if bound in notion.record.parameters:
                return notion.record.parameters[bound]
    if sort == NUMBER:
        return Parameter.model_validate(
            {"latex": name, "kind": "quantitative", "direction": "larger is stronger", "domain": f"{name} >= 1", "meaning": name}
        )
    return Parameter.model_validate({"latex": name, "kind": "structural", "sort": sort, "domain": sort, "meaning": sort})


def _with(zoo: Zoo, record: NotionRecord) -> Zoo:
    """The zoo with one more notion."""
    from dpzoo.zoo.zoo import Zoo as Made

    pattern = next(iter(zoo.base.notions.values()))
    notions = {**zoo.base.notions, COMBINED: Entry(COMBINED, record, pattern.source)}
    return Made(replace(zoo.base, notions=dict(sorted(notions.items()))))
