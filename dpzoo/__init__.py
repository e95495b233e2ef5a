"""dpzoo: the executable knowledge base of differential privacy definitions.

>>> import dpzoo
>>> zoo = dpzoo.load()
>>> zoo.find("Renyi DP").abbreviation
'RDP'
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from dpzoo.zoo import interop
    from dpzoo.zoo.comparison import Open
    from dpzoo.zoo.errors import AmbiguousNameError, KnowledgeBaseError, UnknownNotionError
    from dpzoo.zoo.notion import Notion
    from dpzoo.zoo.zoo import Zoo, load

    __version__: str

__all__ = [
    "AmbiguousNameError",
    "KnowledgeBaseError",
    "Notion",
    "Open",
    "UnknownNotionError",
    "Zoo",
    "__version__",
    "interop",
    "load",
]

# importing pydantic and the models takes longer than starting Python, so the names are resolved on first use
_HOMES = {
    "AmbiguousNameError": "dpzoo.zoo.errors",
    "KnowledgeBaseError": "dpzoo.zoo.errors",
    "UnknownNotionError": "dpzoo.zoo.errors",
    "Notion": "dpzoo.zoo.notion",
    "Open": "dpzoo.zoo.comparison",
    "Zoo": "dpzoo.zoo.zoo",
    "load": "dpzoo.zoo.zoo",
}


def __getattr__(name: str) -> Any:
    if name == "__version__":
        from dpzoo._version import version

        return version()
    from importlib import import_module

    if name == "interop":
        return import_module("dpzoo.zoo.interop")
    home = _HOMES.get(name)
    if home is None:
        raise AttributeError(f"module 'dpzoo' has no attribute {name!r}")
    return getattr(import_module(home), name)


def __dir__() -> list[str]:
    return sorted([*globals(), *_HOMES, "__version__", "interop"])
