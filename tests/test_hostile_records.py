"""A record is data: whatever its text holds is shown as text, or refused with file and line."""

from __future__ import annotations

import functools
import http.server
import json
import re
import shutil
import subprocess
import sys
import threading
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path, PurePosixPath
from typing import Any
from urllib.parse import urlsplit
from xml.etree import ElementTree as ET

import pytest
import yaml
from conftest import ROOT, SOUND, Run, Watched, unmeasured

from dpzoo.checks import check
from dpzoo.checks.latex import commands
from dpzoo.loading.folder import load_folder
from dpzoo.site.building import KATEX, finish, render
from dpzoo.site.change_log import LogEntry
from dpzoo.site.feed import atom
from dpzoo.site.katex import Katex
from dpzoo.site.links import Project
from dpzoo.site.meaning_page import script_data
from dpzoo.site.release import SiteRelease
from dpzoo.site.structured import script_text
from dpzoo.zoo.errors import KnowledgeBaseError

pytestmark = pytest.mark.xdist_group("hostile_records")  # one worker makes what these share
ATTACKS = {
    "script": "<script>window.broken = 1</script>",
    "handler": '<img src="x" onerror="window.broken = 1">',
    "template": "{{ 7 * 191 }} {% set x = 1 %} {# gone #}",
    "address": "[follow me](javascript:window.broken=1)",
    "data": "[follow me](data:text/html,<script>window.broken=1</script>)",
    "element": '<details open><h1 id="top">A heading</h1></details><iframe src="https://example.org"></iframe>',
    "closing": "</script></title></style></textarea></template></div></main><script>window.broken = 1</script>",
    "quote": '" onmouseover="window.broken = 1" x=\' onfocus=\'window.broken = 1',
    "markdown": "# A heading | ![x](https://example.org/x.png) | <!-- gone | ``` | [x]: https://example.org",
    "entity": "&lt;script&gt;window.broken = 1&lt;/script&gt; &#60;script&#62;",
    "front": "--- title: other --- hide: [toc]",
    "placeholder": '<div class="dz-aside" data-part="0"></div> <span class="dz-tex" data-tex="PHNjcmlwdD4="></span>',
}


def hostile(zoo: Path, name: str, text: str) -> None:
    """A notion with ``text`` wherever its record takes words, an erratum and a work with it."""
    record = yaml.safe_load((SOUND / "baseline" / "pure.yaml").read_text(encoding="utf-8"))
    record |= {
        "name": f"Notion {name} {text}",
        "abbreviation": f"A{name} {text}"[:100],
        "aliases": [{"name": f"alias {name} {text}", "note": text}],
        "gist": text[:200],
        "statement": f"Before. {text} After.",
        "statement_basis": {"basis": "reconstruction", "read": [{"cite": "DP22", "at": text}], "note": text[:300]},
        "intuition": text,
        "use": text,
        "remarks": [text],
        "relations": [{"stronger_than": "approximate", "evidence": [{"proof": text}], "note": text}],
        "compared_as": text[:300],
        "confusable_with": [{"notion": "approximate", "difference": text}],
        "former_ids": [f"once-{name}"],
        "executable": text,
    }
    record["blocks"]["unit"] = {"same_as_pure": False, "is": text}
    record["parameters"]["epsilon"]["meaning"] = text
    (zoo / "baseline" / f"{name}.yaml").write_text(yaml.safe_dump(record, allow_unicode=True), encoding="utf-8")
    erratum = yaml.safe_load((SOUND / "errata" / "printed-wrong-way.yaml").read_text(encoding="utf-8"))
    erratum |= {"title": f"Erratum {name} {text}", "printed": text, "why": text, "correction": text, "claims": []}
    erratum.pop("found_by_inference", None)
    (zoo / "errata" / f"erratum-{name}.yaml").write_text(yaml.safe_dump(erratum, allow_unicode=True), encoding="utf-8")


def hostile_practice(zoo: Path, name: str, text: str) -> None:
    """A mechanism, a system and a deployment with ``text`` wherever their records take words."""

    def record(kind: str, base: str) -> dict[str, Any]:
        return dict(yaml.safe_load((SOUND / kind / f"{base}.yaml").read_text(encoding="utf-8")))

    def write(kind: str, content: dict[str, Any]) -> None:
        path = zoo / kind / f"{kind}-{name}.yaml"
        path.write_text(yaml.safe_dump(content, allow_unicode=True), encoding="utf-8")

    words = {"gist": text[:200], "pitfalls": [text], "remarks": [text]}

    def named(kind: str) -> dict[str, Any]:
        return words | {"name": f"{kind} {name} {text}", "aliases": [{"name": f"Other {kind} {name} {text}"}]}

    mechanism = record("mechanisms", "noisy-answer") | named("Mechanism")
    mechanism |= {"output": text, "statement": text, "intuition": text, "instance": text}
    for parameter in mechanism["parameters"].values():
        parameter["meaning"] = text
    mechanism["requires"][0]["because"] = text
    mechanism["guarantees"][0] |= {"name": text, "unit": text, "provided": text, "note": text, "evidence": [{"proof": text}]}
    mechanism["utility"][0] |= {"what": text, "note": text, "evidence": [{"proof": text}]}
    mechanism["sources"][0]["at"] = text
    write("mechanisms", mechanism)

    system = record("systems", "engine") | named("System")
    system |= {"description": text}
    system["promises"][0] |= {"unit": text, "note": text}
    system["stages"][0] |= {"name": text, "what": text, "caveats": [text], "mechanisms": [f"mechanisms-{name}"]}
    write("systems", system)

    deployment = record("deployments", "census") | named("Deployment")
    deployment |= {"organisation": text, "description": text, "system": f"systems-{name}", "unpublished": [text]}
    deployment["unit"]["is"] = text
    deployment["releases"][0] |= {"name": text, "note": text, "mechanism": {"unpublished": text}, "settings": {}}
    deployment["releases"][0]["values"]["delta"] = {"unpublished": text}
    write("deployments", deployment)

    case = {"pure": {"because": text, "at": {"epsilon": text}}}
    lemma = {"name": f"Lemma {text}", "statement": text, "proof": text, "holds": case, "fails": case}
    (zoo / "lemmas").mkdir(exist_ok=True)
    write("lemmas", {**lemma, "sources": [{"cite": mechanism["sources"][0]["cite"], "at": text}]})


@pytest.fixture(scope="module")
def hostile_config(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What a whole site of such records is built from, as the real one is."""
    folder = tmp_path_factory.mktemp("hostile")
    shutil.copytree(SOUND, folder / "definitions")
    for name, text in ATTACKS.items():
        hostile(folder / "definitions", name, text)
        hostile_practice(folder / "definitions", name, text)
    (folder / "site").mkdir()
    for static in ("assets", "schema"):
        shutil.copytree(ROOT / "site" / static, folder / "site" / static)
    for page in ("index", "reading", "about", "audit", "blocks"):
        (folder / "site" / f"{page}.md").write_text(f"---\ntitle: {page}\n---\n\nText.\n", encoding="utf-8")
    config = {
        "INHERIT": str(ROOT / "mkdocs.yml"),
        "docs_dir": str(folder / "site"),
        "site_url": "https://zoo.example/below/",
        "theme": {"custom_dir": str(ROOT / "dpzoo" / "site" / "theme")},
        "plugins": ["search", "offline", {"dpzoo": {"records_dir": str(folder / "definitions")}}],
        "nav": [{"Home": "index.md"}],
        "not_in_nav": "*",
        "validation": {},
    }
    (folder / "mkdocs.yml").write_text(json.dumps(config), encoding="utf-8")
    return folder / "mkdocs.yml"


def built(config: Path, site: Path, seed: str) -> Path:
    command = [sys.executable, "-m", "mkdocs", "build", "--quiet", "-f", str(config), "--site-dir", str(site)]
    environment = {**unmeasured(), "NO_MKDOCS_2_WARNING": "1", "SOURCE_DATE_EPOCH": "1700000000", "PYTHONHASHSEED": seed}
    done = subprocess.run(command, cwd=config.parent, env=environment, check=False, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return site


@pytest.fixture(scope="module")
def hostile_site(hostile_config: Path) -> Path:
    return built(hostile_config, hostile_config.parent / "built", "1")


def test_two_builds_are_identical(hostile_config: Path, hostile_site: Path) -> None:
    """Whatever the order of Python's sets in the process that builds: all templates and all kinds of records are in this site."""
    again = built(hostile_config, hostile_config.parent / "again", "2")
    first = {p.relative_to(hostile_site): p.read_bytes() for p in hostile_site.rglob("*") if p.is_file()}
    second = {p.relative_to(again): p.read_bytes() for p in again.rglob("*") if p.is_file()}
    assert first.keys() == second.keys()
    assert [str(name) for name in first if first[name] != second[name]] == []


@pytest.fixture(scope="module")
def hostile_address(hostile_site: Path) -> Iterator[str]:
    class Quiet(http.server.SimpleHTTPRequestHandler):
        def log_message(self, format: str, *args: object) -> None:
            pass

    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Quiet, directory=str(hostile_site))) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/"
        server.shutdown()


def harmless(watched: Watched, address: str) -> None:
    """The page at an address ran nothing, asked nobody else, and holds no markup of a record."""
    page = watched.page
    page.goto(address)
    assert page.evaluate("window.broken") is None
    assert [r.url for r in watched.requests if urlsplit(r.url).hostname not in {"127.0.0.1", None}] == []
    assert watched.complaints == []
    for what in ("[onerror]", "[onmouseover]", "[onfocus]", "iframe", "a[href^='javascript:']", "a[href^='data:']"):
        assert page.locator(f".md-content {what}").count() == 0, what
    assert page.locator("main h1").count() == 1
    for data in page.locator('script[type="application/ld+json"]').all():
        assert json.loads(data.inner_text())["@context"] == "https://schema.org"


@pytest.mark.parametrize("name", ATTACKS)
def test_text_is_shown_as_text(watched: Watched, hostile_address: str, name: str) -> None:
    page, text = watched.page, ATTACKS[name]
    harmless(watched, f"{hostile_address}errata/erratum-{name}.html")
    harmless(watched, f"{hostile_address}notions/{name}.html")
    assert f"Notion {name} {text}" in page.locator("main h1").inner_text()
    assert page.locator(".dz-gist").inner_text() == text[:200]
    assert text in page.title()
    assert page.locator("meta[name=description]").get_attribute("content") == text[:200]


@pytest.mark.parametrize("name", ATTACKS)
def test_text_of_mechanisms_systems_and_deployments_is_shown_as_text(watched: Watched, hostile_address: str, name: str) -> None:
    page, text = watched.page, ATTACKS[name]
    for kind in ("mechanism", "system", "deployment"):
        harmless(watched, f"{hostile_address}{kind}s/{kind}s-{name}.html")
        assert f"{kind.capitalize()} {name} {text}" in page.locator("main h1").inner_text()
        assert page.locator(".dz-gist").inner_text() == text[:200]


EVERYWHERE = [
    *("notions", "errata", "open", "names", "history", "bibliography", "mechanisms", "systems", "deployments", "lemmas"),
    *("map", "compare", "convert", "data"),
]


@pytest.mark.parametrize("path", [f"{page}.html" for page in EVERYWHERE])
def test_text_is_shown_as_text_where_all_records_are(watched: Watched, hostile_address: str, path: str) -> None:
    harmless(watched, hostile_address + path)


@pytest.mark.parametrize("text", [*ATTACKS.values(), "]]> \x00 \x1b[31m \ufffe \ud800 end"])
def test_the_feed_holds_text_as_text(text: str) -> None:
    """Whatever the subject of a commit or the change log says; what XML has no place for is left out."""
    change = LogEntry("1", datetime(2026, 1, 2, tzinfo=UTC), text, (PurePosixPath("a.yaml"),), text)
    feed = ET.fromstring(atom([change], SiteRelease(site="https://zoo.example/"), lambda _: "https://zoo.example/?a=1&b=<2>"))
    atom_names = {"a": "http://www.w3.org/2005/Atom"}
    entry = feed.find("a:entry", atom_names)
    assert entry is not None
    kept = "".join(c for c in text if c.isprintable())
    assert entry.findtext("a:title", namespaces=atom_names) == entry.findtext("a:content", namespaces=atom_names)
    assert "".join(c for c in entry.findtext("a:title", "", atom_names) if c.isprintable()) == kept
    assert len(feed.findall("a:entry", atom_names)) == len(entry.findall("a:link", atom_names)) == 1


@pytest.mark.parametrize("text", ATTACKS.values(), ids=list(ATTACKS))
def test_data_in_a_page_end_with_their_script(text: str) -> None:
    """JSON in a page holds the text unchanged, and nothing in it that could end the script element."""
    for data in (script_data({"text": text}), script_text({"text": text})):
        assert not re.search(r"<(/?script|!--)", str(data), re.IGNORECASE)
        assert json.loads(str(data)) == {"text": text}


def test_pages_for_another_engine(hostile_config: Path, run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The folder adapter writes every page that mkdocs builds, and finishes HTML built from them."""
    monkeypatch.setattr("dpzoo.cli.website._checkout", lambda: hostile_config.parent)
    done = run("site", "pages", "pages")
    assert (done.returncode, done.stderr) == (0, "")
    count = int(re.findall(r"wrote (\d+) pages", done.stdout)[0])
    assert 0 < len(list((tmp_path / "pages").rglob("*.md"))) <= count
    text = (tmp_path / "pages" / "notions" / "pure.md").read_text(encoding="utf-8")
    assert text.startswith('---\ntitle: "')
    built = tmp_path / "html"
    built.mkdir()
    (built / "page.html").write_text(text, encoding="utf-8")
    done = run("site", "finish", "html")
    assert (done.returncode, done.stdout) == (0, "typeset the formulas of 1 pages\n")
    assert "katex" in (built / "page.html").read_text(encoding="utf-8")
    again = run("site", "pages", "pages")
    assert (again.returncode, again.stderr.count("\n")) == (2, 1)


def test_a_former_address_leads_on(watched: Watched, hostile_address: str, hostile_site: Path) -> None:
    watched.page.goto(f"{hostile_address}notions/once-quote.html")
    watched.page.wait_for_url(f"{hostile_address}notions/quote.html")
    text = (hostile_site / "notions" / "once-quote.html").read_text(encoding="utf-8")
    assert '<link rel="canonical" href="https://zoo.example/below/notions/quote.html">' in text
    assert 'http-equiv="refresh" content="0; url=quote.html"' in text


def test_a_site_with_an_address_says_it(hostile_site: Path) -> None:
    """Canonical links, Open Graph, the sitemap and the feed know the address; the 404 page works at any depth."""
    text = (hostile_site / "notions" / "pure.html").read_text(encoding="utf-8")
    assert '<link rel="canonical" href="https://zoo.example/below/notions/pure.html">' in text
    assert '<meta property="og:url" content="https://zoo.example/below/notions/pure.html">' in text
    assert "<loc>https://zoo.example/below/notions/pure.html</loc>" in (hostile_site / "sitemap.xml").read_text(encoding="utf-8")
    assert 'href="https://zoo.example/below/feed.xml"' in (hostile_site / "feed.xml").read_text(encoding="utf-8")
    missing = (hostile_site / "404.html").read_text(encoding="utf-8")
    assert '<a href="/below/notions.html">' in missing


REFUSED = {
    r"\frac{1": "cannot be typeset",
    r"\href{javascript:alert(1)}{x}": "not allowed",
    r"\def\x{\x\x}\x": "cannot be typeset",
    "x+" * 3000 + "x": "more than the 5000",
    r"\text{</span><script>alert(1)</script>} \unknown": "cannot be typeset",
}


def test_formulas_that_are_none_are_refused_at_their_place_and_markup_in_one_is_text(sound: Path) -> None:
    path, other = sound / "baseline" / "pure.yaml", sound / "quantification" / "approximate.yaml"
    remarks = "".join(f"  - 'You took part ${formula}$.'\n" for formula in REFUSED)
    path.write_text(f"{path.read_text(encoding='utf-8')}remarks:\n{remarks}", encoding="utf-8")
    markup = r"remarks: ['in $\text{<script>alert(1)</script>}$.']"
    other.write_text(f"{other.read_text(encoding='utf-8')}{markup}\n", encoding="utf-8")
    site, katex = render(sound, ROOT / "site", Project())
    text = path.read_text(encoding="utf-8").splitlines()
    assert len(site.findings) == len(REFUSED)
    for finding, (formula, why) in zip(site.findings, REFUSED.items(), strict=True):
        assert (finding.code, finding.location.path) == ("bad-formula", path)
        assert formula in text[finding.location.line - 1]
        assert why in finding.message
        assert len(finding.message) < 400
    (page,) = (p.text for p in site.pages if p.path == "notions/approximate.md")
    finished = finish(page, katex)
    assert "alert(1)" in finished
    assert "<script>" not in finished


def test_a_misspelt_command_is_named_where_it_stands(sound: Path) -> None:
    """In a text of several lines, too; and the list of commands is what the site's KaTeX knows."""
    path = sound / "baseline" / "pure.yaml"
    text = (
        path.read_text(encoding="utf-8")
        + "remarks:\n  - |\n    One line, $\\delta$,\n    and $\\delta + \\epsilom$ in `\\code`.\n"
    )
    path.write_text(text, encoding="utf-8")
    (finding,) = [f for f in check(load_folder(sound).base) if f.code == "unknown-command"]
    line = next(k for k, one in enumerate(text.splitlines(), 1) if "epsilom" in one)
    assert (finding.location.line, finding.location.column) == (line, text.splitlines()[line - 1].index("\\epsilom") + 1)
    assert finding.message.endswith("there is no LaTeX command \\epsilom; did you mean \\epsilon?")
    assert commands() == set(Katex(ROOT / "site" / KATEX).commands())


def test_a_huge_formula_is_refused_at_its_place(sound: Path) -> None:
    path = sound / "baseline" / "pure.yaml"
    text = path.read_text(encoding="utf-8").replace("whether you took part.", f"whether you took part ${'x+' * 50_000}x$.")
    path.write_text(text, encoding="utf-8")
    with pytest.raises(KnowledgeBaseError) as refused:
        render(sound, ROOT / "site", Project())
    (finding,) = refused.value.findings
    assert (finding.code, finding.location.path) == ("bad-value", path)
    assert "took part" in text.splitlines()[finding.location.line - 1]
