"""``dpzoo falsify-code``."""

from __future__ import annotations

import importlib.util
import math
import signal
import sys
from collections.abc import Callable
from contextlib import redirect_stdout
from pathlib import Path
from typing import Annotated, Any, NoReturn

import typer

from dpzoo.cli.browse import FormatOption
from dpzoo.cli.errors import FINDINGS, fail
from dpzoo.cli.files import readable
from dpzoo.cli.output import Format, print_json, progress_bar


def falsify_code(
    file: Annotated[str, typer.Argument(help="A Python file, and after a colon the function (default: mechanism).")],
    epsilon: Annotated[float, typer.Option(help="The ε that the function is said to have.")],
    delta: Annotated[float, typer.Option(help="The δ that it is said to have.")] = 0.0,
    low: Annotated[float, typer.Option(help="Smallest record of the drawn datasets.")] = -1.0,
    high: Annotated[float, typer.Option(help="Largest record of the drawn datasets.")] = 1.0,
    size: Annotated[int, typer.Option(help="Records in the largest datasets, at most 10.")] = 3,
    samples: Annotated[int, typer.Option(help="Runs on each side of a pair that is judged.")] = 20_000,
    confidence: Annotated[
        float, typer.Option(help="A mechanism that keeps its promise passes with at least this probability.")
    ] = 0.999,
    seed: Annotated[int, typer.Option(min=0, help="The same seed gives the same run.")] = 0,
    within: Annotated[
        bool, typer.Option("--within", help="Try no records outside the range: for a function that promises nothing there.")
    ] = False,
    patience: Annotated[float, typer.Option(help="Seconds that a single run may take.")] = 10.0,
    format: FormatOption = Format.TEXT,
) -> None:
    """Run a Python function on neighbouring datasets and look for outputs that are too likely on one side.

    The function takes a list of records and a numpy Generator, and returns a number, a text or None. The file's code is executed.
    Records far outside the range, infinities and NaN are tried too, as an attacker would. Finding nothing proves nothing.

    Example: dpzoo falsify-code noisy_sum.py --epsilon 1 --low 0 --high 1
    """
    from dpzoo.falsify.sampling import SamplerError, attack_sampler

    if not 0 < patience < math.inf:
        fail(f"the patience is {patience:g} seconds; it must be positive and finite")
    name, _, function = file.partition(":") if not Path(file).exists() else (file, "", "")
    with redirect_stdout(sys.stderr):  # what the function prints is no part of the answer
        run = _patient(_function(readable(name), function or "mechanism"), patience)
        try:
            with progress_bar("running") as tick:
                found = attack_sampler(
                    run,
                    epsilon,
                    delta,
                    low=low,
                    high=high,
                    size=size,
                    special=(low, high) if within else None,
                    samples=samples,
                    confidence=confidence,
                    seed=seed,
                    progress=tick,
                )
        except (SamplerError, _TooSlowError) as error:
            fail(str(error))
    if format is Format.JSON:
        print_json(
            {
                "epsilon": found.epsilon,
                "delta": found.delta,
                "confidence": found.confidence,
                "seed": found.seed,
                "pairs": found.pairs,
                "judged": found.judged,
                "calls": found.calls,
                "violations": [
                    {
                        "first": [str(x) for x in v.first],
                        "second": [str(x) for x in v.second],
                        "event": str(v.event),
                        "hits": list(v.hits),
                        "samples": v.samples,
                        "at_least": v.at_least,
                        "at_most": v.at_most,
                        "epsilon_at_least": v.loss if v.at_least > v.delta else None,
                    }
                    for v in found.violations
                ],
            }
        )
    else:
        for violation in found.violations:
            typer.echo(str(violation))
        result = f"{len(found.violations)} violations" if found.broken else "no violation found, which proves nothing"
        typer.echo(
            f"{result}; {found.pairs} pairs, {found.judged} judged, {found.calls} runs, seed {found.seed}, "
            f"confidence {found.confidence:g}"
        )
    if found.broken:
        raise typer.Exit(FINDINGS)


class _TooSlowError(BaseException):
    """A run that does not end; no Exception, which the search would take for an output."""


def _patient(run: Callable[[list[float], Any], Any], seconds: float) -> Callable[[list[float], Any], Any]:
    """The function, stopped after so many seconds where the system can do that."""
    if not hasattr(signal, "setitimer"):
        return run

    def stop(_number: int, _frame: object) -> NoReturn:
        raise _TooSlowError(f"a run took longer than {seconds:g} seconds; give the function less to do, or more --patience")

    signal.signal(signal.SIGALRM, stop)

    def limited(records: list[float], rng: Any) -> Any:
        signal.setitimer(signal.ITIMER_REAL, seconds)
        try:
            return run(records, rng)
        finally:
            signal.setitimer(signal.ITIMER_REAL, 0)

    return limited


def _function(path: Path, name: str) -> Any:
    spec = importlib.util.spec_from_file_location(path.stem, path)
    if spec is None or spec.loader is None:
        fail(f"{path} is not a Python file")
    module = importlib.util.module_from_spec(spec)
    sys.modules[path.stem] = module  # dataclasses look their module up
    try:
        spec.loader.exec_module(module)
    except (Exception, SystemExit) as error:  # noqa: BLE001  the user's code may raise anything
        fail(f"{path} cannot be loaded: {type(error).__name__}: {error}")
    found = getattr(module, name, None)
    if not callable(found):
        fail(f"{path} has no function {name!r}; name one after a colon, as in {path}:noisy_sum")
    return found
