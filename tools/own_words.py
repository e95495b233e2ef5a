"""Runs of eight words that records share with a source: ``tools/own_words.py SOURCE.txt … -- definitions/*/*.yaml``.

Prose in records is our own. Formulas, names and the quotations that errata need (``printed``) are left out; anything else that
this prints is to be said in other words. Exits 1 if there is something.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import yaml

RUN = 8
QUOTED = frozenset({"printed", "cite", "at", "latex", "notation", "name"})


def words(text: str) -> list[str]:
    """Words in lower case; a formula is one mark that matches nothing."""
    return re.findall(r"[a-zäöüéß']+|¤", re.sub(r"\$\$?[^$]*\$\$?", " ¤ ", text.lower()))


def runs(text: str) -> Iterator[tuple[str, ...]]:
    """Every run of eight words without a formula in it."""
    found = words(text)
    for start in range(len(found) - RUN + 1):
        run = tuple(found[start : start + RUN])
        if "¤" not in run:
            yield run


def prose(data: Any, path: str = "") -> Iterator[tuple[str, str]]:
    """The texts of a record with their places."""
    if isinstance(data, dict):
        for key, value in data.items():
            if key not in QUOTED:
                yield from prose(value, f"{path}/{key}")
    elif isinstance(data, list):
        for index, value in enumerate(data):
            yield from prose(value, f"{path}/{index}")
    elif isinstance(data, str):
        yield path, data


def main() -> int:
    """Compare the records after ``--`` with the sources before it."""
    if "--" not in sys.argv:
        print(__doc__, file=sys.stderr)
        return 2
    cut = sys.argv.index("--")
    sources = {run: Path(name).name for name in sys.argv[1:cut] for run in runs(Path(name).read_text(encoding="utf-8"))}
    found = 0
    for name in sys.argv[cut + 1 :]:
        for place, text in prose(yaml.safe_load(Path(name).read_text(encoding="utf-8"))):
            for run in runs(text):
                if run in sources:
                    found += 1
                    print(f"{name}: {place}: {' '.join(run)} ({sources[run]})")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
