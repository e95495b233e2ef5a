"""Two tables joined row by row: the notions about tables do not compose.

Verdict  false: two tables of the same four people satisfy each of them, and their join has four different rows.
Source   Des20, Section 2.1.5 (several views of the same data; two hospitals); the records' proofs.

Four people have the ages 30, 30, 40, 40, the sexes f, m, f, m and the sensitive values a, b, b, a. One table suppresses the
sexes, the other one the ages, both in the same order. Each has two classes of two people with both sensitive values. For
k-map and δ-presence these four people are the reidentification dataset U, and the tables have one row, the first person's.
The second part of (k, ε)-anonymity is empty.
"""

from dpzoo.witnesses.prelude import *

Row = tuple[int | str, str, str]  # age, sex, sensitive value


@decides(
    """delta-presence entropy-l-diversity k-anonymity k-epsilon-anonymity k-map l-diversity n-t-closeness recursive-l-diversity
    t-closeness/composition"""
)
def joined_tables(check: Check) -> None:
    people: list[Row] = [(30, "f", "a"), (30, "m", "b"), (40, "f", "b"), (40, "m", "a")]
    tables: dict[str, list[Row]] = {
        "table 1": [(age, "*", s) for age, _, s in people],
        "table 2": [("*", sex, s) for _, sex, s in people],
        "the join": people,
    }

    def classes(table: list[Row]) -> list[Counter[str]]:
        return [Counter(s for *q, s in table if q == list(key)) for key in dict.fromkeys((age, sex) for age, sex, _ in table)]

    def distance(p: Counter[str], q: Counter[str]) -> F:
        """The earth mover's distance with 1 between different values: total variation."""
        return sum((abs(F(p[s], p.total()) - F(q[s], q.total())) for s in "ab"), F(0)) / 2

    def nearest(table: list[Row], n: int) -> F:
        """The largest distance of a class from its best natural superset (a box around it) of at least n rows."""
        sides = [sorted({row[i] for row in table}, key=str) for i in (0, 1)]
        worst = F(0)
        for age, sex, _ in table:
            boxes = [(ages, sexes) for ages in ([age], sides[0]) for sexes in ([sex], sides[1])]
            inside = [Counter(s for x, y, s in table if x in ages and y in sexes) for ages, sexes in boxes]
            own = Counter(s for x, y, s in table if (x, y) == (age, sex))
            worst = max(worst, min(distance(own, box) for box in inside if box.total() >= n))
        return worst

    for name, table in tables.items():
        check.show(name, [f"{age}, {sex}: {s}" for age, sex, s in table])
        groups, joined = classes(table), name == "the join"
        size, diverse = min(c.total() for c in groups), min(len(c) for c in groups)
        check.equal(f"{name}: k-anonymity's and (k, ε)-anonymity's k", size, 1 if joined else 2)
        check.equal("… l-diversity's l", diverse, 1 if joined else 2)
        check.true(
            "… in each class the values are equally frequent, so its entropy is", all(len(set(c.values())) == 1 for c in groups)
        )
        check.equal("… the least entropy", log_of(diverse), 0 if joined else log_of(2))
        ranks = [sorted(c.values(), reverse=True) for c in groups]
        recursive = all(r[0] < 2 * sum(r[1:]) for r in ranks)
        check.true(f"… recursive diversity with c = l = 2 {'fails' if joined else 'holds'}", recursive is not joined)
        whole = Counter(s for *_, s in table)
        close = max(distance(c, whole) for c in groups)
        check.equal("… t-closeness's t", close, F(1, 2) if joined else 0)
        supersets = nearest(table, 2)
        check.equal("… (2, t)-closeness's t", supersets, F(1, 2) if joined else 0)
        age, sex, _ = table[0]
        fitting = sum(age in ("*", p[0]) and sex in ("*", p[1]) for p in people)
        check.equal("… people of U whom its first row fits: k-map's k, and 1/δ of δ-presence", fitting, 1 if joined else 2)
