"""Partial knowledge."""
