"""The tester in its own process: whatever the tested program does, a result or one sentence comes back in time.

The program may end its process, crash, loop at import, start threads or processes, or print without end. The child sends lines of
JSON to its parent: its progress, and finally its result or the reason why there is none. The parent ends the child and all that
it started, at the latest when the time is over.
"""

from __future__ import annotations

import contextlib
import importlib.util
import io
import json
import math
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final, NoReturn

from dpzoo.falsify.outputs import SamplerError, plain

_TO_END: Final = 5.0
"""Seconds between the last word of the program and its end."""
_FROM_THE_COMMAND: Final = "dpzoo.falsify.apart"


def attack_file(
    path: Path,
    function: str,
    options: dict[str, Any],
    *,
    patience: float,
    limit: float,
    progress: Callable[[int, int], None] | None = None,
) -> dict[str, Any]:
    """Attack a function of a Python file; the result as plain data.

    A run may take ``patience`` seconds and everything ``limit`` seconds. Raises :class:`SamplerError` where there is no result.
    """
    told = json.dumps({"path": str(path), "function": function, "options": options, "patience": patience, "limit": limit})
    child = subprocess.Popen(  # noqa: S603
        [sys.executable, "-m", _FROM_THE_COMMAND, told],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(p for p in sys.path if p)},
    )
    late = threading.Event()

    def stop() -> None:
        late.set()
        _end(child)

    timer = threading.Timer(limit, stop)
    timer.daemon = True
    timer.start()
    try:
        answer = _last_line(child, progress)
        if answer is None:
            with contextlib.suppress(subprocess.TimeoutExpired):
                child.wait(_TO_END)  # how it ended by itself is the reason
    finally:
        timer.cancel()
        _end(child)
        child.wait()
        child.stdout.close()  # type: ignore[union-attr]
    if answer is not None:
        if "refused" in answer:
            raise SamplerError(answer["refused"])
        found: dict[str, Any] = answer["found"]
        return found
    if late.is_set():
        raise SamplerError(f"the program was stopped after {limit:g} seconds; give it less to do, or more time with --limit")
    raise SamplerError(f"the program {_how_it_ended(child.wait())} before there was a result; nothing can be said about it")


def _last_line(child: subprocess.Popen[bytes], progress: Callable[[int, int], None] | None) -> dict[str, Any] | None:
    assert child.stdout is not None
    for line in child.stdout:
        try:
            said = json.loads(line)
        except ValueError:
            continue  # the program has found the way out; what it writes there is none of ours
        if isinstance(said, dict) and ("found" in said or "refused" in said):
            return said
        if isinstance(said, list) and progress is not None:
            progress(*said)
    return None


def _end(child: subprocess.Popen[bytes]) -> None:
    """End the child with all that it started."""
    with contextlib.suppress(ProcessLookupError, PermissionError):
        if hasattr(os, "killpg"):
            os.killpg(child.pid, signal.SIGKILL)
        else:
            child.kill()


def _how_it_ended(code: int) -> str:
    if code >= 0:
        return f"ended its process with exit code {code}"
    try:
        return f"was ended by the signal {signal.Signals(-code).name}"
    except ValueError:
        return f"was ended by the signal {-code}"


# in the child ----------------------------------------------------------------------------------------------------------------


class _TooSlowError(BaseException):
    """A run does not end. It is not an Exception, which the search would take for an output."""


class _Silent(io.TextIOBase):
    """Swallow what the program prints, and remember that it printed."""

    printed = False

    def write(self, text: str) -> int:
        self.printed = True
        return len(text)


def _child(told: dict[str, Any]) -> NoReturn:
    from dpzoo.falsify.sampling import attack_sampler

    channel = os.fdopen(os.dup(1), "w", encoding="utf-8")
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 1)
    silent = _Silent()
    sys.stdout = sys.stderr = silent
    own = threading.get_ident()
    last = 0

    def say(what: object) -> None:
        channel.write(json.dumps(what) + "\n")
        channel.flush()

    def progress(done: int, total: int) -> None:
        nonlocal last
        if threading.get_ident() == own and (done - last) * _STEPS > total:
            last = done
            say([done, total])

    patience = told["patience"]
    try:
        with _limited(
            patience, f"loading the file took longer than {patience:g} seconds; give it less to do, or more --patience"
        ):
            function = _function(Path(told["path"]), told["function"])
        late = f"a run took longer than {patience:g} seconds; give the function less to do, or more --patience"

        def run(records: list[float], rng: Any) -> Any:
            with _limited(patience, late):
                return function(records, rng)

        found = attack_sampler(run, progress=progress, most_seconds=told["limit"], **told["options"])
        say({"found": {**_data(found), "printed": silent.printed}})
    except (SamplerError, _TooSlowError) as error:
        say({"refused": str(error)})
    except BaseException as error:  # noqa: BLE001  the program's, or a fault of ours: one sentence in any case
        say({"refused": f"the program ended the search by {plain(type(error).__name__)}: {plain(str(error))}"})
    os._exit(0)  # threads that the program left would keep the process


_STEPS: Final = 200
"""How many times progress is reported."""


@contextlib.contextmanager
def _limited(seconds: float, says: str) -> Any:
    """Stop the block after so many seconds where the system supports this; elsewhere the parent process does it."""
    if not hasattr(signal, "setitimer"):
        yield
        return

    def stop(_number: int, _frame: object) -> NoReturn:
        raise _TooSlowError(says)

    signal.signal(signal.SIGALRM, stop)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)


def _function(path: Path, name: str) -> Any:
    shown = plain(str(path))
    spec = importlib.util.spec_from_file_location("tested_program", path)
    if spec is None or spec.loader is None:
        raise SamplerError(f"{shown} is not a Python file")
    module = importlib.util.module_from_spec(spec)
    sys.modules["tested_program"] = module  # dataclasses look their module up
    sys.path.insert(0, str(path.parent))
    try:
        spec.loader.exec_module(module)
    except (Exception, SystemExit) as error:  # noqa: BLE001  the user's code may raise anything
        raise SamplerError(f"{shown} cannot be loaded: {plain(type(error).__name__)}: {plain(str(error))}") from None
    found = getattr(module, name, None)
    if not callable(found):
        raise SamplerError(f"{shown} has no function {plain(name)!r}; name one after a colon, as in {shown}:noisy_sum")
    return found


def _data(found: Any) -> dict[str, Any]:
    return {
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
                "epsilon_at_least": v.loss if math.isfinite(v.loss) else None,
                "sentence": str(v),
            }
            for v in found.violations
        ],
    }


if __name__ == "__main__":
    _child(json.loads(sys.argv[1]))
