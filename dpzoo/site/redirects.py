"""Pages at addresses that records once had: they lead on, and say where to."""

from __future__ import annotations

from markupsafe import Markup

from dpzoo.site.release import Release
from dpzoo.zoo.notion import Notion

_PAGE = Markup("""\
<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{name} has moved</title>
<link rel="canonical" href="{canonical}">
<meta http-equiv="refresh" content="0; url={address}">
</head>
<body><p>This page has moved to <a href="{address}">{name}</a>.</p></body>
</html>
""")


def moved(notion: Notion, release: Release) -> str:
    """The page at a former address of ``notion``, in the same folder as its page."""
    address = f"{notion.id}.html"
    canonical = release.address(f"notions/{address}") or address
    return str(_PAGE.format(name=notion.name, address=address, canonical=canonical))
