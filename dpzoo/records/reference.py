"""A cited work: one entry of ``references.bib``."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

_NUMBER = re.compile(r"(?:[a-z.-]+/)?(\d\d)(?:0[1-9]|1[0-2])\.?\d{3}", re.IGNORECASE)
"""An arXiv number, which begins with year and month, after the archive's name in the older ones."""
_ARXIV_BEGAN = 1991


@dataclass(frozen=True, slots=True)
class Reference:
    """A bibliography entry; ``fields`` are the BibTeX fields as written, keys in lower case."""

    key: str
    type: str
    fields: Mapping[str, str]

    @property
    def authors(self) -> tuple[str, ...]:
        """Each author as written, 'Last, First' or 'First Last'."""
        return tuple(a.strip() for a in self.fields.get("author", "").replace("\n", " ").split(" and ") if a.strip())

    @property
    def title(self) -> str:
        """The title without protecting braces."""
        return plain(self.fields.get("title", self.key))

    @property
    def year(self) -> str:
        """The year as written."""
        return self.fields.get("year", "")

    @property
    def first_public(self) -> int | None:
        """The year of the first public version that the entry tells of, where it tells one."""
        return first_public(self.year, self.fields.get("eprint", ""))

    @property
    def surnames(self) -> tuple[str, ...]:
        """The authors' last names, or the whole name of an institution, which is written in braces."""
        return tuple(plain(a if a.startswith("{") else a.split(",")[0] if "," in a else a.split()[-1]) for a in self.authors)

    @property
    def short(self) -> str:
        """'Dwork et al. 2006'."""
        names = self.surnames
        match 4 if "others" in names else len(names):
            case 0:
                who = self.fields.get("organization", self.key)
            case 1 | 2:
                who = " & ".join(names)
            case 3:
                who = f"{names[0]}, {names[1]} & {names[2]}"
            case _:
                who = f"{names[0]} et al."
        return f"{who} {self.year}".strip()

    @property
    def venue(self) -> str:
        """Journal, proceedings, school or publisher; the preprint number where nothing else is known."""
        for key in ("journal", "booktitle", "school", "institution", "howpublished", "publisher"):
            if self.fields.get(key):
                return plain(self.fields[key])
        eprint = self.fields.get("eprint")
        return f"arXiv:{eprint}" if eprint else ""

    @property
    def address(self) -> str | None:
        """A web address where the work can be read, if the entry gives one."""
        if doi := self.fields.get("doi"):
            return f"https://doi.org/{doi}"
        if (eprint := self.fields.get("eprint")) and self.fields.get("archiveprefix", "arXiv").lower() == "arxiv":
            return f"https://arxiv.org/abs/{eprint}"
        url = self.fields.get("url", "")
        return url if url.startswith(("https://", "http://")) else None


def plain(text: str) -> str:
    """BibTeX text without protecting braces and with dashes as dashes."""
    return " ".join(text.replace("{", "").replace("}", "").replace("---", "—").replace("--", "–").replace("~", " ").split())


def first_public(year: str, number: str) -> int | None:
    """The year of an arXiv number, or that of publication where there is none or it is earlier.

    >>> first_public("2013", "1207.4084")
    2012
    """
    years = [int(year)] if year.isdigit() else []
    if found := _NUMBER.match(number):
        short = int(found[1])
        years.append(short + (1900 if short >= _ARXIV_BEGAN % 100 else 2000))
    return min(years, default=None)
