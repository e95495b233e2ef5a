"""Entries of the public registry of deployments: their notion and unit, what they add up to, and what is missing.

The registry's format (https://registry.opendp.org) leaves most fields to free text. Whatever an entry says, a report comes
out; what cannot be placed says why.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from dpzoo.expressions import EvaluationError, ExpressionError, parse
from dpzoo.loading.yaml_document import read_document
from dpzoo.meaning.errors import MeaningError
from dpzoo.numbers.decimals import outward
from dpzoo.relations.guarantees import GuaranteeError
from dpzoo.relations.repeating import repeated

if TYPE_CHECKING:
    from dpzoo.zoo.zoo import Zoo

MAX_BYTES: Final = 1024 * 1024
DELTA: Final = 1e-6
"""At which ρ is read as (ε, δ) where the entry names no δ."""

_VARIANTS: Final[tuple[tuple[str, str], ...]] = (
    (r"(?:rho |ρ )?(?:zcdp|(?:zero )?concentrated)", "zero-concentrated-dp"),
    (r"(?:alpha epsilon |α ε )?(?:renyi|rdp)", "renyi-dp"),
    (r"(?:mu |μ )?(?:gaussian|gdp)", "gaussian-dp"),
    (r"(?:epsilon delta|ε δ|approx|approximate|adp)", "approximate-dp"),
    (r"(?:pure|local|ldp|(?:epsilon|ε)(?= dp| differential|$))", "epsilon-dp"),
)
_UNNAMED: Final = re.compile(
    r"(?:central )?(?:dp|differential privacy)|none|unknown|unspecified|n a"
    r"|not (?:stated|specified|said|known|disclosed|mentioned)"
)
_BEFORE: Final[Mapping[str, str]] = {
    "basic": "product",
    "dp_variant": "dp_flavor",
    "deployment_model": "model",
    "administrative": "resources",
}
"""What parts of an entry are called in older files of the registry."""
_NEEDED: Final[Mapping[str, tuple[str, ...]]] = {
    "epsilon-dp": ("epsilon",),
    "local-dp": ("epsilon",),
    "approximate-dp": ("epsilon", "delta"),
    "zero-concentrated-dp": ("rho",),
    "renyi-dp": ("alpha", "epsilon"),
    "gaussian-dp": ("mu",),
}
_PEOPLE: Final = re.compile(
    r"user|person|people|individual|member|account|client|device|subscriber|patient|customer|household|birth|student|pupil|child|"
    r"employee|worker|citizen|visitor|owner|respondent|resident|participant|voter|taxpayer|passenger|driver|rider|player|donor"
)
_ORGANISATIONS: Final = re.compile(r"establishment|company|business|entity|organi[sz]ation|institution|firm|employer|school|farm")
_EVENTS: Final = re.compile(
    r"event|action|record|interaction|report|visit|page|transaction|photo|message|click|impression|query|item|row|example|"
    r"sequence|contribution|session|trip|journey|tuple|word|token|unit"
)
_NUMBERS: Final[Mapping[str, int]] = {"two": 2, "other": 2, "three": 3, "four": 4, "six": 6, "ten": 10, "twelve": 12}
_COUNT: Final = rf"(?:(?P<count>\d{{1,4}}|{'|'.join(_NUMBERS)})[- ]?)?"
_MONTH, _QUARTER = 365 / 12, 365 / 4
_PERIODS: Final[Mapping[str, float]] = {
    r"quarter[- ]day": 1 / 4,
    r"minutes?": 1 / 1440,
    r"hours?|hourly": 1 / 24,
    r"days?|daily|nightly": 1.0,
    r"weeks?|weekly": 7.0,
    r"fortnight(?:ly)?": 14.0,
    r"months?|monthly": _MONTH,
    r"quarters?|quarterly": _QUARTER,
    r"semi-?annual(?:ly)?|half-?year(?:ly)?": 365 / 2,
    r"years?|yearly|annual(?:ly)?": 365.0,
}
_WORDS: Final = "|".join(_PERIODS)
_PERIOD: Final = re.compile(rf"\b{_COUNT}(?P<unit>{_WORDS})\b")
_WITHIN: Final = re.compile(rf"\b(?:per|each|every|in|one|an?|any|single|same|calendar)[ ]{_COUNT}(?:{_WORDS})\b")
"""How a sentence says that the unit is what falls into a period."""
_AGAIN: Final = re.compile(
    rf"\b(?:hourly|daily|nightly|weekly|fortnightly|monthly|quarterly|yearly|(?:semi-?)?annual(?:ly)?|\d{{1,4}}[ ]hours"
    rf"|(?:every|each|per)[ ]{_COUNT}(?:{_WORDS})|(?<=once[ ])an?[ ](?:{_WORDS}))\b"
)
"""How free text says that something is released again and again."""
_LIMIT: Final = re.compile(r"(at most|no more than|only) (once|\w+ times?)[^.;]{0,20}$")
_POWERS: Final = str.maketrans("⁻⁰¹²³⁴⁵⁶⁷⁸⁹", "-0123456789")
_SPOKEN: Final = (
    (r"\\[()]|[$]|^\s*(?:epsilon|delta|rho|mu|alpha|[εδρμα])\s*(?==|≤|<)", ""),
    (r"^\s*(?:=|≤|<=?|at most|up to)", ""),
    ("[−–]", "-"),
    (r"\\times|\\cdot|[×·]|(?<=[\d ])x(?= ?10\b)", "*"),
    (r"\^", "**"),
    (r"\bln\b", "log"),
    (r"[{]", "("),
    (r"[}]", ")"),
)
"""Ways to write a number, and what is evaluated for them; a bound from above stands for the number that it names."""


@dataclass(frozen=True, slots=True)
class Sum:
    """What releases over so many days add up to, by the notion's own rule."""

    days: int
    releases: int
    values: Mapping[str, float]
    """Empty where nothing is promised any more, since δ would reach 1."""
    of: str
    """Whose data are meant, and what the sum takes for granted."""


@dataclass(frozen=True, slots=True)
class RegistryReport:
    """What dpzoo reads in an entry. ``placed`` is false where no notion could be found, and ``why`` says so."""

    file: str
    read: bool = False
    """Whether the file is an entry at all."""
    placed: bool = False
    why: str | None = None
    slug: str | None = None
    name: str | None = None
    curators: tuple[str, ...] = ()
    date: str | None = None
    model: str | None = None
    variant: str | None = None
    notion: str | None = None
    guarantee: str | None = None
    values: Mapping[str, float] = field(default_factory=dict)
    unit: str | None = None
    unit_kind: str = "not said"
    """``person``, ``organisation`` or ``event``, each also with ``in a period``; ``not recognised`` or ``not said``."""
    period_days: float | None = None
    adds_up: tuple[Sum, ...] = ()
    converted: Mapping[str, float] = field(default_factory=dict)
    """The best possible ε of an answer in another notion, at the δ beside it."""
    believes: tuple[str, ...] = ()
    missing: tuple[str, ...] = ()
    inconsistent: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()

    def data(self) -> dict[str, Any]:
        """The report for other programs."""
        return asdict(self)


def registry_files(paths: Sequence[Path]) -> Iterator[Path]:
    """The files themselves, and those of folders whose names end in .yaml or .yml, in a fixed order."""
    for path in paths:
        if path.is_dir():
            yield from sorted(p for p in path.rglob("*") if p.suffix in {".yaml", ".yml"} and p.is_file())
        else:
            yield path


def registry_reports(zoo: Zoo, paths: Sequence[Path]) -> list[RegistryReport]:
    """A report on each entry; entries that share an address say so."""
    reports = [_report(zoo, path) for path in registry_files(paths)]
    for i, one in enumerate(reports):
        others = [r.file for j, r in enumerate(reports) if j != i and one.slug is not None and r.slug == one.slug]
        if others:
            said = f"its url_slug is also that of {', '.join(others)}"
            reports[i] = replace(one, inconsistent=(*one.inconsistent, said))
    return reports


def _report(zoo: Zoo, path: Path) -> RegistryReport:
    blank = RegistryReport(path.name)
    try:
        with path.open("rb") as stream:
            data = stream.read(MAX_BYTES + 1)
    except OSError as error:
        return replace(blank, why=f"the file cannot be read ({error.strerror or error})")
    if len(data) > MAX_BYTES:
        return replace(blank, why=f"the file is larger than {MAX_BYTES // 1024} KiB, which no entry is")
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return replace(blank, why="the file is not UTF-8 text")
    entry, _, findings = read_document(text, Path(path.name))
    if not isinstance(entry, dict):
        if not findings:
            return replace(blank, why="the file is not an entry of the registry, which is a mapping")
        line = findings[0].location.line
        return replace(blank, why=f"the file cannot be read: {f'line {line}, ' if line else ''}{findings[0].message}")
    return _read(zoo, replace(blank, read=True, notes=tuple(f"line {f.location.line}: {f.message}" for f in findings)), entry)


def _read(zoo: Zoo, report: RegistryReport, entry: Mapping[str, Any]) -> RegistryReport:
    deployment = _mapping(entry, "deployment")
    basic, loss = _mapping(deployment, "basic"), _mapping(deployment, "privacy_loss")
    model, named = _mapping(deployment, "deployment_model"), _mapping(deployment, "dp_variant")
    variant = _text(named.get("variant_name", named.get("name")))
    details = _text(model.get("release_type_details", model.get("release_type_description")))
    if variant is not None and _UNNAMED.fullmatch(_key(variant)):
        variant = None
    curators = basic.get("data_curators")
    curators = [curators] if isinstance(curators, str) and curators.strip() else curators
    unit = _text(loss.get("privacy_unit"))
    kind, period = _unit(unit)
    many = (_text(model.get("release_type")) or "").casefold().startswith("many")
    several = unit is not None and ";" in unit
    own_period = period is not None
    period = period if own_period else (_again(details) if many else None)
    report = replace(
        report,
        slug=_text(entry.get("url_slug")),
        name=_text(basic.get("name")),
        curators=tuple(_curator(c) for c in curators) if isinstance(curators, list) else (),
        date=_text(basic.get("publication_date")),
        model=_text(model.get("model_name")),
        variant=variant,
        unit=unit,
        unit_kind=kind,
        period_days=period,
    )
    recorded = next((d.id for d in zoo.deployments.values() if report.slug in d.record.registry), None)
    if recorded is not None:
        report = replace(report, notes=(*report.notes, f"dpzoo's own record of it is {recorded}"))
    values, odd = _values(loss.get("privacy_parameters"))
    if not many and (again := _again(details)) is not None:
        odd.append(f"it is called one release, but its details speak of one {every(again)}")
    if several:
        odd.append("it names several privacy units and one set of parameters")
    if report.date is not None and not _is_date(report.date):
        odd.append(f"its publication_date is {report.date[:40]!r}, which is not a date such as 2024-01-31")
    if not 0 <= values.get("delta", 0) < 1:
        odd.append(f"δ = {values.pop('delta'):g} is not a probability below 1")
    report = replace(report, notes=(*report.notes, *_remarks(report.model, loss)))
    missing = list(_missing(entry, deployment, report, values, many))
    notion, wrong, note = _notion(variant, report.model, values)
    if notion is None:
        return replace(report, values=values, why=note, missing=tuple(missing), inconsistent=(*odd, *wrong))
    needed = _NEEDED[notion]
    lacking = [n for n in needed if n not in values]
    missing += [f"{n}, which {zoo[notion].name} needs" for n in lacking]
    notes = (*report.notes, *([note] if note else []))
    own = {n: values[n] for n in needed if n in values}
    domains = {n: p.domain for n, p in zoo[notion].record.parameters.items()}
    bad = [f"{n} = {v:g} is outside {domains[n]}" for n, v in own.items() if not _legal(zoo, notion, n, v)]
    report = replace(report, notion=notion, values=own, missing=tuple(missing), inconsistent=(*odd, *wrong, *bad), notes=notes)
    if lacking:
        return replace(
            report,
            why=f"the notion is {zoo[notion].name}, and not all of its parameters are stated as numbers",
        )
    if bad:
        return replace(report, why="its numbers are not legal")
    if notion == "zero-concentrated-dp":
        own = {"xi": 0.0, **own}
    said = f"{notion}({', '.join(f'{k}={v!r}' for k, v in own.items())})"
    report = replace(report, placed=True, guarantee=said, values=own)
    converted = _converted(zoo, said, notion, values)
    if converted and not values.get("delta"):
        notes = (*notes, f"the δ = {DELTA:g} of the conversion is chosen here; the entry names none")
    return replace(
        report,
        notes=notes,
        adds_up=_sums(zoo, notion, own, period, _whose(kind, own_period)) if (many or own_period) and not several else (),
        converted=converted,
        believes=_believes(zoo, said),
        inconsistent=(*report.inconsistent, *_contradictions(notion, values, converted)),
    )


def _notion(variant: str | None, model: str | None, values: Mapping[str, float]) -> tuple[str | None, list[str], str | None]:
    """The notion, what the entry says against it, and a remark (or why there is none)."""
    key = _key(variant)
    found = next((n for words, n in _VARIANTS if re.match(rf"(?:{words})\b", key)), None)
    local = (model or "").casefold().startswith("local") or re.match(r"local|ldp\b", key) is not None
    wrong: list[str] = []
    note = None
    pair = {"epsilon", "delta"} <= values.keys()
    if found is not None and pair and (lacks := [n for n in _NEEDED[found] if n not in values]):
        wrong.append(f"it is called {variant}, but gives ε and δ and no {' and '.join(lacks)}; it is read as approximate DP")
        found = "approximate-dp"
    if found is None and variant and "custom" not in key and key:
        return None, [], f"its variant, {variant[:60]!r}, is not one that dpzoo knows from the registry"
    if found is None and key:
        return None, [], "its variant is custom; the registry asks for the relation in words, which a program cannot place"
    if found is None:
        guess = "zero-concentrated-dp" if "rho" in values else "approximate-dp" if values.get("delta") else "epsilon-dp"
        if not values.keys() & {"rho", "epsilon"}:
            return None, [], "it names no variant of differential privacy and no number"
        found, note = guess, "it names no variant; the notion is read from the parameters"
    if found == "epsilon-dp" and values.get("delta"):
        wrong.append(f"it is called {variant or 'pure'}, yet δ = {values['delta']:g}; it is read as approximate DP")
        found = "approximate-dp"
    if found == "approximate-dp" and values.get("delta") == 0:
        note = "δ is 0, so this is pure DP"
    if local and found == "epsilon-dp":
        found, note = "local-dp", note or "the model is local, so each client's report is protected"
    elif local:
        note = note or "the model is local: the two datasets compared are two values of one client"
    return found, wrong, note


def _values(given: Any) -> tuple[dict[str, float], list[str]]:
    """The parameters as numbers, and whatever is odd about them."""
    if given is None:
        return {}, []
    if not isinstance(given, Mapping):
        return {}, ["its privacy_parameters are not a mapping of names to numbers"]
    found, odd = {}, []
    for name, value in given.items():
        key = {"ε": "epsilon", "δ": "delta", "ρ": "rho", "μ": "mu", "α": "alpha"}.get(str(name), str(name).casefold())
        number = _number(value)
        if value is None or value == "":
            continue
        if number is None:
            odd.append(f"{name} is {str(value)[:40]!r}, which is not a number")
        else:
            found[key] = number
    return found, odd


def _number(value: Any) -> float | None:
    """A number, or a text that states one, such as "10^-6" or "ln 3"; sums and ranges state none."""
    if isinstance(value, bool):
        return None
    if isinstance(value, int | float):
        try:
            number = float(value)
        except OverflowError:
            return None
        return number if math.isfinite(number) else None
    if not isinstance(value, str) or len(value) > 60:
        return None
    text = re.sub(r"(?<=\d)[⁻⁰¹²³⁴⁵⁶⁷⁸⁹]+", lambda m: "**" + m[0].translate(_POWERS), value.casefold())
    for written, meant in _SPOKEN:
        text = re.sub(written, meant, text)
    if re.search(r"[\d)]\s*[-+]", re.sub(r"\de[-+]?\d+", "1", text)):
        return None
    try:
        number = parse(re.sub(r"\blog\s+(\S+)", r"log(\1)", text.strip())).evaluate({})
    except (ExpressionError, EvaluationError):
        return None
    return number if math.isfinite(number) else None


def _unit(text: str | None) -> tuple[str, float | None]:
    """What kind of unit a text names, and its period; of several units the first, without a period where they differ."""
    if not text:
        return "not said", None
    found = [_one_unit(part) for part in text.casefold().split(";") if part.strip()] or [("not recognised", None)]
    kind, period = found[0]
    period = period if all(p == period for _, p in found) else None
    return (kind if period is None or kind == "not recognised" else f"{kind} in a period"), period


def _one_unit(text: str) -> tuple[str, float | None]:
    outside = re.sub(r"[(][^)]*[)]", " ", text)
    text = outside if outside.strip() else text
    if re.search(r"lifetime|for ever|all time|entire", text):
        period = None
    elif len(text.split()) <= 5:
        period = _period(text)
    else:
        within = _WITHIN.search(text)
        period = None if within is None else _period(within[0])
    kinds = (("person", _PEOPLE), ("organisation", _ORGANISATIONS), ("event", _EVENTS))
    who = next((kind for kind, words in kinds if words.search(text)), "not recognised")
    if who == "person" and any(_EVENTS.fullmatch(word) for word in _compound(text)):
        who = "event"  # "user-trip-level" is a trip
    return who, period


def _compound(text: str) -> list[str]:
    """The words of a label such as "user-trip-level", and none of a sentence."""
    words = re.split(r"[\s-]+", text.strip().removesuffix("-level").removesuffix(" level"))
    return [w for w in words if w != "unit"] if len(words) <= 4 else []


def _period(text: str | None) -> float | None:
    """The first period that a text names, in days."""
    match = _PERIOD.search((text or "").casefold())
    if match is None:
        return None
    days = next(days for words, days in _PERIODS.items() if re.fullmatch(words, match["unit"]))
    count = match["count"] or "1"
    return (int(count) if count.isdigit() else _NUMBERS[count]) * days or None


def _again(text: str | None) -> float | None:
    """The period of releases that free text speaks of; how often somebody may take part is another matter."""
    lower = (text or "").casefold()
    match = next((m for m in _AGAIN.finditer(lower) if not _LIMIT.search(lower[: m.start()])), None)
    return None if match is None else _period(match[0])


def every(days: float) -> str:
    """A period in words: every day, every 6 hours, every month."""
    for unit, name in ((365.0, "year"), (_QUARTER, "quarter"), (_MONTH, "month"), (7.0, "week"), (1.0, "day"), (1 / 24, "hour")):
        count = round(days / unit)
        if count and (count == 1 or name != "quarter") and math.isclose(days, count * unit):
            return f"every {name}" if count == 1 else f"every {count} {name}s"
    return f"every {days * 1440:.4g} minutes"


def _curator(given: Any) -> str:
    """A name, or a mapping with one, as drafts of the registry's next format have it."""
    return str(given.get("data_curator_name") or "?") if isinstance(given, Mapping) else str(given)


def _is_date(text: str) -> bool:
    try:
        date.fromisoformat(text)
    except ValueError:
        return False
    return True


def _key(variant: str | None) -> str:
    return " ".join(re.findall(r"[a-zα-ω]+", (variant or "").casefold().replace("é", "e")))


def _remarks(model: str | None, loss: Mapping[str, Any]) -> Iterator[str]:
    if (model or "").casefold().startswith("shuffl"):
        yield "the model is shuffled: this holds for what leaves the shuffler; the shuffler itself sees single reports"
    if _text(loss.get("privacy_parameters_details")):
        yield "its privacy_parameters_details say more of the parameters, in words that are not read here"


def _whose(kind: str, own_period: bool) -> str:
    if own_period:
        return "for somebody in the data of all these periods"
    one = "with one event in every release" if kind == "event" else "in every release"
    return f"for somebody {one}, if the parameters are those of one release"


def _missing(
    entry: Mapping[str, Any], deployment: Mapping[str, Any], report: RegistryReport, values: Mapping[str, float], many: bool
) -> Iterator[str]:
    for key, value in (("url_slug", report.slug), ("name", report.name), ("publication_date", report.date)):
        if not value:
            yield key
    if not report.curators:
        yield "data_curators"
    if report.variant is None:
        yield "the variant of differential privacy"
    if not values:
        yield "the privacy parameters as numbers"
    if report.unit_kind in {"not said", "not recognised"}:
        yield "the privacy unit" + (f" in known words (it says {report.unit!r})" if report.unit else "")
    if many and report.period_days is None:
        yield "how often it is released"
    composed = (_mapping(deployment, key).get("composition") for key in ("accounting", "implementation"))
    if many and not any(map(_text, composed)):
        yield "how the releases compose"
    about = _mapping(deployment, "administrative")
    if not _text(about.get("sources")) and not about.get("evidence_sources"):
        yield "sources"
    if 3 in (entry.get("tier"), about.get("tier")) and not _text(_mapping(deployment, "implementation").get("mechanisms")):
        yield "the mechanisms, which tier 3 asks for"


def _legal(zoo: Zoo, notion: str, name: str, value: float) -> bool:
    domain = zoo[notion].record.parameters[name].domain_constraint
    return domain is None or bool(domain.holds({name: value}))


def _sums(zoo: Zoo, notion: str, values: Mapping[str, float], period: float | None, whose: str) -> tuple[Sum, ...]:
    home = "epsilon-dp" if notion == "local-dp" else notion
    rule = zoo[home].composition.rule
    if period is None or not rule:
        return ()
    found = []
    for days in (30, 365):
        times = max(1, math.ceil(days / period - 1e-9))
        try:
            total = repeated(rule, zoo[home].record, values, times)
        except EvaluationError:
            continue
        found.append(Sum(days, times, total if total.get("delta", 0) < 1 else {}, whose))
    return tuple(found)


def _converted(zoo: Zoo, guarantee: str, notion: str, values: Mapping[str, float]) -> dict[str, float]:
    """The best possible ε at the stated δ, or at 10⁻⁶, of what is not stated in ε."""
    if notion not in {"zero-concentrated-dp", "renyi-dp", "gaussian-dp"}:
        return {}
    delta = values.get("delta") or DELTA
    try:
        optimum = zoo.optimal(guarantee, "approximate-dp", delta=delta)
    except (GuaranteeError, ValueError):
        return {}
    return {"epsilon": float(optimum.upper), "delta": delta} if math.isfinite(float(optimum.upper)) else {}


def _contradictions(notion: str, values: Mapping[str, float], converted: Mapping[str, float]) -> list[str]:
    found = []
    stated, best = values.get("epsilon"), converted.get("epsilon")
    if notion == "zero-concentrated-dp" and stated is not None and best is not None and values.get("delta"):
        at, rho = f"it states ε = {stated:g} at δ = {values['delta']:g}", values["rho"]
        usual = rho + 2 * math.sqrt(rho * math.log(1 / values["delta"]))  # BS16
        if stated < best * (1 - 1e-3):  # what is stated is rounded
            found.append(f"{at}, and ρ alone gives no less than {outward(best, -1, 4)}; the mechanism may do better")
        elif stated > usual * (1 + 1e-2):
            found.append(f"{at}, and ρ gives {outward(usual, 1, 4)} even by ρ + 2√(ρ ln(1/δ)); they are not of the same thing")
    if values.get("delta", 0) > 1e-3:
        found.append(f"δ = {values['delta']:g} would allow publishing about one record in {1 / values['delta']:,.0f}")
    return found


def _believes(zoo: Zoo, guarantee: str) -> tuple[str, ...]:
    text = guarantee.replace("local-dp(", "epsilon-dp(")
    try:
        return tuple(zoo.meaning(text).sentences[:2])
    except (MeaningError, GuaranteeError, ValueError):
        return ()


def _mapping(given: Any, key: str) -> Mapping[str, Any]:
    found = given.get(key, given.get(_BEFORE.get(key, key))) if isinstance(given, Mapping) else None
    return found if isinstance(found, Mapping) else {}


def _text(given: Any) -> str | None:
    if given is None or isinstance(given, dict | list):
        return None
    return " ".join(str(given).split()) or None
