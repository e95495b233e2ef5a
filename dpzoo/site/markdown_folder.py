"""The folder adapter: all pages as Markdown files for an engine without our plugin, and a pass over its output."""

from __future__ import annotations

import shutil
from pathlib import Path

from dpzoo.site.building import finish, render
from dpzoo.site.katex import Katex
from dpzoo.site.links import Project
from dpzoo.site.pages import handwritten_pages
from dpzoo.zoo.errors import KnowledgeBaseError


def write_pages(folder: Path, records: Path | None, sources: Path, project: Project) -> int:
    """Write hand-written and generated pages and the assets into ``folder``, which must be empty or absent; how many pages.

    Formulas stay placeholders until :func:`finish_folder`. Raises FileExistsError where the folder is in use,
    KnowledgeBaseError where records cannot be used or a formula cannot be typeset.
    """
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise FileExistsError(f"{folder} exists and is not an empty folder; name a new one")
    site, _ = render(records, sources, project)
    if site.findings:
        raise KnowledgeBaseError(site.findings)
    folder.mkdir(parents=True, exist_ok=True)
    for static in ("assets", "schema"):
        shutil.copytree(sources / static, folder / static)
    texts = {page.path: page.content for page in site.pages}
    for path in handwritten_pages(sources):
        texts[path.as_posix()] = site.renderer.handwritten(path.as_posix(), (sources / path).read_text(encoding="utf-8"))
    for name, text in texts.items():
        target = folder / name
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(text if isinstance(text, bytes) else text.encode())
    return len(texts)


def finish_folder(folder: Path, sources: Path) -> int:
    """Typeset the formulas of every HTML page below ``folder``; how many pages changed."""
    from dpzoo.site.building import FORMULAS, KATEX

    katex = Katex(sources / KATEX, sources.parent / FORMULAS)
    changed = 0
    for path in sorted(folder.rglob("*.html")):
        before = path.read_text(encoding="utf-8")
        after = finish(before, katex)
        if after != before:
            path.write_text(after, encoding="utf-8")
            changed += 1
    return changed
