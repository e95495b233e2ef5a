"""dpzoo: the executable knowledge base of differential privacy definitions.

What is public are the names in ``__all__`` here and in ``dpzoo.blocks``, ``dpzoo.mechanisms``, ``dpzoo.meaning``,
``dpzoo.witnesses`` and ``dpzoo.exports``, with what their functions return; the reference lists all of it. Every other module
is internal and may change with any commit.

>>> import dpzoo
>>> zoo = dpzoo.load()
>>> zoo.find("Renyi DP").abbreviation
'RDP'
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from dpzoo._names import lazy

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

__getattr__, __dir__ = lazy(
    __name__,
    {
        "AmbiguousNameError": "dpzoo.zoo.errors",
        "KnowledgeBaseError": "dpzoo.zoo.errors",
        "Notion": "dpzoo.zoo.notion",
        "Open": "dpzoo.zoo.comparison",
        "UnknownNotionError": "dpzoo.zoo.errors",
        "Zoo": "dpzoo.zoo.zoo",
        "__version__": "dpzoo._version",
        "interop": "dpzoo.zoo.interop:",
        "load": "dpzoo.zoo.zoo",
    },
)
