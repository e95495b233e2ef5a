"""A few mutated records and command lines; ``make mutated`` tries thousands."""

from __future__ import annotations

from mutated import broken_commands, broken_records


def test_mutated_records_get_findings_and_no_traceback() -> None:
    assert broken_records(100, 3) == []


def test_mutated_command_lines_get_a_sentence_and_no_traceback() -> None:
    assert broken_commands(20, 3) == []
