"""Names that clash, and the numbers of the field, counted a second way."""

from __future__ import annotations

import re
from collections import Counter

import pytest
import yaml
from conftest import ROOT

from dpzoo.records.enums import Dimension
from dpzoo.site.charts import bars
from dpzoo.site.collisions import are_near, collisions, near_names, shared_key
from dpzoo.site.history import ALL_COMBINATIONS, combinations_used, introducing_works, oldest, together, years
from dpzoo.site.name_pages import meanings, pair, pairs
from dpzoo.zoo.zoo import Zoo


@pytest.mark.parametrize(
    ("name", "same"),
    [
        ("GcDP[KM11]", "GcDP[225]"),
        ("Noiseless privacy", "noiseless-privacy"),
        ("Noiseless privacy (non-stochastic)", "Noiseless Privacy"),
        ("DlPr[Rot10, BLR13]", "dlpr"),
        ("Rényi-DP", "renyi differential privacy"),
        ("ε-privacy", "epsilon privacy"),
    ],
)
def test_spellings_of_one_name(name: str, same: str) -> None:
    assert shared_key(name) == shared_key(same)


@pytest.mark.parametrize(("name", "other"), [("(ε, δ)-DP", "ε-DP"), ("generic DP", "general DP"), ("δ-DP", "(δ)-presence")])
def test_different_names(name: str, other: str) -> None:
    assert shared_key(name) != shared_key(other)


@pytest.mark.parametrize(
    ("first", "second", "near"),
    [
        ("Distribution privacy", "Distributional privacy", True),
        ("Smooth differential privacy", "Smoothed DP", True),
        ("Bayesian DP", "Weak Bayesian DP", True),
        ("Individual DP", "Individual privacy", True),
        ("SamDP", "RanDP", False),
        ("RDP", "PDP", False),
        ("Node DP", "Edge DP", False),
    ],
)
def test_near_names(first: str, second: str, near: bool) -> None:
    assert are_near(first, second) is near
    assert are_near(second, first) is near


@pytest.mark.parametrize(
    ("prefix", "name"),
    [
        ("bayesian-dp-", "Bayesian DP"),
        ("generic-dp-", "generic DP"),
        ("distributional-privacy-", "distributional privacy"),
        ("truncated-codp-", "tCoDP"),
    ],
)
def test_known_collisions(zoo: Zoo, prefix: str, name: str) -> None:
    members = {i for i in zoo if i.startswith(prefix)}
    (found,) = [c for c in collisions(zoo) if shared_key(name) in map(shared_key, c.names)]
    assert members <= set(found.notions)
    assert len(members) > 1


def test_collisions_have_pages_of_their_own(zoo: Zoo) -> None:
    found = collisions(zoo)
    assert len({c.slug for c in found}) == len(found)
    assert all(re.fullmatch("[a-z0-9-]+", c.slug) for c in found)
    for collision in found:
        for meaning in meanings(zoo, collision):
            assert collision.written(meaning.notion)


def test_near_names_are_not_shared_and_are_told_apart(zoo: Zoo) -> None:
    shared = {frozenset(p) for c in collisions(zoo) for p in c.pairs}
    near = near_names(zoo)
    assert len({frozenset((n.first, n.second)) for n in near}) == len(near)
    for n in near:
        assert frozenset((n.first, n.second)) not in shared
        assert (n.told.notion, n.told.other) == (n.first, n.second)
        assert n.told.text in [c.difference for c in zoo[n.first].record.confusable_with]


def test_pairs_say_what_the_comparison_says(zoo: Zoo) -> None:
    for collision in collisions(zoo):
        for shown in pairs(zoo, collision):
            a, b = shown.first, shown.second
            said = {(p.subject.id, p.words) for p in shown.phrases if not p.after}
            assert ((a.id, "is stronger than") in said) == (zoo.compare(a.id, b.id).standing == "stronger"), collision
            assert ((b.id, "is stronger than") in said) == (zoo.compare(a.id, b.id).standing == "weaker"), collision
            different = zoo.compare(a.id, b.id).standing == "different data"
            assert shown.claims or shown.open or different, collision  # whatever is said rests on something


def test_equivalent_notions_are_named_together(zoo: Zoo) -> None:
    (claim, *_) = (c for c in zoo.claims if c.kind.value == "equivalent_to" and not c.disputed)
    shown = pair(zoo, claim.subject, claim.object)
    assert shown.both is not None
    assert not any(p.words == "is stronger than" for p in shown.phrases)
    assert not shown.open


def test_years_are_those_of_the_files(zoo: Zoo) -> None:
    """Read straight from the YAML, past the package."""
    counted: Counter[int] = Counter()
    works = set()
    for path in (ROOT / "definitions").glob("*/*.yaml"):
        data = yaml.load(path.read_text(encoding="utf-8"), getattr(yaml, "CSafeLoader", yaml.SafeLoader))
        if "introduced" in data and path.parent.name not in {"mechanisms", "systems"}:
            counted[data["introduced"]["year"]] += 1
            works |= set(data["introduced"]["by"])
    found = years(zoo)
    assert {y.year: y.notions for y in found if y.notions} == counted
    assert set(introducing_works(zoo)) == works
    assert found[-1].notions_so_far == len(zoo)
    assert found[-1].works_so_far == len(works)
    assert [y.year for y in found] == list(range(found[0].year, found[-1].year + 1))


def test_combinations_add_up(zoo: Zoo) -> None:
    used = combinations_used(zoo)
    assert ALL_COMBINATIONS == 127
    assert sum(used.values()) == sum(bool(n.dimensions) for n in zoo.values())
    for d in Dimension:
        assert sum(n for c, n in used.items() if d in c) == len(zoo.notions(dimension=d))
    for (a, b), n in together(zoo).items():
        assert n == sum(m for c, m in used.items() if a in c and b in c)
    for c in used:
        assert all(set(zoo[i].dimensions) == set(c) for i in oldest(zoo, c))


def test_bars_stand_on_the_baseline(zoo: Zoo) -> None:
    chart = bars(years(zoo))
    for bar in chart.bars:
        assert bar.top + bar.height == pytest.approx(chart.baseline)
        assert 0 <= chart.left <= bar.left
        assert bar.left + bar.width <= chart.right
    values = [v for v, _ in chart.ticks]
    assert values[0] == 0
    assert values[-1] >= max(b.year.notions for b in chart.bars)
    assert bars([]).bars == ()


def test_parameters_are_written_in_one_way() -> None:
    """(ε, δ), with a space, in every text that people read; LaTeX and titles of works have their own spacing."""
    greek = "ΘαβγδεηθκλμνξπρϱστφχψωΓΔΦΨ"
    unspaced = re.compile(rf"\((?=[^()$\\ \n]*[{greek}])[^()$\\ \n]*,[^()$\\ \n]*\)")
    sources = [*(ROOT / "definitions").rglob("*.yaml"), *(ROOT / "dpzoo").rglob("*.j2"), *(ROOT / "site").rglob("*.md")]
    sources += [
        p for p in (ROOT / "dpzoo").rglob("*.py") if p.name not in {"spelling.py", "templates.py"}
    ]  # they take any spelling
    found = {p.name: m for p in sources if (m := unspaced.findall(p.read_text(encoding="utf-8")))}
    assert found == {}
