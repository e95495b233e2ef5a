"""Notions, claims and the closure as rows, as CSV and as pandas frames."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Iterator, Sequence
from itertools import repeat
from typing import TYPE_CHECKING, Any

from dpzoo.relations.facts import ORDERS, Answer
from dpzoo.relations.order_table import table
from dpzoo.zoo.columns import CLAIMS, CLOSURE, NOTIONS, SEPARATOR, Column
from dpzoo.zoo.notion import Notion
from dpzoo.zoo.zoo import Zoo

if TYPE_CHECKING:
    import pandas as pd

_ANSWERS = {Answer.YES: "yes", Answer.NO: "no", Answer.NO_BUT: "no-conditional"}


def notion_rows(zoo: Zoo, notions: Iterable[Notion] | None = None) -> Iterator[dict[str, Any]]:
    """One row for each notion, with the columns :data:`~dpzoo.zoo.columns.NOTIONS`."""
    for n in zoo.values() if notions is None else notions:
        yield {
            "id": n.id,
            "name": n.name,
            "abbreviation": n.abbreviation,
            "aliases": [a.name for a in n.record.aliases],
            "dimensions": [d.value for d in n.dimensions],
            "standing": n.standing.value,
            "year": n.year,
            "introduced_by": list(n.record.introduced.by),
            "parameters": list(n.parameters),
            "post_processing": n.post_processing.verdict.value,
            "convexity": n.convexity.verdict.value,
            "composition": n.composition.verdict.value,
            "executable": n.executable,
            "gist": n.record.gist,
            "notation": n.record.notation,
            "statement_basis": n.record.statement_basis.basis.value,
        }


def claim_rows(zoo: Zoo) -> Iterator[dict[str, Any]]:
    """One row for each asserted relation, disputed ones included."""
    for c in zoo.claims:
        yield {
            "id": c.id,
            "subject": c.subject,
            "kind": c.kind.value,
            "object": c.object,
            "grade": c.grade.value,
            "disputed": c.relation.disputed,
            "conditional": c.conditional,
            "map": [f"{name} = {e}" for name, e in (c.relation.map or {}).items()],
            "back": [f"{name} = {e}" for h in zoo.halves(c)[1:] for name, e in (h.map or {}).items()],
            "sources": list(dict.fromkeys(e.cite for e in c.relation.evidence if e.cite is not None)),
        }


def status(answer: Answer, asserted: bool) -> str:
    """The status code of an answer; :data:`~dpzoo.zoo.columns.STATUS` says what each means."""
    if answer is Answer.DIFFERENT:
        return "different-data"
    if not answer.decided:
        return "open" if answer is Answer.OPEN else "open-conditional"
    return f"{'asserted' if asserted else 'derived'}-{_ANSWERS[answer]}"


def closure_rows(zoo: Zoo) -> Iterator[tuple[str, ...]]:
    """One row for each ordered pair of different notions, by the ids, with the columns :data:`~dpzoo.zoo.columns.CLOSURE`."""
    tables = [table(zoo.inference, kind) for kind in ORDERS]
    for i, subject in enumerate(zoo.inference.ids):
        row = list(zip(repeat(subject), zoo.inference.ids, *(t.row(i, status) for t in tables), strict=False))
        del row[i]
        yield from row


def write_csv(columns: Sequence[Column], rows: Iterable[Sequence[str]]) -> str:
    """Rows of cells, in the order of the columns, as CSV (RFC 4180, lines end in LF) with a header."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow([c.name for c in columns])
    writer.writerows(rows)
    return out.getvalue()


def _cells(columns: Sequence[Column], rows: Iterable[dict[str, Any]]) -> Iterator[list[str]]:
    return ([_cell(row[c.name]) for c in columns] for row in rows)


def _cell(value: Any) -> str:
    match value:
        case None:
            return ""
        case bool():
            return "true" if value else "false"
        case list():
            return SEPARATOR.join(map(str, value))
        case _:
            return str(value)


def notions_csv(zoo: Zoo, notions: Iterable[Notion] | None = None) -> str:
    """The notions as CSV.

    Args:
        zoo: where they are.
        notions: those that are wanted; all by default.

    Returns:
        The file's text (RFC 4180, lines end in LF), with a header.

    >>> import dpzoo
    >>> zoo = dpzoo.load()
    >>> notions_csv(zoo, [zoo["renyi-dp"]]).splitlines()[1].partition(",")[0]
    'renyi-dp'
    """
    return write_csv(NOTIONS, _cells(NOTIONS, notion_rows(zoo, notions)))


def claims_csv(zoo: Zoo) -> str:
    """The asserted relations as CSV.

    Args:
        zoo: where they are.

    Returns:
        The file's text (RFC 4180, lines end in LF), with a header.

    >>> import dpzoo
    >>> claims_csv(dpzoo.load()).partition(",")[0]
    'id'
    """
    return write_csv(CLAIMS, _cells(CLAIMS, claim_rows(zoo)))


def closure_csv(zoo: Zoo) -> str:
    """What is known about every ordered pair, as CSV.

    Args:
        zoo: where the notions are.

    Returns:
        The file's text (RFC 4180, lines end in LF), with a header and some 90,000 rows.

    >>> import dpzoo
    >>> closure_csv(dpzoo.load()).splitlines()[0]
    'subject,object,stronger_than,implies,special_case_of'
    """
    return write_csv(CLOSURE, closure_rows(zoo))


def frame(zoo: Zoo, what: str) -> pd.DataFrame:
    """A table of the zoo as a pandas frame; raises ValueError for an unknown table, ImportError without pandas."""
    import pandas as pd

    match what:
        case "notions":
            return pd.DataFrame(list(notion_rows(zoo)), columns=[c.name for c in NOTIONS]).set_index("id")
        case "claims":
            return pd.DataFrame(list(claim_rows(zoo)), columns=[c.name for c in CLAIMS]).set_index("id")
        case "closure":
            return pd.DataFrame(list(closure_rows(zoo)), columns=[c.name for c in CLOSURE]).set_index(["subject", "object"])
        case _:
            raise ValueError(f"there is no table {what!r}; choose notions, claims or closure")
