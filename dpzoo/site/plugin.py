"""The mkdocs adapter: pages in memory, formulas typeset in the finished HTML, the site rebuilt when a record changes."""

from __future__ import annotations

import gc
import posixpath
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

from jinja2 import Environment
from mkdocs.config import config_options
from mkdocs.config.base import Config
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.exceptions import PluginError
from mkdocs.livereload import LiveReloadServer
from mkdocs.plugins import BasePlugin, event_priority
from mkdocs.structure.files import File, Files, InclusionLevel
from mkdocs.structure.nav import Navigation
from mkdocs.structure.pages import Page as MkDocsPage
from mkdocs.utils.templates import TemplateContext

from dpzoo.site.assembly import Assembly
from dpzoo.site.building import Site, finish, render
from dpzoo.site.katex import FormulaError, Katex
from dpzoo.site.links import Project
from dpzoo.site.opaque import Aside, set_aside
from dpzoo.site.search_index import install
from dpzoo.site.skipping import skipping
from dpzoo.site.typography import whole_symbols
from dpzoo.zoo.errors import KnowledgeBaseError

_LISTED_WITH: Final = {"relations": "notions"}
"""Folders whose pages are listed on a page of another name."""
_OBJECTS: Final = 50_000
"""New objects between two looks for garbage."""


class ZooPluginConfig(Config):  # type: ignore[no-untyped-call]  # mkdocs' own class is untyped there
    """Options of the plugin in mkdocs.yml."""

    # 'data' would be the obvious name, but mkdocs' Config owns it
    records_dir = config_options.Dir(exists=True, default="definitions")
    branch = config_options.Type(str, default="main")


class ZooPlugin(BasePlugin[ZooPluginConfig]):  # type: ignore[no-untyped-call]  # the same
    """Adds the knowledge base's pages to a mkdocs site."""

    def __init__(self) -> None:
        self._site: Site | None = None
        self._katex: Katex | None = None
        self._editable: dict[str, str] = {}
        self._ready: frozenset[str] = frozenset()
        self._aside: dict[str, Aside] = {}
        self._stands_for: MkDocsPage | None = None
        self._assembly: Assembly
        self._thresholds: tuple[int, int, int] | None = None

    def on_startup(self, *, command: str, dirty: bool) -> None:
        """Let a build look for garbage seldom: nearly all of its objects live to its end, and looking takes a tenth of it."""
        if command == "build":
            self._thresholds = gc.get_threshold()
            gc.set_threshold(_OBJECTS, *self._thresholds[1:])

    def on_shutdown(self) -> None:
        """Look for garbage as before."""
        if self._thresholds is not None:
            gc.set_threshold(*self._thresholds)

    def on_files(self, files: Files, *, config: MkDocsConfig) -> Files:
        """Render the records and add their pages."""
        root = Path(config.config_file_path).parent
        records = Path(self.config.records_dir)
        try:
            project = Project(config.repo_url, self.config.branch)
            site, katex = render(_relative(records, root), Path(config.docs_dir), project, config.site_url or None)
        except KnowledgeBaseError as error:
            raise PluginError(str(error)) from None
        if site.findings:
            raise PluginError("\n".join(map(str, site.findings)))
        self._site, self._katex = site, katex
        self._ready = frozenset(page.path for page in site.pages if page.ready)
        for page in site.pages:
            files.append(File.generated(config, page.path, content=page.content))
            address = site.renderer.project.edit(page.origin) if page.origin is not None else None
            if address is not None:
                self._editable[page.path] = address
        return files

    def on_env(self, env: Environment, *, config: MkDocsConfig, files: Files) -> Environment:
        """What pages outside the navigation have in common is rendered once for each folder."""
        kept: dict[tuple[str, str, str], str] = {}

        def once(page: MkDocsPage | None, listing: MkDocsPage | None, part: str, caller: Callable[[], str]) -> str:
            if page is None or page.file.inclusion is not InclusionLevel.NOT_IN_NAV:
                return caller()
            key = (part, posixpath.dirname(page.url), listing.url if listing else "")
            if key not in kept:
                kept[key] = caller()
            return kept[key]

        env.globals["dz_once"] = once
        self._assembly = Assembly(Path(config.site_dir))
        return env

    def on_page_markdown(self, markdown: str, *, page: MkDocsPage, config: MkDocsConfig, files: Files) -> str:
        """Fill in the hand-written pages."""
        if page.file.generated_by is not None or self._site is None:
            page.edit_url = self._editable.get(page.file.src_uri)
            if page.file.src_uri in self._ready:
                markdown, self._aside[page.file.src_uri] = set_aside(markdown)
            return markdown
        return self._site.renderer.handwritten(page.file.src_uri, markdown)

    def on_page_content(self, html: str, *, page: MkDocsPage, config: MkDocsConfig, files: Files) -> str:
        """Put back what the search is to read, and tell mkdocs of the anchors in the rest."""
        aside = self._aside.get(page.file.src_uri)
        if aside is None:
            return html
        page.present_anchor_ids = (page.present_anchor_ids or set()) | aside.anchors
        return aside.restore(html, searched_only=True)

    # after Material's search has read the page
    @event_priority(-100)
    def on_page_context(
        self, context: TemplateContext, *, page: MkDocsPage, config: MkDocsConfig, nav: Navigation
    ) -> TemplateContext:
        """Put back the rest."""
        aside = self._aside.pop(page.file.src_uri, None)
        if aside is not None and page.content is not None:
            page.content = aside.restore(page.content, searched_only=False)
        self._stands_for = _listing(page, nav)
        if self._stands_for is not None:
            self._stands_for.active = True
        context["listing"] = self._stands_for or page  # type: ignore[typeddict-unknown-key]
        return context

    # after Material's search has indexed the page: the index must not hold every formula three times
    @event_priority(-100)
    def on_post_page(self, output: str, *, page: MkDocsPage, config: MkDocsConfig) -> str:
        """Typeset the formulas."""
        if self._stands_for is not None:
            self._stands_for.active = False
        if self._katex is None:
            return output
        try:
            output = finish(whole_symbols(skipping(output)), self._katex)
        except FormulaError as error:
            raise PluginError(f"{page.file.src_uri}: {error}") from None
        return self._assembly.page(output, page.url)

    def on_post_build(self, *, config: MkDocsConfig) -> None:
        """Keep the formulas and complete the search; without an address take the sitemap away: mkdocs writes an empty one."""
        if self._site is not None:
            install(Path(config.site_dir), Path(config.docs_dir), self._site.renderer.zoo)
        if self._katex is not None:
            self._katex.keep()
        if not config.site_url:
            for name in ("sitemap.xml", "sitemap.xml.gz"):
                (Path(config.site_dir) / name).unlink(missing_ok=True)
        for path in (Path(config.site_dir) / "assets" / "stylesheets").glob("*.map"):
            path.unlink()  # for those who work on the theme

    def on_serve(self, server: LiveReloadServer, *, config: MkDocsConfig, builder: Any) -> LiveReloadServer:
        """Watch the records and the templates of the pages."""
        server.watch(self.config.records_dir)
        server.watch(str(Path(__file__).parent / "templates"))
        return server


def _listing(page: MkDocsPage, nav: Navigation) -> MkDocsPage | None:
    """The page in the navigation that lists a page outside it, as ``errata.html`` lists the pages in ``errata/``."""
    folder, slash, _ = page.file.src_uri.partition("/")
    if page.parent is not None or not slash:
        return None
    places = (f"{_LISTED_WITH.get(folder, folder)}.md", f"{folder}/index.md")
    return next((p for p in nav.pages if p.file.src_uri in places), None)


def _relative(folder: Path, root: Path) -> Path:
    """The folder as seen from mkdocs.yml, which is how the repository names it, where that is also the working directory."""
    return folder.relative_to(root) if root == Path.cwd() and folder.is_relative_to(root) else folder
