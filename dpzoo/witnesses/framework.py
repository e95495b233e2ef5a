"""Witnesses: small programs that decide a claim, and say in words what they decided.

A witness is a module in a folder below this one, whose file name in kebab-case is its id. Its docstring reads like the head of a
proof: a title, then the paragraphs ``Claim``, ``Verdict`` and ``Source``, then the idea. One function, marked with
:func:`decides`, builds the finite objects with the paper's symbols and compares numbers through a :class:`Check`.
"""

from __future__ import annotations

import inspect
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from fractions import Fraction
from typing import Any

from dpzoo.blocks.mechanism import FiniteMechanism
from dpzoo.blocks.real import UndecidedError, compare, real
from dpzoo.semantics.results import Certainty, Tightest, Verdict, show


class Kind(StrEnum):
    """What a witness is evidence of."""

    SEPARATION = "separation"
    AXIOM_FAILURE = "axiom failure"
    AXIOM = "axiom"
    IMPLICATION = "implication instance"
    EQUIVALENCE = "equivalence"
    COMPOSITION = "composition"
    BOUND = "bound"
    ATTACK = "attack"
    ERRATUM = "erratum"


@dataclass(frozen=True)
class Step:
    """One comparison: what it says, the two sides as shown, whether it came out as said, and how sure that is."""

    text: str
    measured: str
    relation: str
    expected: str
    holds: bool | None
    certainty: Certainty

    def __str__(self) -> str:
        mark = {True: "yes", False: "NO", None: "undecided"}[self.holds]
        sides = f": {self.measured} {self.relation} {self.expected}" if self.expected else ""
        return f"{self.text}{sides} [{mark}]"


@dataclass
class Check:
    """What a witness compares, in order. Numbers are ints, Fractions, floats or Reals; floats make a step numeric."""

    steps: list[Step] = field(default_factory=list)
    objects: list[tuple[str, Any]] = field(default_factory=list)
    conclusion: str = ""

    def show(self, name: str, thing: Any) -> None:
        """Keep a finite object (a mechanism, a prior, a table) for the reader, under the paper's symbol."""
        self.objects.append((name, thing))

    def equal(self, text: str, measured: Any, expected: Any, *, tolerance: float = 0.0) -> None:
        """The two are equal (for floats: within ``tolerance``, which is relative for values beyond 1)."""
        self._compare(text, measured, "=", expected, tolerance)

    def at_most(self, text: str, measured: Any, bound: Any, *, tolerance: float = 0.0) -> None:
        """The first is at most the second."""
        self._compare(text, measured, "≤", bound, tolerance)

    def at_least(self, text: str, measured: Any, bound: Any, *, tolerance: float = 0.0) -> None:
        """The first is at least the second."""
        self._compare(text, measured, "≥", bound, tolerance)

    def less(self, text: str, measured: Any, bound: Any) -> None:
        """The first is smaller than the second."""
        self._compare(text, measured, "<", bound, 0.0)

    def greater(self, text: str, measured: Any, bound: Any) -> None:
        """The first is larger than the second."""
        self._compare(text, measured, ">", bound, 0.0)

    def true(self, text: str, fact: bool | Verdict, *, numeric: bool = False) -> None:
        """A fact that is decided by exact means (or by floats, if ``numeric``)."""
        certainty = Certainty.NUMERIC if numeric else Certainty.CERTIFIED
        if isinstance(fact, Verdict):
            self.steps.append(Step(text, "", "", "", fact.holds, fact.certainty))
            return
        self.steps.append(Step(text, "", "", "", bool(fact), certainty))

    def refutes(self, text: str, fact: bool | Verdict, *, numeric: bool = False) -> None:
        """A statement that the witness shows to be false: it must come out false. It becomes the conclusion."""
        certainty = fact.certainty if isinstance(fact, Verdict) else Certainty.NUMERIC if numeric else Certainty.CERTIFIED
        answer = fact.holds if isinstance(fact, Verdict) else bool(fact)
        self.steps.append(Step(f"it is not so that {text}", "", "", "", None if answer is None else not answer, certainty))
        self.conclusion = f"refuted: {text}"

    def therefore_not(self, text: str) -> None:
        """A statement that all the steps before refute together. It becomes the conclusion."""
        self.refutes(text, not all(step.holds for step in self.steps))

    def confirms(self, text: str, fact: bool | Verdict, *, numeric: bool = False) -> None:
        """A statement that the witness shows to be true (of these objects). It becomes the conclusion."""
        self.true(text, fact, numeric=numeric)
        self.conclusion = f"confirmed: {text}"

    def _compare(self, text: str, measured: Any, relation: str, expected: Any, tolerance: float) -> None:
        a, b = _plain(measured), _plain(expected)
        numeric = isinstance(a, float) or isinstance(b, float) or tolerance > 0
        if numeric:
            difference = float(a) - float(b) if float(a) != float(b) else 0.0
            slack = tolerance * max(1.0, abs(float(b))) if abs(float(b)) != float("inf") else 0.0
            holds: bool | None = {
                "=": abs(difference) <= slack,
                "≤": difference <= slack,
                "≥": difference >= -slack,
                "<": difference < 0,
                ">": difference > 0,
            }[relation]
        else:
            try:
                sign = compare(real(a), real(b))
            except UndecidedError:
                sign = None
            holds = (
                None if sign is None else {"=": sign == 0, "≤": sign <= 0, "≥": sign >= 0, "<": sign < 0, ">": sign > 0}[relation]
            )
        certainty = Certainty.NUMERIC if numeric else Certainty.CERTIFIED if holds is not None else Certainty.UNDECIDED
        self.steps.append(Step(text, show(_shown(a)), relation, show(_shown(b)), holds, certainty))


def _plain(value: Any) -> Any:
    if isinstance(value, Tightest):
        return value.value
    return value


def _shown(value: Any) -> Any:
    return real(value) if isinstance(value, int | Fraction) and not isinstance(value, bool) else value


@dataclass(frozen=True)
class Witness:
    """A claim's witness: what it decides, where the claim stands, and the function that runs it.

    ``claims`` are ids of claims of the knowledge base: ``subject/kind/object`` or ``notion/post_processing`` and the like;
    ``catalogue`` the entries of the sources' list of runnable claims; ``source`` the place of the claim.
    """

    id: str
    kind: Kind
    claims: tuple[str, ...]
    source: str
    errata: tuple[str, ...]
    catalogue: tuple[str, ...]
    title: str
    paragraphs: Mapping[str, str]
    run: Callable[[Check], None] = field(repr=False)
    code: str = field(repr=False, default="")
    lemmas: tuple[tuple[str, str], ...] = field(repr=False, default=())
    """Modules that several witnesses share, by title and code."""

    @property
    def claim(self) -> str:
        """The claim in words, as the docstring says it."""
        return self.paragraphs.get("Claim", self.title)

    def outcome(self) -> Outcome:
        """Run the witness."""
        check = Check()
        self.run(check)
        return Outcome(self, tuple(check.steps), tuple(check.objects), check.conclusion)


@dataclass(frozen=True)
class Outcome:
    """What a run of a witness showed."""

    witness: Witness
    steps: tuple[Step, ...]
    objects: tuple[tuple[str, Any], ...]
    conclusion: str

    @property
    def passed(self) -> bool:
        """Whether there were steps and every one came out as the witness says."""
        return bool(self.steps) and all(step.holds for step in self.steps)

    @property
    def certainty(self) -> Certainty:
        """The weakest of the steps' certainties."""
        found = {step.certainty for step in self.steps}
        if Certainty.UNDECIDED in found or any(step.holds is None for step in self.steps):
            return Certainty.UNDECIDED
        return Certainty.NUMERIC if Certainty.NUMERIC in found else Certainty.CERTIFIED

    @property
    def mechanisms(self) -> tuple[tuple[str, FiniteMechanism], ...]:
        """The mechanisms among the objects."""
        return tuple((n, o) for n, o in self.objects if isinstance(o, FiniteMechanism))


def decides(
    *claims: str,
    kind: Kind,
    source: str,
    errata: Sequence[str] = (),
    catalogue: Sequence[str] = (),
) -> Callable[[Callable[[Check], None]], Witness]:
    """Mark a function as the witness of its module.

    ``claims`` are ids of the claims that it decides; ``source`` names the work and place ("Des20, Proposition 11.1").
    """

    def mark(function: Callable[[Check], None]) -> Witness:
        module = inspect.getmodule(function)
        text = inspect.cleandoc((module.__doc__ if module else None) or function.__doc__ or "")
        title, paragraphs = _head(text)
        name = function.__module__.rsplit(".", 1)[-1].replace("_", "-")
        code = _source(module, function)
        return Witness(
            name,
            kind,
            tuple(claims),
            source,
            tuple(errata),
            tuple(catalogue),
            title,
            paragraphs,
            function,
            code,
            _lemmas(function),
        )

    return mark


def _lemmas(function: Callable[..., Any]) -> tuple[tuple[str, str], ...]:
    """The modules beside the witness's whose names begin with an underscore and of which it uses something."""
    package = function.__module__.rpartition(".")[0] + "._"
    used = {m for v in function.__globals__.values() if (m := getattr(v, "__module__", None) or "").startswith(package)}
    modules = [sys.modules[name] for name in sorted(used)]
    return tuple((_head(inspect.cleandoc(m.__doc__ or m.__name__))[0], inspect.getsource(m)) for m in modules)


def _source(*places: Any) -> str:
    """The code of the first of ``places`` that has any to show; in a notebook or a prompt there may be none."""
    for place in places:
        try:
            return inspect.getsource(place)
        except (OSError, TypeError):
            continue
    return ""


def _head(text: str) -> tuple[str, dict[str, str]]:
    """A docstring's title and its paragraphs: labelled ones by their label, the rest as ``Idea``."""
    blocks = [" ".join(block.split()) for block in text.split("\n\n")]
    title, paragraphs = (blocks[0].rstrip(".") if blocks else ""), {}
    lines = [line for block in text.split("\n\n")[1:] for line in _logical(block)]
    rest = []
    for line in lines:
        label, gap, body = line.partition("  ")
        if gap and label in _LABELS:
            paragraphs[label] = body.strip()
        else:
            rest.append(line)
    if rest:
        paragraphs["Idea"] = " ".join(rest)
    return title, paragraphs


def _logical(block: str) -> list[str]:
    """Lines of a block, indented continuations joined to the line before."""
    found: list[str] = []
    for line in block.splitlines():
        if found and line.startswith(" "):
            found[-1] += " " + line.strip()
        else:
            found.append(line.rstrip())
    return found


_LABELS = ("Claim", "Verdict", "Source", "Corrected")
