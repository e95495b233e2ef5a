"""Witnesses: small programs that decide a claim, and say in words what they decided.

A witness is a module in a folder below this one, whose file name in kebab-case is its id, or a function of a module that ends in
``_table``. Its docstring reads like the head of a proof: a title, then the idea; before it ``Claim``, ``Verdict``, ``Corrected``
and ``Source`` where they say more than the ids and records of what it decides. One function, marked with :func:`decides`, builds
the finite objects with the paper's symbols and compares numbers through a :class:`Check`.
"""

from __future__ import annotations

import ast
import inspect
import math
import sys
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from fractions import Fraction
from types import CodeType, MappingProxyType, ModuleType
from typing import Any, Final, TypeVar

from dpzoo.blocks.finite_mechanism import FiniteMechanism
from dpzoo.loading.definitions import default_folder
from dpzoo.loading.folder import load_erratum
from dpzoo.notions.listening import NotionAnswer, listening
from dpzoo.notions.registry import executables
from dpzoo.notions.results import Certainty, Frontier, Judgement, Tightest, at_values, show, symbol
from dpzoo.numbers.real import INFINITY, UndecidedError, compare, real
from dpzoo.records.enums import RelationKind
from dpzoo.witnesses.declared import Samples, each, needed, object_of, sample, spelled_out
from dpzoo.witnesses.registry import is_table


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


class Role(StrEnum):
    """What a step establishes about a notion."""

    HOLDS = "holds at some level"
    FAILS = "fails at some level"
    FAILS_EVERYWHERE = "fails at every level"


Answers = NotionAnswer | Sequence[NotionAnswer]
T = TypeVar("T")


@dataclass(frozen=True)
class WitnessStep:
    """One comparison: what it says, the two sides as shown, whether it came out as said, and how sure that is."""

    text: str
    measured: str
    relation: str
    expected: str
    holds: bool | None
    certainty: Certainty
    roles: frozenset[tuple[str, Role]] = frozenset()
    """What the step establishes about notions whose own answers it compares."""

    def __str__(self) -> str:
        mark = {True: "yes", False: "NO", None: "undecided"}[self.holds]
        sides = f": {self.measured} {self.relation} {self.expected}" if self.expected else ""
        return f"{self.text}{sides} [{mark}]"


@dataclass
class Check:
    """What a witness compares, in order.

    Every method takes the ``text`` that says what is compared or stated. ``measured``, ``expected`` and ``bound`` are ints,
    Fractions, Reals or floats; floats make a step numeric, and ``tolerance`` is what they may differ by, relative for values
    beyond 1. A ``fact`` is decided exactly, unless it is ``numeric``, or is what a notion's ``holds`` gave. A step that compares
    a notion's own answer (what ``tightest`` or ``holds`` gave) is bound to this notion; ``of`` names the answers on which a step
    rests that compares something made of them.

    >>> check = Check()
    >>> check.less("a half is less than two thirds", 1 / 2, 2 / 3)
    >>> print(check.steps[0])
    a half is less than two thirds: 0.5 < 0.666667 [yes]
    """

    denied: tuple[str, ...] = ()
    """The objects of the separations that the witness decides, in their order."""
    steps: list[WitnessStep] = field(default_factory=list)
    objects: list[tuple[str, Any]] = field(default_factory=list)
    conclusion: str = ""
    settled: dict[str, str] = field(default_factory=dict)
    """Notions that fail at every level though no number says so, with the reason."""

    def show(self, name: str, thing: T) -> T:
        """Keep and return a finite object for the reader (``thing``: a mechanism, a prior, a table) under its ``name``."""
        self.objects.append((name, thing))
        return thing

    def equal(self, text: str, measured: Any, expected: Any, *, tolerance: float = 0.0, of: Answers = ()) -> None:
        """The two are equal (for floats: within ``tolerance``, which is relative for values beyond 1)."""
        self._compare(text, measured, "=", expected, tolerance, of)

    def at_most(self, text: str, measured: Any, bound: Any, *, tolerance: float = 0.0, of: Answers = ()) -> None:
        """The first is at most the second."""
        self._compare(text, measured, "≤", bound, tolerance, of)

    def at_least(self, text: str, measured: Any, bound: Any, *, tolerance: float = 0.0, of: Answers = ()) -> None:
        """The first is at least the second."""
        self._compare(text, measured, "≥", bound, tolerance, of)

    def less(self, text: str, measured: Any, bound: Any, *, of: Answers = ()) -> None:
        """The first is smaller than the second."""
        self._compare(text, measured, "<", bound, 0.0, of)

    def greater(self, text: str, measured: Any, bound: Any, *, of: Answers = ()) -> None:
        """The first is larger than the second."""
        self._compare(text, measured, ">", bound, 0.0, of)

    def least(
        self,
        notion: str,
        mechanism: FiniteMechanism,
        expected: Any = None,
        at: str = "",
        *,
        at_most: Any = None,
        at_least: Any = None,
        **values: Any,
    ) -> None:
        """The least level of a notion that a mechanism satisfies; the largest one where larger levels ask for more.

        Args:
            notion: the id of the notion.
            mechanism: what it is asked of.
            expected: the number that the level is equal to; or else one of ``at_most`` and ``at_least`` is given.
            at: in words what the other parameters are, where numbers do not say it.
            at_most: a number that the level does not exceed.
            at_least: a number that the level reaches.
            values: the notion's other parameters, by name.

        Raises:
            TypeError: two parameters are left open.

        >>> from dpzoo.blocks import FiniteMechanism
        >>> check = Check()
        >>> check.least("bounded-dp", FiniteMechanism.deterministic([(0,), (1,)], lambda d: d[0]), INFINITY)
        >>> print(check.steps[0])
        bounded-dp: the least ε: ∞ = ∞ [yes]
        """
        answer = executables()[notion].tightest(mechanism, **values)
        if isinstance(answer, Frontier):
            raise TypeError(f"{notion} has two parameters left: {' and '.join(answer.parameters)}; give one of them")
        fixed = {k: v for k, v in answer.fixed.items() if k != "epsilon" or not _is(v, math.inf)}
        for_any = " for any ε" if len(fixed) < len(answer.fixed) else ""
        what = f"the {'largest' if answer.at_most else 'least'} {symbol(answer.parameter)}{for_any}{at_values(fixed)}"
        relation, bound = next((r, b) for r, b in (("=", expected), ("≤", at_most), ("≥", at_least)) if b is not None)
        self._compare(f"{notion}, {at}: {what}" if at else f"{notion}: {what}", answer, relation, bound, 0.0, ())

    def true(self, text: str, fact: bool | Judgement, *, numeric: bool = False, of: Answers = ()) -> None:
        """A fact that is decided by exact means (or by floats, if ``numeric``)."""
        self._fact(text, fact, numeric=numeric, wanted=True, of=of)

    def false(self, text: str, fact: bool | Judgement, *, numeric: bool = False, of: Answers = ()) -> None:
        """A statement that comes out false; ``text`` says so."""
        self._fact(text, fact, numeric=numeric, wanted=False, of=of)

    def refutes(self, text: str, fact: bool | Judgement, *, numeric: bool = False, of: Answers = ()) -> None:
        """A statement that the witness shows to be false: it must come out false. It becomes the conclusion."""
        self.false(f"it is not so that {text}", fact, numeric=numeric, of=of)
        self.conclusion = f"refuted: {text}"

    def therefore_not(self, text: str) -> None:
        """A statement that all the steps before refute together. It becomes the conclusion."""
        if not self.steps:
            raise ValueError(f"nothing was compared before the conclusion {text!r}")
        self.refutes(text, not all(step.holds for step in self.steps))

    def confirms(self, text: str, fact: bool | Judgement, *, numeric: bool = False, of: Answers = ()) -> None:
        """A statement that the witness shows to be true (of these objects). It becomes the conclusion."""
        self.true(text, fact, numeric=numeric, of=of)
        self.conclusion = f"confirmed: {text}"

    def every_level(self, notion: str, reason: str) -> None:
        """Say by a ``reason`` why the steps refute every level of a ``notion``, where its answer alone does not say so."""
        self.settled[notion] = reason

    def _fact(self, text: str, fact: bool | Judgement, *, numeric: bool, wanted: bool, of: Answers) -> None:
        roles = _made_of(of)
        if isinstance(fact, Judgement):
            roles |= {(fact.notion, Role.HOLDS if wanted else Role.FAILS)}
            came_out = None if fact.holds is None else fact.holds is wanted
            self.steps.append(WitnessStep(text, "", "", "", came_out, fact.certainty, roles))
            return
        certainty = Certainty.NUMERIC if numeric else Certainty.CERTIFIED
        self.steps.append(WitnessStep(text, "", "", "", bool(fact) is wanted, certainty, roles))

    def _compare(self, text: str, measured: Any, relation: str, expected: Any, tolerance: float, of: Answers) -> None:
        a, b = _plain(measured), _plain(expected)
        _refuse_empty(text, measured, relation, b)
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
        roles = _made_of(of) | _roles(measured, relation, b) | _roles(expected, _TURNED[relation], a)
        self.steps.append(WitnessStep(text, show(_shown(a)), relation, show(_shown(b)), holds, certainty, roles))


def _plain(value: Any) -> Any:
    """The number to compare; an infinite float is as exact as the infinite Real."""
    number = value.value if isinstance(value, Tightest) else value
    if isinstance(number, float) and math.isinf(number):
        certain = not isinstance(value, Tightest) or value.certainty is Certainty.CERTIFIED
        return (INFINITY if number > 0 else -INFINITY) if certain else number
    return number


def _shown(value: Any) -> Any:
    return real(value) if isinstance(value, int | Fraction) else value


def _refuse_empty(text: str, measured: Any, relation: str, b: Any) -> None:
    """A comparison that every value of a parameter passes decides nothing."""
    empty = relation == "≤" and _is(b, math.inf)
    if isinstance(measured, Tightest):
        empty |= relation in ("≥", ">") and (_is(b, 0) or float(b) < 0)
        empty |= relation == "≤" and _is(b, 1) and _is_probability(measured)
        empty &= relation != ">" or not _is(b, 0)
    if empty:
        raise ValueError(f"{text!r} compares with {show(_shown(b))}, which every value passes ({relation})")


def _is_probability(answer: Tightest) -> bool:
    return answer.parameter in _PROBABILITIES


def _is(number: Any, value: float) -> bool:
    try:
        return bool(number == value)
    except UndecidedError:
        return False


def _made_of(of: Answers) -> frozenset[tuple[str, Role]]:
    """The roles of a step whose numbers are made of some answers: a machine cannot tell which, so each."""
    answers = (of,) if isinstance(of, NotionAnswer) else of
    return frozenset((answer.notion, role) for answer in answers for role in (Role.HOLDS, Role.FAILS))


def _roles(side: Any, relation: str, bound: Any) -> frozenset[tuple[str, Role]]:
    """What a comparison of a notion's answer with a bound establishes about this notion."""
    if not isinstance(side, Tightest):
        return frozenset()
    top = _is(bound, 1 if _is_probability(side) else math.inf)
    roles = {Role.HOLDS} if relation in ("=", "≤", "<") and not top else set()
    if relation in ("=", "≥", ">"):
        roles.add(Role.FAILS)
        if top and relation != ">" and all(_is(v, math.inf) for v in side.fixed.values()):
            roles.add(Role.FAILS_EVERYWHERE)
    return frozenset((side.notion, role) for role in roles)


_PROBABILITIES: Final = frozenset({"delta", "delta_a", "delta_p"})
"""Parameters whose largest value, 1, asks nothing."""
_TURNED: Final = MappingProxyType({"=": "=", "≤": "≥", "≥": "≤", "<": ">", ">": "<"})


@dataclass(frozen=True)
class Witness:
    """A claim's witness: what it decides, where the claim stands, and the function that runs it.

    ``claims`` are ids of claims of the knowledge base: ``subject/kind/object`` or ``notion/post_processing`` and the like;
    ``source`` the place of the claim.
    """

    id: str
    kind: Kind
    claims: tuple[str, ...]
    source: str
    errata: tuple[str, ...]
    title: str
    paragraphs: Mapping[str, str]
    run: Callable[[Check], None] = field(repr=False)
    code: str = field(repr=False, default="")
    lemmas: tuple[tuple[str, str], ...] = field(repr=False, default=())
    """Modules that several witnesses share, by title and code."""
    without: Mapping[str, str] = field(repr=False, default_factory=dict)
    """Notions of its separations that it does not evaluate, with the reason."""
    sampled: str | Mapping[str, str] = field(repr=False, default="")
    """What runs at some values only, the rest being prose: for every claim, or by the claims' objects or ids."""

    @property
    def claim(self) -> str:
        """The claim in words, as the docstring says it, or as its ids do."""
        return self.head.get("Claim", self.title)

    @property
    def head(self) -> Mapping[str, str]:
        """The paragraphs of the docstring, and before them what it leaves out: what its errata print, or what its ids say."""
        made = _printed(self.errata) if self.errata else self._made_of_ids()
        said = {**made, **self.paragraphs}
        return {label: said[label] for label in sorted(said, key=lambda label: [*_LABELS, label].index(label))}

    def _made_of_ids(self) -> dict[str, str]:
        if not (claim := _in_words(self.claims)):
            return {}
        verdict = {"Verdict": "false: what is built below separates them."} if self.kind is Kind.SEPARATION else {}
        source = f"the {self.source}, and the proofs there." if self.source == _records(self.claims) else f"{self.source}."
        return {"Claim": claim, **verdict, "Source": source}

    def sample(self, claim: str) -> str:
        """What is sampled where the ``claim`` of this id is decided; empty if nothing is."""
        return sample(self.sampled, claim)

    def outcome(self) -> Outcome:
        """Run the witness, and see whether what it evaluated and compared are the notions of its claims."""
        check = Check(denied=tuple(object_of(c) for c in self.claims if f"/{c}/".split("/")[2] in _DENIED))
        with listening() as answers:
            self.run(check)
        if self.kind in _REFUTES and not check.conclusion and all(step.holds for step in check.steps):
            check.conclusion = f"refuted: {_denied(self.claims)}"
        faults = tuple(unbound(self, check, {a.notion for a in answers}))
        return Outcome(self, tuple(check.steps), tuple(check.objects), check.conclusion, faults)


@dataclass(frozen=True)
class Outcome:
    """What a run of a witness showed."""

    witness: Witness
    steps: tuple[WitnessStep, ...]
    objects: tuple[tuple[str, Any], ...]
    conclusion: str
    faults: tuple[str, ...] = ()
    """What keeps the steps from deciding the claims: sentences about notions that were not evaluated or compared."""

    @property
    def passed(self) -> bool:
        """Whether there were steps, every one came out as the witness says, and they are about the notions of its claims."""
        return bool(self.steps) and not self.faults and all(step.holds for step in self.steps)

    @property
    def certainty(self) -> Certainty:
        """The weakest of the steps' certainties; at best *sampled* where the rest of a family is prose."""
        found = {step.certainty for step in self.steps}
        if not found or Certainty.UNDECIDED in found or any(step.holds is None for step in self.steps):
            return Certainty.UNDECIDED
        if Certainty.NUMERIC in found:
            return Certainty.NUMERIC
        return Certainty.SAMPLED if self.witness.sampled else Certainty.CERTIFIED

    def certainty_of(self, claim: str) -> Certainty:
        """How sure the decision of the ``claim`` of this id is: the outcome's, where nothing that bears on it is sampled."""
        if self.certainty is Certainty.SAMPLED and not self.witness.sample(claim):
            return Certainty.CERTIFIED
        return self.certainty

    @property
    def mechanisms(self) -> tuple[tuple[str, FiniteMechanism], ...]:
        """The mechanisms among the objects."""
        return tuple((n, o) for n, o in self.objects if isinstance(o, FiniteMechanism))


def unbound(witness: Witness, check: Check, evaluated: Collection[str]) -> Iterator[str]:
    """Why the steps do not decide a separation of the witness, and the exceptions that it states without need."""
    roles: dict[str, set[Role]] = {}
    for step in check.steps:
        for notion, role in step.roles:
            roles.setdefault(notion, set()).add(role)
    separations = [parts for c in witness.claims if len(parts := c.split("/")) >= _ENDS and parts[1] in _DENIED]
    runs = executables()
    for notion, role in dict.fromkeys(end for x, _, y, *_ in separations for end in ((x, Role.HOLDS), (y, Role.FAILS))):
        if notion not in runs or notion in witness.without:
            continue
        if notion not in evaluated:
            yield f"{notion} is not evaluated; evaluate it, or say in without= why not"
        elif role not in roles.get(notion, ()):
            yield f"no step compares what {notion} answers so that it {role.value}"
    unmarked = [parts[2] for parts in separations if parts[2] in runs and not witness.sample("/".join(parts))]
    for notion in dict.fromkeys(unmarked):
        if Role.FAILS_EVERYWHERE not in roles.get(notion, ()) and notion not in check.settled:
            yield f"no step refutes every level of {notion}; say in sampled= what runs at some values only"
    ends = {end for x, _, y, *_ in separations for end in (x, y)}
    for notion in witness.without:
        if notion in evaluated or notion not in ends:
            yield f"without={notion!r} is not needed"
    for notion in check.settled:
        if Role.FAILS_EVERYWHERE in roles.get(notion, ()) or notion not in evaluated:
            yield f"every_level({notion!r}) is not needed"
    if not isinstance(witness.sampled, str):
        yield from _needless_samples(witness, check, roles)


def _needless_samples(witness: Witness, check: Check, roles: Mapping[str, Collection[Role]]) -> Iterator[str]:
    for name in witness.sampled:
        object_ = object_of(name)
        if name not in witness.claims and name not in {object_of(c) for c in witness.claims}:
            yield f"sampled={name!r} is none of its claims"
        elif Role.FAILS_EVERYWHERE in roles.get(object_, ()) or object_ in check.settled:
            yield f"sampled={name!r} is not needed: a step refutes every level"


_ENDS: Final = 3


def decides(
    *claims: str,
    kind: Kind | None = None,
    source: str = "",
    errata: Sequence[str] = (),
    without: Mapping[str, str] = MappingProxyType({}),
    sampled: str | Mapping[str, str] = "",
) -> Callable[[Callable[[Check], None]], Witness]:
    """Mark a function as the witness of its module, or as one of those of a table.

    ``dpzoo check`` reads ids and ``sampled`` without running anything, so they are written out as literals.

    Args:
        claims: ids of the claims that it decides; further subjects may stand before one, and further objects after it:
            ``x y/does_not_imply/z w``.
        kind: may be left out where all claims are separations or properties that fail.
        source: the work and place ("Des20, Proposition 11.1"); left out, it is what the docstring says under ``Source``, or else
            the records of the subjects.
        errata: ids of errata that it shows.
        without: for a notion of a separation the reason why it is not evaluated.
        sampled: what runs at some values only (``"n"``), the step to all values being prose: for every claim, or for some by
            their objects or ids, one or several to a key.

    Returns:
        A decorator of functions that take a :class:`Check`.

    >>> from dpzoo.witnesses import witnesses
    >>> witnesses()["renyi-dp-rare-output"].kind.value
    'separation'
    """

    def mark(function: Callable[[Check], None]) -> Witness:
        module = inspect.getmodule(function)
        row = is_table(function.__module__)
        text = inspect.cleandoc((module.__doc__ if module and not row else None) or function.__doc__ or "")
        title, paragraphs = _head(text)
        name = (function.__name__ if row else function.__module__.rsplit(".", 1)[-1]).replace("_", "-")
        code = _row(module, function) if row and module else _source(module, function)
        return Witness(
            name,
            of,
            ids,
            source or paragraphs.get("Source", "").removesuffix(".") or _records(ids, errata),
            tuple(errata),
            title,
            paragraphs,
            function,
            code,
            _lemmas(function, row),
            dict(without),
            tried if isinstance(tried, str) else dict(tried),
        )

    ids = tuple(name for text in claims for name, _ in spelled_out(text))
    tried = needed(sampled, ids) if isinstance(sampled, Samples) else each(sampled)
    of = kind or _kind(ids)
    return mark


def _kind(claims: Collection[str]) -> Kind:
    """What a witness is evidence of that decides these claims, all of which fail."""
    said = {f"{c}/".split("/")[1] for c in claims}
    if not said or said - _DENIED.keys() - _HAVING.keys():
        raise ValueError("say with kind= what the witness is evidence of: not all of its claims are separations or properties")
    if said & _DENIED.keys():
        return Kind.SEPARATION
    return Kind.COMPOSITION if said == {"composition"} else Kind.AXIOM_FAILURE


def _records(claims: Iterable[str], errata: Sequence[str] = ()) -> str:
    """The records that state the claims, those of their subjects; or else the errata."""
    subjects = list(dict.fromkeys(c.split("/")[0] for c in claims))
    if subjects:
        return f"record{'s' if len(subjects) > 1 else ''} of {_listed(subjects, 'and')}"
    return f"errat{'a' if len(errata) > 1 else 'um'} {_listed(errata, 'and')}" if errata else ""


def _printed(errata: Iterable[str]) -> dict[str, str]:
    """What errata say: the claims as printed, what holds instead, and where they stand."""
    folder = default_folder() / "errata"
    records = [load_erratum(path) for e in errata if (path := folder / f"{e}.yaml").is_file()]
    if not records:
        return {}
    return {
        "Claim": " ".join(" ".join(r.printed.split()) for r in records),
        "Corrected": " ".join(" ".join(r.correction.split()) for r in records),
        "Source": "; ".join(f"{r.source.cite}, {r.source.at}" for r in records) + ".",
    }


def _in_words(claims: Iterable[str]) -> str:
    """What separations and failing properties deny, with the ids of the notions; empty if the claims are others."""
    objects: dict[tuple[str, str], list[str]] = {}
    having: dict[str, list[str]] = {}
    for subject, kind, *rest in (c.split("/") if "/" in c else (c, "") for c in claims):
        if rest and kind in _DENIED:
            objects.setdefault((subject, kind), []).append(rest[0])
        elif not rest and kind in _HAVING:
            having.setdefault(kind, []).append(subject)
        else:
            return ""
    said = [f"{subject} {_DENIED[kind]} {_listed(found, 'or')}" for (subject, kind), found in objects.items()]
    ends = ", at some proper values" if said else ""
    said += [f"{_listed(found, 'or')} {_HAVING[kind]}" for kind, found in having.items()]
    return f"{'; or '.join(said)}{ends}." if said else ""


_DENIED: Final = MappingProxyType(
    {RelationKind.DOES_NOT_IMPLY.value: "implies", RelationKind.NOT_STRONGER_THAN.value: "is stronger than"}
)
_HAVING: Final = MappingProxyType(
    {"post_processing": "survives post-processing", "convexity": "is convex", "composition": "composes"}
)


_REFUTES: Final = frozenset({Kind.SEPARATION, Kind.AXIOM_FAILURE, Kind.COMPOSITION})


def _denied(claims: Collection[str]) -> str:
    """What a witness that states no conclusion of its own refutes: what its claims deny."""
    if len(claims) == 1 and (said := _in_words(claims)):
        return said.removesuffix(".").replace(", at", " at")
    kinds = dict.fromkeys(f"{c}/".split("/")[1] for c in claims)
    if kinds.keys() <= _HAVING.keys():
        return f"one of these notions {' or '.join(_HAVING[k] for k in kinds)}"
    what = "implications" if kinds.keys() == {RelationKind.DOES_NOT_IMPLY.value} else "relations or properties"
    return f"one of these {what} holds at some proper values"


def _listed(words: Sequence[str], joined: str) -> str:
    return f"{', '.join(words[:-1])} {joined} {words[-1]}" if len(words) > 1 else words[0]


def _row(module: ModuleType, function: Callable[..., Any]) -> str:
    """The code of a row of a table: what it needs of the table's constants and functions, and the function."""
    text = inspect.getsource(module)
    tree = ast.parse(text)
    known = {name: node for node in tree.body for name in _defined(node)}
    wanted, left = set[str](), [function.__name__]
    while left:
        names = {n.id for n in ast.walk(known[left.pop()]) if isinstance(n, ast.Name)} & known.keys()
        left += names - wanted
        wanted |= names
    above = [ast.get_source_segment(text, node) or "" for node in tree.body if wanted & set(_defined(node)) - {function.__name__}]
    return "\n\n\n".join([*above, inspect.getsource(function)])


def _defined(node: ast.stmt) -> list[str]:
    """The names that a statement of a module defines; none for an import."""
    if isinstance(node, ast.FunctionDef | ast.ClassDef):
        return [node.name]
    targets = node.targets if isinstance(node, ast.Assign) else [node.target] if isinstance(node, ast.AnnAssign) else []
    return [n.id for t in targets for n in ast.walk(t) if isinstance(n, ast.Name)]


def _used(code: CodeType) -> set[str]:
    """The names that a function's code takes from its module."""
    return set(code.co_names).union(*(_used(c) for c in code.co_consts if isinstance(c, CodeType)))


def _lemmas(function: Callable[..., Any], row: bool) -> tuple[tuple[str, str], ...]:
    """The modules beside the witness's whose names begin with an underscore and of which it, or one of them, uses something."""
    package = function.__module__.rpartition(".")[0] + "._"

    def homes(values: Iterable[Any]) -> set[str]:
        return {m for v in values if (m := getattr(v, "__module__", None) or "").startswith(package)}

    names = _used(function.__code__) if row else function.__globals__.keys()
    used = homes(v for n, v in function.__globals__.items() if n in names)
    used |= {other for m in used for other in homes(vars(sys.modules[m]).values())}
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
    """A docstring's title and its paragraphs: labelled ones by their label, the rest as ``Idea``, a blank line between two."""
    first, *blocks = text.split("\n\n")
    paragraphs: dict[str, str] = {}
    idea: list[str] = []
    for block in blocks:
        rest = []
        for line in _logical(block):
            label, gap, body = line.partition("  ")
            if gap and label in _LABELS:
                paragraphs[label] = body.strip()
            else:
                rest.append(line)
        idea += [" ".join(rest)] if rest else []
    if idea:
        paragraphs["Idea"] = "\n\n".join(idea)
    return " ".join(first.split()).rstrip("."), paragraphs


def _logical(block: str) -> list[str]:
    """Lines of a block, indented continuations joined to the line before."""
    found: list[str] = []
    for line in block.splitlines():
        if found and line.startswith(" "):
            found[-1] += " " + line.strip()
        else:
            found.append(line.rstrip())
    return found


_LABELS: Final = ("Claim", "Verdict", "Corrected", "Source")
