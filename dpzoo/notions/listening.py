"""Recording the answers of notions, which binds a witness to the notions of the claim that it decides."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import wraps
from typing import ParamSpec, TypeVar

from dpzoo.notions.results import Frontier, Judgement, Tightest

NotionAnswer = Tightest | Frontier | Judgement
P = ParamSpec("P")
A = TypeVar("A", bound=NotionAnswer)

_HEARD: ContextVar[list[NotionAnswer] | None] = ContextVar("heard", default=None)


@contextmanager
def listening() -> Iterator[list[NotionAnswer]]:
    """Collect in the list that it gives what notions answer within the block."""
    answers: list[NotionAnswer] = []
    token = _HEARD.set(answers)
    try:
        yield answers
    finally:
        _HEARD.reset(token)


def heard(ask: Callable[P, A]) -> Callable[P, A]:
    """Mark a method whose answers are recorded; its own calls to other notions are not recorded."""

    @wraps(ask)
    def asked(*args: P.args, **given: P.kwargs) -> A:
        answers = _HEARD.get()
        if answers is None:
            return ask(*args, **given)
        token = _HEARD.set(None)
        try:
            answer = ask(*args, **given)
        finally:
            _HEARD.reset(token)
        answers.append(answer)
        return answer

    return asked
