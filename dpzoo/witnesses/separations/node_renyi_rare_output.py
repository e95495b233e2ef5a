"""A Rényi bound for nodes leaves the loss unbounded.

The recorded proof publishes b + Z with Z normal and b = 1 if the graph has an edge. With finitely many outputs, for
whole α ≥ 2 (a smaller order asks for less): M says a with probability p = m^{-(α-1)} on graphs with an edge and q =
m^{-α} on the others, and b otherwise. From p to q the symbol a contributes p^α q^{1-α} = 1 to the moment and b at most
1, as p ≥ q. From q to p it is at most 1 for a and, as p ≤ 1/2, at most 2^{α-1} for b. So the divergences are at most
ln(2^{α-1} + 1)/(α - 1) for every m ≥ 2. The symbol a has the loss ln m, which exceeds every bound. Two linked nodes
are compared with one node alone.
"""

from dpzoo.witnesses.prelude import *

LAWS = Laws("a >= 2 and m >= 2", {"a": "m**(1 - a)", "b": "1 - m**(1 - a)"}, {"a": "m**(-a)", "b": "1 - m**(-a)"})


@decides("node-renyi-dp/does_not_imply/node-dp", sampled="α, m")
def node_renyi_rare_output(check: Check) -> None:
    u, v = ("node", "u"), ("node", "v")
    graphs = [(), (u,), (v,), (u, v), (u, v, ("edge", "u", "v"))]
    for alpha in (2, 3, 5):
        bound = real(2 ** (alpha - 1) + 1).log() / (alpha - 1)
        for m in (2, 64, 4096):
            linked, single = LAWS.at(a=alpha, m=m)
            M = from_function(graphs, lambda d, linked=linked, single=single: linked if len(d) == 3 else single)
            check.least("node-renyi-dp", M, at=f"α = {alpha}, m = {m}", at_most=bound, alpha=alpha)
            check.least("node-dp", M, at_least=real(m).log())
    check.show("M, for the last α and m", M)
    check.therefore_not("for one of these α there is an ε < ln 4096 such that M satisfies ε-node DP for all m")
