"""All executable instances, found by walking the modules of this package."""

from __future__ import annotations

import inspect
import pkgutil
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib import import_module
from pathlib import Path
from types import MappingProxyType
from typing import Any

from dpzoo.blocks.finite_mechanism import FiniteMechanism
from dpzoo.mechanisms.catalogue import INSTANCES
from dpzoo.numbers.errors import BlockError
from dpzoo.numbers.values import value

_HELPERS = frozenset({"catalogue", "mechanism_file", "numbers", "registry"})
_HERE = Path(__file__).parent


@dataclass(frozen=True)
class Instance:
    """A mechanism on finitely many datasets and outputs, for every value of its parameters.

    ``id`` is the id of the mechanism's record, ``says`` tells what is collapsed or left out. To call it takes values by the names
    of its ``parameters``: numbers, or expressions such as ``"log(3)"`` that keep it exact; BlockError for others.

    >>> instances()["randomized-response"].parameters
    ('p', 'k')
    """

    id: str
    build: Callable[..., FiniteMechanism] = field(repr=False)

    @property
    def parameters(self) -> tuple[str, ...]:
        """What the instance takes: the mechanism's parameters, and sizes of the instance with a default."""
        return tuple(inspect.signature(self.build).parameters)

    @property
    def says(self) -> str:
        """The mechanism that the finite instance represents."""
        return inspect.getdoc(self.build) or ""

    def __call__(self, **given: Any) -> FiniteMechanism:
        """The mechanism at these values: numbers, or expressions such as ``"log(3)"`` that keep it exact."""
        known = inspect.signature(self.build).parameters
        for name in given:
            if name not in known:
                raise BlockError(f"{self.id} has no parameter {name!r}; it has {', '.join(known)}")
        for name, parameter in known.items():
            if name not in given and parameter.default is parameter.empty:
                raise BlockError(f"{self.id} needs a value of {name}")
        numbers = {name: value(number, name) for name, number in given.items()}
        for name, number in numbers.items():
            if number.infinite:
                raise BlockError(f"{name} is {number}; an instance needs a finite value")
        return self.build(**numbers)


def instance(id: str) -> Callable[[Callable[..., FiniteMechanism]], Instance]:
    """Mark a function as the instance of the mechanism with this id. It takes exact numbers by name."""
    return lambda function: Instance(id, function)


@cache
def instances() -> Mapping[str, Instance]:
    """Every finite instance of a mechanism.

    Returns:
        Instances by the ids of their records, in order.

    Raises:
        ValueError: two have the same id, or the catalogue differs from the code.

    >>> "randomized-response" in instances()
    True
    """
    found: dict[str, Instance] = {}
    for module in pkgutil.iter_modules([str(_HERE)]):
        if module.name in _HELPERS:
            continue
        for thing in vars(import_module(f"{__package__}.{module.name}")).values():
            if not isinstance(thing, Instance):
                continue
            if found.setdefault(thing.id, thing) is not thing:
                raise ValueError(f"two instances are called {thing.id}")
    if different := found.keys() ^ INSTANCES:
        raise ValueError(f"dpzoo/mechanisms and its catalogue.py differ in {', '.join(sorted(different))}")
    return MappingProxyType(dict(sorted(found.items())))
