"""What pages say about running a definition: how to call it, and its results as formulas and words."""

from __future__ import annotations

import json
import math
import posixpath
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final

from pydantic import TypeAdapter

from dpzoo.mechanisms.mechanism_file import mechanism_from
from dpzoo.notions.registry import executables
from dpzoo.notions.results import Worst, show
from dpzoo.numbers.real import Real
from dpzoo.site.witness_cache import WitnessCache
from dpzoo.zoo.notion import Notion
from dpzoo.zoo.tightest_parameters import audit
from dpzoo.zoo.zoo import Zoo

FIXED: Final[Mapping[str, Any]] = MappingProxyType(
    {"epsilon": "log(2)", "delta": "1e-6", "alpha": 2, "xi": 0, "omega": 8, "k": 2, "c": 2, "Delta": 2, "gamma": "1/20", "mu": 1}
    | {"beta": "1/2", "delta_a": 0, "delta_p": 0, "tau": 1, "rho": 1, "N": 1, "l": 1, "m": 1, "r": 1, "w": 1}
)
"""What a call fixes a parameter at, where more than one could be asked for; others at 1."""

AUDITED_IN_THE_PAGE: Final = (
    "epsilon-dp",
    "approximate-dp",
    "total-variation-privacy",
    "kl-privacy",
    "renyi-dp",
    "zero-concentrated-dp",
    "gaussian-dp",
    "range-bounded-privacy",
    "probabilistic-dp",
)
"""The notions of ``site/assets/tables.js``."""

TABLES: Final = (
    ("randomised response", "any", "yes: 3/4 1/4\nno: 1/4 3/4"),
    ("three answers, one of them rare", "any", "a: 0.6 0.3 0.1\nb: 0.3 0.6 0.1\nc: 0.45 0.45 0.1"),
    (
        "a noisy count, cut off at 0 and 3",
        "next",
        "0: 2/3 2/9 2/27 1/27\n1: 1/3 4/9 4/27 2/27\n2: 4/27 8/27 1/3 2/9\n3: 1/27 2/27 2/9 2/3",
    ),
    ("one secret in a thousand is told", "any", "x: 0.999 0.001 0\ny: 0.999 0 0.001"),
)
"""Tables to begin with: what each is called, which rows are neighbours, and its text."""


@dataclass(frozen=True, slots=True)
class Given:
    """A structural parameter: its name in Python, how it is written, its sort in a file, whether it may be left out."""

    name: str
    meaning: str
    sort: str
    optional: bool


@dataclass(frozen=True, slots=True)
class RunExample:
    """How a notion is run: in Python, in the shell, and the objects that it needs."""

    free: str
    latex: str
    python: str
    shell: str
    given: tuple[Given, ...]


def call(notion: Notion) -> RunExample | None:
    """How to run a notion; None if it does not run."""
    run = executables().get(notion.id)
    if run is None:
        return None
    symbols = notion.record.symbols
    free = "rho" if "rho" in run.quantitative else run.quantitative[-1]
    fixed = {n: FIXED.get(n, 1) for n in run.quantitative if n != free}
    given = tuple(Given(n, s.meaning, s.sort, s.default is not None) for n, s in run.structure.items())
    arguments = ["m", *(f"{g.name}={g.name}" for g in given if not g.optional), *(f"{n}={_python(v)}" for n, v in fixed.items())]
    words = ["dpzoo audit mechanism.json", f"--notion {notion.id}", *(f"--fix {_shell(n, v)}" for n, v in fixed.items())]
    return RunExample(
        free, symbols.get(free, free), f'zoo["{notion.id}"].tightest({", ".join(arguments)})', " ".join(words), given
    )


@dataclass(frozen=True, slots=True)
class Audited:
    """A notion's line in an audit, as a page shows it; ``missing`` where there is no result."""

    id: str
    summary: str
    certainty: str
    worst: str
    missing: str


def audited(zoo: Zoo, text: str, fixed: Mapping[str, Any], cache: Path | None = None) -> tuple[Audited, ...]:
    """The audit of a mechanism file's text; kept in ``cache`` for as long as no record of a notion and no code changes."""
    kept = WitnessCache(cache)
    records = [(n.id, n.entry.source.path.read_text(encoding="utf-8")) for n in zoo.values()]
    given = repr((Path(__file__).read_text(encoding="utf-8"), text, sorted(fixed.items()), records))
    lines = TypeAdapter(tuple[Audited, ...])
    known = kept.get("example-audit", given)
    if known is not None:
        return lines.validate_json(known)
    read = mechanism_from(json.loads(text))
    audit_ = audit(read.mechanism, zoo, given=read.given, fixed=fixed)
    # what most others relate to first: a reader knows these
    lines_ = sorted(audit_.lines, key=lambda x: (-len(x.notion.outgoing) - len(x.notion.incoming), x.notion.id))
    found = tuple(Audited(x.notion.id, x.summary, x.certainty, x.worst, x.missing) for x in lines_)
    kept.keep("example-audit", given, lines.dump_json(found).decode())
    return found


def sorts(zoo: Zoo) -> list[tuple[str, str, list[Notion]]]:
    """Each sort of structural object, how it is written, and the notions that use it, the most used first."""
    found: dict[tuple[str, str], list[Notion]] = {}
    for notion in zoo.values():
        run = executables().get(notion.id)
        for kind in run.structure.values() if run else ():
            found.setdefault((kind.sort, kind.meaning), []).append(notion)
    return [(sort, meaning, users) for (sort, meaning), users in sorted(found.items(), key=lambda f: (-len(f[1]), f[0]))]


def _python(value: Any) -> str:
    return f'"{value}"' if isinstance(value, str) else str(value)


def _shell(name: str, value: Any) -> str:
    text = f"{name}={value}"
    return f"'{text}'" if "(" in text else text


def latex_of(value: Any) -> tuple[str, str]:
    """A number in LaTeX, exact where it has a short form, and as a decimal where that adds something; both with = or ≈."""
    if isinstance(value, Real):
        if value.infinite:
            return (r"= \infty" if value.infinite > 0 else r"= -\infty"), ""
        if value.rational is not None:
            return f"= {_fraction(value.rational)}", "" if value.rational.denominator == 1 else _rounded(value)
        if value.log_argument is not None:
            return rf"= \ln {_fraction(value.log_argument)}", _rounded(value)
    number = float(value)
    return (r"= \infty" if number == math.inf else rf"\approx {_decimal(number)}"), ""


def _fraction(value: Fraction) -> str:
    top, bottom = value.numerator, value.denominator
    return str(top) if bottom == 1 else rf"\tfrac{{{top}}}{{{bottom}}}"


def _rounded(value: Real) -> str:
    text = _decimal(float(value))
    return f"{'=' if value.rational == Fraction(text) else '≈'} {text}"


def _decimal(number: float) -> str:
    return f"{number:.4f}".rstrip("0").rstrip(".") if abs(number) >= _SMALL else f"{number:.3g}"


_SMALL: Final = 0.001


def worst_in_words(worst: Worst | None) -> str:
    """The pair and event that decide, in words; an attacker whom both labels name is named once."""
    if worst is None:
        return ""
    left, right = worst.left, worst.right
    # a dataset's label begins with a bracket, a belief's with the name of the prior
    end = 0 if left.startswith("(") else posixpath.commonprefix([left, right]).rfind(", ")
    pair = f"{left[:end]}: {left[end + 2 :]} against {right[end + 2 :]}" if end > 0 else f"{left} against {right}"
    if not worst.event:
        return pair
    return f"{pair}; output {_event(worst.event)}: {show(worst.probability_left)} against {show(worst.probability_right)}"


def _event(outputs: Iterable[Any]) -> str:
    """Outputs in words; those with the attacker's knowledge are sorted by that knowledge."""
    by_knowledge: dict[Any, list[str]] = {}
    for output in outputs:
        said, told = output if isinstance(output, tuple) else (output, None)
        by_knowledge.setdefault(told, []).append(str(said))
    return ", ".join(" or ".join(said) + (f" when told {told}" if told else "") for told, said in by_knowledge.items())
