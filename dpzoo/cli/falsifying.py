"""``dpzoo falsify``."""

from __future__ import annotations

import difflib
import math
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final

import typer

from dpzoo.cli.exit_codes import FINDINGS, fail
from dpzoo.cli.files import folder
from dpzoo.cli.output import Format, FormatOption, print_json, print_table, progress_bar

if TYPE_CHECKING:
    from dpzoo.falsify.campaign import Attacked, Report
    from dpzoo.falsify.trials import Target
    from dpzoo.zoo.zoo import Zoo


FEW: Final = 4
"""So many claims are attacked by time, unless the call says otherwise."""


def falsify(
    claim: Annotated[
        list[str] | None,
        typer.Argument(help="Claims to attack, by id or its beginning; all of them by default.", show_default=False),
    ] = None,
    trials: Annotated[
        int | None,
        typer.Option(
            min=1,
            help="Trials for each claim; fewer where one takes long. By default as many as fit the time.",
            show_default=False,
        ),
    ] = None,
    seconds: Annotated[
        float | None,
        typer.Option(
            help=f"Seconds for each claim. By default 20 if at most {FEW} claims are meant; otherwise 100 trials.",
            show_default=False,
        ),
    ] = None,
    seed: Annotated[int, typer.Option(min=0, help="The same seed gives the same trials.")] = 0,
    jobs: Annotated[int, typer.Option(min=-1, help="Processes that work in parallel; -1 for one per core.")] = -1,
    module: Annotated[
        Path | None,
        typer.Option(
            help="Folder in which a witness module is written for every counterexample.", show_default=False, parser=folder
        ),
    ] = None,
    missing: Annotated[
        bool, typer.Option("--missing", help="List the claims that are not attacked, and why; attack nothing.")
    ] = False,
    derived: Annotated[
        int,
        typer.Option(min=0, help="Attack this many derived implications instead, drawn by the seed, by the maps of their steps."),
    ] = 0,
    record: Annotated[
        bool, typer.Option("--record", help="Write the trials that claims survived into the knowledge base (tested.json).")
    ] = False,
    format: FormatOption = Format.TEXT,
) -> None:
    """Attack the recorded claims with random, adversarial and degenerate mechanisms, and certify what breaks.

    Example: dpzoo falsify approximate-dp --trials 500
    """
    if seconds is not None and not 0 < seconds < math.inf:
        fail(f"--seconds is {seconds:g}; it must be positive and finite")
    if jobs == 0:
        fail("--jobs must be a positive number of processes, or -1 for one per core")
    from dpzoo.falsify.campaign import DEFAULT_TRIALS, MANY_TRIALS, PATIENCE, campaign
    from dpzoo.falsify.printing import as_module, in_words
    from dpzoo.zoo.zoo import load

    zoo = load()
    if derived and (claim or record or missing):
        fail("--derived draws implications that no record states; leave out claims, --record and --missing")
    chosen, skipped = _drawn(zoo, derived, seed) if derived else _meant(zoo, claim or ())
    if missing:
        _print_missing(chosen, skipped, format)
        return
    if claim and not chosen and skipped:
        fail(f"{skipped[0][0]} is not attacked: {skipped[0][1]}")
    if seconds is None and trials is None:
        seconds = PATIENCE if len(chosen) <= FEW else None
    if trials is None:
        trials = DEFAULT_TRIALS if seconds is None else MANY_TRIALS
    with progress_bar("attacking") as tick:
        report = campaign(
            chosen, trials=trials, seed=seed, jobs=jobs, seconds=seconds, in_full=derived > 0, skipped=skipped, progress=tick
        )
    if record:
        from dpzoo.zoo.tested import record as write

        broken_ids = frozenset(b.target for b in report.broken)
        write(zoo.base, {r.target: r.trials for r in report.results if r.survived}, seed, broken_ids)
    if module is not None and report.broken:
        module.mkdir(parents=True, exist_ok=True)
        for broken in report.broken:
            assert broken.counterexample is not None
            path = module / f"{broken.target.replace('/', '_').replace('-', '_')}.py"
            path.write_text(as_module(broken.counterexample), encoding="utf-8")
    if format is Format.JSON:
        print_json(_data(report))
    else:
        for broken in report.broken:
            assert broken.counterexample is not None
            for line in in_words(broken.counterexample):
                typer.echo(line)
            typer.echo()
        typer.echo(_summary(report))
        if report.interrupted:
            typer.echo("interrupted: this is what was found until then", err=True)
    if report.broken:
        raise typer.Exit(FINDINGS)


def _drawn(zoo: Zoo, count: int, seed: int) -> tuple[list[Target], list[tuple[str, str]]]:
    from dpzoo.falsify.attackable import derived

    return _parted(derived(zoo, count, seed))


def _meant(zoo: Zoo, texts: Sequence[str]) -> tuple[list[Target], list[tuple[str, str]]]:
    """The claims that are attacked, and those that are not with the reason, among those whose ids begin so."""
    from dpzoo.falsify.attackable import targets

    attacked, others = _parted(targets(zoo))
    claim = [_begun(zoo, text) for text in texts]
    chosen = [t for t in attacked if _wanted(t.id, claim)]
    skipped = [t for t in others if _wanted(t[0], claim)]
    ids = [*(t.id for t in attacked), *(id_ for id_, _ in others)]
    unknown = next((c for c in claim if not any(_wanted(i, [c]) for i in ids)), None)
    if unknown is not None:
        begun = sorted(i for i in ids if i.startswith(unknown))[:2] if "/" in unknown else []
        near = begun or (difflib.get_close_matches(unknown, ids, n=2) if "/" in unknown else zoo.similar(unknown))
        hint = f"did you mean {' or '.join(near)}?" if near else "'dpzoo falsify --missing' lists what is not attacked"
        fail(f"no claim that can be attacked has the id {unknown!r}, and none begins with it followed by a slash; {hint}")
    return chosen, skipped


def _parted(found: Iterable[Target | tuple[str, str]]) -> tuple[list[Target], list[tuple[str, str]]]:
    targets: list[Target] = []
    reasons: list[tuple[str, str]] = []
    for one in found:
        if isinstance(one, tuple):
            reasons.append(one)
        else:
            targets.append(one)
    return targets, reasons


def _print_missing(attacked: Sequence[Any], skipped: Sequence[tuple[str, str]], format: Format) -> None:
    if format is Format.JSON:
        print_json(dict(skipped))
        return
    print_table(("Claim", "Why it is not attacked"), skipped)
    typer.echo(f"{len(attacked)} of {len(attacked) + len(skipped)} claims are attacked", err=True)


def _begun(zoo: Zoo, text: str) -> str:
    """A claim's beginning with the notion's id in place of any other of its names."""
    from dpzoo.zoo.errors import AmbiguousNameError, UnknownNotionError

    name, slash, rest = text.strip().partition("/")
    if not name:
        fail("the id of a claim is empty")
    try:
        return f"{zoo.find(name).id}{slash}{rest}"
    except (UnknownNotionError, AmbiguousNameError):
        return text  # mechanisms have claims too


def _wanted(target: str, claims: list[str] | None) -> bool:
    return not claims or any(target == c or target.startswith(f"{c}/") for c in (x.rstrip("/") for x in claims))


def _summary(report: Report) -> str:
    rate = report.trials / report.seconds if report.seconds else 0.0
    survived = len(report.results) - len(report.broken)
    return (
        f"{survived} of {len(report.results)} claims survived, {len(report.broken)} refuted; {report.trials} trials "
        f"in {report.seconds:.0f} s, {rate:.0f} per second, seed {report.seed}; "
        f"{_least(report)}{len(report.skipped)} cannot be attacked"
    )


def _least(report: Report) -> str:
    """How many trials counted where the fewest did, among the claims that survived."""
    counted = [r.trials for r in report.results if r.survived]
    return f"at least {min(counted)} on each that survived; " if counted else ""


def _data(report: Report) -> dict[str, Any]:
    return {
        "seed": report.seed,
        "seconds": report.seconds,
        "trials": report.trials,
        "interrupted": report.interrupted,
        "claims": [_result(r) for r in report.results],
        "not_attacked": dict(report.skipped),
    }


def _result(result: Attacked) -> dict[str, Any]:
    from dpzoo.falsify.printing import in_words

    data: dict[str, Any] = {
        "id": result.target,
        "claim": result.claim,
        "trials": result.trials,
        "void": result.void,
        "survived": result.survived,
    }
    if result.counterexample is not None:
        data["certified"] = result.counterexample.certified
        data["counterexample"] = in_words(result.counterexample)
    return data
