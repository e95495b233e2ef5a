"""The best possible conversion between two guarantees, with a pair that attains it and an inequality that proves it.

The theorems, with proofs and sources, stand in ``theory.md`` beside this file; :func:`dpzoo.optimal.engine.optimal` is the entry.
"""
