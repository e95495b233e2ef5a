"""What makes a question about meaning unusable."""

from __future__ import annotations


class MeaningError(ValueError):
    """The numbers make no question; the message is one sentence."""


class UnknownMeaningError(MeaningError):
    """The question is fine, but no answer to it is known; the message says why."""
