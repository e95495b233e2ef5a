"""A mended library in the theme's search worker.

lunr.js 2.3.9 tells the nodes of its set of words apart by ``toString``, which writes the edges one after the other as letter and
number with nothing in between. Two nodes with digits as letters may come out alike and are merged; the set then holds words that
the index lacks, and a query that reaches one of them ends in an error: "No matching documents" for whatever begins with it.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

MENDED: Final = """
self.lunr.TokenSet.prototype.toString = function () {
  const edges = Object.keys(this.edges).sort().map((letter) => `${letter}${this.edges[letter].id},`);
  return this._str || `${this.final ? 1 : 0}${edges.join("")}`;
};
"""


def mend(folder: Path) -> None:
    """Add the mended method to the search worker of a built site."""
    for worker in (folder / "assets" / "javascripts" / "workers").glob("search.*.js"):
        worker.write_text(worker.read_text(encoding="utf-8") + MENDED, encoding="utf-8")
