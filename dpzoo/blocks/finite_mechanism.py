"""A mechanism on finitely many datasets with finitely many outputs: a row-stochastic matrix with names.

Exact mechanisms hold fractions and give certified answers; the others hold floats and give numeric ones.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from decimal import Decimal
from fractions import Fraction
from functools import cached_property
from typing import Any, Final, Self

import numpy as np
from numpy.typing import NDArray

from dpzoo.numbers.errors import BlockError
from dpzoo.numbers.logarithms import LogLaw, in_logs

_SMALLEST_LOG: Final = -690.0  # below it floats begin to lose digits
ROW_TOLERANCE: Final = 1e-9
"""How far the sum of a row of floats may lie from 1."""

Record = Hashable
Dataset = tuple[Record, ...]
Output = Hashable
Matrix = NDArray[Any]


class FiniteMechanism:
    """Datasets (tuples of records), outputs, and the probability of each output for each dataset.

    ``matrix[i, j]`` is the probability of ``outputs[j]`` on ``datasets[i]``: dtype ``object`` with fractions if the
    mechanism is exact, ``float64`` otherwise.

    Args:
        datasets: n of them, each a sequence of records.
        outputs: m of them, whatever can be looked up.
        matrix: n rows of m probabilities: fractions, whole numbers and texts such as ``"3/4"`` are exact, floats are not. Every
            row sums to 1 (exactly, or within :data:`ROW_TOLERANCE` for floats).
        name: for people.
        neighbours: ordered pairs of datasets; they replace "differ in one record" wherever a notion says that.
        symmetric: whether the pairs count in the other order, too.
        cut: what was cut off or merged, if the table stands for a mechanism of which it is a post-processing: then a notion's
            tightest value is a bound on one side, and nothing is said to hold.

    Raises:
        BlockError: the parts do not fit together; ``path`` locates the fault.

    >>> from fractions import Fraction
    >>> m = FiniteMechanism([(0,), (1,)], ["no", "yes"], [[Fraction(3, 4), Fraction(1, 4)], [Fraction(1, 4), Fraction(3, 4)]])
    >>> m.exact, m.probability((0,), "no")
    (True, Fraction(3, 4))
    """

    def __init__(
        self,
        datasets: Sequence[Sequence[Record]],
        outputs: Sequence[Output],
        matrix: Sequence[Sequence[Any]] | Matrix,
        *,
        name: str = "",
        neighbours: Iterable[tuple[Sequence[Record], Sequence[Record]]] | None = None,
        symmetric: bool = False,
        cut: str = "",
    ) -> None:
        self.datasets: tuple[Dataset, ...] = tuple(_dataset(d, i) for i, d in enumerate(datasets))
        self.outputs: tuple[Output, ...] = tuple(outputs)
        self.name = name
        self.cut = cut
        if not self.datasets:
            raise BlockError("a mechanism needs at least one dataset", ("datasets",))
        if not self.outputs:
            raise BlockError("a mechanism needs at least one output", ("outputs",))
        self._rows = _index(self.datasets, "datasets", "dataset")
        self._columns = _index(self.outputs, "outputs", "output")
        self.matrix: Matrix = (
            matrix
            if isinstance(matrix, LogLaw) and in_logs(matrix)
            else stochastic(matrix, len(self.datasets), len(self.outputs))
        )
        self.matrix.setflags(write=False)
        self.neighbours: tuple[tuple[Dataset, Dataset], ...] | None = None
        if neighbours is not None:
            listed = [
                (self._known(a, ("neighbours", i, 0)), self._known(b, ("neighbours", i, 1)))
                for i, (a, b) in enumerate(neighbours)
            ]
            both = [pair for a, b in listed for pair in ((a, b), (b, a))] if symmetric else listed
            self.neighbours = tuple(dict.fromkeys(both))

    # building ---------------------------------------------------------------------------------------------------

    @classmethod
    def from_rows(cls, rows: Mapping[Any, Sequence[Any]], outputs: Sequence[Output] | None = None, *, name: str = "") -> Self:
        """From a mapping of datasets to their rows.

        Args:
            rows: for each dataset its probabilities, all of one length.
            outputs: their names; numbers from 0 by default.
            name: for people.

        Returns:
            The mechanism.

        Raises:
            BlockError: the rows do not fit together.

        >>> FiniteMechanism.from_rows({(0,): ["3/4", "1/4"], (1,): ["1/4", "3/4"]}).probability((1,), 0)
        Fraction(1, 4)
        """
        table = list(rows.values())
        width = len(table[0]) if table else 0
        return cls(list(rows), list(range(width)) if outputs is None else outputs, table, name=name)

    @classmethod
    def from_function(
        cls, datasets: Iterable[Sequence[Record]], law: Callable[[Dataset], Mapping[Output, Any]], *, name: str = ""
    ) -> Self:
        """From a function that gives each dataset's output distribution.

        Args:
            datasets: sequences of records.
            law: takes a dataset, as a tuple; returns a mapping of outputs to probabilities.
            name: for people.

        Returns:
            The mechanism, with every output that some dataset can have.

        Raises:
            BlockError: a law does not sum to 1.

        >>> FiniteMechanism.from_function([(0,), (1,)], lambda d: {d[0]: "3/4", 1 - d[0]: "1/4"}).outputs
        (0, 1)
        """
        chosen = [tuple(d) for d in datasets]
        laws = [law(d) for d in chosen]
        outputs = list(dict.fromkeys(o for row in laws for o in row))
        return cls(chosen, outputs, [[row.get(o, 0) for o in outputs] for row in laws], name=name)

    @classmethod
    def from_log_probabilities(
        cls,
        datasets: Sequence[Sequence[Record]],
        outputs: Sequence[Output],
        logs: Any,
        *,
        name: str = "",
        neighbours: Iterable[tuple[Sequence[Record], Sequence[Record]]] | None = None,
    ) -> Self:
        """From logarithms of probabilities.

        Probabilities below the smallest float stay what they are for the standards that compute with logarithms; notions that
        cannot do so refuse the mechanism with a :class:`~dpzoo.numbers.errors.BlockError`.

        Args:
            datasets: n of them, each a sequence of records.
            outputs: m of them.
            logs: n rows of m natural logarithms, as floats; -inf for 0.
            name: for people.
            neighbours: as for the class.

        Returns:
            The mechanism, with floating-point probabilities.

        Raises:
            BlockError: the shape is another one, or a row's probabilities do not sum to 1.

        >>> FiniteMechanism.from_log_probabilities([(0,), (1,)], ["a", "b"], [[0.0, float("-inf")]] * 2).row((0,))
        array([1., 0.])
        """
        table = np.array(logs, dtype=float)
        if table.shape != (len(datasets), len(outputs)) or np.isnan(table).any():
            needed = (len(datasets), len(outputs))
            raise BlockError(f"the logarithms are numbers in {needed[0]} rows and {needed[1]} columns", ("matrix",))
        stochastic(np.exp(table), *table.shape)  # checks the rows
        tiny = bool(((table > -np.inf) & (table < _SMALLEST_LOG)).any())
        return cls(datasets, outputs, LogLaw.of(table) if tiny else np.exp(table), name=name, neighbours=neighbours)

    @classmethod
    def deterministic(
        cls, datasets: Iterable[Sequence[Record]], function: Callable[[Dataset], Output], *, name: str = ""
    ) -> Self:
        """The mechanism that returns ``function(dataset)``, exactly.

        Args:
            datasets: sequences of records.
            function: takes a dataset, as a tuple; returns the output.
            name: for people.

        Returns:
            The mechanism.

        >>> FiniteMechanism.deterministic([(0, 1), (1, 1)], sum).outputs
        (1, 2)
        """
        return cls.from_function(datasets, lambda d: {function(d): 1}, name=name)

    # reading ----------------------------------------------------------------------------------------------------

    @property
    def exact(self) -> bool:
        """Whether the probabilities are fractions."""
        return self.matrix.dtype == object

    @property
    def underflows(self) -> bool:
        """Whether some probabilities are known by their logarithms alone, being below the smallest float."""
        return in_logs(self.matrix)

    @cached_property
    def floats(self) -> Matrix:
        """The matrix as float64."""
        return self.matrix.astype(float) if self.exact else self.matrix

    @cached_property
    def records(self) -> tuple[Record, ...]:
        """Every record value that occurs, in order of first occurrence."""
        return tuple(dict.fromkeys(r for d in self.datasets for r in d))

    def index(self, dataset: Sequence[Record]) -> int:
        """The number of a dataset's row.

        Args:
            dataset: a sequence of records.

        Returns:
            Its place, from 0.

        Raises:
            BlockError: the mechanism has no such dataset.

        >>> FiniteMechanism.from_rows({(0,): [1, 0], (1,): [0, 1]}).index([1])
        1
        """
        return self._rows[self._known(dataset, ())]

    def __contains__(self, dataset: object) -> bool:
        return isinstance(dataset, tuple) and dataset in self._rows

    def row(self, dataset: Sequence[Record]) -> Matrix:
        """The output distribution on a dataset.

        Args:
            dataset: a sequence of records.

        Returns:
            An array with one probability for each output.

        Raises:
            BlockError: the mechanism has no such dataset.

        >>> FiniteMechanism.from_rows({(0,): [0.5, 0.5]}).row((0,))
        array([0.5, 0.5])
        """
        law: Matrix = self.matrix[self.index(dataset)]
        return law

    def probability(self, dataset: Sequence[Record], output: Output) -> Any:
        """The probability of one output on one dataset.

        Args:
            dataset: a sequence of records.
            output: any; one that the mechanism does not have has probability 0.

        Returns:
            A fraction if the mechanism is exact, else a float.

        Raises:
            BlockError: the mechanism has no such dataset.

        >>> FiniteMechanism.from_rows({(0,): ["1/3", "2/3"]}).probability((0,), 1)
        Fraction(2, 3)
        """
        column = self._columns.get(output)
        return Fraction(0) if column is None else self.row(dataset)[column]

    # making others ----------------------------------------------------------------------------------------------

    def post_process(self, channel: Mapping[Output, Any] | Callable[[Output], Any], *, name: str = "") -> FiniteMechanism:
        """The mechanism followed by something done to its output.

        Args:
            channel: a function or mapping that gives for each output the new one, or a mapping of new outputs to probabilities.
            name: for people.

        Returns:
            The mechanism on the same datasets.

        Raises:
            BlockError: the channel says nothing about an output, or its probabilities do not sum to 1.

        >>> FiniteMechanism.from_rows({(0,): ["1/2", "1/3", "1/6"]}).post_process({0: "a", 1: "b", 2: "b"}).row((0,))
        array([Fraction(1, 2), Fraction(1, 2)], dtype=object)
        """
        self._in_floats()
        read: Callable[[Output], Any] = channel if callable(channel) else _lookup(channel)
        laws = [v if isinstance(v := read(o), Mapping) else {v: 1} for o in self.outputs]
        outputs = list(dict.fromkeys(o for law in laws for o in law))
        kernel = stochastic([[law.get(o, 0) for o in outputs] for law in laws], len(laws), len(outputs))
        return self._with(outputs, _product(self.matrix, kernel), name)

    def compose(self, other: FiniteMechanism, *, name: str = "") -> FiniteMechanism:
        """Both mechanisms, with independent coins.

        Args:
            other: another mechanism.
            name: for people.

        Returns:
            The mechanism whose outputs are pairs, on the datasets that both have.

        Raises:
            BlockError: they have no dataset in common.

        >>> coin = FiniteMechanism.from_rows({(0,): ["1/2", "1/2"]})
        >>> coin.compose(coin).probability((0,), (0, 1))
        Fraction(1, 4)
        """
        self._in_floats()
        other._in_floats()
        common = [d for d in self.datasets if d in other]
        if not common:
            raise BlockError("the two mechanisms have no dataset in common", ("datasets",))
        a, b = (m.matrix[[m.index(d) for d in common]] for m in (self, other))
        if self.exact != other.exact:
            a, b = a.astype(float), b.astype(float)
        joint = (a[:, :, None] * b[:, None, :]).reshape(len(common), -1)
        pairs = list(itertools.product(self.outputs, other.outputs))
        cut = self.cut or other.cut
        return FiniteMechanism(common, pairs, joint, name=name, neighbours=self._neighbours_among(common), cut=cut)

    def mix(self, other: FiniteMechanism, chance: Any = Fraction(1, 2), *, name: str = "") -> FiniteMechanism:
        """One of two mechanisms, chosen at random; which one ran is not told.

        Common outputs are identified, as in the survey's convexity axiom (Definition 3).

        Args:
            other: another mechanism.
            chance: the probability of this one, between 0 and 1.
            name: for people.

        Returns:
            The mechanism on the datasets that both have.

        Raises:
            BlockError: they have no dataset in common, or the chance is not a probability.

        >>> a, b = (FiniteMechanism.from_rows({(0,): row}) for row in ([1, 0], [0, 1]))
        >>> a.mix(b, Fraction(1, 3)).row((0,))
        array([Fraction(1, 3), Fraction(2, 3)], dtype=object)
        """
        self._in_floats()
        if not 0 <= chance <= 1:
            raise BlockError(f"the chance of a mixture must be between 0 and 1, not {chance}")
        common = [d for d in self.datasets if d in other]
        if not common:
            raise BlockError("the two mechanisms have no dataset in common", ("datasets",))
        outputs = list(dict.fromkeys((*self.outputs, *other.outputs)))
        exact = self.exact and other.exact and not isinstance(chance, float)
        weight = Fraction(chance) if exact else float(chance)
        rows = [
            [weight * m1 + (1 - weight) * m2 for m1, m2 in ((self.probability(d, o), other.probability(d, o)) for o in outputs)]
            for d in common
        ]
        cut = self.cut or other.cut
        return FiniteMechanism(common, outputs, rows, name=name, neighbours=self._neighbours_among(common), cut=cut)

    def subsample(self, rate: Any, *, name: str = "") -> FiniteMechanism:
        """The mechanism on a random part of the data: each record is kept with the same probability, independently.

        Args:
            rate: that probability, between 0 and 1.
            name: for people.

        Returns:
            The mechanism on the same datasets.

        Raises:
            BlockError: the mechanism lacks a dataset that sampling can give, or the rate is not a probability.

        >>> FiniteMechanism.from_rows({(): [1, 0], (1,): [0, 1]}).subsample(Fraction(1, 4)).probability((1,), 1)
        Fraction(1, 4)
        """
        self._in_floats()
        if not 0 <= rate <= 1:
            raise BlockError(f"a sampling rate must be between 0 and 1, not {rate}")
        exact = self.exact and not isinstance(rate, float)
        keep = Fraction(rate) if exact else float(rate)
        source = self.matrix if exact else self.floats
        rows = []
        for i, d in enumerate(self.datasets):
            total: Any = 0
            for kept in itertools.product((True, False), repeat=len(d)):
                part = tuple(r for r, k in zip(d, kept, strict=True) if k)
                if part not in self:
                    raise BlockError(
                        f"sampling from dataset {d} gives {part}, which the mechanism does not have", ("datasets", i)
                    )
                n = sum(kept)
                total = total + keep**n * (1 - keep) ** (len(d) - n) * source[self._rows[part]]
            rows.append(total)
        return self._with(self.outputs, np.array(rows), name)

    def restrict(self, datasets: Iterable[Sequence[Record]]) -> FiniteMechanism:
        """The same mechanism on some of its datasets.

        Args:
            datasets: those to keep.

        Returns:
            The mechanism, with the neighbours among these.

        Raises:
            BlockError: it has no such dataset.

        >>> FiniteMechanism.from_rows({(0,): [1, 0], (1,): [0, 1]}).restrict([(1,)]).datasets
        ((1,),)
        """
        chosen = [self._known(d, ()) for d in datasets]
        rows = self.matrix[[self._rows[d] for d in chosen]]
        return FiniteMechanism(
            chosen, self.outputs, rows, name=self.name, neighbours=self._neighbours_among(chosen), cut=self.cut
        )

    def as_floats(self) -> FiniteMechanism:
        """The same mechanism with floating-point probabilities.

        Returns:
            A mechanism whose answers are numeric, not certified.

        >>> FiniteMechanism.from_rows({(0,): ["1/2", "1/2"]}).as_floats().exact
        False
        """
        return self._with(self.outputs, self.floats, self.name)

    def __repr__(self) -> str:
        kind = "exact" if self.exact else "floating-point"
        name = f"{self.name}: " if self.name else ""
        return f"<FiniteMechanism {name}{len(self.datasets)} datasets, {len(self.outputs)} outputs, {kind}>"

    def _in_floats(self) -> None:
        if self.underflows:
            raise BlockError("some probabilities are below the smallest float; such a mechanism can be compared and not changed")

    def _with(self, outputs: Sequence[Output], matrix: Matrix, name: str) -> FiniteMechanism:
        return FiniteMechanism(self.datasets, outputs, matrix, name=name or self.name, neighbours=self.neighbours, cut=self.cut)

    def _known(self, dataset: Sequence[Record], path: tuple[str | int, ...]) -> Dataset:
        key = tuple(dataset)
        if key not in self._rows:
            raise BlockError(f"the mechanism has no dataset {show_dataset(key)}", path)
        return key

    def _neighbours_among(self, datasets: Iterable[Dataset]) -> list[tuple[Dataset, Dataset]] | None:
        chosen = set(datasets)
        return None if self.neighbours is None else [(a, b) for a, b in self.neighbours if a in chosen and b in chosen]


def show_dataset(dataset: Dataset) -> str:
    """A dataset as a reader writes it: (0, 1), (a), (), and with records of several parts ((a, 1), (b, 2))."""
    return f"({', '.join(map(_show_record, dataset))})"


def _show_record(record: object) -> str:
    if isinstance(record, tuple):
        return show_dataset(record)
    if isinstance(record, frozenset):  # in an order that is the same at every run
        return "{" + ", ".join(sorted(map(_show_record, record))) + "}"
    return str(record)


def complete_domain(records: Sequence[Record], most: int, least: int = 0) -> list[Dataset]:
    """Every dataset of so many records.

    Args:
        records: the values that a record can have.
        most: the largest number of records.
        least: the smallest.

    Returns:
        Tuples of records, the shortest first.

    >>> complete_domain("ab", 1)
    [(), ('a',), ('b',)]
    """
    return [d for n in range(least, most + 1) for d in itertools.product(records, repeat=n)]


def stochastic(matrix: Any, height: int, width: int) -> Matrix:
    """The matrix, checked: the right shape, no negative entry, rows that sum to 1; exact if no entry is a float.

    Texts such as ``"3/4"`` and decimal numbers are exact.
    """
    if isinstance(matrix, np.ndarray) and matrix.dtype == np.float64:
        if matrix.shape != (height, width):
            raise BlockError(
                f"the matrix has shape {matrix.shape}; {height} datasets and {width} outputs need {(height, width)}", ("matrix",)
            )
        return _checked_floats(matrix.copy())
    try:
        rows = [list(row) for row in matrix]
    except TypeError:
        raise BlockError("the matrix is not a list of rows; give one row of probabilities per dataset", ("matrix",)) from None
    if len(rows) != height:
        raise BlockError(f"the matrix has {len(rows)} rows for {height} datasets; give one row per dataset", ("matrix",))
    for i, row in enumerate(rows):
        if len(row) != width:
            raise BlockError(f"row {i + 1} has {len(row)} entries for {width} outputs; give one per output", ("matrix", i))
        for j, entry in enumerate(row):
            if isinstance(entry, str | Decimal):
                row[j] = _written(entry, i, j)
            elif isinstance(entry, bool) or not isinstance(entry, int | float | Fraction | np.floating | np.integer):
                raise BlockError(
                    f"the entry in row {i + 1}, column {j + 1} is {entry!r}, which is not a number", ("matrix", i, j)
                )
    if any(isinstance(e, float | np.floating) for row in rows for e in row):
        return _checked_floats(np.array(rows, dtype=float))
    exact = np.empty((height, width), dtype=object)
    for i, row in enumerate(rows):
        for j, entry in enumerate(row):
            exact[i, j] = Fraction(int(entry)) if isinstance(entry, int | np.integer) else entry
            if entry < 0:
                raise BlockError(f"the entry in row {i + 1}, column {j + 1} is negative: {entry}", ("matrix", i, j))
        total = sum(exact[i], Fraction(0))
        if total != 1:
            raise BlockError(f"row {i + 1} sums to {total} and not to 1", ("matrix", i))
    return exact


def _written(entry: str | Decimal, i: int, j: int) -> Fraction:
    """A probability as text ("3/4", "0.75") or decimal number, exactly."""
    try:
        return Fraction(entry)
    except (ValueError, ArithmeticError):
        raise BlockError(
            f"the entry in row {i + 1}, column {j + 1} is {str(entry)!r}, which is not a fraction or a decimal number",
            ("matrix", i, j),
        ) from None


def _checked_floats(values: Matrix) -> Matrix:
    bad = ~np.isfinite(values)
    if bad.any():
        i, j = map(int, np.argwhere(bad)[0])
        raise BlockError(
            f"the entry in row {i + 1}, column {j + 1} is {values[i, j]}, which is not a probability", ("matrix", i, j)
        )
    if (values < 0).any():
        i, j = map(int, np.argwhere(values < 0)[0])
        raise BlockError(f"the entry in row {i + 1}, column {j + 1} is negative: {values[i, j]}", ("matrix", i, j))
    sums = values.sum(axis=1)
    off = np.abs(sums - 1) > ROW_TOLERANCE
    if off.any():
        i = int(np.argmax(off))
        raise BlockError(f"row {i + 1} sums to {sums[i]} and not to 1", ("matrix", i))
    return values


def _product(left: Matrix, right: Matrix) -> Matrix:
    if left.dtype != right.dtype:
        left, right = left.astype(float), right.astype(float)
    product: Matrix
    if left.dtype != object:
        product = left @ right
        return product
    # most entries of an exact kernel are 0, and fractions are slow to multiply
    product = np.full((left.shape[0], right.shape[1]), Fraction(0), dtype=object)
    for i, j in zip(*np.nonzero(right), strict=True):
        product[:, j] += left[:, i] * right[i, j]
    return product


def _lookup(channel: Mapping[Output, Any]) -> Callable[[Output], Any]:
    def read(output: Output) -> Any:
        if output not in channel:
            raise BlockError(f"the post-processing says nothing about the output {output!r}")
        return channel[output]

    return read


def _dataset(records: Any, place: int) -> Dataset:
    if isinstance(records, str) or not isinstance(records, Sequence):
        raise BlockError(f"dataset {place + 1} is {records!r}; a dataset is a list of records", ("datasets", place))
    return tuple(records)


def _hashes(item: object) -> bool:
    try:
        hash(item)
    except TypeError:  # a tuple that holds a list
        return False
    return True


def _index(items: Sequence[Any], key: str, word: str) -> dict[Any, int]:
    found: dict[Any, int] = {}
    for i, item in enumerate(items):
        if not _hashes(item):
            raise BlockError(f"the {word} {item!r} cannot be looked up; write its lists as tuples", (key, i))
        if item in found:
            shown = show_dataset(item) if key == "datasets" else repr(item)
            raise BlockError(f"the {word} {shown} is listed twice", (key, i))
        found[item] = i
    return found
