"""Preorders as bitsets: which nodes a node reaches, for ten thousand nodes at once.

A row is a Python integer whose bit j says "reaches j". Components of mutually reachable nodes share one row, rows are
filled in topological order, so that an edge costs one union of bitsets.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Reachability:
    """The reflexive and transitive closure of a graph on the nodes 0 … n-1."""

    component: Sequence[int]
    """The component of each node; components are numbered so that edges go from higher to lower or equal numbers."""
    members: Sequence[int]
    """The nodes of each component, as a bitset."""
    rows: Sequence[int]
    """What each component reaches, itself included, as a bitset of nodes."""
    successors: Sequence[frozenset[int]]
    """The components that a component has edges to, itself excluded."""

    def row(self, node: int) -> int:
        """The nodes that ``node`` reaches, itself included, as a bitset."""
        return self.rows[self.component[node]]

    def reaches(self, start: int, end: int) -> bool:
        """Whether there is a path, possibly empty."""
        return bool(self.row(start) >> end & 1)

    def over(self, row: int) -> int:
        """What any of the nodes of a bitset reaches, as a bitset."""
        found = 0
        while row:
            component = self.component[(row & -row).bit_length() - 1]
            found |= self.rows[component]
            row &= ~self.members[component]
        return found

    def through(self, node: int, edges: Sequence[tuple[int, int]]) -> int:
        """What ``node`` reaches if these edges are added, as a bitset."""
        found = self.row(node)
        waiting = list(edges)
        while True:
            new = [e for e in waiting if found >> e[0] & 1]
            if not new:
                return found
            waiting = [e for e in waiting if not found >> e[0] & 1]
            for _, end in new:
                found |= self.row(end)

    def spread(self, values: Sequence[int]) -> list[int]:
        """For each node the union of ``values`` over all nodes that reach it."""
        gathered = [0] * len(self.rows)
        for node, value in enumerate(values):
            if value:
                gathered[self.component[node]] |= value
        for component in range(len(self.rows) - 1, -1, -1):
            value = gathered[component]
            if value:
                for below in self.successors[component]:
                    gathered[below] |= value
        return [gathered[c] for c in self.component]


def closure(count: int, edges: Iterable[tuple[int, int]]) -> Reachability:
    """The closure of ``edges`` on ``count`` nodes. Tarjan's algorithm, without recursion."""
    targets: list[list[int]] = [[] for _ in range(count)]
    for start, end in edges:
        if start != end:
            targets[start].append(end)
    component = _components(count, targets)
    total = max(component, default=-1) + 1
    members = [0] * total
    successors: list[set[int]] = [set() for _ in range(total)]
    for node, own in enumerate(component):
        members[own] |= 1 << node
        for end in targets[node]:
            if component[end] != own:
                successors[own].add(component[end])
    rows = list(members)
    for own in range(total):  # successors have smaller numbers, so that their rows are complete
        row = rows[own]
        for below in successors[own]:
            row |= rows[below]
        rows[own] = row
    return Reachability(component, members, rows, [frozenset(s) for s in successors])


def _components(count: int, targets: Sequence[Sequence[int]]) -> list[int]:
    """Strongly connected components, numbered in reverse topological order."""
    index = [-1] * count
    low = [0] * count
    component = [-1] * count
    stack: list[int] = []
    clock = found = 0
    for root in range(count):
        if index[root] >= 0:
            continue
        index[root] = low[root] = clock
        clock += 1
        stack.append(root)
        work: list[tuple[int, Iterator[int]]] = [(root, iter(targets[root]))]
        while work:
            node, rest = work[-1]
            for end in rest:
                if index[end] < 0:
                    index[end] = low[end] = clock
                    clock += 1
                    stack.append(end)
                    work.append((end, iter(targets[end])))
                    break
                if component[end] < 0:
                    low[node] = min(low[node], index[end])
            else:
                work.pop()
                if work:
                    parent = work[-1][0]
                    low[parent] = min(low[parent], low[node])
                if low[node] == index[node]:
                    while True:
                        end = stack.pop()
                        component[end] = found
                        if end == node:
                            break
                    found += 1
    return component


def bits(row: int) -> Iterator[int]:
    """The positions of the ones of a bitset, ascending."""
    while row:
        lowest = row & -row
        yield lowest.bit_length() - 1
        row ^= lowest


def transposed(rows: Sequence[int]) -> list[int]:
    """The square matrix of bits with rows and columns exchanged."""
    count = len(rows)
    text = "".join(f"{row:0{count}b}" for row in reversed(rows))
    return [int(text[count - 1 - j :: count], 2) for j in range(count)]
