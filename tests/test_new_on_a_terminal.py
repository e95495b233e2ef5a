"""``dpzoo new`` as a person meets it: on a terminal, with questions."""

from __future__ import annotations

import os
import pty
import select
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from conftest import SOUND

PATIENCE = 600
"""Seconds after which a silent command hangs, on however busy a machine."""


class Terminal:
    """A command on a pseudo-terminal."""

    def __init__(self, folder: Path, *arguments: str) -> None:
        self._master, slave = pty.openpty()
        self._process = subprocess.Popen(
            [sys.executable, "-m", "dpzoo", *arguments],
            cwd=folder,
            stdin=slave,
            stdout=slave,
            stderr=slave,
            start_new_session=True,
            env=os.environ | {"TERM": "dumb"},
            preexec_fn=_controlling,  # noqa: PLW1509  Ctrl-C needs a controlling terminal; no thread runs here
        )
        os.close(slave)
        self.seen = ""
        self._at = 0

    def until(self, text: str) -> None:
        """Read on, up to and with the next ``text``."""
        while (found := self.seen.find(text, self._at)) < 0:
            assert self._read(), f"ended without {text!r}: {self.seen}"
        self._at = found + len(text)

    def type(self, text: str) -> None:
        os.write(self._master, text.encode())

    def answer(self, question: str, line: str) -> None:
        self.until(question)
        self.until(": ")
        self.type(line + "\n")

    def interrupt(self, question: str) -> None:
        """Ctrl-C once the command waits for an answer: Python loses one that comes between the question and the waiting."""
        self.until(question)
        self.until(": ")
        while _state(self._process.pid) not in {"S", None}:
            time.sleep(0.01)
        self.type("\x03")

    def end(self) -> int:
        """The exit code, when all is printed."""
        while self._read():
            pass
        return self._process.wait(PATIENCE)

    def _read(self) -> bool:
        if not select.select([self._master], [], [], PATIENCE)[0]:
            return False
        try:
            data = os.read(self._master, 4096)
        except OSError:  # Linux says so when the other side is closed
            return False
        self.seen += data.decode(errors="replace")
        return bool(data)

    def close(self) -> None:
        if self._process.poll() is None:
            self._process.send_signal(signal.SIGKILL)
            self._process.wait()
        os.close(self._master)


def _state(process: int) -> str | None:
    """What a process does, S for waiting, where the system tells."""
    try:
        return Path(f"/proc/{process}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()[0]
    except OSError:
        return None


def _controlling() -> None:
    import fcntl
    import termios

    fcntl.ioctl(0, termios.TIOCSCTTY, 0)
    signal.signal(signal.SIGINT, signal.SIG_DFL)  # background jobs inherit that it is ignored


@pytest.fixture
def clone(tmp_path: Path) -> Path:
    shutil.copytree(SOUND, tmp_path / "definitions")
    return tmp_path


@pytest.fixture
def asked(clone: Path) -> Iterator[Terminal]:
    terminal = Terminal(clone, "new", "--records", "definitions")
    yield terminal
    terminal.close()


def records(clone: Path) -> set[str]:
    return {p.relative_to(clone).as_posix() for p in clone.rglob("*") if p.is_file()}


def test_it_asks_and_takes_defaults(asked: Terminal, clone: Path) -> None:
    asked.answer("Kind", "")
    asked.answer("Name", "Bernoulli privacy")
    asked.answer("Id", "")
    asked.answer("Key of the work", "DMNS06")
    asked.answer("Dimensions", "q n")
    assert asked.end() == 0
    assert asked.seen.startswith("Kind ("), "a word of the help, not of the code"
    path = clone / "definitions" / "combined" / "bernoulli-privacy.yaml"
    text = path.read_text(encoding="utf-8")
    assert "name: Bernoulli privacy" in text
    assert "introduced: {by: [DMNS06], year: 2006}" in text, "the year is that of the work"
    assert "dimensions: [Q, N]" in text
    assert "to do; 'dpzoo check --changed' repeats this list" in asked.seen


REFUSALS = (
    # what is asked, what is typed, and what is said to that
    ("Kind", "mech anics", "is not one of notion, erratum, mechanism"),
    ("Kind", "n", ""),
    ("Name", "", "please type something"),
    ("Name", "X", ""),
    ("Id", "approximate", "there is a record approximate already"),
    ("Id", "../X", "lower-case letters and digits"),
    ("Id", "xp", ""),
    ("Key of the work", "D M!", "is not a citation key"),
    ("Key of the work", "DMNS60", "did you mean DMNS06?"),
    ("Use DMNS60 all the same", "y", ""),
    ("Dimensions", "XYZ", "the letters are Q N V B F R C"),
    ("Dimensions", "-", ""),
    ("Year", "soon", "a year is a number from 1965 to 2100"),
    ("Year", "3000", "a year is a number"),
    ("Year", "2017", ""),
)


def test_it_refuses_politely_and_asks_again(asked: Terminal, clone: Path) -> None:
    for question, typed, said in REFUSALS:
        asked.answer(question, typed)
        asked.until(said)
    assert asked.end() == 0
    assert "Traceback" not in asked.seen
    assert (clone / "definitions" / "baseline" / "xp.yaml").is_file()
    assert "unknown-citation" in asked.seen, "the check that follows says that the entry is to be added"


@pytest.mark.parametrize("after", ["Kind", "Name", "Key of the work"])
def test_an_interrupted_record_leaves_nothing(asked: Terminal, clone: Path, after: str) -> None:
    before = records(clone)
    for question, line in (("Kind", "deployment"), ("Name", "Bernoulli's counts"), ("Id", ""), ("Key of the work", "")):
        if question == after:
            asked.interrupt(question)
            break
        asked.answer(question, line)
    assert asked.end() == 130
    assert records(clone) == before
    assert "Traceback" not in asked.seen


@pytest.mark.parametrize(("kind", "folder"), [("mechanism", "mechanisms"), ("system", "systems"), ("deployment", "deployments")])
def test_every_kind_begins_valid(clone: Path, kind: str, folder: str) -> None:
    """What dpzoo new writes has no fault but what is still to be written and what this small base lacks."""
    terminal = Terminal(clone, "new", "--kind", kind, "--records", "definitions")
    terminal.answer("Name", "A new: one")
    terminal.answer("Id", "")
    terminal.answer("Key of the work", "DMNS06")
    assert terminal.end() == 0
    assert (clone / "definitions" / folder / "a-new-one.yaml").is_file()
    codes = {line.split(": ")[1] for line in terminal.seen.splitlines() if ".yaml:" in line}
    assert codes <= {"unfinished", "unknown-notion"}
    terminal.close()
