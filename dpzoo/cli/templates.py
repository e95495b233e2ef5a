"""New records: valid files with comments that teach. What is still to write begins with TODO, and the check lists it.

The keys themselves are explained by the schema that the first line names.
"""

from __future__ import annotations

import os
import re
import textwrap
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from dpzoo.records.block_records import NormalForm
from dpzoo.records.enums import Dimension, Standing, home_folder
from dpzoo.records.parameters import Parameter
from dpzoo.records.schema import file_name
from dpzoo.zoo.spelling import fold


def schema_line(record: Path, schemas: Path, kind: str) -> str:
    """The comment by which editors find the schema of the record in the file ``record``."""
    target = os.path.relpath((schemas / file_name(kind)).resolve(), record.resolve().parent)
    return f"# yaml-language-server: $schema={Path(target).as_posix()}\n"


def slug(name: str) -> str:
    """An id from a name.

    >>> slug("Rényi differential privacy"), slug("(ε,δ)-location privacy")
    ('renyi-dp', 'epsilon-delta-location-privacy')
    """
    text = re.sub(r"\bdifferential(?:ly)? priva(?:cy|te)\b", "dp", fold(name))
    return "-".join(re.sub(r"[^a-z0-9\s]+", " ", text).split())[:80].strip("-")


@dataclass(frozen=True, slots=True)
class Made:
    """What blocks that were put together already say of a notion."""

    parameters: Mapping[str, Parameter]
    statement: str
    blocks: NormalForm


@dataclass(frozen=True, slots=True)
class NewNotion:
    """What must be known to start a notion's record."""

    name: str
    dimensions: tuple[Dimension, ...]
    cite: Sequence[str]
    year: int
    standing: Standing = Standing.LATER
    abbreviation: str = ""
    notation: str = ""
    made: Made | None = None

    @property
    def folder(self) -> str:
        """The folder that the record belongs in."""
        return home_folder(self.standing, self.dimensions)

    @property
    def text(self) -> str:
        """The record."""
        return _NOTION.format(
            name=_scalar(self.name),
            notation=_scalar(self.notation or r"TODO such as \varepsilon\text{-DP}"),
            abbreviation=f"abbreviation: {_scalar(self.abbreviation)}\n" if self.abbreviation else "",
            cite=", ".join(self.cite),
            key=self.cite[0],
            year=self.year,
            dimensions=", ".join(self.dimensions),
            standing=self.standing.value,
            parameters=_PARAMETERS if self.made is None else _parameters(self.made.parameters),
            statement=_STATEMENT if self.made is None else textwrap.indent(self.made.statement.strip(), "  "),
            blocks=_BLOCKS if self.made is None else f"blocks: {{{_blocks(self.made.blocks)}}}",
        )


def new_erratum(title: str, cite: str, at: str) -> str:
    """An erratum's record."""
    return _ERRATUM.format(title=_scalar(title), cite=cite, at=_place(at))


def new_mechanism(name: str, cite: Sequence[str], at: str, year: int) -> str:
    """A mechanism's record."""
    return _MECHANISM.format(name=_scalar(name), cite=", ".join(cite), key=cite[0], at=_place(at), year=year)


def new_system(name: str, cite: Sequence[str], at: str, year: int) -> str:
    """A system's record."""
    return _SYSTEM.format(name=_scalar(name), cite=", ".join(cite), key=cite[0], at=_place(at), year=year)


def new_deployment(name: str, cite: Sequence[str], at: str, year: int) -> str:
    """A deployment's record."""
    return _DEPLOYMENT.format(name=_scalar(name), key=cite[0], at=_place(at), year=year)


def _parameters(parameters: Mapping[str, Parameter]) -> str:
    """Parameters as a record lists them, one to a line."""
    return "\n".join(
        f"  {name}: {{"
        + ", ".join(f"{k}: {_quoted(str(v))}" for k, v in p.model_dump(mode="json", exclude_none=True).items())
        + "}"
        for name, p in parameters.items()
    )


def _blocks(written: NormalForm) -> str:
    """The blocks of a combination on one line, the usual ones left out."""
    said = {"universe": written.universe}
    for key in ("unit", "scope", "standard", "view", "aggregation"):
        use = getattr(written, key)
        if use != NormalForm.model_fields[key].default:
            names = ", ".join(f"{a}: {n}" for a, n in (use.at or {}).items())
            said[key] = f"{{block: {use.block}, at: {{{names}}}}}" if names else str(use.block)
    return ", ".join(f"{k}: {v}" for k, v in said.items()) + f", intensity: [{', '.join(written.intensity)}]"


def _place(at: str) -> str:
    """In quotes, as a comma would end it inside braces."""
    return _quoted(at or "TODO the place, such as Theorem 2")


def _scalar(text: str) -> str:
    """Text as a YAML scalar that is text in every reading."""
    if re.fullmatch(r"[^\W\d_][\w ,.()/+-]*[\w.)]", text) and text.casefold() not in {
        "yes",
        "no",
        "true",
        "false",
        "null",
        "on",
        "off",
    }:
        return text
    return _quoted(text)


def _quoted(text: str) -> str:
    return "'" + text.replace("'", "''") + "'"


_NOTION = r"""# Delete these comments when you are done. 'dpzoo check' says what is still to write (it begins with TODO),
# with file and line. Prose is Markdown with $…$ LaTeX, in your own words: facts carry over from a source, sentences do not.
name: {name}
notation: {notation} # LaTeX without dollar signs
{abbreviation}# aliases:                           # other names, each with the works that use it
#   - {{name: another name, used_by: [KEY]}}
parameters: # in the order of the notation
{parameters}
introduced: {{by: [{cite}], year: {year}}} # keys of references.bib
dimensions: [{dimensions}] # along which it departs from pure DP; the folder's first
standing: {standing}
gist: TODO one sentence for a newcomer, without formulas

statement: |
{statement}
statement_basis: # source: you read the defining text; survey: another work gives it in full; reconstruction: some choice is yours
  basis: source
  read:
    - cite: {key}
      at: TODO the place that you read, such as Definition 2
intuition: |
  TODO two to five sentences: what the attacker can and cannot do.
use: |
  TODO when to pick it, and when not.

{blocks}

# Optional from here on. Blocks with ids give post-processing, convexity, composition and the program; where a block is a
# sentence, a property is open until you say more, and the notion does not run.
# axioms:
#   post_processing: {{verdict: holds, evidence: [{{cite: KEY, at: "Theorem 2"}}]}} # or fails, or open
#   convexity: {{verdict: open}}
# composition: {{verdict: holds, evidence: [{{cite: KEY, at: "Theorem 3"}}], rule: {{epsilon: epsilon1 + epsilon2}}}}
# executable: one sentence that says why no program can run it, where its blocks have ids

# Each claim stands once, in the record of its subject; what follows from it is derived. Kinds: stronger_than, implies,
# special_case_of, equivalent_to, same_as, not_stronger_than, does_not_imply (CONTRIBUTING.md says what each means).
# relations:
#   - implies: approximate-dp
#     map: {{epsilon: epsilon, delta: "0"}}     # its parameters in ours
#     given: [independent-records]            # what the claim needs beyond that
#     evidence: [{{cite: KEY, at: "Proposition 3"}}]   # or {{proof: "a short complete argument"}}, or {{witness: id}}
# compared_as: one or two sentences for beside every comparison, where a reader may take the notion for something else
# confusable_with:
#   - {{notion: approximate-dp, difference: "one sentence"}}
"""

_PARAMETERS = r"""  epsilon:
    latex: \varepsilon
    kind: quantitative # how much; 'structural' says what (a family of priors, a relation) and has a 'sort' instead of a direction
    direction: larger is weaker # or: larger is stronger
    domain: "epsilon >= 0" # the legal values
    proper: "epsilon > 0" # those that are neither vacuous nor another notion in disguise
    meaning: TODO what it bounds, in one sentence"""

_STATEMENT = r"""  TODO the formal definition, complete: quantifiers in order, measurable events, which dataset is changed how.
  A mechanism $\mathcal{M}$ satisfies … if for all datasets $D_1,D_2$ that …, and all measurable $S$, $$…$$"""

_BLOCKS = r"""blocks: # what it is made of: ids of records below blocks/, or one sentence where there is none, {is: "…"}
  universe: tables # which data: tables, graphs, …
  unit: # or an id on this line, such as one-record, one-record-replaced, one-owner
    is: TODO which datasets are compared
  standard: max-divergence # or hockey-stick, renyi, zero-concentrated, …
  intensity: [epsilon] # the parameters that say how much, in the order of the standard's"""

_ERRATUM = r"""# Delete these comments when you are done. 'dpzoo check' says what is still to write (it begins with TODO).
title: {title}
source: {{cite: {cite}, at: {at}}} # where it is printed
printed: |
  TODO the claim as printed: its formula, or its content in your words.
kind: wrong-claim # misprint, wrong-direction, wrong-claim, missing-condition, wrong-proof, ambiguous, transcription
why: |
  TODO why it fails: the smallest counterexample that you know.
correction: |
  TODO what holds instead.
evidence: # {{cite: KEY, at: "Theorem 2"}}, {{proof: "…"}} or {{witness: id}}
  - proof: |
      TODO the argument that it fails.
# second_source: does another source print the same?
# corrected_by: KEY                  # the work in which the authors corrected it
claims: [] # ids of the recorded claims that it disputes, subject/kind/object; each of them says 'disputed: <this id>'
"""

_MECHANISM = r"""# Delete these comments when you are done. 'dpzoo check' says what is still to write (it begins with TODO).
name: {name}
# kind: mechanism                    # or: rule (it makes mechanisms of others), broken (it does not do what it says)
# aliases: [{{name: another name, used_by: [KEY]}}]
introduced: {{by: [{cite}], year: {year}}} # keys of references.bib
gist: TODO one sentence for a newcomer
output: TODO what it publishes, in a few words
model: central # who adds the noise: central, local or shuffled
statement: |
  TODO what it does, complete: inputs, randomness, output.
intuition: |
  TODO why that protects, for a newcomer.
parameters: # what whoever runs it chooses or knows
  epsilon:
    latex: \varepsilon
    domain: "epsilon > 0"
    example: 1 # pages and tests start with it
    meaning: TODO what it is, with its unit
# requires: [{{that: "p < q", because: one sentence for somebody who breaks it}}]
guarantees: # what it promises; where a printed promise is wrong: 'fails: true' with a proof or a witness
  - notion: epsilon-dp
    map: {{epsilon: epsilon}} # the notion's parameters, in the mechanism's
    neighbours: add-or-remove # or: replace, either, user, any-values, as-given
    # tight: true                    # the mechanism loses exactly this much
    evidence: [{{cite: {key}, at: {at}}}] # or {{proof: "a short complete argument"}}, or {{witness: id}}
# utility: [{{what: variance, is: "2/epsilon**2", evidence: [{{cite: {key}, at: "Theorem 3"}}]}}]
# pitfalls: [what goes wrong in practice]
sources:
  - {{cite: {key}, at: {at}}}
instance: TODO why no program of dpzoo runs it yet, in one sentence; or the id of the one that does
"""

_SYSTEM = r"""# Delete these comments when you are done. 'dpzoo check' says what is still to write (it begins with TODO).
name: {name}
# kind: private                      # or: estimator, attack tool (what promises no differential privacy)
introduced: {{by: [{cite}], year: {year}}} # keys of references.bib
gist: TODO one sentence for a newcomer
model: central # who adds the noise: central, local or shuffled
description: |
  TODO what it does and for whom.
promises: # what the whole promises
  - notion: epsilon-dp
    neighbours: user # or: add-or-remove, replace, either, any-values, as-given
    unit: TODO whose contribution is hidden
    evidence: [{{cite: {key}, at: {at}}}]
stages: # the pipeline, step by step
  - name: TODO the first step
    what: TODO what it does
    # mechanisms: [laplace-mechanism] # ids of the mechanisms that it rests on
    # notions: [epsilon-dp]
    # caveats: [what can go wrong there]
# pitfalls: [what goes wrong in practice]
sources:
  - {{cite: {key}, at: {at}}}
"""

_DEPLOYMENT = r"""# Delete these comments when you are done. 'dpzoo check' says what is still to write (it begins with TODO).
# What nobody has published is written {{unpublished: what is known, in one line}}: that is an answer, not a gap.
name: {name}
organisation: TODO who released it
year: "{year}"
gist: TODO one sentence for a newcomer
model: central # who adds the noise: central, local or shuffled
# system: dp-sql-engine               # the id of the system that it runs on
description: |
  TODO what is collected and published, and how.
unit: {{is: TODO whose contribution is hidden, per: once}} # the loss begins anew: once (never), report, day, week, month …
releases: # statistics or features, each with its parameters as published
  - name: TODO the statistic or feature
    notion: epsilon-dp
    mechanism: {{unpublished: "TODO the mechanism's id instead of this mapping, or what is known"}}
    values: {{epsilon: {{unpublished: "TODO a number instead of this mapping, or what is known"}}}} # for one release
    # settings: {{epsilon: 1}}          # the mechanism's parameters
    # times: 1                        # releases in one period of the unit
    sources: [{{cite: {key}, at: {at}}}]
# unpublished: [what nobody has published, one point each]
# pitfalls: [what the published parameters do not promise]
sources:
  - {{cite: {key}, at: {at}}}
"""
