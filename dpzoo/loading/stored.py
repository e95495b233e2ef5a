"""A knowledge base as it was read before: found by the content of its files, so that nothing is parsed a second time.

The stored base holds the records as they were validated, each as a pickle that is read when it is first asked for and may name
nothing but classes of records and of expressions, and, as JSON, what was worked out of them (``recalled`` of the base). A stored
base that is damaged, or that belongs to other files or to another version of dpzoo, is ignored, and the files are read. It lies
in the package (in a wheel) or in the user's cache: the folder that ``$DPZOO_CACHE`` names (none if that is empty), or else
``dpzoo`` in the system's cache folder. Nothing in the cache is trusted that somebody else may write to.
"""

from __future__ import annotations

import contextlib
import json
import os
import pickle
import sys
from collections.abc import Iterator, Mapping
from dataclasses import fields, is_dataclass
from enum import Enum
from functools import cache, cached_property
from hashlib import sha256
from io import BytesIO
from pathlib import Path
from types import MappingProxyType
from typing import Any
from zlib import crc32

from pydantic import BaseModel

from dpzoo.loading.definitions import BIBLIOGRAPHY
from dpzoo.records.knowledge_base import Entry, KnowledgeBase, Library, PathStep, Source
from dpzoo.records.reference import Reference

SHIPPED = "_definitions.base"
"""The file beside the package's modules that a wheel carries."""
_KEPT = 4
"""How many bases the cache keeps, the latest."""
_ROOMS = ("expressions", "numbers", "records", "loading", "relations", "checks", "zoo")
"""The rooms whose code decides what a stored base holds, and whether it may be stored."""

_PACKAGE = Path(__file__).resolve().parent.parent
Places = Mapping[tuple[PathStep, ...], tuple[int, int]]


def content(root: Path) -> str:
    """A digest of the files in ``root`` and of the code that reads them."""
    digest = sha256(_code().encode())
    for name in _listed(str(root), (".yaml", ".yml", ".bib")):
        _take(digest, str(root), name)
    return digest.hexdigest()


@cache
def _code() -> str:
    digest = sha256()
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
    with open(f"{root}/{name}", "rb", buffering=0) as stream:  # noqa: PTH123  a Path for each of 800 files costs as much again
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
            data = _read(place, shipped=place.name == SHIPPED)
            start = data.index(b"\n") + 1
            rest = memoryview(data)[start:]
            if data[:start] == _head(name, rest):
                said = data.index(b"\n", start) + 1
                return _base(root, json.loads(data[start:said]), rest[said - start :])
    return None


def _read(place: Path, *, shipped: bool) -> bytes:
    """A stored base; ValueError if a user other than you or root made it or may change it."""
    with place.open("rb") as stream:
        if not shipped and hasattr(os, "getuid"):
            about = os.fstat(stream.fileno())
            if about.st_uid not in (os.getuid(), 0) or about.st_mode & 0o022:
                raise ValueError(f"{place} may be written by others")
        return stream.read()


def write(base: KnowledgeBase, name: str, recalled: Mapping[str, Any]) -> None:
    """Store a base without faults in the user's cache, if that can be written to; for the rest see :func:`dumped`."""
    place = folder()
    if place is None:
        return
    beside = place / f".{name}.{os.getpid()}"
    with contextlib.suppress(OSError, ValueError):
        place.mkdir(mode=0o700, parents=True, exist_ok=True)
        try:
            with os.fdopen(os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as stream:
                stream.write(dumped(base, name, recalled))
            beside.replace(place / f"{name}.base")  # another process may do the same: the bytes are the same
        finally:
            beside.unlink(missing_ok=True)
        for old in sorted(place.glob("*.base"), key=lambda path: path.stat().st_mtime)[:-_KEPT]:
            old.unlink(missing_ok=True)


def dumped(base: KnowledgeBase, name: str, recalled: Mapping[str, Any]) -> bytes:
    """A base as stored: a line with the digest and a checksum of the rest, a line with the offsets of the parts, then these.

    ``recalled`` is what was worked out of the records. Raises ValueError for data that JSON has no words for.
    """
    parts: list[bytes] = []
    length = 0

    def place(data: bytes) -> tuple[int, int]:
        nonlocal length
        parts.append(data)
        start, length = length, length + len(data)
        return start, length

    rooms: dict[str, dict[str, tuple[str, int, int]]] = {}
    for room, entries in _rooms(base).items():
        rooms[room] = {}
        for entry in entries.values():
            path = entry.source.path
            rooms[room][entry.id] = (path.relative_to(base.root).as_posix(), *place(_pickled(entry.record)))
    references = {r.id: (r.record.type, dict(r.record.fields), r.locate().line) for r in base.references.values()}
    worked = {key: place(_json(data)) for key, data in {**recalled, _REFERENCES: references}.items()}
    index = _json({"rooms": rooms, "recalled": worked})
    rest = b"".join((index, b"\n", *parts))
    return _head(name, rest) + rest


def _json(data: Any) -> bytes:
    return json.dumps(data, ensure_ascii=False, separators=(",", ":"), allow_nan=False).encode()


_REFERENCES = "references"


def _head(name: str, rest: bytes | memoryview) -> bytes:
    return f"dpzoo {name} {crc32(rest):08x}\n".encode()


def _rooms(base: KnowledgeBase) -> dict[str, Mapping[str, Entry[Any]]]:
    guide = {} if base.guide is None else {base.guide.id: base.guide}
    rest = {room: getattr(base, room) for room in ("notions", "errata", "mechanisms", "systems", "deployments", "lemmas")}
    return {**rest, "guide": guide, **{f"blocks/{kind.name}": getattr(base.blocks, kind.name) for kind in fields(Library)}}


def _model(model: type[BaseModel], said: dict[str, Any], given: tuple[str, ...]) -> BaseModel:
    """A record that was validated before; ``given`` are the keys that its file has."""
    made = model.__new__(model)
    state = {"__dict__": said, "__pydantic_fields_set__": set(given), "__pydantic_extra__": None, "__pydantic_private__": None}
    made.__setstate__(state)
    return made


class _Pickler(pickle.Pickler):
    """Takes models and dataclasses by their fields alone, so that equal records are equal bytes whatever was asked of them."""

    def reducer_override(self, obj: Any) -> Any:
        if isinstance(obj, BaseModel):
            names = type(obj).model_fields
            said = {name: obj.__dict__[name] for name in names}
            return _model, (type(obj), said, tuple(name for name in names if name in obj.model_fields_set))
        if isinstance(obj, Enum):  # Python 3.11.2 names getattr for it, later ones the class and the value
            return type(obj), (obj.value,)
        if is_dataclass(obj) and not isinstance(obj, type):
            return type(obj), tuple(getattr(obj, field.name) for field in fields(obj))
        return NotImplemented


class _Unpickler(pickle.Unpickler):
    """Makes records, and nothing else that a stored base may name."""

    def find_class(self, module: str, name: str) -> Any:
        if (module, name) == (__name__, _model.__name__):
            return _model
        if module.startswith(("dpzoo.records.", "dpzoo.expressions.")) and name.isidentifier():
            found = super().find_class(module, name)
            if isinstance(found, type) and found.__module__ == module:
                return found
        raise pickle.UnpicklingError(f"{module}.{name} is no part of a record")


def _pickled(record: BaseModel) -> bytes:
    stream = BytesIO()
    _Pickler(stream, _PROTOCOL).dump(record)
    return stream.getvalue()


_PROTOCOL = 5
"""What every Python that dpzoo runs on reads."""


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

    def __init__(self, root: Path, index: Mapping[str, tuple[str, int, int]], said: memoryview) -> None:
        self._root, self._index, self._said = root, index, said
        self._made: dict[str, Entry[Any]] = {}

    def __getitem__(self, key: str) -> Entry[Any]:
        found = self._made.get(key)
        if found is None:
            path, start, end = self._index[key]
            record = _Unpickler(BytesIO(self._said[start:end])).load()
            found = self._made[key] = Entry(key, record, _Reread(self._root / path))
        return found

    def __iter__(self) -> Iterator[str]:
        return iter(self._index)

    def __len__(self) -> int:
        return len(self._index)

    def __contains__(self, key: object) -> bool:
        return key in self._index


class _LateEntry(Entry[Any]):
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

    def __init__(self, index: Mapping[str, tuple[int, int]], said: memoryview) -> None:
        self._index, self._said = index, said
        self._made: dict[str, Any] = {}

    def __getitem__(self, key: str) -> Any:
        if key not in self._made:
            start, end = self._index[key]
            self._made[key] = json.loads(bytes(self._said[start:end]))
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


def _base(root: Path, index: Any, said: memoryview) -> KnowledgeBase:
    rooms: dict[str, Any] = {room: _Room(root, entries, said) for room, entries in index["rooms"].items()}
    recalled = _Recalled(index["recalled"], said)
    library = Library(**{kind.name: rooms.pop(f"blocks/{kind.name}") for kind in fields(Library)})
    guide = rooms.pop("guide")
    rooms["guide"] = next((_LateEntry(guide, key) for key in guide), None)
    base = KnowledgeBase(root, references=_References(root / BIBLIOGRAPHY, recalled), blocks=library, **rooms)
    object.__setattr__(base, "recalled", recalled)
    return base
