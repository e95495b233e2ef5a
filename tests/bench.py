"""What the promises about speed are measured with: ``make bench``. Prints medians; judges nothing.

``python tests/bench.py optima in_the_browser`` measures these parts only.
"""

from __future__ import annotations

import functools
import gc
import math
import os
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from playwright.sync_api import Page

ROOT = Path(__file__).resolve().parent.parent
RECORDS = 250
RUNS = 7
TABLE_ROWS = 1_000
SITES = (1_000, 2_000)


def main() -> None:
    parts: dict[str, Callable[[], None]] = {f.__name__: f for f in (semantics, optima, in_the_browser, scale, project)}
    for name in sys.argv[1:] or parts:
        parts[name]()


def project() -> None:
    """Commands, and the site as it is and padded."""
    with tempfile.TemporaryDirectory() as folder:
        checkout = Path(folder) / "checkout"
        for part in ("dpzoo", "site", "mkdocs.yml"):
            copy = shutil.copytree if (ROOT / part).is_dir() else shutil.copy
            copy(ROOT / part, checkout / part) if checkout.exists() else (checkout.mkdir(), copy(ROOT / part, checkout / part))
        pad(ROOT / "definitions", checkout / "definitions", RECORDS)
        bare = measure([sys.executable, "-c", "pass"], checkout)
        report("bare Python", bare)
        report("import dpzoo, over bare Python", measure([sys.executable, "-c", "import dpzoo"], checkout) - bare)
        report(f"dpzoo check, {RECORDS} records", measure([sys.executable, "-m", "dpzoo", "check", "definitions"], checkout))
        report(
            "dpzoo show zero-concentrated-dp", measure([sys.executable, "-m", "dpzoo", "show", "zero-concentrated-dp"], checkout)
        )
        report("dpzoo show zCDP", measure([sys.executable, "-m", "dpzoo", "show", "zCDP"], checkout))
    with tempfile.TemporaryDirectory() as folder:
        for records in (None, *SITES):
            built = building(Path(folder) / str(records), records)
            searching(built)
            if records is None:
                explore(built)
                interactive_map(built)


def building(folder: Path, records: int | None) -> Path:
    """Build a copy of the project, padded to so many notions, with nothing kept, and again; the built site."""
    folder.mkdir()
    for part in ("dpzoo", "site", "tests"):
        shutil.copytree(ROOT / part, folder / part)
    for part in ("mkdocs.yml", "README.md", "CHANGELOG.md", "CITATION.cff"):
        if (ROOT / part).is_file():
            shutil.copy(ROOT / part, folder / part)
    pad(ROOT / "definitions", folder / "definitions", records or 0)
    what = "site, as it is" if records is None else f"site, {records} records"
    # what witnesses showed is kept by every project; what a build alone makes is not
    if (ROOT / "build/cache/witnesses").is_dir():
        shutil.copytree(ROOT / "build/cache/witnesses", folder / "build/cache/witnesses")
        for kept in (folder / "build/cache/witnesses").glob("example-audit.*"):
            kept.unlink()
    command = [sys.executable, "-m", "mkdocs", "build", "--quiet", "--site-dir", str(folder / "built")]
    for how in ("nothing kept but the witnesses", "built before"):
        before = os.times()
        wall = measure(command, folder, runs=1)
        after = os.times()
        spent = after.children_user + after.children_system - before.children_user - before.children_system
        print(f"{f'{what}, {how}':<60} {wall:7.1f} s, {spent:7.1f} s of processor time")
    return folder / "built"


def searching(site: Path) -> None:
    """From the last key to the first result of a search, in the browser; with the time until the index is read."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=os.environ.get("CHROMIUM") or None, args=_arguments())
        page = browser.new_page(viewport={"width": 1280, "height": 800})
        page.goto((site / "index.html").as_uri())
        stands(page)
        for query in ("zCDP", "pufferfish"):
            start = time.perf_counter()
            page.locator(".md-search__input").fill(query)
            page.locator(".md-search-result__link").first.wait_for(timeout=120_000)
            found = page.locator(".md-search-result__link h1, .md-search-result__link h2").first.inner_text()
            print(f"{f'search for {query}, first: {found}':<60} {time.perf_counter() - start:7.2f} s")
            page.locator(".md-search__input").fill("")
        browser.close()


def interactive_map(site: Path) -> None:
    """From the request for the map to the end of its scripts, and one focus, on a processor slowed four times."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=os.environ.get("CHROMIUM") or None, args=_arguments())
        ready, focused = [], []
        for _ in range(RUNS):
            page = browser.new_page(viewport={"width": 1280, "height": 800})
            page.context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": 4})
            page.goto((site / "map.html").as_uri())
            stands(page)
            ready.append(page.evaluate("performance.getEntriesByName('scripts')[0].startTime / 1000"))
            focused.append(
                page.evaluate("""() => new Promise((done) => {
                    const start = performance.now();
                    const painted = () => requestAnimationFrame(() => setTimeout(() => done((performance.now() - start) / 1000)));
                    addEventListener("hashchange", painted);
                    location.hash = "#focus=pufferfish-privacy";
                })""")
            )
            page.close()
        report("map, slowed 4×, until it answers", statistics.median(ready))
        report("map, slowed 4×, one focus", statistics.median(focused))
        browser.close()


LANDMARKS = [
    ("renyi-dp", {"alpha": 8, "epsilon": 1}),
    ("zero-concentrated-dp", {"xi": 0, "rho": 0.5}),
    ("truncated-codp-bdrs18", {"rho": 0.5, "omega": 8}),
    ("truncated-codp-col16", {"xi": 2, "tau": 0.5}),
    ("approximate-dp", {"epsilon": 1, "delta": 1e-6}),
    ("kl-privacy", {"epsilon": 0.1}),
    ("range-bounded-privacy", {"epsilon": 1}),
    ("epsilon-dp", {"epsilon": 1}),
    ("total-variation-privacy", {"epsilon": 0.1}),
]
ANSWERS = [
    ("approximate-dp", {"delta": 1e-6}),
    ("approximate-dp", {"epsilon": 0.5}),
    ("probabilistic-dp", {"delta": 1e-4}),
    ("total-variation-privacy", {}),
    ("kl-privacy", {}),
    ("renyi-dp", {"alpha": 2}),
    ("zero-concentrated-dp", {"xi": 0}),
    ("epsilon-dp", {}),
]


def in_the_browser() -> None:
    """The best possible conversions between landmarks, in Chromium, and the same in Python once loaded."""
    import json

    from playwright.sync_api import sync_playwright

    from dpzoo.optimal.engine import optimal

    questions = [(s, v, t, f) for s, v in LANDMARKS for t, f in ANSWERS if s != t]
    asked = """([questions, runs]) => questions.map(([notion, values, target, fixed]) => {
        const times = [];
        let answered = false;
        for (let run = 0; run < runs; run += 1) {
            const start = performance.now();
            answered = dpzoo.optimum({ notion, values }, target, fixed) !== null;
            times.push(performance.now() - start);
        }
        return [answered, times[0], times.sort((a, b) => a - b)[Math.floor(runs / 2)]];
    })"""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=os.environ.get("CHROMIUM") or None, args=_arguments())
        page = browser.new_page()
        page.add_script_tag(content=(ROOT / "site/assets/optimal.js").read_text(encoding="utf-8"))
        found = page.evaluate(asked, json.loads(json.dumps([questions, RUNS])))
        browser.close()
    rows = [(q, first, middle) for q, (answered, first, middle) in zip(questions, found, strict=True) if answered]
    worst = max(rows, key=lambda r: r[1])
    print(
        f"optimum in Chromium, {len(rows)} of {len(questions)}: median {statistics.median(m for _, _, m in rows):.2f} ms, ",
        end="",
    )
    print(
        f"worst first call {worst[1]:.1f} ms ({worst[0][0]} to {worst[0][2]}), above 100 ms: {sum(f > 100 for _, f, _ in rows)}"
    )
    mine = []
    for source, values, target, fixed in questions:
        optimal({source: values}, target, fixed)
        mine.append(
            statistics.median(seconds(functools.partial(optimal, {source: values}, target, fixed)) for _ in range(3)) * 1e3
        )
    slow = sum(x > 10 for x in mine)
    print(
        f"optimum in Python, {len(mine)}: median {statistics.median(mine):.2f} ms, worst {max(mine):.1f} ms, above 10 ms: {slow}"
    )


def optima() -> None:
    """The best possible conversions beside those of dp-accounting, OpenDP and autodp (where installed), with processor times."""
    from importlib.util import find_spec

    from dp_accounting.rdp.rdp_privacy_accountant import compute_delta, compute_epsilon
    from opendp.combinators import make_zCDP_to_approxDP
    from opendp.measurements import make_gaussian
    from opendp.prelude import absolute_distance, atom_domain, enable_features

    from dpzoo.optimal.engine import optimal

    def spent(function: Callable[[], float]) -> tuple[float, float]:
        function()
        times = []
        for _ in range(RUNS):
            start = time.process_time()
            value = function()
            times.append(time.process_time() - start)
        return value, statistics.median(times) * 1e3

    compared = looser = 0

    def row(label: str, ours: Callable[[], float], others: dict[str, Callable[[], float]]) -> None:
        nonlocal compared, looser
        value, mine = spent(ours)
        parts = [f"dpzoo {value:.10g} ({mine:.1f} ms)"]
        for name, function in others.items():
            theirs, time_ = spent(function)
            compared, looser = compared + 1, looser + (value > theirs * (1 + 1e-9))
            parts.append(f"{name} {theirs:.10g} ({time_:.1f} ms){', LOOSER HERE' if value > theirs * (1 + 1e-9) else ''}")
        print(f"{label:<44} {'; '.join(parts)}")

    for alpha, epsilon in ((2, 0.1), (4, 0.01), (8, 1), (32, 0.2)):
        source = {"renyi-dp": {"alpha": alpha, "epsilon": epsilon}}
        for d in (1e-6, 1e-3):
            ours = functools.partial(optimal, source, "approximate-dp", {"delta": d})
            other = functools.partial(compute_epsilon, [alpha], [epsilon], d)
            row(f"({alpha}, {epsilon})-RDP, ε at δ = {d:g}", lambda f=ours: f().upper, {"dp-accounting": lambda f=other: f()[0]})
        for e in (0.5, 2.0):
            ours = functools.partial(optimal, source, "approximate-dp", {"epsilon": e})
            other = functools.partial(compute_delta, [alpha], [epsilon], e)
            row(f"({alpha}, {epsilon})-RDP, δ at ε = {e:g}", lambda f=ours: f().upper, {"dp-accounting": lambda f=other: f()[0]})
    enable_features("contrib")
    for rho in (0.1, 0.5):
        gaussian = make_gaussian(atom_domain(T=float, nan=False), absolute_distance(T=float), scale=1 / math.sqrt(2 * rho))
        profile = make_zCDP_to_approxDP(gaussian).map(1.0)
        source = {"zero-concentrated-dp": {"xi": 0, "rho": rho}}
        for d in (1e-6, 1e-3):
            ours = functools.partial(optimal, source, "approximate-dp", {"delta": d})
            others: dict[str, Callable[[], float]] = {"OpenDP": lambda f=profile, d=d: float(f.epsilon(d))}
            if find_spec("autodp") is not None:
                from autodp.converter import rdp_to_approxdp

                others["autodp"] = lambda r=rho, d=d: float(rdp_to_approxdp(lambda a: a * r)(d))
            row(f"zCDP, ρ = {rho}, ε at δ = {d:g}", lambda f=ours: f().upper, others)
        for e in (0.5, 4.0):
            ours = functools.partial(optimal, source, "approximate-dp", {"epsilon": e})
            row(
                f"zCDP, ρ = {rho}, δ at ε = {e:g}", lambda f=ours: f().upper, {"OpenDP": lambda f=profile, e=e: float(f.delta(e))}
            )
    print(f"{f'compared with other libraries {compared} times':<44} looser {looser} times")


def stands(page: Page) -> None:
    """Waits until the scripts of a page have run, which they do after its first frame."""
    page.locator("html[data-scripts]").wait_for(state="detached")


def _arguments() -> list[str]:
    return ["--no-sandbox"] if os.geteuid() == 0 else []


def semantics() -> None:
    """Running definitions, beside plain numpy on the same arrays in the same run."""
    import itertools

    import numpy as np

    import dpzoo
    from dpzoo.blocks import FiniteMechanism
    from dpzoo.blocks.divergences import hockey_stick
    from dpzoo.blocks.tradeoff import tradeoff_corners

    rng = np.random.default_rng(0)

    def against(label: str, ours: Callable[[], object], plain: Callable[[], object]) -> None:
        pairs = [(seconds(ours), seconds(plain)) for _ in range(RUNS)]
        a, b = (statistics.median(side) for side in zip(*pairs, strict=True))
        print(f"{label:52s} {a * 1e3:9.3f} ms, plain numpy {b * 1e3:9.3f} ms, {a / b:5.2f}×")

    m = FiniteMechanism([(0,), (1,)], range(1_000_000), rng.dirichlet(np.ones(1_000_000), size=2))
    p, q = m.row((0,)), m.row((1,))
    factor = math.e
    against(
        "δ(ε) of one pair, 10⁶ outcomes",
        lambda: hockey_stick(m.row((0,)), m.row((1,)), factor),
        lambda: np.maximum(p - factor * q, 0).sum(),
    )

    def plain_curve() -> object:
        order = np.argsort(p / q)
        return np.cumsum(p[order]), 1 - np.cumsum(q[order])

    against("trade-off curve, 10⁶ outcomes", lambda: tradeoff_corners(m.row((0,)), m.row((1,))), plain_curve)
    many_p, many_q = rng.dirichlet(np.ones(16), size=(2, 1000))
    against(
        "δ(ε) of 1,000 pairs, 16 outcomes",
        lambda: hockey_stick(many_p, many_q, factor),
        lambda: np.maximum(many_p - factor * many_q, 0).sum(axis=1),
    )

    zoo = dpzoo.load()
    bits = list(itertools.product((0, 1), repeat=6))
    six = FiniteMechanism(bits, range(1000), rng.dirichlet(np.full(1000, 50.0), size=64))

    def all_four() -> None:
        zoo["bounded-dp"].tightest(six)
        zoo["approximate-dp"].tightest(six, epsilon=0.5)
        zoo["renyi-dp"].tightest(six, alpha=2)
        zoo["zero-concentrated-dp"].tightest(six, xi=0)

    all_four()
    report("pure, approximate, Rényi, zCDP; 64 datasets × 1,000", statistics.median(seconds(all_four) for _ in range(RUNS)))


def explore(site: Path) -> None:
    """Clicks on every value of every facet of the padded table of notions, until it is painted, and until its last row stands."""
    import json

    from playwright.sync_api import sync_playwright

    html = (site / "notions.html").read_text(encoding="utf-8")
    (source,) = re.findall(r'id="dz-explore-data">(.*?)</script>', html, re.DOTALL)
    data = json.loads(source)
    before, body, after = re.split(r"(?<=<tbody role=\"rowgroup\">)(.*?)(?=</tbody>)", html, maxsplit=1, flags=re.DOTALL)
    rows = re.findall(r"<tr role=\"row\">.*?</tr>", body, re.DOTALL)
    picked = [i % len(rows) for i in range(TABLE_ROWS)]
    data["rows"] = [[f"{data['rows'][i][0]}-{n}", *data["rows"][i][1:]] for n, i in enumerate(picked)]
    padded = before + "".join(rows[i] for i in picked) + after
    text = json.dumps(data, ensure_ascii=False).replace("<", "\\u003c")
    (site / "padded.html").write_text(padded.replace(source, text), encoding="utf-8")
    # the work of the click itself, with the layout that it causes; and until the frame after it is on the screen
    measured = """async () => {
        const frame = () => new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
        const times = [];
        for (const box of document.querySelectorAll(".dz-filters input[type=checkbox]"))
            for (let twice = 0; twice < 2; twice += 1) {
                await frame(); await frame();
                const start = performance.now();
                box.click();
                document.body.getBoundingClientRect();
                const work = performance.now() - start;
                await frame();
                const painted = performance.now() - start;
                const count = parseInt(document.querySelector("#dz-result").textContent, 10);
                while (document.querySelectorAll(".dz-explore-table tbody tr:not([hidden])").length < count) await frame();
                times.push([work, painted, performance.now() - start]);
            }
        return [times, document.querySelectorAll(".dz-explore-table tbody tr").length];
    }"""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=os.environ.get("CHROMIUM") or None, args=_arguments())
        for width in (1280, 390):
            page = browser.new_page(viewport={"width": width, "height": 800})
            page.goto((site / "padded.html").as_uri())
            stands(page)
            times, count = page.evaluate(measured)
            assert count == TABLE_ROWS
            until = ("script and layout", "until painted", "until all rows stand")
            for what, column in zip(until, zip(*times, strict=True), strict=True):
                worst, middle = max(column), statistics.median(column)
                label = f"facet click, {count} rows, {width} px, {what}"
                print(f"{label:<60} median {middle:6.1f} ms, worst of {len(column)} {worst:6.1f} ms")
        browser.close()


def seconds(work: Callable[[], object]) -> float:
    """Wall time of one call."""
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


def scale() -> None:
    """The closure at sizes that the base may grow to, and at the size of the Equational Theories Project."""
    import random
    import resource

    import dpzoo
    from dpzoo.records.claims import Relation
    from dpzoo.records.enums import RelationKind
    from dpzoo.records.evidence import Evidence
    from dpzoo.records.findings import Location
    from dpzoo.relations.claims import Claim
    from dpzoo.relations.inference import Inference

    cited = (Evidence(cite="DP22", at="nowhere"),)

    def synthetic(notions: int, claims: int, depth: int, seed: int) -> Inference:
        """Random claims from earlier to later notions, one in six a separation."""
        rng = random.Random(seed)
        names = [f"n{i:05d}" for i in range(notions)]
        made = []
        for number in range(claims):
            a = rng.randrange(notions - 1)
            b = min(notions - 1, a + 1 + int(rng.expovariate(1 / depth)))
            kind = RelationKind.DOES_NOT_IMPLY if number % 6 == 0 else RelationKind.STRONGER_THAN
            # a separation against the order of the notions never meets a positive claim
            start, end = (b, a) if kind.negative else (a, b)
            relation = Relation.model_construct(kind=kind, object=names[end], evidence=cited, given=(), at=None, disputed=None)
            made.append(Claim(f"{number}", names[start], relation, Location(Path("x"), 1, 1)))
        return Inference(names, made, {}, lambda claim: True)

    for notions, claims, depth, label in (
        (1_000, 3_000, 40, ""),
        (3_000, 9_000, 40, ""),
        (10_000, 30_000, 40, ""),
        (4_700, 11_000, 40, " (Equational Theories size)"),
    ):
        inference = synthetic(notions, claims, depth, seed=1)
        start = time.perf_counter()
        reach = inference.reach(RelationKind.STRONGER_THAN)
        inference.denied(RelationKind.STRONGER_THAN)
        report(f"closure, {notions} notions, {claims} claims{label}", time.perf_counter() - start)
        pairs = sum(reach.row(i).bit_count() - 1 for i in range(notions))
        print(f"{'  derived pairs':<40}{pairs:>10,}")
    print(f"{'peak memory of this process':<40}{resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024:8.0f} MB")

    zoo = dpzoo.load()
    pairs = len(zoo.claims) and len(zoo) ** 2
    gc.collect()  # what loading leaves to be looked through is not counted
    start = time.process_time()
    inference = zoo.inference
    for kind in (RelationKind.STRONGER_THAN, RelationKind.IMPLIES):
        for first in range(len(inference.ids)):
            inference.closure.tree(kind, first)
        inference.denied(kind)
    spent = time.process_time() - start
    report("the real base, closed with derivations", spent)
    print(f"{'  for an ordered pair':<40}{spent / pairs * 1e6:8.2f} µs of processor time")


def pad(source: Path, target: Path, records: int) -> None:
    """The knowledge base with synthetic copies up to so many notions."""
    shutil.copytree(source, target)
    originals = sorted(p for p in target.glob("*/*.yaml") if p.parent.name != "errata")
    for number in range(records - len(originals)):
        original = originals[number % len(originals)]
        text = original.read_text(encoding="utf-8")
        # no two names alike, and no dispute twice
        text = re.sub(r"^name: .*$", f"name: Synthetic notion {number}", text, count=1, flags=re.MULTILINE)
        text = re.sub(r"^(abbreviation|aliases|former_ids):.*\n(?:[ -].*\n)*", "", text, flags=re.MULTILINE)
        body = text.partition("\nrelations:")[0] + "\n" if "disputed:" in text else text
        (original.parent / f"synthetic-{number}.yaml").write_text(body, encoding="utf-8")


def measure(command: list[str], cwd: Path, runs: int = RUNS) -> float:
    times = []
    environment = {**os.environ, "NO_MKDOCS_2_WARNING": "1", "PYTHONPATH": str(cwd)}
    for run in range(runs + (runs > 1)):
        start = time.perf_counter()
        subprocess.run(command, cwd=cwd, env=environment, check=False, capture_output=True)
        if run or runs == 1:
            times.append(time.perf_counter() - start)
    return statistics.median(times)


def report(what: str, seconds: float) -> None:
    print(f"{what:<40}{seconds:8.3f} s")


if __name__ == "__main__":
    main()
