"""``dpzoo mechanism``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from dpzoo.cli.assignments import assignments
from dpzoo.cli.exit_codes import fail, unknown
from dpzoo.cli.output import Format, FormatOption, console, print_json, print_table
from dpzoo.cli.tab_completion import mechanisms

if TYPE_CHECKING:
    from dpzoo.zoo.practice import Mechanism, Promised
    from dpzoo.zoo.zoo import Zoo


def mechanism(
    name: Annotated[
        str | None,
        typer.Argument(
            help="Id, name, alias or beginning of a mechanism; omit it to list all.",
            autocompletion=mechanisms,
            show_default=False,
        ),
    ] = None,
    set_: Annotated[
        list[str] | None,
        typer.Option("--set", help="A parameter and its value, such as f=0.5 or 'epsilon=log(3)'.", show_default=False),
    ] = None,
    format: FormatOption = Format.TEXT,
) -> None:
    """Show what a mechanism promises at your parameters; those left out take the record's example values.

    Example: dpzoo mechanism rappor --set f=0.5 --set p=0.25 --set q=0.75
    """
    from dpzoo.zoo.errors import MechanismError
    from dpzoo.zoo.zoo import load

    zoo = load()
    if name is None:
        if set_:
            fail("--set needs a mechanism; name one, or leave --set out to list all")
        _list(zoo, format)
        return
    try:
        found = zoo.find_mechanism(name)
    except MechanismError as error:
        unknown(error, "mechanism")
    try:
        given = assignments(set_ or [])
        promised = found.guarantees(**given)
        values = found.values(**{k: v for k, v in given.items() if k in found.record.parameters})
    except MechanismError as error:
        fail(str(error))
    if format is Format.JSON:
        print_json(
            {
                "id": found.id,
                "name": found.name,
                "parameters": {k: float(v) for k, v in values.items()},
                "guarantees": [_data(found, p) for p in promised],
            }
        )
        return
    _show(zoo, found, promised, {k: float(v) for k, v in values.items()})


def _list(zoo: Zoo, format: Format) -> None:
    if format is Format.JSON:
        print_json(
            [{"id": m.id, "name": m.name, "kind": m.record.kind.value, "gist": m.record.gist} for m in zoo.mechanisms.values()]
        )
        return
    print_table(
        ("id", "kind", "name", "gist"),
        [(m.id, m.record.kind.value, m.name, m.record.gist) for m in zoo.mechanisms.values()],
    )


def _data(found: Mechanism, promised: Promised) -> dict[str, object]:
    claim = promised.claim
    return {
        "id": claim.id(found.id),
        "notion": promised.notion,
        "name": claim.name,
        "values": dict(promised.values),
        "chosen": dict(promised.chosen),
        "neighbours": claim.neighbours.value,
        "unit": claim.unit,
        "holds": promised.holds,
        "loose": claim.loose,
        "tight": claim.tight is not None,
    }


def _show(zoo: Zoo, found: Mechanism, promised: list[Promised], values: dict[str, float]) -> None:
    from dpzoo.expressions.plain_text import prose
    from dpzoo.zoo.practice import belief_in_words

    out = console()
    out.print(found.name, style="bold")
    out.print(prose(found.record.gist), style="italic")
    if values:
        out.print("  " + ", ".join(f"{name} = {number:.10g}" for name, number in values.items()))
    for p in promised:
        claim, notion = p.claim, zoo[p.notion]
        numbers = ", ".join(f"{name} = {number}" for name, number in p.shown.items())
        mark = "claimed, and fails: " if claim.fails else "holds, but is not the loss: " if claim.loose else ""
        title = f"{prose(claim.name)}: " if claim.name else ""
        grade = f"{claim.grade.value}, tight" if claim.tight is not None else claim.grade.value
        out.print(f"  {mark}{title}{notion.short} with {numbers}, {prose(claim.scope)} [{grade}]", soft_wrap=True)
        if not claim.fails and not claim.loose and set(p.values) == {"epsilon"}:
            beliefs = [f"{100 * b:g} % rises to at most {belief_in_words(b, p.values['epsilon'])}" for b in (0.5, 0.01)]
            out.print(f"    a belief of {', one of '.join(beliefs)}", soft_wrap=True)
        places = [f"{e.cite}, {e.at}" for e in claim.evidence if e.cite is not None]
        if places:
            out.print(f"    {'; '.join(places)}", soft_wrap=True)
    for pitfall in found.record.pitfalls:
        out.print(f"  Note: {prose(pitfall)}", soft_wrap=True)
    out.print(f"  Sources: {'; '.join(f'{s.cite}, {s.at}' for s in found.record.sources)}", soft_wrap=True)
