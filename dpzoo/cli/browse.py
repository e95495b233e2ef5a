"""``dpzoo list``, ``dpzoo show``, ``dpzoo search``."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated, Any

import typer

from dpzoo.cli.exit_codes import FINDINGS, fail, unknown
from dpzoo.cli.output import Format, FormatOption, console, marked, paragraphs, print_json, print_table
from dpzoo.cli.tab_completion import notions
from dpzoo.records.enums import Dimension, Property, Standing, Verdict

if TYPE_CHECKING:
    from dpzoo.records.claim_records import PropertyClaim, Relation
    from dpzoo.relations.claims import Claim
    from dpzoo.relations.directions import Half
    from dpzoo.zoo.notion import Notion

VerdictOption = Annotated[Verdict | None, typer.Option(help="holds, fails or open.", show_default=False)]

_CHIP = {Verdict.HOLDS: "holds", Verdict.FAILS: "fails", Verdict.OPEN: "open"}


def list_notions(
    dimension: Annotated[
        Dimension | None, typer.Option(help="Only notions with this dimension letter.", show_default=False)
    ] = None,
    standing: Annotated[Standing | None, typer.Option(help="Only notions of this standing.", show_default=False)] = None,
    post_processing: VerdictOption = None,
    convexity: VerdictOption = None,
    composition: VerdictOption = None,
    year: Annotated[int | None, typer.Option(help="Only notions introduced in this year.", show_default=False)] = None,
    where: Annotated[
        str | None,
        typer.Option(
            help="Only notions that meet a question: 'implied by zCDP but not by (ε, δ)-DP', 'graphs and composition holds'.",
            show_default=False,
        ),
    ] = None,
    format: FormatOption = Format.TEXT,
) -> None:
    """List notions, filtered by dimension, standing, properties, year, or a question about the graph.

    On a terminal a table; elsewhere lines of id, name, abbreviation, dimensions and year, separated by tabs.

    Example: dpzoo list --where "weaker than RDP and closed under composition"
    """
    from dpzoo.exports.records import summary_data
    from dpzoo.zoo.errors import UnknownNotionError
    from dpzoo.zoo.where import QuestionError
    from dpzoo.zoo.zoo import load

    zoo = load()
    found = zoo.notions(dimension, standing, post_processing, convexity, composition, year)
    if where is not None:
        try:
            meeting = zoo.where(where)
        except QuestionError as error:
            fail(str(error))
        except UnknownNotionError as error:
            unknown(error)
        found = [n for n in meeting if n in found]
    if format is Format.JSON:
        print_json([summary_data(n) for n in found])
    if not found:
        fail("no notion meets these filters", FINDINGS)
    if format is Format.JSON:
        return
    rows = [(n.id, n.name, n.abbreviation or "", ",".join(n.dimensions), str(n.year)) for n in found]
    print_table(("id", "name", "short", "dimensions", "year"), rows)


def search(
    text: Annotated[list[str], typer.Argument(help="Words to look for; Greek letters or their names, accents as you like.")],
    limit: Annotated[int, typer.Option(min=1, help="The largest number of results.")] = 10,
    format: FormatOption = Format.TEXT,
) -> None:
    """Search notions by name, abbreviation, alias and text, best match first.

    Example: dpzoo search renyi
    """
    from dpzoo.exports.records import summary_data
    from dpzoo.zoo.zoo import load

    words = " ".join(text).strip()
    if not words:
        fail("there is nothing to look for; give a word")
    hits = load().search(words, limit)
    if format is Format.JSON:
        print_json([{**summary_data(h.notion), "score": round(h.score, 3), "matched": h.matched} for h in hits])
    if not hits:
        fail(f"nothing matches {words!r}", FINDINGS)
    if format is Format.TEXT:
        print_table(("id", "name", "matched"), [(h.notion.id, h.notion.name, h.matched) for h in hits])


def show(
    name: Annotated[
        str, typer.Argument(help="Id, name, abbreviation or alias of a notion; or id of a lemma.", autocompletion=notions)
    ],
    format: FormatOption = Format.TEXT,
) -> None:
    """Show one notion: its definition, its properties, and its relations to others; or a lemma and the claims that use it.

    Example: dpzoo show zCDP
    """
    from dpzoo.zoo.errors import AmbiguousNameError, UnknownNotionError
    from dpzoo.zoo.zoo import load

    zoo = load()
    if name in zoo.lemmas:
        _show_lemma(name, format)
        return
    try:
        notion = zoo.find(name)
    except (UnknownNotionError, AmbiguousNameError) as error:
        unknown(error)
    if format is Format.JSON:
        from dpzoo.exports.records import notion_data

        print_json(notion_data(notion))
        return
    _print_notion(notion)


def _show_lemma(name: str, format: Format) -> None:
    from dpzoo.exports.records import lemma_data
    from dpzoo.expressions.plain_text import prose
    from dpzoo.zoo.zoo import load

    zoo = load()
    lemma, used = zoo.lemmas[name], zoo.used_lemmas[name]
    if format is Format.JSON:
        print_json({**lemma_data(lemma), "used_by": [c.id for c in used]})
        return
    out = console()
    out.print(lemma.record.name, style="bold")
    for title, text in (("Statement", lemma.record.statement), ("Proof", lemma.record.proof)):
        out.print()
        out.print(title, style="bold")
        out.print(paragraphs(prose(text)))
    for title, cases in (("Holds", lemma.record.holds), ("Fails", lemma.record.fails)):
        if cases:
            out.print()
            out.print(title, style="bold")
        for notion, case in cases.items():
            at = f" at {', '.join(f'{k}: {prose(v)}' for k, v in case.at.items())}" if case.at else ""
            out.print(f"  {notion}{at}: {' '.join(prose(case.because).split())}")
    out.print()
    out.print(f"Used by {len(used)} claims", style="bold")
    for claim in used:
        out.print(f"  {claim.id}")


_NO_DIMENSION = {
    Standing.SURVEY: "none (the same promise as pure DP)",
    Standing.LATER: "none",
    Standing.CONTEXT: "none (another setting: who runs the mechanism)",
    Standing.OUTSIDE: "none (outside the survey's scope)",
    Standing.SYNTACTIC: "none (a property of the published data)",
}


def _print_notion(notion: Notion) -> None:
    from dpzoo.expressions.plain_text import formula, prose

    record, out = notion.record, console()

    def heading(text: str) -> None:
        out.print()
        out.print(text, style="bold")

    out.print(record.name, style="bold")
    letters = ", ".join(f"{d} ({d.label})" for d in record.dimensions) or _NO_DIMENSION[record.standing]
    rows = [
        ("id", notion.id),
        ("notation", formula(record.notation)),
        ("short", record.abbreviation or ""),
        ("also known as", ", ".join(a.name for a in record.aliases)),
        ("dimensions", letters),
        ("introduced", f"{record.introduced.year} [{', '.join(record.introduced.by)}]"),
    ]
    for label, value in rows:
        if value:
            out.print(f"  {label:<14}{value}")
    out.print()
    out.print(record.gist, style="italic")
    for title, text in (("Intuition", record.intuition), ("Definition", record.statement), ("When to use it", record.use)):
        heading(title)
        if text is record.statement:
            basis = record.statement_basis
            missing = f"No source at hand states {basis.missing}" if basis.missing else None
            said = ". ".join([basis.words, *(prose(t) for t in (missing, basis.note) if t)])
            out.print(paragraphs(f"({said})"), style="italic")
        out.print(paragraphs(prose(text)))
    if record.parameters:
        heading("Parameters")
        for parameter in record.parameters.values():
            meaning = " ".join(prose(parameter.meaning).split())
            out.print(f"  {formula(parameter.latex)}: {meaning} ({prose(parameter.domain)})")
    heading("Properties")
    for which in Property:
        out.print(_property(which.label, notion.property_claim(which)))
    rule = notion.composition.rule
    if rule:
        out.print("  composed: " + ", ".join(f"{name} = {e}" for name, e in rule.items()))
    for setting in notion.composition.settings:
        out.print(f"  {setting.how.value}: {setting.verdict.value}; {prose(setting.says)}")
    if notion.outgoing or notion.incoming:
        heading("Relations")
    if notion.compared_as is not None:
        out.print(f"  {prose(notion.compared_as)}")
    from dpzoo.relations.directions import halves

    known = (*notion.outgoing, *notion.incoming)
    for claim in notion.outgoing:
        out.print(_relation(halves(claim, known), claim, claim.kind.words, claim.object, outgoing=True))
    for claim in (c for c in notion.incoming if c.subject != notion.id):
        out.print(_relation(halves(claim, known), claim, claim.kind.inverse_words, claim.subject, outgoing=False))
    if record.confusable_with:
        heading("Not to be confused with")
        for other in record.confusable_with:
            out.print(f"  {other.notion}: {prose(other.difference)}")


def _property(label: str, claim: PropertyClaim) -> Any:
    from dpzoo.exports.evidence_line import evidence_text

    style = {Verdict.HOLDS: "green", Verdict.FAILS: "red", Verdict.OPEN: "yellow"}[claim.verdict]
    sources = "; ".join(evidence_text(e) for e in claim.evidence if e.cite is not None)
    return marked(f"  {label:<17}", (_CHIP[claim.verdict], style), f"  {sources}" if sources else "")


def _relation(halves: Sequence[Half], claim: Claim, words: str, other: str, *, outgoing: bool) -> str:
    marks = [claim.grade.value]
    if claim.disputed:
        marks.append(f"disputed: {claim.relation.disputed}")
    both = len(halves) > 1
    told = (f"{h.start} -> {h.end}{_formula(h) or ' no formula is recorded'}" for h in (halves if outgoing else halves[::-1]))
    maps = f": {'; '.join(told)}" if both else _formula(halves[0])
    if maps and not outgoing and not both:
        maps = maps.replace(" with ", ", which gives ", 1) + " here"
    return f"  {words} {other}{maps}{_parameters(claim.relation)} [{', '.join(marks)}]"


def _formula(half: Half) -> str:
    if not half.map:
        return ""
    text = " with " + ", ".join(f"{name} = {e}" for name, e in half.map.items())
    return text + (" for all " + ", ".join(str(c) for c in half.free.values()) if half.free else "")


def _parameters(relation: Relation) -> str:
    from dpzoo.expressions.plain_text import prose

    parts = []
    if relation.at:
        parts.append(" at " + ", ".join(f"{name}: {prose(value)}" for name, value in relation.at.items()))
    if relation.given:
        parts.append(" given " + ", ".join(str(g) for g in relation.given))
    return "".join(parts)
