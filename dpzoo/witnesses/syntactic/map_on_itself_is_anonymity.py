"""If the reidentification dataset is the dataset itself, k-map is k-anonymity.

Claim    For 𝒰 = D, D satisfies k-map if and only if it is k-anonymous.
Verdict  true, here of all tables with at most five records and three combinations of quasi-identifiers.
Source   Des20, Section 2.1.2.1; Definitions 1 and 2.

k-map asks that each combination present in D be present in at least k records of 𝒰; k-anonymity asks the same with D in
place of 𝒰. A larger 𝒰 can only help: with one more record in 𝒰 the largest k never falls.
"""

from dpzoo.witnesses.prelude import *


@decides(kind=Kind.EQUIVALENCE, sampled="D")
def map_on_itself_is_anonymity(check: Check) -> None:
    def satisfies_anonymity(d: tuple[str, ...], k: int) -> bool:
        return all(d.count(q) >= k or d.count(q) == 0 for q in "pqr")

    def satisfies_map(d: tuple[str, ...], universe: tuple[str, ...], k: int) -> bool:
        return all(universe.count(q) >= k for q in set(d))

    tables = [d for n in range(6) for d in itertools.product("pqr", repeat=n)]
    check.equal("tables looked at", len(tables), sum(3**n for n in range(6)))
    same = sum(satisfies_map(d, d, k) == satisfies_anonymity(d, k) for d in tables for k in range(1, 6))
    check.equal("(D, k) on which the two agree, out of all", same, 5 * len(tables))
    lost = sum(satisfies_map(d, d, k) and not satisfies_map(d, (*d, q), k) for d in tables for q in "pqr" for k in range(1, 6))
    check.equal("(D, k) that are lost when a record is added to 𝒰", lost, 0)
    check.confirms("k-map on the dataset itself is k-anonymity", same == 5 * len(tables))
