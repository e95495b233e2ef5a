"""What can go wrong with an expression."""


class ExpressionError(ValueError):
    """The text is not an expression of the language; the message says what is wrong and how to mend it."""


class EvaluationError(ArithmeticError):
    """The expression has no value here: an unknown name, a logarithm of a negative number, an overflow."""
