"""Suggest how what two notions compare is ordered: python tools/order_of_units.py bounded-dp unbounded-dp [--owners].

Both notions run on the identity mechanism, each dataset its own output, over all tables of at most two, three and four records.
What it prints is a suggestion to be proved: a pair that the other lacks refutes inclusion, different components suggest an
invariant (if they stay apart as the tables grow), a chain that grows with the tables suggests pairs at unbounded distance.
"""

from __future__ import annotations

import argparse
import ast
import itertools
from collections import deque
from typing import Any

from dpzoo.blocks.finite_mechanism import FiniteMechanism
from dpzoo.notions.registry import executables

Pairs = set[tuple[Any, Any]]


def compared(notion: str, records: list[Any], most: int, given: dict[str, Any]) -> Pairs:
    """The ordered pairs of datasets that a notion compares, among tables of at most ``most`` records."""
    tables = [d for n in range(most + 1) for d in itertools.product(records, repeat=n)]
    mechanism = FiniteMechanism.deterministic(tables, lambda d: d)
    own: Any = executables()[notion]
    structure, fixed = own._read(mechanism, {k: v for k, v in given.items() if k in (*own.structure, *own.quantitative)})  # noqa: SLF001
    pairs = own.compare(mechanism, structure, {n: fixed[n] for n in own.choosing})
    support = [tuple(o for o, p in zip(pairs.outputs, law, strict=True) if p) for law in pairs.laws]
    return {(support[i], support[j]) for i, j in zip(pairs.left.tolist(), pairs.right.tolist(), strict=True)}


def steps(edges: Pairs, start: Any, end: Any) -> int | None:
    """The length of a shortest directed chain, or None."""
    distance, queue = {start: 0}, deque([start])
    while queue:
        here = queue.popleft()
        for a, b in edges:
            if a == here and b not in distance:
                distance[b] = distance[here] + 1
                queue.append(b)
    return distance.get(end)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("first")
    parser.add_argument("second")
    parser.add_argument("--owners", action="store_true", help="records are (owner, value)")
    parser.add_argument("--set", action="append", default=[], metavar="NAME=PYTHON", help="a structural or chosen parameter")
    asked = parser.parse_args()
    given = {k: ast.literal_eval(v) for k, _, v in (s.partition("=") for s in asked.set)}
    records: list[Any] = [("Ann", 0), ("Ann", 1), ("Bob", 0)] if asked.owners else ["a", "b"]
    for most in (2, 3) if asked.owners else (2, 3, 4):
        one, two = (compared(n, records, most, given) for n in (asked.first, asked.second))
        print(f"tables of at most {most} records: {len(one)} pairs of {asked.first}, {len(two)} of {asked.second}")
        for name, these, other, those in ((asked.first, one, asked.second, two), (asked.second, two, asked.first, one)):
            missing = sorted(these - those, key=str)
            lengths = {p: steps(those, *p) for p in missing[:200]}
            apart = [p for p, n in lengths.items() if n is None]
            longest = max((n for n in lengths.values() if n is not None), default=1)
            if not missing:
                print(f"  every pair of {name} is one of {other}")
            elif apart:
                print(f"  {len(missing)} pairs of {name} are none of {other}; no chain joins {apart[0]}")
            else:
                print(f"  {len(missing)} pairs of {name} are none of {other}; the longest chain has {longest} steps")


if __name__ == "__main__":
    main()
