"""Cardinality estimators."""
