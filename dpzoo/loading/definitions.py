"""Where the knowledge base lies: beside the package's modules in a wheel, in the package's parent in a checkout."""

from __future__ import annotations

from pathlib import Path

FOLDER = "definitions"
BIBLIOGRAPHY = "references.bib"


def default_folder() -> Path:
    """The folder of records that belongs to this copy of the package; raises FileNotFoundError if there is none."""
    package = Path(__file__).resolve().parent.parent
    for place in (package / FOLDER, package.parent / FOLDER):
        if place.is_dir():
            return place
    raise FileNotFoundError(f"the package has no knowledge base: there is no folder {FOLDER!r} in or beside {package.name}")
