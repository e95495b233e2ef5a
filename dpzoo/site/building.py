"""What both adapters do: read the records, render the pages, finish the HTML."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from dpzoo.records.findings import Finding, Location
from dpzoo.site.choose_page import load_guide
from dpzoo.site.formula_placeholders import LatexFormula, formulas, replace, replace_in_script
from dpzoo.site.katex import FormulaError, Katex
from dpzoo.site.links import Project
from dpzoo.site.pages import Page, Renderer
from dpzoo.site.release import release
from dpzoo.zoo.zoo import Zoo, load

KATEX = Path("assets/vendor/katex/katex.min.js")
CACHE = Path("build/cache/witnesses")
"""Beside the hand-written pages' folder, where all that is built stands."""
FORMULAS = Path("build/cache/formulas.json")
"""The same for typeset formulas."""


@dataclass(frozen=True, slots=True)
class Site:
    """The rendered pages of a zoo and what is wrong with their formulas or with the guide."""

    renderer: Renderer
    pages: tuple[Page, ...]
    findings: tuple[Finding, ...]


def render(records: Path | None, sources: Path, project: Project, site_url: str | None = None) -> tuple[Site, Katex]:
    """Render the records' pages and typeset their formulas; ``sources`` is the folder of hand-written pages.

    ``site_url`` is where the site will stand, if that is known.

    Raises KnowledgeBaseError for records that cannot be used, FileNotFoundError where KaTeX is missing.
    """
    zoo = load(records)
    renderer = Renderer(zoo, project, sources.parent / CACHE, sources, release(sources.parent, site_url))
    pages = renderer.pages()
    katex = Katex(sources / KATEX, sources.parent / FORMULAS)
    pages = typeset_scripts(pages, katex)
    katex.prepare(formula for page in pages if page.path.endswith(".md") for formula in formulas(page.text))
    findings = load_guide(zoo)[1]
    findings += [f for page in pages if page.path.endswith(".md") for f in bad_formulas(page, katex, zoo)]
    return Site(renderer, tuple(pages), tuple(findings)), katex


def bad_formulas(page: Page, katex: Katex, zoo: Zoo) -> list[Finding]:
    """A finding for every formula of a record's page that KaTeX rejects, at its line in the record."""
    found = []
    for formula in dict.fromkeys(formulas(page.text)):
        try:
            katex.typeset(formula)
        except FormulaError as error:
            shown = formula.latex if len(formula.latex) <= 80 else formula.latex[:79] + "…"
            found.append(
                Finding(_place(page, formula.latex, zoo), "bad-formula", f"the formula {shown!r} cannot be typeset: {error}")
            )
    return found


def _place(page: Page, latex: str, zoo: Zoo) -> Location:
    """The first line of the record's file that holds the beginning of the formula, else the page."""
    if page.origin is None:
        return Location(Path(page.path))
    path = (
        zoo.base.root / page.origin.path.relative_to(zoo.base.root)
        if page.origin.path.is_relative_to(zoo.base.root)
        else page.origin.path
    )
    start = latex.removeprefix(r"\displaystyle ").splitlines()[0].strip()[:40]
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except OSError:
        return page.origin
    for number, line in enumerate(lines, start=1):
        if start in line:
            return Location(page.origin.path, number, line.index(start) + 1)
    return page.origin


def typeset_scripts(pages: Iterable[Page], katex: Katex) -> list[Page]:
    """The pages with the formulas in scripts typeset; one that KaTeX refuses stays as it is: its record's page reports it."""

    def typeset(formula: LatexFormula) -> str:
        try:
            return katex.typeset(formula)
        except FormulaError:
            return ""

    return [Page(p.path, replace_in_script(p.text, typeset), p.origin) if p.path.endswith(".js") else p for p in pages]


def finish(html: str, katex: Katex) -> str:
    """A built page with its formulas typeset."""
    return replace(html, katex.typeset)
