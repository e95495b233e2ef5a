"""What is known of standards: from their records, and from the notions that stand for them on one record."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache, cached_property

from dpzoo.records.block_records import StandardRecord
from dpzoo.records.enums import Property, RelationKind, Verdict
from dpzoo.relations.inference import Inference
from dpzoo.relations.lifting.unit_facts import Mode

_K = RelationKind
PURE = "epsilon-dp"
MAX_DIVERGENCE = "max-divergence"


class Standards:
    """The recorded standards whose notion is known, with the order among them that ``asserted`` gives their notions."""

    def __init__(self, records: Mapping[str, StandardRecord], asserted: Inference) -> None:
        self.asserted = asserted
        self.records = {i: r for i, r in records.items() if r.notion in asserted.index}
        self.home = {i: r.notion for i, r in self.records.items()}
        """The notion that stands for each standard."""
        self.mode = cache(self._mode)
        """What a standard allows of links between units, for each order."""
        self._above = cache(self._bounded_standards)
        self._apart = cache(self._separated_standards)

    def holds(self, standard: str, which: Property) -> bool:
        """Whether the standard has a property: data processing, quasi-convexity, a rule for products."""
        return self.asserted.verdict(self.home[standard], which) is Verdict.HOLDS

    def _mode(self, standard: str, kind: RelationKind) -> Mode:
        steps = self.records[standard].steps
        chains = steps is not None and steps.total and (kind is _K.IMPLIES or steps.every_level)
        return Mode(self.holds(standard, Property.CONVEXITY), chains)

    def above(self, kind: RelationKind, standard: str) -> Sequence[str]:
        """The standards that one bounds, itself among them."""
        return self._above(kind)[standard]

    def _bounded_standards(self, kind: RelationKind) -> Mapping[str, Sequence[str]]:
        reach = self.asserted.reach(kind)
        return {s: self._among(reach.row(self.asserted.index[home])) for s, home in self.home.items()}

    def apart(self, kind: RelationKind, standard: str) -> Sequence[str]:
        """The standards from which some laws separate one."""
        return self._apart(kind)[standard]

    def _separated_standards(self, kind: RelationKind) -> Mapping[str, Sequence[str]]:
        denied, reach = self.asserted.refutation.denied_by_claims(kind), self.asserted.reach(kind)
        found = {}
        for s, home in self.home.items():
            own = self.asserted.index[home]
            # of a pair that is both given and denied, which is a contradiction, nothing is lifted
            found[s] = self._among(denied[own] & ~reach.row(own))
        return found

    def _among(self, row: int) -> Sequence[str]:
        return [t for t, home in self.home.items() if row >> self.asserted.index[home] & 1]

    def one_order(self, standard: str, other: str) -> bool:
        """Whether a recorded claim gives the other standard from a single order of the pair."""
        return self.home[other] in self.records[standard].one_order

    @cached_property
    def refusing(self) -> frozenset[str]:
        """Those that refuse disjoint laws at every proper level."""
        return frozenset(s for s, r in self.records.items() if r.disjoint.refused)

    @cached_property
    def bounded_by_pure(self) -> frozenset[str]:
        """Those that pure DP implies."""
        if PURE not in self.asserted.index:
            return frozenset()
        return frozenset(self._among(self.asserted.reach(_K.IMPLIES).row(self.asserted.index[PURE])))
