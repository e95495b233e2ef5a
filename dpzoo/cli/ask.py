"""``dpzoo compare``, ``dpzoo explain``, ``dpzoo open``, ``dpzoo convert``."""

from __future__ import annotations

import math
from dataclasses import replace
from decimal import Context
from enum import StrEnum
from fractions import Fraction
from typing import TYPE_CHECKING, Annotated, Any

import typer

from dpzoo.cli.exit_codes import FINDINGS, fail, unknown
from dpzoo.cli.output import Format, FormatOption, print_json, print_table
from dpzoo.cli.tab_completion import notions
from dpzoo.records.enums import Property, RelationKind

if TYPE_CHECKING:
    from dpzoo.optimal.optimum import Optimum
    from dpzoo.relations.conversion import Conversion
    from dpzoo.relations.facts import Decision, Derivation, Fact, PropertyFact
    from dpzoo.zoo.best_conversion import Conversions
    from dpzoo.zoo.notion import Notion
    from dpzoo.zoo.zoo import Zoo


class Order(StrEnum):
    """The three orders that can be asked about."""

    STRONGER = "stronger"
    IMPLIES = "implies"
    SPECIAL_CASE = "special-case"

    @property
    def kind(self) -> RelationKind:
        """The relation behind the word."""
        return {
            Order.STRONGER: RelationKind.STRONGER_THAN,
            Order.IMPLIES: RelationKind.IMPLIES,
            Order.SPECIAL_CASE: RelationKind.SPECIAL_CASE_OF,
        }[self]


def compare(
    first: Annotated[str, typer.Argument(help="A notion, by any of its names.", autocompletion=notions)],
    second: Annotated[str, typer.Argument(help="Another one.", autocompletion=notions)],
    format: FormatOption = Format.TEXT,
) -> None:
    """Compare two notions: which is stronger, and what is known both ways.

    Example: dpzoo compare zCDP RDP
    """
    zoo = _zoo()
    a, b = _find(zoo, first), _find(zoo, second)
    found = zoo.compare(a.id, b.id)
    if format is Format.JSON:
        both = {"forward": found.forward, "backward": found.backward}
        data = {side: {k.value: _decision_data(zoo, d) for k, d in decisions.items()} for side, decisions in both.items()}
        told = {n.id: n.compared_as for n in (a, b) if n.compared_as is not None}
        print_json({"first": a.id, "second": b.id, "standing": found.standing.value, "compared_as": told, **data})
        return
    typer.echo(replace(found, names=(a.name, b.name)).sentence)
    _print_remarks(found.remarks)
    for decisions in (found.forward, found.backward):
        for decision in decisions.values():
            typer.echo(_line(zoo, decision))
    for (subject, target), why in found.why_open.items():
        typer.echo(_why(subject, target, why))


def explain(
    first: Annotated[str, typer.Argument(help="A notion, by any of its names.", autocompletion=notions)],
    second: Annotated[
        str | None,
        typer.Argument(help="Another one; leave it out to ask about a property.", autocompletion=notions, show_default=False),
    ] = None,
    relation: Annotated[Order, typer.Option(help="Which order to explain.")] = Order.STRONGER,
    property: Annotated[
        Property | None, typer.Option(help="Ask about a property of the first notion instead.", show_default=False)
    ] = None,
    format: FormatOption = Format.TEXT,
) -> None:
    """Explain why one notion is, or is not, stronger than another: step by step, with sources.

    Example: dpzoo explain epsilon-dp renyi-dp
    """
    zoo = _zoo()
    a = _find(zoo, first)
    if (second is None) == (property is None):
        fail("name either a second notion or a --property")
    if property is not None:
        derivation = zoo.inference.explain_property(a.id, property)
        if derivation is None and format is Format.JSON:
            print_json(
                {
                    "asserted": False,
                    "grade": None,
                    "machine_checked": False,
                    "reconstructions": [],
                    "steps": [],
                    "tested": None,
                    "open": True,
                }
            )
        elif derivation is None:
            typer.echo(f"Nobody has decided whether {a.name} satisfies {property.label}.")
        elif format is Format.JSON:
            print_json({**_derivation_data(zoo, derivation), "tested": _tested(zoo, derivation)})
        else:
            _print_derivation(zoo, derivation)
        return
    assert second is not None
    b = _find(zoo, second)
    decision = zoo.inference.decide(relation.kind, a.id, b.id)
    if format is Format.JSON:
        print_json({**_decision_data(zoo, decision), "tested": _tested(zoo, decision.derivation)})
        return
    typer.echo(_line(zoo, decision).strip())
    _print_remarks(zoo.compare(a, b).remarks)
    why = zoo.why_open(a, b)
    if why is not None:
        typer.echo(_why(a.id, b.id, why))
    if decision.derivation is not None:
        _print_derivation(zoo, decision.derivation)
        if decision.derivation.machine_checked:
            typer.echo("Every claim used here is machine-checked (Rocq, finite outputs).")
    for number, under in enumerate(decision.under, start=1):
        typer.echo(f"\nConditions {number}: {_conditions(getattr(under.conclusion, 'conditions', frozenset()))}")
        _print_derivation(zoo, under)


def open_questions(
    first: Annotated[
        str | None,
        typer.Argument(
            help="With a second notion: what would follow from an answer about the two.",
            autocompletion=notions,
            show_default=False,
        ),
    ] = None,
    second: Annotated[str | None, typer.Argument(help="The second notion.", autocompletion=notions, show_default=False)] = None,
    limit: Annotated[int, typer.Option(min=1, help="The largest number of questions.")] = 20,
    cells: Annotated[bool, typer.Option("--cells", help="Undecided properties instead of pairs.")] = False,
    relation: Annotated[Order, typer.Option(help="Which order to ask about.")] = Order.STRONGER,
    format: FormatOption = Format.TEXT,
) -> None:
    """List open questions, the most consequential first, and who calls them open.

    For a pair: how many open pairs a yes and how many a no would settle. With two notions: which ones.

    Example: dpzoo open --limit 5
    """
    from dpzoo.relations.questions import ranked

    if relation is Order.SPECIAL_CASE:
        fail("no rule refutes a special case, so that every undecided pair would be listed; ask about stronger or implies")
    if cells and (first is not None or relation is not Order.STRONGER):
        fail("--cells is about the properties of all notions; leave the notions and --relation out")
    if first is not None and second is None:
        fail("name two notions, or none")
    zoo = _zoo()
    if first is not None and second is not None:
        _open_pair(zoo, relation, _find(zoo, first), _find(zoo, second), format)
        return
    if cells:
        _open_cells(zoo, limit, format)
        return
    unread = {n.id: n.name for n in zoo.notions() if n.record.statement_basis.missing}
    pairs = ranked(zoo.inference, relation.kind, limit, unread.keys())
    said = [
        _said_open(zoo, relation.kind, p.subject, p.object)
        or next((f"{unread[n]} lacks a part of its definition" for n in (p.subject, p.object) if n in unread), "")
        for p in pairs
    ]
    if format is Format.JSON:
        keys = ("subject", "object", "if_yes", "if_no")
        print_json([{**{k: getattr(p, k) for k in keys}, "called_open_by": s} for p, s in zip(pairs, said, strict=True)])
        return
    rows = [
        (p.subject, relation.kind.symbol, p.object, str(p.if_yes), str(p.if_no), s or "nobody recorded it")
        for p, s in zip(pairs, said, strict=True)
    ]
    print_table(("", "?", "", "yes settles", "no settles", "called open by"), rows)


def _open_pair(zoo: Zoo, relation: Order, a: Notion, b: Notion, format: Format) -> None:
    from dpzoo.relations.questions import consequences, question

    found = question(zoo.inference, relation.kind, a.id, b.id)
    if found is None:
        decision = zoo.inference.decide(relation.kind, a.id, b.id)
        if format is Format.JSON:
            print_json({"subject": a.id, "object": b.id, "decided": decision.answer.value})
        fail(f"this is decided: {_line(zoo, decision).strip()}; see dpzoo explain {a.id} {b.id}", FINDINGS)
    yes, no = consequences(zoo.inference, found)
    if format is Format.JSON:
        print_json(
            {
                "subject": a.id,
                "object": b.id,
                "if_yes": yes,
                "if_no": no,
                "called_open_by": _said_open(zoo, relation.kind, a.id, b.id),
            }
        )
        return
    typer.echo(
        f"{a.id} {relation.kind.words} {b.id}: open ({_said_open(zoo, relation.kind, a.id, b.id) or 'nobody recorded it'})"
    )
    for word, pairs in (("yes", yes), ("no", no)):
        typer.echo(f"If {word}, {len(pairs)} open pairs become {word}:")
        for x, y in pairs:
            typer.echo(f"  {x} {relation.kind.symbol} {y}")


def _open_cells(zoo: Zoo, limit: int, format: Format) -> None:
    from dpzoo.exports.evidence_line import evidence_text
    from dpzoo.relations.questions import open_cells

    found = open_cells(zoo.inference)[:limit]
    said = ["; ".join(evidence_text(e) for e in zoo[c.notion].property_claim(c.property).evidence) for c in found]
    if format is Format.JSON:
        print_json(
            [{"notion": c.notion, "property": c.property.value, "called_open_by": s} for c, s in zip(found, said, strict=True)]
        )
        return
    if not found:
        typer.echo("Every property of every notion is decided.")
    print_table(
        ("notion", "property", "called open by"),
        [(c.notion, c.property.label, s or "nobody recorded it") for c, s in zip(found, said, strict=True)],
    )


def _said_open(zoo: Zoo, kind: RelationKind, subject: str, target: str) -> str:
    from dpzoo.exports.evidence_line import evidence_text
    from dpzoo.relations.questions import called_open

    return "; ".join(evidence_text(e) for e in called_open(zoo.base).get((kind, subject, target), ()))


def _zoo() -> Zoo:
    from dpzoo.zoo.zoo import load

    return load()


def _find(zoo: Zoo, name: str) -> Notion:
    from dpzoo.zoo.errors import AmbiguousNameError, UnknownNotionError

    try:
        return zoo.find(name)
    except (UnknownNotionError, AmbiguousNameError) as error:
        unknown(error)


def _line(zoo: Zoo, decision: Decision) -> str:
    grade = decision.derivation.grade if decision.derivation is not None else None
    suffix = ""
    if decision.derivation is not None and decision.derivation.claims:
        ours = zoo.reconstructions(decision.derivation)
        rests = f"; rests on our reconstruction of {', '.join(ours)}" if ours else ""
        suffix = f" [{'asserted' if decision.derivation.asserted else 'derived'}, {grade}{rests}]"
    return f"  {decision.subject} {decision.kind.words} {decision.object}: {decision.answer}{suffix}"


def _why(subject: str, target: str, why: str) -> str:
    return f"  Whether {subject} implies {target} is open: {' '.join(_plain(why).split())}"


def _conditions(conditions: frozenset[str]) -> str:
    from dpzoo.relations.entailment import in_words

    return _plain(in_words(conditions))


def _plain(text: str) -> str:
    """Text with its formulas as Unicode; the converter is loaded only where there is one."""
    if "$" not in text:
        return text
    from dpzoo.expressions.plain_text import prose

    return prose(text)


def _print_remarks(remarks: tuple[str, ...]) -> None:
    """Remarks about two notions that a reader needs besides the answer."""
    for remark in remarks:
        typer.echo(f"  {_plain(remark)}")


def _print_derivation(zoo: Zoo, derivation: Derivation) -> None:
    from dpzoo.exports.evidence_line import evidence_text

    for number, step in enumerate(derivation.steps, start=1):
        why = step.rule.value
        if step.premises:
            why += f", from {' and '.join(str(p + 1) for p in step.premises)}"
        typer.echo(f"{number:>3}. {_plain(_sentence(step.conclusion))}  ({why})")
        if step.claim is not None and step.claim.lift is not None:
            typer.echo(f"       {_plain(str(step.claim.relation.evidence[0].proof))}")
        elif step.claim is not None:
            for evidence in step.claim.relation.evidence:
                if not evidence.argued:
                    typer.echo(f"       {evidence_text(evidence, step.claim.id)}")
                    continue
                for lemma, cases in zoo.lemmas_of(evidence, step.claim.id):
                    because = " ".join(" ".join(_plain(c.because).split()) for c in cases)
                    typer.echo(f"       lemma {lemma.id} ({lemma.record.name}): {because}".rstrip(": "))
                if evidence.proof is not None:
                    typer.echo("       proof in the record")
            if step.claim.id in zoo.tested:
                typer.echo(f"       {zoo.tested[step.claim.id]}")
            typer.echo(f"       {_shown(step.claim.location)}")
    for n in zoo.reconstructions(derivation):
        typer.echo(f"  The formal statement of {zoo[n].name}: {_plain(zoo[n].record.statement_basis.words)}.")


def _shown(location: Any) -> str:
    from pathlib import Path

    path = location.path
    short = path.relative_to(Path.cwd()) if path.is_absolute() and path.is_relative_to(Path.cwd()) else path
    return f"{short.as_posix()}:{location.line}"


def _sentence(conclusion: Fact | PropertyFact) -> str:
    kind = getattr(conclusion, "kind", None)
    if kind is None:
        return str(conclusion)
    from dpzoo.relations.entailment import in_words

    conditions: frozenset[str] = getattr(conclusion, "conditions", frozenset())
    tail = f", where {in_words(conditions)}" if conditions else ""
    return f"{getattr(conclusion, 'subject', '')} {kind.words} {getattr(conclusion, 'object', '')}{tail}"


def _decision_data(zoo: Zoo, decision: Decision) -> dict[str, Any]:
    return {
        "subject": decision.subject,
        "relation": decision.kind.value,
        "object": decision.object,
        "answer": decision.answer.value,
        "derivation": None if decision.derivation is None else _derivation_data(zoo, decision.derivation),
        "under": [_derivation_data(zoo, d) for d in decision.under],
        "why_open": None if decision.answer.decided else zoo.why_open(decision.subject, decision.object),
    }


def _tested(zoo: Zoo, derivation: Derivation | None) -> dict[str, Any]:
    """Trials of the falsifier that the claims of a derivation survived."""
    steps = () if derivation is None else derivation.steps
    claims = [s.claim.id for s in steps if s.claim is not None and s.claim.id in zoo.tested]
    return {c: {"trials": zoo.tested[c].trials, "seeds": list(zoo.tested[c].seeds)} for c in claims}


def _derivation_data(zoo: Zoo, derivation: Derivation) -> dict[str, Any]:
    return {
        "asserted": derivation.asserted,
        "grade": derivation.grade.value if derivation.grade is not None else None,
        "machine_checked": derivation.machine_checked,
        "reconstructions": list(zoo.reconstructions(derivation)),
        "steps": [
            {
                "conclusion": _sentence(s.conclusion),
                "rule": s.rule.value,
                "premises": list(s.premises),
                "claim": s.claim.id if s.claim is not None else None,
            }
            for s in derivation.steps
        ],
    }


def convert(
    guarantee: Annotated[str, typer.Argument(help="What you have: notion(parameter=value, …).")],
    target: Annotated[str, typer.Argument(help="The notion that you want.", autocompletion=notions)],
    fix: Annotated[list[str] | None, typer.Option(help="A parameter of the target and its value.", show_default=False)] = None,
    format: FormatOption = Format.TEXT,
) -> None:
    """Convert a guarantee into another notion: the best possible value, and what the recorded claims give, with their paths.

    Several guarantees that hold together are joined by "and"; a profile or a curve is a list of points.

    Example: dpzoo convert 'zero-concentrated-dp(xi=0, rho=0.5)' approximate-dp --fix delta=1e-6
    """
    from dpzoo.relations.conversion import written
    from dpzoo.relations.guarantees import GuaranteeError, NoWayError, parse_assignments
    from dpzoo.zoo.errors import AmbiguousNameError, UnknownNotionError

    zoo = _zoo()
    try:
        values: dict[str, Any] = {}
        for assignment in fix or []:
            given = parse_assignments(assignment)
            twice = next((name for name in given if name in values), None)
            if twice is not None:
                fail(f"{twice} is fixed twice")
            values |= given
        found = zoo.convert(guarantee, target, **values)
    except NoWayError as error:
        if format is Format.JSON:
            print_json([{**({} if error.optimum is None else _without_answer(error.optimum)), "refused": str(error)}])
        fail(str(error), FINDINGS)
    except (UnknownNotionError, AmbiguousNameError) as error:
        unknown(error)
    except GuaranteeError as error:
        fail(str(error))
    if format is Format.JSON:
        none = [] if found or found.optimum is None else [_without_answer(found.optimum)]
        print_json([*(_conversion_data(c, found if n == 0 else None) for n, c in enumerate(found)), *none])
    best = found.optimum
    if not found:
        bounds = f"; the best possible {best.parameter} {_between(best)} ({best.note})" if best is not None else ""
        fail(f"no recorded chain of parameter maps leads there at these values{bounds}", FINDINGS)
    if format is Format.JSON:
        return
    for number, conversion in enumerate(found):
        if number:
            typer.echo()
        typer.echo(f"{conversion.source} gives {conversion.said}")
        if conversion.conditions:
            typer.echo(f"  provided that {_conditions(conversion.conditions)}")
        if not conversion.path:
            typer.echo(f"  {_without_path(conversion, best)}")
            continue
        for name in conversion.target.values:
            if name not in values:
                typer.echo(f"  {name} = {written(conversion, name)}")
        if set(conversion.chosen) - set(values):
            typer.echo("  (free parameters found numerically; the bound holds at them, and is rounded so that it stays true)")
        if conversion.loss is not None and conversion.loss > 1 + 1e-9:
            typer.echo(f"  {_loss(conversion.loss)}")
        for claim in conversion.path:
            sources = "; ".join(f"[{e.cite}] {e.at}" for e in claim.relation.evidence if e.cite) or "proof in the record"
            typer.echo(f"  by {claim.id}: {sources}")
    if best is not None:
        typer.echo(_best_possible(best, found[0].target.values.get(best.parameter, best.value)))


def _without_path(conversion: Conversion, best: Optimum | None) -> str:
    """What an answer is that no recorded formula gives."""
    if best is None or conversion.source == conversion.target:
        return "the guarantee itself"
    known = "known" if best.status == "unknown" else "possible"
    how = "" if best.certified or best.status == "unknown" else ", found numerically"
    return f"the best {known} value{how}; no recorded formula reaches it (dpzoo theorem {best.theorem})"


def _loss(loss: float) -> str:
    """How far a formula is from the optimum, at most."""
    from dpzoo.numbers.decimals import outward

    if math.isinf(loss):
        return "the best possible value is 0"
    if loss < 2:
        return f"{outward(100 * (loss - 1), 1, 2)} % more than the best possible value"
    return f"{outward(loss, 1, 4)} times the best possible value"


def _between(best: Optimum) -> str:
    """The enclosure, rounded outwards."""
    from dpzoo.numbers.decimals import outward

    top = f" and at most {outward(best.upper, 1)}" if best.upper < float("inf") else ""
    return f"is at least {outward(best.lower, -1)}{top}"


def _best_possible(best: Optimum, given: float) -> str:
    """What no conversion could improve, in a sentence; ``given`` is the answer above it, perhaps with less rounding."""
    from dpzoo.numbers.decimals import outward

    if best.status == "unknown":
        return f"best possible: not known; {best.parameter} {_between(best)} ({best.note})"
    certainty = "proved" if best.certified else "numeric"
    value = best.short(given if best.lower <= given <= best.upper else best.value)
    said = f"best possible: {best.parameter} = {outward(value, 1 if best.value == best.upper else -1)} ({certainty})"
    return f"{said}{_reached(best)}"


def _reached(best: Optimum) -> str:
    """The pair that attains it, or comes as close as wanted: up to so many outputs as a table, else in words."""
    from dpzoo.optimal.cells import Cells

    pair, how = best.pair, "attained" if best.status == "attained" else "approached"
    if pair is None or pair.one_output:
        return f"; {best.note}" if best.note else ""
    if isinstance(pair, Cells):  # a table that takes time to make
        return f"; {how} by {best.note.partition(';')[0] or 'a pair of many outputs'} (--format json lists a table close to it)"
    if len(pair.p) > _SHOWN_OUTPUTS:
        return f"; {how} by a pair of {len(pair.p)} outputs (--format json lists it)"
    rows = [[_probability(x) for x in row] for row in zip(pair.p, pair.q, strict=True)]
    if len(rows) <= _ON_A_LINE:
        first, second = (", ".join(row[k] for row in rows) for k in (0, 1))
        return f"; {how} by the output probabilities {first} against {second} (six digits of them)"
    table = "".join(f"\n  {a:>16}  {b:>16}" for a, b in rows)
    return f"; {how} by these {len(rows)} outputs, each with its probabilities under both laws (six digits of them):{table}"


def _probability(x: Fraction) -> str:
    """Six digits of it; next to 1, of what is left of 1."""
    return f"1 - {_six_digits(1 - x)}" if _NEAR_ONE < x < 1 else _six_digits(x)


def _six_digits(x: Fraction) -> str:
    """As floats are written, of numbers below all floats, too."""
    if not x or x > _LEAST:
        return f"{float(x):.6g}"
    more, six = (Context(prec=n, Emin=-(10**9), Emax=10**9) for n in (12, 6))
    return f"{six.normalize(more.divide(more.create_decimal(x.numerator), more.create_decimal(x.denominator))):e}"


_NEAR_ONE = 0.9999
_LEAST = Fraction(1, 10**300)
_ON_A_LINE = 4
_SHOWN_OUTPUTS = 12


def _conversion_data(conversion: Conversion, answers: Conversions | None) -> dict[str, Any]:
    """A conversion; the first one carries the optimum and every recorded formula with its loss."""
    from dpzoo.relations.conversion import written
    from dpzoo.relations.guarantees import Conjunction

    source = conversion.source
    parts = source.parts if isinstance(source, Conjunction) else ((source.notion, source.values),)
    whole = [{"notion": n, "values": dict(v)} for n, v in parts]
    data: dict[str, Any] = {
        "source": whole[0] if len(whole) == 1 else whole,
        "target": {"notion": conversion.target.notion, "values": dict(conversion.target.values)},
        "formulas": {n: str(written(conversion, n)) for n in conversion.target.values if n in conversion.formulas},
        "chosen": dict(conversion.chosen),
        "conditions": sorted(conversion.conditions),
        "path": [c.id for c in conversion.path],
        "loss": conversion.loss,
    }
    if answers is None:
        return data
    formulas = [{"path": [p.id for p in c.path], "values": dict(c.target.values), "loss": c.loss} for c in answers.recorded]
    return {**data, "optimum": optimum_data(answers.optimum), "recorded": formulas}


def _without_answer(best: Optimum) -> dict[str, Any]:
    """The output in place of conversions where no value is known: no finite one exists, or only bounds on it are known."""
    parts = [{"notion": n, "values": dict(v)} for n, v in best.source]
    target = {"notion": best.target, "values": dict(best.fixed)}
    return {"source": parts[0] if len(parts) == 1 else parts, "target": target, "optimum": optimum_data(best), "recorded": []}


def optimum_data(best: Optimum | None) -> dict[str, Any] | None:
    """The best possible value for programs: floats that enclose it, and the attaining pair as exact fractions."""
    if best is None:
        return None
    pair = None if best.pair is None else {k: [str(x) for x in row] for k, row in (("p", best.pair.p), ("q", best.pair.q))}
    dual = best.dual
    terms = None if dual is None else [{"order": t.order, "reverse": t.reverse, "weight": t.weight} for t in dual.terms]
    return {
        "parameter": best.parameter,
        "status": best.status.value,
        "value": best.value,
        "lower": best.lower,
        "upper": best.upper,
        "certainty": "proved" if best.certified else "numeric",
        "attained": best.status == "attained",
        "theorem": best.theorem,
        "pair": pair,
        "dual": None if dual is None else {"constant": dual.constant, "slope": dual.slope, "price": dual.price, "terms": terms},
        "note": best.note,
    }
