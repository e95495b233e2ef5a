"""Make the fonts of the website's text from packages of npm, in the versions and with the letters that this file names.

    python tools/fonts.py

Writes site/assets/fonts/text/, which says where each file comes from and under which licence, the style sheet's rules for
them in site/assets/dpzoo.css between two marks, and dpzoo/site/advances.json, by which labels are fitted into boxes. Needs npm;
the site's build does not: what this writes is committed, and a test compares it with the pages.
"""

from __future__ import annotations

import hashlib
import io
import json
import sys
import tarfile
from dataclasses import dataclass
from pathlib import Path

from fontTools import subset
from fontTools.ttLib import TTFont
from fontTools.varLib import instancer
from vendor import pack

ROOT = Path(__file__).resolve().parent.parent
FONTS = ROOT / "site" / "assets" / "fonts" / "text"
STYLES = ROOT / "site" / "assets" / "dpzoo.css"
ADVANCES = ROOT / "dpzoo" / "site" / "advances.json"
MARKS = ("/* made by tools/fonts.py { */\n", "/* } */\n")

VERSIONS = {
    "@fontsource-variable/roboto": "5.3.0",
    "@fontsource-variable/roboto-mono": "5.3.0",
    "@fontsource/noto-sans-math": "5.3.0",
    "dejavu-fonts-ttf": "2.37.3",
}
LATIN = {*range(0x20, 0x7F), *map(ord, "\u00a0«»°±²³·¹¼½¾×éöü–—‘’“”…•‑−")}
ACCENTS = set(range(0xA1, 0x180)) - LATIN
GREEK = {*range(0x3B1, 0x3CA), 0x3D6, *map(ord, "ΓΔΘΛΞΠΣΦΨΩ")}
RAISED = set(map(ord, "⁰⁴⁵⁶⁷⁸⁹⁺⁻⁼⁽⁾ⁿ₀₁₂₃₄₅₆₇₈₉₊₋₌₍₎′″≤≥≠≈∞∑∏√∫∂∆"))
SIGNS = set(
    map(
        ord,
        "ℓℕℝℤ‖←↑→↓↔↕↦⇄⇏⇐⇒⇔⟸⟹∀∃∅∈∉∋∖∗∘∝∣∤∥∧∨∩∪∼≃≡≪≫≺≻⊀⊁⊂⊃⊄⊆⊇⊕⊖⊗⊢⊤⊥⊨⊭⋅⋯⌈⌉⌊⌋△▲▼◀▶✓ϕϱϑϵ𝒟𝒬𝒯𝒰𝒳𝓜𝒜𝒫𝒮ℱℳ",
    )
)
REST = set(map(ord, "ᵅᵢⱼₐₑₖₘₙₚ✗ˉ\u0302\u0303\u0304"))
BOLD = 600


@dataclass(frozen=True)
class Cut:
    """One file: a font of a package, the letters of it, and how the style sheet names it."""

    name: str
    package: str
    member: str
    family: str
    letters: frozenset[int]
    weights: tuple[int, int] = (400, 700)
    """What the file is for; one of a single weight holds the first."""
    several: bool = True
    size: str = ""


def _roboto(name: str, part: str, letters: set[int]) -> Cut:
    # upright only: a browser slants it well, and a second file would weigh as much as the page's text
    package = "@fontsource-variable/roboto"
    return Cut(f"roboto-{name}", package, f"files/roboto-{part}-wght-normal.woff2", "Roboto", frozenset(letters))


def _mono(part: str, letters: set[int]) -> Cut:
    package = "@fontsource-variable/roboto-mono"
    member = f"files/roboto-mono-{part}-wght-normal.woff2"
    return Cut(f"roboto-mono-{part}", package, member, "Roboto Mono", frozenset(letters), several=False)


CUTS = (
    Cut(
        "signs",
        "@fontsource/noto-sans-math",
        "files/noto-sans-math-latin-400-normal.woff2",
        "Roboto",
        frozenset(SIGNS),
        several=False,
    ),
    Cut("rest", "dejavu-fonts-ttf", "ttf/DejaVuSans.ttf", "Roboto", frozenset(REST), several=False, size="92%"),
    _roboto("raised", "math", RAISED),
    _roboto("greek", "greek", GREEK),
    _roboto("accents", "latin", ACCENTS),
    _roboto("more-accents", "latin-ext", ACCENTS),
    _roboto("latin", "latin", LATIN),
    _mono("greek", GREEK),
    _mono("latin", LATIN),
)


def main() -> int:
    """Make every file and what is written about them."""
    packed = {package: pack(package, version) for package, version in VERSIONS.items()}
    FONTS.mkdir(parents=True, exist_ok=True)
    for old in FONTS.iterdir():
        old.unlink()
    rules, hashes, advances = [], {}, {}
    for cut in CUTS:
        data, held = _made(cut, _member(packed[cut.package][0], cut.member))
        path = FONTS / f"{cut.name}.woff2"
        path.write_bytes(data)
        hashes[path.name] = hashlib.sha256(data).hexdigest()
        rules.append(_rule(cut, held))
        if cut.family == "Roboto":
            advances.update(_advances(cut, data))
        print(f"{path.name}: {len(held)} letters, {len(data)} bytes")
    for package in VERSIONS:
        licence = next(n for n in ("LICENSE", "LICENSE.txt", "LICENSE.md") if _has(packed[package][0], n))
        text = _member(packed[package][0], licence)
        (FONTS / f"LICENSE.{package.rpartition('/')[2]}.txt").write_bytes(text)
    lock = {p: {"version": meta["version"], "integrity": meta["integrity"]} for p, (_, meta) in packed.items()}
    (FONTS / "lock.json").write_text(json.dumps({"packages": lock, "files": hashes}, indent=2, sort_keys=True) + "\n")
    before, _, rest = STYLES.read_text(encoding="utf-8").partition(MARKS[0])
    STYLES.write_text(before + MARKS[0] + "".join(rules) + MARKS[1] + rest.partition(MARKS[1])[2], encoding="utf-8")
    lines = [f"{json.dumps(chr(point), ensure_ascii=False)}: {json.dumps(of)}" for point, of in sorted(advances.items())]
    ADVANCES.write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")
    return 0


def _member(packed: bytes, name: str) -> bytes:
    with tarfile.open(fileobj=io.BytesIO(packed)) as archive:
        stream = archive.extractfile(f"package/{name}")
        assert stream is not None
        return stream.read()


def _has(packed: bytes, name: str) -> bool:
    with tarfile.open(fileobj=io.BytesIO(packed)) as archive:
        return f"package/{name}" in archive.getnames()


def _made(cut: Cut, source: bytes) -> tuple[bytes, list[int]]:
    font = TTFont(io.BytesIO(source), recalcTimestamp=False)
    if "fvar" in font:
        font = instancer.instantiateVariableFont(font, {"wght": cut.weights if cut.several else cut.weights[0]})
    options = subset.Options(flavor="woff2", hinting=False, layout_features=["kern", "mark", "mkmk", "ccmp", "tnum"])
    options.name_IDs = [0, 1, 2, 13, 14]  # whose it is and under which licence stays in the file
    cutter = subset.Subsetter(options)
    cutter.populate(unicodes=cut.letters)
    cutter.subset(font)
    out = io.BytesIO()
    font.flavor = "woff2"
    font.save(out)
    return out.getvalue(), sorted(font.getBestCmap())


def _rule(cut: Cut, held: list[int]) -> str:
    size = f" size-adjust: {cut.size};" if cut.size else ""
    first, last = cut.weights
    return (
        f'@font-face {{ font-family: "{cut.family}"; font-weight: {first} {last}; font-display: swap;{size} '
        f'src: url(fonts/text/{cut.name}.woff2) format("woff2"); unicode-range: {_ranges(held)}; }}\n'
    )


def _ranges(points: list[int]) -> str:
    runs: list[list[int]] = []
    for point in points:
        if runs and runs[-1][1] == point - 1:
            runs[-1][1] = point
        else:
            runs.append([point, point])
    return ", ".join(f"U+{a:X}" if a == b else f"U+{a:X}-{b:X}" for a, b in runs)


def _advances(cut: Cut, data: bytes) -> dict[int, list[float]]:
    """How far each letter moves on, in ems, in the text's weight and in bold."""
    found: dict[int, list[float]] = {}
    for weight in (400, BOLD):
        font = TTFont(io.BytesIO(data))
        if "fvar" in font:
            font = instancer.instantiateVariableFont(font, {"wght": weight})
        share = (float(cut.size.rstrip("%")) / 100 if cut.size else 1) / font["head"].unitsPerEm
        for point, glyph in font.getBestCmap().items():
            found.setdefault(point, []).append(round(font["hmtx"].metrics[glyph][0] * share, 4))
    return found


if __name__ == "__main__":
    sys.exit(main())
