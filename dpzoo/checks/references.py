"""How records name the parts of a work: with a capital before the number, as in Section 3.2, Table 3 and Theorem 4."""

from __future__ import annotations

import re
from collections.abc import Iterator

from dpzoo.checks.walk import texts
from dpzoo.records.findings import Finding
from dpzoo.records.knowledge_base import KnowledgeBase

# formulas, code and quotations are written as they are
_LEFT_ALONE = re.compile(r"\$\$.*?\$\$|\$[^$]*\$|`[^`]*`|“[^”]*”|\"[^\"]*\"", re.DOTALL)
_PART = re.compile(
    r"(?<![\w.-])(?<!for )(?<!for\n)(?:sections?|chapters?|theorems?|propositions?|lemmas?|corollary|corollaries|definitions?"
    r"|tables?|figures?|examples?|algorithms?|equations?|listings?|remarks?|appendix|appendices)"
    r"\s+(?:\d[\w.]*|[IVX]{2,}\b|(?<=appendix )[A-Z]\b)"
)


def parts_of_works(base: KnowledgeBase) -> Iterator[Finding]:
    """Every text in which the name of a numbered part begins with a small letter."""
    for entry, path, text in texts(base):
        found = _PART.search(_LEFT_ALONE.sub("·", text))
        if found is not None:
            part = " ".join(found[0].split()).rstrip(".")
            where = ".".join(map(str, path))
            better = part[0].upper() + part[1:]
            message = f"{where} names a part of a work as “{part}”; write “{better}”, with a capital before the number"
            yield Finding(entry.locate(*path), "small-letter", message)
