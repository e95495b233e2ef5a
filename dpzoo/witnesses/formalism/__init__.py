"""Formalism and relativization."""
