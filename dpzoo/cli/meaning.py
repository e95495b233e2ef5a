"""``dpzoo meaning``."""

from __future__ import annotations

from typing import Annotated

import typer

from dpzoo.cli.exit_codes import FINDINGS, fail, unknown
from dpzoo.cli.output import Format, FormatOption, print_json
from dpzoo.meaning.differencing import Known, Query


def meaning(
    guarantee: Annotated[str, typer.Argument(help="What you have: notion(parameter=value, …).")],
    prior: Annotated[float, typer.Option(help="The attacker's prior probability of the secret, between 0 and 1.")] = 0.5,
    per_day: Annotated[
        bool, typer.Option("--per-day", help="The guarantee is given again every day; say for how many days.")
    ] = False,
    days: Annotated[int, typer.Option(help="For how many days, with --per-day.")] = 1,
    failure: Annotated[float, typer.Option(help="How often a bound that has a δ may fail.")] = 1e-6,
    attack: Annotated[Query | None, typer.Option(help="A differencing attack on this query.", show_default=False)] = None,
    known: Annotated[
        Known, typer.Option(help="Which true answer the attacker has: over the whole group, over the rest, or nothing.")
    ] = Known.WHOLE,
    share: Annotated[float, typer.Option(help="The target's contribution as a share of the sensitivity.")] = 1.0,
    people: Annotated[int | None, typer.Option(help="People behind the known average.", show_default=False)] = None,
    target: Annotated[
        float | None, typer.Option(help="Find the ε that keeps the attack's success below this.", show_default=False)
    ] = None,
    format: FormatOption = Format.TEXT,
) -> None:
    """Say what a guarantee means for one person: beliefs, guesses, tests, attacks.

    Example: dpzoo meaning 'epsilon-dp(epsilon=1)' --prior 0.01 --attack count
    """
    from dpzoo.meaning.differencing import Attack
    from dpzoo.meaning.errors import MeaningError, UnknownMeaningError
    from dpzoo.relations.guarantees import GuaranteeError
    from dpzoo.zoo.errors import AmbiguousNameError, UnknownNotionError
    from dpzoo.zoo.zoo import load

    if per_day != (days != 1):
        fail("--per-day and --days N go together: the guarantee holds for each of N days")
    if attack is None and (share != 1 or people is not None or target is not None or known is not Known.WHOLE):
        fail("--known, --share, --people and --target describe an attack; name it with --attack")
    try:
        asked = None if attack is None else Attack(attack, known, share, people)
        found = load().meaning(guarantee, prior=prior, days=days, failure=failure, attack=asked, target=target)
    except UnknownMeaningError as error:
        if format is Format.JSON:
            print_json(None)
        fail(str(error), FINDINGS)
    except (UnknownNotionError, AmbiguousNameError) as error:
        unknown(error)
    except (GuaranteeError, MeaningError) as error:
        fail(str(error))
    if format is Format.JSON:
        print_json(found.data())
        return
    typer.echo(f"{found.name}: {found.guarantee}{f' a day, for {days} days' if days > 1 else ''} ({found.means})")
    for sentence in found.sentences:
        typer.echo(f"  {sentence}")
    typer.echo(f"  The secret is which of two neighbours holds: {found.unit}.")
    if found.compared is not None:
        typer.echo(f"  Which datasets are compared: {found.compared}.")
