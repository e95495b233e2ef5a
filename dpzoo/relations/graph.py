"""The asserted relations as networkx graphs."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

from dpzoo.records.enums import RelationKind
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


def standing(claim: Claim) -> bool:
    """Whether a claim counts without conditions: neither disputed nor conditional."""
    return not claim.disputed and not claim.conditional


def digraph(
    asserted: Iterable[Claim], kinds: Iterable[RelationKind], keep: Callable[[Claim], bool] = standing
) -> nx.DiGraph[str]:
    """The claims of some ``kinds`` that ``keep`` accepts; a symmetric kind gives both directions; each edge has its ``claim``."""
    import networkx as nx

    wanted = frozenset(kinds)
    graph: nx.DiGraph[str] = nx.DiGraph()
    for c in asserted:
        if c.kind in wanted and keep(c):
            graph.add_edge(c.subject, c.object, claim=c)
            if c.kind.symmetric:
                graph.add_edge(c.object, c.subject, claim=c)
    return graph
