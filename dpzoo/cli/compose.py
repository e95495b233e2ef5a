"""``dpzoo compose`` and ``dpzoo solve``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, NoReturn

import typer

from dpzoo.cli.exit_codes import FINDINGS, fail
from dpzoo.cli.output import Format, FormatOption, print_json

if TYPE_CHECKING:
    from dpzoo.mechanisms.accounting.composing import Composition
    from dpzoo.mechanisms.accounting.errors import AccountingError

ItemsArgument = Annotated[
    list[str],
    typer.Argument(
        help="Mechanisms and guarantees, each with its number of repetitions: 'gaussian(sigma=10)*100' 'laplace(b=10)*3' "
        "'zcdp(rho=0.1)*4' 'poisson(q=0.01, gaussian(sigma=1))*1000'; also subsample, shuffle, group, user, replace, parallel.",
        show_default=False,
    ),
]
DeltaOption = Annotated[
    str | None, typer.Option(help="Fix δ, such as 1e-6; 0 if omitted and every item has pure DP.", show_default=False)
]
EpsilonOption = Annotated[str | None, typer.Option(help="Fix ε.", show_default=False)]


def compose(
    items: ItemsArgument,
    delta: DeltaOption = None,
    epsilon: EpsilonOption = None,
    to: Annotated[
        str | None,
        typer.Option(help="Add up in this notion instead, such as zcdp, gdp, pure, or rdp with --alpha.", show_default=False),
    ] = None,
    alpha: Annotated[str | None, typer.Option(help="The order, with --to rdp.", show_default=False)] = None,
    format: FormatOption = Format.TEXT,
) -> None:
    """Add up mechanisms and guarantees: the tightest sound answer, its rule, and what the other rules give.

    Example: dpzoo compose 'gaussian(sigma=10)*100' 'laplace(b=10)*3' --delta 1e-6
    """
    from dpzoo.mechanisms.accounting.errors import AccountingError
    from dpzoo.zoo.accounting import compose as add_up

    try:
        found = add_up(None, items, delta=delta, epsilon=epsilon, to=to, alpha=alpha)
    except AccountingError as error:
        _refuse(error)
    if format is Format.JSON:
        print_json(found.data())
        return
    _show(found)


def solve(
    items: ItemsArgument,
    delta: DeltaOption = None,
    epsilon: EpsilonOption = None,
    format: FormatOption = Format.TEXT,
) -> None:
    """Solve for the number marked '?' with which the items meet a target (ε, δ), rounded to the safe side.

    Example: dpzoo solve 'gaussian(sigma=?)*100' 'laplace(b=10)*3' --epsilon 1 --delta 1e-6
    """
    from dpzoo.mechanisms.accounting.errors import AccountingError
    from dpzoo.zoo.accounting import solve as find

    try:
        found = find(None, items, delta=delta, epsilon=epsilon)
    except AccountingError as error:
        _refuse(error)
    if format is Format.JSON:
        print_json(found.data())
        return
    from dpzoo.numbers.decimals import outward

    typer.echo(f"{found.parameter} = {found.shown}")
    check = found.check
    typer.echo(f"  {'; '.join(found.items)}")
    reached = f"epsilon = {outward(check.epsilon, 1)} at delta = {outward(check.delta, 1)}"
    typer.echo(f"  {reached} ({check.certainty}, by the rule '{check.rule}')")
    typer.echo(f"  {found.beyond}")


def _refuse(error: AccountingError) -> NoReturn:
    from dpzoo.mechanisms.accounting.errors import NoAnswerError

    fail(str(error), FINDINGS if isinstance(error, NoAnswerError) else 2)


def _show(found: Composition) -> None:
    from dpzoo.mechanisms.accounting.composing import NEIGHBOURS
    from dpzoo.numbers.decimals import outward

    fixed = ", ".join(f"{k} = {v:.10g}" for k, v in found.fixed.items())
    typer.echo(
        f"{found.parameter} = {outward(found.upper, 1)}"
        + (f" at {fixed}" if fixed else "")
        + (f" ({', '.join(f'{k} = {outward(v, 1)}' for k, v in found.values.items())})" if found.values else "")
    )
    typer.echo(f"  {found.certainty}: between {outward(found.lower, -1)} and {outward(found.upper, 1)}")
    typer.echo(f"  by the rule '{found.rule}': {found.best.says}")
    for answer in found.others:
        typer.echo(f"  {answer.rule}: {outward(answer.upper, 1)} ({answer.certainty})")
    for reason in found.missing:
        typer.echo(f"  not applied: {reason}")
    typer.echo(f"  neighbours: {NEIGHBOURS.get(found.neighbours, found.neighbours)}")
    if found.sensitivities:
        shown = ", ".join(f"{k}: {v:.10g}" + (" (assumed)" if k in found.assumed else "") for k, v in found.sensitivities.items())
        typer.echo(f"  sensitivities: {shown}")
