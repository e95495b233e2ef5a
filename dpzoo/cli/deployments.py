"""``dpzoo deployment`` and ``dpzoo system``."""

from __future__ import annotations

import math
import textwrap
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from dpzoo.cli.exit_codes import FINDINGS, fail, unknown
from dpzoo.cli.output import Format, FormatOption, console, print_json, print_table

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from dpzoo.records.deployment import Release
    from dpzoo.records.evidence import Place
    from dpzoo.zoo.practice import AccumulatedRelease, Deployment
    from dpzoo.zoo.registry_entries import Sum


def deployment(
    names: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[NAME]",
            help="Id, name, alias or beginning of a deployment; omit it to list all. With --registry: files or folders.",
            show_default=False,
        ),
    ] = None,
    registry: Annotated[
        bool, typer.Option("--registry", help="Report on entries of the public registry, in its own YAML format.")
    ] = False,
    days: Annotated[
        float | None, typer.Option(min=1, help="Add up over this many days besides a month and a year.", show_default=False)
    ] = None,
    prior: Annotated[
        float | None, typer.Option(help="What the attacker believes beforehand, instead of 1/2 and 1/100.", show_default=False)
    ] = None,
    format: FormatOption = Format.TEXT,
) -> None:
    """Show what an organisation publishes, what it adds up to, what an attacker may come to believe, and the sources.

    Example: dpzoo deployment apple --days 90

    Example: dpzoo deployment --registry entries/*.yaml
    """
    from dpzoo.exports.records import deployment_data
    from dpzoo.zoo.errors import PracticeNameError
    from dpzoo.zoo.zoo import load

    if registry:
        if days is not None or prior is not None:
            fail("--days and --prior belong to dpzoo's own deployments; leave them out with --registry")
        _registry(names or [], format)
        return
    if names and len(names) > 1:
        fail(f"one deployment at a time: {names[0]!r} or {names[1]!r}?")
    name = names[0] if names else None
    if prior is not None and not 0 < prior < 1:
        fail(f"the prior is {prior:g}; it must lie between 0 and 1")
    if days is not None and not days < math.inf:
        fail(f"the number of days is {days:g}; it must be finite")
    if name is None and (days is not None or prior is not None):
        fail("--days and --prior need a deployment; name one, or leave them out to list all")
    zoo = load()
    if name is None:
        _list(
            format,
            [(d.id, d.record.organisation, d.name, d.record.gist) for d in zoo.deployments.values()],
            ("id", "organisation", "name", "gist"),
        )
        return
    try:
        found = zoo.find_deployment(name)
    except PracticeNameError as error:
        unknown(error, "deployment")
    priors = (0.5, 0.01) if prior is None else (prior,)
    if format is Format.JSON:
        data = deployment_data(found)
        for shown, release in zip(data["releases"], found.record.releases, strict=True):
            shown["readings"] = [_reading_data(r, priors) for r in _readings(found, release, days)]
        print_json(data)
        return
    out = console()
    record = found.record
    out.print(f"{found.name} ({record.organisation})", style="bold")
    _prose(record.gist, style="italic")
    per = {"once": "released once", "lifetime": "for ever", "report": "each report"}
    renewed = per.get(record.unit.per.value, f"renewed every {record.unit.per.value}")
    out.print(f"  Unit of privacy: {record.unit.is_}, {renewed}", soft_wrap=True)
    if record.ended is not None:
        out.print(f"  Ended: {record.ended if isinstance(record.ended, str) else record.ended.words}", soft_wrap=True)
    for release in record.releases:
        _release(zoo[release.notion].short, found, release, days, priors)
    for title, texts in (("Not published", record.unpublished), ("Note", record.pitfalls)):
        for text in texts:
            _prose(f"{title}: {text}", indent="  ")
    out.print(f"  Sources: {_places(record.sources)}", soft_wrap=True)


def _registry(paths: list[str], format: Format) -> None:
    from dpzoo.meaning.words import at_most
    from dpzoo.zoo.registry_entries import every, registry_files, registry_reports
    from dpzoo.zoo.zoo import load

    if not paths:
        fail("name the registry's files, or a folder of them")
    if gone := [p for p in paths if not Path(p).exists()]:
        fail(f"there is no file or folder {gone[0]}")
    if not list(registry_files([Path(p) for p in paths])):
        fail(f"there is no .yaml or .yml file in {', '.join(paths)}")
    reports = registry_reports(load(), [Path(p) for p in paths])
    if format is Format.JSON:
        print_json([r.data() for r in reports])
        raise typer.Exit(0 if all(r.read for r in reports) else FINDINGS)
    out = console()
    for r in reports:
        by = f" ({', '.join(r.curators)})" if r.curators else ""
        again = "" if r.period_days is None else f", {every(r.period_days)}"
        out.print(textwrap.shorten(f"{r.name or r.file}{by}", 200, placeholder="…"), style="bold")
        lines = [
            ("Guarantee", [r.guarantee or f"not placed, since {r.why}"]),
            (
                "Unit",
                [f"{textwrap.shorten(r.unit, 300, placeholder='…')} ({r.unit_kind}{again})" if r.unit else f"not said{again}"],
            ),
            ("Adds up", [_sum_in_words(s) for s in r.adds_up]),
            ("As (ε, δ)", [f"ε ≤ {at_most(r.converted['epsilon'], 5)} at δ = {r.converted['delta']:g}"] if r.converted else []),
            ("Belief", r.believes),
            ("Missing", r.missing),
            ("Inconsistent", r.inconsistent),
            ("Note", r.notes),
        ]
        for title, texts in lines:
            for text in texts:
                _prose(f"{title}: {text}", indent="  ")
    raise typer.Exit(0 if all(r.read for r in reports) else FINDINGS)


def _sum_in_words(total: Sum) -> str:
    from dpzoo.meaning.words import at_most
    from dpzoo.numbers.decimals import settled

    values = ", ".join(f"{n} ≤ {at_most(settled(v), 5)}" for n, v in total.values.items() if v)
    often = "once" if total.releases == 1 else f"{total.releases} times"
    return f"{values or 'nothing is promised any more'} over {total.days} days ({often}), {total.of}"


def system(
    name: Annotated[
        str | None,
        typer.Argument(help="Id, name, alias or beginning of a system; omit it to list all.", show_default=False),
    ] = None,
    format: FormatOption = Format.TEXT,
) -> None:
    """Show a system's pipeline: what each stage rests on, and what can go wrong there.

    Example: dpzoo system pinq
    """
    from dpzoo.exports.records import system_data
    from dpzoo.zoo.errors import PracticeNameError
    from dpzoo.zoo.zoo import load

    zoo = load()
    if name is None:
        _list(
            format,
            [(s.id, s.record.kind.value, s.record.name, s.record.gist) for s in zoo.systems.values()],
            ("id", "kind", "name", "gist"),
        )
        return
    try:
        found = zoo.find_system(name)
    except PracticeNameError as error:
        unknown(error, "system")
    if format is Format.JSON:
        print_json(system_data(found))
        return
    out, record = console(), found.record
    out.print(record.name, style="bold")
    _prose(record.gist, style="italic")
    for promise in record.promises:
        claimed = "claimed, and fails: " if promise.fails else ""
        out.print(f"  Promise: {claimed}{zoo[promise.notion].name} {promise.neighbours.words} ({promise.unit})", soft_wrap=True)
    if not record.promises:
        out.print("  It promises no notion.")
    for number, stage in enumerate(record.stages, start=1):
        rests = ", ".join([*stage.mechanisms, *stage.notions])
        out.print(f"  {number}. {stage.name}{f' [{rests}]' if rests else ''}", soft_wrap=True)
        _prose(stage.what, indent="     ")
        for caveat in stage.caveats:
            _prose(f"- {caveat}", indent="     ")
    for pitfall in record.pitfalls:
        _prose(f"Note: {pitfall}", indent="  ")
    deployed = [d.id for d in zoo.deployments.values() if d.record.system == found.id]
    if deployed:
        out.print(f"  Deployments: {', '.join(deployed)}")
    out.print(f"  Sources: {_places(record.sources)}", soft_wrap=True)


def _list(format: Format, rows: list[tuple[str, ...]], columns: tuple[str, ...]) -> None:
    if format is Format.JSON:
        print_json([dict(zip(columns, row, strict=True)) for row in rows])
    else:
        print_table(columns, rows)


def _release(notion: str, found: Deployment, release: Release, days: float | None, priors: tuple[float, ...]) -> None:
    from dpzoo.numbers.decimals import outward, settled
    from dpzoo.records.deployment import Unpublished

    out = console()
    by = f", {release.mechanism}" if isinstance(release.mechanism, str) else ""
    own = ", computed here" if release.computed else ""
    own += f", {release.basis.words}" if release.basis is not None else ""
    out.print(f"  {release.name}: {notion}{by}{own} [{_places(release.sources)}]", soft_wrap=True)
    for name, value in (*release.values.items(), *((("times", release.times),) if release.times is not None else ())):
        if isinstance(value, Unpublished):
            out.print(f"    {name}: {value.words} ({value.unpublished})", soft_wrap=True)
    for reading in _readings(found, release, days):
        if reading.values is not None:
            numbers = ", ".join(f"{k} = {outward(settled(v), 1, 6)}" for k, v in reading.values.items())
            beliefs = _beliefs(reading, priors)
            out.print(f"    {reading.over}: {numbers}{f'; {beliefs}' if beliefs else ''}", soft_wrap=True)
    if release.note:
        _prose(release.note, indent="    ")


def _readings(found: Deployment, release: Release, days: float | None) -> list[AccumulatedRelease]:
    from dpzoo.zoo.practice import AccumulatedRelease

    more = [] if days is None else [AccumulatedRelease(f"{days:g} days", found.after(release, days))]
    return [*found.readings(release), *more]


def _beliefs(reading: AccumulatedRelease, priors: tuple[float, ...]) -> str:
    from dpzoo.zoo.practice import belief_in_words

    if reading.values is None or "epsilon" not in reading.values:
        return ""
    epsilon = reading.values["epsilon"]
    told = ", one of ".join(f"{100 * p:g} % rises to at most {belief_in_words(p, epsilon)}" for p in priors)
    return f"a belief of {told}"


def _reading_data(reading: AccumulatedRelease, priors: tuple[float, ...]) -> Mapping[str, Any]:
    return {
        "over": reading.over,
        "values": None if reading.values is None else dict(reading.values),
        "beliefs": [{"prior": p, "at_most": reading.belief(p)} for p in priors],
    }


def _prose(text: str, *, indent: str = "", style: str = "") -> None:
    from dpzoo.expressions.plain_text import prose

    console().print(indent + " ".join(prose(text).split()), style=style or None, soft_wrap=True)


def _places(places: Iterable[Place]) -> str:
    return "; ".join(f"{p.cite}, {p.at}" for p in places)
