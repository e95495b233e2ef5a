"""A mechanism from a small JSON (or YAML) file, with every fault at its line and column.

.. code-block:: json

    {
      "name": "randomized response",
      "datasets": [[0], [1]],
      "outputs": ["no", "yes"],
      "matrix": [["3/4", "1/4"], ["1/4", "3/4"]],
      "neighbours": [[[0], [1]], [[1], [0]]],
      "given": {"record policy": [1]}
    }

``neighbours`` and ``given`` may be left out. Probabilities are texts (fractions or decimals: exact) or numbers; numbers are exact
too if every row of their decimals sums to exactly 1, and floating-point otherwise. Keys of ``given`` are sorts of structural
parameters, as in the records.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from pathlib import Path
from typing import Any

from dpzoo.blocks.finite_mechanism import FiniteMechanism
from dpzoo.blocks.structures import freeze, probability
from dpzoo.loading.text_file import read_text
from dpzoo.loading.yaml_document import read_document
from dpzoo.numbers.errors import BlockError
from dpzoo.records.findings import Finding
from dpzoo.records.knowledge_base import Source

KEYS = ("name", "datasets", "outputs", "matrix", "neighbours", "given")
_NEEDED = ("datasets", "outputs", "matrix")
_MAX_BYTES = 20_000_000


@dataclass(frozen=True)
class MechanismFile:
    """A mechanism and the structural objects given with it, by sort."""

    mechanism: FiniteMechanism
    given: Mapping[str, Any]
    source: Source | None = None


def read_mechanism(path: Path) -> tuple[MechanismFile | None, list[Finding]]:
    """The mechanism in a file of YAML or JSON.

    Args:
        path: the file; its keys are ``datasets``, ``outputs``, ``matrix``, and, if wanted, ``name``, ``neighbours``, ``given``.

    Returns:
        The mechanism with the structural objects given beside it and no findings; or None and what is wrong, each with line and
        column.

    >>> read_mechanism(Path("nowhere.json"))[0] is None
    True
    """
    text, findings = read_text(path, path, _MAX_BYTES)
    if findings:
        return None, findings
    data, source, findings = read_document(text, path)
    if findings:
        return None, findings
    try:
        return replace(mechanism_from(data), source=source), []
    except BlockError as error:
        return None, [Finding(source.locate(*error.path, key=error.key), "bad-mechanism", str(error))]


def locate(read: MechanismFile, error: BlockError) -> Finding:
    """A fault of an object in the file, located at its line and column."""
    assert read.source is not None
    return Finding(read.source.locate(*error.path, key=error.key), "bad-mechanism", str(error))


def mechanism_from(data: Any) -> MechanismFile:
    """The mechanism from parsed data; a :class:`BlockError` has the path to the fault."""
    if not isinstance(data, Mapping):
        raise BlockError("a mechanism file is a mapping with the keys datasets, outputs and matrix")
    for key in data:
        if key not in KEYS:
            raise BlockError(f"the key {key!r} is not known; a mechanism has {', '.join(KEYS)}", (key,), key=True)
    for key in _NEEDED:
        if key not in data:
            raise BlockError(f"the key {key!r} is missing")
        if not isinstance(data[key], list):
            raise BlockError(f"{key} must be a list", (key,))
    for i, row in enumerate(data["matrix"]):
        if not isinstance(row, list):
            raise BlockError(f"row {i + 1} of the matrix must be a list of probabilities", ("matrix", i))
    given = data.get("given", {})
    if not isinstance(given, Mapping):
        raise BlockError("given is a mapping of sorts to objects", ("given",))
    mechanism = FiniteMechanism(
        [_dataset(d, i) for i, d in enumerate(data["datasets"])],
        [freeze(o) for o in data["outputs"]],
        _probabilities(data["matrix"]),
        name=str(data.get("name", "")),
        neighbours=_neighbours(data["neighbours"]) if "neighbours" in data else None,
    )
    return MechanismFile(mechanism, given)


def _dataset(given: Any, place: int) -> tuple[Any, ...]:
    found = freeze(given)
    if not isinstance(found, tuple):
        raise BlockError(
            f"dataset {place + 1} is {given!r}; a dataset is a list of records, such as [{given!r}]", ("datasets", place)
        )
    return found


def _probabilities(matrix: list[list[Any]]) -> list[list[Any]]:
    rows = [[probability(e, ("matrix", i, j)) for j, e in enumerate(row)] for i, row in enumerate(matrix)]
    for i, row in enumerate(rows):
        for j, entry in enumerate(row):
            if isinstance(entry, float) and not math.isfinite(entry):
                raise BlockError(
                    f"the entry in row {i + 1}, column {j + 1} is {entry}, which is not a probability", ("matrix", i, j)
                )
        if not any(isinstance(e, float) for e in row) and sum(row, Fraction(0)) != 1:
            raise BlockError(f"row {i + 1} sums to {sum(row, Fraction(0))} and not to 1", ("matrix", i))
    exact = [[Fraction(repr(e)) if isinstance(e, float) else e for e in row] for row in rows]
    if all(sum(row, Fraction(0)) == 1 for row in exact) or not any(isinstance(e, float) for row in rows for e in row):
        return exact
    return [[float(e) for e in row] for row in rows]


def _neighbours(given: Any) -> list[tuple[Any, Any]]:
    if not isinstance(given, list):
        raise BlockError("neighbours is a list of pairs of datasets", ("neighbours",))
    pairs = []
    for i, pair in enumerate(given):
        if not isinstance(pair, list) or len(pair) != 2:
            raise BlockError("each neighbour relation is a pair of datasets", ("neighbours", i))
        sides = []
        for side, d in enumerate(pair):
            found = freeze(d)
            if not isinstance(found, tuple):
                raise BlockError(f"{d!r} is not a dataset; a dataset is a list of records", ("neighbours", i, side))
            sides.append(found)
        pairs.append((sides[0], sides[1]))
    return pairs
