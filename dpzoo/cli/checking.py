"""``dpzoo check``."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from dpzoo.cli.errors import FINDINGS, UNUSABLE, fail
from dpzoo.cli.files import folder

if TYPE_CHECKING:
    from collections.abc import Iterable

    from dpzoo.records.findings import Finding


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
        bool, typer.Option("--deep", help="Also try every map that claims to be tight against all other paths (slow).")
    ] = False,
    changed: Annotated[
        bool,
        typer.Option("--changed", help="Only what concerns files that changed since --base: a quick answer while you edit."),
    ] = False,
    since: Annotated[
        str | None,
        typer.Option("--base", help="With --changed: the git revision; by default where main was left.", show_default=False),
    ] = None,
    advice: Annotated[bool, typer.Option("--advice", help="Also say what is worth a look but no fault.")] = False,
) -> None:
    """Check a knowledge base: every fault on one line with file, line and column.

    What keeps a file from being read stands first, as much of the rest may follow from it.

    Example: dpzoo check --changed --base main
    """
    from dpzoo.consistency import check as check_base
    from dpzoo.loading.folder import BIBLIOGRAPHY, load_folder
    from dpzoo.mechanisms.catalogue import instance_ids
    from dpzoo.records.findings import Severity
    from dpzoo.semantics.catalogue import executable_ids
    from dpzoo.witnesses.registry import witness_ids
    from dpzoo.zoo.definitions import default_folder

    if since is not None and not changed:
        fail("--base says since when files --changed; give both, or leave --base out to check everything")
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
    loaded = load_folder(root, _shown(root))
    base = loaded.base
    found = check_base(base, witness_ids(), executable_ids(), instance_ids())
    findings = [*_sorted(loaded.findings), *_sorted(f for f in found if not _follows(f, loaded.findings))]
    if changed:
        findings = _concerning_changes(findings, root, since)
    if deep and not findings:
        from dpzoo.consistency.tightness import beaten_maps

        findings = list(beaten_maps(base))
    if advice and not findings:
        from dpzoo.consistency.advice import advice as advise

        findings = advise(base)
    _print(findings, format)
    errors = sum(f.severity is Severity.ERROR for f in findings)
    if format is CheckFormat.TEXT:
        claims = sum(len(e.record.relations) for e in base.notions.values())
        practice = f"{len(base.mechanisms)} mechanisms, {len(base.systems)} systems, {len(base.deployments)} deployments"
        works = f"{len(base.errata)} errata, {len(base.references)} references"
        what = f"{len(base.notions)} notions, {claims} relations, {practice}, {works}"
        verdict = "no faults" if not errors else f"{errors} fault{'s' * (errors != 1)}"
        where = "in what changed, among" if changed else "in"
        typer.echo(f"{verdict} {where} {what}", err=bool(errors))
    if errors:
        raise typer.Exit(FINDINGS)


def _sorted(findings: Iterable[Finding]) -> list[Finding]:
    return sorted(findings, key=lambda f: (f.location, f.code))


def _follows(finding: Finding, causes: Iterable[Finding]) -> bool:
    """Whether a finding says only that there is no bibliography, once for every citation."""
    return finding.code == "unknown-citation" and any(c.code == "missing-bibliography" for c in causes)


def _concerning_changes(findings: list[Finding], root: Path, since: str | None) -> list[Finding]:
    """The findings in changed files, or that a changed file takes part in or may have caused by what it no longer says."""
    from dpzoo.versions.revisions import RevisionError, changed_files, fork_point

    try:
        files, removed = changed_files(root, since if since is not None else fork_point(root))
    except RevisionError as error:
        fail(f"--changed needs git: {error}")
    names = {_shown(root) / f.relative_to(root.resolve()) for f in files if f.is_relative_to(root.resolve())}
    lost = removed or bool(names)  # what a record no longer says, others may still name

    def concerned(finding: Finding) -> bool:
        places = {finding.location.path, *(r.path for r in finding.related)}
        return bool(places & names) or (lost and finding.code in _NAMES)

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
