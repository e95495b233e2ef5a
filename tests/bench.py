"""What the promises about speed are measured with: ``make bench``. Prints medians; judges nothing."""

from __future__ import annotations

import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
RECORDS = 250
RUNS = 7


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        checkout = Path(folder) / "checkout"
        for part in ("dpzoo", "site", "mkdocs.yml"):
            copy = shutil.copytree if (ROOT / part).is_dir() else shutil.copy
            copy(ROOT / part, checkout / part) if checkout.exists() else (checkout.mkdir(), copy(ROOT / part, checkout / part))
        pad(ROOT / "definitions", checkout / "definitions")
        bare = measure([sys.executable, "-c", "pass"], checkout)
        report("bare Python", bare)
        report("import dpzoo, over bare Python", measure([sys.executable, "-c", "import dpzoo"], checkout) - bare)
        report(f"dpzoo check, {RECORDS} records", measure([sys.executable, "-m", "dpzoo", "check", "definitions"], checkout))
        report(
            "dpzoo show zero-concentrated-dp", measure([sys.executable, "-m", "dpzoo", "show", "zero-concentrated-dp"], checkout)
        )
        report("dpzoo show zCDP", measure([sys.executable, "-m", "dpzoo", "show", "zCDP"], checkout))
        report(f"site, {RECORDS} records", measure([sys.executable, "-m", "mkdocs", "build", "--quiet"], checkout, runs=1))
    report(
        "site, as it is",
        measure([sys.executable, "-m", "mkdocs", "build", "--quiet", "--site-dir", tempfile.mkdtemp()], ROOT, runs=1),
    )


def pad(source: Path, target: Path) -> None:
    """The knowledge base with synthetic copies up to RECORDS notions."""
    shutil.copytree(source, target)
    originals = sorted(p for p in target.glob("*/*.yaml") if p.parent.name != "errata")
    for number in range(RECORDS - len(originals)):
        original = originals[number % len(originals)]
        text = original.read_text(encoding="utf-8").splitlines(keepends=True)
        # no two names alike, and no dispute twice
        text = [
            f"name: Synthetic notion {number}\n" if line.startswith("name:") else line
            for line in text
            if not line.startswith("abbreviation:")
        ]
        body = "".join(text).partition("\nrelations:")[0] + "\n" if "disputed:" in "".join(text) else "".join(text)
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
