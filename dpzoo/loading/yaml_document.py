"""One YAML document as plain data with the position of everything in it.

The document is built straight from the parser's event stream: composing first would crash the process on very deep
input, and would lose duplicate keys. Plain scalars follow the YAML 1.2 core schema.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import yaml

from dpzoo.loading.yaml_mistakes import cut_by_a_hash, explained, latex_in_double_quotes
from dpzoo.records.findings import Finding, Location
from dpzoo.records.knowledge_base import PathStep, Source

MAX_DEPTH = 32
MAX_ALIASES = 16
MAX_NUMBER_LENGTH = 40
_MAX_NODES = 50_000

_LOADER: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
_NULL = frozenset(("", "~", "null", "Null", "NULL"))
_TRUE = frozenset(("true", "True", "TRUE"))
_FALSE = frozenset(("false", "False", "FALSE"))
_INTEGER = re.compile(r"[-+]?[0-9]+|0o[0-7]+|0x[0-9a-fA-F]+")
_FLOAT = re.compile(r"[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?")
_INFINITE = re.compile(r"[-+]?\.(inf|Inf|INF)|\.(nan|NaN|NAN)")


class _RefusedError(Exception):
    """Stops the building of a document; carries the finding."""

    def __init__(self, code: str, message: str, mark: Any) -> None:
        super().__init__(message)
        self.code, self.message, self.mark = code, message, mark


@dataclass(slots=True)
class _Frame:
    """A collection under construction."""

    data: dict[str, Any] | list[Any]
    path: tuple[PathStep, ...]
    anchor: str | None
    key: str | None = None
    key_mark: Any = None
    merges: list[dict[str, Any]] = field(default_factory=list)


def read_document(text: str, shown: Path) -> tuple[Any, Source, list[Finding]]:
    """The document's data (None if it is unusable), its positions, and the findings; ``shown`` is the path in findings."""
    builder = _Builder(shown, text)
    source = Source(shown, builder.keys, builder.values)
    try:
        for event in yaml.parse(text, Loader=_LOADER):
            builder.take(event)
    except _RefusedError as refused:
        builder.complain(refused.code, refused.message, refused.mark)
        return None, source, builder.findings
    except yaml.MarkedYAMLError as error:
        builder.complain("yaml-syntax", *explained(error, text))
        return None, source, builder.findings
    except yaml.YAMLError as error:
        builder.complain("yaml-syntax", f"this is not valid YAML: {str(error).splitlines()[0]}", None)
        return None, source, builder.findings
    if builder.findings:
        return None, source, builder.findings
    if not builder.documents:
        builder.complain("empty-file", "the file holds no record", None)
        return None, source, builder.findings
    return builder.root, source, builder.findings


class _Builder:
    def __init__(self, shown: Path, text: str) -> None:
        self.shown = shown
        self.text = text
        self._lines = text.splitlines()
        self.findings: list[Finding] = []
        self.keys: dict[tuple[PathStep, ...], tuple[int, int]] = {}
        self.values: dict[tuple[PathStep, ...], tuple[int, int]] = {}
        self.root: Any = None
        self.documents = 0
        self._stack: list[_Frame] = []
        self._anchors: dict[str, Any] = {}
        self._open_anchors: set[str] = set()
        self._aliases = 0
        self._nodes = 0

    def complain(self, code: str, message: str, mark: Any) -> None:
        place = Location(self.shown, mark.line + 1, mark.column + 1) if mark is not None else Location(self.shown)
        self.findings.append(Finding(place, code, message))

    def take(self, event: Any) -> None:
        match event:
            case yaml.ScalarEvent():
                self._guard(event)
                self._scalar(event)
            case yaml.MappingStartEvent() | yaml.SequenceStartEvent():
                self._guard(event)
                self._open(event)
            case yaml.MappingEndEvent() | yaml.SequenceEndEvent():
                self._close()
            case yaml.AliasEvent():
                self._alias(event)
            case yaml.DocumentStartEvent():
                self.documents += 1
                if self.documents > 1:
                    raise _RefusedError(
                        "several-documents",
                        "the file holds more than one document; give each record a file of its own",
                        event.start_mark,
                    )

    def _guard(self, event: Any) -> None:
        if event.tag is not None and event.tag != "!":
            advice = "records are plain data; put a text that begins with ! in quotes"
            raise _RefusedError("yaml-tag", f"the tag {event.tag!r} is not allowed: {advice}", event.start_mark)
        self._nodes += 1
        if self._nodes > _MAX_NODES:
            raise _RefusedError("too-many-values", f"the file holds more than {_MAX_NODES} values", event.start_mark)

    def _child_path(self) -> tuple[PathStep, ...]:
        if not self._stack:
            return ()
        top = self._stack[-1]
        return (*top.path, len(top.data) if isinstance(top.data, list) else str(top.key))

    def _waits_for_key(self) -> bool:
        return bool(self._stack) and isinstance(self._stack[-1].data, dict) and self._stack[-1].key is None

    def _scalar(self, event: Any) -> None:
        if self._waits_for_key():
            self._key(event)
            return
        value = event.value
        if event.style == '"':
            mistaken = latex_in_double_quotes(self.text, event)
            if mistaken is not None:
                raise _RefusedError("latex-in-double-quotes", mistaken, event.start_mark)
        if event.implicit[0] and not event.style:
            cut = cut_by_a_hash(self._lines, event)
            if cut is not None:
                message = "YAML takes what follows a space and # for a comment, so that the text ends here; put it in quotes"
                raise _RefusedError("cut-text", message, cut)
            value = self._resolve(event)
        if event.anchor is not None:
            self._anchors[event.anchor] = value
        self._add(value, event.start_mark)

    def _key(self, event: Any) -> None:
        top = self._stack[-1]
        top.key, top.key_mark = event.value, event.start_mark

    def _resolve(self, event: Any) -> Any:
        text: str = event.value
        if text in _NULL:
            return None
        if text in _TRUE or text in _FALSE:
            return text in _TRUE
        if not (text[0] in "+-." or text[0].isdigit()):
            return text
        is_integer = _INTEGER.fullmatch(text) is not None
        if (is_integer or _FLOAT.fullmatch(text)) and len(text) > MAX_NUMBER_LENGTH:
            raise _RefusedError(
                "number-too-long",
                f"a number of {len(text)} characters is too long; at most {MAX_NUMBER_LENGTH}",
                event.start_mark,
            )
        if is_integer:
            return int(text, {"0o": 8, "0x": 16}.get(text[:2], 10))
        if _FLOAT.fullmatch(text):
            return float(text)
        if _INFINITE.fullmatch(text):
            return float(text.replace(".", "", 1))
        return text

    def _open(self, event: Any) -> None:
        if self._waits_for_key():
            raise _RefusedError("key-not-text", "a key must be plain text, not a list or mapping", event.start_mark)
        if len(self._stack) >= MAX_DEPTH:
            raise _RefusedError("too-deep", f"the nesting is deeper than {MAX_DEPTH} levels", event.start_mark)
        path = self._child_path()
        data: dict[str, Any] | list[Any] = {} if isinstance(event, yaml.MappingStartEvent) else []
        if event.anchor is not None:
            self._open_anchors.add(event.anchor)
            self._anchors.pop(event.anchor, None)
        self._mark(path, event.start_mark)
        self._stack.append(_Frame(data, path, event.anchor))

    def _close(self) -> None:
        frame = self._stack.pop()
        if isinstance(frame.data, dict):
            for merged in frame.merges:
                for key, value in merged.items():
                    frame.data.setdefault(key, value)
        if frame.anchor is not None:
            self._open_anchors.discard(frame.anchor)
            self._anchors[frame.anchor] = frame.data
        self._add(frame.data, None)

    def _alias(self, event: Any) -> None:
        self._aliases += 1
        if self._aliases > MAX_ALIASES:
            raise _RefusedError("too-many-aliases", f"more than {MAX_ALIASES} aliases; write the values out", event.start_mark)
        if event.anchor in self._open_anchors:
            raise _RefusedError(
                "cyclic-alias", f"the alias *{event.anchor} stands inside the value that it names", event.start_mark
            )
        if event.anchor not in self._anchors:
            raise _RefusedError(
                "unknown-alias",
                f"no anchor &{event.anchor} comes before this alias; a text that begins with * is put in quotes",
                event.start_mark,
            )
        if self._waits_for_key():
            raise _RefusedError("key-not-text", "a key must be plain text, not an alias", event.start_mark)
        value = self._anchors[event.anchor]
        self._nodes += _size(value)
        if self._nodes > _MAX_NODES:
            raise _RefusedError(
                "too-many-values", f"with its aliases written out the file holds more than {_MAX_NODES} values", event.start_mark
            )
        self._add(value, event.start_mark)

    def _mark(self, path: tuple[PathStep, ...], mark: Any) -> None:
        self.values.setdefault(path, (mark.line + 1, mark.column + 1))

    def _add(self, value: Any, mark: Any) -> None:
        """Put a finished value where it belongs; ``mark`` is None for a collection, whose place is already marked."""
        if not self._stack:
            self.root = value
            if mark is not None:
                self._mark((), mark)
            return
        top = self._stack[-1]
        path = self._child_path()
        if isinstance(top.data, list):
            if mark is not None:
                self._mark(path, mark)
            top.data.append(value)
            return
        key = str(top.key)
        if key == "<<":
            self._merge(top, value)
        elif key in top.data:
            first = self.keys[path][0]
            self.complain(
                "duplicate-key", f"the key {key!r} stands here a second time (first on line {first}); keep one", top.key_mark
            )
        else:
            if mark is not None:
                self._mark(path, mark)
            self.keys[path] = (top.key_mark.line + 1, top.key_mark.column + 1)
            top.data[key] = value
        top.key = None

    def _merge(self, frame: _Frame, value: Any) -> None:
        self._aliases += 1
        parts = value if isinstance(value, list) else [value]
        if self._aliases > MAX_ALIASES or not all(isinstance(p, dict) for p in parts):
            raise _RefusedError(
                "bad-merge",
                f"a merge key takes mappings, and at most {MAX_ALIASES} aliases and merges are allowed",
                frame.key_mark,
            )
        frame.merges.extend(parts)


def _size(value: Any) -> int:
    if isinstance(value, dict):
        return 1 + sum(map(_size, value.values()))
    return 1 + sum(map(_size, value)) if isinstance(value, list) else 1
