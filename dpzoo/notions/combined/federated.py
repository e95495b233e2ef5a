"""What some clients of a federation can tell of another one's record, by a trade-off function."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from dpzoo.blocks.compared_pairs import Comparisons
from dpzoo.blocks.finite_mechanism import FiniteMechanism
from dpzoo.blocks.structures import Structural
from dpzoo.blocks.views import FEDERATION, Observer, edited_once, one_part, seen_by
from dpzoo.notions.executable import Executable, Values
from dpzoo.notions.pairwise import Compare
from dpzoo.notions.tradeoffs import TradeoffNotion


def _views(observers: Callable[[int, int], Sequence[tuple[int, ...]]]) -> Compare:
    """Comparisons of what some clients receive when another client's record changes."""

    def compare(mechanism: FiniteMechanism, structure: Structural, _: Values) -> Comparisons:
        watching = (
            Observer(f"seen by {', '.join(str(k + 1) for k in seen)}", lambda o, seen=seen: tuple(o[k] for k in seen), client)  # type: ignore[misc]
            for client in range(FEDERATION.of(structure, "C"))
            for seen in observers(client, FEDERATION.of(structure, "C"))
        )
        return seen_by(mechanism, one_part(edited_once)(mechanism), watching)

    return compare


NOTIONS: tuple[Executable, ...] = (
    TradeoffNotion(
        "strong-federated-f-dp",
        _views(lambda client, count: [tuple(k for k in range(count) if k != client)]),
        {"C": FEDERATION},
    ),
    TradeoffNotion(
        "weak-federated-f-dp", _views(lambda client, count: [(k,) for k in range(count) if k != client]), {"C": FEDERATION}
    ),
)
