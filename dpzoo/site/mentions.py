"""What words of records lead to: works, notions, claims and other records, as links from a page."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from html import unescape

from markupsafe import Markup

from dpzoo.records.enums import Property
from dpzoo.relations.claims import Claim
from dpzoo.site import links
from dpzoo.site.labels import familiar
from dpzoo.zoo.practice import Mechanism
from dpzoo.zoo.zoo import Zoo


@dataclass(frozen=True)
class Mentions:
    """What can be mentioned; ``offers`` says whether the site has a page at an address."""

    zoo: Zoo
    offers: Callable[[str], bool]

    def on(self, path: str) -> Mentioned:
        """The links as they are written on the page at a path (``.md``) from the site's root."""
        return Mentioned(self, path.removesuffix(".md") + ".html")

    @cached_property
    def claims(self) -> Mapping[str, Claim]:
        """Each claim by its id."""
        return {c.id: c for c in self.zoo.claims}

    @cached_property
    def labelled(self) -> Mapping[str, str]:
        """The key of each work that is the only one of its authors and its year, by what a citation shows."""
        shown = Counter(r.short for r in self.zoo.references.values())
        return {r.short: key for key, r in self.zoo.references.items() if shown[r.short] == 1}

    @cached_property
    def known_claims(self) -> frozenset[str]:
        """The ids of all claims, of properties and of mechanisms too."""
        cells = {f"{n}/{p.value}" for n in self.zoo for p in Property}
        return frozenset(cells | set(self.claims) | set(self.guarantees))

    @cached_property
    def guarantees(self) -> Mapping[str, Mechanism]:
        """The mechanism of each guarantee, by the guarantee's id."""
        return {g.id(m.id): m for m in self.zoo.mechanisms.values() for g in m.record.guarantees}


@dataclass(frozen=True)
class Mentioned:
    """Links from one page."""

    known: Mentions
    page: str

    def to(self, target: str) -> str:
        """An address of the site as seen from the page."""
        return links.relative(target, self.page)

    def notion_link(self, id: str, short: bool = False) -> Markup:
        """A notion's name as a link, or what people call it."""
        notion = self.known.zoo[id]
        return Markup('<a href="{}">{}</a>').format(self.to(links.notion_page(id)), familiar(notion) if short else notion.name)

    def cite(self, key: str) -> Markup:
        """A work's authors and year as a link to the bibliography."""
        text = self.known.zoo.references[key].short if key in self.known.zoo.references else key
        return Markup('<a class="dz-cite" href="{}">{}</a>').format(self.to(links.reference_page(key)), text)

    def versus(self, first: str, second: str, text: str) -> Markup:
        """A link to the comparison of two notions, or the words alone where the site has none."""
        if not self.known.offers(links.COMPARISONS):
            return Markup.escape(text)
        return Markup('<a href="{}">{}</a>').format(self.to(links.comparison(first, second)), text)

    def resolve(self, word: str) -> Markup | None:
        """What a word of a record leads to: a work, a notion or another record, by its id; None for any other word."""
        if word in self.known.zoo.references:
            return self.cite(word)
        if (key := self.known.labelled.get(unescape(word))) is not None:
            return self.cite(key)
        if word in self.known.zoo:
            return self.notion_link(word)
        for kind, address in (
            (self.known.zoo.mechanisms, links.mechanism_page),
            (self.known.zoo.deployments, links.deployment_page),
        ):
            if word in kind:
                return Markup('<a href="{}">{}</a>').format(self.to(address(word)), kind[word].name)
        zoo = self.known.zoo
        if word in zoo.systems:
            return Markup('<a href="{}">{}</a>').format(self.to(links.system_page(word)), zoo.systems[word].record.name)
        if word in zoo.errata:
            return Markup('<a href="{}">{}</a>').format(self.to(links.erratum_page(word)), zoo.errata[word].record.title)
        if word in zoo.lemmas:
            return Markup('<a href="{}">{}</a>').format(self.to(links.lemma_place(word)), zoo.lemmas[word].record.name)
        if word in self.known.known_claims:
            words, place = self.claim_in_words(word)
            return Markup('<a href="{}">{}</a>').format(place, words)
        return None

    def claim_in_words(self, id: str) -> tuple[str, str]:
        """A claim as a phrase, and its address from a page."""
        page, known = self.page, self.known
        claim = known.claims.get(id)
        if (m := known.guarantees.get(id)) is not None:
            what = "claims" if "/claims/" in id else "promises"
            anchor = f"{links.mechanism_page(m.id)}#{id.replace('/', '-')}"
            return f"{m.name} {what} {known.zoo[id.split('/')[2]].short}", links.relative(anchor, page)
        if claim is None:
            notion, cell, *rule = id.split("/")
            many = known.zoo[notion].record.composition.many if rule else ()
            what = next((m.name[0].lower() + m.name[1:] for m in many if m.id == rule[0]), Property(cell).label)
            words = f"{known.zoo[notion].name}: {what}"
            return words, links.relative(f"{links.notion_page(notion)}#{cell.replace('_', '-')}", page)
        words = f"{known.zoo[claim.subject].short} {claim.kind.words} {known.zoo[claim.object].short}"
        return words, links.relative(links.claim_page(claim), page)
