"""Fetch the third-party files of the website, as pinned in site/assets/vendor/lock.json.

    python tools/vendor.py            fetch what the lock names and write the files
    python tools/vendor.py --update   take the newest versions and rewrite the lock

Needs npm; the site's build does not: the files are committed. A test recomputes their hashes.
"""

from __future__ import annotations

import hashlib
import io
import json
import subprocess
import sys
import tarfile
import tempfile
from pathlib import Path

VENDOR = Path(__file__).resolve().parent.parent / "site" / "assets" / "vendor"
LOCK = VENDOR / "lock.json"

# package -> {path inside the package: path below site/assets/vendor}; a trailing * takes every match
WANTED = {
    "katex": {
        "dist/katex.min.js": "katex/katex.min.js",
        "dist/katex.min.css": "katex/katex.min.css",
        "dist/fonts/*.woff2": "katex/fonts/",
        "LICENSE": "katex/LICENSE",
    },
    "minisearch": {"dist/umd/index.js": "minisearch/minisearch.js", "LICENSE.txt": "minisearch/LICENSE"},
    "@dagrejs/dagre": {"dist/dagre.min.js": "dagre/dagre.min.js", "LICENSE": "dagre/LICENSE"},
    "iframe-worker": {"shim/index.js": "iframe-worker/shim.js", "LICENSE": "iframe-worker/LICENSE"},
}


def main() -> int:
    update = "--update" in sys.argv[1:]
    lock = json.loads(LOCK.read_text()) if LOCK.exists() else {}
    written: dict[str, object] = {}
    for package, files in WANTED.items():
        version = "latest" if update or package not in lock else lock[package]["version"]
        packed, meta = pack(package, version)
        integrity = meta["integrity"]
        if not update and package in lock and lock[package]["integrity"] != integrity:
            print(f"{package}: the registry's archive is not the one that the lock names", file=sys.stderr)
            return 1
        written[package] = {
            "version": meta["version"],
            "integrity": integrity,
            "license": "MIT",
            "files": extract(packed, files),
        }
        print(f"{package} {meta['version']}")
    LOCK.parent.mkdir(parents=True, exist_ok=True)
    LOCK.write_text(json.dumps(written, indent=2, sort_keys=True) + "\n")
    return 0


def pack(package: str, version: str) -> tuple[bytes, dict[str, str]]:
    with tempfile.TemporaryDirectory() as folder:
        out = subprocess.run(
            ["npm", "pack", "--json", "--pack-destination", folder, f"{package}@{version}"],
            check=True,
            capture_output=True,
            text=True,
        ).stdout
        found = json.loads(out)
        meta = found[0] if isinstance(found, list) else next(iter(found.values()))
        return (Path(folder) / meta["filename"]).read_bytes(), meta


def extract(packed: bytes, files: dict[str, str]) -> dict[str, str]:
    hashes = {}
    with tarfile.open(fileobj=io.BytesIO(packed)) as archive:
        for member in archive.getmembers():
            name = Path(member.name.removeprefix("package/"))
            for pattern, target in files.items():
                if name.match(pattern) and (stream := archive.extractfile(member)) is not None:
                    path = target + name.name if target.endswith("/") else target
                    data = stream.read()
                    (VENDOR / path).parent.mkdir(parents=True, exist_ok=True)
                    (VENDOR / path).write_bytes(data)
                    hashes[path] = hashlib.sha256(data).hexdigest()
    return dict(sorted(hashes.items()))


if __name__ == "__main__":
    sys.exit(main())
