"""Witnesses of the separations that the records assert: one mechanism for all the claims that share a construction."""
