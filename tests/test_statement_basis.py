"""What a notion's formal statement rests on is said, and carried to what is derived from it."""

import re

from typer.testing import CliRunner

from dpzoo.cli.main import app
from dpzoo.records.enums import Basis
from dpzoo.zoo.zoo import Zoo

OURS = re.compile(r"statement (here )?is our reading|formal statement here are ours|statement here is ours")


def test_a_statement_that_a_remark_calls_ours_is_a_reconstruction(zoo: Zoo) -> None:
    """A remark that says that the statement is our reading, and another basis, would disagree."""
    ours = {n.id for n in zoo.values() if OURS.search(" ".join(" ".join(n.record.remarks).split()))}
    assert len(ours) > 50
    assert not {i for i in ours if not zoo[i].record.reconstructed}


def test_every_displayed_definition_of_the_survey_was_read_for_some_record(zoo: Zoo) -> None:
    """Its Definitions 1 to 46; 3 to 7 are about axioms, relations and the privacy loss, not notions."""
    places = [p.at for n in zoo.values() for p in n.record.statement_basis.read if p.cite == "DP22"]
    read = {int(m) for at in places if at.startswith("Definition") for m in re.findall(r"\d+", at)}
    assert read == set(range(1, 47)) - {3, 4, 5, 6, 7}


def test_a_source_is_a_work_that_introduced_the_notion(zoo: Zoo) -> None:
    for n in zoo.values():
        if n.record.statement_basis.basis is Basis.SOURCE:
            assert {p.cite for p in n.record.statement_basis.read} & set(n.record.introduced.by), n.id


def test_a_derivation_through_a_reconstruction_says_so(zoo: Zoo) -> None:
    def forward(a: str, b: str) -> tuple[str, ...]:
        return zoo.reconstructions(next(iter(zoo.compare(a, b).forward.values())).derivation)

    assert forward("epsilon-dp", "renyi-dp") == ()
    assert forward("zero-concentrated-dp", "oblivious-dp") == ("oblivious-dp",)


def test_a_notebook_says_so_too(zoo: Zoo) -> None:
    assert "rests on a reconstruction" in zoo.compare("zCDP", "oblivious-dp")._repr_markdown_()
    assert "reconstruction" not in zoo.compare("zCDP", "renyi-dp")._repr_markdown_()


def test_the_command_says_so_too() -> None:
    def said(*words: str) -> str:
        return " ".join(CliRunner().invoke(app, list(words)).output.split())

    assert "rests on our reconstruction of oblivious-dp" in said("compare", "zCDP", "oblivious-dp")
    assert "reconstruction" not in said("compare", "zCDP", "renyi-dp")
    assert "(our reconstruction" in said("show", "oblivious-dp")
    assert "reconstruction" not in said("show", "zCDP")
