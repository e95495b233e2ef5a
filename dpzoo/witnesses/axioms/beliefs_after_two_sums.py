"""Two sums leave no error: composition of notions that measure what an attacker concludes.

Verdict  false: two mechanisms with ε = 0 leave together an error of 0, an information of ln m for every m, and a belief in
         the true value that is certain in one world and at most 1/2 in the other.

θ is uniform on the triples of numbers modulo m (bits, but for individual privacy). D(1) + D(2) + D(3) and D(2) + D(3) are
each independent of every single record, and of what was drawn for a record that is overwritten. Their difference is D(1),
or the value that overwrites it.
"""

from dpzoo.witnesses.prelude import *

Data = tuple[int, ...]


@decides("error-preserving-privacy individual-privacy inference-based-causal-dp/composition")
def beliefs_after_two_sums(check: Check) -> None:
    Query = Callable[[Data, int], object]
    queries: dict[str, Query] = {
        "the sum of all": lambda d, m: sum(d) % m,
        "the sum of the last two": lambda d, m: sum(d[1:]) % m,
        "both": lambda d, m: (sum(d) % m, sum(d[1:]) % m),
    }

    def beliefs(query: Query, m: int, i: int, overwritten: int | None = None) -> dict[object, list[F]]:
        """For each output the belief about what was drawn for D(i); the mechanism sees D(i) overwritten, if so."""
        counts: dict[object, list[int]] = {}
        for D in itertools.product(range(m), repeat=3):
            seen = D if overwritten is None else (*D[:i], overwritten, *D[i + 1 :])
            counts.setdefault(query(seen, m), [0] * m)[D[i]] += 1
        return {o: [F(c, sum(each)) for c in each] for o, each in counts.items()}

    def error(query: Query, i: int) -> F:
        """The mean square error of the best guess of the bit D(i); outputs are equally likely here."""
        after = beliefs(query, 2, i).values()
        return sum((p[0] * p[1] for p in after), F(0)) / len(after)

    def information(query: Query, m: int, i: int) -> Real:
        """I(D(i); output): the mean divergence of the beliefs from the uniform prior; outputs are equally likely here."""
        uniform = np.array([F(1, m)] * m, dtype=object)
        after = beliefs(query, m, i).values()
        return sum((kl_divergence(np.array(p, dtype=object), uniform) for p in after), real(0)) / len(after)

    def change(query: Query, i: int) -> Real:
        """The largest log-ratio of beliefs about D(i) after the same output, with D(i) kept and overwritten by b."""
        ratios = [real(0)]
        for b in (0, 1):
            kept, overwritten = beliefs(query, 2, i), beliefs(query, 2, i, b)
            for o in kept.keys() & overwritten.keys():
                for x, y in zip(kept[o], overwritten[o], strict=True):
                    ratios += [INFINITY] if (x == 0) != (y == 0) else [abs(log_of(x / y))] if x else []
        return greatest(ratios)

    for name, query in queries.items():
        alone = name != "both"
        errors = [error(query, i) for i in range(3)]
        check.equal(f"{name}: the least mean square error of a guess (the variance is 1/4)", min(errors), F(1, 4) if alone else 0)
        for m in (2, 3, 5):
            most = greatest([information(query, m, i) for i in range(3)])
            if alone:
                check.equal(f"… the largest information about a record, m = {m}", most, 0)
            else:
                check.greater(
                    f"… the largest information about a record, m = {m}, is ln m: beyond ln(m - 1)", most, log_of(m - 1)
                )
                check.true("… every output leaves one value", all(max(p) == 1 for p in beliefs(query, m, 0).values()))
        worst = greatest([change(query, i) for i in range(3)])
        check.equal("… the largest change of a belief when the record is overwritten", worst, 0 if alone else INFINITY)
