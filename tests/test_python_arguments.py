"""What Python users give wrongly is answered in one sentence that says what is needed; what can be understood is taken."""

from __future__ import annotations

import math
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest

from dpzoo.blocks import FiniteMechanism
from dpzoo.falsify.sampling import SamplerError, attack_sampler
from dpzoo.meaning import MeaningError
from dpzoo.numbers.errors import BlockError
from dpzoo.relations.guarantees import GuaranteeError
from dpzoo.zoo.errors import MechanismError, NotExecutableError, UnknownNotionError
from dpzoo.zoo.tightest_parameters import audit
from dpzoo.zoo.zoo import Zoo

RR = FiniteMechanism([(0,), (1,)], ["no", "yes"], [[Fraction(3, 4), Fraction(1, 4)], [Fraction(1, 4), Fraction(3, 4)]])

WRONG: list[tuple[type[Exception], str, Callable[[Any], object]]] = [
    (UnknownNotionError, "no notion is called 3", lambda z: z[3]),
    (UnknownNotionError, "did you mean zero-concentrated-dp", lambda z: z["zCDP"]),
    (TypeError, "a name must be a text, not None", lambda z: z.find(None)),
    (TypeError, "a name must be a text, not 3", lambda z: z.search(3)),
    (ValueError, "it must be at least 0", lambda z: z.search("renyi", -1)),
    (ValueError, "'q' is not a dimension; choose one of Q, N, V", lambda z: z.notions(dimension="q")),
    (ValueError, "'maybe' is not a verdict; choose one of holds, fails, open", lambda z: z.notions(convexity="maybe")),
    (TypeError, "a year must be a whole number", lambda z: z.notions(year="2006")),
    (TypeError, "a guarantee must be a text such as", lambda z: z.convert(z["zero-concentrated-dp"], "approximate-dp")),
    (GuaranteeError, "delta is None, which is not a number", lambda z: z.convert("epsilon-dp(epsilon=1)", "RDP", delta=None)),
    (GuaranteeError, "delta is nan", lambda z: z.convert("epsilon-dp(epsilon=1)", "approximate-dp", delta=math.nan)),
    (GuaranteeError, "x is not a number", lambda z: z.convert("epsilon-dp(epsilon=1)", "approximate-dp", delta="x")),
    (GuaranteeError, "delta is [1], which", lambda z: z.convert("epsilon-dp(epsilon=1)", "approximate-dp", delta=[1])),
    (GuaranteeError, "name of a generator: kl", lambda z: z.convert("gaussian-dp(mu=1)", "divergence-dp", f="foo")),
    (GuaranteeError, "x of f-dp must be at most 1", lambda z: z.convert("gaussian-dp(mu=1)", "f-dp", x=2)),
    (GuaranteeError, "no recorded way", lambda z: z.convert("gaussian-dp(mu=1)", "fk-divergence-dp", k=math.inf)),
    (GuaranteeError, "epsilon is too large", lambda z: z.meaning("epsilon-dp", epsilon=10**400)),
    (MeaningError, "the number of days is '3'", lambda z: z.meaning("epsilon-dp", epsilon=1, days="3")),
    (MeaningError, "the prior is 'a'", lambda z: z.meaning("epsilon-dp", epsilon=1, prior="a")),
    (TypeError, "FiniteMechanism is needed, not None", lambda z: z["epsilon-dp"].tightest(None)),
    (TypeError, "FiniteMechanism is needed, not [[1]]", lambda z: z["epsilon-dp"].holds([[1]], epsilon=1)),
    (TypeError, "FiniteMechanism is needed", lambda z: audit(3, z)),  # type: ignore[arg-type]
    (UnknownNotionError, "no notion is called 'nope'", lambda z: audit(RR, z, only=["nope"])),
    (NotExecutableError, "does not run", lambda z: audit(RR, z, only=["ind-cdp"])),
    (MechanismError, "or laplace-mechanism or", lambda z: z.find_mechanism("laplce")),
    (MechanismError, "must be positive and finite", lambda z: deployment(z).after(deployment(z).record.releases[0], math.inf)),
    (KeyError, "did you mean epsilon-dp/stronger_than/", lambda z: z.what_if("epsilon-dp/stronger_thn/renyi-dp")),
    (BlockError, "is not a list of rows", lambda _: FiniteMechanism([(0,)], ["a"], None)),  # type: ignore[arg-type]
    (BlockError, "write its lists as tuples", lambda _: FiniteMechanism([(0,)], [["a"]], [[1]])),  # type: ignore[list-item]
    (BlockError, "write its lists as tuples", lambda _: FiniteMechanism([([0],)], ["a"], [[1]])),  # type: ignore[list-item]
    (SamplerError, "not a function", lambda _: attack_sampler(3, 1)),  # type: ignore[arg-type]
    (SamplerError, "epsilon is '1', which is not a number", lambda _: attack_sampler(max, "1")),  # type: ignore[arg-type]
    (SamplerError, "not a whole number", lambda _: attack_sampler(max, 1, size=1.5)),  # type: ignore[arg-type]
]


def deployment(zoo: Zoo) -> Any:
    return zoo.find_deployment("apple")


@pytest.mark.parametrize(("error", "says", "call"), WRONG, ids=[w[1] for w in WRONG])
def test_wrong_arguments_get_a_sentence(zoo: Zoo, error: type[Exception], says: str, call: Callable[[Zoo], object]) -> None:
    with pytest.raises(error) as raised:
        call(zoo)
    assert says in str(raised.value)
    assert "\n" not in str(raised.value)


def test_a_notion_stands_for_its_name(zoo: Zoo) -> None:
    notion = zoo["renyi-dp"]
    assert zoo.find(notion) is notion
    assert zoo.compare(notion, "zCDP").standing is zoo.compare("RDP", "zCDP").standing
    assert zoo.meaning(zoo["epsilon-dp"], epsilon=1).ceiling == zoo.meaning("epsilon-dp", epsilon=1).ceiling
    assert [line.notion.id for line in audit(RR, zoo, only=["zCDP"]).evaluated] == ["zero-concentrated-dp"]


@pytest.mark.parametrize("delta", [Fraction(1, 1000), "1/1000", 0.001])
def test_numbers_may_be_written_in_every_way(zoo: Zoo, delta: Any) -> None:
    """A fraction once took a worse way than the same number as a float."""
    found = zoo.convert("zCDP(xi=0, rho=0.5)", "approximate-dp", delta=delta)[0]
    assert found.target.values == zoo.convert("zCDP(xi=0, rho=0.5)", "approximate-dp", delta=1e-3)[0].target.values


def test_a_target_without_a_free_parameter_is_decided_by_the_best_value(zoo: Zoo) -> None:
    """The least δ of (0, ½)-zCDP at ε = ½ is 0.337739609…, below what any recorded formula gives (see test_optimal)."""
    found = zoo.convert("zCDP(rho=0.5)", "approximate-dp", epsilon=0.5, delta=0.35)
    assert found[0].target.values["delta"] == pytest.approx(0.337739609, rel=1e-8)
    with pytest.raises(GuaranteeError, match=r"with epsilon = 0\.5 only from delta = 0\.3377396093 on"):
        zoo.convert("zCDP(rho=0.5)", "approximate-dp", epsilon=0.5, delta=0.33)
    with pytest.raises(GuaranteeError, match="implies epsilon-dp only from epsilon = 1 on"):
        zoo.convert("epsilon-dp(epsilon=1)", "epsilon-dp", epsilon=0.5)


@pytest.mark.parametrize("written", ["X()", "X ( )", "X"])
def test_a_guarantee_without_values(written: str) -> None:
    from dpzoo.relations.guarantees import parse_guarantee

    assert parse_guarantee(written) == ("X", {})
