"""What is public is little, named, and described in one form; the reference has all of it and nothing else."""

from __future__ import annotations

import ast
import inspect
import re
from collections import Counter
from collections.abc import Iterator
from importlib import import_module
from types import ModuleType
from typing import Any

import pytest
from conftest import ROOT

PUBLIC = ("dpzoo", "dpzoo.blocks", "dpzoo.mechanisms", "dpzoo.meaning", "dpzoo.witnesses", "dpzoo.exports")
NAMES = [(package, name) for package in PUBLIC for name in import_module(package).__all__]


def resolved(path: str) -> Any:
    """The object that a dotted path names."""
    module, _, name = path.rpartition(".")
    try:
        return getattr(import_module(module), name)
    except (ImportError, AttributeError):
        return import_module(path)


def reference() -> dict[str, list[str]]:
    """For each section of the reference the paths that it documents."""
    text = (ROOT / "site" / "python" / "reference.md").read_text(encoding="utf-8")
    found: dict[str, list[str]] = {}
    for title, body in re.findall(r"^## (.+?)$(.*?)(?=^## |\Z)", text, re.MULTILINE | re.DOTALL):
        found[title] = []
        for path, options in re.findall(r"^::: (\S+)\n((?: .*\n)*)", body, re.MULTILINE):
            members = re.search(r"members: \[(.*)\]", options)
            whole = isinstance(resolved(path), ModuleType) and members is not None
            found[title] += [f"{path}.{m.strip()}" for m in members[1].split(",")] if whole and members else [path]
    return found


def callables(thing: Any) -> Iterator[tuple[str, Any]]:
    """A public function, or the public methods that a class defines itself."""
    if inspect.isfunction(inspect.unwrap(thing) if callable(thing) else thing):
        yield thing.__name__, thing
    elif inspect.isclass(thing):
        for name, member in vars(thing).items():
            function = member.__func__ if isinstance(member, classmethod | staticmethod) else member
            if not name.startswith("_") and inspect.isfunction(function):
                yield f"{thing.__name__}.{name}", function


@pytest.mark.parametrize("package", PUBLIC)
def test_every_public_name_is_there_and_listed_in_order(package: str) -> None:
    module = import_module(package)
    assert module.__doc__
    assert list(module.__all__) == sorted(module.__all__)
    assert set(module.__all__) <= set(dir(module))
    for name in module.__all__:
        getattr(module, name)
    with pytest.raises(AttributeError):
        module.no_such_name  # noqa: B018


@pytest.mark.parametrize("package", PUBLIC)
def test_the_reference_has_every_public_name_and_no_other(package: str) -> None:
    sections = reference()
    listed = sections[package]
    module = import_module(package)
    inside = {name for name in module.__all__ if isinstance(getattr(module, name), ModuleType)} | {"__version__"}
    named = {path.rpartition(".")[2] for path in listed if not path.startswith("dpzoo.zoo.interop.")}
    assert named == set(module.__all__) - inside
    for path in listed:
        name = path.rpartition(".")[2]
        if name in named:
            assert resolved(path) is getattr(module, name), path


def test_the_reference_names_what_there_is() -> None:
    for paths in reference().values():
        for path in paths:
            assert resolved(path) is not None


@pytest.mark.parametrize(("package", "name"), NAMES)
def test_a_public_docstring_says_what_goes_in_and_what_comes_out(package: str, name: str) -> None:
    thing = getattr(import_module(package), name)
    if isinstance(thing, ModuleType) or not callable(thing):
        return
    head = inspect.getdoc(thing) or ""
    assert head, name
    for called, function in callables(thing):
        text = inspect.getdoc(function) or ""
        signature = inspect.signature(function)
        needed = [p for p in signature.parameters if p not in {"self", "cls"}]
        for parameter in needed:
            described = re.search(rf"^    {parameter}: ", text, re.MULTILINE)
            assert described or f"``{parameter}``" in text or f"``{parameter}``" in head, (called, parameter)
        if needed and signature.return_annotation not in {"None", "bool"} and "Args:" in text:
            assert "Returns:" in text, called
        if "Args:" in text:
            assert ">>>" in text, called


def test_the_pages_use_public_names_only() -> None:
    for page in [*sorted((ROOT / "site").rglob("*.md")), ROOT / "README.md"]:
        for module, names in re.findall(
            r"^(?:>>> )?from (dpzoo[\w.]*) import ([\w, ]+)", page.read_text(encoding="utf-8"), re.MULTILINE
        ):
            assert module in PUBLIC, (page.name, module)
            assert {n.strip() for n in names.split(",")} <= set(import_module(module).__all__), (page.name, names)


def test_one_meaning_per_name() -> None:
    """No two modules have one name, and no two classes, but where they are the same thing of two rooms."""
    same = {"__init__", "errors", "catalogue", "registry", "notion"}
    files = list((ROOT / "dpzoo").rglob("*.py"))
    modules = Counter(path.stem for path in files if path.stem not in same)
    trees = [ast.parse(path.read_text(encoding="utf-8")) for path in files]
    classes = Counter(node.name for tree in trees for node in ast.walk(tree) if isinstance(node, ast.ClassDef))
    assert [name for name, count in (modules + classes).items() if count > 1] == []
