"""What builds keep changes no page, and a page's style sheets and scripts stay in order."""

from __future__ import annotations

import json
import re
from collections import Counter
from html import unescape
from pathlib import Path

import pytest
from conftest import used
from playwright.sync_api import Browser

from dpzoo.site.assembly import Assembly, lean
from dpzoo.site.formula_placeholders import LatexFormula
from dpzoo.site.katex import Katex
from dpzoo.zoo.zoo import Zoo

SCRIPT = Path(__file__).resolve().parent.parent / "site/assets/vendor/katex/katex.min.js"
FORMULAS = (LatexFormula(r"\frac{1}{2}"), LatexFormula(r"\frac{1}{2}", display=True), LatexFormula(r"e^\varepsilon"))


def test_kept_formulas_are_those_that_katex_makes(tmp_path: Path) -> None:
    kept = tmp_path / "cache" / "formulas.json"
    first = Katex(SCRIPT, kept)
    fresh = [first.typeset(f) for f in FORMULAS]
    first.keep()
    second = Katex(SCRIPT, kept)
    assert [second.typeset(f) for f in FORMULAS] == fresh
    assert "_engine" not in vars(second)  # no KaTeX was needed
    assert len(set(fresh)) == len(FORMULAS)


def test_formulas_of_another_katex_or_in_a_broken_file_are_not_used(tmp_path: Path) -> None:
    kept = tmp_path / "formulas.json"
    kept.write_text(json.dumps({"version": "another", "formulas": [["x", False, "old"]]}), encoding="utf-8")
    assert Katex(SCRIPT, kept).typeset(LatexFormula("x")) != "old"
    for broken in ("{", "[]", "{}"):
        kept.write_text(broken, encoding="utf-8")
        assert "katex" in Katex(SCRIPT, kept).typeset(LatexFormula("x"))


def shown(html: str) -> Counter[str]:
    """The signs that a formula shows, whatever elements they stand in."""
    text = unescape(re.sub(r"<[^>]+>", "", re.sub(r"<math.*?</math>", "", html, flags=re.DOTALL)))
    return Counter(sign for sign in text if not (sign.isspace() or sign == "\u200b"))


def test_no_sign_is_lost_where_formulas_are_made_lean(zoo: Zoo, monkeypatch: pytest.MonkeyPatch) -> None:
    """Against what KaTeX itself makes; and powers and fractions are still said, since on a line 2³ would be read as 23."""
    texts = [n.record.statement for n in zoo.values()]
    found = sorted({latex for text in texts for latex in re.findall(r"(?<!\$)\$([^$]+)\$(?!\$)", text)})
    every_fifth = [
        *(LatexFormula(latex) for latex in found[::5]),
        LatexFormula(r"a\ne\tfrac{b^2}{\hat c_i^j}"),
        LatexFormula(r"x_{y^2}"),
    ]
    made = Katex(SCRIPT)
    made.prepare(every_fifth)
    monkeypatch.setattr("dpzoo.site.katex.lean", str)
    whole = Katex(SCRIPT)
    whole.prepare(every_fifth)
    assert len(every_fifth) > 100
    for formula in every_fifth:
        one, other = made.typeset(formula), whole.typeset(formula)
        assert shown(one) == shown(other), formula
        assert ("<math>" in one) or not re.search(r"<(?:msup><(?!m[io]>[^<]*</m[io]><mo[^>]*>′)|mfrac|msqrt|mover)", other), (
            formula
        )
    size = [sum(len(k.typeset(f)) for f in every_fifth) for k in (made, whole)]
    assert 3 * size[0] < size[1]


SCRIPTS = ("bundle", "dpzoo", "map")


def test_one_style_sheet_with_addresses_that_still_lead_there(tmp_path: Path) -> None:
    (tmp_path / "assets/vendor/katex").mkdir(parents=True)
    (tmp_path / "assets/vendor/katex/katex.min.css").write_text(
        '@font-face{src:url(fonts/A.woff2)}a{b:url("data:x")}', encoding="utf-8"
    )
    (tmp_path / "assets/dpzoo.css").write_text("p { color: red }", encoding="utf-8")
    (tmp_path / "assets/map.css").write_text("svg { background: url('x.svg') }", encoding="utf-8")
    page = """<head><link rel="stylesheet" href="../assets/vendor/katex/katex.min.css">
<link rel="stylesheet" href="../assets/dpzoo.css">
<link rel="stylesheet" href="../assets/map.css">
<script defer src="../assets/map.js"></script>
</head><body><script src="../assets/bundle.js"></script><script src="../assets/dpzoo.js"></script></body>"""
    made = Assembly(tmp_path).page(page, "notions/x.html")
    (sheet,) = tmp_path.glob("assets/styles.*.css")
    assert (
        sheet.read_text(encoding="utf-8") == '@font-face{src:url(vendor/katex/fonts/A.woff2)}a{b:url("data:x")}\np { color: red }'
    )
    assert made.count('<link rel="stylesheet"') == 1
    assert f'href="../assets/{sheet.name}"' in made
    assert "url('../assets/x.svg')" in made
    # the theme's scripts first, as they were when they did not wait
    asked = [made.index(f'"../assets/{name}.js"') for name in SCRIPTS]
    assert asked == sorted(asked)
    assert re.findall("<script.*", made) == ["<script>"]


def test_scripts_run_in_their_order_once_the_page_has_been_shown(browser: Browser, tmp_path: Path) -> None:
    for name in SCRIPTS:
        (tmp_path / f"{name}.js").write_text(
            f"ran.push(['{name}', document.body.textContent.trim(), framesDrawn])",
            encoding="utf-8",
        )
    page = """<head><script>
      var ran = [], framesDrawn = 0;
      requestAnimationFrame(() => { framesDrawn++ });
    </script><script defer src="map.js"></script></head>
    <body>whole <script src="bundle.js"></script><script src="dpzoo.js"></script>page</body>"""
    (tmp_path / "x.html").write_text(Assembly(tmp_path).page(page, "x.html"), encoding="utf-8")
    shown = browser.new_page()
    shown.goto((tmp_path / "x.html").as_uri())
    assert shown.evaluate("ran") == [[name, "whole page", 1] for name in SCRIPTS]
    shown.close()


@pytest.mark.parametrize("asked", ["", "#this", "?this"])
def test_scripts_that_wait_for_a_reader_come_last_and_once(browser: Browser, tmp_path: Path, asked: str) -> None:
    """At once where the address asks for something, else when somebody moves or comes to what they fill."""
    for name in SCRIPTS:
        (tmp_path / f"{name}.js").write_text(f"ran.push('{name}')", encoding="utf-8")
    page = """<head><script>var ran = [];</script><script defer data-waits src="map.js"></script></head>
    <body><p style="margin-top: 200vh" data-awaits>x</p>
    <script src="bundle.js"></script><script src="dpzoo.js"></script></body>"""
    (tmp_path / "x.html").write_text(Assembly(tmp_path).page(page, "x.html"), encoding="utf-8")
    shown = browser.new_page()
    for act in (used, lambda page: page.locator("p").scroll_into_view_if_needed()):
        shown.goto("about:blank")
        shown.goto((tmp_path / "x.html").as_uri() + asked)
        assert shown.evaluate("ran") == list(SCRIPTS if asked else SCRIPTS[:2])
        act(shown)
        shown.wait_for_function("ran.length > 2")
        used(shown)
        assert shown.evaluate("ran") == list(SCRIPTS)
    shown.close()


def test_blanks_go_where_html_gives_them_no_meaning() -> None:
    page = "<p>\n   one\n\n  two </p>  \n<pre>\n  a\n\n  b</pre>\n\n<script>\n  1;\n\n</script>\n"
    assert lean(page) == "<p>\none\ntwo </p>\n<pre>\n  a\n\n  b</pre>\n<script>\n1;\n</script>\n"


def test_a_script_loses_the_blanks_around_its_signs_but_none_of_a_string(browser: Browser) -> None:
    script = """
      const rows = [1, 2].map((x) => ({ x, "a = b": `${x} + ( ${x} )`, 'c , d': x > 1 ? x : + + x }));
      if (rows.length !== 2) throw new Error("lost");
      window.made = JSON.stringify(rows);
    """
    short = lean(f"<script>{script}</script>")
    assert len(short) < len(lean(f"<script id>{script}</script>")) - 40
    page = browser.new_page()
    page.set_content(short)
    assert page.evaluate("made") == '[{"x":1,"a = b":"1 + ( 1 )","c , d":1},{"x":2,"a = b":"2 + ( 2 )","c , d":2}]'
    page.close()
