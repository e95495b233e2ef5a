"""Outlier privacy may leave common values unprotected.

The degree of a record is the number of records with its value; ε(1) is finite and ε(k) = ∞ for k > 1. M publishes
the records, with their owners, whose value occurs more than once: removing a record with a value of its own changes
nothing. The people t, u, v have the same value, so M publishes every dataset of two or more of them, and the
notions below are violated with certainty, at each of their proper values; w has another value.
"""

from dpzoo.witnesses.prelude import *

T, U, V, W = ("t", "x"), ("u", "x"), ("v", "x"), ("w", "y")
EITHER = Prior.of({(T, V): F(1, 2), (U, V): F(1, 2)})
NO_EPSILON: dict[str, dict[str, Any]] = {  # the least ε is infinite
    "per-instance-dp": {"D": (T, U), "t": V},
    "sensitivity-induced-dp": {"f": lambda d: 0},
    "bayesian-dp-ysn15": {"A": EITHER},
    "correlated-dp": {"A": (EITHER, "nothing")},
    "blowfish-privacy": {"G": list(combinations([T, U, V, W], 2))},
    "causal-dp": {"Theta": [EITHER]},
    "one-sided-dp": {"P": [T, U, V, W]},
}


def release(d: Any) -> tuple[Any, ...]:
    """The records whose value occurs more than once."""
    return tuple(r for r in d if sum(s[1] == r[1] for s in d) > 1)


@decides(
    """outlier-privacy/does_not_imply/per-instance-dp sensitivity-induced-dp bayesian-dp-ysn15 correlated-dp blowfish-privacy
    causal-dp one-sided-dp weak-bayesian-dp capacity-bounded-dp weak-federated-f-dp abstract-dp subspace-dp dp-under-sampling
    input-discriminative-dp inference-based-distributional-dp""",
    sampled={"capacity-bounded-dp": "c", "abstract-dp": "q", "dp-under-sampling": "β", "inference-based-distributional-dp": "N"},
)
def outlier_privacy_publishes_common_values(check: Check) -> None:
    subject, degree = notions["outlier-privacy"], lambda r, d: sum(s[1] == r[1] for s in d)
    M = deterministic([d for n in range(4) for d in permutations([T, U, V, W], n)], release)
    check.show("M", M)
    own = subject.tightest(M, outlierness=degree)
    check.equal("outlier-privacy: the least ε(1)", own.value[1], 0, of=own)
    for y, values in NO_EPSILON.items():
        check.least(y, M, INFINITY, **values)
    check.least("weak-bayesian-dp", M, 1, "u or v", prior={U: F(1, 2), V: F(1, 2)}, epsilon="inf")
    for c in (10, 1000):  # H has all functions: c on one output and 0 elsewhere, for every c
        found = notions["capacity-bounded-dp"].tightest(M, f="kl", H=[{o: c if o == (T, V) else 0 for o in M.outputs}])
        check.at_least(f"capacity-bounded-dp: the least ε, by the test function {c}", found, c - 1)
    small = [D for D in M.datasets if len(D) in {1, 2} and W not in D]
    shares = deterministic([(D, ()) for D in small], lambda d: (None, release(d[0])))
    best = notions["weak-federated-f-dp"].tightest(shares, C=2)
    check.equal("weak-federated-f-dp: the largest f at 0 (so f = 0)", best.value(F(0)), 0, of=best)
    check.every_level("weak-federated-f-dp", "f = 0 is the only trade-off function that is 0 at 0")
    for a, b in ((F(1, 3), F(1, 2)), (F(1, 7), F(0)), (F(0), F(1))):  # q is false at some (a, b)
        yes = M.post_process({o: {"yes": w, "no": 1 - w} for o in M.outputs for w in [a if o == (T, V) else b]})
        own = subject.tightest(yes, outlierness=degree)
        check.equal("yes or no: outlier-privacy: the least ε(1)", own.value[1], 0, of=own)
        verdict = notions["abstract-dp"].holds(yes, R=[((T, V), (U, V))], q=lambda x, y, a=a, b=b: (x, y) != (a, b))
        check.false(f"abstract-dp: yes with probability {a} or {b} violates a q that is false there", verdict)
    numbers = M.post_process({o: k for k, o in enumerate(M.outputs)})
    check.least("subspace-dp", numbers, 1, "outputs numbered, V the whole line", V=[[1]], epsilon="inf")
    for beta in (F(1, 100), F(1, 2), F(1)):  # (t, u, v) is published with probability β³ > 0, or never without v
        check.least("dp-under-sampling", M, INFINITY, beta=beta)
    levels = notions["input-discriminative-dp"].tightest(M, epsilonbar=lambda d: 0)
    check.equal("input-discriminative-dp, one level for all: the least Ψ", levels.value[0.0, 0.0], INFINITY, of=levels)
    check.every_level("input-discriminative-dp", "Ψ must be infinite at the only level that there is")
    for N in (2, 3, 4):  # for any δ < 1 take N with δ < 1 - 1/N
        many = deterministic([((k, "x"), V) for k in range(N)], release)
        theta, less = Prior.of({D: F(1, N) for D in many.datasets}), 1 - F(1, N) - F(1, 100)
        check.least("inference-based-distributional-dp", many, INFINITY, f"{N} people", Theta=[theta], delta=less)
