"""Definitions that run: put together from the blocks of their records, or of a shape of their own; they give verdicts."""
