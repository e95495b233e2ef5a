"""What a guarantee of any notion means: reduced to (ε, δ) or to Gaussian DP, then read as beliefs, tests and attacks."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from numbers import Real
from typing import TYPE_CHECKING, Any, Final

from dpzoo.expressions import EvaluationError, parse
from dpzoo.expressions.enclosing import enclosure
from dpzoo.expressions.functions import kov_delta, normal_cdf, normal_quantile
from dpzoo.expressions.plain_text import plain, prose
from dpzoo.meaning.differencing import Attack, Known, Query
from dpzoo.meaning.errors import MeaningError, UnknownMeaningError
from dpzoo.meaning.named_formulas import value
from dpzoo.meaning.own_promises import ALLOWED, APPROXIMATE, OWN, PURE, Own
from dpzoo.meaning.profiles import Profiled
from dpzoo.meaning.promise import LARGEST, Beliefs, EpsilonDelta, PrivacyRegion, check_prior
from dpzoo.meaning.words import Rounding, believing, chance, guessing, number, percent
from dpzoo.records.enums import Verdict
from dpzoo.relations.guarantees import GuaranteeError, NumericGuarantee, as_numbers, check_values, parse_guarantee, spread
from dpzoo.relations.repeating import repeated

if TYPE_CHECKING:
    from dpzoo.zoo.notion import Notion
    from dpzoo.zoo.zoo import Zoo

FAILURE: Final = 1e-6
LEVEL: Final = 0.05
MOST_DAYS: Final = 36_525
_WORTH: Final = 1e-3
"""Relative: a smaller gain of ε is not worth a sentence."""

_BELIEF_ONLY: Final[Mapping[str, tuple[str | None, str]]] = {
    "positive-membership-privacy": (None, "belief-upper-membership"),
    "adversarial-privacy": (None, "belief-upper-adversarial"),
    "aposteriori-noiseless-privacy": ("belief-lower-aposteriori", "belief-upper-aposteriori"),
}
"""Notions that are themselves bounds on beliefs, with the formulas of the least and of the most."""


@dataclass(frozen=True)
class Meaning:
    """What a guarantee means for one person.

    ``unit`` is how two neighbours differ, of which the secret is which one holds, ``compared`` which datasets the notion compares
    at all (None if that is as for pure DP). ``promise`` is what the guarantee was reduced to (None where only beliefs are
    bounded), ``means`` says how. ``ceiling`` is the
    largest probability that a guess of the secret is right, ``power`` that of a test with false-alarm probability 0.05;
    ``success`` and ``largest_epsilon`` belong to the attack that was asked about.
    """

    guarantee: NumericGuarantee
    name: str
    unit: str
    means: str
    prior: float
    days: int
    beliefs: Beliefs
    promise: PrivacyRegion | None = None
    ceiling: float | None = None
    power: float | None = None
    attack: Attack | None = None
    success: float | None = None
    target: float | None = None
    largest_epsilon: float | None = None
    notes: tuple[str, ...] = ()
    compared: str | None = None

    def _repr_markdown_(self) -> str:
        """The guarantee, and what it means for one person, sentence by sentence."""
        daily = f" a day, for {self.days} days" if self.days > 1 else ""
        head = f"**{plain(self.name)}**: `{self.guarantee}`{daily} ({plain(self.means)})"
        said = [*self.sentences, f"The secret is which of two neighbours holds: {' '.join(self.unit.split())}."]
        return f"{head}\n\n" + "\n".join(f"- {plain(s)}" for s in said) + "\n"

    @property
    def sentences(self) -> tuple[str, ...]:
        """The meaning in plain words."""
        made = [self._belief()]
        alone = max(self.prior, 1 - self.prior)
        if self.ceiling is not None:
            made.append(f"Whoever guesses the secret {guessing(self.ceiling, alone)}.")
        if self.power is not None:
            found = percent(self.power, Rounding.MOST)
            guilty = (
                "may convict the guilty, practically always" if found == "100 %" else f"convicts the guilty in at most {found}"
            )
            made.append(f"A test that accuses the innocent in {percent(LEVEL)} of the cases {guilty}.")
        if self.attack is not None:
            made.append(self._attacked(alone))
        return (*made, *self.notes)

    def _belief(self) -> str:
        b = self.beliefs
        if b.upper >= 1 and b.lower <= 0:
            return f"An attacker who gives your secret a chance of {chance(self.prior)} may believe anything afterwards."
        start = f"An attacker who gives your secret a chance of {chance(self.prior)} beforehand"
        start += f" {believing(b.lower, b.upper)} afterwards"
        if b.failure:
            rare = number(b.failure, 2, Rounding.MOST)
            return f"{start}, but for outputs that come with probability at most {rare} on either side."
        return f"{start}, whatever the output."

    def _attacked(self, alone: float) -> str:
        assert self.attack is not None
        if self.success is None:
            return "The attack is worked out for Laplace and Gaussian noise; here only the bound for every attack is known."
        queries = "two noisy answers" if self.attack.known is Known.NOTHING else "one noisy answer and one true one"
        text = f"A differencing attack on a {self.attack.query} with {queries} is right {percent(self.success)} of the time"
        text += ", which is no better than a guess without it." if self.success <= alone else "."
        if self.target is not None and self.largest_epsilon is not None:
            kept, largest = percent(self.target, Rounding.MOST), number(self.largest_epsilon, side=Rounding.LEAST)
            text += f" An undecided attacker of this kind stays at or below {kept} as long as ε is at most {largest}."
        return text

    def data(self) -> dict[str, Any]:
        """The same as JSON can hold; infinite numbers are None."""
        promise = self.promise
        return {
            "guarantee": {"notion": self.guarantee.notion, "values": {k: _finite(v) for k, v in self.guarantee.values.items()}},
            "days": self.days,
            "means": self.means,
            "neighbours": self.unit,
            "compared": self.compared,
            "pairs": [] if promise is None else [{"epsilon": _finite(p.epsilon), "delta": p.delta} for p in promise.pairs],
            "mu": promise.mu if promise is not None else None,
            "prior": self.prior,
            "posterior": {"least": self.beliefs.lower, "most": self.beliefs.upper, "failure": self.beliefs.failure},
            "best_guess": self.ceiling,
            "power_at_0.05": self.power,
            "attack": None
            if self.attack is None
            else {
                "query": self.attack.query.value,
                "known": self.attack.known.value,
                "ratio": self.attack.ratio,
                "size": self.attack.size,
                "success": self.success,
                "target": self.target,
                "largest_epsilon": None if self.largest_epsilon is None else _finite(self.largest_epsilon),
            },
            "sentences": list(self.sentences),
        }


def meaning(
    zoo: Zoo,
    guarantee: str | Notion,
    *,
    prior: float = 0.5,
    days: int = 1,
    failure: float = FAILURE,
    attack: Attack | str | None = None,
    target: float | None = None,
    **values: Any,
) -> Meaning:
    """See :meth:`dpzoo.zoo.zoo.Zoo.meaning`."""
    name, written = parse_guarantee(guarantee) if isinstance(guarantee, str) else (guarantee, {})
    notion = zoo.find(name)
    one = NumericGuarantee(notion.id, spread(notion.record, {**written, **as_numbers(values)}))
    asked_with: dict[str, object] = {"prior": prior, "number of days": days, "failure": failure, "target": target}
    for what, given in asked_with.items():
        if given is not None and not isinstance(given, Real):
            raise MeaningError(f"the {what} is {given!r}, which is not a number")
    check_values(notion.id, notion.record, one.values, complete=True)
    check_prior(prior)
    if not 0 < failure < 1:
        raise MeaningError(f"the probability of failure must lie strictly between 0 and 1, not at {failure:g}")
    if not (1 <= days <= MOST_DAYS and days == int(days)):
        raise MeaningError(f"the number of days must be a whole number from 1 to {MOST_DAYS}, not {days}")
    asked = as_attack(attack)
    largest = None
    if target is not None:
        if asked is None:
            raise MeaningError("a bound on the success needs an attack: say which (count, sum or average)")
        largest = asked.largest_epsilon(target)
    found: dict[str, Any] = {
        "guarantee": one,
        "name": notion.name,
        "prior": prior,
        "days": days,
        "attack": asked,
        "target": target,
        "largest_epsilon": largest,
        **neighbours(notion),
    }
    if notion.id in _BELIEF_ONLY:
        return _beliefs_only(notion, one, found)
    own = OWN.get(notion.id)
    if own is not None and own.one_sided:
        return _one_sided(own, _composed(notion, one, int(days)), found)
    promise, means, notes = _reduced(zoo, notion, one, int(days), failure)
    success = None
    if asked is not None and promise.pure is not None:
        success = asked.success(promise.pure, prior)
    elif asked is not None and promise.mu is not None and asked.query is not Query.AVERAGE:
        # the target's share of the sensitivity shrinks the distance of the two normal laws by as much; two noisy answers with
        # μ/√2 each leave half of it in their difference
        share = asked.ratio / 2 if asked.known is Known.NOTHING else asked.ratio
        success = PrivacyRegion(promise.pairs, share * promise.mu).ceiling(prior)
    return Meaning(
        **found,
        means=means,
        beliefs=promise.beliefs(prior),
        promise=promise,
        ceiling=promise.ceiling(prior),
        power=promise.power(LEVEL),
        success=success,
        notes=notes,
    )


def as_attack(attack: Attack | str | None) -> Attack | None:
    """An attack, or the one that a word names: ``count`` and ``sum`` with one true answer known and the whole sensitivity."""
    if attack is None or isinstance(attack, Attack):
        return attack
    try:
        return Attack(Query(attack))
    except ValueError as error:
        if isinstance(error, MeaningError):
            raise
        raise MeaningError(f"{attack!r} is not a query that the attack is known for; choose count, sum or average") from None


def _beliefs_only(notion: Notion, one: NumericGuarantee, found: Mapping[str, Any]) -> Meaning:
    if found["days"] != 1:
        raise UnknownMeaningError(f"{notion.name} does not compose: a daily promise says nothing about many days together")
    lower, upper = _BELIEF_ONLY[notion.id]
    inside = {**one.values, "prior": found["prior"], "epsilon": min(one.values["epsilon"], LARGEST)}
    least = value(lower, **inside) if lower else 0.0
    return Meaning(
        **found,
        means="the notion bounds beliefs itself, for the priors that it allows",
        beliefs=Beliefs(least, value(upper, **inside), 0.0),
        notes=(ALLOWED,),
    )


def neighbours(notion: Notion) -> dict[str, str | None]:
    """How two neighbours differ, and which datasets are compared, in plain words."""
    unit, scope = notion.blocks.unit, notion.blocks.scope
    compared = None if scope.same_as_pure else scope.is_
    return {
        "unit": " ".join(prose(unit.is_ or "one record added, removed or replaced").split()),
        "compared": None if compared is None else " ".join(prose(compared).split()),
    }


def _one_sided(own: Own, whole: NumericGuarantee, found: Mapping[str, Any]) -> Meaning:
    """One inequality in place of two: the belief has an upper bound, the odds grow by at most e^ε."""
    epsilon = min(own.values(whole.values, ("epsilon",))["epsilon"], LARGEST)
    return Meaning(
        **found,
        means="its own promise",
        beliefs=Beliefs(0.0, value("belief-upper", prior=found["prior"], epsilon=epsilon), 0.0),
        notes=((_added(whole, found["days"]),) if found["days"] > 1 else ()) + ((own.note,) if own.note else ()),
    )


def _added(whole: NumericGuarantee, days: int) -> str:
    return f"{days} times the same guarantee add up to {whole}."


def _reduced(
    zoo: Zoo, notion: Notion, one: NumericGuarantee, days: int, failure: float
) -> tuple[PrivacyRegion, str, tuple[str, ...]]:
    """The promise after so many days, how it was found, and what a reader must know besides."""
    whole = _composed(notion, one, days)
    own = OWN.get(notion.id, Own(notion.id))
    notes = [own.note] if own.note else []
    if days > 1:
        notes.append(_added(whole, days))
    if own.reads in {PURE, APPROXIMATE}:
        names = ("epsilon",) if own.reads == PURE else ("epsilon", "delta")
        once, total = EpsilonDelta(**own.values(one.values, names)), own.values(whole.values, names)
        pairs = [EpsilonDelta(total["epsilon"], min(1.0, total.get("delta", 0.0)))]
        if days > 1:
            best = _optimal(once.epsilon, once.delta, days, failure)
            pairs += [*best, *_profile(once.epsilon, once.delta, days)]
            if best[0].epsilon < pairs[0].epsilon * (1 - _WORTH):
                both = f"({number(best[0].epsilon, side=Rounding.MOST)}, {number(best[0].delta, 2, Rounding.MOST)})"
                notes.append(f"Together they satisfy {both}-DP as well: the least ε for that δ (optimal composition).")
        return PrivacyRegion(tuple(pairs)), "its own promise", tuple(notes)
    if own.reads == "gaussian-dp":
        mu = whole.values["mu"]
        apart = 2 * normal_cdf(mu / 2) - 1
        return PrivacyRegion((_of_gaussian(mu, failure), EpsilonDelta(0.0, apart)), mu), "its own promise", tuple(notes)
    if own.reads != notion.id:
        base = zoo[own.reads]
        read = NumericGuarantee(base.id, own.values(whole.values, base.record.parameters))
        promise, means = _converted(zoo, base, read, failure)
        return promise, f"between its own neighbours {means}", tuple(notes)
    promise, means = _converted(zoo, notion, whole, failure)
    return promise, means, tuple(notes)


def _converted(zoo: Zoo, notion: Notion, whole: NumericGuarantee, failure: float) -> tuple[PrivacyRegion, str]:
    pure = [c for c in _conversions(zoo, whole, "epsilon-dp") if not c.conditions]
    if pure:
        promise = Profiled((EpsilonDelta(pure[0].target.values["epsilon"]),), source=whole, converter=zoo.converter)
        return promise, f"it gives {pure[0].said}"
    pairs: list[EpsilonDelta] = []
    said, under = [], False
    # the last two where nothing follows at the first: its own loss, or twice what it discloses
    own = [{n: factor * whole.values[n]} for n, factor in (("epsilon", 1.0), ("delta", 2.0)) if n in whole.values]
    for i, fix in enumerate([{"delta": failure}, {"epsilon": 0.0}, *own]):
        if pairs and i > 1:
            break
        for c in _conversions(zoo, whole, "approximate-dp", **fix):
            under |= bool(c.conditions)
            if not c.conditions:
                pairs.append(EpsilonDelta(c.target.values["epsilon"], c.target.values["delta"]))
                said.append(c.said)
    if not pairs:
        why = "only under side conditions (see dpzoo convert)" if under else "by no recorded path of parameter maps"
        raise UnknownMeaningError(f"what {notion.name} means in beliefs is not known here: it leads to approximate DP {why}")
    return Profiled(tuple(pairs), source=whole, converter=zoo.converter), f"it gives {' and '.join(said)}"


def _conversions(zoo: Zoo, whole: NumericGuarantee, target: str, **fix: float) -> list[Any]:
    try:
        # the recorded formulas, as the page has them
        return zoo.converter.convert(whole, target, fix)
    except GuaranteeError:
        return []


def _composed(notion: Notion, one: NumericGuarantee, days: int) -> NumericGuarantee:
    """The guarantee of so many mechanisms together, by the notion's own rule."""
    if days == 1:
        return one
    composition = notion.record.composition
    if composition.verdict is not Verdict.HOLDS or not composition.rule:
        reason = {Verdict.FAILS: "does not compose", Verdict.OPEN: "is not known to compose"}.get(
            composition.verdict, "composes, but no rule for its parameters is recorded"
        )
        raise UnknownMeaningError(f"{notion.name} {reason}: a daily promise says nothing here about many days together")
    try:
        return NumericGuarantee(one.notion, repeated(composition.rule, notion.record, one.values, days))
    except EvaluationError as error:
        raise UnknownMeaningError(f"the rule of composition gives no number here: {error}") from None


def _optimal(epsilon: float, delta: float, days: int, failure: float) -> list[EpsilonDelta]:
    """Optimal composition (KOV17): the least ε at the total failure, and the least δ at ε = 0."""
    epsilon = min(epsilon, LARGEST)
    low, high = 0.0, days * epsilon
    if kov_delta(0.0, epsilon, days) <= failure:
        high = 0.0
    while high - low > 1e-12 * high:
        middle = (low + high) / 2
        if middle in (low, high):
            break
        low, high = (middle, high) if kov_delta(middle, epsilon, days) > failure else (low, middle)
    while _lost(high, epsilon, days) > failure and high < days * epsilon:
        high = min(days * epsilon, high * (1 + 1e-10) + 1e-12)  # the sum of many terms in floats has an error
    values = {"delta": delta, "k": float(days)}
    return [
        EpsilonDelta(high, min(1.0, enclosure(_TOGETHER, {**values, "t": failure})[1])),
        EpsilonDelta(0.0, min(1.0, enclosure(_TOGETHER, {**values, "t": _lost(0.0, epsilon, days)})[1])),
    ]


_TOGETHER: Final = parse("1 - (1 - delta)**k*(1 - t)")


def _profile(epsilon: float, delta: float, days: int) -> list[EpsilonDelta]:
    """Optimal composition at the losses that the worst case can have, or at some of many: the corners of its trade-off."""
    if epsilon > LARGEST:
        return []
    corners = [(days - 2 * lies) * epsilon for lies in range((days + 1) // 2)]
    values = {"delta": delta, "k": float(days)}
    return [
        EpsilonDelta(e, min(1.0, enclosure(_TOGETHER, {**values, "t": _lost(e, epsilon, days)})[1]))
        for e in corners[:: max(1, len(corners) // _CORNERS)]
    ]


_CORNERS: Final = 40
_EXACT_DAYS: Final = 500
_KOV: Final = parse("kov_delta(epsilon, loss, k)")


def _lost(epsilon: float, loss: float, days: int) -> float:
    """The excess at ``epsilon`` of so many randomised responses, at most."""
    if days > _EXACT_DAYS:
        return kov_delta(epsilon, loss, days) * (1 + 1e-8)  # ten times the error of the logarithms of its factorials
    return enclosure(_KOV, {"epsilon": epsilon, "loss": loss, "k": float(days)})[1]


def _of_gaussian(mu: float, failure: float) -> EpsilonDelta:
    """The least ε at which Gaussian DP has this δ."""
    if mu == 0 or value("delta-gaussian", mu=mu, epsilon=0.0) <= failure:
        return EpsilonDelta(0.0, failure)
    # δ is at most the first of its two terms, which is below the failure here
    low, high = 0.0, mu * (mu / 2 - normal_quantile(failure))
    while high - low > 1e-12 * high:
        middle = (low + high) / 2
        if middle in (low, high):
            break
        low, high = (middle, high) if _gaussian_delta(mu, middle) > failure else (low, middle)
    return EpsilonDelta(high * (1 + 1e-11), failure)


def _gaussian_delta(mu: float, epsilon: float) -> float:
    # e^ε times a tail of the normal law: where the factor overflows, the first term bounds the difference
    return value("delta-gaussian", mu=mu, epsilon=epsilon) if epsilon < LARGEST else normal_cdf(mu / 2 - epsilon / mu)


def _finite(x: float) -> float | None:
    return x if math.isfinite(x) else None
