"""A notion as Python users meet it: its record, its id, and its relations both ways."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

from dpzoo.records.enums import Dimension, Property, RelationKind, Standing
from dpzoo.records.knowledge_base import Entry, Library
from dpzoo.zoo.errors import NotExecutableError
from dpzoo.zoo.spelling import fold

if TYPE_CHECKING:
    from dpzoo.blocks.finite_mechanism import FiniteMechanism
    from dpzoo.notions.executable import Executable
    from dpzoo.notions.results import Frontier, Judgement, Tightest
    from dpzoo.records.blocks import Blocks
    from dpzoo.records.claim_records import CompositionClaim, PropertyClaim
    from dpzoo.records.notion import NotionRecord
    from dpzoo.records.parameters import Parameter
    from dpzoo.relations.claims import Claim
    from dpzoo.relations.inference import Inference
    from dpzoo.zoo.comparison import _Open

_OF_OUTPUTS: Final = (
    "A property of the published data is compared as the promise that every table that may come out has it, "
    "however the table depends on the data."
)
"""What :attr:`Notion.compared_as` says of properties of the published data."""


@dataclass(frozen=True, eq=False)
class Notion:
    """One notion of a zoo. ``record`` is everything that its file says.

    ``a >= b`` asks whether a is stronger than b (or equivalent), unconditionally, and answers True, False or
    ``dpzoo.Open``; ``a > b`` asks whether it is and b is not stronger than a.
    """

    entry: Entry[NotionRecord] = field(repr=False)
    outgoing: tuple[Claim, ...] = field(repr=False)
    incoming: tuple[Claim, ...] = field(repr=False)
    ask: Callable[[], Inference] = field(repr=False)
    library: Library = field(repr=False, default_factory=Library)

    @property
    def id(self) -> str:
        """The stable id, the stem of the record's file."""
        return self.entry.id

    @property
    def record(self) -> NotionRecord:
        """The record as read."""
        return self.entry.record

    @property
    def name(self) -> str:
        """The field's standard name."""
        return self.record.name

    @property
    def blocks(self) -> Blocks:
        """The five blocks in words, each compared with pure DP."""
        from dpzoo.relations.forms import described

        return described(self.library, self.record)

    @property
    def abbreviation(self) -> str | None:
        """The usual abbreviation, if there is one."""
        return self.record.abbreviation

    @property
    def short(self) -> str:
        """The abbreviation, else the name."""
        return self.record.abbreviation or self.record.name

    @property
    def dimensions(self) -> tuple[Dimension, ...]:
        """The dimensions along which the notion departs from pure DP."""
        return self.record.dimensions

    @property
    def standing(self) -> Standing:
        """Where the notion stands with respect to the survey."""
        return self.record.standing

    @property
    def year(self) -> int:
        """The year of introduction."""
        return self.record.introduced.year

    @property
    def parameters(self) -> dict[str, Parameter]:
        """The parameters by name, in the order of the notation."""
        return dict(self.record.parameters)

    @property
    def post_processing(self) -> PropertyClaim:
        """Whether post-processing preserves the guarantee."""
        return self.record.axioms.post_processing

    @property
    def convexity(self) -> PropertyClaim:
        """Whether random choice between two mechanisms preserves the guarantee."""
        return self.record.axioms.convexity

    @property
    def composition(self) -> CompositionClaim:
        """Whether two mechanisms together satisfy the notion, with which parameters."""
        return self.record.composition

    def property_claim(self, which: Property) -> PropertyClaim:
        """One of the three properties.

        Args:
            which: post-processing, convexity or composition.

        Returns:
            The verdict, with its conditions and evidence.

        >>> import dpzoo
        >>> dpzoo.load()["renyi-dp"].property_claim("convexity").verdict.value
        'holds'
        """
        return self.record.property_claim(which)

    @property
    def prominence(self) -> tuple[int, str, str]:
        """The sort key of lists of notions: landmarks first, the most used of them before the others, then by name."""
        return (self.record.landmark or 4, fold(self.name), self.id)

    @property
    def names(self) -> tuple[str, ...]:
        """Name, abbreviation and aliases, without repetition."""
        rest = [self.record.abbreviation] if self.record.abbreviation else []
        return tuple(dict.fromkeys([self.name, *rest, *(a.name for a in self.record.aliases)]))

    @property
    def called(self) -> tuple[str, ...]:
        """Everything by which it can be found: its names, and what people type for it."""
        return (*self.names, *self.record.typed)

    @property
    def compared_as(self) -> str | None:
        """A remark to show beside every comparison with another notion, as Markdown; None if there is none.

        >>> import dpzoo
        >>> dpzoo.load()["joint-dp"].compared_as.partition(".")[0]
        "Joint DP is compared as a property of all players' results together"
        """
        if self.record.compared_as is None and self.standing is Standing.SYNTACTIC:
            return _OF_OUTPUTS
        return self.record.compared_as

    @property
    def executable(self) -> bool:
        """Whether the definition runs on finite mechanisms; the record says why not otherwise."""
        return self.record.executable is True

    def tightest(self, mechanism: FiniteMechanism, **given: Any) -> Tightest | Frontier:
        """The tightest value of the parameter left open on a finite mechanism.

        Args:
            mechanism: a :class:`~dpzoo.blocks.finite_mechanism.FiniteMechanism`.
            given: objects for structural parameters, and values of all quantitative ones but one or two.

        Returns:
            The value with the pair and event that decide and how sure it is; the frontier, if two parameters stay open.

        Raises:
            NotExecutableError: the definition does not run.
            BlockError: something is missing or not legal.

        >>> import dpzoo
        >>> from dpzoo.blocks import FiniteMechanism
        >>> from fractions import Fraction
        >>> three, one = Fraction(3, 4), Fraction(1, 4)
        >>> rr = FiniteMechanism([(0,), (1,)], ["no", "yes"], [[three, one], [one, three]])
        >>> zoo = dpzoo.load()
        >>> print(zoo["bounded-dp"].tightest(rr))
        epsilon = ln(3) (certified)
        >>> print(zoo["approximate-dp"].tightest(rr, epsilon="log(2)"))
        delta = 1/4 at epsilon = ln(2) (certified)
        """
        return self._run().tightest(_mechanism(mechanism), **given)

    def holds(self, mechanism: FiniteMechanism, **given: Any) -> Judgement:
        """Whether a finite mechanism satisfies the notion at the given parameters.

        Args:
            mechanism: a :class:`~dpzoo.blocks.finite_mechanism.FiniteMechanism`.
            given: objects for structural parameters, and values of all quantitative ones.

        Returns:
            The verdict, with the pair and event that decide and how sure it is.

        Raises:
            NotExecutableError: the definition does not run.
            BlockError: something is missing or not legal.

        >>> import dpzoo
        >>> from dpzoo.blocks import FiniteMechanism
        >>> rr = FiniteMechanism([(0,), (1,)], ["no", "yes"], [[0.75, 0.25], [0.25, 0.75]])
        >>> dpzoo.load()["epsilon-dp"].holds(rr, epsilon=1).holds
        False
        """
        return self._run().holds(_mechanism(mechanism), **given)

    def _run(self) -> Executable:
        from dpzoo.notions.registry import executable

        found = executable(self.id, self.record)
        if found is None:
            reason = (
                self.record.executable if isinstance(self.record.executable, str) else "no program has been written for it yet"
            )
            raise NotExecutableError(self.id, reason)
        return found

    def __ge__(self, other: object) -> bool | _Open:
        if not isinstance(other, Notion):
            return NotImplemented
        from dpzoo.zoo.comparison import truth

        return truth(self.ask().answer(RelationKind.STRONGER_THAN, self.id, other.id))

    def __le__(self, other: object) -> bool | _Open:
        return other >= self if isinstance(other, Notion) else NotImplemented

    def __gt__(self, other: object) -> bool | _Open:
        if not isinstance(other, Notion):
            return NotImplemented
        from dpzoo.zoo.comparison import Open

        there, back = self >= other, other >= self
        if there is False or back is True:
            return False
        return True if there is True and back is False else Open

    def __lt__(self, other: object) -> bool | _Open:
        return other > self if isinstance(other, Notion) else NotImplemented

    def _repr_markdown_(self) -> str:
        from dpzoo.zoo.showing import notion_markdown

        return notion_markdown(self)

    def __repr__(self) -> str:
        return f"<Notion {self.id}: {self.name}>"


def _mechanism(given: object) -> FiniteMechanism:
    from dpzoo.blocks.finite_mechanism import FiniteMechanism

    if not isinstance(given, FiniteMechanism):
        raise TypeError(f"a dpzoo.blocks.FiniteMechanism is needed, not {given!r:.60}, of type {type(given).__name__}")
    return given
