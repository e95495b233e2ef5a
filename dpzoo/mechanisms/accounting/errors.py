"""What an accounting question can be refused with."""


class AccountingError(ValueError):
    """The items, a parameter or the target cannot be used; the message is one sentence."""


class NoAnswerError(AccountingError):
    """The question is sound, but no recorded rule answers it, or no finite value exists."""
