"""What changed since a revision, read quickly: the changed records, what they said before, and what may be affected."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields, replace
from functools import cached_property
from pathlib import Path
from types import MappingProxyType
from typing import Any

from dpzoo.checks.diff.revisions import changed_files, unpacked
from dpzoo.checks.walk import property_path
from dpzoo.loading.definitions import BIBLIOGRAPHY
from dpzoo.loading.folder import BLOCKS, GUIDE, Loaded, load_folder
from dpzoo.records.enums import Property, RelationKind, Verdict
from dpzoo.records.findings import Finding
from dpzoo.records.knowledge_base import Entry, KnowledgeBase
from dpzoo.records.notion import NotionRecord
from dpzoo.relations.asserted import infer
from dpzoo.relations.claims import claims
from dpzoo.relations.facts import DENIAL, Answer
from dpzoo.relations.inference import Inference

_WITHOUT_RELATIONS = ("errata", "mechanisms", "systems", "deployments", "lemmas")
_IN_WORDS = frozenset(
    ("notation", "introduced", "gist", "statement", "statement_basis", "intuition", "use", "remarks", "compared_as")
)
"""What no other record's check and no inference reads."""


@dataclass(frozen=True)
class Changes:
    """The files of a folder that differ from a revision, by their paths within the folder, and the records of both versions.

    ``before`` and ``after`` leave out unchanged records that no changed one mentions and that mention none: those of errata
    and practice, and, where nothing changed but words and evidence (``in_words``), those of notions too.
    """

    files: frozenset[Path]
    removed: frozenset[Path]
    before: KnowledgeBase
    after: Loaded
    in_words: bool = False

    @cached_property
    def claims(self) -> tuple[str, ...]:
        """The claims and verdicts that are new or differ in what they say (not only in their evidence), by id."""
        old = _statements(self.before)
        return tuple(i for i, said in _statements(self.after.base).items() if said is not None and said != old.get(i))


def changes(root: Path, shown: Path, since: str) -> Changes | None:
    """What differs below ``root`` from the revision ``since``; None if nothing does.

    Raises :class:`~dpzoo.checks.diff.revisions.RevisionError` where git cannot say.
    """
    files, removed = changed_files(root, since)
    if not files and not removed:
        return None
    own = root.resolve()
    changed = frozenset(f.relative_to(own) for f in files if f.is_relative_to(own))
    lost = frozenset(f.relative_to(own) for f in removed if f.is_relative_to(own))
    with tempfile.TemporaryDirectory() as place:
        unpacked(root, since, Path(place))
        old = load_folder(Path(place), shown, bibliography=False).base
    new = load_folder(root, shown, lambda path: path.resolve() in files, bibliography=False).base
    in_words = not lost and all(_only_words(old, new, f) for f in changed)
    after = _read(root, shown, files | removed, in_words=in_words)
    return Changes(changed, lost, _earlier(after.base, old, {f.stem for f in changed | lost}), after, in_words)


def _only_words(old: KnowledgeBase, new: KnowledgeBase, file: Path) -> bool:
    """Whether a file is a notion's record that says what it said, but for words and evidence."""
    before, after = old.notions.get(file.stem), new.notions.get(file.stem)
    return before is not None and after is not None and _without_words(before) == _without_words(after)


def _without_words(entry: Entry[NotionRecord]) -> Any:
    return _bare({k: v for k, v in entry.record.model_dump(mode="json").items() if k not in _IN_WORDS})


def _bare(data: Any) -> Any:
    """The data without evidence and notes."""
    if isinstance(data, dict):
        return {k: _bare(v) for k, v in data.items() if k not in {"evidence", "note"}}
    return [_bare(v) for v in data] if isinstance(data, list) else data


def _read(root: Path, shown: Path, touched: frozenset[Path], *, in_words: bool) -> Loaded:
    """The records, without errata and practice that have nothing to do with what changed; ``in_words`` without such notions."""
    everything = any(f.name == BIBLIOGRAPHY for f in touched)
    stems = {f.stem.encode() for f in touched}
    read = [f for f in touched if f.suffix == ".yaml" and f.is_file()]
    # a standard names the notion whose properties complete others' records
    said = b"\n".join(f.read_bytes() for f in (*read, *(root / BLOCKS / "standards").glob("*.yaml")))
    left_out: set[str] = set()

    def wanted(path: Path) -> bool:
        room = path.relative_to(root).parts[0]
        needed = room == BLOCKS or path == root / GUIDE if in_words else room not in _WITHOUT_RELATIONS
        if everything or needed or path.resolve() in touched or path.stem.encode() in said:
            return True
        text = path.read_bytes()
        if any(stem in text for stem in stems) or path.stem.encode() in stems:
            return True
        left_out.add(path.stem)
        return False

    loaded = load_folder(root, shown, wanted)
    return Loaded(replace(loaded.base, unread=loaded.base.unread | left_out), loaded.findings)


def _earlier(after: KnowledgeBase, old: KnowledgeBase, touched: set[str]) -> KnowledgeBase:
    """The base with what changed files said before in place of what they say now."""
    found: dict[str, Any] = {}
    for f in fields(after):
        now = getattr(after, f.name)
        if f.init and isinstance(now, Mapping) and f.name != "references":
            kept: dict[str, Entry[Any]] = {i: e for i, e in now.items() if i not in touched}
            found[f.name] = MappingProxyType(dict(sorted((kept | dict(getattr(old, f.name))).items())))
    return replace(after, **found)


def _statements(base: KnowledgeBase) -> dict[str, Any]:
    """What each claim and each verdict says, without its evidence; None for an open verdict."""
    found: dict[str, Any] = {}
    for claim in claims(base):
        found[claim.id] = claim.relation.model_dump(mode="json", exclude={"evidence", "note"})
    for entry in base.notions.values():
        for which in Property:
            cell = entry.record.property_claim(which)
            says = cell.model_dump(mode="json", include={"verdict", "rule", "many"})
            found[f"{entry.id}/{which.value}"] = None if cell.verdict is Verdict.OPEN else says
    return found


def reversals(changed: Changes) -> list[Finding]:
    """Claims and verdicts that say the contrary of what the base said, with neither a witness nor an erratum for it.

    Whoever finds that the base is wrong keeps the claim and disputes it, or shows what fails by a witness; a claim that is
    merely replaced by its contrary would leave no contradiction to be seen.
    """
    old = {c.id: c for c in claims(changed.before)}
    # what was said before with another map, and took part then, says no more than that it holds
    new = {i for i in changed.claims if i not in old or old[i].disputed or old[i].conditional}
    if not new:
        return []
    base, known = changed.after.base, infer(changed.before)
    disputed = {c.id for c in claims(base) if c.disputed}
    advice = "keep the earlier claim and dispute it with an erratum, or name a witness that decides this"
    found: list[Finding] = []
    for claim in claims(base):
        if claim.id not in new or claim.disputed or not {claim.subject, claim.object} <= known.index.keys():
            continue
        if claim.conditional or any(e.witness for e in claim.relation.evidence):
            continue
        kind = next((k for k, denial in DENIAL.items() if denial is claim.kind), None)
        if kind is not None:
            if known.answer(kind, claim.subject, claim.object) is not Answer.YES:
                continue
            behind = known.derive(kind, claim.subject, claim.object)
            names = [s.claim.id for s in behind.steps if s.claim is not None] if behind is not None else []
            if set(names) & disputed:
                continue
            what = f"until now {claim.subject} {kind.words} {claim.object} ({', '.join(names)})"
        else:
            positive = RelationKind.IMPLIES if claim.kind is RelationKind.IMPLIES else RelationKind.STRONGER_THAN
            if claim.kind is RelationKind.SPECIAL_CASE_OF or known.answer(positive, claim.subject, claim.object) is not Answer.NO:
                continue
            what = f"until now {claim.object} was known not to follow from {claim.subject}"
        found.append(Finding(claim.location, "reversed", f"{what}; {advice}"))
    return [*found, *_reversed_verdicts(changed, new, known, advice)]


def _reversed_verdicts(changed: Changes, new: set[str], known: Inference, advice: str) -> Iterator[Finding]:
    for entry in changed.after.base.notions.values():
        for which in Property:
            cell = entry.record.property_claim(which)
            if f"{entry.id}/{which.value}" not in new or entry.id not in known.index or cell.also:
                continue
            before = known.verdict(entry.id, which)
            if before in (Verdict.OPEN, cell.verdict) or any(e.witness for e in cell.evidence):
                continue
            place = entry.locate(*property_path(which), "verdict")
            yield Finding(place, "reversed", f"until now the verdict on {which.label} was {before}; {advice}")
