"""Put the comment that names the schema at the head of every record: python tools/schema_lines.py [--check]."""

from __future__ import annotations

import sys
from pathlib import Path

from dpzoo.cli.schema_lines import stale


def main() -> int:
    records = Path(__file__).resolve().parent.parent / "definitions"
    found = list(stale(records))
    for path, text in found:
        if "--check" not in sys.argv:
            path.write_text(text, encoding="utf-8")
    done = "lack the line" if "--check" in sys.argv else "have it now"
    print(f"{len(found)} records {done}")
    return int(bool(found) and "--check" in sys.argv)


if __name__ == "__main__":
    sys.exit(main())
