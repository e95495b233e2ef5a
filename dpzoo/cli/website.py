"""``dpzoo site build``, ``serve``, ``pages`` and ``finish``: the website, from a checkout."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Annotated

import typer

from dpzoo.cli.exit_codes import FINDINGS, fail
from dpzoo.cli.files import folder as named_folder

app = typer.Typer(
    name="site", help="Build, serve or write out the website (from a checkout).", no_args_is_help=True, rich_markup_mode=None
)

CONFIG = "mkdocs.yml"


@app.command()
def build() -> None:
    """Build the website into build/site, with every warning an error.

    It is built beside and swapped in when it is whole: a build that fails or is interrupted leaves the former site as it was.

    Example: dpzoo site build
    """
    _need_extra()
    from dpzoo.site.swapping import beside

    site = _checkout() / "build" / "site"
    with beside(site) as fresh:
        _mkdocs("build", "--strict", "--quiet", "--clean", "--site-dir", str(fresh))
    typer.echo(f"built {site / 'index.html'}")


@app.command()
def serve(address: Annotated[str, typer.Option(help="Host and port to listen on.")] = "127.0.0.1:8000") -> None:
    """Serve the website and rebuild it when a record, page or style changes.

    Example: dpzoo site serve --address 127.0.0.1:8080
    """
    host, _, port = address.rpartition(":")
    if not host or not port.isdecimal() or not 0 < int(port) < 65536:
        fail(f"{address!r} is not an address; write host and port, as in 127.0.0.1:8000")
    _mkdocs("serve", "--dev-addr", address)


@app.command()
def pages(folder: Annotated[Path, typer.Argument(help="A new or empty folder.", parser=named_folder)]) -> None:
    """Write all pages as Markdown files, for a site generator other than mkdocs.

    Formulas are placeholders until 'dpzoo site finish' has run over the generator's output.

    Example: dpzoo site pages build/pages
    """
    _need_extra()
    from dpzoo.site.links import Project
    from dpzoo.site.markdown_folder import write_pages

    root = _checkout()
    try:
        count = write_pages(folder, root / "definitions", root / "site", Project(_repository(root)))
    except FileExistsError as error:
        fail(str(error))
    typer.echo(f"wrote {count} pages into {folder}")


@app.command()
def finish(folder: Annotated[Path, typer.Argument(help="Folder of built HTML pages.", parser=named_folder)]) -> None:
    """Typeset the formulas in pages that another site generator has built.

    Example: dpzoo site finish build/site
    """
    _need_extra()
    from dpzoo.site.markdown_folder import finish_folder

    if not folder.is_dir():
        fail(f"there is no folder {folder}")
    if not any(folder.rglob("*.html")):
        fail(f"the folder {folder} holds no HTML pages")
    typer.echo(f"typeset the formulas of {finish_folder(folder, _checkout() / 'site')} pages")


def _checkout() -> Path:
    """The root of the checkout, where mkdocs.yml lies beside the package."""
    root = Path(__file__).resolve().parent.parent.parent
    if not (root / CONFIG).is_file():
        fail("the website's sources are not part of the installed package; run this in a checkout of the project")
    return root


def _need_extra() -> None:
    try:
        import mkdocs  # noqa: F401
        import py_mini_racer  # noqa: F401
    except ImportError:
        fail("the website needs the extra packages of dpzoo[site]: pip install '.[site]'")


def _repository(root: Path) -> str | None:
    from mkdocs.config import load_config

    return load_config(str(root / CONFIG)).repo_url


def _mkdocs(*arguments: str) -> None:
    _need_extra()
    root = _checkout()
    environment = {"NO_MKDOCS_2_WARNING": "1", "SOURCE_DATE_EPOCH": _commit_time(root), **os.environ}
    done = subprocess.run([sys.executable, "-m", "mkdocs", *arguments], cwd=root, env=environment, check=False)  # noqa: S603  fixed words
    if done.returncode:
        raise typer.Exit(FINDINGS)


def _commit_time(root: Path) -> str:
    """The commit's time, so that two builds of one commit are identical; 0 outside git."""
    try:
        done = subprocess.run(["git", "log", "-1", "--format=%ct"], cwd=root, capture_output=True, text=True, check=False)  # noqa: S607
    except OSError:
        return "0"
    return done.stdout.strip() or "0"
