"""BibTeX, and notions as Markdown citations."""

from __future__ import annotations

import re
from collections.abc import Iterable

from dpzoo._version import version
from dpzoo.records.reference import Reference
from dpzoo.zoo.notion import Notion
from dpzoo.zoo.zoo import Zoo

_MARKUP = re.compile(r"([\\`*_\[\]<>|])")


def bibtex(reference: Reference) -> str:
    """One work as BibTeX."""
    fields = ",\n".join(f"  {key} = {{{value}}}" for key, value in reference.fields.items())
    return f"@{reference.type}{{{reference.key},\n{fields}\n}}"


def bibliography(zoo: Zoo, notions: Iterable[Notion] | None = None) -> str:
    """Works as BibTeX.

    Args:
        zoo: where the works are.
        notions: those whose introducing works are wanted; all works of the base by default.

    Returns:
        Entries, separated by empty lines.

    >>> import dpzoo
    >>> zoo = dpzoo.load()
    >>> bibliography(zoo, [zoo["renyi-dp"]]).partition(",")[0]
    '@inproceedings{Mir17'
    """
    keys = zoo.references if notions is None else dict.fromkeys(k for n in notions for k in n.record.introduced.by)
    return "\n\n".join(bibtex(zoo.references[k]) for k in keys if k in zoo.references) + "\n"


def citation(zoo: Zoo, notion: Notion) -> str:
    """A notion as a citation: its name, who introduced it and where, and the record.

    Args:
        zoo: where the works are.
        notion: one of its notions.

    Returns:
        One Markdown item.

    >>> import dpzoo
    >>> zoo = dpzoo.load()
    >>> print(citation(zoo, zoo["renyi-dp"]).split(". ")[0])
    - **Rényi differential privacy** (RDP)
    """
    short = f" ({escaped(notion.abbreviation)})" if notion.abbreviation else ""
    works = [work(zoo.references[k]) for k in notion.record.introduced.by if k in zoo.references]
    return f"- **{escaped(notion.name)}**{short}. {' '.join(works)} Record `{notion.id}` of dpzoo {version()}.\n"


def work(reference: Reference) -> str:
    """A cited work in one Markdown sentence, with its address."""
    people = reference.surnames
    who = ", ".join(people[:-1]) + (" and " if len(people) > 1 else "") + people[-1] if people else ""
    title = f"[{escaped(reference.title)}]({reference.address})" if reference.address else escaped(reference.title)
    parts = [escaped(who), title, escaped(reference.venue), reference.year]
    return ", ".join(p for p in parts if p) + "."


def escaped(text: str) -> str:
    """Text without Markdown's markup."""
    return _MARKUP.sub(r"\\\1", text)
