"""From typed text to parts: the known names, their parameters, and the messages for wrong ones."""

from __future__ import annotations

import difflib
import itertools
import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from dpzoo.mechanisms.accounting import parts as made
from dpzoo.mechanisms.accounting.errors import AccountingError
from dpzoo.mechanisms.accounting.language import COMBINATORS, UNKNOWN, Item, ItemCall, count, fold, number, read_item
from dpzoo.mechanisms.accounting.parts import ADD_OR_REMOVE, REPLACE, USER, Part
from dpzoo.numbers.real import ONE, ZERO, Real, real

Together = tuple[tuple[Part, int], ...]
"""What one person's record touches: parts, and how often each."""
Lookup = Callable[[str, Mapping[str, Real]], Part | None]
"""A part of the knowledge base by its name: a mechanism's record or a notion's."""
MOST_WAYS: Final = 64


@dataclass(frozen=True)
class ItemKind:
    """A name that can be typed: its parameters in their usual order, and those with a default."""

    build: Callable[..., Part]
    order: tuple[str, ...]
    optional: Mapping[str, Real | None]
    same: Mapping[str, str]


def _sensitivity(given: Mapping[str, Real]) -> Real:
    return given["sensitivity"]


def _gaussian(text: str, sigma: Real, sensitivity: Real) -> Part:
    return made.gaussian(positive(sigma, "sigma"), positive(sensitivity, "sensitivity"), text)


def _laplace(text: str, b: Real | None, epsilon: Real | None, sensitivity: Real) -> Part:
    if (b is None) == (epsilon is None):
        raise AccountingError(f"{text} needs the scale b or epsilon, not both")
    wide = positive(sensitivity, "sensitivity")
    return made.laplace(wide / positive(b, "b") if b is not None else positive(epsilon, "epsilon"), text)


def _discrete_laplace(text: str, b: Real | None, epsilon: Real | None, sensitivity: Real) -> Part:
    steps = whole(sensitivity, "sensitivity", 1, 2000)
    if (b is None) == (epsilon is None):
        raise AccountingError(f"{text} needs the scale b or epsilon, not both")
    loss = real(steps) / positive(b, "b") if b is not None else positive(epsilon, "epsilon")
    return made.discrete_laplace(loss, steps, text)


def _discrete_gaussian(text: str, sigma: Real, sensitivity: Real) -> Part:
    return made.discrete_gaussian(positive(sigma, "sigma"), whole(sensitivity, "sensitivity", 1, 10_000), text)


def _response(text: str, p: Real | None, epsilon: Real | None, k: Real) -> Part:
    answers = whole(k, "k", 2, 10**9)
    if (p is None) == (epsilon is None):
        raise AccountingError(f"{text} needs the probability p of the truth or epsilon, not both")
    if epsilon is not None:
        e = positive(epsilon, "epsilon").exp()
        return replace(made.responding(e / (e + (answers - 1)), answers, text), pure=epsilon)
    assert p is not None
    return made.responding(p, answers, text)


def _pure(text: str, epsilon: Real) -> Part:
    return made.pure(least(epsilon, "epsilon"), text)


def _approximate(text: str, epsilon: Real, delta: Real) -> Part:
    if not delta >= ZERO or not delta < ONE:
        raise AccountingError(f"delta is {delta}; it must lie between 0 and 1, and a delta of 1 promises nothing")
    return made.approximate(least(epsilon, "epsilon"), delta, text)


def _concentrated(text: str, rho: Real, xi: Real) -> Part:
    return made.concentrated(least(xi, "xi"), least(rho, "rho"), text)


def _gdp(text: str, mu: Real) -> Part:
    return made.shifted_normal(least(mu, "mu"), text)


def _renyi(text: str, alpha: Real, epsilon: Real) -> Part:
    if not alpha.infinite and not alpha > ONE:
        raise AccountingError(f"alpha is {alpha}; an order of Rényi DP that adds up to (ε, δ) is above 1")
    return made.renyi(alpha, least(epsilon, "epsilon"), text)


def _exponential(text: str, epsilon: Real, sensitivity: Real) -> Part:
    positive(sensitivity, "sensitivity")
    return made.range_bounded(positive(epsilon, "epsilon"), text)


def _range_bounded(text: str, epsilon: Real) -> Part:
    return made.range_bounded(least(epsilon, "epsilon"), text)


def _iteration(text: str, sigma: Real, sensitivity: Real, steps: Real) -> Part:
    """A record used once in contractive noisy iteration, ``steps`` noisy steps before the end (FMTT18): (Δ²/(2σ²·steps))-zCDP."""
    after = whole(steps, "steps", 1, 10**9)
    rho = (positive(sensitivity, "sensitivity") / positive(sigma, "sigma")) ** real(2) / (2 * after)
    part = made.concentrated(ZERO, rho, text)
    return replace(part, notion="", values=(), sensitivity=sensitivity)


_EITHER: Final[Mapping[str, Real | None]] = {"sensitivity": ONE, "b": None, "epsilon": None}
_LETTERS: Final = {"ε": "epsilon", "δ": "delta", "ρ": "rho", "ξ": "xi", "μ": "mu", "α": "alpha", "σ": "sigma"}
_B: Final = {"scale": "b", "eps": "epsilon", "delta_f": "sensitivity", "d": "sensitivity", **_LETTERS}
_SIGMA: Final = dict.fromkeys(("std", "sd", "noise_multiplier", "scale", "stddev"), "sigma") | _LETTERS
_EPS: Final = {"eps": "epsilon", "order": "alpha", **_LETTERS}

KINDS: Final[Mapping[str, ItemKind]] = {
    "gaussian": ItemKind(_gaussian, ("sigma", "sensitivity"), {"sensitivity": ONE}, _SIGMA),
    "laplace": ItemKind(_laplace, ("b", "sensitivity", "epsilon"), _EITHER, _B),
    "discrete_laplace": ItemKind(_discrete_laplace, ("b", "sensitivity", "epsilon"), _EITHER, _B),
    "discrete_gaussian": ItemKind(_discrete_gaussian, ("sigma", "sensitivity"), {"sensitivity": ONE}, _SIGMA),
    "randomized_response": ItemKind(_response, ("p", "k", "epsilon"), {"p": None, "epsilon": None, "k": real(2)}, _EPS),
    "exponential": ItemKind(_exponential, ("epsilon", "sensitivity"), {"sensitivity": ONE}, _EPS),
    "pure": ItemKind(_pure, ("epsilon",), {}, _EPS),
    "approximate": ItemKind(_approximate, ("epsilon", "delta"), {}, _EPS),
    "zcdp": ItemKind(_concentrated, ("rho", "xi"), {"xi": ZERO}, _LETTERS),
    "gdp": ItemKind(_gdp, ("mu",), {}, _LETTERS),
    "rdp": ItemKind(_renyi, ("alpha", "epsilon"), {}, _EPS),
    "range_bounded": ItemKind(_range_bounded, ("epsilon",), {}, _EPS),
    "iteration": ItemKind(_iteration, ("sigma", "sensitivity", "steps"), {"sensitivity": ONE}, _SIGMA),
}
SAME: Final[Mapping[str, str]] = {
    "normal": "gaussian",
    "gauss": "gaussian",
    "gaussian_mechanism": "gaussian",
    "laplace_mechanism": "laplace",
    "geometric": "discrete_laplace",
    "geometric_mechanism": "discrete_laplace",
    "discrete_laplace_mechanism": "discrete_laplace",
    "discrete_gaussian_mechanism": "discrete_gaussian",
    "rr": "randomized_response",
    "krr": "randomized_response",
    "k_rr": "randomized_response",
    "randomised_response": "randomized_response",
    "exponential_mechanism": "exponential",
    "pure_dp": "pure",
    "epsilon_dp": "pure",
    "dp": "pure",
    "approx": "approximate",
    "approximate_dp": "approximate",
    "approx_dp": "approximate",
    "zero_concentrated_dp": "zcdp",
    "zero_concentrated": "zcdp",
    "gaussian_dp": "gdp",
    "renyi": "rdp",
    "renyi_dp": "rdp",
    "range_bounded_privacy": "range_bounded",
    "bounded_range": "range_bounded",
    "without_replacement": "subsample",
    "poisson_subsample": "poisson",
    "poisson_sample": "poisson",
}
SENSITIVE: Final = frozenset({"gaussian", "laplace", "discrete_laplace", "discrete_gaussian", "exponential", "iteration"})
COMBINING: Final[Mapping[str, tuple[str, ...]]] = {
    "poisson": ("q",),
    "subsample": ("q", "m", "n"),
    "shuffle": ("n", "epsilon"),
    "group": ("k",),
    "user": ("m",),
    "replace": (),
    "parallel": (),
    "compose": (),
}
COMBINING_SAME: Final = {
    "rate": "q",
    "sampling_rate": "q",
    "sampling_prob": "q",
    "sampling_probability": "q",
    "epsilon0": "epsilon",
    "eps0": "epsilon",
    "eps": "epsilon",
    "size": "k",
    "records": "m",
}


@dataclass(frozen=True)
class Written:
    """A name for something that the language says in full: parameters in their usual order, defaults, other spellings."""

    text: str
    order: tuple[str, ...]
    optional: Mapping[str, str]
    same: Mapping[str, str]


_STEPS: Final = {"steps": "t", "rate": "q", "sampling_rate": "q", "sample_rate": "q", "noise_multiplier": "sigma"}
WRITTEN: Final[Mapping[str, Written]] = {
    "dp_sgd": Written("poisson(q={q}, gaussian(sigma={sigma}, sensitivity=1))*{t}", ("sigma", "q", "t"), {"t": "1"}, _STEPS),
    "shuffled_randomized_response": Written("shuffle(n={n}, epsilon={epsilon})", ("epsilon", "n"), {}, _EPS),
}
WRITTEN_SAME: Final = {"dpsgd": "dp_sgd", "shuffled_local_reports": "shuffled_randomized_response"}


def usual_order(name: str) -> Sequence[str]:
    """The parameters of a name in their usual order."""
    plain = SAME.get(name, name)
    if plain in WRITTEN:
        return WRITTEN[plain].order
    return KINDS[plain].order if plain in KINDS else COMBINING.get(plain, ())


def positive(x: Real | None, name: str) -> Real:
    """A finite number above 0. Raises AccountingError."""
    if x is None or x.infinite or not x > ZERO:
        raise AccountingError(f"{name} is {x}; it must be positive and finite")
    return x


def least(x: Real, name: str) -> Real:
    """A finite number that is not negative. Raises AccountingError."""
    if x.infinite or not x >= ZERO:
        raise AccountingError(f"{name} is {x}; it must be at least 0 and finite")
    return x


def whole(x: Real, name: str, low: int, high: int) -> int:
    """A whole number between the bounds. Raises AccountingError."""
    exact = x.rational
    if exact is None or exact.denominator != 1 or not low <= exact <= high:
        raise AccountingError(f"{name} is {x}; it must be a whole number from {low} to {high:,}")
    return int(exact)


def fraction(x: Real, name: str) -> Real:
    """A probability above 0. Raises AccountingError."""
    if x.infinite or not x > ZERO or x > ONE:
        raise AccountingError(f"{name} is {x}; it must be above 0 and at most 1")
    return x


def ways(items: Sequence[Item], lookup: Lookup | None = None) -> list[Together]:
    """The parts that a person's record may touch, one entry per case of a partition; the worst case counts."""
    every = [[_repeat(w, count(i.times)) for w in _ways(i.call, lookup)] for i in items]
    return _crossed(every)


def _crossed(every: Sequence[Sequence[Together]]) -> list[Together]:
    if math.prod(len(e) for e in every) > MOST_WAYS:
        raise AccountingError(f"the partitions leave more than {MOST_WAYS} ways to be in the data; ask about fewer parts at once")
    return list(dict.fromkeys(tuple(itertools.chain(*chosen)) for chosen in itertools.product(*every)))


def _repeat(together: Together, times: int) -> Together:
    return tuple((p, n * times) for p, n in together)


def _ways(call: ItemCall, lookup: Lookup | None) -> list[Together]:
    name = SAME.get(fold(call.name), fold(call.name))
    if name in COMBINATORS:
        return _combined(name, call, lookup)
    if (written := WRITTEN.get(WRITTEN_SAME.get(name, name))) is not None:
        item = read_item(written.text.format(**_texts(call, written)))
        return [_repeat(w, count(item.times)) for w in _ways(item.call, lookup)]
    if name not in KINDS and call.positional:
        raise AccountingError(_needs_names(call, lookup))
    given = _numbers(call, KINDS.get(name))
    if name in KINDS:
        return [((_built(name, call, given), 1),)]
    found = lookup(call.name, given) if lookup is not None else None
    if found is None:
        raise AccountingError(_unknown(call.name))
    return [((replace(found, text=call.text), 1),)]


def _texts(call: ItemCall, written: Written) -> dict[str, str]:
    """The parameters of a written name, as they were typed."""
    order = written.order
    if len(call.positional) > len(order):
        raise AccountingError(f"{call.name} takes {', '.join(order)}")
    found = dict(zip(order, call.positional, strict=False))
    for key, text in call.given:
        plain = fold(key) if fold(key) in order else written.same.get(fold(key), "")
        if plain not in order:
            raise AccountingError(f"{call.name} has no parameter {key}; its parameters are {', '.join(order)}")
        if plain in found:
            raise AccountingError(f"{plain} is given twice in {call.text}")
        found[plain] = text
    missing = [p for p in order if p not in found and p not in written.optional]
    if missing:
        raise AccountingError(f"{call.name} needs a value of {' and '.join(missing)}")
    return {**written.optional, **found}


def _unknown(name: str) -> str:
    near = difflib.get_close_matches(fold(name), [*KINDS, *SAME, *WRITTEN, *COMBINATORS], n=1)
    hint = f"; did you mean {near[0]}?" if near else ", such as gaussian, laplace, zcdp, approximate or poisson"
    return f"{name!r} is not a mechanism or a notion that is known here{hint}"


def _needs_names(call: ItemCall, lookup: Lookup | None) -> str:
    """What is wrong with values by their place after a name that is not one of accounting's own."""
    try:
        found = lookup(call.name, {}) if lookup is not None else None
    except AccountingError as error:
        return f"{error}, written as parameter=value" if "needs a value" in str(error) else str(error)
    return _unknown(call.name) if found is None else f"{call.text}: write parameter=value, as in sigma=10"


def _numbers(call: ItemCall, kind: ItemKind | None) -> dict[str, Real]:
    same = kind.same if kind is not None else {}
    found: dict[str, Real] = {}
    order = kind.order if kind is not None else ()
    if len(call.positional) > len(order):
        takes = f"{call.name} takes {', '.join(order)}" if order else f"{call.text}: write parameter=value, as in sigma=10"
        raise AccountingError(takes)
    typed = [*zip(order, call.positional, strict=False), *call.given]
    for key, text in typed:
        plain = fold(key) if kind is not None else key
        plain = "sensitivity" if key == "Delta" and kind is not None and "sensitivity" in kind.order else plain
        plain = plain if kind is None or plain in kind.order else same.get(plain, plain)
        if kind is not None and plain not in kind.order:
            raise AccountingError(f"{call.name} has no parameter {key}; its parameters are {', '.join(order)}")
        if plain in found:
            raise AccountingError(f"{plain} is given twice in {call.text}")
        if text == UNKNOWN:
            raise AccountingError(f"{call.text} asks for a number by '?'; 'dpzoo solve' answers that")
        found[plain] = number(text, key)
    return found


def _built(name: str, call: ItemCall, given: Mapping[str, Real]) -> Part:
    kind = KINDS[name]
    missing = [p for p in kind.order if p not in given and p not in kind.optional]
    if missing:
        raise AccountingError(f"{call.name} needs a value of {' and '.join(missing)}, as in {name}({missing[0]}=…)")
    values: dict[str, Any] = {p: given.get(p, kind.optional.get(p)) for p in kind.order}
    for key, x in given.items():
        if x.infinite and key != "alpha":
            raise AccountingError(f"{key} is {x}; {call.name} needs a finite value")
    part = kind.build(call.text, **values)
    if name in SENSITIVE:
        by_loss = "epsilon" in given and name != "exponential"
        part = replace(part, sensitivity=values["sensitivity"], sensitivity_said="sensitivity" in given or by_loss)
    return part


def _combined(name: str, call: ItemCall, lookup: Lookup | None) -> list[Together]:
    order = COMBINING[name]
    given: dict[str, Real] = {}
    if len(call.positional) > len(order):
        raise AccountingError(f"{call.text}: {name} takes {', '.join(order) or 'no numbers'} and a mechanism")
    for key, text in [*zip(order, call.positional, strict=False), *call.given]:
        plain = COMBINING_SAME.get(fold(key), fold(key)) if fold(key) not in order else fold(key)
        if plain not in order:
            raise AccountingError(f"{name} has no parameter {key}; it takes {', '.join(order) or 'no numbers'} and a mechanism")
        if plain in given:
            raise AccountingError(f"{plain} is given twice in {call.text}")
        if text == UNKNOWN:
            raise AccountingError(f"{call.text} asks for a number by '?'; 'dpzoo solve' answers that")
        given[plain] = number(text, key)
    inside = [[_repeat(w, count(t)) for w in _ways(c, lookup)] for c, t in call.inner]
    if name == "shuffle":
        return [((_shuffled(call, given, inside), 1),)]
    if not inside:
        raise AccountingError(f"{name} needs a mechanism inside, as in {EXAMPLES[name]}")
    if name == "compose":
        return _crossed(inside)
    if name == "parallel":
        return list(dict.fromkeys(itertools.chain(*inside)))
    if name == "replace":
        return _replaced(call, inside)
    if len(inside) > 1:
        raise AccountingError(f"{name} takes one mechanism; put several into compose(…), as in {name}(…, compose(…, …))")
    (options,) = inside
    if name in {"group", "user"}:
        size = whole(_need(given, order[0], call), order[0], 1, 10**6)
        to = USER if name == "user" else None
        return [tuple((made.group(p, size, call.text, to), n) for p, n in w) for w in options]
    rate = _rate(name, given, call)
    step = made.sampled if name == "poisson" else made.without_replacement
    return [((step(_single(w, call), rate, call.text), 1),) for w in options]


EXAMPLES: Final = {
    "poisson": "poisson(q=0.01, gaussian(sigma=1))",
    "subsample": "subsample(q=0.01, gaussian(sigma=1))",
    "group": "group(k=3, gaussian(sigma=10))",
    "user": "user(m=3, gaussian(sigma=10))",
    "replace": "replace(gaussian(sigma=10))",
    "shuffle": "shuffle(n=10000, epsilon=1)",
    "parallel": "parallel(laplace(b=1), laplace(b=2))",
    "compose": "compose(laplace(b=1), laplace(b=2))",
}


def _need(given: Mapping[str, Real], name: str, call: ItemCall) -> Real:
    if name not in given:
        raise AccountingError(f"{call.name} needs a value of {name}")
    return given[name]


def _rate(name: str, given: Mapping[str, Real], call: ItemCall) -> Real:
    if name == "subsample" and "q" not in given:
        if not {"m", "n"} <= given.keys():
            raise AccountingError("subsample needs the fraction q that is sampled, or m and n: m records of n")
        return fraction(given["m"] / positive(given["n"], "n"), "m/n")
    if name == "subsample" and len(given) > 1:
        raise AccountingError("subsample needs the fraction q or m and n, not both")
    return fraction(_need(given, "q", call), "q")


def _single(together: Together, call: ItemCall) -> Part:
    """One part that represents all of them: everything that runs on a sample sees the same sample."""
    if len(together) == 1 and together[0][1] == 1:
        return together[0][0]
    if all(p.gaussian is not None for p, _ in together):
        square: Real = ZERO
        for p, n in together:
            assert p.gaussian is not None
            square += p.gaussian * p.gaussian * n
        first = together[0][0]
        return replace(made.shifted_normal(square.sqrt(), call.text), notion="", values=(), sensitivity=first.sensitivity)
    if all(p.pure is not None for p, _ in together):
        total: Real = ZERO
        for p, n in together:
            assert p.pure is not None
            total += p.pure * n
        return replace(made.pure(total, call.text), attained=False)
    raise AccountingError(
        f"{call.text}: what runs on one sample must be one mechanism, several Gaussian ones or several with pure DP"
    )


def _replaced(call: ItemCall, inside: Sequence[Sequence[Together]]) -> list[Together]:
    """A replaced record is one that leaves and one that comes: two steps, of which a partition sees each in one part."""
    options = list(itertools.chain(*inside))
    found: list[Together] = []
    for w in options:
        for p, _ in w:
            if p.neighbours not in {made.AS_GIVEN, ADD_OR_REMOVE, made.EITHER}:
                raise AccountingError(
                    f"replace goes from added or removed records to replaced ones, but {p.text} is for {p.neighbours}"
                )
        found.append(tuple((p if p.neighbours == made.EITHER else made.replaced(p, call.text), n) for p, n in w))
    if len(options) > 1:
        for a, b in itertools.combinations(options, 2):
            both = (*a, *b)
            if any(p.pairs is not None and p.pairs[0] is not p.pairs[1] for p, _ in both) or any(
                p.noise is not None and p.noise.rate < 1 for p, _ in both
            ):
                raise AccountingError(f"{call.text}: a record that moves between parts with sampling has no rule here")
            found.append(tuple((replace(p, neighbours=REPLACE), n) for p, n in both))
    return found


def _shuffled(call: ItemCall, given: Mapping[str, Real], inside: Sequence[Sequence[Together]]) -> Part:
    from dpzoo.mechanisms.accounting.shuffling import shuffled

    people = whole(_need(given, "n", call), "n", 1, 10**9)
    if ("epsilon" in given) == bool(inside):
        raise AccountingError(
            "shuffle needs the local loss epsilon or one local mechanism inside, as in shuffle(n=10000, epsilon=1)"
        )
    if "epsilon" in given:
        return shuffled(people, positive(given["epsilon"], "epsilon"), call.text)
    if len(inside) != 1 or len(inside[0]) != 1:
        raise AccountingError("shuffle takes one local mechanism")
    part = _single(inside[0][0], call)
    if part.pure is None:
        raise AccountingError(f"shuffling is analysed for local mechanisms with pure DP, but {part.text} has none")
    return shuffled(people, part.pure, call.text)
