"""What the page that combines blocks loads: the blocks, the notions that have them, and the neighbours of every combination."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Final

from dpzoo.records.block_records import ALL_DATASETS
from dpzoo.records.enums import Property, RelationKind
from dpzoo.records.knowledge_base import Entry
from dpzoo.records.notion import NotionRecord
from dpzoo.relations.asserted import from_claims
from dpzoo.relations.inference import Inference
from dpzoo.relations.lifting.lifting import Lifting
from dpzoo.relations.reachability import bits
from dpzoo.site.block_pages import BlockIndex
from dpzoo.site.linking import LinkedProse
from dpzoo.site.templating import rule_symbols, tex
from dpzoo.zoo.combination import every_combination
from dpzoo.zoo.notion import Notion
from dpzoo.zoo.zoo import Zoo

DATA: Final = "assets/data/combine.js"
_SAID: Final = {"holds": "holds", "fails": "fails", "open": "not known"}


def page_data(blocks: BlockIndex, prose: LinkedProse) -> dict[str, Any]:
    """Blocks with their statements, the notions that have them, and for each unit and standard the nearest notions around it.

    Notions are numbers of the list ``notions``; texts are HTML with placeholders for formulas.
    """
    zoo = blocks.zoo
    ids = zoo.inference.ids
    library = blocks.library
    units = {
        u.id: {
            "name": u.record.name,
            "universe": u.record.universe,
            "scope": u.record.scope,
            "says": str(prose.block(u.record.statement)),
            "points": int(u.record.point_masses),
        }
        for u in library.units.values()
    }
    standards = {s.id: _standard(blocks, s, prose) for s in library.standards.values()}
    others = {
        kind: {e.id: [e.record.name, str(prose.block(e.record.statement))] for e in blocks.entries(kind).values()}
        for kind in ("universes", "scopes", "views", "aggregations")
    }
    made = every_combination(zoo)
    levels = {s.id: s.record.parameters for s in library.standards.values()}
    taken = {
        f"{u}|{s}": [_parameter(prose, p) for n, p in record.parameters.items() if n not in levels[s]]
        for (u, s), record in made.items()
        if len(record.parameters) > len(levels[s])
    }
    return {
        "notions": [[n, zoo[n].name, zoo[n].year, zoo[n].record.gist] for n in ids],
        "units": units,
        "standards": standards,
        **others,
        "known": _known(blocks),
        "takes": taken,
        "near": _near(zoo, made),
    }


def _parameter(prose: LinkedProse, parameter: Any) -> str:
    return f"{tex(parameter.latex)}: {prose.inline(parameter.meaning)}"


def _standard(blocks: BlockIndex, entry: Entry[Any], prose: LinkedProse) -> dict[str, Any]:
    """A standard with its parameters and with what holds for every unit."""
    home = blocks.home(entry.id)
    if home is None:
        return {"name": entry.record.name, "says": str(prose.block(entry.record.statement)), "parameters": []}
    verdicts = {which.value: _SAID[home.property_claim(which).verdict.value] for which in Property}
    return {
        "name": entry.record.name,
        "says": str(prose.block(entry.record.statement)),
        "notion": home.id,
        "parameters": [_parameter(prose, home.record.parameters[n]) for n in entry.record.parameters],
        "verdicts": verdicts,
        "rule": _rule(home),
    }


def _rule(home: Notion) -> str:
    rule = home.record.composition.rule or {}
    symbols = rule_symbols(home)
    return ", ".join(str(tex(f"{home.record.symbols.get(n, n)} = {e.latex(symbols)}")) for n, e in rule.items())


def _known(blocks: BlockIndex) -> list[list[Any]]:
    """[unit, scope, standard, view, aggregation, notion] for each notion all of whose blocks are recorded."""
    zoo, found = blocks.zoo, []
    for notion in sorted(zoo.values(), key=lambda n: (n.year, n.id)):
        w = notion.record.normal_form
        unit = None if w is None else blocks.library.units.get(w.unit.block or "")
        if w is not None and w.complete and unit is not None:
            scope = unit.record.scope if w.scope.block == ALL_DATASETS else w.scope.block
            place = zoo.inference.index[notion.id]
            found.append([unit.id, scope, w.standard.block, w.view.block, w.aggregation.block, place])
    return found


def _near(zoo: Zoo, made: Mapping[tuple[str, str], NotionRecord]) -> dict[str, list[list[int]]]:
    """For each unit and standard the nearest notions that imply their combination, and the nearest that it implies.

    What blocks give is one step from a combination to the notions in normal form; from there on inference knows the way.
    """
    source = next(iter(zoo.base.notions.values())).source
    added = {f"{u} {s}": Entry(f"{u} {s}", record, source) for (u, s), record in made.items()}
    lifting = Lifting(replace(zoo.base, notions={**zoo.base.notions, **added}), from_claims(zoo.base))
    inference = zoo.inference
    index = inference.index
    down = inference.reach(RelationKind.IMPLIES)
    up = inference.reach(RelationKind.IMPLIES, backwards=True)
    above, below = dict.fromkeys(added, 0), dict.fromkeys(added, 0)
    for a, row in enumerate(lifting.implications.rows(RelationKind.IMPLIES)):
        first = lifting.forms[a].notion
        for b in bits(row):
            second = lifting.forms[b].notion
            if first in added and second in index:
                below[first] |= down.row(index[second])
            elif first in index and second in added:
                above[second] |= up.row(index[first])
    return {
        c.replace(" ", "|"): [_nearest(inference, above[c], below[c]), _nearest(inference, below[c], above[c], down=True)]
        for c in added
    }


def _nearest(inference: Inference, related: int, back: int, *, down: bool = False) -> list[int]:
    """Of related notions those between which and the combination no other lies; what is equivalent to it is among them."""
    towards = inference.reach(RelationKind.IMPLIES)
    away = inference.reach(RelationKind.IMPLIES, backwards=True)
    inner, outer = (away, towards) if down else (towards, away)
    found = []
    for n in bits(related):
        between = related & ~back & ~(1 << n) & inner.row(n) & ~outer.row(n)
        if not between:
            found.append(n)
    return found
