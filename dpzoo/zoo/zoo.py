"""The zoo: all notions of a knowledge base, to look up, filter, search and walk."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from dpzoo.loading.definitions import default_folder
from dpzoo.records.enums import Dimension, RelationKind, Standing, Verdict, one_of
from dpzoo.records.knowledge_base import Entry, KnowledgeBase
from dpzoo.records.reference import Reference
from dpzoo.relations.claims import Claim, claims
from dpzoo.zoo.errors import (
    AmbiguousNameError,
    KnowledgeBaseError,
    MechanismError,
    PracticeNameError,
    UnknownNotionError,
)
from dpzoo.zoo.notion import Notion
from dpzoo.zoo.spelling import fold, near, spellings

if TYPE_CHECKING:
    import networkx as nx
    import pandas as pd

    from dpzoo.blocks.finite_mechanism import FiniteMechanism
    from dpzoo.checks.optimality import Loss
    from dpzoo.meaning.differencing import Attack
    from dpzoo.meaning.reading import Meaning
    from dpzoo.mechanisms.accounting.composing import Composition
    from dpzoo.mechanisms.accounting.solving import Solution
    from dpzoo.optimal.optimum import Optimum
    from dpzoo.records.erratum import ErratumRecord
    from dpzoo.records.evidence import Evidence
    from dpzoo.records.lemma import Case, LemmaRecord
    from dpzoo.records.system import SystemRecord
    from dpzoo.relations.conversion import Converter
    from dpzoo.relations.directions import Half
    from dpzoo.relations.facts import Decision, Derivation
    from dpzoo.relations.inference import Inference
    from dpzoo.zoo.best_conversion import Conversions
    from dpzoo.zoo.combination import Combination
    from dpzoo.zoo.comparison import Comparison
    from dpzoo.zoo.practice import Deployment, Mechanism
    from dpzoo.zoo.searching import Hit, SearchIndex
    from dpzoo.zoo.tested import Tested
    from dpzoo.zoo.tightest_parameters import Audit


class Zoo(Mapping[str, Notion]):
    """A mapping from ids to notions, with what is known about how they relate.

    ``zoo["renyi-dp"]`` raises UnknownNotionError, a KeyError, for an id that does not exist, with those that are spelled
    much like it. Everything that is derived is computed when it is first asked for, and kept.

    Args:
        base: the records, as :func:`load` reads them.

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
        """The lemmas that a piece of evidence uses.

        Args:
            evidence: of a claim or a property.
            claim: that one's id.

        Returns:
            For each lemma its record and the cases of it that the claim uses.

        >>> import dpzoo
        >>> zoo = dpzoo.load()
        >>> cited = next(c for c in zoo.claims if c.relation.evidence[0].lemmas)
        >>> [lemma.id for lemma, _ in zoo.lemmas_of(cited.relation.evidence[0], cited.id)] == [*cited.relation.evidence[0].lemmas]
        True
        """
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
        """The mechanisms, by id: what they satisfy, and what they were thought to satisfy."""
        from dpzoo.zoo.practice import Mechanism

        return _Named({key: Mechanism(entry) for key, entry in self.base.mechanisms.items()})

    def find_mechanism(self, name: str) -> Mechanism:
        """The mechanism that a name means.

        Args:
            name: an id, name or alias, or the beginning of one; case, accents and hyphens do not matter.

        Returns:
            The mechanism, with its record, its guarantees and its finite instance.

        Raises:
            MechanismError: there is none, or several share the name.

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
        """The deployments, by id: who published what, with which parameters."""
        from dpzoo.zoo.practice import Deployment

        return {key: Deployment(entry) for key, entry in self.base.deployments.items()}

    def find_deployment(self, name: str) -> Deployment:
        """The deployment that a name means.

        Args:
            name: an id, name or alias, or an organisation with a single deployment.

        Returns:
            The deployment, with its record and what it adds up to.

        Raises:
            PracticeNameError: there is none, or several share the name.

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
        """The system that a name means.

        Args:
            name: an id, name or alias.

        Returns:
            The record with its id and its place.

        Raises:
            PracticeNameError: there is none, or several share the name.

        >>> import dpzoo
        >>> dpzoo.load().find_system("PINQ").id
        'pinq'
        """
        from dpzoo.zoo.practice import named

        names = {s.id: (s.record.name, *(a.name for a in s.record.aliases)) for s in self.systems.values()}
        return self.systems[named("system", name, names)]

    @cached_property
    def tested(self) -> Mapping[str, Tested]:
        """Claims that have survived trials of the falsifier, by id, as far as they still say what was attacked."""
        from dpzoo.zoo.tested import read_tested

        return read_tested(self.base)

    @cached_property
    def losses(self) -> Mapping[str, Loss]:
        """By claim how far its map is from the best possible conversion, as far as it still says what was measured."""
        from dpzoo.checks.optimality import read_losses

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
        from dpzoo.relations.graph import multigraph

        return multigraph(self, (claim for claim in self.claims if not claim.kind.negative))

    @cached_property
    def inference(self) -> Inference:
        """What follows from the undisputed claims; see :mod:`dpzoo.relations.inference`."""
        from dpzoo.relations.asserted import infer

        return infer(self.base, stated=self.claims)

    def reconstructions(self, derivation: Derivation | None) -> tuple[str, ...]:
        """The notions of a derivation whose formal statement is a reconstruction; the derivation is about these statements.

        Args:
            derivation: one that a comparison or :meth:`explain` gave; None has no notions.

        Returns:
            Their ids, in the order of the derivation.

        >>> import dpzoo
        >>> zoo = dpzoo.load()
        >>> found = zoo.compare("zCDP", "oblivious-dp")
        >>> zoo.reconstructions(next(iter(found.forward.values())).derivation)
        ('oblivious-dp',)
        """
        return () if derivation is None else tuple(n for n in derivation.notions if self[n].record.reconstructed)

    def what_if(self, *claims: str) -> Inference:
        """What would follow if some disputed claims stood.

        Args:
            claims: their ids, ``<subject>/<kind>/<object>``.

        Returns:
            The inference from all undisputed claims and these.

        Raises:
            KeyError: no claim has such an id.

        >>> import dpzoo
        >>> zoo = dpzoo.load()
        >>> len(zoo.what_if().claims) == len(zoo.inference.claims)
        True
        """
        from dpzoo.relations.asserted import infer

        return infer(self.base, claims)

    def compare(self, first: str | Notion, second: str | Notion) -> Comparison:
        """What is known about two notions.

        Args:
            first: a notion or any of its names.
            second: another.

        Returns:
            How the two relate, in both directions and for each kind of relation, with the derivations.

        Raises:
            UnknownNotionError: nothing is called so.
            AmbiguousNameError: several notions are.

        >>> import dpzoo
        >>> dpzoo.load().compare("pure DP", "(ε, δ)-DP").standing
        <Ordering.STRONGER: 'stronger'>
        """
        from dpzoo.zoo.comparison import compare

        a, b = self.find(first), self.find(second)
        remarks = tuple(dict.fromkeys(n.compared_as for n in (a, b) if n.compared_as is not None))
        found = compare(self.inference, a.id, b.id, (a.short, b.short), remarks)
        derivations = (d.derivation for side in (found.forward, found.backward) for d in side.values())
        reasons = {pair: why for pair in ((a.id, b.id), (b.id, a.id)) if (why := self.why_open(*pair)) is not None}
        return replace(found, reconstructed=frozenset(n for d in derivations for n in self.reconstructions(d)), why_open=reasons)

    def why_open(self, subject: str | Notion, target: str | Notion) -> str | None:
        """Why nobody has decided whether one notion implies another, where the record of their universe says so.

        Args:
            subject: a notion or any of its names.
            target: another.

        Returns:
            The reason, as Markdown; None if none is recorded, as for all pairs that are decided.

        Raises:
            UnknownNotionError: nothing is called so.
            AmbiguousNameError: several notions are.

        >>> import dpzoo
        >>> print(dpzoo.load().why_open("shuffled-model-dp", "joint-dp").partition(".")[0])
        The shuffled model bounds what the analyser publishes
        """
        return self.undecided.get((self.find(subject).id, self.find(target).id))

    @cached_property
    def undecided(self) -> Mapping[tuple[str, str], str]:
        """By the ids of two notions, the recorded reason why it is open whether the first implies the second, as Markdown."""
        groups = (g for universe in self.base.blocks.universes.values() for g in universe.record.undecided)
        return {pair: group.why.strip() for group in groups for pair in group.pairs}

    def explain(self, subject: str | Notion, target: str | Notion, relation: str = "stronger_than") -> Decision:
        """Whether one notion is stronger than another, implies it or is a special case of it, and why.

        Args:
            subject: a notion or any of its names.
            target: another.
            relation: ``stronger_than``, ``implies`` or ``special_case_of``.

        Returns:
            The answer (yes, no, open, different data), with the steps that lead to it from recorded claims. Where the answer is
            open, ``under`` has derivations that need conditions.

        Raises:
            UnknownNotionError: nothing is called so.
            AmbiguousNameError: several notions are.
            ValueError: the relation is another one.

        >>> import dpzoo
        >>> for step in dpzoo.load().explain("RDP", "pure DP").derivation.steps[-1:]:
        ...     print(step.conclusion, "|", step.rule.value)
        renyi-dp ⊁ epsilon-dp | not implied gives not stronger
        """
        from dpzoo.relations.facts import ORDERS

        kind = one_of(RelationKind, relation, "relation")
        if kind not in ORDERS:
            raise ValueError(f"{relation} is not asked about; ask about {', '.join(k.value for k in ORDERS)}")
        return self.inference.decide(kind, self.find(subject).id, self.find(target).id)

    def audit(
        self,
        mechanism: FiniteMechanism,
        *,
        given: Mapping[str, Any] | None = None,
        fixed: Mapping[str, Any] | None = None,
        only: Iterable[str] | None = None,
    ) -> Audit:
        """The tightest parameters of a mechanism under every notion that runs.

        Args:
            mechanism: a :class:`~dpzoo.blocks.finite_mechanism.FiniteMechanism`.
            given: objects for structural parameters, by their sort ("family of priors", "record policy", …).
            fixed: values of quantitative parameters, used wherever a notion has one of that name and another stays open.
            only: the notions to evaluate, by any of their names; all that run by default.

        Returns:
            A line for each notion: the tightest value, with the pair and event that decide, or what it needs.

        Raises:
            BlockError: an object is not what its sort says, or no notion has a parameter of that name.
            NotExecutableError: a notion under ``only`` does not run.

        >>> import dpzoo
        >>> from dpzoo.blocks import FiniteMechanism
        >>> coin = FiniteMechanism.from_rows({(0,): ["3/4", "1/4"], (1,): ["1/4", "3/4"]})
        >>> [line.summary for line in dpzoo.load().audit(coin, only=["bounded DP"]).lines]
        ['ε = ln(3)']
        """
        from dpzoo.zoo.tightest_parameters import audit

        return audit(mechanism, self, given=given, fixed=fixed, only=only)

    @cached_property
    def converter(self) -> Converter:
        """Conversions along the recorded maps."""
        from dpzoo.relations.conversion import Converter

        return Converter(self.base, self.inference.closure.claims)

    def convert(self, guarantee: str, target: str | Notion, **fix: Any) -> Conversions:
        """What a guarantee implies for another notion.

        Args:
            guarantee: a text such as ``"zCDP(xi=0, rho=0.5)"``; several that hold together are joined by ``and``, and profiles
                and curves are lists of points. Values are numbers, or texts such as ``"log(3)"``.
            target: the other notion, or any of its names.
            fix: values of the target's parameters; the one that is left out is the answer.

        Returns:
            Conversions, the answer first: the best value that any theorem could give, where that is known (``optimum`` is its
            enclosure, with the attaining pair), else the best recorded conversion without side conditions. The best recorded one
            follows, if it loses something, with its ``loss``, then those that need conditions where they are better.

        Raises:
            GuaranteeError: a value cannot be used.
            UnknownNotionError: nothing is called so.

        >>> import dpzoo
        >>> zoo = dpzoo.load()
        >>> zoo.convert("unbounded-dp(epsilon=1)", "bounded-dp")[0].target.values
        {'epsilon': 2.0}
        >>> found = zoo.convert("RDP(alpha=8, epsilon=1)", "kl-privacy")
        >>> round(found.optimum.upper, 6), round(found.recorded[0].loss, 2)
        (0.499554, 1.0)
        """
        from dpzoo.relations.guarantees import as_values
        from dpzoo.zoo.best_conversion import convert

        return convert(self, guarantee, self.find(target).id, as_values(fix))

    def halves(self, claim: Claim) -> tuple[Half, ...]:
        """The directions in which a claim leads.

        Args:
            claim: one of :attr:`claims`.

        Returns:
            One, or two for an equivalence, each with its parameter map if one is recorded.

        >>> import dpzoo
        >>> zoo = dpzoo.load()
        >>> len(zoo.halves(zoo["gaussian-dp"].outgoing[0]))
        1
        """
        from dpzoo.relations.directions import halves

        return halves(claim, self.claims)

    def optimal(
        self, guarantee: str | Sequence[str | tuple[str, Mapping[str, Any]]], target: str | Notion, **fix: Any
    ) -> Optimum:
        """The best value that any theorem could give: the least one over all mechanisms that have the guarantee.

        Args:
            guarantee: one such as ``"zCDP(xi=0, rho=0.5)"``, or several that hold together: joined by ``and``, or a list of
                texts and of pairs (name, values), whose values may be exact numbers.
            target: the other notion, or any of its names.
            fix: all of the target's parameters but one.

        Returns:
            An enclosure, with the pair of output laws that attains it where one does, and the theorem used; or that no finite
            value exists, or that no reduction is known.

        Raises:
            GuaranteeError: a value cannot be used, or a notion does not bound single pairs.
            UnknownNotionError: nothing is called so.

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
        """What mechanisms and guarantees add up to.

        Args:
            items: texts such as ``"gaussian(sigma=10)*100"``, ``"zcdp(rho=0.1)*4"`` or
                ``"poisson(q=0.01, gaussian(sigma=1))*1000"``, objects of another library that :func:`dpzoo.zoo.interop.read`
                reads, or pairs of one and how often. Sensitivities are 1 where nothing is said.
            delta: the δ at which ε is wanted; 0 where neither is given and all items have pure DP.
            epsilon: the ε at which δ is wanted, instead.
            to: the notion that the sum is wanted in, instead.
            alpha: the order, where that is Rényi DP.

        Returns:
            The tightest sound answer of all rules that apply, as an enclosure with its certainty, and the others.

        Raises:
            AccountingError: an item, a parameter or the target cannot be used.

        >>> import dpzoo
        >>> found = dpzoo.load().compose("approximate(epsilon=1, delta=1e-6)*10", delta=1e-4)
        >>> found.rule, found.certainty, round(found.epsilon, 6)
        ('optimal', 'certified', 9.997934)
        """
        from dpzoo.zoo.accounting import compose

        return compose(self, list(items), delta=delta, epsilon=epsilon, to=to, alpha=alpha)

    def solve(self, *items: str | tuple[str, int], epsilon: Any, delta: Any = None) -> Solution:
        """The number marked ``?`` with which all items together are (ε, δ)-DP.

        Args:
            items: as for :meth:`compose`; one has ``?`` for a value, as in ``"gaussian(sigma=?)*100"``.
            epsilon: the ε to be met.
            delta: the δ to be met; 0 where it is left out and all items have pure DP.

        Returns:
            The value, rounded to the safe side, with the composition that shows it.

        Raises:
            AccountingError: an item or the target cannot be used.
            NoAnswerError: no value meets the target.

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

        Args:
            guarantee: a notion by any of its names, with its parameters in parentheses or as keywords.
            prior: the attacker's belief in the secret beforehand, between 0 and 1.
            days: how often the guarantee is given anew.
            failure: the probability with which a bound that approximate DP gives may fail.
            attack: a differencing attack: ``"count"``, ``"sum"`` or an :class:`~dpzoo.meaning.differencing.Attack`.
            target: the success, between 1/2 and 1, at which the attack is to be kept.
            values: the guarantee's parameters.

        Returns:
            Bounds on each, with the formulas that give them.

        Raises:
            GuaranteeError: the guarantee cannot be read.
            MeaningError: another value cannot be used.
            UnknownNotionError: nothing is called so.

        >>> import dpzoo
        >>> round(dpzoo.load().meaning("epsilon-dp", epsilon=1, prior=0.01).beliefs.upper, 4)
        0.0267
        """
        from dpzoo.meaning.reading import meaning

        return meaning(self, guarantee, prior=prior, days=days, failure=failure, attack=attack, target=target, **values)

    def combine(self, base_notion: str = "epsilon-dp", **blocks: str) -> Combination:
        """The notion made of chosen blocks.

        Args:
            base_notion: the notion from which all blocks that are not chosen are taken.
            blocks: ``universe``, ``unit``, ``scope``, ``standard`` and so on, each the id of a block or the name of a notion
                that has it.

        Returns:
            The notions that have these blocks, or the new one, with its statement, properties and place among the others.

        Raises:
            CombinationError: the blocks do not go together; it says why.

        >>> import dpzoo
        >>> made = dpzoo.load().combine(unit="node-dp", standard="RDP")
        >>> made.new, made.notion.id
        (False, 'node-renyi-dp')
        """
        from dpzoo.zoo.combination import combine

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
        """The notion that a name means.

        Args:
            name: an id, former id, name, abbreviation or alias; case, accents and hyphens do not matter. A notion is found as
                itself, so that whatever takes a name takes a notion too.

        Returns:
            The notion; the one whose own name or abbreviation it is, where others have it as an alias.

        Raises:
            UnknownNotionError: no notion has this name; the message suggests names that are spelled alike.
            AmbiguousNameError: several notions share the name.

        >>> import dpzoo
        >>> dpzoo.load().find("renyi").id
        'renyi-dp'
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
        """Notions with a name that is spelled much like another.

        Args:
            name: the text that a user typed.

        Returns:
            At most three ids, the nearest first.

        >>> import dpzoo
        >>> dpzoo.load().similar("reny-dp")[0]
        'renyi-dp'
        """
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
        """The notions that meet every given filter.

        Args:
            dimension: a letter that is among the notion's.
            standing: where the notion stands with respect to the survey.
            post_processing: the verdict on this property: holds, fails, open, …
            convexity: the same.
            composition: the same.
            year: of introduction.

        Returns:
            Notions by their ids.

        Raises:
            ValueError: a letter, standing or verdict does not exist.
            TypeError: the year is not a whole number.

        >>> import dpzoo
        >>> [n.id for n in dpzoo.load().notions(year=2006, dimension="Q")]
        ['approximate-dp', 'one-epsilon-privacy']
        """
        letter = one_of(Dimension, dimension, "dimension") if dimension is not None else None
        stand = one_of(Standing, standing, "standing") if standing is not None else None
        if year is not None and not isinstance(year, int):
            raise TypeError(f"a year must be a whole number, not {year!r}")
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
        """The notions that meet a question about the graph.

        Args:
            question: conditions joined by "and", "but" or ";": a relation to a notion, perhaps with "not", a property and its
                verdict, a block, a dimension, a year (see :mod:`dpzoo.zoo.where`).

        Returns:
            Notions, those that people use most first.

        Raises:
            QuestionError: a condition cannot be read; it is a ValueError.
            UnknownNotionError: nothing is called so.

        >>> import dpzoo
        >>> [n.id for n in dpzoo.load().where("implied by GDP but not by (ε, δ)-DP and dimension Q and composition holds")][:2]
        ['renyi-dp', 'zero-concentrated-dp']
        """
        from dpzoo.zoo.where import where

        return where(self, question)

    def frame(self, what: str = "notions") -> pd.DataFrame:
        """A table as a pandas frame.

        Args:
            what: ``notions``, ``claims``, or ``closure``: what is known about every ordered pair.

        Returns:
            The frame, indexed by ids; that of the closure by the two.

        Raises:
            ValueError: the table does not exist.
            ImportError: pandas is not installed (``pip install 'dpzoo[pandas]'``).

        >>> import dpzoo
        >>> dpzoo.load().frame("closure").loc[("epsilon-dp", "renyi-dp"), "stronger_than"]
        'asserted-yes'
        """
        from dpzoo.zoo.tables import frame

        return frame(self, what)

    @cached_property
    def _index(self) -> SearchIndex:
        from dpzoo.zoo.searching import SearchIndex

        return SearchIndex(self.values())

    def search(self, text: str, limit: int = 10) -> list[Hit]:
        """Notions that match a text.

        Args:
            text: words; names count more than prose.
            limit: how many hits at most.

        Returns:
            Hits, the best first, each with its notion and score.

        Raises:
            ValueError: the limit is negative.

        >>> import dpzoo
        >>> dpzoo.load().search("renyi", limit=1)[0].notion.short
        'RDP'
        """
        if limit < 0:
            raise ValueError(f"the limit is {limit}; it must be at least 0")
        return self._index.search(text, limit)


def load(folder: str | Path | None = None) -> Zoo:
    """Load a knowledge base.

    Args:
        folder: one of your own; by default the one that belongs to this copy of the package, which is parsed once and then
            found by its content, as :mod:`dpzoo.loading.stored` says.

    Returns:
        The zoo.

    Raises:
        KnowledgeBaseError: the records cannot be used; it has every fault, with file, line and column.
        FileNotFoundError: the folder does not exist.
        NotADirectoryError: it is a file.

    >>> import dpzoo
    >>> dpzoo.load().find("zCDP").year
    2016
    """
    from dpzoo.loading import stored

    root = Path(folder) if folder is not None else default_folder()
    name = stored.content(root) if folder is None else None
    known = stored.read(root, name) if name is not None else None
    if known is not None:
        return Zoo(known)
    from dpzoo.checks.known import unknown_notions
    from dpzoo.checks.practice_records import practice_names
    from dpzoo.loading.folder import load_folder

    loaded = load_folder(root)
    findings = [*loaded.findings, *unknown_notions(loaded.base), *practice_names(loaded.base)]
    if findings:
        raise KnowledgeBaseError(sorted(findings, key=lambda f: f.location))
    if name is not None and stored.folder() is not None and stored.content(root) == name:
        from dpzoo.zoo.stored_results import worked_out

        stored.write(loaded.base, name, worked_out(loaded.base))
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
    """Mechanisms by id; for an unknown id the error suggests the one that is meant."""

    def __missing__(self, key: str) -> Mechanism:
        meant = near(key, {fold(i): [i] for i in self}, most=2)
        hint = f"did you mean {' or '.join(meant)}?" if meant else "find_mechanism() knows names and aliases too"
        raise KeyError(f"there is no mechanism {key!r}; {hint}")
