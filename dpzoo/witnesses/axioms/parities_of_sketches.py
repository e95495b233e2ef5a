"""Two parities of a sketched set: the sketch privacies do not compose.

Verdict  false: two mechanisms with ε = ln 1.5 together have an infinite loss for one record of six (δ = 1, and an infinite
         mean).

Six records, one of them t; a, b are two others. On sets E of three records M₁ tells whether |E ∩ {t, a, b}| is odd and M₂
whether |E ∩ {a, b}| is odd; on other sets both say ⊥. Given whether a record is in E, each answer has the probabilities 0.4
and 0.6 in some order. The two answers differ exactly if t ∈ E. Sizes other than three cost nothing, so N = 1. For most
records: with γ = 1/10 no record of six may be exempt.
"""

from dpzoo.blocks.mechanism import Matrix
from dpzoo.witnesses.prelude import *


@decides(
    """approximate-sketch-privacy average-sketch-privacy sketch-kl-privacy sketch-privacy-for-most-records
    sketch-privacy/composition"""
)
def parities_of_sketches(check: Check) -> None:
    T, sets = "tabuvw", list(combinations("tabuvw", 3))
    sketches: dict[str, Callable[[tuple[str, ...]], Hashable]] = {
        "M₁": lambda e: len(set(e) & set("tab")) % 2,
        "M₂": lambda e: len(set(e) & set("ab")) % 2,
        "both": lambda e: (len(set(e) & set("tab")) % 2, len(set(e) & set("ab")) % 2),
    }

    def laws(name: str, record: str) -> tuple[Matrix, Matrix]:
        """The law of the sketch of three random records, given that the record is, or is not, among them."""
        counts = [Counter(sketches[name](E) for E in sets if (record in E) is inside) for inside in (True, False)]
        outputs = list(counts[0] | counts[1])
        inside, outside = (np.array([F(c[o], c.total()) for o in outputs], dtype=object) for c in counts)
        return inside, outside

    def mean_loss(name: str, record: str) -> Real:
        p, q = laws(name, record)
        return sum(
            (real(a) * greatest([real(0), real(a / b).log() if b else INFINITY]) for a, b in zip(p, q, strict=True) if a), real(0)
        )

    worst, mean = {}, {}
    for name in sketches:
        losses = {r: max_divergence(*laws(name, r)) for r in T}
        worst[name], mean[name] = greatest(list(losses.values())), greatest([mean_loss(name, r) for r in T])
        if name == "both":
            continue
        check.show(f"{name}, given t ∈ E and t ∉ E", [[str(x) for x in law] for law in laws(name, "t")])
        check.at_most(
            f"{name}: sketch privacy's ε, the largest loss of a record (γ = 1/10, and δ = 0 too)", worst[name], log_of(F(3, 2))
        )
        check.at_most("… the average of the records' largest losses", sum(losses.values(), real(0)) / 6, log_of(F(3, 2)))
        check.at_most("… the largest mean loss", mean[name], log_of(F(3, 2)))
    check.equal("both: the largest loss, of the record t, and so the average", worst["both"], INFINITY)
    check.equal("… δ at ε = ∞", hockey_stick(*laws("both", "t"), INFINITY), 1)
    check.equal("… the largest mean loss", mean["both"], INFINITY)
    check.less("records that γ = 1/10 exempts", F(6, 10), 1)
