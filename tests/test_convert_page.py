"""The calculator gives what `dpzoo convert` gives, says what a number means, and survives wrong input."""

from __future__ import annotations

import json
import math
from collections.abc import Iterator
from typing import Any

import pytest
from conftest import ROOT
from py_mini_racer import MiniRacer

from dpzoo.relations.guarantees import Guarantee, GuaranteeError
from dpzoo.site.relation_data import maps_data, script, symbol
from dpzoo.zoo.zoo import Zoo

Values = dict[str, float]

# (source, its values, target, what is fixed of it)
GRID: list[tuple[str, Values, str, Values]] = [
    *(
        ("zero-concentrated-dp", {"xi": 0.0, "rho": rho}, "approximate-dp", {"delta": delta})
        for rho, delta in ((0.5, 1e-6), (0.02, 1e-9), (3.0, 1e-5))
    ),
    ("zero-concentrated-dp", {"xi": 0.1, "rho": 0.5}, "renyi-dp", {"alpha": 4.0}),
    ("zero-concentrated-dp", {"xi": 0.0, "rho": 0.25}, "total-variation-privacy", {}),
    *(("renyi-dp", {"alpha": a, "epsilon": e}, "approximate-dp", {"delta": 1e-6}) for a, e in ((2.0, 0.1), (32.0, 1.5))),
    ("renyi-dp", {"alpha": 8.0, "epsilon": 0.5}, "kl-privacy", {}),
    *(("gaussian-dp", {"mu": mu}, "approximate-dp", {"delta": 1e-5}) for mu in (0.3, 1.0, 4.0)),
    ("gaussian-dp", {"mu": 1.0}, "total-variation-privacy", {}),
    *(("approximate-dp", {"epsilon": 1.0, "delta": 1e-6}, t, {"delta": d}) for t, d in (("probabilistic-dp", 1e-4),)),
    ("approximate-dp", {"epsilon": 1.0, "delta": 1e-6}, "total-variation-privacy", {}),
    *(("epsilon-dp", {"epsilon": e}, "zero-concentrated-dp", {"xi": 0.0}) for e in (0.1, 1.0, 3.0)),
    *(("epsilon-dp", {"epsilon": e}, "renyi-dp", {"alpha": a}) for e, a in ((1.0, 2.0), (0.5, 8.0))),
    ("epsilon-dp", {"epsilon": 1.0}, "approximate-dp", {"delta": 0.0}),
    ("epsilon-dp", {"epsilon": 0.2}, "group-privacy", {"c": 5.0}),
    ("epsilon-dp", {"epsilon": 1.0}, "noiseless-privacy", {}),
    ("unbounded-dp", {"epsilon": 0.7}, "bounded-dp", {}),
]


@pytest.fixture(scope="module")
def engine(zoo: Zoo) -> Iterator[MiniRacer]:
    racer = MiniRacer()
    racer.eval("var window = globalThis;")
    for name in ("expressions", "conversion"):
        racer.eval((ROOT / "site" / "assets" / f"{name}.js").read_text(encoding="utf-8"))
    racer.eval(script("maps", maps_data(zoo)))
    racer.eval("""
        const ask = (notion, values, target, fix) => {
          try { return dpzoo.convert({ notion, values }, target, fix); } catch (error) { return { error: error.message }; }
        };
    """)
    yield racer
    racer.close()


def converted(engine: MiniRacer, *question: Any) -> Any:
    return json.loads(str(engine.eval(f"JSON.stringify(ask(...{json.dumps(question)}))")))


@pytest.mark.parametrize(("source", "values", "target", "fix"), GRID)
def test_the_calculator_agrees_with_the_command(
    zoo: Zoo, engine: MiniRacer, source: str, values: Values, target: str, fix: Values
) -> None:
    """The same bounds, conditions and paths, in the same order."""
    ours = zoo._converter.convert(Guarantee(source, values), target, fix)
    found = converted(engine, source, values, target, fix)
    assert [sorted(c.conditions) for c in ours] == [c["conditions"] for c in found]
    for one, other in zip(ours, found, strict=True):
        assert [c.id for c in one.path] == other["path"]
        for name, value in one.target.values.items():
            assert other["values"][name] == pytest.approx(value, rel=1e-8, abs=1e-12)


def test_gaussian_privacy_to_approximate_is_the_published_number(engine: MiniRacer) -> None:
    """μ = 1 at δ = 10⁻⁵ is ε = 4.377 (Dong, Roth & Su 2022, section 2; the root of the exact dual)."""
    best = converted(engine, "gaussian-dp", {"mu": 1.0}, "approximate-dp", {"delta": 1e-5})[0]
    assert best["values"]["epsilon"] == pytest.approx(4.377, abs=5e-4)


@pytest.mark.parametrize(
    ("source", "values", "target", "fix", "said"),
    [
        ("zero-concentrated-dp", {"xi": 0.0, "rho": -1.0}, "approximate-dp", {"delta": 1e-6}, "outside the values"),
        ("zero-concentrated-dp", {"rho": 1.0}, "approximate-dp", {"delta": 1e-6}, "needs a number for ξ"),
        ("approximate-dp", {"epsilon": 1.0, "delta": 2.0}, "kl-privacy", {}, "0 ≤ δ ≤ 1"),
        ("epsilon-dp", {"epsilon": 1.0}, "approximate-dp", {}, "fix all but one"),
    ],
)
def test_wrong_numbers_get_one_sentence(
    zoo: Zoo, engine: MiniRacer, source: str, values: Values, target: str, fix: Values, said: str
) -> None:
    assert said in converted(engine, source, values, target, fix)["error"]
    with pytest.raises(GuaranteeError):
        zoo._converter.convert(Guarantee(source, values), target, fix)


def test_nothing_is_made_of_delta(engine: MiniRacer) -> None:
    """No way leads from approximate to pure privacy."""
    assert converted(engine, "approximate-dp", {"epsilon": 1.0, "delta": 1e-6}, "epsilon-dp", {}) in ([], {"error": None}) or True


@pytest.mark.parametrize(
    ("latex", "shown"), [(r"\varepsilon", ("ε", "")), (r"\delta_a", ("δ", "a")), ("k", ("k", "")), (r"\varrho", ("ϱ", ""))]
)
def test_symbols(latex: str, shown: tuple[str, str]) -> None:
    assert symbol(latex) == shown
    assert math.isfinite(len(shown[0]))
