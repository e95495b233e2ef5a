"""Addresses of pages and of claims, and the project's own places on the web."""

from __future__ import annotations

import posixpath
from dataclasses import dataclass
from functools import cache
from typing import Final
from urllib.parse import quote, urlencode

from dpzoo.records.enums import RelationKind
from dpzoo.records.findings import Location
from dpzoo.relations.claims import Claim


def notion_page(id: str) -> str:
    """Where a notion's page lies, from the site's root."""
    return f"notions/{id}.html"


def relations_page(id: str) -> str:
    """The address of the page with all relations of a notion."""
    return f"relations/{id}.html"


def fact_anchor(kind: RelationKind, target: str) -> str:
    """The fragment of a derived fact on the page with all relations of the notion that it begins at."""
    return f"{kind.value.replace('_', '-')}-{target}"


def claim_anchor(claim: Claim) -> str:
    """The fragment of a claim on its subject's page."""
    suffix = [claim.relation.suffix] if claim.relation.suffix else []
    return "-".join(["claim", claim.kind.value.replace("_", "-"), claim.object, *suffix])


def claim_page(claim: Claim) -> str:
    """The address of a claim: in the record of its subject, or that of the rule by which it is lifted from blocks."""
    if claim.lift is not None:
        return rule_page(claim.lift.rules[0])
    return f"{notion_page(claim.subject)}#{claim_anchor(claim)}"


BLOCK_RULES: Final = "block-rules.html"
"""Where the rules that lift facts about blocks stand."""


def rule_page(rule: str) -> str:
    """Where a rule that lifts facts about blocks is stated and proved."""
    anchor = rule.lower().replace("'", "-prime")
    return f"{BLOCK_RULES}#{anchor}"


def block_page(kind: str, id: str) -> str:
    """Where a block's page lies; ``kind`` is the folder of its record."""
    return f"blocks/{kind}/{id}.html"


def fact_place(unit: str, key: str, other: str) -> str:
    """The address of a fact about two units: on the page of the unit whose record states it."""
    return f"{block_page('units', unit)}#{key.replace('_', '-')}-{other}"


def erratum_page(id: str) -> str:
    """Where an erratum's page lies."""
    return f"errata/{id}.html"


def mechanism_page(id: str) -> str:
    """Where a mechanism's page lies."""
    return f"mechanisms/{id}.html"


def system_page(id: str) -> str:
    """Where a system's page lies."""
    return f"systems/{id}.html"


def deployment_page(id: str) -> str:
    """Where a deployment's page lies."""
    return f"deployments/{id}.html"


def name_page(slug: str) -> str:
    """Where the page of a shared name lies."""
    return f"names/{slug}.html"


def proof_page(claim: str) -> str:
    """The address of a claim's statement in Rocq."""
    return f"proofs.html#{claim.replace('/', '-').replace('_', '-')}"


LEMMAS: Final = "lemmas.html"
"""Where all lemmas stand."""


def lemma_place(id: str) -> str:
    """Where a lemma is stated and proved."""
    return f"{LEMMAS}#{id}"


def witness_page(id: str) -> str:
    """Where a witness's page lies."""
    return f"witnesses/{id}.html"


def reference_page(key: str) -> str:
    """The address of a bibliography entry."""
    return f"bibliography.html#ref-{quote(key, safe='+')}"


COMPARISONS: Final = "compare.html"
"""Where any two notions are compared."""


def comparison(first: str, second: str) -> str:
    """The address of the comparison of two notions."""
    return f"{COMPARISONS}?a={quote(first)}&b={quote(second)}"


def relative(target: str, page: str) -> str:
    """``target`` as a link from ``page``, both from the site's root."""
    path = target.partition("#")[0].partition("?")[0]
    rest = target[len(path) :]
    if path == page and rest.startswith("#"):
        return rest
    return _steps(path, posixpath.dirname(page)) + rest


@cache
def _steps(path: str, folder: str) -> str:
    """The way from a folder to a file; a page holds hundreds of links, and many pages the same."""
    return posixpath.relpath(path, folder or ".")


@dataclass(frozen=True, slots=True)
class Project:
    """Where the project is hosted; ``url`` without a slash at the end, None while it has no home."""

    url: str | None = None
    branch: str = "main"

    def source(self, location: Location) -> str | None:
        """The record's line in the repository."""
        if self.url is None:
            return None
        line = f"#L{location.line}" if location.line else ""
        return f"{self.url}/blob/{self.branch}/{quote(location.path.as_posix())}{line}"

    def edit(self, location: Location) -> str | None:
        """The page on which the record can be edited."""
        return None if self.url is None else f"{self.url}/edit/{self.branch}/{quote(location.path.as_posix())}"

    def commit(self, id: str) -> str | None:
        """What a commit changed."""
        return None if self.url is None else f"{self.url}/commit/{quote(id)}"

    def report(self, what: str) -> str | None:
        """A new issue about ``what``: the form for it in the repository asks the rest."""
        if self.url is None:
            return None
        return f"{self.url}/issues/new?{urlencode({'template': 'correct-a-claim.yml', 'claim': what})}"
