"""The language of parameter maps: what it says, what it refuses, and that its three forms agree."""

from __future__ import annotations

import contextlib
import itertools
import math
from decimal import Decimal, localcontext

import mpmath
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

from dpzoo.expressions import EvaluationError, Expression, ExpressionError, parse, parse_constraint
from dpzoo.expressions.enclosing import enclosure
from dpzoo.expressions.functions import normal_cdf
from dpzoo.expressions.straight_line import StraightLine
from dpzoo.expressions.tree import Binary, Call, Name, Negation, Number

NAMES = ("epsilon", "delta", "rho", "alpha")


def trees() -> SearchStrategy[Expression]:
    leaves = st.one_of(
        st.sampled_from(NAMES).map(Name),
        st.integers(0, 99).map(lambda n: Number(str(n))),
        st.floats(0.001, 99, allow_nan=False).map(lambda x: Number(f"{x:.3f}")),
    )

    def grow(children: SearchStrategy[Expression]) -> SearchStrategy[Expression]:
        return st.one_of(
            st.builds(Negation, children),
            st.builds(Binary, st.sampled_from(["+", "-", "*", "/", "**"]), children, children),
            st.builds(lambda f, a: Call(f, (a,)), st.sampled_from(["exp", "log", "sqrt"]), children),
            st.builds(lambda f, a, b: Call(f, (a, b)), st.sampled_from(["min", "max"]), children, children),
        )

    return st.recursive(leaves, grow, max_leaves=8)


def value(expression: Expression, values: dict[str, float]) -> float | None:
    try:
        return expression.evaluate(values)
    except EvaluationError:
        return None


VALUES = st.fixed_dictionaries({n: st.floats(0.01, 5) for n in NAMES})


@given(trees())
def test_printing_and_parsing_are_inverse(expression: Expression) -> None:
    assert parse(str(expression)) == expression


@given(trees(), VALUES)
def test_value_agrees_with_python(expression: Expression, values: dict[str, float]) -> None:
    """The printed text, read as Python over the same functions, has the same value, or one that loses more digits."""
    functions = {"exp": math.exp, "log": math.log, "sqrt": math.sqrt, "min": min, "max": max}
    ours = value(expression, values)
    try:
        theirs = eval(str(expression), {"__builtins__": {}}, {**functions, **values})
    except (ArithmeticError, ValueError, TypeError):
        return  # Python has no infinities here, the language does; a root of a negative number is not an argument
    if isinstance(theirs, complex) or ours is None or math.isinf(ours):
        return
    if not math.isclose(ours, theirs, rel_tol=1e-12):
        with mpmath.workdps(60):
            precise = {"exp": mpmath.exp, "log": mpmath.log, "sqrt": mpmath.sqrt, "min": min, "max": max}
            exact = eval(str(expression), {"__builtins__": {}}, {**precise, **{n: mpmath.mpf(v) for n, v in values.items()}})
            assert abs(ours - exact) <= 2 * abs(theirs - exact)


@pytest.mark.parametrize("x", [1e-300, 1e-17, 1e-12, 1e-6, 0.5])
def test_small_parameters_keep_their_digits(x: float) -> None:
    """The bound of a nearly perfect mechanism is small, not zero: e^x - 1, ln(1 + x) and their kin, as mpmath has them."""
    with mpmath.workdps(400):
        y = mpmath.mpf(x)
        exact = {
            "exp(x) - 1": mpmath.exp(y) - 1,
            "1 - exp(x)": 1 - mpmath.exp(y),
            "sqrt(1 - exp(-x))": mpmath.sqrt(1 - mpmath.exp(-y)),
            "log(1 + x)": mpmath.log(1 + y),
            "log(1 - x)": mpmath.log(1 - y),
            "log(1 + x*(exp(x) - 1))": mpmath.log(1 + y * (mpmath.exp(y) - 1)),
            "sqrt(log_cosh(x))": mpmath.sqrt(mpmath.log(mpmath.cosh(y))),
            "probit_logistic(x)": mpmath.sqrt(2) * mpmath.erfinv(mpmath.tanh(y / 2)),
        }
    for text, expected in exact.items():
        if x < 1e-150 and ("*" in text or "cosh" in text):
            continue  # x² underflows
        assert parse(text).evaluate({"x": x}) == pytest.approx(float(expected), rel=1e-13, abs=0), text


@pytest.mark.parametrize("x", [1.0, 30.0, 699.0, 701.0, 1e4, 1e8])
def test_probit_of_large_odds(x: float) -> None:
    """Φ(-z) = 1/(1 + e^x), also where both are below every float."""
    z = parse("probit_logistic(x)").evaluate({"x": x})
    with mpmath.workdps(40):
        tail = mpmath.log(mpmath.erfc(mpmath.mpf(z) / mpmath.sqrt(2)) / 2)
        assert float(tail / -mpmath.log(1 + mpmath.exp(mpmath.mpf(x)))) == pytest.approx(1, rel=1e-13)
    assert parse("probit_logistic(x)").evaluate({"x": -x}) == -z


def test_edges_of_what_keeps_its_digits() -> None:
    """The conventions hold there too: ln 0 is -∞, e^∞ is ∞, no negative zero, no logarithm of a negative number."""
    assert parse("log(1 - x)").evaluate({"x": 1.0}) == -math.inf
    assert parse("exp(x) - 1").evaluate({"x": math.inf}) == math.inf
    assert parse("1 - exp(-x)").evaluate({"x": math.inf}) == 1
    assert parse("2/(1 - exp(-x))").evaluate({"x": 0.0}) == math.inf
    for text, x in (("log(1 - x)", 1.5), ("exp(x) - 1", 1e4)):
        with pytest.raises(EvaluationError):
            parse(text).evaluate({"x": x})


@given(trees())
def test_latex_is_balanced(expression: Expression) -> None:
    text = expression.latex({})
    assert text.count("{") == text.count("}")
    assert text.count(r"\left(") == text.count(r"\right)")


@given(trees(), st.sampled_from(NAMES), VALUES)
def test_names_are_those_that_matter(expression: Expression, name: str, values: dict[str, float]) -> None:
    if name not in expression.names:
        assert value(expression, values) == value(expression, {**values, name: 3.25})


def test_conversion_of_bun_and_steinke() -> None:
    """Bun & Steinke 2016: ρ-zCDP gives (ρ + 2√(ρ ln 1/δ), δ)-DP; at ρ = 1/2, δ = e^{-8} that is ε = 4.5."""
    e = parse("rho + 2*sqrt(rho*log(1/delta))")
    assert e.evaluate({"rho": 0.5, "delta": math.exp(-8)}) == pytest.approx(4.5, rel=1e-12)


@pytest.mark.parametrize(
    ("text", "latex"),
    [
        ("2*epsilon", r"2 \varepsilon"),
        ("epsilon*2", r"\varepsilon \cdot 2"),
        ("epsilon**2/2", r"\frac{\varepsilon^{2}}{2}"),
        ("-(a + b)*c", r"-\left( a + b \right) c"),
        ("exp(epsilon) - 1", r"e^{\varepsilon} - 1"),
        ("exp(a)**2", r"\left( e^{a} \right)^{2}"),
        ("log(1/delta)", r"\ln \left( \frac{1}{\delta} \right)"),
        ("log(delta)", r"\ln \delta"),
        ("min(epsilon, epsilon**2)", r"\min\left( \varepsilon, \varepsilon^{2} \right)"),
        ("1e-6", r"10^{-6}"),
        ("2.5e-7*inf", r"2.5 \cdot 10^{-7} \infty"),
        ("sqrt(pi*rho)", r"\sqrt{\pi \rho}"),
        ("group_size*2", r"\mathrm{group\_size} \cdot 2"),
        ("a*(-b)", r"a \left( -b \right)"),
        ("a - (-b)", r"a - \left( -b \right)"),
        ("a + (-b)*c", r"a + \left( -b c \right)"),
    ],
)
def test_latex(text: str, latex: str) -> None:
    assert parse(text).latex({"epsilon": r"\varepsilon", "delta": r"\delta"}) == latex


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "empty"),
        ("ε", "ASCII"),
        ("a^2", "write '**'"),
        ("a if b else c", "if … else"),
        ("a.b", "a dot"),
        ("a[0]", "an index"),
        ("lambda: 0", "a lambda"),
        ("f(a)", "unknown function f"),
        ("exp", "give it an argument"),
        ("exp(a, b)", "takes 1 argument"),
        ("min()", "at least one"),
        ("'text'", "text in quotes"),
        ("True", "True/False/None"),
        ("a, b", "a comma"),
        ("a < b", "a condition, not an expression"),
        ("a // b", "FloorDiv"),
        ("1j", "not part of the language"),
        ("9" * 60, "too long"),
        ("(" * 300, "not an expression"),
        ("a+" * 250 + "a", "501 characters"),
        ("__import__('os').system('true')", "not part of the language"),
        ("a b", "not an expression"),
    ],
)
def test_refused(text: str, says: str) -> None:
    with pytest.raises(ExpressionError, match=r"^[^\n]+$") as error:
        parse(text)
    assert says in str(error.value)


@given(st.text(max_size=60))
def test_any_text_parses_or_is_refused(text: str) -> None:
    with contextlib.suppress(ExpressionError):
        parse(text)


@pytest.mark.parametrize(
    ("text", "values", "expected"),
    [
        ("log(0)", {}, -math.inf),
        ("1/x", {"x": 0.0}, math.inf),
        ("exp(inf)", {}, math.inf),
        ("exp(-inf)", {}, 0.0),
        ("max(1, inf)", {}, math.inf),
    ],
)
def test_values_at_the_edge(text: str, values: dict[str, float], expected: float) -> None:
    assert parse(text).evaluate(values) == expected


@pytest.mark.parametrize("text", ["log(-1)", "sqrt(-1)", "0/0", "-1/0", "inf - inf", "exp(1000)", "x", "(-1)**0.5", "10**1000"])
def test_no_value(text: str) -> None:
    with pytest.raises(EvaluationError):
        parse(text).evaluate({})


def test_normal_distribution() -> None:
    """Φ(0) = 1/2, Φ(1.96) = 0.975002…, as in every table."""
    assert normal_cdf(0) == 0.5
    assert normal_cdf(1.96) == pytest.approx(0.9750021, abs=5e-8)
    assert normal_cdf(-math.inf) == 0


@pytest.mark.parametrize(
    ("text", "values", "holds"),
    [
        ("0 < delta < 1", {"delta": 0.5}, True),
        ("0 < delta < 1", {"delta": 1.0}, False),
        ("xi = 0", {"xi": 0.0}, True),
        ("alpha > 1 and alpha != 2", {"alpha": 2.0}, False),
        ("1 <= alpha <= inf", {"alpha": math.inf}, True),
        ("delta >= exp(-epsilon)", {"delta": 0.4, "epsilon": 1.0}, True),
    ],
)
def test_constraints(text: str, values: dict[str, float], holds: bool) -> None:
    constraint = parse_constraint(text)
    assert constraint.holds(values) is holds
    assert parse_constraint(str(constraint)) == constraint


@pytest.mark.parametrize("text", ["delta", "a < b or b < c", "not a < b", "a in b", "a is b", "a <"])
def test_refused_constraints(text: str) -> None:
    with pytest.raises(ExpressionError, match=r"^[^\n]+$"):
        parse_constraint(text)


@pytest.mark.parametrize(
    "text",
    [
        "xi + rho + 2*sqrt(rho*log(1/delta))",
        "exp(rho) - 1 + (1 - exp(delta))",
        "log(1 + rho*delta) - log(1 - delta)",
        "-xi**2/delta + min(rho, xi, delta) - max(xi, pi)",
        "log(xi - rho) / (delta - delta)",
        "sqrt(xi - 2*rho) * kov_delta(xi, rho, 3)",
    ],
)
def test_values_put_in_early_change_nothing(text: str) -> None:
    """Whatever part of the values is known beforehand, the value is the very same float, or there is none."""
    expression, limit = parse(text), parse_constraint(f"0 < {text} <= 3*rho")
    for values in ({"xi": 0.5, "rho": 0.125, "delta": 1e-6}, {"xi": 0.0, "rho": 2.0, "delta": 0.75}):
        for count in range(4):
            for names in itertools.combinations(values, count):
                known = {n: values[n] for n in names}
                rest = {n: v for n, v in values.items() if n not in known}
                value = StraightLine([], [expression], [tuple(known), tuple(rest)]).started()
                both = StraightLine([limit], [expression], [tuple(known), tuple(rest)]).started()
                reached, met = value.run(0, known) and value.run(1, rest), both.run(0, known) and both.run(1, rest)
                try:
                    expected = expression.evaluate(values)
                except EvaluationError:
                    assert not met
                    assert not reached or math.isnan(value.values[0])
                    continue
                assert reached
                assert value.values == [expected]
                assert met == limit.holds(values)


def test_what_nobody_knows_meets_no_condition() -> None:
    """A name of no stage, and what is not a number, fail every comparison, ≠ too."""
    for text in ("0 < other", "other != 1", "rho != (inf - inf)*rho"):
        line = StraightLine([parse_constraint(text)], [], [("rho",)]).started()
        assert not line.run(0, {"rho": 1.0})


@pytest.mark.parametrize("power", ["1", "1.0000000000000000000000001", "1.0000001", "1.5", "2", "40", "700", "5000"])
def test_an_enclosure_of_lamberts_lower_branch(power: str) -> None:
    """At -e^-p it is the w <= -1 with w + ln(-w) = -p, which rises with w: decimal arithmetic says on which side an end lies."""
    low, high = enclosure(parse(f"lambert_w_minus(-exp(-{power}))"), {})
    assert low <= high <= low + 4 * math.ulp(low)
    with localcontext() as context:
        context.prec = 60
        below, above = (Decimal(w) + (-Decimal(w)).ln() + Decimal(power) for w in (low, high))
    assert below <= 0
    assert above >= 0 or high > -1


def test_lamberts_lower_branch_is_refused_where_it_does_not_exist() -> None:
    for text in ("lambert_w_minus(-exp(-1) - 1/10**20)", "lambert_w_minus(1/10**20)"):
        with pytest.raises(EvaluationError):
            enclosure(parse(text), {})
