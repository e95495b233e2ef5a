"""What the promises about speed are measured with: ``make bench``, or ``python tests/bench.py [--record] [PART…]``.

What has a yardstick (numpy, networkx, libyaml, dp-accounting, OpenDP, the libraries of the command line) is measured beside it in
one run, in processor time, so that the ratio says something on a machine that is busy or slow. Printed are medians with the
least and the greatest of the runs. A ratio that lies above the one in ``bench.json``, in each single run and by more than a
quarter, is a regression: it is named at the end, and the exit code is 1. ``--record`` writes the ratios of the parts that ran.
"""

from __future__ import annotations

import contextlib
import functools
import gc
import json
import math
import os
import re
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from dpzoo.zoo.zoo import Zoo

ROOT = Path(__file__).resolve().parent.parent
BASELINE = Path(__file__).with_name("bench.json")
SLOWER = 1.25
"""How many times the recorded ratio even the best run must exceed to count as slower."""
RECORDS = 1_000
RUNS = 9
TABLE_ROWS = 1_000
SITES = (1_000, 2_000)
COLD = 0.35
"""What a cold command may cost, in seconds of processor time."""

RATIOS: dict[str, list[float]] = {}
"""By label the ratio to the yardstick in each run."""


def main() -> int:
    parts = {
        "tables": tables,
        "conversions": conversions,
        "optima": optima,
        "browser": in_the_browser,
        "closure": scale,
        "commands": commands,
        "sites": sites,
    }
    given = [a for a in sys.argv[1:] if a != "--record"]
    if unknown := [a for a in given if a not in parts]:
        print(f"there is no part {unknown[0]}; the parts are {', '.join(parts)}", file=sys.stderr)
        return 2
    for name in given or parts:
        parts[name]()
    return record() if "--record" in sys.argv else compared()


def record() -> int:
    """Write the ratios of this run into the baseline."""
    known = json.loads(BASELINE.read_text(encoding="utf-8")) if BASELINE.exists() else {}
    known.update({label: float(f"{statistics.median(found):.3g}") for label, found in RATIOS.items()})
    BASELINE.write_text(json.dumps(dict(sorted(known.items())), ensure_ascii=False, indent=2) + "\n", encoding="utf-8")
    return 0


def compared() -> int:
    """Name what has become slower than the baseline says, and what it does not have."""
    known = json.loads(BASELINE.read_text(encoding="utf-8"))
    slower = [label for label, found in RATIOS.items() if label in known and min(found) > SLOWER * known[label]]
    for label in slower:
        print(f"SLOWER: {label}: {statistics.median(RATIOS[label]):.3g} times its yardstick, {known[label]:.3g} when recorded")
    for label in RATIOS:
        if label not in known:
            print(f"not recorded: {label}")
    return 1 if slower else 0


def beside(
    label: str, ours: Callable[[], float], yardstick: str, theirs: Callable[[], float], runs: int = RUNS
) -> tuple[list[float], list[float]]:
    """Measure two things in turn, each of which says what it cost, and print both; the first ones are not counted."""
    ours(), theirs()
    pairs = [(ours(), theirs()) for _ in range(runs)]
    a, b = [x for x, _ in pairs], [y for _, y in pairs]
    RATIOS[label] = [x / max(y, 1e-6) for x, y in pairs]
    ratio = statistics.median(RATIOS[label])
    print(f"{label:<58} {shown(a)}; {yardstick} {shown(b)}; {ratio:6.2f}×", flush=True)
    return a, b


def shown(times: Sequence[float]) -> str:
    """The median and the spread, in milliseconds."""
    return f"{statistics.median(times) * 1e3:9.2f} ms [{min(times) * 1e3:.2f} to {max(times) * 1e3:.2f}]"


def spent(work: Callable[[], object]) -> float:
    """Processor time of one call."""
    start = time.process_time()
    work()
    return time.process_time() - start


def process(*command: str, cwd: Path = ROOT, **environment: str) -> float:
    """Processor time of one process; a process that fails ends the measurement."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run(
        command,
        cwd=cwd,
        env={**os.environ, "NO_MKDOCS_2_WARNING": "1", **environment},
        check=False,
        capture_output=True,
        text=True,
    )
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    if done.returncode != 0:
        raise SystemExit(f"{' '.join(command)} ended with {done.returncode}: {(done.stderr or done.stdout)[-2000:]}")
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def commands() -> None:
    """Cold commands beside a process that only imports what every command line of this kind stands on.

    Both find what Python has compiled before, as after an installation: a process that may not keep it would compile dpzoo anew.
    """
    libraries = "import typer, typer.main, pydantic, rich.console; pydantic.BaseModel"
    with tempfile.TemporaryDirectory() as folder:
        compiled = {"PYTHONDONTWRITEBYTECODE": "", "PYTHONPYCACHEPREFIX": f"{folder}/compiled"}
        here = {"PYTHONPATH": str(ROOT), "DPZOO_CACHE": f"{folder}/bases", **compiled}
        yardstick = functools.partial(process, sys.executable, "-c", libraries, **compiled)
        for arguments in (
            ("show", "zCDP"),
            ("show", "bounded-dp"),
            ("compare", "zCDP", "RDP"),
            ("compare", "pufferfish", "bounded DP"),
            ("convert", "zCDP(rho=0.5)", "approximate-dp", "--fix", "delta=1e-6"),
            ("convert", "RDP(alpha=8, epsilon=1)", "kl-privacy"),
        ):
            command = functools.partial(process, sys.executable, "-m", "dpzoo", *arguments, **here)
            mine, _ = beside(f"dpzoo {' '.join(arguments)}", command, "the libraries alone", yardstick)
            if statistics.median(mine) > COLD:
                print(f"  above {COLD} s of processor time")
        bare = functools.partial(process, sys.executable, "-c", "pass", **compiled)
        beside("import dpzoo", functools.partial(process, sys.executable, "-c", "import dpzoo", **here), "bare Python", bare)
    with tempfile.TemporaryDirectory() as folder:
        checkout = Path(folder)
        pad(checkout, RECORDS)
        load = "yaml.load(p.read_bytes(), yaml.CSafeLoader)"
        parse = f"import yaml, pathlib; [{load} for p in pathlib.Path('definitions').rglob('*.yaml')]"
        beside(
            f"dpzoo check, {RECORDS} notions",
            functools.partial(process, sys.executable, "-m", "dpzoo", "check", "definitions", cwd=checkout, PYTHONPATH=str(ROOT)),
            "libyaml on the same files",
            functools.partial(process, sys.executable, "-c", parse, cwd=checkout),
            runs=3,
        )


def sites() -> None:
    """The website, as it is and at sizes that it may grow to."""
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
    for part in ("dpzoo", "site", "tests", *(() if records else ("definitions", "proofs"))):
        shutil.copytree(ROOT / part, folder / part)
    for part in ("mkdocs.yml", "README.md", "CHANGELOG.md", "CITATION.cff"):
        if (ROOT / part).is_file():
            shutil.copy(ROOT / part, folder / part)
    if records:
        pad(folder, records)
    what = "site, as it is" if records is None else f"site, {records} notions"
    # what witnesses showed is kept by every project; what a build alone makes is not
    if (ROOT / "build/cache/witnesses").is_dir():
        shutil.copytree(ROOT / "build/cache/witnesses", folder / "build/cache/witnesses")
        for kept in (folder / "build/cache/witnesses").glob("example-audit.*"):
            kept.unlink()
    command = [sys.executable, "-m", "mkdocs", "build", "--quiet", "--site-dir", str(folder / "built")]
    for how in ("nothing kept but the witnesses", "built before"):
        start = time.perf_counter()
        used = process(*command, cwd=folder, PYTHONPATH=str(folder))
        print(f"{f'{what}, {how}':<60} {time.perf_counter() - start:7.1f} s, {used:7.1f} s of processor time", flush=True)
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
            page.goto((site / "map.html#sheet=tables").as_uri())  # an address that asks for something does not wait for a reader
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
        print(f"{'map, slowed 4×, until it answers':<60} {shown(ready)}")
        print(f"{'map, slowed 4×, one focus':<60} {shown(focused)}")
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
    from playwright.sync_api import sync_playwright

    from dpzoo.optimal.engine import optimal
    from dpzoo.site.convert_page import SCRIPTS

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
        for script in ("assets/expressions.js", *(s for s in SCRIPTS if "optimal" in s)):
            page.add_script_tag(content=(ROOT / "site" / script).read_text(encoding="utf-8"))
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
        mine.append(statistics.median(spent(functools.partial(optimal, {source: values}, target, fixed)) for _ in range(3)) * 1e3)
    slow = sum(x > 10 for x in mine)
    print(
        f"optimum in Python, {len(mine)}: median {statistics.median(mine):.2f} ms, worst {max(mine):.1f} ms, above 10 ms: {slow}"
    )


PAIRS = {
    "epsilon-dp": ("epsilon=1", {}),
    "approximate-dp": ("epsilon=1, delta=1e-6", {"delta": 1e-6}),
    "probabilistic-dp": ("epsilon=1, delta=1e-6", {"delta": 1e-6}),
    "relaxed-dp": ("epsilon=1, delta_a=1e-6, delta_p=1e-5", {"delta_a": 1e-6, "delta_p": 1e-6}),
    "renyi-dp": ("alpha=4, epsilon=0.5", {"alpha": 2}),
    "zero-concentrated-dp": ("xi=0, rho=0.5", {"xi": 0}),
    "approximate-zero-concentrated-dp": ("xi=0.1, rho=0.2, delta=1e-6", {"xi": 0, "delta": 1e-6}),
    "bounded-concentrated-dp": ("xi=0.1, rho=0.2, omega=20", {"xi": 0, "omega": 10}),
    "truncated-codp-bdrs18": ("rho=0.2, omega=20", {"omega": 10}),
    "truncated-codp-col16": ("xi=1, tau=0.2", {"xi": 1}),
    "mean-concentrated-dp": ("mu=0.3, tau=0.5", {"mu": 1}),
    "kl-privacy": ("epsilon=0.3", {}),
    "total-variation-privacy": ("epsilon=0.3", {}),
    "fk-divergence-dp": ("k=2, epsilon=0.5", {"k": 2}),
    "range-bounded-privacy": ("epsilon=1", {}),
    "gaussian-dp": ("mu=0.5", {}),
}
"""Notions that bound a divergence: a guarantee, and what is fixed where the notion is the target."""


def conversions() -> None:
    """Every conversion among the notions that bound a divergence, and some beside other libraries."""
    from dp_accounting.rdp.rdp_privacy_accountant import compute_epsilon

    import dpzoo
    from dpzoo.relations.guarantees import GuaranteeError

    zoo = dpzoo.load()
    zoo.convert("RDP(alpha=3, epsilon=0.2)", "approximate-dp", delta=1e-5)
    orders = list(range(2, 257))

    def theirs() -> float:
        return spent(lambda: [compute_epsilon(orders, [0.5 * a for a in orders], 1e-6) for _ in range(1000)])

    for what, ask, most in (("conversion", zoo.convert, 0.05), ("optimum", zoo.optimal, 0.5)):
        slow: list[tuple[float, str]] = []

        def every(ask: Callable[..., object] = ask, slow: list[tuple[float, str]] = slow) -> float:
            slow.clear()
            for source, (values, _) in PAIRS.items():
                for target, (_, fixed) in PAIRS.items():
                    start = time.process_time()
                    with contextlib.suppress(GuaranteeError):  # refused, with a reason: an answer too
                        ask(f"{source}({values})", target, **fixed)
                    slow.append((time.process_time() - start, f"{source} to {target}"))
            slow.sort(reverse=True)
            return sum(t for t, _ in slow)

        beside(f"every {what} among {len(PAIRS)} notions", every, "1,000 of dp-accounting's", theirs, runs=3)
        times = [t for t, _ in slow]
        above = [f"{name} {t * 1e3:.0f} ms" for t, name in slow if t > most]
        print(f"  one {what}: {shown(times)}; {len(above)} of {len(times)} above {most * 1e3:.0f} ms: {', '.join(above[:5])}")


def optima() -> None:
    """The best possible conversions beside those of dp-accounting, OpenDP and autodp (where installed), with processor times."""
    from importlib.util import find_spec

    from dp_accounting.rdp.rdp_privacy_accountant import compute_delta, compute_epsilon
    from opendp.combinators import make_zCDP_to_approxDP
    from opendp.measurements import make_gaussian
    from opendp.prelude import absolute_distance, atom_domain, enable_features

    from dpzoo.optimal.engine import optimal

    looser: list[bool] = []

    def row(label: str, ours: Callable[[], float], others: dict[str, Callable[[], float]]) -> None:
        value = ours()
        for name, function in others.items():
            theirs = function()
            looser.append(value > theirs * (1 + 1e-9))
            many = lambda f=function: spent(lambda: [f() for _ in range(100)]) / 100  # noqa: E731  one is over in microseconds
            beside(f"{label}, {name}", lambda: spent(ours), name, many)
            print(f"  {value:.10g}, {name} {theirs:.10g}{', LOOSER HERE' if looser[-1] else ''}")

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
    print(f"compared with other libraries {len(looser)} times, looser {sum(looser)} times")


def stands(page: Page) -> None:
    """Waits until the scripts of a page have run, which they do after its first frame."""
    page.locator("html[data-scripts]").wait_for(state="detached")


def _arguments() -> list[str]:
    return ["--no-sandbox"] if os.geteuid() == 0 else []


def tables() -> None:
    """Definitions run on tables, beside numpy's direct formulas on the same arrays."""
    import itertools

    import numpy as np

    import dpzoo
    from dpzoo.blocks import FiniteMechanism
    from dpzoo.blocks.divergences import hockey_stick
    from dpzoo.blocks.tradeoff import tradeoff_corners

    rng = np.random.default_rng(0)
    zoo = dpzoo.load()

    def against(label: str, ours: Callable[[], object], plain: Callable[[], object]) -> None:
        beside(label, lambda: spent(ours), "numpy", lambda: spent(plain))

    m = FiniteMechanism([(0,), (1,)], range(1_000_000), rng.dirichlet(np.ones(1_000_000), size=2))
    p, q = m.row((0,)), m.row((1,))
    factor = math.exp(0.5)

    def curve(a: Any, b: Any) -> Any:
        order = np.argsort(b / a)
        return np.cumsum(a[order]), np.cumsum(b[order])

    def least(a: Any, b: Any) -> float:
        given, other = curve(a, b)
        with np.errstate(all="ignore"):
            return float(np.nanmax(np.log((given - 1e-6) / other)))

    direct: dict[str, tuple[dict[str, Any], Callable[[], object]]] = {
        "bounded-dp": ({}, lambda: np.abs(np.log(p / q)).max()),
        "approximate-dp": ({"epsilon": 0.5}, lambda: max(np.maximum(a - factor * b, 0).sum() for a, b in ((p, q), (q, p)))),
        "approximate-dp ": ({"delta": 1e-6}, lambda: max(least(p, q), least(q, p))),
        "probabilistic-dp": ({"epsilon": 0.5}, lambda: max(a[a > factor * b].sum() for a, b in ((p, q), (q, p)))),
        "renyi-dp": ({"alpha": 2}, lambda: max(np.log((a**2 / b).sum()) for a, b in ((p, q), (q, p)))),
        "renyi-dp ": ({"alpha": 2.5}, lambda: max(np.log((a**2.5 * b**-1.5).sum()) / 1.5 for a, b in ((p, q), (q, p)))),
        "kl-privacy": ({}, lambda: max((a * np.log(a / b)).sum() for a, b in ((p, q), (q, p)))),
        "total-variation-privacy": ({}, lambda: np.abs(p - q).sum() / 2),
        "range-bounded-privacy": ({}, lambda: np.ptp(np.log(p / q))),
    }
    for name, (given, plain) in direct.items():
        notion = zoo[name.strip()]
        at = "".join(f" at {k} = {v:g}" for k, v in given.items())
        against(f"tightest, {notion.short}{at}, 10⁶ outcomes", lambda n=notion, g=given: n.tightest(m, **g), plain)  # type: ignore[misc]
    against("trade-off curve, 10⁶ outcomes", lambda: tradeoff_corners(p, q), lambda: curve(p, q))
    many_p, many_q = rng.dirichlet(np.ones(16), size=(2, 1000))
    against(
        "δ(ε) of 1,000 pairs, 16 outcomes",
        lambda: hockey_stick(many_p, many_q, factor),
        lambda: np.maximum(many_p - factor * many_q, 0).sum(axis=1),
    )
    bits = list(itertools.product((0, 1), repeat=6))
    six = FiniteMechanism(bits, range(1000), rng.dirichlet(np.full(1000, 50.0), size=64))
    neighbours = [(i, i ^ 1 << k) for i in range(64) for k in range(6)]
    left, right = (six.matrix[[pair[side] for pair in neighbours]] for side in (0, 1))
    against(
        "tightest, pure DP, 64 datasets × 1,000",
        lambda: zoo["bounded-dp"].tightest(six),
        lambda: np.log(left / right).max(),
    )


def explore(site: Path) -> None:
    """Clicks on every value of every facet of the padded table of notions, until it is painted, and until its last row stands."""
    import json

    from playwright.sync_api import sync_playwright

    html = (site / "notions.html").read_text(encoding="utf-8")
    (source,) = re.findall(r'id="dz-explore-data"[^>]*>(.*?)</script>', html, re.DOTALL)
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


def scale() -> None:
    """The closure at sizes that the base may grow to, and at the size of the Equational Theories Project."""
    import random

    import dpzoo
    from dpzoo.records.claim_records import Relation
    from dpzoo.records.enums import RelationKind
    from dpzoo.records.evidence import Evidence
    from dpzoo.records.findings import Location
    from dpzoo.relations.claims import Claim
    from dpzoo.relations.inference import Inference
    from dpzoo.zoo.zoo import Zoo

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
        edges = [(c.subject, c.object) for c in inference.claims if not c.kind.negative]

        def ours(notions: int = notions, claims: int = claims, depth: int = depth) -> float:
            anew = synthetic(notions, claims, depth, seed=1)
            kind = RelationKind.STRONGER_THAN
            return spent(lambda: (anew.reach(kind), anew.denied(kind)))

        some = 1 if notions <= 1_000 else 100  # to close the larger ones takes networkx minutes

        def theirs(edges: list[tuple[str, str]] = edges, some: int = some) -> float:
            return spent(lambda: closed(edges, some)) * some

        beside(f"closure, {notions:,} notions, {claims:,} claims{label}", ours, "networkx, what follows only", theirs, runs=3)
        reach = inference.reach(RelationKind.STRONGER_THAN)
        pairs = sum(reach.row(i).bit_count() - 1 for i in range(notions))
        assert some > 1 or pairs == closed(edges)
        print(f"{'  derived pairs':<40}{pairs:>10,}")
    print(f"{'peak memory of this process':<40}{resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024:8.0f} MB")

    zoo = dpzoo.load()
    fresh = dpzoo.load(ROOT / "definitions").base
    claimed = [(c.subject, c.object) for c in zoo.claims if c.kind in _GIVING and not c.disputed and not c.conditional]

    def everything(asked: Zoo) -> float:
        assert asked.claims  # read, and so not counted
        gc.collect()  # neither is what loading leaves to be looked through
        return spent(lambda: derived(asked))

    for how, made in (("as it is stored", dpzoo.load), ("worked out from the records", lambda: Zoo(fresh))):
        label = f"the real base, closed with derivations, {how}"
        ours = lambda made=made: everything(made())  # noqa: E731
        times, _ = beside(label, ours, "networkx", lambda: spent(lambda: closed(claimed)))
        each = statistics.median(times) / len(zoo) ** 2
        print(f"{'  for an ordered pair':<40}{each * 1e6:8.2f} µs of processor time")


_GIVING = ("stronger_than", "equivalent_to", "same_as")


def closed(edges: Sequence[tuple[str, str]], some: int = 1) -> int:
    """How many ordered pairs follow by transitivity, from every so many-th notion, by another library."""
    import networkx as nx

    graph: nx.DiGraph[str] = nx.DiGraph(edges)
    return sum(len(nx.descendants(graph, node)) for node in list(graph)[::some])


def derived(zoo: Zoo) -> None:
    """Everything that follows, with a derivation for each, and everything that is refuted."""
    from dpzoo.records.enums import RelationKind

    inference = zoo.inference
    for kind in (RelationKind.STRONGER_THAN, RelationKind.IMPLIES):
        for first in range(len(inference.ids)):
            inference.closure.tree(kind, first)
        inference.denied(kind)


def pad(folder: Path, records: int) -> None:
    """The knowledge base and its proofs in a folder, with copies of its notions up to so many, and without a fault."""
    import yaml

    from dpzoo.loading.folder import load_folder
    from dpzoo.notions.assembling import assembled

    for part in ("definitions", "proofs"):
        shutil.copytree(ROOT / part, folder / part)
    base = load_folder(ROOT / "definitions").base
    copied = [
        (n.source.path, n.id)
        for n in base.notions.values()
        if assembled(n.id, n.record) is not None
        and not re.search(r"erratum|disputed|verdict: open", n.source.path.read_text("utf-8"))
    ]
    for number in range(records - len(base.notions)):
        path, original = copied[number % len(copied)]
        data = argued(yaml.load(path.read_text("utf-8"), yaml.CSafeLoader))
        for key in ("abbreviation", "aliases", "former_ids", "typed", "landmark", "confusable_with", "compared_as"):
            data.pop(key, None)  # no two notions are called alike
        data["name"] = f"Synthetic notion {number}"
        data["relations"] = [{"same_as": original, "evidence": _COPY}]
        place = folder / path.relative_to(ROOT).parent / f"synthetic-{number}.yaml"
        place.write_text(yaml.safe_dump(data, allow_unicode=True, sort_keys=False, width=130), "utf-8")
    loaded = load_folder(folder / "definitions")
    assert not loaded.findings, loaded.findings[0]
    assert len(loaded.base.notions) == records


_COPY = [{"proof": "It is a copy."}]


def argued(data: Any) -> Any:
    """Data of a record without evidence that speaks of the original alone."""
    match data:
        case dict():
            return {key: _COPY if key == "evidence" else argued(value) for key, value in data.items()}
        case list():
            return [argued(value) for value in data]
        case _:
            return data


if __name__ == "__main__":
    sys.exit(main())
