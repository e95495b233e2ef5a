"""What is cited: this version of the knowledge base, as CITATION.cff and the package name it."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

import yaml

from dpzoo._version import version


@dataclass(frozen=True)
class SiteRelease:
    """A version with the authors and the day that CITATION.cff gives; ``site`` is the website's address, if it is known."""

    number: str = field(default_factory=version)
    authors: str = "The dpzoo contributors"
    title: str = "dpzoo"
    day: str = ""
    site: str | None = None

    @property
    def year(self) -> str:
        """The year of the version, where a day is known."""
        return self.day[:4]

    def address(self, page: str) -> str | None:
        """The address of a page of this site; None while the site has no home."""
        return None if self.site is None else f"{self.site}{page}"

    def bibtex(self, name: str = "", record: str = "", page: str = "") -> str:
        """An entry for the knowledge base, or for one page of it."""
        fields = {
            "title": f"{{{name}}}" if name else f"{{{self.title}}}",
            "author": f"{{{self.authors}}}",
            "howpublished": f"{self.title}, version {self.number}" if name else f"Version {self.number}",
            "year": self.year,
            "url": self.address(page) or "",
            "note": f"Record {record}" if record else "",
        }
        key = "-".join(["dpzoo", *([record] if record else []), self.number])
        return f"@misc{{{key},\n" + ",\n".join(f"  {k} = {{{v}}}" for k, v in fields.items() if v) + "\n}"


def release(project: Path, site: str | None = None) -> SiteRelease:
    """The version that the CITATION.cff of ``project`` describes; whatever the file does not say keeps its default."""
    site = f"{site.rstrip('/')}/" if site else None
    try:
        said = yaml.safe_load((project / "CITATION.cff").read_text(encoding="utf-8"))
    except (OSError, yaml.YAMLError):
        said = None
    if not isinstance(said, dict):
        return SiteRelease(site=site)
    authors = [str(a.get("name") or f"{a.get('family-names')}, {a.get('given-names')}") for a in said.get("authors") or ()]
    return SiteRelease(
        authors=" and ".join(authors) or SiteRelease.authors,
        title=str(said.get("title") or SiteRelease.title),
        day=str(said.get("date-released") or ""),
        site=site,
    )
