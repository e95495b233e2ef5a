"""``dpzoo check``."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from dpzoo.cli.exit_codes import FINDINGS, UNUSABLE, fail
from dpzoo.cli.files import folder
from dpzoo.cli.output import progress_bar

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from dpzoo.checks.diff.changes import Changes
    from dpzoo.falsify.campaign import Report
    from dpzoo.records.findings import Finding
    from dpzoo.records.knowledge_base import KnowledgeBase
    from dpzoo.witnesses.declared import Declarations


_NAMES = frozenset(f"unknown-{what}" for what in ("notion", "citation", "erratum", "witness", "claim"))
"""Findings about names that nothing has."""


class CheckFormat(StrEnum):
    """How findings are printed."""

    TEXT = "text"
    JSON = "json"
    GITHUB = "github"


def check(
    path: Annotated[
        Path | None,
        typer.Argument(
            help="Folder of records; by default the one that belongs to this installation.", show_default=False, parser=folder
        ),
    ] = None,
    format: Annotated[
        CheckFormat, typer.Option("--format", help="text, json, or github (annotations on the changed lines).")
    ] = CheckFormat.TEXT,
    deep: Annotated[
        bool,
        typer.Option("--deep", help="Also try every map against all other paths and the best possible values (slow)."),
    ] = False,
    record: Annotated[bool, typer.Option("--record", help="With --deep: write what every map loses to losses.json.")] = False,
    changed: Annotated[
        bool,
        typer.Option("--changed", help="Only findings about files that changed since --base."),
    ] = False,
    since: Annotated[
        str | None,
        typer.Option(
            "--base",
            help="With --changed: the git revision; by default the commit at which this branch left main.",
            show_default=False,
        ),
    ] = None,
    attack: Annotated[
        bool, typer.Option("--attack/--no-attack", help="With --changed: whether the changed claims are attacked, as by falsify.")
    ] = True,
    seconds: Annotated[float, typer.Option(min=0.1, help="With --changed: how long each claim is attacked at most.")] = 20.0,
    advice: Annotated[bool, typer.Option("--advice", help="Also report what deserves a look but is not a fault.")] = False,
) -> None:
    """Check a knowledge base: every fault on one line with file, line and column.

    Faults that keep a file from being read come first, as much of the rest may follow from them. With --changed only
    what changed is examined, and every changed claim that runs is attacked with random and worst mechanisms.

    Example: dpzoo check --changed --base main
    """
    from dpzoo.loading.definitions import BIBLIOGRAPHY, default_folder
    from dpzoo.loading.folder import load_folder
    from dpzoo.records.findings import Severity

    if since is not None and not changed:
        fail("--base is the revision that --changed compares with; give both, or leave --base out to check everything")
    root = path if path is not None else default_folder()
    if not root.is_dir():
        fail(
            f"there is no folder {root}; name the folder that holds the records"
            if not root.exists()
            else f"{root} is not a folder",
            UNUSABLE,
        )
    if not any(root.rglob("*.yaml")) and not (root / BIBLIOGRAPHY).exists():
        fail(f"the folder {root} holds no records")
    report: Report | None = None
    if changed:
        what = _changes(root, since)
        if what is None:
            if format is CheckFormat.JSON:
                _print([], format)
            else:
                typer.echo("no faults: nothing changed")
            return
        base, findings = what.after.base, _concerning(what, root)
        if attack:
            report, refuted = _attacked(what, findings, seconds)
            findings += refuted
    else:
        from dpzoo.witnesses.declared import declarations

        loaded = load_folder(root, _shown(root))
        base = loaded.base
        findings = [
            *_sorted(loaded.findings),
            *_sorted(f for f in _found(base, declarations()) if not _follows(f, loaded.findings)),
        ]
    if deep and not findings:
        from dpzoo.checks.tightness import beaten_maps

        findings = [*beaten_maps(base), *_beyond_the_optimum(base, record=record)]
    if advice and not findings:
        from dpzoo.checks.advice import advice as advise

        findings = advise(base)
    _print(findings, format)
    if report is not None:
        for line in _what_was_attacked(report):
            typer.echo(line, err=format is CheckFormat.JSON)
    errors = sum(f.severity is Severity.ERROR for f in findings)
    if format is CheckFormat.TEXT:
        verdict = "no faults" if not errors else f"{errors} fault{'s' * (errors != 1)}"
        typer.echo(f"{verdict} in {'what changed' if changed else _counts(base)}", err=bool(errors))
    if errors:
        raise typer.Exit(FINDINGS)


def _beyond_the_optimum(base: KnowledgeBase, *, record: bool) -> list[Finding]:
    """Maps that promise too much, or less than they say; what every map loses goes to the file."""
    from dpzoo.checks.optimality import findings, losses, measured
    from dpzoo.checks.optimality import record as write
    from dpzoo.relations.asserted import infer
    from dpzoo.relations.conversion import Converter

    claims = infer(base).claims
    found = list(measured(Converter(base, claims), base))
    if record:
        write(base, losses(found), {c.id: c for c in claims})
    return list(findings(found, base))


def _counts(base: KnowledgeBase) -> str:
    claims = sum(len(e.record.relations) for e in base.notions.values())
    practice = f"{len(base.mechanisms)} mechanisms, {len(base.systems)} systems, {len(base.deployments)} deployments"
    works = f"{len(base.errata)} errata, {len(base.references)} references"
    return f"{len(base.notions)} notions, {claims} relations, {practice}, {works}"


def _found(base: KnowledgeBase, declared: Declarations, **about: Any) -> list[Finding]:
    """All findings on a base, with everything that runs; of the witnesses, those ``declared``."""
    from dpzoo.checks import check as check_base
    from dpzoo.checks.witness_evidence import bound
    from dpzoo.loading.definitions import default_folder
    from dpzoo.mechanisms.catalogue import instance_ids
    from dpzoo.notions.registry import running
    from dpzoo.witnesses.registry import witness_ids

    ours = base.root.resolve() == default_folder().resolve()  # others need not have what this package's witnesses decide
    found = check_base(base, witness_ids(), running(base), instance_ids(), **about)
    return [*found, *bound(base, declared, whole=ours)]


def _changes(root: Path, since: str | None) -> Changes | None:
    from dpzoo.checks.diff.changes import changes
    from dpzoo.checks.diff.revisions import RevisionError, fork_point

    try:
        return changes(root, _shown(root), since if since is not None else fork_point(root))
    except RevisionError as error:
        fail(f"--changed needs git: {error}")


def _attacked(what: Changes, findings: list[Finding], seconds: float) -> tuple[Report | None, list[Finding]]:
    """What attacks on the changed claims showed; a claim with a fault of its own is to be mended first."""
    from dpzoo.checks import claims_at_fault

    faulty = claims_at_fault(what.after.base, (f for f in findings if f.code != "contradiction"))
    claims = [c for c in what.claims if c not in faulty]
    if not claims:
        return None, []
    from dpzoo.falsify.changed import attack_claims, refutations

    with progress_bar("attacking") as tick:
        report = attack_claims(what.after.base, claims, seconds, tick)
    return report, list(refutations(what.after.base, report))


def _what_was_attacked(report: Report) -> Iterator[str]:
    for one in report.results:
        if one.trials:
            how = f"survived {one.trials} trials" if one.survived else f"refuted after {one.trials} trials"
        else:
            how = "nothing was found that it applies to"
        yield f"attacked {one.target}: {how} (seed {one.seed})"
    yield from (f"not attacked {claim}: {why}" for claim, why in report.skipped)


def _sorted(findings: Iterable[Finding]) -> list[Finding]:
    return sorted(findings, key=lambda f: (f.location, f.code))


def _follows(finding: Finding, causes: Iterable[Finding]) -> bool:
    """Whether a finding says only that there is no bibliography, once for every citation."""
    return finding.code == "unknown-citation" and any(c.code == "missing-bibliography" for c in causes)


def _concerning(what: Changes, root: Path) -> list[Finding]:
    """The findings in changed files, or that a changed file takes part in or may have caused by what it no longer says."""
    from dpzoo.checks.diff.changes import reversals
    from dpzoo.checks.walk import supported
    from dpzoo.witnesses.declared import declarations_about

    names = {_shown(root) / f for f in what.files}
    evidence = (e for s in supported(what.after.base.only(names)) for e in s.evidence)
    declared = declarations_about({f.stem for f in what.files | what.removed}, {e.witness for e in evidence if e.witness})
    found = _found(what.after.base, declared, changed=names, suspects=what.claims, inferring=not what.in_words)
    said = {f.location for f in found}
    found = [f for f in found if not _follows(f, what.after.findings)]
    found += [f for f in reversals(what) if f.location not in said]
    findings = [*_sorted(what.after.findings), *_sorted(found)]

    def concerned(finding: Finding) -> bool:
        places = {finding.location.path, *(r.path for r in finding.related)}
        # what a record no longer says, others may still name
        return bool(places & names) or finding.code in _NAMES or finding.location.path.suffix == ".py"

    return [f for f in findings if concerned(f)]


def _shown(root: Path) -> Path:
    """The folder as a person would type it: relative to the working directory where it lies below."""
    try:
        return root.resolve().relative_to(Path.cwd())
    except ValueError:
        return root


def _print(findings: list[Finding], format: CheckFormat) -> None:
    match format:
        case CheckFormat.TEXT:
            for f in findings:
                typer.echo(str(f))
        case CheckFormat.JSON:
            from dpzoo.cli.output import print_json

            print_json([_data(f) for f in findings])
        case CheckFormat.GITHUB:
            for f in findings:
                level = "error" if f.severity.value == "error" else "notice"
                place = f"file={_escaped(f.location.path.as_posix())},line={f.location.line or 1},col={f.location.column or 1}"
                typer.echo(f"::{level} {place},title={_escaped(f.code)}::{_escaped_message(f.message)}")


def _data(finding: Finding) -> dict[str, object]:
    place = finding.location
    return {
        "file": place.path.as_posix(),
        "line": place.line or 1,
        "column": place.column or 1,
        "code": finding.code,
        "severity": finding.severity.value,
        "message": finding.message,
        "related": [str(r) for r in finding.related],
    }


def _escaped_message(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _escaped(text: str) -> str:
    return _escaped_message(text).replace(":", "%3A").replace(",", "%2C")
