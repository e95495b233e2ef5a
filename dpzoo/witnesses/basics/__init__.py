"""Differential privacy itself."""
