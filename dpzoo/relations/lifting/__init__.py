"""From facts about blocks to relations between notions (rules and proofs: the page "Blocks and what they give").

All rules compare notions over one universe whose pairs are put together alike. The order of standards is read off the notions
that stand for them on one record, where any two laws occur on neighbouring datasets; that of units stands in their records.
"""
