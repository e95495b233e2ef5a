"""What a formula says in the terminal: nothing that carries meaning disappears."""

import re

import pytest

import dpzoo
from dpzoo.expressions.plain_text import formula

LAYOUT = {"mathbin", "mathrm", "operatorname", "text", "nolimits", "overline"}
"""Commands whose argument is what they say; the bar of a mean is the one that is lost."""


def test_every_command_of_a_statement_leaves_a_trace() -> None:
    texts = [t for n in dpzoo.load().values() for t in (n.record.statement, n.record.intuition, n.record.use, *n.record.remarks)]
    commands = {m for text in texts for m in re.findall(r"\\([A-Za-z]+)", text)} - LAYOUT
    assert len(commands) > 40
    lost = {c for c in commands if formula(rf"a\{c} b").split() == ["ab"]}
    assert not lost


@pytest.mark.parametrize(
    ("latex", "text"),
    [
        (r"|V_1\mathbin{\triangle}V_2|", "|V₁ △ V₂|"),
        (r"t\ne t'", "t ≠ t'"),
        (r"n\bmod 2", "n mod 2"),
        (r"\binom{n}{k}", "C(n, k)"),
    ],
)
def test_a_sign_is_kept(latex: str, text: str) -> None:
    assert formula(latex) == text
