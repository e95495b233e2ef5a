"""How people write the names of notions: accents, Greek letters, hyphens, case.

>>> fold("Rényi-DP"), fold("(ε, δ)-DP"), fold("zCDP")
('renyi dp', 'epsilon delta dp', 'zcdp')
>>> "eps delta DP" in spellings("(ε,δ)-DP")
True
"""

from __future__ import annotations

import difflib
import re
import unicodedata
from collections.abc import Iterable, Mapping
from itertools import product

GREEK = {
    "α": ("alpha",),
    "β": ("beta",),
    "γ": ("gamma",),
    "δ": ("delta",),
    "ε": ("epsilon", "eps", "varepsilon"),
    "η": ("eta",),
    "θ": ("theta",),
    "κ": ("kappa",),
    "λ": ("lambda",),
    "μ": ("mu",),
    "ν": ("nu",),
    "ξ": ("xi",),
    "π": ("pi",),
    "ρ": ("rho",),
    "σ": ("sigma",),
    "τ": ("tau",),
    "φ": ("phi",),
    "χ": ("chi",),
    "ψ": ("psi",),
    "ω": ("omega",),
    "ϵ": ("epsilon", "eps"),
    "Γ": ("gamma",),
    "Δ": ("delta",),
    "Θ": ("theta",),
    "Φ": ("phi",),
    "Ψ": ("psi",),
    "Ω": ("omega",),
}
_WORD = re.compile(r"[^\W_]+")


def without_accents(text: str) -> str:
    """Letters without their accents, compatibility forms (𝒟, ², ℓ) as plain ones; Greek stays Greek."""
    text = text.replace("ᵅ", "α")  # Unicode decomposes the raised alpha to a Latin one
    return "".join(c for c in unicodedata.normalize("NFKD", text) if not unicodedata.combining(c))


def fold(text: str) -> str:
    """One canonical spelling for look-ups: no accents, Greek letters named, lower case, words separated by spaces.

    Raises TypeError if ``name`` is not a text.
    """
    if not isinstance(text, str):
        raise TypeError(f"a name must be a text, not {text!r}, of type {type(text).__name__}")
    return " ".join(_WORD.findall(_named(without_accents(text), 0).casefold()))


def near(name: str, known: Mapping[str, Iterable[str]], most: int = 3) -> list[str]:
    """The meanings of names whose folded spelling, or one word of it, is close to ``name``.

    >>> near("laplce", {"laplace mechanism": ["laplace-mechanism"], "rappor": ["rappor"]})
    ['laplace-mechanism']
    >>> near("lapace", {"laplace mechanism": ["laplace-mechanism"], "pate": ["pate"]})
    ['laplace-mechanism']
    """
    text = fold(str(name))
    words: dict[str, list[str]] = {}
    first: dict[str, list[str]] = {}
    for spelled, ids in known.items():
        for place, word in enumerate(spelled.split()):
            words.setdefault(word, []).extend(ids)
            if place == 0:
                first.setdefault(word, []).extend(ids)
    # of many things with a word those whose names begin with it
    words = {w: first.get(w, ids) if len(set(ids)) > most else ids for w, ids in words.items()}
    # a word only where no whole name is as close, and only if it singles a few things out
    rare = [w for w, ids in words.items() if len(set(ids)) <= most]
    whole = difflib.get_close_matches(text, list(known), n=most)
    part = difflib.get_close_matches(text, rare, n=most, cutoff=0.75)
    closest = [difflib.SequenceMatcher(None, n[0], text).ratio() if n else 0 for n in (whole, part)]
    found = [i for w in part for i in words[w]] if closest[1] > closest[0] else [i for n in whole for i in known[n]]
    return list(dict.fromkeys(found))[:most]


def _named(text: str, choice: int) -> str:
    return "".join(f" {GREEK[c][min(choice, len(GREEK[c]) - 1)]} " if c in GREEK else c for c in text)


def spellings(text: str) -> tuple[str, ...]:
    """The spellings under which a search should find ``text``: as written, without accents, Greek letters named."""
    plain = without_accents(text)
    found = [text, plain]
    letters = sorted({c for c in plain if c in GREEK})
    for names in product(*(GREEK[c] for c in letters)) if len(letters) <= 3 else ():
        table = dict(zip(letters, names, strict=True))
        found.append(" ".join(_WORD.findall("".join(f" {table[c]} " if c in table else c for c in plain))))
    if not letters:
        found.append(fold(text))
    return tuple(dict.fromkeys(found))
