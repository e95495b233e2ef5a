"""The shell: formulas that stay true in plain text, completion, no colour where none is wanted."""

from __future__ import annotations

import pytest
from conftest import Run

from dpzoo.expressions.plain_text import formula


@pytest.mark.parametrize(
    ("latex", "text"),
    [
        (r"\frac{e^{\varepsilon}-1}{e^{\varepsilon}+1}", "(e^ε-1)/(e^ε+1)"),
        (r"\frac{1}{\alpha-1}\ln x", "(1/(α-1)) ln x"),
        (r"2\sqrt{\rho\ln\frac{1}{\delta}}", "2√(ρ ln (1/δ))"),
        (r"e^{-\varepsilon'}", "e^(-ε')"),
        (r"D_{i\to t'}", "D_(i→t')"),
        (r"x_{12}^{n+1}", "x₁₂ⁿ⁺¹"),
        (r"P\big\|Q", "P‖ Q"),
        (r"1<\alpha<\infty", "1<α<∞"),
        (r"(\varepsilon,\delta)\text{-DP}", "(ε, δ)-DP"),
        (r"\{1,2,3\}", "{1,2,3}"),
        (r"\frac{1", r"\frac{1"),
    ],
)
def test_a_formula_says_the_same_in_plain_text(latex: str, text: str) -> None:
    """What stands in the denominator or the exponent must not fall out of it."""
    assert formula(latex) == text


def test_no_colour(run: Run) -> None:
    assert "\x1b" not in run("show", "zCDP", NO_COLOR="1", FORCE_COLOR="1").stdout.replace("\x1b[1m", "").replace(
        "\x1b[0m", ""
    ).replace("\x1b[3m", "")


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_completion(run: Run, shell: str) -> None:
    """The script for the shell is printed, and the program completes its commands."""
    done = run("--show-completion", shell, _TYPER_COMPLETE_TEST_DISABLE_SHELL_DETECTION="1")  # whatever shell runs the tests
    assert done.returncode == 0, done.stderr
    assert "_DPZOO_COMPLETE" in done.stdout.upper() or "DPZOO" in done.stdout.upper()


@pytest.mark.parametrize(
    "command",
    ["list", "show", "search", "compare", "explain", "open", "convert", "audit", "witness", "falsify", "check", "diff", "export"],
)
def test_every_command_that_answers_has_json(run: Run, command: str) -> None:
    assert "json" in run(command, "--help").stdout
