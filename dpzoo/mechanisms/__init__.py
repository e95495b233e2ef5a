"""Mechanisms that run: finite instances on which claims are measured; in ``accounting``, what lists of them add up to."""
