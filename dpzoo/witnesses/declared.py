"""What witnesses declare, read from their source: which claims and errata they decide, and where they say so.

Nothing is imported, so that checking records stays quick and a module that breaks off is still read.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path
from types import MappingProxyType

from dpzoo.witnesses.registry import is_table, module_files


class DeclarationError(ValueError):
    """A module's ``@decides`` cannot be read without running it."""

    def __init__(self, message: str, path: Path, line: int, column: int) -> None:
        super().__init__(f"{path}:{line}:{column}: {message}")
        self.message, self.path, self.line, self.column = message, path, line, column


@dataclass(frozen=True, slots=True)
class DeclaredId:
    """The id of a claim or an erratum, and where it stands in the witness's module; line and column count from 1."""

    id: str
    line: int
    column: int


@dataclass(frozen=True, slots=True)
class Declared:
    """What a witness says that it decides. ``sampled``: what runs at some values only, as in ``decides``."""

    id: str
    path: Path
    claims: tuple[DeclaredId, ...]
    errata: tuple[DeclaredId, ...]
    sampled: str | Mapping[str, str] = ""

    def names(self, id: str) -> bool:
        """Whether this is one of its claims or errata."""
        return any(id == n.id for n in (*self.claims, *self.errata))

    def sample(self, claim: str) -> str:
        """What is sampled where this claim is decided; empty if nothing is."""
        return sample(self.sampled, claim)


def sample(sampled: str | Mapping[str, str], claim: str) -> str:
    """What is sampled for a claim: one answer for every claim, or by the id of the claim or of its object."""
    if isinstance(sampled, str):
        return sampled
    return sampled.get(claim, sampled.get(object_of(claim), ""))


def in_words(sampled: str) -> str:
    """What certified means where something is sampled."""
    return f"certified for the values of {sampled} that it tries; for all others the proof is in words"


def sampled_by(witness: str, claim: str) -> str:
    """What the witness of this id samples where it decides this claim; empty if nothing, or if there is no such witness."""
    found = declarations().witnesses.get(witness)
    return "" if found is None else found.sample(claim)


def spelled_out(claims: str) -> Iterator[tuple[str, int]]:
    """The ids in a text of ``decides``, each with its place in it.

    Words before the one with slashes are further subjects, words after it further objects or properties:
    ``x y/does_not_imply/z w`` are four claims, ``x y/convexity composition`` four others. The place of an id is its object's,
    or its subject's, where that differs from the first and the object does not.
    """
    words = [(word[0], word.start()) for word in re.finditer(r"\S+", claims)]
    (written, start), at = next(((word, i) for i, word in enumerate(words) if "/" in word[0]), (words[0], 0))
    first, *between, last = written.split("/") if "/" in written else ("", written)
    subjects = [*words[:at], (first, start)]
    for subject, begins in subjects:
        yield "/".join([*([subject] if subject else []), *between, last]), begins
        for word, place in words[at + 1 :]:
            yield "/".join([subject, *between, word]), place


class Samples(dict[str, str]):
    """What the rows of a table sample, by objects; each row takes what its claims need."""


def needed(sampled: str | Mapping[str, str], claims: Iterable[str]) -> str | Mapping[str, str]:
    """What is sampled for the objects of some claims."""
    if isinstance(sampled, str):
        return sampled
    objects = {object_of(c) for c in claims}
    return MappingProxyType({n: what for names, what in sampled.items() for n in names.split() if n in objects})


def each(sampled: str | Mapping[str, str]) -> str | Mapping[str, str]:
    """What is sampled, by single ids: a key of ``decides`` may be several."""
    if isinstance(sampled, str):
        return sampled
    return MappingProxyType({name: what for names, what in sampled.items() for name in names.split()})


def object_of(claim: str) -> str:
    """The object in a claim's id, which a suffix may follow; of another id, its last part."""
    parts = claim.split("/")
    return parts[min(2, len(parts) - 1)]


@dataclass(frozen=True, slots=True)
class Declarations:
    """Every witness's declaration by its id, and the modules in which it is not written out."""

    witnesses: Mapping[str, Declared]
    unreadable: tuple[DeclarationError, ...] = ()


@cache
def declarations() -> Declarations:
    """What the witnesses of this package declare."""
    return _declarations(module_files())


def declarations_about(records: Collection[str], named: Collection[str]) -> Declarations:
    """What those witnesses declare that are ``named`` by their ids, or whose modules mention one of the ``records``."""
    return _declarations((i, p) for i, p in module_files() if i in named or _mentions(p, records))


def _mentions(path: Path, records: Collection[str]) -> bool:
    text = path.read_text(encoding="utf-8")
    return any(record in text for record in records)


def _declarations(modules: Iterable[tuple[str, Path]]) -> Declarations:
    found: dict[str, Declared] = {}
    errors: list[DeclarationError] = []
    for id_, path in modules:
        try:
            found[id_] = read(id_, path)
        except DeclarationError as error:
            errors.append(error)
    return Declarations(MappingProxyType(found), tuple(errors))


def read(id: str, path: Path) -> Declared:
    """The declaration in one module."""
    try:
        tree = _tree(path.read_text(encoding="utf-8"), str(path))
    except SyntaxError as error:
        raise DeclarationError(error.msg, path, error.lineno or 1, error.offset or 1) from error
    calls = list(_decorators(tree, id.replace("-", "_") if is_table(path.stem) else None))
    if len(calls) != 1:
        line, column = (calls[1].lineno, calls[1].col_offset + 1) if calls else (1, 1)
        raise DeclarationError(f"a witness's module has one function marked @decides, not {len(calls)}", path, line, column)
    call = calls[0]
    options = {k.arg: k.value for k in call.keywords if k.arg is not None}
    errata = options.get("errata")
    written = errata.elts if isinstance(errata, ast.List | ast.Tuple) else [errata] if errata is not None else []
    sampled = options.get("sampled")
    return Declared(
        id,
        path,
        tuple(name for node in call.args for name in _names(node, path)),
        tuple(name for node in written for name in _names(node, path)),
        _tried(sampled, tree, call, path),
    )


@lru_cache(maxsize=4)
def _tree(text: str, name: str) -> ast.Module:
    """A module's syntax: the witnesses of a table are read one after the other."""
    return ast.parse(text, name)


def _decorators(tree: ast.Module, row: str | None) -> Iterator[ast.Call]:
    """The marks of a module's function, or of the one of this name in a table."""
    for function in tree.body:
        if isinstance(function, ast.FunctionDef) and row in {None, function.name}:
            for mark in function.decorator_list:
                if isinstance(mark, ast.Call) and isinstance(mark.func, ast.Name) and mark.func.id == "decides":
                    yield mark


def _names(node: ast.expr, path: Path) -> Iterator[DeclaredId]:
    if not (isinstance(node, ast.Constant) and isinstance(node.value, str) and node.value.strip()):
        raise DeclarationError("write out the ids of claims and errata, each as one text", path, node.lineno, node.col_offset + 1)
    text = node.value
    for name, place in spelled_out(text):
        above, line = text.count("\n", 0, place), text.rfind("\n", 0, place) + 1
        quotes = 3 if "\n" in text else 1
        column = place - line + 1 if above else node.col_offset + 1 + (place + quotes if place else 0)
        yield DeclaredId(name, node.lineno + above, column)  # the first with its quotation mark


def _tried(node: ast.expr | None, tree: ast.Module, call: ast.Call, path: Path) -> str | Mapping[str, str]:
    if isinstance(node, ast.Name):
        return _shared(node, tree, call, path)
    return "" if node is None else _sampled(node, path)


def _shared(name: ast.Name, tree: ast.Module, call: ast.Call, path: Path) -> str | Mapping[str, str]:
    """What several witnesses sample, written out once above them or in a module beside: the part that this one's claims need."""
    for node in tree.body:
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name) and node.targets[0].id == name.id:
            value = node.value.args[0] if isinstance(node.value, ast.Call) and node.value.args else node.value
            return needed(_sampled(value, path), (n.id for a in call.args for n in _names(a, path)))
        if isinstance(node, ast.ImportFrom) and node.module and any(name.id == alias.name for alias in node.names):
            beside = path.with_name(node.module.rpartition(".")[2] + ".py")
            return _shared(name, _tree(beside.read_text(encoding="utf-8"), str(beside)), call, path)
    return _sampled(name, path)


def _sampled(node: ast.expr, path: Path) -> str | Mapping[str, str]:
    try:
        value = ast.literal_eval(node)
    except ValueError:
        value = None
    if isinstance(value, str):
        return value
    if isinstance(value, dict) and all(isinstance(part, str) for item in value.items() for part in item):
        return each(value)
    raise DeclarationError(
        "sampled= is a text, or texts by the ids of claims or objects, written out", path, node.lineno, node.col_offset + 1
    )
