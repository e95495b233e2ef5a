"""What a guarantee means: beliefs before and after, tests, attacks; every formula an expression that the site exports.

>>> from dpzoo.meaning import value
>>> round(value("belief-upper", prior=0.5, epsilon=1.0), 4)  # an attacker who was undecided, after any output
0.7311
>>> round(value("one-query", prior=0.5, r=1, epsilon=1.0), 4)  # a differencing attack on a count that meets it
0.6967
"""

from dpzoo.meaning.errors import MeaningError
from dpzoo.meaning.named_formulas import FORMULAS, NamedFormula, value

__all__ = ["FORMULAS", "MeaningError", "NamedFormula", "value"]
