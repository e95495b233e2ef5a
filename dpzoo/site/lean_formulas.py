"""KaTeX's HTML with the same look in a third of the bytes and of the elements.

KaTeX wraps every letter, puts each index into a table, and says everything again in MathML. Here letters are ``<i>``, relations
and operators ``<b>`` with their spaces as margins, indices ``<sub>`` and ``<sup>``; what stands in layers (fractions, roots,
accents, two indices at once) stays as KaTeX sets it. The MathML is left out where the text alone reads the same: without powers
and layers.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from html import escape
from typing import Final
from xml.etree import ElementTree as ET

Element = ET.Element

_NAMESPACE: Final = re.compile(r' xmlns="[^"]*"')
_FOR_THE_EYE: Final = re.compile(r' (?:stretchy|fence|separator|lspace|rspace|mathvariant="normal"|form|symmetric)(?:="[^"]*")?')
"""Attributes of MathML that only say how it looks, which nobody sees."""
_PRIME: Final = "<mo>′</mo></msup>"
_STRUCTURE: Final = re.compile(r"<(?!/|(?:math|mrow|mi|mo|mn|mtext|msub|mspace|mstyle|mpadded)\b)")
_HIGH: Final = re.compile("vlist|mfrac|delimsizing|op-symbol")
"""What is higher than a letter with an index."""
_PRIVATE: Final = re.compile("[\ue000-\uf8ff]")
"""Letters that only KaTeX's fonts know: half of an unequal sign."""
_ZERO: Final = re.compile(r"(?<![\d.])0(?=\.\d)")
_EM: Final = re.compile(r"(-?[\d.]+)em")

_NO_STYLE: Final = frozenset({"mord", "mrel", "mbin", "mopen", "mclose", "mpunct", "mop", "minner", "mtight", "text"})
"""Classes that no style sheet of KaTeX's mentions."""
_SLANT: Final = 0.06
"""The space after a slanted letter, in em, up to which it is left out: no reader sees it."""
_SLANTED: Final = 1.0
"""The same before an index, which begins under the slant."""
_RELATION, _OPERATOR, _COMMA = 0.2778, 0.2222, 0.1667
_LINE: Final = 1.2
"""The height of a line, in em: only what is higher needs KaTeX's strut."""
_RAISED: Final = (0.2, 0.52)
_LOWERED: Final = (0.1, 0.3)
"""How far an index stands from the line, in em, where its base is a letter or a bracket."""


def lean(html: str) -> str:
    """What KaTeX made of a formula, with fewer elements.

    >>> symbol = '<span class="mord mathnormal" style="margin-right:0.0379em;">δ</span>'
    >>> base = f'<span class="katex-base"><span class="katex-strut"></span>{symbol}</span>'
    >>> seen = f'<span class="katex-html" aria-hidden="true">{base}</span>'
    >>> lean(f'<span class="katex"><span class="katex-mathml"><math><mi>δ</mi></math></span>{seen}</span>')
    '<span class="katex"><i>δ</i></span>'
    """
    root = ET.fromstring(_NAMESPACE.sub("", html))  # noqa: S314  KaTeX wrote it
    formula = root if root.get("class") == "katex" else root.find("span[@class='katex']")
    if formula is None:
        return html
    spoken, seen = formula
    shown = "".join(_line(_pieces(seen)))
    math = _FOR_THE_EYE.sub("", _spoken(spoken[0]))
    if (
        math.count("<msup>") == math.count(_PRIME)
        and not _STRUCTURE.search(math.replace("<msup>", ""))
        and not _PRIVATE.search(shown)
    ):
        inner = shown
    else:
        inner = f'{math}<span aria-hidden="true">{shown}</span>'
    made = f'<span class="katex">{inner}</span>'
    return made if formula is root else f'<span class="{root.get("class")}">{made}</span>'


def _spoken(element: Element, within: str = "") -> str:
    """The MathML without what groups for the eye: a row in a row, a style, and the semantics of which one half is left."""
    inner = escape(element.text or "", quote=False) + "".join(_spoken(child, element.tag) for child in element)
    if element.tag == "semantics" or (element.tag in ("mrow", "mstyle") and within in ("math", "mrow", "semantics")):
        return inner
    said = "".join(f' {key}="{escape(value)}"' for key, value in element.attrib.items())
    return f"<{element.tag}{said}>{inner}</{element.tag}>"


def _pieces(seen: Element) -> Iterator[Element | None]:
    """The parts of a line in order, with None where it may break."""
    for i, base in enumerate(seen):
        if base.get("class") != "katex-base":
            yield base
            continue
        if i:
            yield None
        yield from (part for part in base if part.get("class") != "katex-strut" or _ems(part, "height") > _LINE)


def _line(parts: Iterable[Element | None]) -> Iterator[str]:
    """Parts beside each other: the spaces around a relation, around an operator and after a comma are theirs."""
    row = list(parts)
    i = 0
    while i < len(row):
        part = row[i]
        if part is None:
            yield "<wbr>"
        elif i + 2 < len(row) and _space(part) == _space(row[i + 2]) and _space(part) in (_RELATION, _OPERATOR):
            kind = "" if _space(part) == _RELATION else ' class="n"'
            sign = row[i + 1]
            if sign is None or not {"mrel", "mbin"} & _classes(sign):
                yield _written(part)
            else:
                yield f"<b{kind}>{''.join(_line([sign]))}</b>"
                i += 2
        elif "mpunct" in _classes(part) and i + 1 < len(row) and _space(row[i + 1]) == _COMMA:
            yield f'<b class="p">{escape(part.text or "")}</b>'
            i += 1
        else:
            follows = row[i + 1] if i + 1 < len(row) else None
            yield _part(part, _SLANTED if "msupsub" in _classes(follows) else _SLANT)
        i += 1


def _part(part: Element, slant: float) -> str:
    """One part of a line; the space after a slanted letter counts where it is wider than ``slant``."""
    classes = _classes(part) - _NO_STYLE
    children = list(part)
    if classes == {"delimcenter"} and _ems(part, "top") == 0:
        return "".join(_line(children)) if children else escape(part.text or "")
    if "msupsub" in classes:
        return _index(part)
    if "mfrac" in classes:
        return _fraction(part)
    if "nulldelimiter" in classes and not children:
        return ""  # the spaces around a fraction are its own
    if children and any(child.tail for child in children):
        return _written(part)
    if not children and not part.get("style"):
        return _leaf(part.text or "", classes)
    if not children and classes == {"mathnormal"}:
        space = _ems(part)
        return _leaf(part.text or "", classes, f"margin-right:{space}em" if space > slant else "")
    if not classes and not part.get("style") and not part.text:
        return "".join(_line(children))
    return _written(part)


def _leaf(text: str, classes: set[str], style: str = "") -> str:
    styled = f' style="{_short(style)}"' if style else ""
    if classes == {"mathnormal"}:
        return f"<i{styled}>{escape(text)}</i>"
    if not classes:
        return escape(text)
    return f'<span class="{" ".join(sorted(classes))}">{escape(text)}</span>'


def _index(part: Element) -> str:
    """An index above or below the line; both at once stay in KaTeX's layers."""
    layers = part.findall(".//span[@class='vlist']")
    entries = list(layers[0]) if layers else []
    if len(entries) != 1 or len(entries[0]) != 2:
        return _written(part)
    strut, content = entries[0]
    shift = _ems(strut, "height") + _ems(entries[0], "top")
    inner = "".join(_line(content)) if len(content) else escape(content.text or "")
    if "vlist" in inner:
        return _written(part)  # an index does not make its line higher, what stands in layers does
    if _RAISED[0] <= -shift <= _RAISED[1]:
        return f"<sup>{inner}</sup>"
    if _LOWERED[0] <= shift <= _LOWERED[1]:
        return f"<sub>{inner}</sub>"
    return _written(part)


def _fraction(part: Element) -> str:
    """A fraction in a line of text whose numerator has one height; others stay in KaTeX's layers."""
    layers = part.findall("span[@class='vlist-t vlist-t2']/span[@class='vlist-r']/span[@class='vlist']")
    entries = list(layers[0]) if layers else []
    if len(entries) == 3 and all(len(entry) == 2 for entry in entries) and "frac-line" in _classes(entries[1][1]):
        below, above = (entry[1] for entry in (entries[0], entries[2]))
        if all({"size3", "size1"} & _classes(half) and not half.text for half in (below, above)):
            over, under = ("".join(_line(half)) for half in (above, below))
            if not _HIGH.search(over):
                return f'<span class="mfrac fr"><span>{over}</span><span>{under}</span></span>'
    space = '<span class="nulldelimiter"></span>'
    return f"{space}{_written(part)}{space}"


def _written(element: Element, within: tuple[str, ...] = ()) -> str:
    """An element without unused classes; its contents are made lean where their place allows it."""
    name = element.tag
    attributes = dict(element.attrib)
    classes = _classes(element) - _NO_STYLE if name == "span" else _classes(element)
    if classes:
        attributes["class"] = " ".join(c for c in element.get("class", "").split() if c in classes)
    else:
        attributes.pop("class", None)
    if "style" in attributes:
        attributes["style"] = _short(attributes["style"])
    here = (element.get("class", ""), *within[:1])
    layered = name != "span" or "vlist" in here or bool({"vlist-t", "vlist-r"} & _classes(element)) or "vlist" in within
    inner = escape(element.text or "", quote=False)
    if layered or any(child.tail for child in element):
        for child in element:
            inner += _written(child, here) + escape(child.tail or "", quote=False)
    else:
        inner += "".join(_line(element))
    said = "".join(f' {key}="{escape(value)}"' for key, value in attributes.items())
    return f"<{name}{said}>{inner}</{name}>"


def _classes(element: Element | None) -> set[str]:
    return set() if element is None else set((element.get("class") or "").split())


def _space(element: Element | None) -> float | None:
    """The width of a space in em; None for what is not a plain space."""
    if element is None or element.get("class") != "mspace" or element.text:
        return None
    return _ems(element)


def _ems(element: Element, key: str = "margin-right") -> float:
    found = re.search(rf"(?<![\w-]){key}:{_EM.pattern}", element.get("style", ""))
    return float(found[1]) if found else 0.0


def _short(style: str) -> str:
    return _ZERO.sub("", style.rstrip(";"))
