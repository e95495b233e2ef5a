"""Units of machine unlearning: what a system shows after requests, against training without the data.

A dataset is a history: training records, then requests. A request is written ("delete", record, …), which may name no record,
("add", record) or ("exchange", old, new); no training record has this form.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable
from typing import Any, Final

from dpzoo.blocks.compared_pairs import DatasetPair
from dpzoo.blocks.finite_mechanism import Dataset, FiniteMechanism, show_dataset
from dpzoo.blocks.units import both_orders
from dpzoo.numbers.errors import BlockError
from dpzoo.numbers.real import Real, real

DELETE, ADD, EXCHANGE = "delete", "add", "exchange"
_SIZES: Final = {ADD: (2, 2), EXCHANGE: (3, 3), DELETE: (1, None)}
Request = tuple[Hashable, ...]
Bag = frozenset[tuple[Hashable, int]]


def _is_request(entry: Any) -> bool:
    if not (isinstance(entry, tuple) and entry and entry[0] in _SIZES):
        return False
    least, most = _SIZES[entry[0]]
    return len(entry) >= least and (most is None or len(entry) <= most)


def history(dataset: Dataset) -> tuple[Dataset, tuple[Request, ...]]:
    """The training records and the requests of a history; :class:`BlockError` where a record follows a request."""
    start = next((i for i, entry in enumerate(dataset) if _is_request(entry)), len(dataset))
    if not all(_is_request(entry) for entry in dataset[start:]):
        raise BlockError(f"in the history {show_dataset(dataset)} a training record follows a request")
    return dataset[:start], tuple(dataset[start:])  # type: ignore[arg-type]


def _bag(records: Counter[Hashable]) -> Bag:
    return frozenset((r, n) for r, n in records.items() if n)


def edited(records: Dataset, requests: tuple[Request, ...]) -> Bag:
    """The training set after all requests, as a bag; :class:`BlockError` if a record to be deleted is not there."""
    left: Counter[Hashable] = Counter(records)
    for kind, *named in requests:
        gone, new = ([], named) if kind == ADD else (named, []) if kind == DELETE else (named[:1], named[1:])
        for r in gone:
            if not left[r]:
                raise BlockError(f"the request {(kind, *named)!r} names {r!r}, which the training set does not have")
            left[r] -= 1
        left.update(new)
    return _bag(left)


def _pairs(mechanism: FiniteMechanism, compared: Any, reference: tuple[Request, ...]) -> list[DatasetPair]:
    """Each history whose requests are ``compared``, against the edited training set followed by the requests ``reference``."""
    found = [history(d) for d in mechanism.datasets]
    bags: dict[Bag, list[int]] = {}
    for i, (records, requests) in enumerate(found):
        if requests == reference:
            bags.setdefault(_bag(Counter(records)), []).append(i)
    return both_orders(
        DatasetPair(i, j)
        for i, (records, requests) in enumerate(found)
        if requests != reference and compared(requests)
        for j in bags.get(edited(records, requests), ())
    )


def removed(mechanism: FiniteMechanism) -> list[DatasetPair]:
    """One record deleted on request, against the training set without it."""
    return _pairs(mechanism, lambda rs: len(rs) == 1 and rs[0][0] == DELETE and len(rs[0]) == 2, ())


def updated(mechanism: FiniteMechanism) -> list[DatasetPair]:
    """A sequence of additions and deletions, against the training set with all of them made."""
    return _pairs(mechanism, lambda rs: all(len(r) == 2 and r[0] in (ADD, DELETE) for r in rs), ())


def exchanged(mechanism: FiniteMechanism) -> list[DatasetPair]:
    """One record exchanged on request, against the training set with the new one."""
    return _pairs(mechanism, lambda rs: len(rs) == 1 and rs[0][0] == EXCHANGE, ())


def deleted(most: Any) -> Any:
    """One request to delete at most so many records, against the rest and a request that names none."""

    def pairs(mechanism: FiniteMechanism) -> list[DatasetPair]:
        return _pairs(mechanism, lambda rs: len(rs) == 1 and rs[0][0] == DELETE and len(rs[0]) - 1 <= most, ((DELETE,),))

    return pairs


def request_sizes(mechanism: FiniteMechanism) -> list[Real]:
    """1, …, the largest number of records that a single request deletes."""
    found = [history(d)[1] for d in mechanism.datasets]
    most = max((len(rs[0]) - 1 for rs in found if len(rs) == 1 and rs[0][0] == DELETE), default=1)
    return [real(k) for k in range(1, max(most, 1) + 1)]
