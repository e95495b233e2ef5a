"""A folder of records as a knowledge base; all faults of all files are collected before anything stops."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import Any, TypeVar

from pydantic import BaseModel

from dpzoo.loading.bibliography import read_bibliography
from dpzoo.loading.definitions import BIBLIOGRAPHY
from dpzoo.loading.text_file import read_text
from dpzoo.loading.validation import validate
from dpzoo.loading.yaml_document import read_document
from dpzoo.records.block_records import KINDS, BlockRecord
from dpzoo.records.completing import completed
from dpzoo.records.deployment import DeploymentRecord
from dpzoo.records.erratum import ErratumRecord
from dpzoo.records.fields import is_slug
from dpzoo.records.findings import Finding, Location
from dpzoo.records.guide import Guide
from dpzoo.records.knowledge_base import Entry, KnowledgeBase, Library
from dpzoo.records.lemma import LemmaRecord
from dpzoo.records.mechanism import MechanismRecord
from dpzoo.records.notion import LEFT_TO_BLOCKS, NotionRecord
from dpzoo.records.reference import Reference
from dpzoo.records.system import SystemRecord

BLOCKS = "blocks"
GUIDE = "guide.yaml"
_OTHER_ROOMS = frozenset({BLOCKS, "errata", "mechanisms", "systems", "deployments", "lemmas"})
"""Folders of records that are not notions."""

M = TypeVar("M", bound=BaseModel)


@dataclass(frozen=True, slots=True)
class Loaded:
    """What could be read, and everything that is wrong."""

    base: KnowledgeBase
    findings: tuple[Finding, ...]


def load_folder(
    root: Path, shown: Path | None = None, wanted: Callable[[Path], bool] | None = None, bibliography: bool = True
) -> Loaded:
    """Read the folder ``root``.

    ``shown`` is how the folder is named in findings (default: as given); ``wanted`` may leave record files out, for
    a quick look at some of them, as ``bibliography=False`` leaves out the references. Raises NotADirectoryError if
    there is no such folder.
    """
    if not root.is_dir():
        raise NotADirectoryError(f"there is no folder {root}")
    shown = shown if shown is not None else root
    findings: list[Finding] = []
    notions: dict[str, Entry[NotionRecord]] = {}
    errata: dict[str, Entry[ErratumRecord]] = {}
    mechanisms: dict[str, Entry[MechanismRecord]] = {}
    systems: dict[str, Entry[SystemRecord]] = {}
    deployments: dict[str, Entry[DeploymentRecord]] = {}
    lemmas: dict[str, Entry[LemmaRecord]] = {}
    blocks: dict[str, dict[str, Entry[Any]]] = {kind: {} for kind in KINDS}
    guide: dict[str, Entry[Guide]] = {}
    stems: set[str] = set()
    for path in sorted(root.rglob("*.yaml")):
        relative = path.relative_to(root)
        place = shown / relative
        if any(part.startswith(".") for part in relative.parts) or (wanted is not None and not wanted(path)):
            continue
        room = relative.parts[0] if len(relative.parts) > 1 else ""
        if room == BLOCKS:
            _read_block(path, place, relative.parts[1], blocks, findings)
            continue
        if relative.as_posix() == GUIDE:
            _read(path, place, Guide, guide, findings)
            continue
        stems.add(path.stem)
        match room:
            case "errata":
                _read(path, place, ErratumRecord, errata, findings)
            case "mechanisms":
                _read(path, place, MechanismRecord, mechanisms, findings)
            case "systems":
                _read(path, place, SystemRecord, systems, findings)
            case "deployments":
                _read(path, place, DeploymentRecord, deployments, findings)
            case "lemmas":
                _read(path, place, LemmaRecord, lemmas, findings)
            case _:
                _read(path, place, NotionRecord, notions, findings)
    kinds: Mapping[str, Mapping[str, Entry[Any]]] = {
        "notion": notions,
        "erratum": errata,
        "mechanism": mechanisms,
        "system": systems,
        "deployment": deployments,
        "lemma": lemmas,
    }
    findings += _shared_ids(kinds)
    for path in sorted(root.rglob("*.yml")):
        findings += [Finding(Location(shown / path.relative_to(root)), "wrong-extension", "a record's file ends in .yaml")]
    references: dict[str, Entry[Reference]] = {}
    if bibliography and (root / BIBLIOGRAPHY).exists():
        references, faults = read_bibliography(root / BIBLIOGRAPHY, shown / BIBLIOGRAPHY)
        findings.extend(faults)
    elif bibliography:
        findings.append(
            Finding(Location(shown / BIBLIOGRAPHY), "missing-bibliography", "there is no references.bib in the folder")
        )
    base, missing = completed(
        KnowledgeBase(
            root,
            MappingProxyType(dict(sorted(notions.items()))),
            MappingProxyType(dict(sorted(errata.items()))),
            MappingProxyType(references),
            frozenset(stems.difference(*kinds.values())),
            MappingProxyType(dict(sorted(mechanisms.items()))),
            MappingProxyType(dict(sorted(systems.items()))),
            MappingProxyType(dict(sorted(deployments.items()))),
            Library(**{kind: MappingProxyType(dict(sorted(found.items()))) for kind, found in blocks.items()}),
            guide.get(Path(GUIDE).stem),
            MappingProxyType(dict(sorted(lemmas.items()))),
        )
    )
    return Loaded(base, (*findings, *missing))


def notion_files(root: Path) -> dict[str, Path]:
    """The files of the notions' records in the folder ``root``, by id; nothing is read."""
    return {path.stem: path for path in root.glob("*/*.yaml") if path.parent.name not in _OTHER_ROOMS}


def load_notion(path: Path) -> NotionRecord:
    """The record in one file, without what the records of its blocks would complete; ValueError with the first fault."""
    found: dict[str, Entry[NotionRecord]] = {}
    findings: list[Finding] = []
    _read(path, path, NotionRecord, found, findings)
    if findings:
        raise ValueError(str(findings[0]))
    return found[path.stem].record


def load_erratum(path: Path) -> ErratumRecord:
    """The record in one file; ValueError with the first fault."""
    found: dict[str, Entry[ErratumRecord]] = {}
    findings: list[Finding] = []
    _read(path, path, ErratumRecord, found, findings)
    if findings:
        raise ValueError(str(findings[0]))
    return found[path.stem].record


def _read_block(
    path: Path,
    place: Path,
    kind: str,
    into: Mapping[str, dict[str, Entry[Any]]],
    findings: list[Finding],
) -> None:
    """A block's record, whose kind is the folder below ``blocks/``."""
    model: type[BlockRecord] | None = KINDS.get(kind)
    if model is None:
        message = f"blocks/ has the folders {', '.join(KINDS)}; move the file to one of them"
        findings.append(Finding(Location(place), "wrong-folder", message))
        return
    _read(path, place, model, into[kind], findings)


def _shared_ids(kinds: Mapping[str, Mapping[str, Entry[Any]]]) -> Iterator[Finding]:
    """Records of different kinds have different ids, so that an id alone identifies a record."""
    taken: dict[str, str] = {}
    for kind, entries in kinds.items():
        for entry in entries.values():
            other = taken.setdefault(entry.id, kind)
            if other != kind:
                article = "an" if other[0] in "aeiou" else "a"
                yield Finding(Location(entry.source.path), "duplicate-id", f"{article} {other} has the id {entry.id!r} too")


_FOLDERS: Mapping[type[BaseModel], str] = MappingProxyType(
    {
        NotionRecord: "the folder of its dimension",
        ErratumRecord: "errata/",
        MechanismRecord: "mechanisms/",
        SystemRecord: "systems/",
        DeploymentRecord: "deployments/",
        LemmaRecord: "lemmas/",
    }
)


def _misplaced(model: type[BaseModel], data: object) -> str | None:
    """A sentence, if data that cannot be read as ``model`` have all keys of another kind of record."""
    if not isinstance(data, dict):
        return None
    for other, folder in _FOLDERS.items():
        needed = {k for k, f in other.model_fields.items() if f.is_required() and k not in LEFT_TO_BLOCKS}
        if other is not model and needed <= data.keys() and not data.keys() - other.model_fields.keys():
            kind = other.__name__.removesuffix("Record").lower()
            return f"this looks like {'an' if kind[0] in 'aeiou' else 'a'} {kind}'s record; move the file to {folder}"
    return None


def _read(path: Path, place: Path, model: type[M], into: dict[str, Entry[M]], findings: list[Finding]) -> None:
    text, faults = read_text(path, place)
    if faults:
        findings.extend(faults)
        return
    data, source, faults = read_document(text, place)
    findings.extend(faults)
    stem = path.stem
    if not is_slug(stem):
        message = f"the file name {stem!r} is not an id: use lower-case letters and digits with single hyphens between them"
        findings.append(Finding(Location(place), "bad-id", message))
    if faults:
        return
    record, faults = validate(model, data, source)
    misplaced = _misplaced(model, data) if faults else None
    if misplaced is not None:
        faults = [Finding(Location(place, 1, 1), "wrong-folder", misplaced)]
    findings.extend(faults)
    if stem in into:
        message = f"the id {stem!r} is taken by {into[stem].source.path.as_posix()}; rename one of the two"
        findings.append(Finding(Location(place), "duplicate-id", message))
    elif record is not None and is_slug(stem):
        into[stem] = Entry(stem, record, source)
