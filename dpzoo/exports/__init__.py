"""The knowledge base for other programs: tables, graphs, linked data, citations, and their schemas.

>>> import dpzoo
>>> from dpzoo.exports import notions_csv
>>> notions_csv(dpzoo.load()).partition(",")[0]
'id'
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from dpzoo._names import lazy

if TYPE_CHECKING:
    from dpzoo.exports.citations import bibliography, citation
    from dpzoo.exports.graphs import dot, graphml, plain_graph
    from dpzoo.exports.linked_data import linked
    from dpzoo.exports.records import notion_data, zoo_data
    from dpzoo.exports.schemas import all_schemas
    from dpzoo.zoo.tables import claims_csv, closure_csv, notions_csv

__all__ = [
    "all_schemas",
    "bibliography",
    "citation",
    "claims_csv",
    "closure_csv",
    "dot",
    "graphml",
    "linked",
    "notion_data",
    "notions_csv",
    "plain_graph",
    "zoo_data",
]

__getattr__, __dir__ = lazy(
    __name__,
    {
        "all_schemas": "dpzoo.exports.schemas",
        "bibliography": "dpzoo.exports.citations",
        "citation": "dpzoo.exports.citations",
        "claims_csv": "dpzoo.zoo.tables",
        "closure_csv": "dpzoo.zoo.tables",
        "dot": "dpzoo.exports.graphs",
        "graphml": "dpzoo.exports.graphs",
        "linked": "dpzoo.exports.linked_data",
        "notion_data": "dpzoo.exports.records",
        "notions_csv": "dpzoo.zoo.tables",
        "plain_graph": "dpzoo.exports.graphs",
        "zoo_data": "dpzoo.exports.records",
    },
)
