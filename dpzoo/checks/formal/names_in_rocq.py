"""The reviewed table ``proofs/table.yaml``: what blocks and parameters' domains are called in Rocq."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from string import Formatter
from typing import Literal

import yaml
from pydantic import BaseModel, ConfigDict

from dpzoo.checks.formal.terms import NotExpressibleError
from dpzoo.records.block_records import ALL_DATASETS, OUTPUT, WORST_PAIR
from dpzoo.records.knowledge_base import KnowledgeBase
from dpzoo.relations.forms import form


class _Part(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class StandardInRocq(_Part):
    """A standard's definition in ``Standards.v``, and which of its parameters are orders of a divergence."""

    rocq: str
    orders: tuple[str, ...] = ()


class ViewInRocq(_Part):
    """A view, which is stated as any view: how the coin of a mixture is thrown there."""

    coin: Literal["hidden", "public"] = "hidden"


class NotionByHand(_Part):
    """A notion whose record does not name its blocks yet, or takes another level."""

    standard: str
    unit: str
    level: tuple[str, ...]
    group: str = ""
    """What makes the unit of groups from the unit of single changes, such as ``at_most {c}``, with parameters in braces."""


class ProofTable(_Part):
    """The whole table."""

    standards: dict[str, StandardInRocq]
    """By the id of the block."""
    units: dict[str, str]
    """Neighbours over records of type T, by the id of the block. A unit that is not here is any unit: then only what holds
    for every unit can be stated."""
    views: dict[str, ViewInRocq] = {}
    """By the id of the block; what is seen through a view that is not here is not stated."""
    notions: dict[str, NotionByHand] = {}
    """By the id of the notion; its standard is the id of a block, its unit a term with its parameters in braces."""
    domains: dict[str, str] = {}
    """Domains that records give in prose, word for word, and the predicate in Rocq."""
    values: dict[str, str] = {}
    """Values of parameters that records give as LaTeX, word for word, and the term in Rocq."""


@dataclass(frozen=True, slots=True)
class NotionInRocq:
    """One notion: its standard, the parameters that make a level, in order, and what is compared."""

    standard: str
    level: tuple[str, ...]
    orders: frozenset[str]
    """Parameters that are orders of a divergence and may be infinite."""
    unit: str
    """What tells units apart: a term if Rocq has it, the block's id otherwise."""
    term: str | None
    """The neighbours as a term, with parameters in braces."""
    scaled: bool = False
    """Whether every pair comes with a distance that multiplies the level."""
    ordered: bool = False
    """Whether pairs are compared in one order only."""
    priors: bool = False
    """Whether laws on datasets are compared, not datasets."""
    group: str = ""
    """What makes the compared pairs from single changes; empty if they are the single changes."""
    view: ViewInRocq | None = None
    """How the output is seen; None where all of it is."""
    family: frozenset[str] = frozenset()
    """Quantitative parameters that a unit takes which Rocq does not have as a term."""

    @property
    def arguments(self) -> frozenset[str]:
        """Parameters that the unit takes."""
        named = (name for _, name, _, _ in Formatter().parse(f"{self.term or ''} {self.group}") if name)
        return self.family.union(named)

    def neighbours(self, value: Mapping[str, str], *, sized: bool) -> str:
        """The compared pairs over tables, with values for the unit's parameters.

        Where the size of the data is public, every dataset that a group passes through has that size too: the condition
        restricts the single changes, of which the group's are made.
        """
        unit = (self.term or "").format(**value)
        unit = f"same_size ({unit})" if sized else unit
        return f"{self.group.format(**value)} ({unit})" if self.group else unit


def read_table(folder: Path) -> ProofTable:
    """The table of ``folder``; a pydantic error names the key that is wrong."""
    return ProofTable.model_validate(yaml.safe_load((folder / "table.yaml").read_text(encoding="utf-8")))


def in_rocq(base: KnowledgeBase, table: ProofTable, notion: str) -> NotionInRocq:
    """What the notion's blocks are in Rocq; NotExpressibleError says which of them is missing."""
    by_hand = table.notions.get(notion)
    if by_hand is not None:
        standard = table.standards[by_hand.standard]
        key = f"{by_hand.group} ({by_hand.unit})" if by_hand.group else by_hand.unit
        orders = frozenset(standard.orders)
        return NotionInRocq(standard.rocq, by_hand.level, orders, key, by_hand.unit, group=by_hand.group)
    found = form(base, notion)
    if found is None:
        raise NotExpressibleError("the record does not name its blocks")
    compared, unit = found.compared, base.blocks.units[found.compared.unit].record
    if found.measure.standard not in table.standards or found.measure.arguments:
        raise NotExpressibleError(f"proofs/table.yaml does not have the standard {found.measure.standard}")
    if compared.view not in {OUTPUT, *table.views}:
        raise NotExpressibleError(f"proofs/table.yaml does not have the view {compared.view}")
    if compared.aggregation != WORST_PAIR:
        raise NotExpressibleError("the notion does not take the worst pair")
    if unit.scaled and (len(found.intensity) > 2 or table.standards[found.measure.standard].orders):
        raise NotExpressibleError("distances are stated for levels of one or two numbers")
    standard = table.standards[found.measure.standard]
    names = dict(zip(base.blocks.standards[found.measure.standard].record.parameters, found.intensity, strict=True))
    key = f"{compared.universe}/{compared.unit}/{compared.scope}/{compared.arguments}/{found.chosen}/{compared.view}"
    whole = compared.view == OUTPUT and compared.scope == ALL_DATASETS and not compared.arguments
    term = table.units.get(compared.unit) if whole else None
    quantitative = base.notions[notion].record.quantitative
    given = [p for _, p in found.chosen if p is not None] + [
        a for a, _ in compared.arguments if unit.scaled and a in quantitative
    ]
    return NotionInRocq(
        standard.rocq,
        found.intensity,
        frozenset(names[o] for o in standard.orders),
        term or key,
        term,
        family=frozenset(given) - set(found.intensity),
        scaled=unit.scaled,
        ordered=not unit.both_orders,
        priors=not unit.point_masses,
        view=table.views.get(compared.view),
    )
