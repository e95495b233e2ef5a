"""Evidence in one line."""

from __future__ import annotations

from dpzoo.records.evidence import Evidence


def evidence_text(evidence: Evidence, claim: str = "") -> str:
    """One line that says what a claim (of this id) rests on."""
    if evidence.cite is not None:
        return f"[{evidence.cite}] {evidence.at}"
    if evidence.witness is not None:
        from dpzoo.witnesses.declared import in_words, sampled_by

        sampled = sampled_by(evidence.witness, claim)
        return f"witness {evidence.witness}" + (f" (sampled: {in_words(sampled)})" if sampled else "")
    if evidence.formal is not None:
        return f"machine-checked (Rocq, finite outputs): {evidence.formal}"
    if evidence.lemmas is not None:
        names = f"lemma{'s' if len(evidence.lemmas) > 1 else ''} {' and '.join(evidence.lemmas)}"
        return names if evidence.proof is None else f"{names}; {evidence.proof}"
    return f"proof: {evidence.proof}"
