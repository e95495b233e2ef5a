"""Entry point: the commands, and errors as one sentence."""

from __future__ import annotations

import atexit
import gc
import os
import sys
from importlib import import_module
from typing import Annotated, Any, Final, NoReturn, cast

import typer
import typer.core
import typer.main

from dpzoo.cli.exit_codes import INTERRUPTED, RULE, UNUSABLE
from dpzoo.cli.output import any_encoding

_OBJECTS: Final = 400_000
"""New objects between two searches for garbage."""

COMMANDS: Final = {
    "check": ("checking", "check"),
    "list": ("browse", "list_notions"),
    "show": ("browse", "show"),
    "search": ("browse", "search"),
    "compare": ("ask", "compare"),
    "explain": ("ask", "explain"),
    "combine": ("combine", "combine"),
    "convert": ("ask", "convert"),
    "compose": ("compose", "compose"),
    "solve": ("compose", "solve"),
    "meaning": ("meaning", "meaning"),
    "open": ("ask", "open_questions"),
    "audit": ("audit", "audit"),
    "mechanism": ("mechanism_command", "mechanism"),
    "deployment": ("deployments", "deployment"),
    "system": ("deployments", "system"),
    "witness": ("witness", "witness"),
    "falsify": ("falsifying", "falsify"),
    "falsify-code": ("falsify_code", "falsify_code"),
    "formal": ("formal", "formal"),
    "theorem": ("theorem", "theorem"),
    "new": ("creating", "new"),
    "diff": ("diffing", "diff"),
    "export": ("export", "export"),
    "schema": ("schema_command", "schema"),
    "site": ("website", "app"),
}
"""The commands in the order of the help: the module in this room and the name in it."""


def command(name: str) -> Any:
    """What a command of the table calls: a function, or the application of its own that ``site`` is."""
    module, function = COMMANDS[name]
    return getattr(import_module(f"dpzoo.cli.{module}"), function)


class _LateCommands(typer.core.TyperGroup):
    """The commands, each imported and built when it is called: to build all of them takes longer than most answers."""

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        self._built: dict[str, Any] = {}
        self.commands = cast("dict[str, Any]", dict.fromkeys(COMMANDS))  # a slip of the pen is compared with these names

    def list_commands(self, ctx: Any) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        if cmd_name not in COMMANDS:
            return None
        if cmd_name not in self._built:
            found = command(cmd_name)
            if isinstance(found, typer.Typer):
                self._built[cmd_name] = typer.main.get_group(found)
            else:
                alone = typer.Typer(add_completion=False, pretty_exceptions_enable=False, rich_markup_mode=None)
                alone.command(cmd_name)(found)
                self._built[cmd_name] = typer.main.get_command(alone)
        return self._built[cmd_name]


app = typer.Typer(
    name="dpzoo",
    cls=_LateCommands,
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


def main() -> None:
    """Run the command line; exit codes by :data:`dpzoo.cli.exit_codes.RULE`."""
    # to look for plugins among all installed packages takes pydantic a tenth of an answer
    os.environ.setdefault("PYDANTIC_DISABLE_PLUGINS", "__all__")
    from dpzoo.zoo.errors import KnowledgeBaseError

    # nearly all objects of a command live to its end, and looking for garbage among them takes a tenth of it
    gc.set_threshold(_OBJECTS, *gc.get_threshold()[1:])
    atexit.register(gc.freeze)  # Python ends by looking for garbage among all of them, which takes a quarter
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
        typer.echo("dpzoo: the knowledge base cannot be used until these faults are corrected", err=True)
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
