"""Two parities under an urn: ε-privacy [MGG09] does not compose.

Verdict  false: two procedures with a finite ε together make a belief certain, so that no ε is left.

Records are bits, drawn independently with an unknown chance, on which the attacker has the prior. On three records M₁
publishes the sum, M₂ the sum of the last two, both modulo 2; on other datasets nothing. After one answer every record
can have either value: all beliefs lie between 0 and 1, and there are finitely many. The two answers together show
D(1). The Dirichlet prior has the weights 1 and 1, and then 1 and 3.
"""

from dpzoo.witnesses.prelude import *

Bits = tuple[int, ...]


@decides("epsilon-privacy-mgg09/composition")
def parities_under_an_urn(check: Check) -> None:
    procedures: dict[str, Callable[[Bits], object]] = {
        "M₁": lambda d: sum(d) % 2 if len(d) == 3 else None,
        "M₂": lambda d: sum(d[1:]) % 2 if len(d) == 3 else None,
        "both": lambda d: (sum(d) % 2, sum(d[1:]) % 2) if len(d) == 3 else None,
    }

    def chance(d: Bits, ones: int, zeros: int) -> F:
        """Pólya's urn: the probability of the bits under the Dirichlet prior with these weights."""
        found = F(1)
        for t in d:
            found *= F(ones if t else zeros, ones + zeros)
            ones, zeros = ones + t, zeros + 1 - t
        return found

    def factor(name: str, ones: int, zeros: int) -> F | None:
        """e^ε over all datasets of up to four records, all people and values; None if a belief is certain that was not."""
        publish, largest = procedures[name], F(1)
        for n in range(1, 5):
            data = list(product((0, 1), repeat=n))
            for D, u, value in product(data, range(n), (0, 1)):
                seen_in, seen_out = publish(D), publish((*D[:u], *D[u + 1 :]))

                def belief(alike: list[Bits], u: int = u, value: int = value) -> F:
                    total = sum((chance(E, ones, zeros) for E in alike), F(0))
                    return sum((chance(E, ones, zeros) for E in alike if E[u] == value), F(0)) / total

                p_in = belief([E for E in data if publish(E) == seen_in])
                p_out = belief([E for E in data if publish((*E[:u], *E[u + 1 :])) == seen_out])
                if (p_out == 0 and p_in) or (p_in == 1 and p_out < 1):
                    return None
                largest = max(largest, p_in / p_out, (1 - p_out) / (1 - p_in))
        return largest

    for weights in ((1, 1), (1, 3)):
        for name in ("M₁", "M₂"):
            found = factor(name, *weights)
            check.true(f"weights {weights}: {name} has a finite ε", found is not None)
            check.at_most("… e^ε", found or F(10**9), 10)
        check.true("… both together make D(1) certain: no ε will do", factor("both", *weights) is None)
