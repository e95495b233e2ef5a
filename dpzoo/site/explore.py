"""The table of all notions: its facets, what the browser filters and sorts by, and the columns of the download."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any, Final
from urllib.parse import quote

from markupsafe import Markup

from dpzoo.records.enums import Dimension, Grade, Property, Standing, Verdict
from dpzoo.zoo.notion import Notion
from dpzoo.zoo.spelling import GREEK, fold, spellings
from dpzoo.zoo.where import VERBS, block
from dpzoo.zoo.zoo import Zoo

PAGE: Final = "notions.html"
ORDER: Final = "assets/data/order.js"
"""Loaded when somebody first asks how notions relate."""
BLOCKS: Final = ("domain", "scope", "unit", "standard", "intensity")
NONE: Final = "none"
MOST: Final = 8
"""A facet of an open vocabulary shows this many values, those that most notions have."""

VERDICTS: Final = {Verdict.HOLDS: "holds", Verdict.FAILS: "fails", Verdict.OPEN: "not known"}
STANDINGS: Final = {
    Standing.SURVEY: "survey",
    Standing.LATER: "later",
    Standing.CONTEXT: "context: other settings",
    Standing.OUTSIDE: "outside: ruled out",
    Standing.SYNTACTIC: "syntactic: published data",
}
_GREEK: Final = {names[0]: letter for letter, names in reversed(GREEK.items()) if letter.islower()}

COLUMNS: Final = {
    "id": "the stable id of the record",
    "name": "the field's standard name",
    "abbreviation": "the usual abbreviation, if there is one",
    "dimensions": "the letters of the dimensions along which the notion departs from pure DP",
    "standing": "survey, later, context, outside or syntactic",
    "year": "year of introduction",
    "introduced_by": "citation keys of the introducing works, separated by spaces",
    "post_processing": "holds, fails or open",
    "convexity": "holds, fails or open",
    "composition": "holds, fails or open",
    "best_evidence": "the best grade of what the record claims: formal (machine-checked), witness, proved or cited",
    "executable": "yes if the definition runs on finite mechanisms, else no",
    "blocks_that_differ": "the building blocks that differ from pure DP, separated by spaces",
    "quantitative_parameters": "names of the parameters that say how much, separated by spaces",
    "structural_parameters": "what else has to be given, separated by semicolons",
    "gist": "one sentence",
}
"""The columns of the download and what they hold."""


@dataclass(frozen=True, slots=True)
class Value:
    """A value of a facet; ``count`` is how many notions have it."""

    key: str
    label: str
    count: int
    letter: Dimension | None = None


@dataclass(frozen=True, slots=True)
class Facet:
    """A group of values to filter by.

    ``modes`` are the ways in which several selected values combine; the first holds unless the address says otherwise.
    """

    key: str
    legend: str
    values: tuple[Value, ...]
    modes: tuple[str, ...] = ()
    note: str = ""


@dataclass(frozen=True, slots=True)
class _Kind:
    """How a facet's values are found: the keys that a notion has, and what the keys are called."""

    key: str
    legend: str
    of: Callable[[Notion], Iterable[str]]
    labels: Callable[[Sequence[Notion]], dict[str, str]]
    modes: tuple[str, ...] = ()
    note: str = ""
    letters: frozenset[str] = field(default_factory=frozenset)


def best_evidence(notion: Notion) -> Grade | None:
    """The best grade of what a record claims: its three verdicts and its relations, without disputed ones."""
    verdicts = [notion.property_claim(which).grade for which in Property]
    relations = [claim.grade for claim in notion.outgoing if not claim.disputed]
    found = [g for g in (*verdicts, *relations) if g is not None]
    return Grade.best(found) if found else None


def differing(notion: Notion) -> list[str]:
    """The building blocks that differ from pure DP."""
    return [b for b in BLOCKS if not getattr(notion.blocks, b).same_as_pure]


def sorts(notion: Notion) -> list[str]:
    """The other parameters to be given: the sorts of the structural ones, each once."""
    return list(dict.fromkeys(p.sort for p in notion.record.parameters.values() if p.sort is not None))


def slug(text: str) -> str:
    """A key for addresses."""
    return fold(text).replace(" ", "-")


def symbol(parameter: str) -> str:
    """A parameter's name as a reader knows it: ε for epsilon."""
    letter = _GREEK.get(parameter.casefold(), parameter)
    return letter if parameter.islower() else letter.upper()


def _fixed(labels: dict[str, str]) -> Callable[[Sequence[Notion]], dict[str, str]]:
    return lambda notions: labels


def _commonest(
    of: Callable[[Notion], Iterable[str]], label: Callable[[str], str]
) -> Callable[[Sequence[Notion]], dict[str, str]]:
    def labels(notions: Sequence[Notion]) -> dict[str, str]:
        found = Counter(v for n in notions for v in of(n))
        return {v: label(v) for v, _ in sorted(found.items(), key=lambda item: (-item[1], item[0]))[:MOST]}

    return labels


def _sort_labels(notions: Sequence[Notion]) -> dict[str, str]:
    found = Counter(s for n in notions for s in sorts(n))
    most = sorted(found.items(), key=lambda item: (-item[1], item[0]))[:MOST]
    return {NONE: "nothing else"} | {slug(s): s for s, _ in most}


def _dimensions(notion: Notion) -> list[str]:
    return [d.value for d in notion.dimensions] or [NONE]


def _verdict(which: Property) -> Callable[[Notion], Iterable[str]]:
    return lambda notion: [notion.property_claim(which).verdict.value]


def _universe(notion: Notion) -> list[str]:
    used = block(notion, "universe")
    return [used] if used else []


_VERDICT_LABELS: Final = _fixed({v.value: words for v, words in VERDICTS.items()})
_KINDS: Final = (
    _Kind(
        "dims",
        "Dimensions",
        _dimensions,
        _fixed({d.value: d.label for d in Dimension} | {NONE: "no letter"}),
        ("any", "all", "exactly"),
        letters=frozenset(d.value for d in Dimension),
    ),
    _Kind("post", "Post-processing", _verdict(Property.POST_PROCESSING), _VERDICT_LABELS),
    _Kind("convexity", "Convexity", _verdict(Property.CONVEXITY), _VERDICT_LABELS),
    _Kind("composition", "Composition", _verdict(Property.COMPOSITION), _VERDICT_LABELS),
    _Kind(
        "universe",
        "Data",
        _universe,
        _commonest(_universe, lambda key: key.replace("-", " ")),
    ),
    _Kind("blocks", "Blocks that differ from pure DP", differing, _fixed({b: b for b in BLOCKS}), ("any", "all", "exactly")),
    _Kind("runs", "Definition runs", lambda n: ["yes" if n.executable else "no"], _fixed({"yes": "yes", "no": "no"})),
    _Kind(
        "evidence",
        "Best evidence",
        lambda n: [grade.value] if (grade := best_evidence(n)) is not None else [],
        _fixed({g.value: g.value for g in reversed(Grade)}),
        note="The best that any verdict or relation of the record rests on.",
    ),
    _Kind(
        "scope",
        "Scope",
        lambda n: [n.standing.value],
        _fixed({s.value: words for s, words in STANDINGS.items()}),
        note="Where the notion stands with respect to the survey.",
    ),
    _Kind(
        "params",
        "Amounts",
        lambda n: n.record.quantitative,
        _commonest(lambda n: n.record.quantitative, symbol),
        ("any", "all"),
        note="Parameters that say how much.",
    ),
    _Kind(
        "needs",
        "Must be given, too",
        lambda n: [slug(s) for s in sorts(n)] or [NONE],
        _sort_labels,
        ("any", "all"),
        note="Parameters that say what, such as the attacker's possible beliefs.",
    ),
)


def facets(notions: Sequence[Notion]) -> list[Facet]:
    """The facets with how many notions have each value; open vocabularies show the most frequent values only."""
    made = []
    for kind in _KINDS:
        count = Counter(v for n in notions for v in dict.fromkeys(kind.of(n)))
        values = tuple(
            Value(key, label, count[key], Dimension(key) if key in kind.letters else None)
            for key, label in kind.labels(notions).items()
        )
        made.append(Facet(kind.key, kind.legend, values, kind.modes, kind.note))
    return made


def spelled(notion: Notion) -> list[str]:
    """Every spelling of every name, folded: what a reader's words are compared with.

    >>> import dpzoo
    >>> "eps delta dp" in spelled(dpzoo.load()["approximate-dp"])
    True
    """
    found = [fold(s) for name in (*notion.called, notion.id) for s in spellings(name)]
    return list(dict.fromkeys(f for f in found if f))


def browser_data(notions: Sequence[Notion]) -> Markup:
    """The data that the page's script needs besides the table, as JSON; the order of ``notions`` is that of the rows.

    ``facets`` are [key, modes, value keys]; each row has its folded spellings, the indices of its values facet by facet,
    its year, what only the download shows, and its short name.
    """
    shown = facets(notions)
    places = [{value.key: i for i, value in enumerate(f.values)} for f in shown]
    rows = []
    for notion in notions:
        own = [
            [place[v] for v in dict.fromkeys(kind.of(notion)) if v in place] for kind, place in zip(_KINDS, places, strict=True)
        ]
        rows.append(
            [
                notion.id,
                spelled(notion),
                own,
                notion.year,
                " ".join(notion.record.introduced.by),
                " ".join(notion.record.quantitative),
                "; ".join(sorts(notion)),
                notion.short,
            ]
        )
    data = {
        "facets": [[f.key, list(f.modes), [v.key for v in f.values], f.legend, [v.label for v in f.values]] for f in shown],
        "greek": {letter: names[0] for letter, names in GREEK.items()},
        "columns": list(COLUMNS),
        "verbs": [[words, verb.kind.value, verb.forward, verb.both] for words, verb in VERBS.items()],
        "rows": rows,
    }
    return script_json(data)


def order_data(zoo: Zoo) -> str:
    """A script with the three orders: for each notion a bitset of those that it is in the order to, and one of those it is not.

    Bitsets are hexadecimal numbers whose lowest bit is the first of ``ids``.
    """
    inference = zoo.inference
    orders = {
        verb.kind.value: [
            [f"{inference.reach(verb.kind).row(i):x}" for i in range(len(inference.ids))],
            [f"{row:x}" for row in inference.denied(verb.kind)],
        ]
        for verb in VERBS.values()
    }
    return f"window.dzOrder={script_json({'ids': inference.ids, 'orders': orders})};\n"


EXAMPLES: Final = (
    ("what is weaker than RDP and composes", "composition=holds&relation=weaker-than:renyi-dp"),
    (
        "what zCDP implies and (ε, δ)-DP does not",
        "relation=implied-by:zero-concentrated-dp,not-implied-by:approximate-dp",
    ),
    ("what is about graphs and survives post-processing", "post=holds&universe=graphs"),
)
"""Questions that the table answers, in words and as the address of its filters."""
_ASKED: Final = frozenset({"renyi-dp", "zero-concentrated-dp", "approximate-dp"})

SHOWN: Final = (
    ("name", "Notion"),
    ("short", "Short"),
    ("dims", "Dimensions"),
    ("year", "Year"),
    ("post", "Post-processing"),
    ("convexity", "Convexity"),
    ("composition", "Composition"),
    ("evidence", "Evidence"),
    ("scope", "Scope"),
    ("runs", "Runs"),
)
"""The table's columns: keys of the address, and headings."""


def page_values(notions: Sequence[Notion]) -> dict[str, Any]:
    """The data that the page's template shows besides the notions, in the order of its rows."""
    return {
        "facets": facets(notions),
        "examples": EXAMPLES if {n.id for n in notions} >= _ASKED else (),
        "columns": SHOWN,
        "verbs": tuple(VERBS),
        "download": COLUMNS,
        "data": browser_data(notions),
        "evidence": best_evidence,
        "verdicts": VERDICTS,
    }


def script_json(data: Any) -> Markup:
    """JSON that may stand in a script element."""
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    return Markup(text.replace("<", "\\u003c").replace("\u2028", "\\u2028").replace("\u2029", "\\u2029"))  # noqa: S704


def view(**choices: str | int | Sequence[str]) -> str:
    """The address, from the site's root, of the table with these filters.

    >>> view(dims="QN", match="exactly", post=["fails", "open"])
    'notions.html?dims=QN&match=exactly&post=fails,open'
    """
    said = [
        f"{key}={quote(value if isinstance(value, str) else str(value) if isinstance(value, int) else ','.join(value), safe=',')}"
        for key, value in choices.items()
    ]
    return f"{PAGE}?{'&'.join(said)}"


def alike(notion: Notion) -> dict[str, str]:
    """Views of the table that hold the notion: what they show, in words, and their addresses."""
    letters = "".join(d.value for d in notion.dimensions)
    verdicts = {
        key: notion.property_claim(which).verdict.value
        for key, which in (
            ("post", Property.POST_PROCESSING),
            ("convexity", Property.CONVEXITY),
            ("composition", Property.COMPOSITION),
        )
    }
    return {
        "with the same dimensions": view(dims=letters or NONE, match="exactly"),
        "with the same three verdicts": view(**verdicts),
        f"of {notion.year}": view(**{"from": notion.year, "to": notion.year}),
    }
