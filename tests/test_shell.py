"""The shell: formulas that stay true in plain text, completion, no colour where none is wanted."""

from __future__ import annotations

import pytest
from conftest import Run

from dpzoo.cli.main import app
from dpzoo.expressions.plain_text import formula
from dpzoo.zoo.zoo import Zoo


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


@pytest.mark.parametrize(
    ("typed", "id"),
    [
        ("DP", "epsilon-dp"),
        ("pure DP", "epsilon-dp"),
        ("differential privacy", "epsilon-dp"),
        ("hockey-stick", "approximate-dp"),
        ("(eps, delta)-DP", "approximate-dp"),
        ("PLD", "f-dp"),
        ("metric privacy", "d-privacy"),
        ("shuffle DP", "shuffled-model-dp"),
    ],
)
def test_words_people_type_find_a_notion(zoo: Zoo, typed: str, id: str) -> None:
    assert zoo.find(typed).id == id


def test_a_shorthand_of_two_notions_is_asked_about(run: Run) -> None:
    done = run("show", "ADP")
    assert (done.returncode, done.stdout) == (2, "")
    assert "approximate-dp" in done.stderr
    assert "asymmetric-dp" in done.stderr


@pytest.mark.parametrize(
    ("short", "long"),
    [
        ("zCDP(rho=0.5)", "zCDP(xi=0, rho=0.5)"),
        ("zCDP(0.5)", "zCDP(xi=0, rho=0.5)"),
        ("zCDP(0.1, 0.5)", "zCDP(xi=0.1, rho=0.5)"),
        ("RDP(2, 1)", "renyi-dp(alpha=2, epsilon=1)"),
        ("(ε, δ)-DP(ln(3), 1e-6)", "approximate-dp(epsilon=log(3), delta=1e-6)"),
        ("DP(eps=1)", "epsilon-dp(epsilon=1)"),
    ],
)
def test_short_ways_to_write_a_guarantee_mean_the_long_ones(zoo: Zoo, short: str, long: str) -> None:
    assert str(zoo.convert(short, "total-variation-privacy")[0].source) == str(
        zoo.convert(long, "total-variation-privacy")[0].source
    )


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("show zero-conc", "zero-concentrated-dp"),
        ("compare zC", "zCDP"),
        ("compare zCDP appr", "approximate-dp"),
        ("convert x renyi-d", "renyi-dp"),
        ("mechanism rapp", "rappor"),
        ("sho", "show"),
    ],
)
def test_the_shell_completes_commands_notions_and_mechanisms(
    zoo: Zoo, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], words: str, expected: str
) -> None:
    """As bash asks."""
    monkeypatch.setattr("dpzoo.zoo.zoo.load", lambda: zoo)
    monkeypatch.setenv("COMP_WORDS", f"dpzoo {words}")
    monkeypatch.setenv("COMP_CWORD", str(len(words.split())))
    monkeypatch.setenv("_DPZOO_COMPLETE", "complete_bash")
    with pytest.raises(SystemExit):
        app(prog_name="dpzoo", args=[])
    assert expected in capsys.readouterr().out.split()
