"""Parts of pages that templates and hand-written pages ask for by name: tables, pictures, examples that run."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, cached_property, partial
from importlib import resources
from pathlib import Path
from typing import Any, Final, Protocol

from markupsafe import Markup

from dpzoo.blocks.finite_mechanism import show_dataset
from dpzoo.site.experiments import answers, matrix, outcomes
from dpzoo.site.explore import script_json
from dpzoo.site.landmarks import Diagram, diagram
from dpzoo.site.map_page import Map
from dpzoo.site.running import AUDITED_IN_THE_PAGE, TABLES, audited, sorts
from dpzoo.zoo.notion import Notion
from dpzoo.zoo.zoo import Zoo

EXAMPLE: Final = "mechanism.json"


class RenderPart(Protocol):
    """How a template becomes a part of a page."""

    def __call__(self, page: str, template: str, **values: Any) -> Markup:
        """The template as it reads on a page."""


@dataclass(frozen=True)
class Fragments:
    """The parts for a zoo; ``cache`` keeps what takes long to compute, ``assets`` is the folder of the site's own files."""

    zoo: Zoo
    render: RenderPart
    cache: Path | None
    assets: Path

    def on(self, path: str) -> Mapping[str, Any]:
        """What a page may call, by name."""
        return {
            "notion_table": partial(self._table, path),
            "parameter_table": partial(self._parameters, path),
            "experiments": partial(self._experiments, path),
            "example_matrix": partial(self._matrix, path),
            "example_file": lambda: Markup(example().rstrip()),  # noqa: S704  our own file, into a code block
            "example_audit": partial(self._audit, path),
            "audit_form": partial(self._audit_form, path),
            "sort_table": partial(self._sorts, path),
            "landmark_diagram": partial(self._landmark_diagram, path),
            "neighbourhood": partial(self._neighbourhood, path),
        }

    @cached_property
    def landmarks(self) -> Diagram | None:
        """The diagram of the best-known notions."""
        return diagram(self.zoo)

    @cached_property
    def map(self) -> Map:
        """The map of all notions."""
        return Map(self.zoo, self.assets)

    def _landmark_diagram(self, path: str) -> Markup:
        if self.landmarks is None:
            return Markup("")
        claims = {c.id: c for c in self.zoo.claims}
        return self.render(path, "landmarks.html.j2", d=self.landmarks, claims=claims)

    def _table(self, page: str, **filters: Any) -> Markup:
        ordered = sorted(self.zoo.notions(**filters), key=lambda n: n.prominence)
        return self.render(page, "notion_table.html.j2", notions=ordered)

    def _parameters(self, page: str) -> Markup:
        rows: dict[tuple[str, str], list[Notion]] = {}
        said: dict[str, str] = {}  # what a formula that heads a row is called
        for notion in self.zoo.values():
            for name, parameter in notion.record.parameters.items():
                kind = parameter.sort or "amount"
                rows.setdefault((kind, parameter.latex), []).append(notion)
                said.setdefault(parameter.latex, name)
        ordered = sorted(rows.items(), key=lambda row: (row[0][0] != "amount", row[0]))
        return self.render(page, "parameters.html.j2", rows=ordered, said=said)

    def _experiments(self, page: str, block: str) -> Markup:
        return self.render(page, "experiments.html.j2", outcomes=outcomes(self.zoo, block))

    def _matrix(self, page: str) -> Markup:
        mechanism = answers()
        rows = [(show_dataset(dataset), row) for dataset, row in matrix(mechanism)]
        return self.render(page, "matrix.html.j2", outputs=mechanism.outputs, rows=rows)

    def _audit(self, page: str, **fixed: Any) -> Markup:
        return self.render(page, "audit.html.j2", lines=audited(self.zoo, example(), fixed, self.cache))

    def _audit_form(self, page: str) -> Markup:
        """The form that audits a table in the page; nothing for a zoo without the notions that it speaks of."""
        if not set(AUDITED_IN_THE_PAGE) <= set(self.zoo):
            return Markup()
        called = script_json({i: {"name": self.zoo[i].name} for i in AUDITED_IN_THE_PAGE})
        return self.render(page, "audit_form.html.j2", called=called, tables=TABLES)

    def _neighbourhood(self, page: str, notion: Notion) -> Markup:
        found = self.map.neighbourhood(notion)
        if found is None:
            return Markup()
        picture, equivalent = found
        return self.render(page, "map_neighbourhood.html.j2", notion=notion, picture=picture, equivalent=equivalent)

    def _sorts(self, page: str) -> Markup:
        return self.render(page, "sorts.html.j2", sorts=sorts(self.zoo))


@cache
def example() -> str:
    """The mechanism file that the site shows."""
    return resources.files("dpzoo.site").joinpath("examples", EXAMPLE).read_text(encoding="utf-8")
