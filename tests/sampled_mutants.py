"""A seeded sample of mutmut's mutants of some folders against some tests: python tests/sampled_mutants.py --help.

mutmut makes the mutants; they are run here, since one collection of the tests then serves all of them: each mutant is a fork of
the process that collected, with the tests that reach its function, the cheapest first, until one fails. A mutant of a function
that also runs while modules are imported is tried in a process of its own, too. Results are written line by line, so that an
interrupted run goes on where it was; those that survive are printed with their changed lines.
"""

from __future__ import annotations

import argparse
import difflib
import functools
import importlib
import itertools
import json
import math
import os
import pkgutil
import random
import resource
import shutil
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import _pytest.nodes
import _pytest.python
import _pytest.runner
import mutmut.mutation.trampoline
import pytest
from mutmut.mutation.file_mutation import mutate_file_contents
from mutmut.utils.format_utils import get_mutant_name

START, ROOT = Path.cwd(), Path(__file__).resolve().parent.parent
COPIED = ("dpzoo", "definitions", "tests", "site", "tools", "proofs")
FILES = ("pyproject.toml", "mkdocs.yml", "CHANGELOG.md", "README.md", "Makefile", "CONTRIBUTING.md", "CITATION.cff")
MEMORY = 6 << 30
Versions = dict[str, Callable[..., Any]]

functions: list[tuple[str, Versions]] = []
"""The module of each function that has mutants, and its versions; the one called ``now`` runs."""
reached: set[str] = set()


def versions_of(versions: Versions, is_classmethod: bool = False) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """What stands in for mutmut's trampoline, which reads the environment at every call."""

    def wrap(function: Callable[..., Any]) -> Callable[..., Any]:
        functions.append((function.__module__, versions))
        alone = os.environ.get("ALONE", "").rpartition(".")

        @functools.wraps(function)
        def run(*args: Any, **named: Any) -> Any:
            if "now" not in versions:
                versions["now"] = versions["_mutmut_orig"]
                reached.add(f"{function.__module__}.{versions['now'].__name__.removesuffix('_orig')}")
                if alone[0] == function.__module__ and alone[2] in versions:
                    versions["now"] = versions[alone[2]]
            if is_classmethod:
                return getattr(args[0], versions["now"].__name__)(*args[1:], **named)
            return versions["now"](*args, **named)

        return run

    return wrap


def forget() -> None:
    """Of every function the next call is the first again."""
    reached.clear()
    for _, versions in functions:
        versions.pop("now", None)


def mutate(into: Path, folders: list[str]) -> list[str]:
    """A copy of the project whose folders have all mutants beside each function; their names."""
    for folder in COPIED:
        shutil.copytree(ROOT / folder, into / folder, ignore=shutil.ignore_patterns("__pycache__", "*.vo*", "*.glob"))
    for name in FILES:
        shutil.copy(ROOT / name, into / name)
    os.chdir(into)  # mutmut reads its configuration here
    names = []
    for path in sorted(p for f in map(Path, folders) for p in ([f] if f.is_file() else f.rglob("*.py"))):
        mutated = mutate_file_contents(str(path), path.read_text("utf-8"))
        path.write_text(mutated.code, "utf-8")
        names += [get_mutant_name(path, name) for name in mutated.mutant_names]
    return sorted(names)


def passes(item: pytest.Item, following: pytest.Item | None) -> bool:
    """What both tests share is set up once."""
    return not any(r.failed for r in _pytest.runner.runtestprotocol(item, nextitem=following, log=False))


def pass_all(items: list[pytest.Item]) -> bool:
    return all(passes(item, following) for item, following in itertools.pairwise([*items, None]) if item)


class Sample:
    """Runs in place of pytest's own loop over the tests."""

    def __init__(self, names: list[str], done: Path, seconds: float, budget: float) -> None:
        self.names, self.done, self.seconds, self.budget = names, done, seconds, budget
        self.known = {r["mutant"] for r in map(json.loads, done.read_text("utf-8").splitlines())} if done.exists() else set()

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        at_import, found = set(reached), Path("reached.json")
        session.items[:] = [i for i in session.items if "site" not in getattr(i, "fixturenames", ())]  # a site takes a minute
        if "ALONE" in os.environ:
            os._exit(0 if pass_all(session.items) else 1)
        if not found.exists() and os.fork() == 0:
            silence()
            found.write_text(json.dumps([self.reach(*both) for both in itertools.pairwise([*session.items, None])]), "utf-8")
            os._exit(0)
        elif not found.exists():
            os.wait()
        forget()
        tests: dict[str, list[tuple[float, int]]] = {}
        for k, (passed, seconds, functions_reached) in enumerate(json.loads(found.read_text("utf-8"))):
            for name in functions_reached if passed else ():
                tests.setdefault(name, []).append((seconds, k))
        for name in self.names:
            if name not in self.known:
                cheapest = sorted(tests.get(name[: name.rindex("_")], []))
                spent = itertools.accumulate(seconds for seconds, _ in cheapest)
                chosen = [session.items[k] for (_, k), total in zip(cheapest, spent, strict=True) if total <= self.budget]
                outcome = self.fork(name, chosen)
                if outcome == "survived" and name[: name.rindex("_")] in at_import:
                    again = [sys.executable, __file__, *sys.argv[1:]]
                    alone = subprocess.run(again, cwd=START, env={**os.environ, "ALONE": name}, check=False)
                    outcome = "killed" if alone.returncode else "survived"  # also where the tests are not even collected
                with self.done.open("a", encoding="utf-8") as file:
                    file.write(json.dumps({"mutant": name, "outcome": outcome}) + "\n")
        return True

    def reach(self, item: pytest.Item, following: pytest.Item | None) -> tuple[bool, float, list[str]]:
        forget()
        start = time.process_time()
        return passes(item, following), time.process_time() - start, sorted(reached)

    def fork(self, name: str, chosen: list[pytest.Item]) -> str:
        if (child := os.fork()) == 0:
            silence()
            resource.setrlimit(resource.RLIMIT_CPU, (int(self.seconds), int(self.seconds) + 5))
            resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
            module, _, mutant = name.rpartition(".")
            (versions,) = [v for m, v in functions if m == module and mutant in v]
            versions["now"] = versions[mutant]
            passed = False
            try:
                passed = pass_all(chosen)
            finally:
                os._exit(0 if passed else 1)
        return "killed" if os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) else "survived"


def silence() -> None:
    for stream in (1, 2):
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream)


def changed(name: str) -> str:
    """The lines of a function that a mutant changes."""
    module, _, mutant = name.rpartition(".")
    lines = Path(f"{module.replace('.', '/')}.py").read_text("utf-8").splitlines()
    bodies = []
    for function in (f"{mutant[: mutant.rindex('_')]}_orig", mutant):
        start = next(i for i, line in enumerate(lines) if line.lstrip().startswith(f"def {function}("))
        indent = len(lines[start]) - len(lines[start].lstrip())
        end = next(
            (
                i
                for i in range(start + 1, len(lines))
                if lines[i].strip() and len(lines[i]) - len(lines[i].lstrip()) <= indent and not lines[i].lstrip().startswith(")")
            ),
            len(lines),
        )
        bodies.append([line.replace(f"{mutant[: mutant.rindex('_')]}_orig", mutant) for line in lines[start:end]])
    return "\n".join(line for line in difflib.unified_diff(*bodies, lineterm="", n=0) if line[:3] not in ("---", "+++"))


def main() -> None:
    options = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    options.add_argument("--folder", action="append", required=True, help="such as dpzoo/blocks, or one file; may be given again")
    options.add_argument("--tests", nargs="+", required=True)
    options.add_argument("--count", type=int, default=500)
    options.add_argument("--seed", type=int, default=16)
    options.add_argument("--seconds", type=float, default=60.0, help="of CPU for one mutant: what loops without end is killed")
    options.add_argument("--budget", type=float, default=math.inf, help="of seconds for the tests of one mutant")
    options.add_argument("--into", type=Path, required=True, help="a new folder, or that of an interrupted run")
    given = options.parse_args()
    mutmut.mutation.trampoline.wrap_in_trampoline = versions_of  # type: ignore[assignment]
    for kind in (_pytest.nodes.Node, _pytest.python.Function):  # to show a failure is to read a file of a million lines
        kind.repr_failure = lambda *_, **__: "failed"  # type: ignore[method-assign, assignment, misc]
    into = given.into.resolve()
    listed = into / "names.json"
    if not listed.exists():
        into.mkdir()
        listed.write_text(json.dumps(mutate(into, given.folder)), "utf-8")
    os.chdir(into)
    sys.path[:0] = [str(into), str(into / "tests")]
    for folder in given.folder:
        package = importlib.import_module(folder.removesuffix(".py").replace("/", "."))
        for module in pkgutil.walk_packages(getattr(package, "__path__", ()), f"{package.__name__}."):
            importlib.import_module(module.name)
    names = json.loads(listed.read_text("utf-8"))
    done = into / "outcomes.jsonl"
    sample = Sample(random.Random(given.seed).sample(names, min(given.count, len(names))), done, given.seconds, given.budget)
    pytest.main(["-q", "-p", "no:cacheprovider", "-o", "addopts=", *given.tests], plugins=[sample])
    if "ALONE" in os.environ:
        sys.exit(1)
    outcomes = {r["mutant"]: r["outcome"] for r in map(json.loads, done.read_text("utf-8").splitlines())}
    survivors = [n for n in sample.names if outcomes.get(n) == "survived"]
    for name in survivors:
        sys.stdout.write(f"{name}\n{changed(name)}\n")
    sys.stdout.write(f"{len(sample.names)} of {len(names)} mutants: {len(sample.names) - len(survivors)} killed\n")


if __name__ == "__main__":
    main()
