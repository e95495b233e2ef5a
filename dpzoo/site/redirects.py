"""Pages that lead on: from addresses that records once had, and to a random notion."""

from __future__ import annotations

import json

from markupsafe import Markup

from dpzoo.site.release import SiteRelease
from dpzoo.zoo.notion import Notion
from dpzoo.zoo.zoo import Zoo

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


_CHANCE = Markup("""\
<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>A random notion</title>
<script>const ids = {ids}; location.replace(`notions/${{ids[Math.floor(Math.random() * ids.length)]}}.html`);</script>
<noscript><meta http-equiv="refresh" content="0; url=notions.html"></noscript>
</head>
<body><p>Choose among <a href="notions.html">all notions</a>.</p></body>
</html>
""")


def by_chance(zoo: Zoo) -> str:
    """The page that leads to any notion, each as likely as the others; without scripts to all of them."""
    ids = json.dumps([notion.id for notion in zoo.values()], separators=(",", ":"))
    return str(_CHANCE.format(ids=Markup(ids)))  # noqa: S704  ids are slugs


def moved(notion: Notion, release: SiteRelease) -> str:
    """The page at a former address of ``notion``, in the same folder as its page."""
    address = f"{notion.id}.html"
    canonical = release.address(f"notions/{address}") or address
    return str(_PAGE.format(name=notion.name, address=address, canonical=canonical))
