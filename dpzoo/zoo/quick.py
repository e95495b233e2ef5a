"""One notion without reading every record: its own file, and those that mention its id."""

from __future__ import annotations

from pathlib import Path

from dpzoo.loading.definitions import default_folder
from dpzoo.records.fields import is_slug
from dpzoo.zoo.notion import Notion
from dpzoo.zoo.zoo import Zoo, load


def is_lemma(name: str, folder: Path | None = None) -> bool:
    """Whether this is the id of a lemma."""
    root = folder if folder is not None else default_folder()
    return is_slug(name) and (root / "lemmas" / f"{name}.yaml").is_file()


def find(name: str, folder: Path | None = None) -> Notion:
    """The notion called ``name``, with its relations both ways; raises as :meth:`Zoo.find` and :func:`load` do.

    An id needs only the files in which it occurs; any other name, or a fault on the way, needs them all.
    """
    from dpzoo.loading.folder import load_folder

    root = folder if folder is not None else default_folder()
    if is_slug(name) and any(root.glob(f"*/{name}.yaml")):
        needle = name.encode()
        loaded = load_folder(root, wanted=lambda path: path.stem == name or needle in path.read_bytes(), bibliography=False)
        if not loaded.findings and name in loaded.base.notions:
            return Zoo(loaded.base)[name]
    return load(folder).find(name)
