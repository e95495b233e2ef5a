"""Who cites a work."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from dpzoo.site import links
from dpzoo.zoo.zoo import Zoo

_KEY = re.compile(r"(?<![\w./+-])[a-z]?[A-Z][A-Za-z+]*\d\d[a-z]?(?![\w+-])")


def cited_by(zoo: Zoo) -> dict[str, list[tuple[str, str]]]:
    """For each citation key the name and the page of every notion, mechanism, system and deployment that cites it, by name."""
    places: list[tuple[Callable[[str], str], list[Any]]] = [
        (links.notion_page, [n.entry for n in zoo.values()]),
        (links.mechanism_page, [m.entry for m in zoo.mechanisms.values()]),
        (links.system_page, list(zoo.systems.values())),
        (links.deployment_page, [d.entry for d in zoo.deployments.values()]),
    ]
    found: dict[str, dict[str, str]] = {}
    for page, entries in places:
        for entry in entries:
            for key in _keys(entry.record.model_dump(mode="json")):
                if key in zoo.references:
                    found.setdefault(key, {})[page(entry.id)] = entry.record.name
    return {key: sorted(((name, page) for page, name in citing.items()), key=_by_name) for key, citing in found.items()}


def _by_name(named: tuple[str, str]) -> tuple[str, str]:
    return named[0].casefold(), named[1]


def _keys(data: Any) -> Iterator[str]:
    """The words of a record that may be citation keys, as evidence or in its prose."""
    if isinstance(data, Mapping):
        for value in data.values():
            yield from _keys(value)
    elif isinstance(data, list):
        for value in data:
            yield from _keys(value)
    elif isinstance(data, str):
        yield from _KEY.findall(data)
