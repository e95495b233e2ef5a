"""Blocks as programs: they are those of the records, and say what the records' statements say."""

from __future__ import annotations

import inspect
import itertools
import math
import random
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest

from dpzoo.blocks import FiniteMechanism, complete_domain
from dpzoo.blocks.programs import STANDARDS, TRADEOFF, UNITS, VIEWS
from dpzoo.blocks.standards import Standard
from dpzoo.notions.assembling import assembled
from dpzoo.notions.registry import executables
from dpzoo.records.block_records import WORST_PAIR
from dpzoo.relations.forms import NUMBER, forms, standard_form
from dpzoo.zoo.zoo import Zoo

F = Fraction
Table = tuple[Any, ...]
TABLES = complete_domain((("u", 0), ("u", 1), ("v", 0)), 2)
"""Lists of at most two records, each an owner and a bit."""


def some(seed: int, tables: Any = TABLES) -> FiniteMechanism:
    rng = random.Random(seed)
    rows = [[rng.randint(1, 9) for _ in range(3)] for _ in tables]
    return FiniteMechanism(tables, [0, 1, 2], [[F(w, sum(row)) for w in row] for row in rows])


# programs and records -------------------------------------------------------------------------------------------------------


def test_units_that_run_are_those_of_the_records(zoo: Zoo) -> None:
    """Same arguments and numbers, in the same scope; the data say what else is needed, but for degrees of outlierness."""
    library = zoo.base.blocks.units
    for name, program in UNITS.items():
        record = library[name].record
        numbers = {a for a, sort in record.arguments.items() if sort == NUMBER}
        assert set(program.choices) == numbers, name
        assert record.arguments.keys() - numbers <= program.structure.keys(), name
        beyond = {a: program.structure[a] for a in program.structure.keys() - record.arguments.keys()}
        assert all(kind.default is not None for kind in beyond.values()) or name == "outlying-record-added-or-removed", name
        assert (program.scope, program.scaled) == (record.scope, record.scaled), name


def test_standards_and_views_that_run_are_those_of_the_records(zoo: Zoo) -> None:
    library = zoo.base.blocks
    assert {*STANDARDS, TRADEOFF} == library.standards.keys()
    for name, program in STANDARDS.items():
        record = library.standards[name].record
        assert (program.parameters, program.structure.keys()) == (record.parameters, record.arguments.keys()), name
    assert VIEWS.keys() <= library.views.keys()


def test_a_notion_made_of_blocks_runs_unless_its_record_says_why_not(zoo: Zoo) -> None:
    """Its structural parameters are given as the record sorts them; a unit that no notion runs on has no program to forget."""
    for name, own in forms(zoo.base).items():
        record = zoo[name].record
        assert (name in executables()) is (record.executable is True), name
        assert record.executable is not True or own.compared.unit in UNITS, name


def test_only_a_worst_pair_is_assembled(zoo: Zoo) -> None:
    """Another aggregation asks for another program, even where unit, view and standard have theirs."""
    others = [n for n in zoo.notions() if n.record.normal_form and n.record.normal_form.aggregation.block != WORST_PAIR]
    assert others
    assert {n.id for n in others if assembled(n.id, n.record) is not None} == set()


# units: the pairs of a statement, by a predicate on the two datasets ----------------------------------------------------------


def inserted(a: Table, b: Table) -> bool:
    """Whether b is a with one more record somewhere."""
    return len(b) == len(a) + 1 and any(b[:i] + b[i + 1 :] == a for i in range(len(b)))


def substituted(a: Table, b: Table) -> bool:
    return len(a) == len(b) and sum(x != y for x, y in zip(a, b, strict=True)) == 1


def added_or_removed(a: Table, b: Table) -> bool:
    return inserted(a, b) or inserted(b, a)


def one(a: Table, b: Table) -> bool:
    return added_or_removed(a, b) or substituted(a, b)


def bits(d: Table) -> int:
    return sum(r[1] for r in d)


SECRET = ("u", 1)
Said = Callable[[Table, Table], bool]
STATEMENTS: dict[str, tuple[tuple[Any, ...], Said]] = {
    "one-record": ((), one),
    "one-record-added-or-removed": ((), added_or_removed),
    "one-record-replaced": ((), substituted),
    "any-two-datasets": ((), lambda a, b: a != b),
    "groups-of-records": ((2,), lambda a, b: a != b and (one(a, b) or any(one(a, c) and one(c, b) for c in TABLES))),
    "sensitive-record-replaced": (
        ((SECRET,),),
        lambda a, b: substituted(a, b) and any(x == SECRET != y for x, y in zip(a, b, strict=True)),
    ),
    "sensitive-record-removed-or-any-added": (
        ((SECRET,),),
        lambda a, b: inserted(a, b) or any(a[i] == SECRET and a[:i] + a[i + 1 :] == b for i in range(len(a))),
    ),
    "two-datasets": ((((), (SECRET,)),), lambda a, b: {a, b} == {(), (SECRET,)}),
    "around-a-dataset": (((SECRET,),), lambda a, b: one(a, b) and (SECRET,) in (a, b)),
    "one-record-less-than-a-dataset": (((SECRET,),), lambda a, b: {a, b} == {(), (SECRET,)}),
    "near-datasets": ((lambda a, b: F(abs(len(a) - len(b))), F(2)), lambda a, b: a != b and abs(len(a) - len(b)) < 2),
    "close-in-a-query": (({d: F(2 * bits(d)) for d in TABLES},), lambda a, b: one(a, b) and bits(a) == bits(b)),
    "record-replaced-within-a-stratum": (
        (lambda r: r[0],),
        lambda a, b: substituted(a, b) and all(x[0] == y[0] for x, y in zip(a, b, strict=True)),
    ),
    "one-attribute": (
        (None,),
        lambda a, b: substituted(a, b) and sum(x[k] != y[k] for x, y in zip(a, b, strict=True) for k in (0, 1)) == 1,
    ),
}


@pytest.mark.parametrize("unit", STATEMENTS)
def test_a_unit_compares_the_pairs_that_its_statement_names(unit: str) -> None:
    arguments, said = STATEMENTS[unit]
    found = UNITS[unit].compare(some(0), *arguments)
    pairs = {(TABLES[i], TABLES[j]) for i, j in zip(found.left, found.right, strict=True)}
    assert pairs == {(a, b) for a, b in itertools.product(TABLES, repeat=2) if said(a, b)}


# standards: the statement, over all events or as a mean -----------------------------------------------------------------------


def events(p: Any, q: Any) -> list[tuple[Fraction, Fraction]]:
    sets = itertools.chain.from_iterable(itertools.combinations(range(len(p)), n) for n in range(1, len(p) + 1))
    return [(sum(p[i] for i in s), sum(q[i] for i in s)) for s in sets]  # type: ignore[misc]


def mean_power(p: Any, q: Any, alpha: float) -> float:
    return sum(float(b) * float(a / b) ** alpha for a, b in zip(p, q, strict=True))


MEASURES: dict[str, tuple[str, dict[str, Any], Callable[[Any, Any], float]]] = {
    "max-divergence": ("epsilon", {}, lambda p, q: max(math.log(a / b) for a, b in events(p, q))),
    "two-sided-max-divergence": ("epsilon", {}, lambda p, q: max(abs(math.log(a / b)) for a, b in events(p, q))),
    "hockey-stick": ("delta", {"epsilon": 0.25}, lambda p, q: max(0, *(a - math.exp(0.25) * b for a, b in events(p, q)))),
    "total-variation": ("epsilon", {}, lambda p, q: max(float(a - b) for a, b in events(p, q))),
    "kullback-leibler": ("epsilon", {}, lambda p, q: sum(a * math.log(a / b) for a, b in zip(p, q, strict=True))),
    "renyi": ("epsilon", {"alpha": 3}, lambda p, q: math.log(mean_power(p, q, 3)) / 2),
    "relative-increase": ("epsilon", {}, lambda p, q: max(float(a / b) for a, b in events(p, q)) - 1),
    "loss-with-high-probability": (
        "delta",
        {"epsilon": 0.25},
        lambda p, q: sum(a for a, b in zip(p, q, strict=True) if a > math.exp(0.25) * b),
    ),
    "loss-range": (
        "epsilon",
        {},
        lambda p, q: math.log(max(a / b for a, b in zip(p, q, strict=True)) / min(a / b for a, b in zip(p, q, strict=True))),
    ),
}


@pytest.mark.parametrize("standard", MEASURES)
def test_a_standard_measures_what_its_statement_says(standard: str) -> None:
    free, fixed, said = MEASURES[standard]
    measure = STANDARDS[standard].measure()
    for p, q in itertools.permutations(some(1).matrix[:5], 2):
        found = getattr(measure, free)(p.astype(float), q.astype(float), **{n: float(v) for n, v in fixed.items()})
        assert float(found) == pytest.approx(float(said(p, q)), abs=1e-12)


def test_a_standard_has_a_method_for_each_of_its_parameters() -> None:
    todo: list[type[Standard]] = [Standard]
    for standard in todo:
        todo += standard.__subclasses__()
        for name in () if standard is Standard else standard.parameters:
            asked = inspect.signature(getattr(standard, name)).parameters
            assert set(asked) - {"self", "p", "q"} <= {*standard.parameters, "xi"} - {name}  # truncation fixes ξ = 0


# whole notions ----------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("notion", ["epsilon-dp", "bounded-dp", "kl-privacy", "total-variation-privacy", "free-lunch-privacy"])
def test_a_notion_is_the_worst_pair_of_its_unit_by_its_standard(zoo: Zoo, notion: str) -> None:
    """The standard form of the record, (P, S), read by the predicates and sums above."""
    written = zoo[notion].record.normal_form
    assert written is not None
    (_, said), (_, _, measured) = STATEMENTS[str(written.unit.block)], MEASURES[str(written.standard.block)]
    for seed in (2, 3):
        m = some(seed)
        worst = max(measured(m.row(a), m.row(b)) for a, b in itertools.product(TABLES, repeat=2) if said(a, b))
        assert float(executables()[notion].tightest(m).value) == pytest.approx(float(worst), rel=1e-12)  # type: ignore[union-attr]


def test_a_standard_form_names_what_the_notion_writes_otherwise(zoo: Zoo) -> None:
    """Individual Rényi DP bounds the divergence by ρ; the invariants are c, and a distance of two counts twice."""
    forms_of = {
        i: standard_form(zoo.base, zoo[i].record) or "" for i in ("individual-renyi-dp", "dp-under-invariants", "d-privacy")
    }
    assert forms_of["individual-renyi-dp"].endswith(r"Here $\varepsilon$ is $\rho$.")
    assert "invariants is $c$" in forms_of["dp-under-invariants"]
    assert "times the pair's distance" in forms_of["dp-under-invariants"]
    assert forms_of["d-privacy"] == ""


def test_a_new_combination_runs(zoo: Zoo) -> None:
    """Randomised response over one bit: ln 3 replaced, TV 1/2 replaced; adding a record is not among its datasets."""
    rr = FiniteMechanism([(0,), (1,)], ["no", "yes"], [[F(3, 4), F(1, 4)], [F(1, 4), F(3, 4)]])
    made = zoo.combine(unit="one-record-replaced", standard="total-variation")
    assert made.new
    assert made.tightest(rr).value == F(1, 2)  # type: ignore[union-attr]
    assert made.holds(rr, epsilon=F(1, 2)).holds is True
    assert made.holds(rr, epsilon=F(49, 100)).holds is False


def test_a_trade_off_function_is_a_standard_for_every_unit(zoo: Zoo) -> None:
    """The second bit of each person in clear: a test of adding any record is perfect, and no test sees what a constant shows."""
    made = zoo.combine(unit="one-owner", standard="f-dp")
    constant = FiniteMechanism.deterministic(TABLES, lambda _: "nothing")
    assert made.new
    assert made.holds(constant, f=[(0, 1), (1, 0)]).holds is True
    assert made.holds(FiniteMechanism.deterministic(TABLES, len), f=[(0, 1), (1, 0)]).holds is False
