"""``dpzoo witness``."""

from __future__ import annotations

import difflib
from typing import TYPE_CHECKING, Annotated, Any

import typer

from dpzoo.cli.exit_codes import FINDINGS, fail
from dpzoo.cli.output import Format, FormatOption, print_json, print_table

if TYPE_CHECKING:
    from dpzoo.witnesses.framework import Outcome


def witness(
    name: Annotated[
        list[str] | None, typer.Argument(help="Ids of witnesses; their steps are printed.", show_default=False)
    ] = None,
    all: Annotated[bool, typer.Option("--all", help="Run every witness, one line each.")] = False,
    missing: Annotated[bool, typer.Option("--missing", help="List negative claims without a witness, and why.")] = False,
    format: FormatOption = Format.TEXT,
) -> None:
    """Run witnesses: programs that decide the literature's claims on finite objects.

    Example: dpzoo witness prodp-post-processing
    """
    from dpzoo.witnesses.registry import witnesses

    if bool(name) + all + missing > 1:
        fail("give ids, --all or --missing, but only one of the three")
    if missing:
        _print_missing(format)
        return
    known = witnesses()
    if not name and not all:
        if format is Format.JSON:
            print_json([{"id": w.id, "kind": w.kind.value, "title": w.title, "claim": w.claim} for w in known.values()])
            return
        print_table(("Witness", "Kind", "Title"), [(w.id, w.kind.value, w.title) for w in known.values()])
        return
    for wanted in name or ():
        if wanted not in known:
            near = difflib.get_close_matches(wanted, known, n=2) or [id_ for id_ in known if wanted and wanted in id_][:3]
            hint = f"; did you mean {' or '.join(near)}?" if near else "; 'dpzoo witness' lists them"
            fail(f"no witness is called {wanted!r}{hint}")
    outcomes = [known[n].outcome() for n in (name or known)]
    if format is Format.JSON:
        print_json([_data(o) for o in outcomes])
    elif name:
        for o in outcomes:
            _print(o)
    else:
        print_table(
            ("Witness", "Claim", "Verdict", "Certainty"),
            [
                (o.witness.id, o.witness.claim, o.conclusion if o.passed else "DID NOT COME OUT", o.certainty.value)
                for o in outcomes
            ],
        )
        failed = sum(not o.passed for o in outcomes)
        typer.echo(f"{len(outcomes)} witnesses, {failed} failed", err=True)
    if not all_passed(outcomes):
        raise typer.Exit(FINDINGS)


def _print_missing(format: Format) -> None:
    from dpzoo.zoo.coverage import coverage
    from dpzoo.zoo.zoo import load

    found = coverage(load())
    bare = [c for c in found if not c.witnesses]
    if format is Format.JSON:
        print_json({c.claim: c.reason for c in bare})
        return
    print_table(("Claim", "Why it has no witness"), [(c.claim, c.reason or "nobody has written one") for c in bare])
    typer.echo(f"{len(found) - len(bare)} of {len(found)} separations and failing cells have a witness", err=True)


def all_passed(outcomes: list[Outcome]) -> bool:
    """Whether every witness came out as it says."""
    return not [o for o in outcomes if not o.passed]


def _print(o: Outcome) -> None:
    from dpzoo.blocks.finite_mechanism import FiniteMechanism, show_dataset
    from dpzoo.notions.results import Certainty
    from dpzoo.witnesses.declared import in_words

    typer.echo(f"{o.witness.id}: {o.witness.title}")
    for label, text in o.witness.head.items():
        first, *further = text.split("\n\n")
        typer.echo("\n    ".join([f"  {label}: {first}", *further]))
    for symbol, thing in o.objects:
        if isinstance(thing, FiniteMechanism):
            typer.echo(f"  {symbol}, outputs {', '.join(map(str, thing.outputs))}:")
            for d, row in zip(thing.datasets, thing.matrix, strict=True):
                typer.echo(f"    {show_dataset(d):12s} {'  '.join(map(str, row))}")
        else:
            typer.echo(f"  {symbol} = {thing}")
    for step in o.steps:
        typer.echo(f"  - {step}")
    for fault in o.faults:
        typer.echo(f"  - {fault} [NO]")
    typer.echo(f"  {o.conclusion if o.passed else 'the result is not what the witness says'} ({o.certainty.value})")
    if o.certainty is Certainty.SAMPLED:
        for said, claims in _samples(o).items():
            about = "" if isinstance(o.witness.sampled, str) else f"{', '.join(claims)}: "
            typer.echo(f"  sampled: {about}{in_words(said)}")


def _samples(o: Outcome) -> dict[str, list[str]]:
    """The claims by what is sampled for them."""
    found: dict[str, list[str]] = {}
    for claim in o.witness.claims or ("",):
        if said := o.witness.sample(claim):
            found.setdefault(said, []).append(claim)
    return found


def _data(o: Outcome) -> dict[str, Any]:
    return {
        "id": o.witness.id,
        "kind": o.witness.kind.value,
        "claim": o.witness.claim,
        "claims": list(o.witness.claims),
        "source": o.witness.source,
        "errata": list(o.witness.errata),
        "passed": o.passed,
        "certainty": o.certainty.value,
        "sampled": {c: s for c in o.witness.claims if (s := o.witness.sample(c))},
        "faults": list(o.faults),
        "conclusion": o.conclusion,
        "steps": [
            {"text": s.text, "measured": s.measured, "relation": s.relation, "expected": s.expected, "holds": s.holds}
            for s in o.steps
        ],
    }
