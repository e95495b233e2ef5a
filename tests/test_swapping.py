"""A built site takes the place of the former one when it is whole, and only then."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from dpzoo.site.swapping import beside


@pytest.fixture
def site(tmp_path: Path) -> Path:
    (tmp_path / "site").mkdir()
    (tmp_path / "site" / "index.html").write_text("former", encoding="utf-8")
    return tmp_path / "site"


def shown(site: Path) -> dict[str, str]:
    """What stands in the folder that holds the site."""
    return {p.relative_to(site.parent).as_posix(): p.read_text(encoding="utf-8") for p in site.parent.rglob("*") if p.is_file()}


def test_a_whole_site_takes_the_place_of_the_former(site: Path) -> None:
    (site / "gone.html").touch()
    with beside(site) as fresh:
        (fresh / "index.html").write_text("new", encoding="utf-8")
        assert (site / "index.html").read_text(encoding="utf-8") == "former"
    assert shown(site) == {"site/index.html": "new"}


@pytest.mark.parametrize("failure", [ValueError, KeyboardInterrupt, SystemExit])
def test_a_failure_leaves_the_former_site(site: Path, failure: type[BaseException]) -> None:
    def build() -> None:
        with beside(site) as fresh:
            (fresh / "index.html").write_text("half", encoding="utf-8")
            raise failure

    with pytest.raises(failure):
        build()
    assert shown(site) == {"site/index.html": "former"}


def test_what_a_killed_build_left_is_cleared_away(site: Path) -> None:
    """It may have died while it built, or between the two renamings."""
    for first in (
        "p = beside(Path(sys.argv[1])); f = p.__enter__(); (f / 'x').touch(); os.kill(os.getpid(), 9)",
        "Path(sys.argv[1]).rename(sys.argv[1] + f'.old.{os.getpid()}'); os.kill(os.getpid(), 9)",
    ):
        code = f"import os, sys; from pathlib import Path; from dpzoo.site.swapping import beside; {first}"
        assert subprocess.run([sys.executable, "-c", code, str(site)], check=False).returncode == -9
        assert len(list(site.parent.iterdir())) > 1 or not site.exists()
        with pytest.raises(ValueError, match="stop"), beside(site):
            raise ValueError("stop")
        assert shown(site) == {"site/index.html": "former"}


def test_a_place_that_cannot_be_written_to_is_named(site: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Before anything is built; root may write everywhere, so that the system's answer is given here."""
    monkeypatch.setattr("os.access", lambda place, mode: Path(place) != site)
    with pytest.raises(PermissionError, match="cannot be written to; nothing was built") as refused, beside(site):
        pytest.fail("it began to build")
    assert refused.value.filename == str(site)


def test_a_file_in_its_way_is_named(tmp_path: Path) -> None:
    (tmp_path / "build").touch()
    with pytest.raises(OSError, match="build"), beside(tmp_path / "build" / "site"):
        pytest.fail("it began to build")
