"""Two parities of a sample: DP under sampling does not compose.

Verdict  false: two mechanisms with ε = ln((1 + η)/(1 - η)), η = C(K, K/2)/2^K, have together at least the loss ln(1/Pr[m <
         K]), which grows without bound with the size N of the dataset.

In the sample m counts the records other than x and c those equal to x. If m < K both mechanisms toss a coin; if not,
M₁ tells whether m + c is odd, M₂ whether m is. An alternating sum of binomial probabilities is at most their largest
one, so each bit is within η/2 of fair. Run both on one sample: for m ≥ K they differ exactly if c is odd. With N
other records they differ with probability Pr[m < K]/2; with one x more, with probability at least Pr[m ≥ K]/2. We
take K = 4: η = 3/8. The rate of sampling is β = 1/2.
"""

from dpzoo.witnesses.prelude import *


@decides("dp-under-sampling/composition")
def sampled_parities(check: Check) -> None:
    K, eta = 4, F(3, 8)
    coin: dict[Any, F] = {0: F(1, 2), 1: F(1, 2)}
    check.equal("the largest probability of Bin(4, 1/2)", F(comb(4, 2), 16), eta)
    notion, half = notions["dp-under-sampling"], F(1, 2)
    bound = log_of((1 + eta) / (1 - eta))

    def parity(sample: tuple[Any, ...], counted: str) -> dict[Any, F]:
        """The law of the answer: whether the number of these records is odd, or a coin if there are fewer than K y."""
        return {sum(t in counted for t in sample) % 2: F(1)} if sample.count("y") >= K else coin

    for N in (4, 6, 8, 10):
        datasets = [("y",) * m + ("x",) * c for m in range(N + 1) for c in range(2)]
        M1 = from_function(datasets, lambda r: parity(r, "xy"))
        M2 = from_function(datasets, lambda r: parity(r, "y"))
        if N == K:
            check.show("M₁, N = 4", M1)
            check.show("M₂, N = 4", M2)
        for symbol, m in (("M₁", M1), ("M₂", M2)):
            check.at_most(f"N = {N}: ε of {symbol}, against ln((1 + η)/(1 - η))", notion.tightest(m, beta=half), bound)
        few = F(sum(comb(N, m) for m in range(K)), 2**N)
        epsilon = notion.tightest(M1.compose(M2), beta=half)
        if few < half:  # for smaller N the bound says nothing
            check.at_least("… ε of both, against ln(Pr[m ≥ K]/Pr[m < K])", epsilon, log_of((1 - few) / few))
    for N in (20, 50, 100, 200):
        few = F(sum(comb(N, m) for m in range(K)), 2**N)
        with_x = few / 2 + (1 - few) / 2  # x is in the sample with probability 1/2; for m < K the coins differ half of the time
        check.greater(f"N = {N}: Pr[outputs differ] with x over that without x", with_x / (few / 2), 2 ** (N // 2 - 1))
    claim = notion.holds(M1.compose(M2), beta=half, epsilon=2 * bound)
    check.refutes("on datasets with up to ten y and one x, both together are (1/2, 2ε)-DP under sampling", claim)
