"""A knowledge base as it was read before: found by the content of its files, so that nothing is parsed a second time.

What is stored is what the files say, as JSON; records are validated anew whenever they are read. A stored base that is damaged,
or of other files or another dpzoo, is no base, and the files are read. It lies in the package (in a wheel) or in the user's
cache: the folder that ``$DPZOO_CACHE`` names (none if that is empty), else ``dpzoo`` in the system's folder for caches.
"""

from __future__ import annotations

import contextlib
import json
import os
import sys
from collections.abc import Iterator, Mapping
from functools import cache
from hashlib import blake2b
from importlib import import_module
from pathlib import Path
from types import MappingProxyType
from typing import Any

from pydantic import BaseModel

from dpzoo.loading.definitions import BIBLIOGRAPHY
from dpzoo.records.block_records import KINDS
from dpzoo.records.completing import completed
from dpzoo.records.knowledge_base import Entry, KnowledgeBase, Library, Source, Step
from dpzoo.records.reference import Reference

SHIPPED = "_definitions.base"
"""The file beside the package's modules that a wheel carries."""
_KEPT = 4
"""How many bases the cache keeps, the latest."""
_ROOMS = ("expressions", "records", "loading", "checks")
"""The rooms whose code decides what a stored base holds, and whether it may be stored."""

_PACKAGE = Path(__file__).resolve().parent.parent
Places = Mapping[tuple[Step, ...], tuple[int, int]]


def content(root: Path) -> str:
    """The name of what the files in ``root`` say and of the code that reads them: other bytes, another name."""
    digest = blake2b(_code().encode(), digest_size=20)
    for name in _listed(str(root), (".yaml", ".yml", ".bib")):
        _take(digest, str(root), name)
    return digest.hexdigest()


@cache
def _code() -> str:
    digest = blake2b(digest_size=20)
    for room in _ROOMS:
        for name in _listed(str(_PACKAGE / room), (".py",)):
            _take(digest, str(_PACKAGE / room), name)
    return digest.hexdigest()


def _listed(root: str, ends: tuple[str, ...]) -> list[str]:
    """The files below a folder with such an ending, by their paths within it."""
    found = []
    for folder, _, names in os.walk(root):
        inside = os.path.relpath(folder, root).replace(os.sep, "/")
        found += [f"{inside}/{name}" for name in names if name.endswith(ends)]
    return sorted(found)


def _take(digest: Any, root: str, name: str) -> None:
    with open(f"{root}/{name}", "rb") as stream:  # noqa: PTH123  a Path for each of 800 files costs as much as reading them
        data = stream.read()
    digest.update(f"{name}\n{len(data)}\n".encode())
    digest.update(data)


def folder() -> Path | None:
    """The folder of the user's cache; None if there is none."""
    named = os.environ.get("DPZOO_CACHE")
    if named is not None:
        return Path(named) if named else None
    match sys.platform:
        case "win32":
            local = os.environ.get("LOCALAPPDATA")
            return Path(local, "dpzoo", "Cache") if local else None
        case "darwin":
            parent = "~/Library/Caches"
        case _:
            parent = os.environ.get("XDG_CACHE_HOME") or "~/.cache"
    place = Path(os.path.expanduser(parent)) / "dpzoo"  # noqa: PTH111  Path.expanduser raises where nobody has a home
    return place if place.is_absolute() else None


def read(root: Path, name: str) -> KnowledgeBase | None:
    """The base whose files in ``root`` have the content ``name``, if it is stored and whole."""
    mine = folder()
    for place in (_PACKAGE / SHIPPED, *([mine / f"{name}.base"] if mine is not None else [])):
        # whatever is wrong with a stored base, the files are still there
        with contextlib.suppress(OSError, ValueError, LookupError, TypeError, AttributeError):
            head, _, rest = place.read_bytes().partition(b"\n")
            if head == _head(name, rest):
                index, _, said = rest.partition(b"\n")
                return _base(root, json.loads(index), said)
    return None


def write(base: KnowledgeBase, said: Mapping[Path, Any], name: str) -> None:
    """Store a base without faults in the user's cache, if that can be written to; ``said`` is the plain data of each file."""
    place = folder()
    if place is None:
        return
    beside = place / f".{name}.{os.getpid()}"
    with contextlib.suppress(OSError, ValueError):
        place.mkdir(mode=0o700, parents=True, exist_ok=True)
        try:
            beside.write_bytes(dumped(base, said, name))
            beside.replace(place / f"{name}.base")  # another process may do the same: the bytes are the same
        finally:
            beside.unlink(missing_ok=True)
        for old in sorted(place.glob("*.base"), key=lambda path: path.stat().st_mtime)[:-_KEPT]:
            old.unlink(missing_ok=True)


def dumped(base: KnowledgeBase, said: Mapping[Path, Any], name: str) -> bytes:
    """What is stored of a base: a line that names the content and vouches for the rest, a line that says where what is, JSON.

    Raises ValueError for data that JSON has no words for.
    """
    parts: list[bytes] = []
    start = 0
    rooms: dict[str, dict[str, tuple[str, int, int]]] = {}
    for room, entries in _rooms(base).items():
        rooms[room] = {}
        for entry in entries.values():
            path = entry.source.path
            parts.append(json.dumps(said[path], ensure_ascii=False, separators=(",", ":"), allow_nan=False).encode())
            rooms[room][entry.id] = (path.relative_to(base.root).as_posix(), start, start + len(parts[-1]))
            start += len(parts[-1])
    references = [(r.id, r.record.type, dict(r.record.fields), r.locate().line) for r in base.references.values()]
    index = json.dumps({"rooms": rooms, "references": references}, ensure_ascii=False, separators=(",", ":")).encode()
    rest = b"\n".join((index, b"".join(parts)))
    return _head(name, rest) + b"\n" + rest


def _head(name: str, rest: bytes) -> bytes:
    return f"dpzoo {name} {blake2b(rest, digest_size=20).hexdigest()}".encode()


def _rooms(base: KnowledgeBase) -> dict[str, Mapping[str, Entry[Any]]]:
    guide = {} if base.guide is None else {base.guide.id: base.guide}
    rest = {room: getattr(base, room) for room in _MODELS if room != "guide"}
    return {**rest, "guide": guide, **{f"blocks/{kind}": getattr(base.blocks, kind) for kind in KINDS}}


def _model(room: str) -> type[BaseModel]:
    """The model of the records of a room; to build one that nobody asks for takes a while."""
    if room in _BLOCKS:
        return KINDS[room.removeprefix("blocks/")]
    module, name = _MODELS[room]
    found: type[BaseModel] = getattr(import_module(f"dpzoo.records.{module}"), name)
    return found


_MODELS = {
    "notions": ("notion", "NotionRecord"),
    "errata": ("erratum", "ErratumRecord"),
    "mechanisms": ("mechanism", "MechanismRecord"),
    "systems": ("system", "SystemRecord"),
    "deployments": ("deployment", "DeploymentRecord"),
    "lemmas": ("lemma", "LemmaRecord"),
    "guide": ("guide", "Guide"),
}
_BLOCKS = tuple(f"blocks/{kind}" for kind in KINDS)


class _Reread(Source):
    """The places in a file, which is read for them when somebody asks."""

    def __init__(self, path: Path) -> None:
        object.__setattr__(self, "path", path)

    @property
    def keys(self) -> Places:
        return _places(self.path).keys

    @property
    def values(self) -> Places:
        return _places(self.path).values


@cache
def _places(path: Path) -> Source:
    from dpzoo.loading.text_file import read_text
    from dpzoo.loading.yaml_document import read_document

    return read_document(read_text(path, path)[0], path)[1]


class _Room(Mapping[str, Entry[Any]]):
    """Records by id, each made when it is asked for."""

    def __init__(self, root: Path, room: str, index: Mapping[str, tuple[str, int, int]], said: bytes) -> None:
        self._root, self._room, self._index, self._said = root, room, index, said
        self._made: dict[str, Entry[Any]] = {}

    def __getitem__(self, key: str) -> Entry[Any]:
        found = self._made.get(key)
        if found is None:
            path, start, end = self._index[key]
            record = _model(self._room).model_validate_json(self._said[start:end])
            found = self._made[key] = Entry(key, record, _Reread(self._root / path))
        return found

    def __iter__(self) -> Iterator[str]:
        return iter(self._index)

    def __len__(self) -> int:
        return len(self._index)


def _base(root: Path, index: Any, said: bytes) -> KnowledgeBase:
    rooms = {room: _Room(root, room, index["rooms"][room], said) for room in (*_MODELS, *_BLOCKS)}
    shown = root / BIBLIOGRAPHY
    references = {
        key: Entry(key, Reference(key, kind, MappingProxyType(fields)), Source(shown, {}, {(): (line, 1)}))
        for key, kind, fields, line in index["references"]
    }
    base = KnowledgeBase(
        root,
        rooms["notions"],
        rooms["errata"],
        MappingProxyType(references),
        frozenset(),
        rooms["mechanisms"],
        rooms["systems"],
        rooms["deployments"],
        Library(**{kind: rooms[f"blocks/{kind}"] for kind in KINDS}),
        next(iter(rooms["guide"].values()), None),
        rooms["lemmas"],
    )
    return completed(base)[0]
