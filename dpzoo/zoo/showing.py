"""Notions, comparisons, conversions and mechanisms as Markdown, which notebooks typeset."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dpzoo.expressions.plain_text import plain
from dpzoo.numbers.decimals import outward
from dpzoo.records.enums import Property
from dpzoo.relations.facts import ORDERS, Decision

if TYPE_CHECKING:
    from dpzoo.zoo.best_conversion import Conversions
    from dpzoo.zoo.comparison import Comparison
    from dpzoo.zoo.notion import Notion
    from dpzoo.zoo.practice import Mechanism


def notion_markdown(notion: Notion) -> str:
    """Name, notation, gist, definition and properties of a notion."""
    record = notion.record
    letters = ", ".join(d.value for d in record.dimensions) or "none"
    head = f"### {plain(record.name)}\n\n${record.notation}$ · dimensions {letters} · {notion.year} · `{notion.id}`"
    rows = "\n".join(f"| {which.label} | {notion.property_claim(which).verdict} |" for which in Property)
    table = f"| property | verdict |\n|---|---|\n{rows}"
    return f"{head}\n\n*{plain(record.gist)}*\n\n*{record.statement_basis.words}*\n\n{record.statement}\n\n{table}\n"


def comparison_markdown(comparison: Comparison) -> str:
    """The sentence about two notions, the remarks, and the answers in both directions."""
    lines = [f"**{plain(comparison.sentence)}**", ""]
    for remark in comparison.remarks:
        lines += [remark, ""]
    lines += ["| subject | order | object | answer | evidence |", "|---|---|---|---|---|"]
    for decisions in (comparison.forward, comparison.backward):
        lines += [_row(decisions[kind], comparison.reconstructed) for kind in ORDERS]
    for (subject, target), why in comparison.why_open.items():
        lines += ["", f"Whether `{subject}` implies `{target}` is open: {why}"]
    return "\n".join(lines) + "\n"


def mechanism_markdown(mechanism: Mechanism) -> str:
    """Name, gist, what it does, and what it promises at its example values; claims that fail are marked."""
    record = mechanism.record
    head = f"### {plain(record.name)}\n\n{record.model.value} · {record.introduced.year} · `{mechanism.id}`"
    values = ", ".join(f"${record.parameters[k].latex}={_number(float(v))}$" for k, v in mechanism.values().items())
    rows = "\n".join(
        f"| `{p.notion}` | {', '.join(f'{k} = {v}' for k, v in p.shown.items())} | {plain(p.claim.scope)} "
        f"| {'printed, but fails' if p.claim.fails else 'holds'} |"
        for p in mechanism.guarantees()
    )
    at = f" at {values}" if values else ""
    table = f"What it promises{at}:\n\n| notion | parameters | neighbours | verdict |\n|---|---|---|---|\n{rows}"
    return f"{head}\n\n*{plain(record.gist)}*\n\n{record.statement}\n\n{table}\n"


def conversions_markdown(conversions: Conversions) -> str:
    """What a guarantee implies: each answer with its formula, its loss against the best possible value, and its origin."""
    rows = ["| gives | formulas | above the best possible | from |", "|---|---|---|---|"]
    for found in conversions:
        formulas = (
            "none"
            if not found.path
            else ", ".join(f"{name} = {formula}" for name, formula in found.formulas.items() if str(formula) != name)
        )
        loss = "unknown" if found.loss is None else f"{outward(max(0.0, found.loss - 1), 1, 2)} of its value"
        origin = ", ".join(f"`{claim.id}`" for claim in found.path)
        if not found.path and conversions.optimum is not None:
            loss, origin = "it is the best possible", f"theorem {conversions.optimum.theorem}"
        rows.append(f"| {found.said} | {formulas} | {loss} | {origin} |")
    return "\n".join(rows) + "\n"


def _number(value: float) -> str:
    return f"{value:.6g}"


def _row(decision: Decision, reconstructed: frozenset[str]) -> str:
    grade = ""
    if decision.derivation is not None and decision.derivation.claims:
        how = "asserted" if decision.derivation.asserted else "derived"
        ours = "; rests on a reconstruction" if reconstructed.intersection(decision.derivation.notions) else ""
        grade = f"{how}, {decision.derivation.grade}{ours}"
    return f"| `{decision.subject}` | {decision.kind.words} | `{decision.object}` | {decision.answer} | {grade} |"
