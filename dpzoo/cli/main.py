"""Entry point: the commands, and errors as one sentence."""

from __future__ import annotations

import gc
import os
import sys
from typing import Annotated, Final, NoReturn

import typer

from dpzoo.cli import (
    ask,
    auditing,
    browse,
    checking,
    combining,
    composing,
    creating,
    deployments,
    diffing,
    exporting,
    falsifying,
    meaning,
    practice,
    proving,
    sampling,
    schemas,
    website,
    witnessing,
)
from dpzoo.cli.errors import INTERRUPTED, RULE, UNUSABLE
from dpzoo.cli.output import any_encoding

_OBJECTS: Final = 50_000
"""New objects between two searches for garbage."""

app = typer.Typer(
    name="dpzoo",
    help="The knowledge base of differential privacy definitions, from the shell.",
    epilog=RULE,
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
    context_settings={"help_option_names": ["-h", "--help"]},
)


def _version(wanted: bool) -> None:
    if wanted:
        from dpzoo import __version__

        typer.echo(f"dpzoo {__version__}")
        raise typer.Exit


@app.callback()
def _root(
    version: Annotated[
        bool, typer.Option("--version", help="Print the version and stop.", callback=_version, is_eager=True)
    ] = False,
) -> None:
    pass


app.command("check")(checking.check)
app.command("list")(browse.list_notions)
app.command("show")(browse.show)
app.command("search")(browse.search)
app.command("compare")(ask.compare)
app.command("explain")(ask.explain)
app.command("combine")(combining.combine)
app.command("convert")(ask.convert)
app.command("compose")(composing.compose)
app.command("solve")(composing.solve)
app.command("meaning")(meaning.meaning)
app.command("open")(ask.open_questions)
app.command("audit")(auditing.audit)
app.command("mechanism")(practice.mechanism)
app.command("deployment")(deployments.deployment)
app.command("system")(deployments.system)
app.command("witness")(witnessing.witness)
app.command("falsify")(falsifying.falsify)
app.command("falsify-code")(sampling.falsify_code)
app.command("formal")(proving.formal)
app.command("new")(creating.new)
app.command("diff")(diffing.diff)
app.command("export")(exporting.export)
app.command("schema")(schemas.schema)
app.add_typer(website.app, name="site")


def main() -> None:
    """Run the command line; exit codes by :data:`dpzoo.cli.errors.RULE`."""
    from dpzoo.zoo.errors import KnowledgeBaseError

    # nearly all objects of a command live to its end, and looking for garbage among them takes a tenth of it
    gc.set_threshold(_OBJECTS, *gc.get_threshold()[1:])
    # typer exports only the subclasses of its error for unusable calls
    usage_error: type[Exception] = typer.BadParameter.__mro__[1]
    any_encoding()
    try:
        code = app(standalone_mode=False)
        sys.stdout.flush()  # a disk that is full is known only then
        if code == INTERRUPTED:
            _interrupted()
        sys.exit(code if isinstance(code, int) else 0)
    except usage_error as error:
        # typer shows the whole usage; one sentence and the way to the help is what a person needs
        context = getattr(error, "ctx", None)
        path = context.command_path if context is not None else "dpzoo"
        if type(error).__name__ == "NoArgsIsHelpError":
            typer.echo(str(error), err=True)
            sys.exit(UNUSABLE)
        message = str(error.format_message() if hasattr(error, "format_message") else error).strip()
        typer.echo(f"dpzoo: {_sentence(message)} (see '{path} --help')" if message else path, err=True)
        sys.exit(UNUSABLE)
    except typer.Abort:
        _interrupted()
    except KnowledgeBaseError as error:
        for finding in error.findings:
            typer.echo(str(finding), err=True)
        typer.echo("dpzoo: the knowledge base cannot be used until these faults are mended", err=True)
        sys.exit(UNUSABLE)
    except BrokenPipeError:
        _reader_gone()
    except SystemExit as stop:
        # typer and rich leave so when the reader goes away
        if isinstance(stop.__context__, BrokenPipeError):
            _reader_gone()
        raise
    except OSError as error:
        where = f"{error.filename}: " if error.filename is not None else ""
        typer.echo(f"dpzoo: {where}{error.strerror or error}", err=True)
        sys.exit(UNUSABLE)
    except Exception as error:
        # a fault of ours, not of the input: say so in a sentence; who wants to mend it asks for the traceback
        if os.environ.get("DPZOO_DEBUG"):
            raise
        what = _sentence(f"{type(error).__name__}: {error}")
        typer.echo(f"dpzoo: internal error ({what}); please report it, with what DPZOO_DEBUG=1 prints", err=True)
        sys.exit(UNUSABLE)


def _interrupted() -> NoReturn:
    typer.echo("dpzoo: interrupted", err=True)
    sys.exit(INTERRUPTED)


def _reader_gone() -> NoReturn:
    # dpzoo list | head: nothing is wrong, but Python would complain at exit
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    sys.exit(0)


_WORDS = {
    "Value error, ": "",
    "Input should be a valid integer, unable to parse string as an integer": "it must be a whole number",
    "Input should be a valid number, unable to parse string as a number": "it must be a number",
    "Input should be": "it must be",
}


def _sentence(message: str) -> str:
    # pydantic's words for a refused value
    for theirs, ours in _WORDS.items():
        message = message.replace(theirs, ours)
    return " ".join(message.rstrip(".").split())
