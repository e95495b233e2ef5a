"""The page's kernel gives the engine's optima, and shows them."""

from __future__ import annotations

import json
import math
from collections.abc import Iterator
from typing import Any

import pytest
from conftest import bare_engine
from py_mini_racer import MiniRacer

from dpzoo.optimal.engine import optimal
from dpzoo.optimal.optimum import Status
from dpzoo.site import optima
from dpzoo.zoo.zoo import Zoo

SOURCES: list[tuple[str, dict[str, Any]]] = [
    ("epsilon-dp", {"epsilon": 1}),
    ("approximate-dp", {"epsilon": 1, "delta": 0.01}),
    ("total-variation-privacy", {"epsilon": 0.2}),
    ("renyi-dp", {"alpha": 2, "epsilon": 0.1}),
    ("renyi-dp", {"alpha": 8, "epsilon": 1}),
    ("renyi-dp", {"alpha": 32, "epsilon": 0.2}),
    ("kl-privacy", {"epsilon": 0.1}),
    ("zero-concentrated-dp", {"xi": 0, "rho": 0.5}),
    ("zero-concentrated-dp", {"xi": 0, "rho": 0.001}),
    ("zero-concentrated-dp", {"xi": 0.1, "rho": 0.1}),
    ("bounded-concentrated-dp", {"xi": 0.1, "rho": 0.1, "omega": 8}),
    ("truncated-codp-bdrs18", {"rho": 0.5, "omega": 2}),
    ("truncated-codp-col16", {"xi": 1, "tau": 0.2}),
    ("fk-divergence-dp", {"k": 3, "epsilon": 0.2}),
    ("range-bounded-privacy", {"epsilon": 2}),
    ("truncated-codp-col16", {"xi": 0.1, "tau": 3}),
    ("truncated-codp-bdrs18", {"rho": 0.02, "omega": 100}),
    ("probabilistic-dp", {"epsilon": 1, "delta": 0.01}),
    ("relaxed-dp", {"epsilon": 0.7, "delta_a": 0.02, "delta_p": 0.01}),
    ("approximate-zero-concentrated-dp", {"xi": 0, "rho": 0.1, "delta": 0.01}),
    ("mean-concentrated-dp", {"mu": 0.5, "tau": 1}),
    ("divergence-dp", {"f": "hellinger", "epsilon": 0.1}),
    ("gaussian-dp", {"mu": 1}),
]
TARGETS: list[tuple[str, dict[str, Any]]] = [
    *(("approximate-dp", {"epsilon": e}) for e in (0, 0.5, 3)),
    *(("approximate-dp", {"delta": d}) for d in (0, 1e-6, 0.05, 0.7)),
    *(("probabilistic-dp", {"epsilon": e}) for e in (0.3, 1.5)),
    *(("probabilistic-dp", {"delta": d}) for d in (1e-4, 0.6)),
    ("total-variation-privacy", {}),
    ("kl-privacy", {}),
    *(("renyi-dp", {"alpha": a}) for a in (1.5, 2, 6)),
    ("zero-concentrated-dp", {"xi": 0}),
    ("zero-concentrated-dp", {"rho": 0.2}),
    ("bounded-concentrated-dp", {"xi": 0.02, "omega": 4}),
    ("truncated-codp-bdrs18", {"omega": 1.5}),
    ("truncated-codp-col16", {"xi": 2}),
    ("approximate-zero-concentrated-dp", {"xi": 0.01, "delta": 0.05}),
    *(
        ("relaxed-dp", f)
        for f in ({"delta_a": 0.02, "delta_p": 0.1}, {"epsilon": 0.4, "delta_p": 0.3}, {"epsilon": 0.4, "delta_a": 0.04})
    ),
    ("mean-concentrated-dp", {"mu": 2}),
    ("fk-divergence-dp", {"k": 2}),
    ("divergence-dp", {"f": "hellinger"}),
    ("gaussian-dp", {}),
    ("range-bounded-privacy", {}),
    *(("f-dp", {"x": x}) for x in (0.1, 0.8)),
    ("epsilon-dp", {}),
]


@pytest.fixture(scope="module")
def kernel() -> Iterator[MiniRacer]:
    racer = bare_engine("expressions", "optimal")
    yield racer
    racer.close()


def asked(kernel: MiniRacer, *question: Any) -> Any:
    found = f"dpzoo.optimum(...{json.dumps(question)})"
    return json.loads(str(kernel.eval(f"JSON.stringify({found}, (k, x) => x === Infinity ? 'inf' : x)")))


@pytest.mark.parametrize(("source", "values"), SOURCES, ids=str)
def test_the_page_gives_the_optima_of_the_engine(kernel: MiniRacer, source: str, values: dict[str, float]) -> None:
    compared = 0
    for target, fixed in TARGETS:
        found = asked(kernel, {"notion": source, "values": values}, target, fixed)
        if found is None:
            continue
        best = optimal([(source, values)], target, fixed)
        assert best.status is not Status.UNKNOWN, (target, fixed)
        assert best.certified or found["numeric"], (target, fixed)  # a card says which numbers rest on a scan
        if best.status is Status.INFINITE:
            assert found["value"] == "inf", (target, fixed)
        else:
            assert found["value"] == pytest.approx(best.upper, rel=1e-8 if found["numeric"] else 1e-9, abs=1e-200), (
                target,
                fixed,
            )
        compared += 1
    assert compared >= (11 if source == "mean-concentrated-dp" else 20)


CONJUNCTIONS: list[tuple[list[tuple[str, dict[str, Any]]], str, dict[str, float]]] = [
    ([("zero-concentrated-dp", {"xi": 0, "rho": 0.1}), ("epsilon-dp", {"epsilon": 3})], "approximate-dp", {"delta": 1e-6}),
    ([("zero-concentrated-dp", {"xi": 0, "rho": 0.1}), ("epsilon-dp", {"epsilon": 3})], "renyi-dp", {"alpha": 40}),
    (
        [("renyi-dp", {"alpha": a, "epsilon": e}) for a, e in ((2, 0.1), (4, 0.22), (8, 0.5), (32, 3))],
        "approximate-dp",
        {"delta": 1e-5},
    ),
    (
        [("approximate-dp", {"epsilon": e, "delta": d}) for e, d in ((0.5, 0.1), (1, 0.02), (2, 0.001))],
        "approximate-dp",
        {"epsilon": 0.2},
    ),
]


@pytest.mark.parametrize(("parts", "target", "fixed"), CONJUNCTIONS, ids=str)
def test_several_guarantees_of_one_mechanism(
    kernel: MiniRacer, parts: list[tuple[str, dict[str, Any]]], target: str, fixed: dict[str, float]
) -> None:
    """The same optimum as the engine's, no larger than what each guarantee alone gives."""
    first, *others = ({"notion": n, "values": v} for n, v in parts)
    found = asked(kernel, {**first, "also": others}, target, fixed)
    assert found["value"] == pytest.approx(optimal(parts, target, fixed).upper, rel=1e-9)
    for part in (first, *others):
        alone = asked(kernel, part, target, fixed)
        assert alone["value"] == "inf" or found["value"] <= alone["value"] * (1 + 1e-12)


def test_the_pair_that_is_shown_attains_the_bound(kernel: MiniRacer) -> None:
    """(2, 0.1)-Rényi DP at δ = 10⁻⁶: the pair's own divergence is 0.1, and its ε at δ is the bound."""
    found = asked(kernel, {"notion": "renyi-dp", "values": {"alpha": 2, "epsilon": 0.1}}, "approximate-dp", {"delta": 1e-6})
    (p, p_rest), (q, q_rest) = found["pair"]["p"], found["pair"]["q"]
    assert math.log(p * p / q + p_rest * p_rest / q_rest) == pytest.approx(0.1, rel=1e-9)
    assert math.log((p - 1e-6) / q) == pytest.approx(10.177085768366791, rel=1e-9)


def test_the_table_of_all_pairs_says_what_the_engine_says(zoo: Zoo) -> None:
    """Every answer that is quick to compute is computed again; the others are there."""
    kept = json.loads(optima.FILE.read_text(encoding="utf-8"))
    assert len(kept) == len(optima.SOURCES) * len(optima.TARGETS)
    for source in ("epsilon-dp", "renyi-dp", "kl-privacy", "approximate-dp"):
        for target in ("approximate-dp", "kl-privacy", "zero-concentrated-dp", "gaussian-dp"):
            again = optima.entry(source, optima.SOURCES[source], target, optima.TARGETS[target])
            assert kept[f"{source} {target}"] == again
    rows = optima.cells(zoo)
    by_name = {(c.source.id, c.target.id): c for row in rows.values() for c in row}
    assert by_name["epsilon-dp", "kl-privacy"].kind is optima.ConversionKind.FORMULA  # ε tanh(ε/2)
    assert by_name["renyi-dp", "kl-privacy"].kind is optima.ConversionKind.FORMULA  # randomised response is worst at lower orders
    assert by_name["kl-privacy", "epsilon-dp"].kind is optima.ConversionKind.IMPOSSIBLE
    # ε tanh(ε/2) at the source's own δ is tight, and at a larger one 1.07 times the optimum
    assert by_name["approximate-dp", "approximate-zero-concentrated-dp"].kind is optima.ConversionKind.CLOSED
