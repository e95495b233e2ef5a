"""A knowledge base as it was read before: found by the content of its files, so that nothing is parsed a second time.

The stored base holds what the files say, as JSON, and what was worked out from it (``recalled`` of the base); a record is
validated again when it is first asked for. A stored base that is damaged, or that belongs to other files or to another version of
dpzoo, is ignored, and the files are read. It lies in the package (in a wheel) or in the user's cache: the folder that
``$DPZOO_CACHE`` names (none if that is empty), or else ``dpzoo`` in the system's cache folder. Nothing in the cache is trusted
that somebody else may write to.
"""

from __future__ import annotations

import contextlib
import json
import os
import sys
from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import cache, cached_property
from hashlib import blake2b
from importlib import import_module
from pathlib import Path
from types import MappingProxyType
from typing import Any

from pydantic import BaseModel

from dpzoo.loading.definitions import BIBLIOGRAPHY
from dpzoo.records.block_records import KINDS
from dpzoo.records.completing import CompletedNotions
from dpzoo.records.knowledge_base import Entry, KnowledgeBase, Library, Source, Step
from dpzoo.records.reference import Reference

SHIPPED = "_definitions.base"
"""The file beside the package's modules that a wheel carries."""
_KEPT = 4
"""How many bases the cache keeps, the latest."""
_ROOMS = ("expressions", "numbers", "records", "loading", "relations", "checks", "zoo")
"""The rooms whose code decides what a stored base holds, and whether it may be stored."""

_PACKAGE = Path(__file__).resolve().parent.parent
Places = Mapping[tuple[Step, ...], tuple[int, int]]


def content(root: Path) -> str:
    """A digest of the files in ``root`` and of the code that reads them."""
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
            head, _, rest = _read(place, shipped=place.name == SHIPPED).partition(b"\n")
            if head == _head(name, rest):
                index, _, said = rest.partition(b"\n")
                return _base(root, json.loads(index), said)
    return None


def _read(place: Path, *, shipped: bool) -> bytes:
    """A stored base; ValueError if a user other than you or root made it or may change it."""
    with place.open("rb") as stream:
        if not shipped and hasattr(os, "getuid"):
            about = os.fstat(stream.fileno())
            if about.st_uid not in (os.getuid(), 0) or about.st_mode & 0o022:
                raise ValueError(f"{place} may be written by others")
        return stream.read()


def write(base: KnowledgeBase, said: Mapping[Path, Any], name: str, recalled: Mapping[str, Any]) -> None:
    """Store a base without faults in the user's cache, if that can be written to; for the rest see :func:`dumped`."""
    place = folder()
    if place is None:
        return
    beside = place / f".{name}.{os.getpid()}"
    with contextlib.suppress(OSError, ValueError):
        place.mkdir(mode=0o700, parents=True, exist_ok=True)
        try:
            with os.fdopen(os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as stream:
                stream.write(dumped(base, said, name, recalled))
            beside.replace(place / f"{name}.base")  # another process may do the same: the bytes are the same
        finally:
            beside.unlink(missing_ok=True)
        for old in sorted(place.glob("*.base"), key=lambda path: path.stat().st_mtime)[:-_KEPT]:
            old.unlink(missing_ok=True)


def dumped(base: KnowledgeBase, said: Mapping[Path, Any], name: str, recalled: Mapping[str, Any]) -> bytes:
    """A base as stored: a line with the digest and a checksum of the rest, a line with the offsets of the parts, then JSON.

    ``said`` is the plain data of each file, ``recalled`` what was worked out of them. Raises ValueError for data that JSON has no
    words for.
    """
    parts: list[bytes] = []
    length = 0

    def place(data: Any) -> tuple[int, int]:
        nonlocal length
        parts.append(_json(data))
        start, length = length, length + len(parts[-1])
        return start, length

    rooms: dict[str, dict[str, tuple[str, int, int]]] = {}
    for room, entries in _rooms(base).items():
        rooms[room] = {}
        for entry in entries.values():
            path = entry.source.path
            rooms[room][entry.id] = (path.relative_to(base.root).as_posix(), *place(said[path]))
    references = {r.id: (r.record.type, dict(r.record.fields), r.locate().line) for r in base.references.values()}
    worked = {key: place(data) for key, data in {**recalled, _REFERENCES: references}.items()}
    index = _json({"rooms": rooms, "recalled": worked})
    rest = b"\n".join((index, b"".join(parts)))
    return _head(name, rest) + b"\n" + rest


def _json(data: Any) -> bytes:
    return json.dumps(data, ensure_ascii=False, separators=(",", ":"), allow_nan=False).encode()


_REFERENCES = "references"


def _head(name: str, rest: bytes) -> bytes:
    return f"dpzoo {name} {blake2b(rest, digest_size=20).hexdigest()}".encode()


def _rooms(base: KnowledgeBase) -> dict[str, Mapping[str, Entry[Any]]]:
    guide = {} if base.guide is None else {base.guide.id: base.guide}
    rest = {room: getattr(base, room) for room in _MODELS if room != "guide"}
    return {**rest, "guide": guide, **{f"blocks/{kind}": getattr(base.blocks, kind) for kind in KINDS}}


def _model(room: str) -> type[BaseModel]:
    """The model of one kind of record, built on demand because building takes time."""
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
    """The positions in a file, which is read on demand."""

    def __init__(self, path: Path) -> None:
        object.__setattr__(self, "path", path)

    def __reduce__(self) -> tuple[Any, ...]:
        return _Reread, (self.path,)

    @property
    def keys(self) -> Places:
        return _places(self.path).keys

    @property
    def values(self) -> Places:
        return _places(self.path).values


def _places(path: Path) -> Source:
    """The positions of a file's contents; a file that was edited since is read again."""
    about = path.stat()
    stamp = (about.st_mtime_ns, about.st_size, about.st_ino)
    found = _KNOWN_PLACES.get(path)
    if found is None or found[0] != stamp:
        from dpzoo.loading.text_file import read_text
        from dpzoo.loading.yaml_document import read_document

        found = _KNOWN_PLACES[path] = (stamp, read_document(read_text(path, path)[0], path)[1])
    return found[1]


_KNOWN_PLACES: dict[Path, tuple[tuple[int, ...], Source]] = {}


class _Room(Mapping[str, Entry[Any]]):
    """Records by id, each made on demand."""

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

    def __contains__(self, key: object) -> bool:
        return key in self._index


class _Late(Entry[Any]):
    """An entry that is made on demand."""

    def __init__(self, room: Mapping[str, Entry[Any]], key: str) -> None:
        object.__setattr__(self, "id", key)
        object.__setattr__(self, "_room", room)

    @property
    def record(self) -> Any:
        """The record."""
        return self.__dict__["_room"][self.id].record

    @property
    def source(self) -> Source:
        """Its file."""
        found: Source = self.__dict__["_room"][self.id].source
        return found


class _Recalled(Mapping[str, Any]):
    """Stored results, each part read on demand."""

    def __init__(self, index: Mapping[str, tuple[int, int]], said: bytes) -> None:
        self._index, self._said = index, said
        self._made: dict[str, Any] = {}

    def __getitem__(self, key: str) -> Any:
        if key not in self._made:
            start, end = self._index[key]
            self._made[key] = json.loads(self._said[start:end])
        return self._made[key]

    def __iter__(self) -> Iterator[str]:
        return iter(self._index)

    def __len__(self) -> int:
        return len(self._index)


class _References(Mapping[str, Entry[Reference]]):
    """The bibliography, read on demand."""

    def __init__(self, shown: Path, recalled: Mapping[str, Any]) -> None:
        self._shown, self._recalled = shown, recalled

    @cached_property
    def _entries(self) -> Mapping[str, Entry[Reference]]:
        return {
            key: Entry(key, Reference(key, kind, MappingProxyType(fields)), Source(self._shown, {}, {(): (line, 1)}))
            for key, (kind, fields, line) in self._recalled[_REFERENCES].items()
        }

    def __getitem__(self, key: str) -> Entry[Reference]:
        return self._entries[key]

    def __iter__(self) -> Iterator[str]:
        return iter(self._entries)

    def __len__(self) -> int:
        return len(self._entries)


def _base(root: Path, index: Any, said: bytes) -> KnowledgeBase:
    rooms = {room: _Room(root, room, index["rooms"][room], said) for room in (*_MODELS, *_BLOCKS)}
    recalled = _Recalled(index["recalled"], said)
    read = KnowledgeBase(
        root,
        rooms["notions"],
        rooms["errata"],
        _References(root / BIBLIOGRAPHY, recalled),
        frozenset(),
        rooms["mechanisms"],
        rooms["systems"],
        rooms["deployments"],
        Library(**{kind: rooms[f"blocks/{kind}"] for kind in KINDS}),
        next((_Late(rooms["guide"], key) for key in rooms["guide"]), None),
        rooms["lemmas"],
    )
    base = replace(read, notions=CompletedNotions(read))
    object.__setattr__(base, "recalled", recalled)
    return base
