"""``make proofs``: compile, check every statement that the records make, refuse mutated ones, list the axioms.

Everything happens in a folder of its own below ``build/``; what was found goes to ``proofs/checked.json``.
"""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

from dpzoo.checks.formal.mutants import Mutant, mutated, read_mutants
from dpzoo.checks.formal.proofs import CHECKED, Proofs, digest
from dpzoo.checks.formal.statements import Statements
from dpzoo.checks.formal.theorems import proved_claims
from dpzoo.records.knowledge_base import KnowledgeBase

ALLOWED: Final = frozenset(
    {
        "ClassicalDedekindReals.sig_not_dec",
        "ClassicalDedekindReals.sig_forall_dec",
        "FunctionalExtensionality.functional_extensionality_dep",
        "Classical_Prop.classic",
    }
)
"""The axioms of Coq's classical reals; nothing else may be assumed."""


class ProofError(Exception):
    """Something does not hold; the message says what, in a sentence, with Rocq's own words behind it."""


def verify(base: KnowledgeBase, proofs: Proofs, build: Path) -> Iterator[str]:
    """One line about each step as it is done; raises ProofError at the first that fails."""
    if build.resolve() == proofs.folder.resolve():
        raise ProofError(
            "this is the folder of the proofs themselves; name another one, such as build/proofs, to compile them in"
        )
    if build.exists():
        for old in build.glob("*.v"):
            old.unlink()
    build.mkdir(parents=True, exist_ok=True)
    for source in (*proofs.sources, proofs.folder / "_CoqProject"):
        copy = build / source.name
        if not copy.exists() or copy.read_bytes() != source.read_bytes():
            shutil.copy2(source, copy)
    _run(build, ["coq_makefile", "-f", "_CoqProject", "-o", "CoqMakefile"])
    _run(build, ["make", "-f", "CoqMakefile", "-j2"])
    yield f"compiled {len(proofs.sources)} files"

    claims = proved_claims(base, proofs)
    if not claims:
        raise ProofError("no claim has a theorem")
    idle = set(proofs.theorems) - set(claims.values())
    if idle:
        raise ProofError(f"theorems that prove no claim of a record (call a step a lemma): {', '.join(sorted(idle))}")
    stated = Statements(base, proofs.table)
    goals = [f"Goal\n{stated.of(claim)}.\nProof. exact (@{name}). Qed." for claim, name in claims.items()]
    _compile(build, "Records.v", proofs, goals)
    yield f"{len(claims)} statements of the records are proved, by {len(set(claims.values()))} theorems"

    mutants = read_mutants(proofs.folder / "mutants.yaml")
    _compile(build, "Mutants.v", proofs, [_goal(base, proofs, claims, m) for m in mutants])
    refused = sum(not m.neutral for m in mutants)
    yield f"{refused} mutated records are refused, {len(mutants) - refused} neutral rewordings accepted"

    _axioms(build, proofs)
    yield "no axioms beyond those of Coq's classical reals: " + ", ".join(sorted(a.rpartition(".")[2] for a in ALLOWED))

    modules = [f"Dpzoo.{s.stem}" for s in proofs.sources]
    _run(build, ["coqchk", "-silent", "-Q", ".", "Dpzoo", *modules])
    yield f"coqchk checked {len(modules)} compiled files again, with all that they use"

    found = {name: digest(stated.of(claim)) for claim, name in sorted(claims.items())}
    text = json.dumps({"theorems": dict(sorted(found.items()))}, indent=0, ensure_ascii=False) + "\n"
    target = proofs.folder / CHECKED
    if not target.is_file() or target.read_text(encoding="utf-8") != text:
        target.write_text(text, encoding="utf-8")
        yield f"wrote {target.name}: commit it"


def _goal(base: KnowledgeBase, proofs: Proofs, claims: dict[str, str], mutant: Mutant) -> str:
    if mutant.claim not in claims:
        raise ProofError(f"mutants.yaml: {mutant.claim} has no theorem")
    statement = Statements(mutated(base, mutant), proofs.table).of(mutant.claim)
    if not mutant.neutral and digest(statement) == digest(Statements(base, proofs.table).of(mutant.claim)):
        raise ProofError(f"mutants.yaml: {mutant.claim}, {mutant.change}: the statement does not change")
    name = claims[mutant.claim]
    if mutant.neutral:
        return f"Goal\n{statement}.\nProof. exact (@{name}). Qed."
    return f"Goal\n{statement}.\nProof. Fail exact (@{name}). Abort."


def _axioms(build: Path, proofs: Proofs) -> None:
    names = ", ".join(f"@{n}" for n in proofs.theorems)
    printed = _compile(build, "Axioms.v", proofs, [f"Definition every := ({names}).\nPrint Assumptions every."])
    found = set(re.findall(r"^([\w.]+)\s*:", printed, re.MULTILINE)) - {"Axioms"}
    if "Axioms:" not in printed and "Closed under the global context" not in printed:
        raise ProofError("Rocq did not print the axioms")
    if not found <= ALLOWED:
        raise ProofError(f"axioms beyond those of the classical reals: {', '.join(sorted(found - ALLOWED))}")


def _compile(build: Path, name: str, proofs: Proofs, sentences: Sequence[str]) -> str:
    modules = " ".join(s.stem for s in proofs.sources)
    head = (
        "(* Generated from the records; see dpzoo/checks/formal. *)\n"
        "From Coq Require Import Reals.\n"
        "From mathcomp Require Import ssreflect ssrfun ssrbool eqtype ssrnat seq choice fintype bigop.\n"
        f"From Dpzoo Require Import {modules}.\n"
        "Open Scope R_scope.\n\n"
    )
    (build / name).write_text(head + "\n\n".join(sentences) + "\n", encoding="utf-8")
    return _run(build, ["coqc", "-Q", ".", "Dpzoo", "-w", "none", name])


def _run(folder: Path, command: list[str]) -> str:
    try:
        done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)  # noqa: S603  fixed words
    except FileNotFoundError:
        raise ProofError(f"{command[0]} is not installed; make proofs installs it") from None
    if done.returncode != 0:
        raise ProofError(f"{' '.join(command[:3])} fails\n{(done.stderr or done.stdout)[-3000:].strip()}")
    return done.stdout
