"""The zoo: all notions of a knowledge base, to look up, filter, search and walk."""

from __future__ import annotations

import difflib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from dpzoo.loading.definitions import default_folder
from dpzoo.records.enums import Dimension, Standing, Verdict, one_of
from dpzoo.records.knowledge_base import Entry, KnowledgeBase
from dpzoo.records.reference import Reference
from dpzoo.relations.asserted import infer
from dpzoo.relations.claims import Claim, claims
from dpzoo.relations.directions import Half, halves
from dpzoo.relations.facts import Derivation
from dpzoo.relations.graph import multigraph
from dpzoo.relations.inference import Inference
from dpzoo.zoo.comparison import Comparison, compare
from dpzoo.zoo.errors import (
    AmbiguousNameError,
    KnowledgeBaseError,
    MechanismError,
    PracticeNameError,
    UnknownNotionError,
)
from dpzoo.zoo.notion import Notion
from dpzoo.zoo.searching import Hit, SearchIndex
from dpzoo.zoo.spelling import fold, near, spellings
from dpzoo.zoo.tested import Tested, read_tested

if TYPE_CHECKING:
    import networkx as nx
    import pandas as pd

    from dpzoo.checks.losses import Loss
    from dpzoo.meaning.attacks import Attack
    from dpzoo.meaning.reading import Meaning
    from dpzoo.mechanisms.accounting.composing import Composition
    from dpzoo.mechanisms.accounting.solving import Solution
    from dpzoo.optimal.findings import Optimum
    from dpzoo.records.erratum import ErratumRecord
    from dpzoo.records.evidence import Evidence
    from dpzoo.records.lemma import Case, LemmaRecord
    from dpzoo.records.system import SystemRecord
    from dpzoo.relations.conversion import Converter
    from dpzoo.zoo.combining import Combination
    from dpzoo.zoo.converting import Conversions
    from dpzoo.zoo.practice import Deployment, Mechanism


class Zoo(Mapping[str, Notion]):
    """A mapping from ids to notions, with what is known about how they relate.

    >>> import dpzoo
    >>> zoo = dpzoo.load()
    >>> zoo["zero-concentrated-dp"]
    <Notion zero-concentrated-dp: Zero-concentrated differential privacy>
    >>> zoo.find("zCDP") is zoo["zero-concentrated-dp"]
    True
    """

    def __init__(self, base: KnowledgeBase) -> None:
        self.base = base

    def __getitem__(self, key: str) -> Notion:
        try:
            return self._notions[key]
        except KeyError:
            raise UnknownNotionError(key, self.similar(key) if isinstance(key, str) else ()) from None

    def __iter__(self) -> Iterator[str]:
        return iter(self._notions)

    def __len__(self) -> int:
        return len(self._notions)

    def __contains__(self, key: object) -> bool:
        return key in self._notions

    def __repr__(self) -> str:
        return f"<Zoo of {len(self)} notions and {len(self.claims)} asserted relations>"

    @cached_property
    def claims(self) -> tuple[Claim, ...]:
        """Every asserted relation, disputed ones included."""
        return claims(self.base)

    @cached_property
    def _notions(self) -> Mapping[str, Notion]:
        return _Notions(self)

    @property
    def errata(self) -> Mapping[str, Entry[ErratumRecord]]:
        """Printed claims that fail, by id."""
        return self.base.errata

    @property
    def lemmas(self) -> Mapping[str, Entry[LemmaRecord]]:
        """Arguments that claims share, by id."""
        return self.base.lemmas

    def lemmas_of(self, evidence: Evidence, claim: str) -> list[tuple[Entry[LemmaRecord], tuple[Case, ...]]]:
        """The lemmas that a piece of evidence uses, each with what is put in for the claim of this id."""
        subject, _, *rest = (*claim.split("/"), "")
        cited = [self.lemmas[name] for name in evidence.lemmas or () if name in self.lemmas]
        return [(lemma, lemma.record.cases(subject, rest[0] or None)) for lemma in cited]

    @cached_property
    def used_lemmas(self) -> Mapping[str, tuple[Claim, ...]]:
        """For each lemma the relations that use it."""
        found: dict[str, list[Claim]] = {name: [] for name in self.lemmas}
        for claim in self.claims:
            for name in dict.fromkeys(n for e in claim.relation.evidence for n in e.lemmas or () if n in found):
                found[name].append(claim)
        return {name: tuple(cited) for name, cited in found.items()}

    @cached_property
    def mechanisms(self) -> Mapping[str, Mechanism]:
        """What satisfies notions (and what was thought to), by id."""
        from dpzoo.zoo.practice import Mechanism

        return _Named({key: Mechanism(entry) for key, entry in self.base.mechanisms.items()})

    def find_mechanism(self, name: str) -> Mechanism:
        """The mechanism with this id, name or alias, or the beginning of one; case, accents and hyphens do not matter.

        Raises MechanismError if there is none, or if several share the name.

        >>> import dpzoo
        >>> dpzoo.load().find_mechanism("ANON_SUM").id
        'clamped-sum'
        """
        from dpzoo.zoo.practice import named

        names = {m.id: (m.name, *(a.name for a in m.record.aliases)) for m in self.mechanisms.values()}
        try:
            return self.mechanisms[named("mechanism", name, names)]
        except PracticeNameError as error:
            raise MechanismError(str(error)) from None

    @property
    def systems(self) -> Mapping[str, Entry[SystemRecord]]:
        """Software whose pipeline is described, by id."""
        return self.base.systems

    @cached_property
    def deployments(self) -> Mapping[str, Deployment]:
        """Who published what with which parameters, by id."""
        from dpzoo.zoo.practice import Deployment

        return {key: Deployment(entry) for key, entry in self.base.deployments.items()}

    def find_deployment(self, name: str) -> Deployment:
        """The deployment with this id, name or alias, or the organisation's only one; PracticeNameError if none or several.

        >>> import dpzoo
        >>> dpzoo.load().find_deployment("apple").id
        'apple-ios-macos'
        """
        from dpzoo.zoo.practice import named

        own = {d.id: (d.name, *(a.name for a in d.record.aliases)) for d in self.deployments.values()}
        exact = [k for k, others in own.items() if fold(name) in {fold(k), *map(fold, others)}]
        if len(exact) == 1:
            return self.deployments[exact[0]]
        names = {k: (*others, self.deployments[k].record.organisation) for k, others in own.items()}
        return self.deployments[named("deployment", name, names)]

    def find_system(self, name: str) -> Entry[SystemRecord]:
        """The system with this id, name or alias; PracticeNameError if there is none or several."""
        from dpzoo.zoo.practice import named

        names = {s.id: (s.record.name, *(a.name for a in s.record.aliases)) for s in self.systems.values()}
        return self.systems[named("system", name, names)]

    @cached_property
    def tested(self) -> Mapping[str, Tested]:
        """Claims that have survived trials of the falsifier, by id, as far as they still say what was attacked."""
        return read_tested(self.base)

    @cached_property
    def losses(self) -> Mapping[str, Loss]:
        """By claim how far its map is from the best possible conversion, as far as it still says what was measured."""
        from dpzoo.checks.losses import read_losses

        return read_losses(self.base, {c.id: c for c in self.claims})

    @cached_property
    def references(self) -> Mapping[str, Reference]:
        """The bibliography by citation key."""
        return {key: entry.record for key, entry in self.base.references.items()}

    @cached_property
    def graph(self) -> nx.MultiDiGraph[str]:
        """The asserted relations that hold, as a networkx graph; see :func:`dpzoo.relations.graph.multigraph` for its data.

        Separations are left out: a path through one would say nothing. ``multigraph(zoo, zoo.claims)`` has them, too.
        """
        return multigraph(self, (claim for claim in self.claims if not claim.kind.negative))

    @cached_property
    def inference(self) -> Inference:
        """What follows from the undisputed claims; see :mod:`dpzoo.relations.inference`."""
        return infer(self.base, stated=self.claims)

    def reconstructions(self, derivation: Derivation | None) -> tuple[str, ...]:
        """The ids of the notions of a derivation whose formal statement is a reconstruction: what it shows is true of that.

        >>> import dpzoo
        >>> zoo = dpzoo.load()
        >>> found = zoo.compare("zCDP", "oblivious-dp")
        >>> zoo.reconstructions(next(iter(found.forward.values())).derivation)
        ('oblivious-dp',)
        """
        return () if derivation is None else tuple(n for n in derivation.notions if self[n].record.reconstructed)

    def what_if(self, *claims: str) -> Inference:
        """What would follow if the disputed claims of these ids stood; KeyError for an unknown id."""
        return infer(self.base, claims)

    def compare(self, first: str | Notion, second: str | Notion) -> Comparison:
        """What is known about two notions, by any of their names, with the derivations.

        >>> import dpzoo
        >>> dpzoo.load().compare("pure DP", "(ε, δ)-DP").standing
        <Standing.STRONGER: 'stronger'>
        """
        a, b = self.find(first), self.find(second)
        remarks = tuple(dict.fromkeys(n.compared_as for n in (a, b) if n.compared_as is not None))
        found = compare(self.inference, a.id, b.id, (a.short, b.short), remarks)
        derivations = (d.derivation for side in (found.forward, found.backward) for d in side.values())
        return replace(found, reconstructed=frozenset(n for d in derivations for n in self.reconstructions(d)))

    @cached_property
    def converter(self) -> Converter:
        """Conversions along the recorded maps."""
        from dpzoo.relations.conversion import Converter

        return Converter(self.base, self.inference.claims)

    def convert(self, guarantee: str, target: str | Notion, **fix: Any) -> Conversions:
        """What a guarantee such as ``"zCDP(xi=0, rho=0.5)"`` gives of another notion, with some of its parameters fixed.

        The answer comes first: the best value that any theorem could give, where that is known (``optimum`` of the result is
        its enclosure, with the attaining pair), else the best recorded conversion without side conditions. The best recorded
        one follows, if it loses something, with its ``loss``, and then those that need conditions where they are better.
        Guarantees that hold together are joined by ``and``; profiles and curves are lists of points. Values are numbers, or
        texts such as ``"log(3)"``. Raises GuaranteeError for unusable values, UnknownNotionError for unknown names.

        >>> import dpzoo
        >>> zoo = dpzoo.load()
        >>> zoo.convert("unbounded-dp(epsilon=1)", "bounded-dp")[0].target.values
        {'epsilon': 2.0}
        >>> found = zoo.convert("RDP(alpha=8, epsilon=1)", "kl-privacy")
        >>> round(found.optimum.upper, 6), round(found.recorded[0].loss, 2)
        (0.499554, 1.0)
        """
        from dpzoo.relations.guarantees import as_values
        from dpzoo.zoo.converting import convert

        return convert(self, guarantee, self.find(target).id, as_values(fix))

    def halves(self, claim: Claim) -> tuple[Half, ...]:
        """The directions in which a claim leads, each with its parameter map if one is recorded: two for an equivalence."""
        return halves(claim, self.claims)

    def optimal(
        self, guarantee: str | Sequence[str | tuple[str, Mapping[str, Any]]], target: str | Notion, **fix: Any
    ) -> Optimum:
        """The best value that any theorem could give: the least one over all mechanisms that have the guarantee.

        ``guarantee`` is one such as ``"zCDP(xi=0, rho=0.5)"``, or several that hold together: joined by ``and``, or a list of
        texts and of pairs (name, values), whose values may be exact numbers. All parameters of the target but one are fixed.
        The answer is an enclosure, with the pair of output laws that attains it where one does. Raises GuaranteeError for
        unusable values and for notions that do not bound single pairs, UnknownNotionError for other names.

        >>> import dpzoo
        >>> best = dpzoo.load().optimal("RDP(alpha=2, epsilon=1)", "approximate-dp", delta=1e-6)
        >>> round(best.upper, 9), best.status.value
        (12.970543379, 'attained')
        """
        from dpzoo.optimal.engine import optimal
        from dpzoo.relations.guarantees import as_values, parse_conjunction, spread

        texts = [guarantee] if isinstance(guarantee, str) else list(guarantee)
        parts = [(n, v) for g in texts for n, v in (parse_conjunction(g) if isinstance(g, str) else [g])]
        named = [(self.find(name), v) for name, v in parts]
        return optimal([(n.id, spread(n.record, as_values(v))) for n, v in named], self.find(target).id, as_values(fix))

    def compose(
        self,
        *items: Any,
        delta: Any = None,
        epsilon: Any = None,
        to: str | None = None,
        alpha: Any = None,
    ) -> Composition:
        """What mechanisms and guarantees add up to: the tightest sound answer of all rules that apply, and the others.

        An item is a text such as ``"gaussian(sigma=10)*100"``, ``"zcdp(rho=0.1)*4"`` or
        ``"poisson(q=0.01, gaussian(sigma=1))*1000"``, an object of another library that :func:`dpzoo.zoo.interop.read`
        reads, or a pair of one and how often. One of ``delta`` and ``epsilon`` is fixed, or the notion that the sum is wanted in
        is named by ``to`` (with ``alpha`` for Rényi DP). Raises AccountingError for what cannot be used.

        >>> import dpzoo
        >>> found = dpzoo.load().compose("approximate(epsilon=1, delta=1e-6)*10", delta=1e-4)
        >>> found.rule, found.certainty, round(found.epsilon, 6)
        ('optimal', 'certified', 9.997934)
        """
        from dpzoo.zoo.accounting import compose

        return compose(self, list(items), delta=delta, epsilon=epsilon, to=to, alpha=alpha)

    def solve(self, *items: str | tuple[str, int], delta: Any, epsilon: Any) -> Solution:
        """The number marked ``?`` with which all items together are (ε, δ)-DP, rounded to the safe side.

        Raises AccountingError for what cannot be used, NoAnswerError where no value meets the target.

        >>> import dpzoo
        >>> dpzoo.load().solve("gaussian(sigma=?)", epsilon=1, delta=1e-6).shown
        '4.22467889'
        """
        from dpzoo.zoo.accounting import solve

        return solve(self, list(items), delta=delta, epsilon=epsilon)

    def meaning(
        self,
        guarantee: str | Notion,
        *,
        prior: float = 0.5,
        days: int = 1,
        failure: float = 1e-6,
        attack: Attack | str | None = None,
        target: float | None = None,
        **values: Any,
    ) -> Meaning:
        """What a guarantee means for one person: beliefs before and after, the best guess, the best test, an attack.

        ``guarantee`` is a notion by any of its names, with its parameters in parentheses or as keywords. ``prior`` is the
        attacker's belief in the secret beforehand, ``days`` how often the guarantee is given anew, ``failure`` the probability
        with which a bound that approximate DP gives may fail, ``attack`` a differencing attack (``"count"``, ``"sum"`` or an
        :class:`~dpzoo.meaning.attacks.Attack`), ``target`` the success at which the attack is to be kept.

        Raises GuaranteeError or MeaningError for unusable values, UnknownNotionError for unknown names.

        >>> import dpzoo
        >>> round(dpzoo.load().meaning("epsilon-dp", epsilon=1, prior=0.01).beliefs.upper, 4)
        0.0267
        """
        from dpzoo.meaning.reading import meaning

        return meaning(self, guarantee, prior=prior, days=days, failure=failure, attack=attack, target=target, **values)

    def combine(self, base_notion: str = "epsilon-dp", **blocks: str) -> Combination:
        """The notion made of chosen blocks, by the ids of blocks or the names of notions that have them.

        What is not chosen is taken from ``base_notion``. The result names the notions that have these blocks, or is the new one,
        with its statement, properties and place among the others. Raises CombinationError where blocks do not go together.

        >>> import dpzoo
        >>> made = dpzoo.load().combine(unit="node-dp", standard="RDP")
        >>> made.new, made.notion.id
        (False, 'node-renyi-dp')
        """
        from dpzoo.zoo.combining import combine

        return combine(self, base_notion, **blocks)

    @cached_property
    def names(self) -> Mapping[str, Sequence[str]]:
        """By each name of a notion, in the spelling of :func:`dpzoo.zoo.spelling.fold`, the ids of the notions that have it."""
        if "names" in self.base.recalled:
            known: Mapping[str, Sequence[str]] = self.base.recalled["names"]
            return known
        found: dict[str, dict[str, None]] = {}
        for notion in self.values():
            for name in (notion.id, *notion.record.former_ids, *notion.called):
                found.setdefault(fold(name), {})[notion.id] = None
                for spelled in spellings(name):
                    found.setdefault(fold(spelled), {})[notion.id] = None
        return {name: tuple(ids) for name, ids in found.items()}

    def find(self, name: str | Notion) -> Notion:
        """The notion with this id, former id, name, abbreviation or alias; case, accents and hyphens do not matter.

        A notion is found as itself, so that whatever takes a name takes a notion too.
        Raises UnknownNotionError, or AmbiguousNameError where several notions share the name and none has it as its own
        name or abbreviation.
        """
        if isinstance(name, Notion):
            return self[name.id]
        if name in self._notions:
            return self._notions[name]
        ids = tuple(self.names.get(fold(name), ()))
        if len(ids) > 1:
            own = [i for i in ids if fold(name) in map(fold, (self[i].name, self[i].abbreviation or "", *self[i].record.typed))]
            ids = tuple(own) if len(own) == 1 else ids
        if not ids:
            raise UnknownNotionError(name, self.similar(name))
        if len(ids) > 1:
            raise AmbiguousNameError(name, ids)
        return self[ids[0]]

    def similar(self, name: str) -> list[str]:
        """At most three ids of notions with a name that is spelled much like this one."""
        return near(name, self.names)

    def notions(
        self,
        dimension: Dimension | str | None = None,
        standing: Standing | str | None = None,
        post_processing: Verdict | str | None = None,
        convexity: Verdict | str | None = None,
        composition: Verdict | str | None = None,
        year: int | None = None,
    ) -> list[Notion]:
        """The notions that meet every given filter, by id.

        ``dimension`` asks that the letter be among the notion's; the property filters ask for that verdict. Raises
        ValueError for a letter, standing or verdict that does not exist.

        >>> import dpzoo
        >>> [n.id for n in dpzoo.load().notions(year=2006, dimension="Q")]
        ['approximate-dp', 'one-epsilon-privacy']
        """
        letter = one_of(Dimension, dimension, "dimension") if dimension is not None else None
        stand = one_of(Standing, standing, "standing") if standing is not None else None
        if year is not None and not isinstance(year, int):
            raise TypeError(f"a year is a whole number, and this is {year!r}")
        verdicts = {
            key: one_of(Verdict, value, "verdict")
            for key, value in (("post_processing", post_processing), ("convexity", convexity), ("composition", composition))
            if value is not None
        }
        return [
            n
            for n in self.values()
            if (letter is None or letter in n.dimensions)
            and (stand is None or n.standing is stand)
            and (year is None or n.year == year)
            and all(getattr(n, key).verdict is verdict for key, verdict in verdicts.items())
        ]

    def where(self, question: str) -> list[Notion]:
        """The notions that meet a question about the graph, those that people use most first.

        The question joins conditions by "and", "but" or ";": a relation to a notion, perhaps with "not", a property and its
        verdict, a block, a dimension, a year (see :mod:`dpzoo.zoo.where`). Raises QuestionError, a ValueError, for a condition
        that cannot be read, UnknownNotionError for a notion that does not exist.

        >>> import dpzoo
        >>> [n.id for n in dpzoo.load().where("implied by GDP but not by (ε, δ)-DP and dimension Q and composition holds")][:2]
        ['renyi-dp', 'zero-concentrated-dp']
        """
        from dpzoo.zoo.where import where

        return where(self, question)

    def frame(self, what: str = "notions") -> pd.DataFrame:
        """A table as a pandas frame: ``notions``, ``claims``, or ``closure`` (what is known about every ordered pair).

        Needs pandas (``pip install 'dpzoo[pandas]'``). Raises ValueError for another table.

        >>> import dpzoo
        >>> dpzoo.load().frame("closure").loc[("epsilon-dp", "renyi-dp"), "stronger_than"]
        'asserted-yes'
        """
        from dpzoo.zoo.tables import frame

        return frame(self, what)

    @cached_property
    def _index(self) -> SearchIndex:
        return SearchIndex(self.values())

    def search(self, text: str, limit: int = 10) -> list[Hit]:
        """Notions that match ``text``, best first; names count more than prose. Raises ValueError for a negative limit."""
        if limit < 0:
            raise ValueError(f"the limit is {limit}; it must be at least 0")
        return self._index.search(text, limit)


def load(folder: str | Path | None = None) -> Zoo:
    """Load a knowledge base: the folder given, else the one that belongs to this copy of the package.

    The latter is parsed once, and then found by its content as :mod:`dpzoo.loading.stored` says.

    Raises KnowledgeBaseError with every fault that keeps the records from being used, FileNotFoundError or
    NotADirectoryError if there is no folder.
    """
    from dpzoo.loading import stored

    root = Path(folder) if folder is not None else default_folder()
    name = stored.content(root) if folder is None else None
    known = stored.read(root, name) if name is not None else None
    if known is not None:
        return Zoo(known)
    from dpzoo.checks.known import unknown_notions
    from dpzoo.checks.practice import practice_names
    from dpzoo.loading.folder import load_folder

    loaded = load_folder(root)
    findings = [*loaded.findings, *unknown_notions(loaded.base), *practice_names(loaded.base)]
    if findings:
        raise KnowledgeBaseError(sorted(findings, key=lambda f: f.location))
    if name is not None and stored.content(root) == name:
        from dpzoo.zoo.recalling import worked_out

        stored.write(loaded.base, loaded.said, name, worked_out(loaded.base))
    return Zoo(loaded.base)


class _Notions(Mapping[str, Notion]):
    """Notions by id, each made when it is asked for."""

    def __init__(self, zoo: Zoo) -> None:
        self._zoo = zoo
        self._made: dict[str, Notion] = {}

    @cached_property
    def _claims(self) -> tuple[dict[str, list[Claim]], dict[str, list[Claim]]]:
        """The claims by their subjects, and by their objects."""
        outgoing: dict[str, list[Claim]] = {}
        incoming: dict[str, list[Claim]] = {}
        for claim in self._zoo.claims:
            outgoing.setdefault(claim.subject, []).append(claim)
            incoming.setdefault(claim.object, []).append(claim)
        return outgoing, incoming

    def __getitem__(self, key: str) -> Notion:
        found = self._made.get(key)
        if found is None:
            base, (outgoing, incoming) = self._zoo.base, self._claims
            entry, inference = base.notions[key], lambda: self._zoo.inference
            found = Notion(entry, tuple(outgoing.get(key, ())), tuple(incoming.get(key, ())), inference, base.blocks)
            self._made[key] = found
        return found

    def __iter__(self) -> Iterator[str]:
        return iter(self._zoo.base.notions)

    def __len__(self) -> int:
        return len(self._zoo.base.notions)

    def __contains__(self, key: object) -> bool:
        return key in self._zoo.base.notions


class _Named(dict[str, "Mechanism"]):
    """Mechanisms by id; of an id that is none it says which one is meant."""

    def __missing__(self, key: str) -> Mechanism:
        near = difflib.get_close_matches(str(key), self, n=2)
        hint = f"did you mean {' or '.join(near)}?" if near else "find_mechanism() knows names and aliases too"
        raise KeyError(f"there is no mechanism {key!r}; {hint}")
