"""The version of the package and of the knowledge base that it carries: from git in a checkout, else as it was installed."""

from __future__ import annotations

from functools import cache
from importlib import metadata
from pathlib import Path


@cache
def version() -> str:
    """The version: ``1.2.3`` on the commit of the tag ``v1.2.3``, ``1.2.4.dev4+g<commit>`` four commits later.

    A checkout asks git where setuptools-scm is installed: what its installation wrote down is older than the last commit.
    """
    root = Path(__file__).resolve().parent.parent
    if (root / ".git").exists():
        try:
            from setuptools_scm import get_version

            return str(get_version(str(root)))
        except (ImportError, LookupError):
            pass
    try:
        return metadata.version("dpzoo")
    except metadata.PackageNotFoundError:
        return "0+unknown"


def __getattr__(name: str) -> str:
    if name == "__version__":
        return version()
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
