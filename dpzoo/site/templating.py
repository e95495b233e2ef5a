"""The templates' environment and what it offers: formulas, front matter, names."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Sequence
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined, pass_context
from jinja2.runtime import Context
from markupsafe import Markup

from dpzoo.expressions.plain_text import formula
from dpzoo.meaning.words import SUPERSCRIPTS
from dpzoo.records.claim_records import ManyFold
from dpzoo.records.enums import Standing
from dpzoo.records.reference import plain
from dpzoo.site.formula_placeholders import LatexFormula, placeholder
from dpzoo.site.labels import shortened
from dpzoo.site.typography import as_printed
from dpzoo.zoo.notion import Notion
from dpzoo.zoo.spelling import GREEK, spellings

_CODE_OR_FORMULA = re.compile(
    r"(?P<code>^(?P<fence>`{3,}|~{3,}).*?^(?P=fence)[ \t]*$|`+[^`\n]+`+)"
    r"|\$\$(?P<display>.+?)\$\$"
    r"|(?<![\\$\w])\$(?P<inline>[^$\n]+?)\$(?![\w$])",
    re.MULTILINE | re.DOTALL,
)
_LAST_LINES = re.compile(r"\n\s*\n([`~]{3,}[ \t]*)\Z")
# what the search separates words at, see mkdocs.yml
_WORDS = re.compile(r"""[\s\-,:!=\[\]()"/`]+|\.(?!\d)""")
# a search for "... DP" finds what begins with it, too: such abbreviations would come before what was meant
_LIKE_DP = re.compile(r"\bDP\w", re.IGNORECASE)


def make_environment() -> Environment:
    """The templates' environment: everything is escaped, and an unknown name is an error."""
    environment = Environment(
        loader=PackageLoader("dpzoo.site"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
        auto_reload=False,  # a build makes its own, and includes templates 50,000 times
    )
    environment.filters["tex"] = tex
    environment.filters["as_text"] = as_text
    environment.filters["author"] = author
    environment.filters["cite"] = cite
    environment.filters["capfirst"] = lambda text: text[:1].upper() + text[1:]  # unlike capitalize, it leaves the rest alone
    environment.filters["sentence"] = as_sentence
    environment.filters["printed"] = as_printed
    environment.filters["concluded"] = concluded
    environment.filters["numbers"] = as_numbers
    environment.filters["cell"] = as_cell
    environment.filters["shortened"] = shortened
    environment.filters["apart"] = lambda name: re.sub(r"(?<=[a-z])(?=[A-Z])", " ", name).capitalize()  # CompositionClaim
    return environment


def as_text(latex: str) -> str:
    r"""A formula where there are too many to typeset.

    >>> as_text(r"\xi = 0"), as_text(r"\ln \left( 1 + \varepsilon \right) - \alpha \ge 0")
    ('ξ = 0', 'ln (1 + ε) − α ≥ 0')
    """
    spaced = re.sub(r"\s*([=<>≤≥])\s*|(?<=[\w)])\s*([+-])\s(?=\S)", lambda m: f" {m[1] or m[2]} ", formula(latex))
    return re.sub(r" +", " ", spaced).replace("( ", "(").replace(" )", ")").replace(" - ", " − ").strip()


def as_sentence(text: str) -> str:
    """A remark of a record with a capital and a full stop; symbols and ids at its beginning keep their letters.

    >>> as_sentence("its δ bounds the excess"), as_sentence("f-divergences instead"), as_sentence("zCDP at one order.")
    ('Its δ bounds the excess.', 'f-divergences instead.', 'zCDP at one order.')
    """
    text = text.strip()
    word = text.split(maxsplit=1)[0] if text else ""
    plain = word.rstrip(",;:")
    if plain.isascii() and plain.isalpha() and plain.islower() and (len(plain) > 1 or plain == "a"):
        text = text[0].upper() + text[1:]
    return text if text.endswith((".", "!", "?", ".)", ".”")) else f"{text}."


def concluded(conclusion: str) -> str:
    """What a witness shows, as a sentence.

    >>> concluded("refuted: all DP is pure"), concluded("confirmed: ε-DP composes")
    ('It is not so that all DP is pure.', 'ε-DP composes.')
    """
    refuted = conclusion.removeprefix("refuted: ")
    return as_sentence(f"it is not so that {refuted}" if refuted != conclusion else conclusion.removeprefix("confirmed: "))


def as_numbers(text: str) -> str:
    """Numbers as a program writes them, as one writes them by hand.

    >>> as_numbers("-6.34645e-05"), as_numbers("ln(2)"), as_numbers("1e+20"), as_numbers("ε = 0 at δ = 1/1000000")
    ('−6.34645·10⁻⁵', 'ln(2)', '10²⁰', 'ε = 0 at δ = 10⁻⁶')
    """
    text = re.sub(r"\b1/10(0{3,})\b", lambda m: _power("1", "-", str(len(m[1]) + 1)), text)
    powers = re.sub(r"(\d[\d.]*)e([+-]?)0*(\d+)\b", lambda m: _power(m[1], m[2], m[3]), text)
    return re.sub(r"(?<![\w)])-(?=[\d∞.])", "−", powers)


def _power(mantissa: str, sign: str, exponent: str) -> str:
    raised = f"{sign.replace('+', '')}{exponent}".translate(SUPERSCRIPTS)
    return f"10{raised}" if mantissa == "1" else f"{mantissa}·10{raised}"


def as_cell(text: str) -> Markup:
    """A cell or a caption of a table that a program wrote, for a reader.

    >>> as_cell("(M_A, True)"), as_cell("None")
    (Markup('(M<sub>A</sub>, true)'), Markup('nothing'))
    """
    words = {"None": "nothing", "True": "true", "False": "false"}
    said = re.sub(r"\b(?:None|True|False)\b", lambda m: words[m[0]], text)
    return as_printed(as_numbers(said))


def page_title(notion: Notion) -> str:
    """The name with the abbreviation, under which people look for it and which a search weighs most."""
    short = notion.abbreviation
    if short is None or short in notion.name or _LIKE_DP.search(short):
        return notion.name
    return f"{notion.name}, {short}" if short.startswith("(") else f"{notion.name} ({short})"


def search_boost(notion: Notion) -> float:
    """How much a search weighs a notion: landmarks most, notions outside the field least, and well-connected notions more."""
    if notion.record.landmark:
        return (6 if notion.dimensions else 6.5) + 1 - notion.record.landmark
    if notion.standing not in (Standing.SURVEY, Standing.LATER):
        return 1
    related = min(1, (len(notion.outgoing) + len(notion.incoming)) / 80)
    return round((2 if notion.dimensions else 3) + related, 1)


@pass_context
def cite(context: Context, key: str) -> Markup:
    """A citation as the page at hand links to it."""
    return Markup(context["cite"](key))  # noqa: S704  the page's own function escapes


def tex(latex: str, display: bool = False) -> Markup:
    """A formula's placeholder."""
    return placeholder(LatexFormula(latex, display))


def formulas_in_markdown(text: str) -> str:
    """``$…$`` and ``$$…$$`` of a hand-written page as placeholders; code is left alone."""

    def replace(match: re.Match[str]) -> str:
        if match["code"] is not None:
            return _LAST_LINES.sub(r"\n\1", match[0])  # a doctest ends with an empty line, which a reader need not see
        if match["display"] is not None:
            return f"\n\n{tex(match['display'].strip(), display=True)}\n\n"
        return str(tex(match["inline"].strip()))

    return _CODE_OR_FORMULA.sub(replace, text)


def front_matter(
    title: str,
    description: str = "",
    hide: Sequence[str] = (),
    styles: Sequence[str] = (),
    scripts: Sequence[str] = (),
    waiting: Sequence[str] = (),
    jsonld: Markup | None = None,
    **search: Any,
) -> Markup:
    """A page's front matter; JSON strings are YAML strings.

    ``styles`` and ``scripts`` are files of the site that only this page needs, as paths from its root, and so are those
    ``waiting`` for somebody to use the page; ``jsonld`` is the text of a script element (see :mod:`dpzoo.site.structured`).
    """
    escaped = json.dumps(str(Markup.escape(title)), ensure_ascii=False)
    lines = [f"title: {escaped}"]
    if description:
        lines.append(f"description: {json.dumps(str(Markup.escape(description)), ensure_ascii=False)}")
    for key, files in (("hide", hide), ("styles", styles), ("scripts", scripts), ("waiting", waiting)):
        if files:
            lines.append(f"{key}: {json.dumps(list(files))}")
    if jsonld is not None:
        lines.append(f"jsonld: {json.dumps(str(jsonld), ensure_ascii=False)}")
    if search:
        lines.append(f"search: {json.dumps(search)}")
    return Markup("---\n" + "\n".join(lines) + "\n---\n")  # noqa: S704  both values are escaped


def searched(notion: Notion) -> list[str]:
    """The spellings under which a search should find a notion, beside its title.

    Those of an abbreviation with Greek letters all count, so that "eps delta" finds first what is called (ε, δ)-DP.
    """
    short = notion.abbreviation or ""
    first = [s for s in spellings(short) if s != short] if any(c in GREEK for c in short) else []
    rest = [s for name in (*notion.called, notion.id) for s in spellings(name)]
    return [*first, *new_words(" ".join([page_title(notion), *first]), rest)]


def new_words(shown: str, spelled: Iterable[str]) -> list[str]:
    """The spellings with a word that a search would not find in ``shown`` or in those before; longer ones first.

    >>> new_words("Rényi differential privacy (RDP)", ["RDP", "Rényi DP", "renyi dp", "Renyi differential privacy"])
    ['Renyi differential privacy', 'Rényi DP']
    """
    known = set(_WORDS.split(shown.casefold()))
    kept = []
    for spelling in sorted(dict.fromkeys(spelled), key=lambda s: (-len(s), s)):
        words = set(_WORDS.split(spelling.casefold()))
        if not words <= known:
            kept.append(spelling)
            known |= words
    return kept


def join(items: Iterable[Any], last: str = " and ") -> Markup:
    """'a, b and c'."""
    texts = [Markup.escape(i) for i in items]
    if len(texts) < 2:
        return Markup("").join(texts)
    return Markup(", ").join(texts[:-1]) + last + texts[-1]


def rule_symbols(notion: Notion) -> dict[str, str]:
    """LaTeX for a composition rule: epsilon1 is the first mechanism's ε."""
    own = notion.record.symbols
    return own | {f"{name}{i}": f"{{{latex}}}_{i}" for name, latex in own.items() for i in (1, 2)}


def many_ranges(notion: Notion, many: ManyFold) -> list[str]:
    """LaTeX of the ranges of a k-fold rule's free parameters."""
    return [constraint.latex(notion.record.symbols) for constraint in (many.free or {}).values()]


def author(name: str) -> str:
    """'Dwork, Cynthia' as 'Cynthia Dwork'."""
    last, comma, first = plain(name).partition(",")
    return f"{first.strip()} {last}" if comma else last
