"""The asserted relations as GraphML and as DOT."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dpzoo.zoo.zoo import Zoo

if TYPE_CHECKING:
    import networkx as nx


def plain_graph(zoo: Zoo) -> nx.MultiDiGraph[str]:
    """The asserted relations as a graph with text, numbers and truth values only, as files can hold them.

    Args:
        zoo: whose relations.

    Returns:
        A networkx graph: nodes have name, abbreviation, dimensions, standing and year; edges, under the claim's id, kind,
        grade, disputed and conditional.

    >>> import dpzoo
    >>> plain_graph(dpzoo.load()).nodes["renyi-dp"]["abbreviation"]
    'RDP'
    """
    import networkx as nx

    graph: nx.MultiDiGraph[str] = nx.MultiDiGraph()
    for n in zoo.values():
        graph.add_node(
            n.id,
            name=n.name,
            abbreviation=n.abbreviation or "",
            dimensions="".join(n.dimensions),
            standing=n.standing.value,
            year=n.year,
        )
    for c in zoo.claims:
        graph.add_edge(
            c.subject,
            c.object,
            key=c.id,
            kind=c.kind.value,
            grade=c.grade.value,
            disputed=c.disputed,
            conditional=c.conditional,
        )
    return graph


def graphml(zoo: Zoo) -> str:
    """The asserted relations as GraphML, for Gephi, yEd and their kin.

    Args:
        zoo: whose relations.

    Returns:
        The file's text, with the data of :func:`plain_graph`.

    >>> import dpzoo
    >>> graphml(dpzoo.load()).startswith("<graphml")
    True
    """
    import networkx as nx

    return "\n".join(nx.generate_graphml(plain_graph(zoo), named_key_ids=True)) + "\n"


_LOOK = {
    "stronger_than": "",
    "implies": "arrowhead=empty",
    "special_case_of": "arrowhead=curve",
    "equivalent_to": "dir=both",
    "same_as": "dir=both style=bold",
    "not_stronger_than": "style=dashed arrowhead=tee",
    "does_not_imply": "style=dashed arrowhead=empty",
}


def dot(zoo: Zoo) -> str:
    """The asserted relations as a graph for graphviz: separations dashed, disputed claims grey.

    Args:
        zoo: whose relations.

    Returns:
        The file's text.

    >>> import dpzoo
    >>> dot(dpzoo.load()).partition(" ")[0]
    'digraph'
    """
    lines = ["digraph dpzoo {", "  rankdir=TB;", "  node [shape=box];"]
    lines += [f"  {_quoted(n.id)} [label={_quoted(n.short)} tooltip={_quoted(n.name)}];" for n in zoo.values()]
    for c in zoo.claims:
        look = [f"id={_quoted(c.id)}", f"tooltip={_quoted(c.kind.words)}", _LOOK[c.kind.value]]
        look += ["color=grey"] if c.disputed else []
        lines.append(f"  {_quoted(c.subject)} -> {_quoted(c.object)} [{' '.join(filter(None, look))}];")
    return "\n".join([*lines, "}"]) + "\n"


def _quoted(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'
