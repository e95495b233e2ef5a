"""The asserted relations as a networkx graph."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from dpzoo.relations.claims import Claim

if TYPE_CHECKING:
    import networkx as nx


def multigraph(notions: Iterable[str], asserted: Iterable[Claim]) -> nx.MultiDiGraph[str]:
    """Notions as nodes, one edge per claim from subject to object.

    The edge key is the claim's id; its data are ``kind`` (a RelationKind), ``claim``, ``grade``, ``disputed`` and
    ``conditional``.
    """
    import networkx as nx

    graph: nx.MultiDiGraph[str] = nx.MultiDiGraph()
    graph.add_nodes_from(notions)
    for c in asserted:
        graph.add_edge(
            c.subject, c.object, key=c.id, kind=c.kind, claim=c, grade=c.grade, disputed=c.disputed, conditional=c.conditional
        )
    return graph
