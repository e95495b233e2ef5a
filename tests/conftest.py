"""What the tests share."""

from __future__ import annotations

import fcntl
import functools
import gzip
import http.server
import importlib.util
import io
import os
import shutil
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from types import ModuleType
from typing import Any
from urllib.parse import unquote, urlsplit

import pytest
from axe_playwright_python.sync_playwright import Axe
from hypothesis import HealthCheck, settings
from playwright.sync_api import Browser, Locator, Page, Request, Response, ViewportSize, expect, sync_playwright
from py_mini_racer import MiniRacer

import dpzoo
import dpzoo.zoo.zoo
from dpzoo.cli.main import main
from dpzoo.loading import folder
from dpzoo.records.knowledge_base import Entry, Source
from dpzoo.zoo.zoo import Zoo

ROOT = Path(__file__).resolve().parent.parent
SOUND = ROOT / "tests" / "zoos" / "sound"

# on however busy a machine, and with the same draws in every run: what passes here passes in CI
settings.register_profile("patient", deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("patient")

Run = Callable[..., subprocess.CompletedProcess[str]]


@pytest.fixture(scope="session")
def zoo() -> Zoo:
    """The real knowledge base."""
    return dpzoo.load()


def read_once() -> None:
    """A file that was read without a fault is not parsed again in this process: tests load copies of one base a hundred times."""
    read, known = folder._read, dict[tuple[type[Any], str, bytes], tuple[Any, Source]]()

    def remembered(path: Path, place: Path, model: type[Any], into: dict[str, Entry[Any]], findings: list[Any]) -> None:
        key = (model, path.stem, path.read_bytes() if path.is_file() and os.access(path, os.R_OK) else b"")
        if key in known and path.stem not in into:
            record, source = known[key]
            into[path.stem] = Entry(path.stem, record, Source(place, source.keys, source.values))
            return
        before = len(findings)
        read(path, place, model, into, findings)
        if key[2] and len(findings) == before:
            known[key] = into[path.stem].record, into[path.stem].source

    folder._read = remembered


read_once()


@pytest.fixture
def sound(tmp_path: Path) -> Path:
    """A copy of the sound miniature zoo, to be spoilt."""
    return Path(shutil.copytree(SOUND, tmp_path / "zoo"))


@pytest.fixture
def run(zoo: Zoo, tmp_path: Path) -> Run:
    """Runs the dpzoo command with arguments, in an empty folder unless ``cwd`` says otherwise.

    It runs in this process, over the knowledge base that the tests share; with an environment of its own in a process of its own.
    """
    load = dpzoo.zoo.zoo.load

    def call(*arguments: str | Path, cwd: Path = tmp_path, **environment: str) -> subprocess.CompletedProcess[str]:
        words = list(map(str, arguments))
        if environment:
            command, own = [sys.executable, "-m", "dpzoo", *words], {**os.environ, **environment}
            return subprocess.run(command, cwd=cwd, env=own, capture_output=True, text=True, check=False)
        streams = {name: io.TextIOWrapper(io.BytesIO(), encoding="utf-8") for name in ("stdin", "stdout", "stderr")}
        with pytest.MonkeyPatch.context() as patched:
            patched.chdir(cwd)
            patched.setattr(sys, "argv", ["dpzoo", *words])
            patched.setattr(sys.modules["__main__"], "__package__", None)  # by which the command would call itself pytest
            patched.setattr(dpzoo.zoo.zoo, "load", lambda folder=None: zoo if folder is None else load(folder))
            for name, stream in streams.items():
                patched.setattr(sys, name, stream)
            with pytest.raises(SystemExit) as stop:
                main()
        said = []
        for name in ("stdout", "stderr"):
            streams[name].flush()
            said.append(streams[name].buffer.getvalue().decode())  # type: ignore[attr-defined]
        return subprocess.CompletedProcess(words, int(stop.value.code or 0), *said)

    return call


def program(path: Path) -> ModuleType:
    """A file of Python as a module, under its own name."""
    spec = importlib.util.spec_from_file_location(path.stem, path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[path.stem] = module  # dataclasses look their module up
    spec.loader.exec_module(module)
    return module


def bare_engine(*scripts: str) -> MiniRacer:
    """A JavaScript engine without a browser, in which scripts of the site have run."""
    engine = MiniRacer()
    engine.eval("var window = globalThis;")
    for name in scripts:
        engine.eval((ROOT / "site" / "assets" / f"{name}.js").read_text(encoding="utf-8"))
    return engine


def unmeasured() -> dict[str, str]:
    """The environment without what makes a process measure its coverage, which doubles the time of one that works for long."""
    return {name: value for name, value in os.environ.items() if not name.startswith("COVERAGE")}


def build(target: Path) -> Path:
    environment = {"SOURCE_DATE_EPOCH": "1700000000", **unmeasured(), "NO_MKDOCS_2_WARNING": "1"}
    command = [sys.executable, "-m", "mkdocs", "build", "--strict", "--quiet", "--site-dir", str(target)]
    done = subprocess.run(command, cwd=ROOT, env=environment, check=False, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return target


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory, worker_id: str) -> Path:
    """The built website: the one that $DPZOO_SITE names, as make test does, or one that all workers share."""
    given = os.environ.get("DPZOO_SITE")
    if given:
        return Path(given).resolve()
    if worker_id == "master":
        return build(tmp_path_factory.mktemp("site") / "site")
    shared = tmp_path_factory.getbasetemp().parent / "site"
    with (shared.parent / "site.lock").open("w", encoding="utf-8") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        return shared if shared.is_dir() else build(shared.with_name("site.part")).rename(shared)


@pytest.fixture(scope="session")
def address(site: Path) -> Iterator[str]:
    class Quiet(http.server.SimpleHTTPRequestHandler):
        def log_message(self, format: str, *args: object) -> None:
            pass

    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Quiet, directory=str(site))) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        yield f"http://127.0.0.1:{server.server_port}/"
        server.shutdown()
        thread.join()


def with_its_scripts(go: Callable[..., Response | None]) -> Callable[..., Response | None]:
    """A way to a page that also waits for scripts, which run after the first frame and perhaps after ``load``, and for fonts."""

    @functools.wraps(go)
    def arrive(page: Page, *arguments: Any, **options: Any) -> Response | None:
        response = go(page, *arguments, **options)
        page.locator("html[data-scripts]").wait_for(state="detached")
        page.evaluate("document.fonts.ready.then(() => null)")
        return response

    return arrive


PATIENCE = 120_000
"""Milliseconds after which a test hangs, on however busy a machine."""
TRIES = 4
"""How often what is wrong with a page is looked at before it counts: what passes is work of the theme that is not yet done."""


def patient(new: Callable[..., Any]) -> Callable[..., Any]:
    """A way to make a page or a context that waits long for all that is asked of it."""

    @functools.wraps(new)
    def make(browser: Browser, **options: Any) -> Any:
        made = new(browser, **options)
        made.set_default_timeout(PATIENCE)
        return made

    return make


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright, pytest.MonkeyPatch.context() as patched:
        expect.set_options(timeout=PATIENCE)
        for way in ("goto", "reload", "go_back", "go_forward"):
            patched.setattr(Page, way, with_its_scripts(getattr(Page, way)))
        for kind in ("new_page", "new_context"):
            patched.setattr(Browser, kind, patient(getattr(Browser, kind)))
        # as root, as in most containers, Chromium's own sandbox does not start
        arguments = ["--no-sandbox"] if os.geteuid() == 0 else []
        browser = playwright.chromium.launch(executable_path=os.environ.get("CHROMIUM") or None, args=arguments)
        yield browser
        browser.close()


class Watched:
    """A page that remembers what it asked for and complained about."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.requests: list[Request] = []
        self.complaints: list[str] = []
        page.on("request", lambda r: self.requests.append(r))  # noqa: PLW0108  playwright cannot hook a built-in
        page.on("console", lambda m: self.complaints.append(m.text) if m.type in {"error", "warning"} else None)
        page.on("pageerror", lambda e: self.complaints.append(str(e)))

    def forget(self) -> None:
        """Begin anew."""
        self.requests.clear()
        self.complaints.clear()

    def is_quiet_and_fits(self, home: str) -> None:
        """No request leaves ``home`` (an address, or file:), no console message, nothing wider than the screen."""
        assert [r.url for r in self.requests if not r.url.startswith((home, "data:", "blob:"))] == []
        assert self.complaints == []
        assert self.page.viewport_size is not None
        assert self.page.evaluate("document.documentElement.scrollWidth") <= self.page.viewport_size["width"]


def bytes_of_a_first_visit(browser: Browser, address: str, path: str, site: Path) -> tuple[int, int]:
    """What a page weighs with all that it loads by itself, as a server would compress it; and the text's fonts."""
    watched = Watched(browser.new_page())
    watched.page.goto(address + path, wait_until="networkidle")
    assert not any("search_index" in r.url for r in watched.requests), "the index is for who searches"
    total = fonts = 0
    for url in {r.url.partition("#")[0] for r in watched.requests if r.url.startswith(address)}:
        data = (site / unquote(urlsplit(url).path.lstrip("/"))).read_bytes()
        if "/fonts/text/" in url:
            fonts += len(data)
        else:
            total += len(data) if url.endswith(".woff2") else min(len(data), len(gzip.compress(data, 6)))
    watched.page.close()
    return total, fonts


@pytest.fixture(scope="session")
def window(browser: Browser) -> Iterator[list[Watched]]:
    """The page that tests use one after the other: to open a window costs more than to open most pages."""
    pages: list[Watched] = []
    yield pages
    for watched in pages:
        watched.page.close()


SCREEN = ViewportSize(width=1280, height=720)


@pytest.fixture
def watched(browser: Browser, window: list[Watched]) -> Iterator[Watched]:
    """A page as a new reader meets it, at the size of a desk's screen: nothing is stored, nothing open."""
    if not window:
        window.append(Watched(browser.new_page(viewport=SCREEN)))
    watched = window[0]
    page = watched.page
    watched.forget()
    yield watched
    if page.url.startswith("http"):
        page.evaluate("localStorage.clear(); sessionStorage.clear()")
    page.unroute_all()
    page.goto("about:blank")
    page.set_viewport_size(SCREEN)
    page.emulate_media(media="null", color_scheme="light", reduced_motion="null", forced_colors="null")


@pytest.fixture(scope="session")
def still_window(browser: Browser) -> Iterator[Page]:
    """The page without scripts that tests use one after the other."""
    context = browser.new_context(java_script_enabled=False)
    yield context.new_page()
    context.close()


@pytest.fixture
def still(still_window: Page) -> Page:
    """A page without scripts at the size of a desk's screen: what it says must be in the HTML."""
    still_window.set_viewport_size(SCREEN)
    return still_window


def used(page: Page) -> None:
    """Somebody moves the mouse, and the scripts that wait for that have run."""
    for place in (3, 4):
        page.mouse.move(place, place)
    page.locator("html[data-scripts]").wait_for(state="detached")


def calculated(page: Page) -> None:
    """Somebody uses the page, and its calculator, if it has one, shows its results."""
    used(page)
    for calculator in page.locator("#dz-compare, #dz-convert, #dz-budget, #dz-audit").all():
        expect(calculator).to_have_attribute("data-state", "done")


def click(there: Locator) -> None:
    """Scrolls to a place, lets the page lay out what has come into view, and clicks there, as a person does."""
    there.scroll_into_view_if_needed()
    there.click()


WIDTHS = (390, 1280)
COLOURS = ("color-contrast", "link-in-text-block")


def violations(page: Page, rules: Sequence[str] = ()) -> list[str]:
    """What axe-core finds wrong with a page as it stands, at any impact; of all rules unless some are named."""
    # the size of what is touched is asked for by WCAG 2.2, and by axe only on demand
    only = {"runOnly": {"type": "rule", "values": list(rules)}} if rules else {"rules": {"target-size": {"enabled": True}}}
    page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")  # what follows a new size
    if not page.evaluate("'axe' in window"):
        page.evaluate(Axe().axe_script)
    found = page.evaluate("(options) => axe.run(document, options)", {"resultTypes": ["violations"], "preload": False, **only})[
        "violations"
    ]
    return [
        f"{v['id']} ({v['impact']}), {len(v['nodes'])} times: "
        + "; ".join(f"{n['target'][0]}: {n['failureSummary'].splitlines()[-1].strip()}" for n in v["nodes"][:3])
        for v in found
    ]


# what is made alike in one kind of place is judged some times, not a hundred times
SHORTEN = """() => {
  const style = document.createElement("style");
  style.textContent = "* { content-visibility: visible !important; }"; // axe looks at places, which change when they are laid out
  document.head.append(style);
  const seen = new Map();
  const often = (element, most) => {
    let kind = "";
    for (let e = element; e && !e.matches(".md-content"); e = e.parentElement) kind += `${e.localName}.${e.className} `;
    seen.set(kind, (seen.get(kind) || 0) + 1);
    return seen.get(kind) > most;
  };
  const entries = ":is(ul, ol, dl, tbody, select, optgroup, .doc-children, pre > code) > *";
  for (const entry of document.querySelectorAll(`.md-content ${entries}`))
    if (entry.isConnected && often(entry, 12)) entry.remove();
  for (const formula of document.querySelectorAll(".md-content .katex")) if (often(formula, 3)) formula.replaceChildren("x");
}"""


def settled_violations(page: Page, rules: Sequence[str]) -> list[str]:
    """What is wrong with a page, and still is when the theme has done its work on it."""
    found = violations(page, rules)
    for _ in range(TRIES):
        if not found:
            break
        page.wait_for_timeout(500)
        found = violations(page, rules)
    return found


CODE_IS_FOCUSABLE = """() => [...document.querySelectorAll("pre > code")]
  .every((code) => !code.checkVisibility() || code.scrollWidth <= code.clientWidth + 1 || code.tabIndex >= 0)"""


def violations_everywhere(watched: Watched, home: str, path: str) -> list[str]:
    """The same for the page at an address, at phone and desk width, in light and in dark, in one visit; it is quiet and fits."""
    page = watched.page
    page.emulate_media(color_scheme="light", reduced_motion="reduce")
    page.set_viewport_size({"width": WIDTHS[0], "height": 900})
    page.goto(home + path, wait_until="networkidle")
    calculated(page)
    watched.is_quiet_and_fits(home)
    page.set_viewport_size({"width": WIDTHS[-1], "height": 900})
    watched.is_quiet_and_fits(home)
    page.evaluate(SHORTEN)
    found = []
    for width in reversed(WIDTHS):
        page.set_viewport_size({"width": width, "height": 900})
        # the theme makes code that scrolls focusable once it has measured it
        page.wait_for_function(CODE_IS_FOCUSABLE)
        for scheme, shown in (("light", "default"), ("dark", "slate")):
            page.emulate_media(color_scheme=scheme)
            expect(page.locator("body")).to_have_attribute("data-md-color-scheme", shown)
            # a scheme changes colours, and nothing else
            found += [f"{scheme}, {width} px: {v}" for v in settled_violations(page, () if scheme == "light" else COLOURS)]
    return found
