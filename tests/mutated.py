"""Mutated records and command lines: every one gets findings or one sentence, never a traceback.

``python tests/mutated.py 10000 2000`` tries so many of both; the tests try a few.
"""

from __future__ import annotations

import contextlib
import io
import random
import shutil
import sys
import tempfile
import traceback
from collections.abc import Iterator
from pathlib import Path

from dpzoo.checks import check
from dpzoo.loading.folder import load_folder

ROOT = Path(__file__).resolve().parent.parent
BATCH = 25
_ODD = (
    "{",
    "}",
    "[",
    "]",
    ":",
    "#",
    "&a ",
    "*a",
    "!!x ",
    "'",
    '"',
    "\t",
    "\u00a0",
    "\u202e",
    "-1",
    "1e999",
    "null",
    "inf",
    "1/0",
    "=>",
)
_COMMANDS = tuple(
    "check list show search compare explain convert meaning audit mechanism witness falsify diff export schema open "  # noqa: SIM905
    "compose solve combine deployment system falsify-code formal".split()
)
_WORDS = (
    *("-h", "--format", "json", "text", "--limit", "0", "-1", "RDP", "zCDP", "renyi-dp", "epsilon-dp", "nonsense", "", "(", ")"),
    *("renyi-dp(alpha=2,epsilon=1)", "approximate-dp", "--fix", "delta=1e-6", "delta=nan", "--set", "x=1/0", "--missing"),
    *("--trials", "1", "--changed", "--base", "HEAD", "\u202e", "tests"),
    *("gaussian(sigma=?)*100", "laplace(b=1e-320)*3", "gaussian(sigma=1e308)", "rr(p=½)", "approximate(epsilon=-1, delta=2)*0"),
    *("--delta", "1e-400", "--epsilon", "1e999", "--to", "--prior", "0.5,2", "--days", "0", "--registry", "Google", "ADP", "∞"),
)


def mutants(number: int, seed: int) -> Iterator[tuple[Path, str]]:
    """So many records with one to three edits: lines lost, doubled or swapped, characters changed, odd signs put in."""
    rng = random.Random(seed)
    paths = sorted((ROOT / "definitions").rglob("*.yaml"))
    for _ in range(number):
        path = rng.choice(paths)
        lines = path.read_text(encoding="utf-8").split("\n")
        for _ in range(rng.randint(1, 3)):
            k = rng.randrange(len(lines))
            match rng.randrange(6):
                case 0:
                    lines.pop(k) if len(lines) > 1 else None
                case 1:
                    lines.insert(k, lines[k])
                case 2:
                    other = rng.randrange(len(lines))
                    lines[k], lines[other] = lines[other], lines[k]
                case 3:
                    at = rng.randint(0, len(lines[k]))
                    lines[k] = lines[k][:at] + rng.choice(_ODD) + lines[k][at:]
                case 4:
                    at = rng.randint(0, len(lines[k]))
                    lines[k] = lines[k][:at] + lines[k][at + rng.randint(1, 4) :]
                case _:
                    lines[k] = lines[k].replace("epsilon", rng.choice(("delta", "1/0", "epsilom", "2*epsilon")), 1)
        yield path.relative_to(ROOT / "definitions"), "\n".join(lines)


def broken_records(number: int, seed: int) -> list[str]:
    """The tracebacks of so many mutated records, checked with all others in batches."""
    found: list[str] = []
    with tempfile.TemporaryDirectory() as place:
        root = Path(place) / "definitions"
        shutil.copytree(ROOT / "definitions", root)
        batch: dict[Path, str] = {}
        for path, text in mutants(number, seed):
            batch[path] = text
            if len(batch) == BATCH:
                found += _tried(root, batch)
                batch = {}
        found += _tried(root, batch)
    return found


def _tried(root: Path, batch: dict[Path, str]) -> list[str]:
    before = {p: (root / p).read_text(encoding="utf-8") for p in batch}
    for p, text in batch.items():
        (root / p).write_text(text, encoding="utf-8")
    try:
        loaded = load_folder(root)
        places = [f.location for f in (*loaded.findings, *check(loaded.base))]
        return [f"no file in {place}" for place in places if not place.path.name]
    except Exception:  # noqa: BLE001  what is looked for
        return [traceback.format_exc()]
    finally:
        for p, text in before.items():
            (root / p).write_text(text, encoding="utf-8")


def broken_commands(number: int, seed: int) -> list[str]:
    """The command lines, of so many made of words at random, that end in an internal error."""
    from dpzoo.cli.main import main

    rng = random.Random(seed)
    found: list[str] = []
    for _ in range(number):
        words = [rng.choice(_COMMANDS), *rng.choices(_WORDS, k=rng.randint(0, 4))]
        if words[0] == "falsify" or "--changed" in words:
            words += ["--missing"] if words[0] == "falsify" else ["--no-attack"]
        said = io.StringIO()
        sys.argv = ["dpzoo", *words]
        with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(said):
            try:
                main()
            except SystemExit:
                pass
            except BaseException:  # noqa: BLE001  what is looked for
                said.write(traceback.format_exc())
        if "internal error" in said.getvalue() or "Traceback" in said.getvalue():
            found.append(f"{words}: {said.getvalue()[-2000:]}")
    return found


if __name__ == "__main__":
    records, commands = (int(n) for n in sys.argv[1:3])
    failures = [*broken_records(records, 1), *broken_commands(commands, 1)]
    for failure in failures:
        sys.stdout.write(f"{failure}\n")
    sys.stdout.write(f"{len(failures)} of {records} mutated records and {commands} command lines broke\n")
    sys.exit(bool(failures))
