"""The claims of a zoo and their parameter maps as data for scripts: what the browser derives and converts from.

Both are scripts that assign to ``window.dpzoo``, since a page that is opened from disk may load scripts and nothing else.
"""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Iterable, Mapping
from typing import Any, Final

from dpzoo.expressions import Constraint, parse_constraint
from dpzoo.expressions.exporting import export, export_constraint
from dpzoo.expressions.tree import default_symbol
from dpzoo.records.conditions import CONDITIONS
from dpzoo.records.enums import Direction, Grade, RelationKind, Values
from dpzoo.records.evidence import Evidence
from dpzoo.relations.claims import Claim
from dpzoo.relations.conversion import Converter
from dpzoo.relations.directions import unsaid
from dpzoo.relations.forms import forms, universes
from dpzoo.relations.reachability import bits
from dpzoo.relations.ways import ClaimReading, all_numeric, named_conditions
from dpzoo.site import lifted, links
from dpzoo.site.labels import familiar
from dpzoo.site.shown_claims import names_what_it_defines
from dpzoo.site.templating import tex
from dpzoo.site.verdicts import preferred
from dpzoo.site.witness_pages import witness_title
from dpzoo.witnesses.declared import sampled_by
from dpzoo.zoo.notion import Notion
from dpzoo.zoo.zoo import Zoo

_EQUIVALENT: Final = RelationKind.EQUIVALENT_TO

CLAIMS: Final = "assets/data/claims.js"
MAPS: Final = "assets/data/maps.js"

_SYMBOLS: Final[Mapping[str, str]] = {
    "varepsilon": "ε",
    "varphi": "φ",
    "varrho": "ϱ",
    "vartheta": "ϑ",
    "lambda": "λ",
    "Lambda": "Λ",
}
"""LaTeX names of Greek letters that Unicode names otherwise."""


def script(name: str, data: Any) -> str:
    """A script that sets ``window.dpzoo.<name>``; ``</`` never occurs in it."""
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":")).replace("</", "<\\/")
    return f"(window.dpzoo = window.dpzoo || {{}}).{name} = {text};\n"


def symbol(latex: str) -> tuple[str, str]:
    r"""A parameter's symbol as Unicode, with its index: ``\delta_a`` as ``("δ", "a")``.

    What is more than a letter with an index is left as it is written, without its commands' backslashes.
    """
    base, _, index = latex.partition("_")
    return _plain(base), _plain(index.removeprefix("{").removesuffix("}"))


def _plain(latex: str) -> str:
    text = latex.strip()
    name = text.removeprefix("\\")
    if name == text:
        return text
    if name in _SYMBOLS:
        return _SYMBOLS[name]
    try:
        return unicodedata.lookup(f"GREEK {'CAPITAL' if name[:1].isupper() else 'SMALL'} LETTER {name.upper()}")
    except KeyError:
        return name


class _Numbered:
    """Things of which each is sent once and then named by its number."""

    def __init__(self) -> None:
        self._places: dict[str, int] = {}
        self.items: list[Any] = []

    def place(self, item: Any) -> int:
        key = json.dumps(item, sort_keys=True)
        if key not in self._places:
            self._places[key] = len(self.items)
            self.items.append(item)
        return self._places[key]


def claims_data(zoo: Zoo) -> dict[str, Any]:
    """Every undisputed claim, in the order in which derivations prefer them, with conditions and evidence.

    A claim is [subject, kind, object, grade, conditions, whether a special case is an implication, suffix, evidence, unsaid];
    ``unsaid`` is 1 for an equivalence without a formula of its own, plus 2 for one without a formula back, and ``halves`` names
    the claims that have them, and ``preferred`` the one of several between two notions whose formula a reader wants. Notions,
    kinds, grades, conditions and pieces of evidence are numbers of the lists beside them.
    """
    inference = zoo.inference
    kinds, grades = list(RelationKind), list(Grade)
    conditions, evidence = _Numbered(), _Numbered()
    proper = {e.claim.id for e in inference.closure.edges[RelationKind.IMPLIES] if e.claim.kind is RelationKind.SPECIAL_CASE_OF}
    ordered = sorted(inference.claims, key=lambda c: (-c.grade.rank, c.id))
    place = {claim.id: number for number, claim in enumerate(ordered)}
    rows = [
        [
            inference.index[claim.subject],
            kinds.index(claim.kind),
            inference.index[claim.object],
            grades.index(claim.grade),
            [conditions.place(c) for c in sorted(claim.conditions)],
            int(claim.id in proper),
            claim.relation.suffix or "",
            _numbered_evidence(zoo, claim, evidence),
            int(unsaid(claim, claim.subject)) + 2 * int(unsaid(claim, claim.object)),
        ]
        for claim in ordered
    ]
    known = [*conditions.items]
    for name in known:  # what they entail and exclude, too
        for other in (*CONDITIONS[name].entails, *CONDITIONS[name].excludes) if name in CONDITIONS else ():
            if other not in known:
                known.append(other)
    said = [_condition(zoo, name, known) for name in known]
    return {
        "notions": [[n, zoo[n].name, zoo[n].short, int(zoo[n].record.reconstructed), familiar(zoo[n])] for n in inference.ids],
        "kinds": [[k.value, k.symbol, k.words, k.inverse_words] for k in kinds],
        "grades": [g.value for g in grades],
        "conditions": said,
        "formulas": _typeset(c[1] for c in said),
        "evidence": evidence.items,
        "claims": rows,
        "lifted": _lifted(zoo, evidence, kinds, grades),
        "passed": [[place[p.case.claim.id], int(p.forward), p.start, list(bits(p.row))] for p in inference.refutation.passed],
        "universes": _universes(zoo),
        "bounded": [[inference.index[i] for i in (n, *others)] for n, others in inference.refutation.bounded.items()],
        "preferred": [[inference.index[a], inference.index[b], place[c.id]] for (a, b), c in preferred(zoo).items()],
        "halves": {
            c.id: [h.claim and h.claim.id for h in zoo.halves(c)]
            for c in inference.claims
            if c.kind is RelationKind.EQUIVALENT_TO
        },
    }


def _numbered_evidence(zoo: Zoo, claim: Claim, evidence: _Numbered) -> list[int]:
    """The numbers of a claim's support: its evidence, or the facts that it is lifted from."""
    if claim.lift is not None:
        return [evidence.place([g.what, g.address, g.text]) for g in lifted.grounds(zoo, claim)]
    return [evidence.place(_evidence(zoo, e, claim.id)) for e in claim.relation.evidence]


def _lifted(zoo: Zoo, evidence: _Numbered, kinds: list[RelationKind], grades: list[Grade]) -> dict[str, Any]:
    """What blocks give by themselves: for each subject [object, reason, object, reason, …], a reason being [kind, evidence]."""
    reasons = _Numbered()
    index = zoo.inference.index
    rows: dict[int, list[int]] = {}
    grade = 0
    for claim in lifted.direct(zoo.inference, forms(zoo.base)):
        grade = grades.index(claim.grade)
        reason = reasons.place([kinds.index(claim.kind), _numbered_evidence(zoo, claim, evidence)])
        rows.setdefault(index[claim.subject], []).extend((index[claim.object], reason))
    return {"reasons": reasons.items, "rows": [*rows.items()], "grade": grade, "suffix": lifted.BY_BLOCKS}


def _universes(zoo: Zoo) -> list[list[int]]:
    """For each notion the numbers of the data universes that it speaks of; none where its record names none."""
    numbered = _Numbered()
    found = universes(zoo.base)
    return [[numbered.place(u) for u in sorted(found.get(n, ()))] for n in zoo.inference.ids]


def _condition(zoo: Zoo, name: str, known: list[str]) -> list[Any]:
    """[name, in words, the numbers of what it entails, the numbers of what it excludes, the notions that it is about]."""
    condition = CONDITIONS.get(name)
    if condition is None:
        return [name, *_in_words(zoo, name)]
    return [name, condition.meaning, [known.index(c) for c in condition.entails], [known.index(c) for c in condition.excludes]]


def _in_words(zoo: Zoo, condition: str) -> tuple[str, list[int], list[int], list[str]]:
    words, pair = condition_words(zoo, condition)
    return words, [], [], list(pair)


def condition_words(zoo: Zoo, condition: str) -> tuple[str, tuple[str, ...]]:
    r"""A condition as a page says it, Markdown with its formulas as LaTeX, and the ids of the notions that it names.

    >>> import dpzoo
    >>> condition_words(dpzoo.load(), "zero-concentrated-dp and truncated-codp-bdrs18: xi = 0")
    ('$\\xi = 0$', ('zero-concentrated-dp', 'truncated-codp-bdrs18'))
    """
    known = CONDITIONS.get(condition)
    if known is not None:
        return known.meaning, ()
    where, _, text = condition.partition(": ")
    extension, at, chosen = where.partition(" at ")
    if at and extension in zoo:
        return _choice(zoo[extension].record.symbols, chosen, text), (extension,)
    first, _, second = where.partition(" and ")
    if first not in zoo or second not in zoo:
        return condition, ()
    symbols = {**zoo[second].record.symbols, **zoo[first].record.symbols}
    name, is_, value = text.partition(" is ")
    if is_:
        return _choice(symbols, name, value), (first, second)
    return f"${parse_constraint(text).latex(symbols)}$", (first, second)


def _choice(symbols: Mapping[str, str], name: str, value: str) -> str:
    return value if names_what_it_defines(value) else f"${symbols.get(name) or default_symbol(name)}$ is {value}"


_FORMULA: Final = re.compile(r"\$([^$]+)\$")


def _typeset(texts: Iterable[str]) -> dict[str, str]:
    """The formulas in texts that scripts show, by their LaTeX; placeholders still."""
    return {latex: str(tex(latex)) for text in texts for latex in _FORMULA.findall(text)}


def conditions_in_words(zoo: Zoo, conditions: Iterable[str], pair: tuple[str, str]) -> str:
    """Conditions as a phrase in a sentence about ``pair``, Markdown; those about other notions say about which."""
    return " and ".join(_about(zoo, *condition_words(zoo, c), pair) for c in sorted(conditions))


def _about(zoo: Zoo, words: str, notions: tuple[str, ...], pair: tuple[str, str]) -> str:
    if set(notions) <= set(pair):
        return words
    return f"{words} ({'between' if len(notions) > 1 else 'for'} {' and '.join(familiar(zoo[n]) for n in notions)})"


def _evidence(zoo: Zoo, evidence: Evidence, claim: str) -> list[str]:
    """[what it is, address from the site's root, text]."""
    if evidence.cite is not None:
        short = zoo.references[evidence.cite].short if evidence.cite in zoo.references else evidence.cite
        return ["cite", links.reference_page(evidence.cite), f"{short}, {evidence.at}"]
    if evidence.witness is not None:
        sampled = sampled_by(evidence.witness, claim)
        text = witness_title(evidence.witness) + (f" (sampled: {sampled})" if sampled else "")
        return ["witness", links.witness_page(evidence.witness), text]
    if evidence.formal is not None:
        return ["formal", links.proof_page(claim), "machine-checked (Rocq, finite outputs)"]
    if evidence.lemmas is not None and evidence.proof is None:
        named = [zoo.lemmas[name].record.name for name in evidence.lemmas if name in zoo.lemmas]
        return ["lemma", links.lemma_place(evidence.lemmas[0]), f"lemmas: {', '.join(named)}"]
    return ["proof", "", ""]


def maps_data(zoo: Zoo) -> dict[str, Any]:
    """The parameters of the notions that numbers describe, and every reading of a claim as a conversion.

    A reading is [start, end, claim id, map, ranges of free parameters, constraints, named conditions, whether it chooses, whether
    it is tight].
    Expressions and constraints are numbers of ``trees`` and ``constraints``.
    """
    trees, constraints = _Numbered(), _Numbered()
    readings = []
    converter = Converter(zoo.base, zoo.inference.claims)
    for r in converter.readings:
        relation = r.claim.relation
        readings.append(
            [
                r.start,
                r.end,
                r.claim.id,
                {n: trees.place(export(e)) for n, e in r.map.items()},
                {n: constraints.place(export_constraint(c)) for n, c in r.free.items()},
                [constraints.place(export_constraint(g)) for g in relation.given if isinstance(g, Constraint)],
                sorted(named_conditions(r.claim)),
                int(relation.at is not None),
                _tight(r, constraints),
            ]
        )
    needed: set[str] = set().union(*(named_conditions(r.claim) for r in converter.readings))
    notions = {n.id: _parameters(n, constraints) for n in zoo.values() if n.record.quantitative and all_numeric(n.record)}
    claims = {i: [links.claim_page(c), _support(zoo, c)] for i, c in _used(zoo, readings).items()}
    words = {name: conditions_in_words(zoo, [name], ("", "")) for name in (*CONDITIONS, *sorted(needed - set(CONDITIONS)))}
    return {
        "notions": notions,
        "claims": claims,
        "words": words,
        "formulas": _typeset(words.values()),
        "excludes": {name: list(c.excludes) for name, c in CONDITIONS.items() if c.excludes},
        "entails": {name: list(c.entails) for name, c in CONDITIONS.items() if c.entails},
        "trees": trees.items,
        "constraints": constraints.items,
        "readings": readings,
    }


def _tight(reading: ClaimReading, constraints: _Numbered) -> int | list[int]:
    """1 where the reading is recorded as tight, the number of the constraint under which it is, or 0."""
    tight = reading.claim.relation.tight
    if tight is None or reading.start != reading.claim.subject:
        return 0
    return 1 if tight.when is None else [constraints.place(export_constraint(tight.when))]


def _used(zoo: Zoo, readings: list[list[Any]]) -> dict[str, Claim]:
    wanted = {r[2] for r in readings}
    return {c.id: c for c in zoo.inference.claims if c.id in wanted}


def _support(zoo: Zoo, claim: Claim) -> str:
    """The claim's sources in a few words."""
    if claim.lift is not None:
        return "by their blocks: " + "; ".join(g.text for g in lifted.grounds(zoo, claim))
    texts = [_evidence(zoo, e, claim.id)[2] or "proof in the record" for e in claim.relation.evidence]
    return "; ".join(dict.fromkeys(texts))


def _parameters(notion: Notion, constraints: _Numbered) -> dict[str, Any]:
    """Name, short name, and for each numeric parameter symbol, domain, whether larger is weaker, whether an integer, meaning."""
    found = {}
    for name in notion.record.quantitative:
        p = notion.record.parameters[name]
        assert p.domain_constraint is not None  # numeric ones have it
        base, index = symbol(p.latex)
        domain = constraints.place(export_constraint(p.domain_constraint))
        found[name] = [base, index, domain, int(p.direction is Direction.WEAKER), int(p.values is Values.INTEGER)]
    return {"name": notion.name, "short": notion.short, "familiar": familiar(notion), "parameters": found}
