"""The five building blocks as code: domain, scope and unit choose what is compared, standards measure, intensity bounds.

>>> from fractions import Fraction
>>> from dpzoo.blocks import FiniteMechanism, divergences
>>> m = FiniteMechanism([(0,), (1,)], ["no", "yes"], [[Fraction(3, 4), Fraction(1, 4)], [Fraction(1, 4), Fraction(3, 4)]])
>>> divergences.max_divergence(m.row((0,)), m.row((1,)))
Real(ln(3))
"""

from dpzoo.blocks.finite_mechanism import FiniteMechanism, complete_domain
from dpzoo.blocks.priors import Prior
from dpzoo.numbers.errors import BlockError
from dpzoo.numbers.real import Real, UndecidedError

__all__ = ["BlockError", "FiniteMechanism", "Prior", "Real", "UndecidedError", "complete_domain"]
