"""What Lighthouse says of the built site, and what a first visit weighs: part of ``make bench``. Prints medians; judges nothing.

python tests/lighthouse.py [SITE]    needs npx and a Chromium (CHROMIUM)
"""

from __future__ import annotations

import functools
import gzip
import http.server
import json
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import threading
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

ROOT = Path(__file__).resolve().parent.parent
LIGHTHOUSE = "lighthouse@13"
VISITS = 3
PAGES = {
    "home": "index.html",
    "explore": "notions.html",
    "map": "map.html",
    "compare": "compare.html",
    "convert": "convert.html",
    "a notion": "notions/zero-concentrated-dp.html",
    "the longest": "notions/epsilon-dp.html",
    "a witness": "witnesses/prodp-post-processing.html",
}
CATEGORIES = {"performance": 95, "accessibility": 100, "best-practices": 100, "seo": 95}
PACKED = frozenset({".html", ".css", ".js", ".json", ".svg", ".xml"})


class Packed(http.server.SimpleHTTPRequestHandler):
    """Files as a host sends them: compressed, over connections that stay open, allowed to be kept."""

    protocol_version = "HTTP/1.1"

    def do_GET(self) -> None:
        path = Path(self.translate_path(self.path))
        path = path / "index.html" if path.is_dir() else path
        if not path.is_file():
            self.send_error(404)
            return
        data = path.read_bytes()
        self.send_response(200)
        self.send_header("Content-Type", self.guess_type(str(path)))
        if path.suffix in PACKED and "gzip" in self.headers.get("Accept-Encoding", ""):
            data = gzip.compress(data, 6)
            self.send_header("Content-Encoding", "gzip")
        self.send_header("Cache-Control", "max-age=600")
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def log_message(self, format: str, *args: object) -> None:
        pass


def main(site: Path | None = None) -> None:
    """Build the site unless one is given, serve it, and let Lighthouse visit as a phone does."""
    if shutil.which("npx") is None:
        print("Lighthouse: left out, there is no npx")
        return
    with tempfile.TemporaryDirectory() as folder:
        if site is None:
            site = Path(folder) / "site"
            environment = {**os.environ, "NO_MKDOCS_2_WARNING": "1"}
            subprocess.run(
                [sys.executable, "-m", "mkdocs", "build", "--quiet", "--site-dir", str(site)],
                cwd=ROOT,
                env=environment,
                check=True,
            )
        with http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Packed, directory=str(site))) as server:
            threading.Thread(target=server.serve_forever, daemon=True).start()
            heads = f"{'performance':>12}{'accessible':>12}{'practices':>11}{'SEO':>6}{'weight':>14}"
            print(f"{'Lighthouse, as a phone':<24}{heads}")
            for name, path in PAGES.items():
                if (site / path).is_file():
                    visit(name, f"http://127.0.0.1:{server.server_port}/{path}", site, Path(folder))
            server.shutdown()


def visit(name: str, address: str, site: Path, folder: Path) -> None:
    """Print one page's median scores (aims: 95, 100, 100, 95), its weight with the search index, and what costs points."""
    visits: list[dict[str, Any]] = []
    for _ in range(VISITS):
        found = lighthouse(address, folder / "report.json")
        if isinstance(found, str):
            print(f"{name:<24}{found}")
            return
        visits.append(found)
    scores = [round(statistics.median(100 * (v["categories"][c]["score"] or 0) for v in visits)) for c in CATEGORIES]
    items = visits[0]["audits"]["network-requests"]["details"]["items"]
    asked = {urlsplit(i["url"]).path for i in items if i["url"].startswith("http")}
    weight = sum(packed(site / unquote(p).lstrip("/")) for p in asked | {"/search/search_index.json"})
    print(f"{name:<24}{scores[0]:>12}{scores[1]:>12}{scores[2]:>11}{scores[3]:>6}{weight / 1000:>11.0f} KB")
    for category, score in zip(CATEGORIES, scores, strict=True):
        if score < CATEGORIES[category]:
            for ref in visits[0]["categories"][category]["auditRefs"]:
                audit = visits[0]["audits"][ref["id"]]
                if audit["score"] is not None and audit["score"] < 0.9 and ref["weight"]:
                    print(f"    {category}: {audit['title']} {audit.get('displayValue', '')}")


def lighthouse(address: str, report: Path) -> dict[str, Any] | str:
    """The report of one visit, or why there is none."""
    flags = "--headless=new" + (" --no-sandbox" if os.geteuid() == 0 else "")
    command = ["npx", "--yes", LIGHTHOUSE, address, "--quiet", "--output=json", f"--output-path={report}"]
    environment = {**os.environ, **({"CHROME_PATH": os.environ["CHROMIUM"]} if "CHROMIUM" in os.environ else {})}
    report.unlink(missing_ok=True)
    done = subprocess.run([*command, f"--chrome-flags={flags}"], env=environment, check=False, capture_output=True, text=True)
    if done.returncode or not report.is_file():
        return done.stderr.strip()[-200:]
    found: dict[str, Any] = json.loads(report.read_text(encoding="utf-8"))
    return found


def packed(path: Path) -> int:
    """Bytes that a file takes on the way; none for what is not there."""
    if not path.is_file():
        return 0
    data = path.read_bytes()
    return len(gzip.compress(data, 6)) if path.suffix in PACKED else len(data)


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else None)
