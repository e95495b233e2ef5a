"""The best possible conversion between two guarantees, with the pair that attains it and the inequality that proves it.

The theorems, with proofs and sources, stand in ``theory.md`` beside this file; :func:`dpzoo.optimal.engine.optimal` is the entry.
"""
