"""The errors with which an accounting question can be refused."""


class AccountingError(ValueError):
    """The items, a parameter or the target cannot be used; the message is one sentence."""


class NoTargetError(AccountingError):
    """Neither δ nor ε is fixed, and δ cannot be taken for 0, since not all items have pure DP."""


class NoAnswerError(AccountingError):
    """The question is sound, but no recorded rule answers it, or no finite value exists."""
