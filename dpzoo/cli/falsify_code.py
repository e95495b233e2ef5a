"""``dpzoo falsify-code``."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Annotated

import typer

from dpzoo.cli.exit_codes import FINDINGS, fail
from dpzoo.cli.files import readable
from dpzoo.cli.output import Format, FormatOption, print_json, progress_bar


def falsify_code(
    file: Annotated[str, typer.Argument(help="A Python file, and after a colon the function (default: mechanism).")],
    epsilon: Annotated[float, typer.Option(help="The ε claimed for the function.")],
    delta: Annotated[float, typer.Option(help="The δ claimed for it.")] = 0.0,
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
    replace: Annotated[
        bool,
        typer.Option("--replace", help="Neighbours differ in the value of one record, and all datasets have --size records."),
    ] = False,
    dataset: Annotated[
        list[str] | None, typer.Option(help="One more dataset to start from, as 0,0.5,1; may be repeated.", show_default=False)
    ] = None,
    digits: Annotated[
        bool,
        typer.Option("--digits", help="Look at the last binary digits of numbers too: they betray floating-point Laplace noise."),
    ] = False,
    patience: Annotated[float, typer.Option(help="Seconds that a single run may take.")] = 10.0,
    limit: Annotated[float, typer.Option(help="Seconds that everything may take.")] = 600.0,
    format: FormatOption = Format.TEXT,
) -> None:
    """Run a Python function on neighbouring datasets and look for outputs that are too likely on one side.

    The function takes a list of records and a numpy Generator, and returns a number, a text, None, or a list, array or dictionary
    of these. The file's code is executed, in a process of its own. Records far outside the range, infinities and NaN are tried
    too, as an attacker would. Finding nothing proves nothing: time, memory and printed output are not examined.

    Example: dpzoo falsify-code noisy_sum.py --epsilon 1 --low 0 --high 1
    """
    from dpzoo.falsify.apart import attack_file
    from dpzoo.falsify.outputs import SamplerError

    for name, seconds in (("patience", patience), ("limit", limit)):
        if not 0 < seconds < math.inf:
            fail(f"the {name} is {seconds:g} seconds; it must be positive and finite")
    name, _, function = file.partition(":") if not Path(file).exists() else (file, "", "")
    options = {
        "epsilon": epsilon,
        "delta": delta,
        "low": low,
        "high": high,
        "size": size,
        "special": (low, high) if within else None,
        "datasets": [_records(text) for text in dataset or ()],
        "replace": replace,
        "digits": digits,
        "samples": samples,
        "screening": max(min(samples, 2000), samples // 10),
        "confidence": confidence,
        "seed": seed,
    }
    try:
        with progress_bar("running") as tick:
            found = attack_file(readable(name), function or "mechanism", options, patience=patience, limit=limit, progress=tick)
    except SamplerError as error:
        fail(str(error))
    violations = found["violations"]
    if found.pop("printed"):
        typer.echo("dpzoo: the program's own output is discarded and not examined", err=True)
    if format is Format.JSON:
        print_json(found)
    else:
        for violation in violations:
            typer.echo(violation["sentence"])
        result = f"{len(violations)} violations" if violations else "no violation found, which proves nothing"
        unseen = "" if digits else "; the last digits of numbers were not examined (--digits)"
        typer.echo(
            f"{result}; {found['pairs']} pairs, {found['judged']} judged, {found['calls']} runs, seed {seed}, "
            f"confidence {confidence:g}{unseen}"
        )
    if violations:
        raise typer.Exit(FINDINGS)


def _records(text: str) -> list[float]:
    """A dataset as it is typed."""
    try:
        return [float(part) for part in text.split(",")] if text.strip() else []
    except ValueError:
        fail(f"--dataset {text!r}: records are numbers with commas between them, as 0,0.5,1")
