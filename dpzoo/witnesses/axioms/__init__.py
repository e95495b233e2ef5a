"""Axioms and composition: the cells of the tables that fail."""
