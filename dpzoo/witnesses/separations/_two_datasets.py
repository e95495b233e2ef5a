"""Mechanisms that say the same on two datasets and everything on others.

D_a and D_b have five records and differ in the first. A notion that compares these two and no others holds without loss.
Notions that compare smaller datasets are violated with certainty.
"""

from __future__ import annotations

from dpzoo.witnesses.prelude import *
from dpzoo.witnesses.separations._telling_apart import Dataset, TellsApart, violates

D_A, D_B = ("t", "v", "v", "v", "v"), ("u", "v", "v", "v", "v")
"""D_a and D_b."""
BELIEF = Prior.of({D_A: F(1, 2), D_B: F(1, 2)})
"""One of the two, each with probability one half."""


def blind_on_one_pair(most: int = 2) -> tuple[FiniteMechanism, Dataset, Dataset, FiniteMechanism]:
    """A mechanism that publishes its dataset unless it is D_a or D_b, where its output is the same.

    Returned are the mechanism, D_a, D_b, and its restriction to at most ``most`` records.
    """
    D_a, D_b = D_A, D_B
    small = complete_domain("tuv", most)
    M = deterministic([*small, D_a, D_b], lambda d: "same" if d in {D_a, D_b} else d)
    return M, D_a, D_b, M.restrict(small)


def no_loss_at(check: Check, dataset: Dataset, notion: str, at: str, /, **values: Any) -> Callable[..., None]:
    """The step that a mechanism satisfies a notion with ε = 0, at values (``at`` in words) that compare ``dataset`` only.

    A mechanism without this dataset gets no step: nothing of it is compared.
    """

    def satisfied(mechanism: FiniteMechanism, _: Any = ()) -> None:
        if dataset in mechanism:
            check.least(notion, mechanism, 0, f"{at}", **values)

    return satisfied


def blind(check: Check, subject: str, at: str, **values: Any) -> None:
    """The steps that M satisfies the subject, which compares D_a and D_b alone, and violates the objects of the claims."""
    M, _, _, small = blind_on_one_pair()
    check.show("M", M)
    satisfied = no_loss_at(check, D_A, subject, at, **values)
    satisfied(M)
    violates(check, TellsApart(small, ("t", "v"), ("u", "v"), satisfied, M), check.denied)


def adversary_of_two_datasets(check: Check, notion: str, adversary: Callable[[Prior], Any]) -> TellsApart:
    """The steps that show a notion's silence about an adversary, made from a belief in D_a or D_b, or in one dataset.

    The first adversary learns nothing from M; the second compares nothing, so M may publish everything. Returned is what M
    does elsewhere.
    """
    subject: Any = notions[notion]
    M, D_a, D_b, small = blind_on_one_pair()
    check.show("M", M)
    belief = Prior.of({D_a: F(1, 2), D_b: F(1, 2)})
    check.equal(f"{notion}: the least ε of M", subject.tightest(M, A=adversary(belief)), 0)
    publish = deterministic(complete_domain("tuv", 2), lambda d: d)
    certain = Prior.of({("t", "v"): F(1)})
    found = subject.tightest(publish, A=adversary(certain))
    check.equal(f"{notion}, certain of one dataset: the least ε of publishing", found, 0)
    return TellsApart(small, ("t", "v"), ("u", "v"))
