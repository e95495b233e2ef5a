"""``dpzoo formal``."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from dpzoo.cli.exit_codes import fail


def formal(
    claim: Annotated[str | None, typer.Argument(help="The id of a claim, such as epsilon-dp/stronger_than/kl-privacy.")] = None,
    verify: Annotated[
        Path | None, typer.Option(help="Compile and check all proofs, in copies in this folder; needs Rocq.", show_default=False)
    ] = None,
) -> None:
    """Print what a claim says in Rocq, generated from the records; without a claim, what is machine-checked.

    Example: dpzoo formal epsilon-dp/stronger_than/kl-privacy
    """
    from dpzoo.checks.formal.proofs import beside, digest
    from dpzoo.checks.formal.statements import Statements, theorem_name
    from dpzoo.checks.formal.terms import NotExpressibleError
    from dpzoo.checks.formal.theorems import proved_claims
    from dpzoo.checks.formal.verifying import ProofError
    from dpzoo.checks.formal.verifying import verify as verified
    from dpzoo.zoo.zoo import load

    base = load().base
    proofs = beside(base.root)
    if not proofs.exists:
        fail("there is no folder proofs beside the definitions; the command needs a clone of the project")
    if verify is not None:
        try:
            for line in verified(base, proofs, verify):
                typer.echo(line)
        except ProofError as error:
            fail(str(error))
        return
    if claim is None:
        claims = proved_claims(base, proofs)
        for known, name in claims.items():
            typer.echo(f"{known}: {name}")
        typer.echo(f"{len(claims)} claims have a theorem, of {len(proofs.theorems)}; make proofs checks them")
        return
    try:
        statement = Statements(base, proofs.table).of(claim)
    except NotExpressibleError as error:
        fail(f"{claim} cannot be stated in Rocq: {error}")
    theorem = proofs.theorems.get(proved_claims(base, proofs).get(claim, ""))
    if theorem is not None and proofs.checked.get(theorem.name) == digest(statement):
        typer.echo(f"(* proved by {theorem.name}, proofs/{theorem.file}, line {theorem.line} *)")
    typer.echo(f"Theorem {theorem_name(claim)} :\n{statement}.")
