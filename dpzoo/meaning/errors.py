"""Errors about questions of meaning."""

from __future__ import annotations


class MeaningError(ValueError):
    """The numbers do not form a question that can be answered; the message is one sentence."""


class UnknownMeaningError(MeaningError):
    """The question is fine, but no answer to it is known; the message says why."""
