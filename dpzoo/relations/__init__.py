"""The relation graph: inference with derivations, what follows from blocks, contradictions, open questions, conversion."""
