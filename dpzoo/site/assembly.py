"""What a page loads: the site's style sheets as one, a page's own in the page, scripts that wait until it has been shown.

A phone on a slow line pays for each file that it has to ask for before it can show anything, and a theme asks for eight. Its
processor pays for each script that runs before the first frame: a deferred script does, since it comes before the paint.
Scripts are not even asked for before: they would share the line with what the frame needs.
"""

from __future__ import annotations

import hashlib
import json
import posixpath
import re
from dataclasses import dataclass, field
from itertools import zip_longest
from pathlib import Path
from typing import Final
from urllib.parse import unquote

SHORT: Final = 10_000
"""Characters of a style sheet that stands in the page itself."""

# patterns that begin with a letter, not with the space before it: the search for them is twenty times as fast
_SHEET = re.compile(r'<link rel="stylesheet" href="([^":?#]+\.css)">\n?')
_ADDRESS = re.compile(r"url\((?![\"']?(?:data:|#|/))([\"']?)([^)\"']+)\1\)")
_SCRIPT = re.compile(r'<script (?:defer )?src="([^":?#]+\.js)"></script>\n?')
_WAITING = re.compile(r'<script defer data-waits src="([^":?#]+\.js)"></script>\n?')
_REFERENCE: Final = "_mkdocstrings.css"
_HEAD_ENDS: Final = "</head>"

# a page that nobody looks at draws no frame; who drives or times a page can tell when its scripts have run
_RUN: Final = """<script>
{
const root = document.documentElement, load = (paths) => {
const made = paths.map((src) => Object.assign(document.createElement("script"), { src, async: false }));
made.at(-1).onload = made.at(-1).onerror = () => { delete root.dataset.scripts; performance.mark("scripts"); };
document.head.append(...made);
}, run = () => load(FIRST);
root.dataset.scripts = "waiting";
addEventListener("DOMContentLoaded", () => (document.hidden ? run() : requestAnimationFrame(() => setTimeout(run))));
}
</script>
"""
# the rest comes with the first where the address asks for something, else when somebody acts or sees what waits for it
_WAIT: Final = """let acted = location.search || location.hash.length > 1, begun = false;
const rest = WAITING;
const events = ["pointermove", "pointerdown", "touchstart", "wheel", "scroll", "keydown", "focusin", "hashchange"];
const run = () => { load(acted ? [...FIRST, ...rest] : FIRST); begun = true; }, act = () => {
if (acted) return;
acted = true;
for (const event of events) removeEventListener(event, act);
if (!begun) return;
root.dataset.scripts = "waiting";
load(rest);
};
for (const event of events) addEventListener(event, act, { passive: true });
addEventListener("DOMContentLoaded", () => {
const seen = new IntersectionObserver((all) => all.some((e) => e.isIntersecting) && act());
document.querySelectorAll("[data-awaits]").forEach((e) => seen.observe(e));
});
"""


_AS_WRITTEN: Final = re.compile(r"(<(pre|script|style|textarea)\b.*?</\2>)", re.DOTALL)
_BREAKS: Final = re.compile(r"\s*\n\s*")
_FOR_NOBODY: Final = re.compile(
    r' data-search-exclude(?:="")?(?=[\s>])|(?<=") title="Permanent link"|<meta name="generator" [^>]*>'
)
"""What only the search at build reads, what a sign says already, and what made the page."""
_BETWEEN: Final = re.compile(r"\n(?=</?(?:d[dlt]|div|h[1-6]|li|link|meta|nav|ol|section|table|tbody|td|th|thead|title|tr|ul)\b)")
"""What stands between lines of their own, or between cells."""
_INDENTED: Final = re.compile(r"\n\s+")
_LITERAL: Final = re.compile(r"""("(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\.)*`)""")
_AROUND: Final = re.compile(r"[ \t]*([=(){}\[\];,:?&|<>!])[ \t]*")
_ICON: Final = re.compile(r'<svg xmlns="http://www\.w3\.org/2000/svg" (?=viewBox="0 0 24 24">)')


def lean(html: str) -> str:
    """The same page with single line breaks and without indentation: a fifth of the theme's output is blanks."""
    parts = _AS_WRITTEN.split(html)
    made = []
    for text, written in zip_longest(parts[::3], parts[1::3], fillvalue=""):
        made.append(_ICON.sub("<svg ", _FOR_NOBODY.sub("", _BETWEEN.sub("", _BREAKS.sub("\n", text)))))
        made.append(_tight(_INDENTED.sub("\n", written)) if written.startswith("<script>") else written)
    return "".join(made)


def _tight(script: str) -> str:
    """A short script without the blanks around its signs, which every page has anew."""
    parts = _LITERAL.split(script)
    return "".join(part if i % 2 else _AROUND.sub(r"\1", part) for i, part in enumerate(parts))


@dataclass(slots=True)
class Assembly:
    """The pages of one build, whose style sheets and scripts are below ``site`` already."""

    site: Path
    common: frozenset[str] = frozenset({"main", "palette", "katex", "dpzoo"})
    """Beginnings of the names of the sheets that all pages share."""
    _made: dict[tuple[str, ...], str] = field(default_factory=dict)

    def page(self, html: str, url: str) -> str:
        """With one link to a style sheet, the short ones of its own in it, and its scripts, in order, after its first frame.

        Those marked as waiting come when somebody does something, or looks at an element with ``data-awaits``.
        """
        head, end, body = html.partition(_HEAD_ENDS)
        if not end:
            return html
        folder = posixpath.dirname(url)
        shared: list[str] = []
        own: list[str] = []
        for match in _SHEET.finditer(head):
            path = _from_root(match[1], folder)
            if posixpath.basename(path) == _REFERENCE and 'class="doc ' not in body:
                continue
            (shared if posixpath.basename(path).split(".")[0] in self.common else own).append(path)
        if shared and all((self.site / path).is_file() for path in (*shared, *own)):
            sheets = "".join(f"{self._own(path, folder)}\n" for path in own)
            link = f'<link rel="stylesheet" href="{posixpath.relpath(self._together(tuple(shared)), folder or ".")}">\n{sheets}'
            first = _SHEET.search(head)
            assert first is not None
            head = head[: first.start()] + link + _SHEET.sub("", head[first.end() :])
        theme = [m[1] for m in _SCRIPT.finditer(body)]
        pages = [m[1] for m in _SCRIPT.finditer(head)]
        return lean(
            _WAITING.sub("", _SCRIPT.sub("", head))
            + _running([*theme, *pages], _WAITING.findall(head))
            + end
            + _SCRIPT.sub("", body)
        )

    def _together(self, paths: tuple[str, ...]) -> str:
        """The file that holds some sheets; its name tells its text, so that a browser never keeps an old one."""
        made = self._made.get(paths)
        if made is None:
            text = "\n".join(self._text(path, "assets") for path in paths)
            made = f"assets/styles.{hashlib.sha256(text.encode()).hexdigest()[:8]}.css"
            (self.site / made).write_text(text, encoding="utf-8")
            self._made[paths] = made
        return made

    def _own(self, path: str, folder: str) -> str:
        text = self._text(path, folder)
        if len(text) > SHORT or "</" in text:
            return f'<link rel="stylesheet" href="{posixpath.relpath(path, folder or ".")}">'
        return f"<style>{text.strip()}</style>"

    def _text(self, path: str, folder: str) -> str:
        """A sheet whose addresses count from ``folder``."""
        text = (self.site / path).read_text(encoding="utf-8").removeprefix('@charset "UTF-8";')
        text = re.sub(r"^/\*# sourceMappingURL=.*?\*/$", "", text, flags=re.MULTILINE)
        here = posixpath.dirname(path)

        def moved(match: re.Match[str]) -> str:
            target = posixpath.normpath(posixpath.join(here, match[2]))
            return f"url({match[1]}{posixpath.relpath(target, folder or '.')}{match[1]})"

        return _ADDRESS.sub(moved, text)


def _running(first: list[str], waiting: list[str]) -> str:
    """The script that asks for scripts."""
    if not first:
        return ""
    run = _RUN
    if waiting:
        run = run.replace("}, run = () => load(FIRST);\n", "};\n" + _WAIT.replace("WAITING", json.dumps(waiting)))
    return run.replace("FIRST", json.dumps(first))


def _from_root(address: str, folder: str) -> str:
    return posixpath.normpath(posixpath.join(folder, unquote(address)))
