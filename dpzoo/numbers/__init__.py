"""Exact and enclosed numbers: reals that are compared with certainty, expressions in balls, linear systems over the rationals."""
