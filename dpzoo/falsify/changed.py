"""Attack changed claims, each for a limited time, and report broken ones as findings at their lines."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator

from joblib import cpu_count

from dpzoo.falsify.attackable import targets
from dpzoo.falsify.campaign import MANY_TRIALS, PATIENCE, Report, campaign
from dpzoo.falsify.printing import in_words
from dpzoo.falsify.trials import Target
from dpzoo.records.enums import Property, Verdict
from dpzoo.records.findings import Finding
from dpzoo.records.knowledge_base import KnowledgeBase
from dpzoo.relations.claims import claims
from dpzoo.zoo.zoo import Zoo


def attack_claims(
    base: KnowledgeBase,
    ids: Collection[str],
    seconds: float = PATIENCE,
    progress: Callable[[int, int], None] | None = None,
    *,
    trials: int = MANY_TRIALS,
    seed: int = 0,
) -> Report:
    """Attack those of the claims and verdicts ``ids`` that run, each for so many seconds; the report says why others do not."""
    chosen: list[Target] = []
    skipped: dict[str, str] = {}
    for found in targets(Zoo(base), ids):
        if isinstance(found, Target):
            chosen.append(found)
        else:
            skipped[found[0]] = found[1]
    for left in sorted(set(ids) - {t.id for t in chosen} - skipped.keys()):
        skipped[left] = _why_not(base, left)
    jobs = min(len(chosen), cpu_count()) or 1
    return campaign(
        chosen, trials=trials, seed=seed, jobs=jobs, seconds=seconds, skipped=sorted(skipped.items()), progress=progress
    )


def _why_not(base: KnowledgeBase, id: str) -> str:
    subject, _, rest = id.partition("/")
    if rest in {p.value for p in Property} and subject in base.notions:
        verdict = base.notions[subject].record.property_claim(Property(rest)).verdict
        return "it says that something fails, which a witness shows" if verdict is Verdict.FAILS else "the verdict is open"
    claim = next((c for c in claims(base) if c.id == id), None)
    if claim is None:
        return "it is no longer there"
    if claim.disputed:
        return "an erratum disputes it"
    if claim.kind.negative:
        return "it says that something fails, which a witness shows"
    return "it has no map, so that it says nothing about parameters"


def refutations(base: KnowledgeBase, report: Report) -> Iterator[Finding]:
    """A finding for each claim that broke, at its line, with the counterexample in one line."""
    places = {c.id: c.location for c in claims(base)}
    for broken in report.broken:
        assert broken.counterexample is not None
        subject, _, rest = broken.target.partition("/")
        path = ("composition",) if rest == Property.COMPOSITION.value else ("axioms", rest)
        place = places.get(broken.target) or base.notions[subject].locate(*path, "verdict")
        _, _, *lines = in_words(broken.counterexample)
        how = "a counterexample" if broken.counterexample.certified else "a counterexample (numeric, not certified)"
        shown = "; ".join(" ".join(line.split()) for line in lines).replace(":;", ":")
        yield Finding(place, "refuted", f"{how}: {shown}; 'dpzoo falsify {broken.target}' shows it in full")
