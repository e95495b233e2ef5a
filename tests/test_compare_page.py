"""The page that compares two notions says what the engine says, and a reader finds the reasons there."""

from __future__ import annotations

import itertools
import json
import math
import random
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from conftest import Watched, bare_engine, calculated
from markupsafe import Markup
from playwright.sync_api import Page, expect
from py_mini_racer import MiniRacer

import dpzoo
from dpzoo.records.enums import RelationKind
from dpzoo.relations.facts import ORDERS, Answer, Decision, Derivation, Fact
from dpzoo.relations.ways import all_numeric
from dpzoo.site import verdicts
from dpzoo.site.comparing import MOST_PAIRS, pairs
from dpzoo.site.illustrations import illustration
from dpzoo.site.labels import familiar
from dpzoo.site.relation_data import claims_data, script
from dpzoo.zoo.zoo import Zoo

K = RelationKind


@pytest.fixture(scope="module")
def engine(zoo: Zoo) -> Iterator[MiniRacer]:
    """The browser's inference in a bare engine, over the claims of the base."""
    racer = bare_engine("derivation", "verdict")
    racer.eval(script("claims", claims_data(zoo)))
    yield racer
    racer.close()


def decided(engine: MiniRacer, questions: list[tuple[RelationKind, str, str]]) -> list[dict[str, Any]]:
    text = engine.eval(f"JSON.stringify({json.dumps(questions)}.map((q) => dpzoo.decide(...q)))")
    return list(json.loads(str(text)))


def shape(derivation: Derivation | None, names: list[str]) -> list[Any] | None:
    """A derivation as the browser writes it."""
    if derivation is None:
        return None
    steps = []
    for s in derivation.steps:
        fact = s.conclusion
        assert isinstance(fact, Fact)
        conditions = sorted(names.index(c) for c in fact.conditions)
        claim = s.claim.id if s.claim is not None else None
        steps.append([fact.kind.value, fact.subject, fact.object, conditions, s.rule.value, list(s.premises), claim])
    return steps


def theirs(derivation: list[dict[str, Any]] | None) -> list[Any] | None:
    if derivation is None:
        return None
    keys = ("kind", "subject", "object", "conditions", "rule", "premises")
    return [[*(s[k] for k in keys), s["claim"]["id"] if s["claim"] else None] for s in derivation]


def sample(zoo: Zoo) -> list[Decision]:
    """The three orders of 300 random ordered pairs, and 40 pairs of every answer to every order."""
    chance = random.Random(2026)
    pairs = list(itertools.permutations(zoo, 2))
    chance.shuffle(pairs)
    chosen = [(k, a, b) for a, b in pairs[:300] for k in ORDERS]
    for kind in ORDERS:
        wanted = dict.fromkeys(Answer, 40)
        for a, b in pairs[:9000]:
            answer = zoo.inference.answer(kind, a, b)
            if wanted[answer]:
                wanted[answer] -= 1
                chosen.append((kind, a, b))
    return [zoo.inference.decide(*q) for q in dict.fromkeys(chosen)]


def test_the_browser_decides_as_the_engine_does(zoo: Zoo, engine: MiniRacer) -> None:
    """Answers, derivations step by step, and every minimal set of conditions, for 300 pairs and every kind of answer."""
    names = [c[0] for c in claims_data(zoo)["conditions"]]
    ours = sample(zoo)
    found = decided(engine, [(d.kind, d.subject, d.object) for d in ours])
    assert {d.answer for d in ours} == set(Answer)
    for decision, other in zip(ours, found, strict=True):
        where = (decision.kind, decision.subject, decision.object)
        assert other["answer"] == decision.answer.value, where
        assert theirs(other["derivation"]) == shape(decision.derivation, names), where
        assert [theirs(u) for u in other["under"]] == [shape(u, names) for u in decision.under], where


def written(zoo: Zoo, said: verdicts.Sentence) -> list[Any]:
    """A sentence as the browser writes it: its word, its parts, and the claim whose argument stands beside it."""
    parts: list[Any] = []
    for p in said.parts:
        match p:
            case str():
                parts.append(p)
            case verdicts.NotionPart():
                parts.append(["notion", p.id])
            case verdicts.FormulaPart():
                parts.append(["formula", p.claim.id, p.start, p.end])
            case verdicts.Where():
                parts.append(["where", sorted(p.fact.conditions)])
    return [said.word, parts, said.telling and said.telling.id]


def test_the_browser_says_it_in_the_same_words(zoo: Zoo, engine: MiniRacer) -> None:
    """The sentence of every ordered pair of notions that people use, and of 300 others."""
    chance = random.Random(11)
    used = [n.id for n in zoo.values() if n.record.landmark]
    others = list(itertools.permutations(zoo, 2))
    chance.shuffle(others)
    asked = [*itertools.permutations(used, 2), *others[:300]]
    preference = verdicts.preferred(zoo)
    ours = [written(zoo, verdicts.sentence(preference, a, b, zoo.compare(a, b).forward)) for a, b in asked]
    engine.eval("""const plain = (p) => typeof p === "string" ? p : p.notion ? ["notion", p.notion]
      : p.formula ? ["formula", p.formula.id, p.start, p.end]
      : ["where", p.where.conditions.map((c) => dpzoo.claims.conditions[c][0]).sort()];
    const written = (a, b) => {
      const said = dpzoo.sentence(a, b, ["stronger_than", "implies", "special_case_of"].map((kind) => dpzoo.decide(kind, a, b)));
      return [said.word, said.parts.map(plain), said.telling ? said.telling.id : null];
    };""")
    theirs = json.loads(str(engine.eval(f"JSON.stringify({json.dumps(asked)}.map((pair) => written(...pair)))")))
    for pair, one, other in zip(asked, ours, theirs, strict=True):
        assert one == other, pair
    assert {one[0] for one in ours} == {"Yes", "Yes, but", "No", "In general no", "Not in full", "Not known", "Different data"}


def test_every_verdict_between_notions_that_people_use_has_its_reason(zoo: Zoo) -> None:
    """A formula, or an argument in few words; nothing is said of pairs that nobody has decided, and only of these."""
    preference = verdicts.preferred(zoo)
    told = verdicts.told(zoo, preference)
    for a, b in itertools.permutations([n.id for n in zoo.values() if n.record.landmark], 2):
        said = verdicts.sentence(preference, a, b, zoo.compare(a, b).forward)
        if said.word in ("Not known", "Different data"):
            assert not said.claims
        elif said.telling is not None:
            argument = verdicts.argument(told[said.telling.id])
            assert argument is not None, (a, b)
            assert argument.lemmas or len(verdicts.brief(argument.proof or "")[0]) <= 2 * verdicts.BRIEF, (a, b)
        else:
            assert sum(isinstance(p, verdicts.FormulaPart) for p in said.parts) != 1, (a, b)  # a chain names its steps


@pytest.mark.parametrize(
    ("first", "second", "said"),
    [
        ("epsilon-dp", "zero-concentrated-dp", "ε-DP with ε = 1 gives zCDP with ξ = 0 and ρ = 0.4622."),  # tanh(1/2) = 0.46212
        ("unbounded-dp", "bounded-dp", "Unbounded DP with ε = 1 gives Bounded DP with ε = 2."),  # a removal, then an addition
        ("gaussian-dp", "f-dp", "any test with 5 % false alarms misses at least 74 %."),  # Φ(Φ⁻¹(0.95) - 1) = 0.7405
        (
            "approximate-dp",
            "total-variation-privacy",
            "Total variation privacy with ε = 0.4622.",
        ),  # tanh(1/2) + …
        ("approximate-dp", "epsilon-dp", ""),
    ],
)
def test_a_verdict_has_an_example_that_is_true(zoo: Zoo, first: str, second: str, said: str) -> None:
    found = illustration(zoo, zoo[first], zoo[second])
    assert found.endswith(said)
    assert bool(found) is bool(said)


def test_every_yes_between_notions_that_numbers_describe_has_an_example(zoo: Zoo) -> None:
    used = [n for n in zoo.values() if n.record.landmark and n.record.quantitative and all_numeric(n.record)]
    given = [p for p in itertools.permutations(used, 2) if zoo.inference.answer(K.IMPLIES, p[0].id, p[1].id) is Answer.YES]
    without = [(a.id, b.id) for a, b in given if not illustration(zoo, a, b)]
    assert len(given) > 80
    assert without == []


def test_no_two_notions_are_called_the_same(zoo: Zoo) -> None:
    called = [familiar(n) for n in zoo.values()]
    assert len(set(called)) == len(called)


def test_the_formula_of_a_verdict_is_the_tight_one(zoo: Zoo) -> None:
    """Pure to concentrated DP is ε tanh(ε/2), Harrison & Manurangsi's; ε²/2 is recorded, too."""
    preference = verdicts.preferred(zoo)
    said = verdicts.sentence(preference, "epsilon-dp", "zero-concentrated-dp", zoo.compare("epsilon-dp", "zCDP").forward)
    (formula,) = [p for p in said.parts if isinstance(p, verdicts.FormulaPart)]
    assert formula.claim.relation.map is not None
    assert formula.claim.relation.map["rho"].evaluate({"epsilon": 2.0}) == pytest.approx(2 * math.tanh(1))


def test_a_claim_leads_to_where_it_stands(zoo: Zoo, engine: MiniRacer) -> None:
    from dpzoo.site.links import claim_page

    (found,) = decided(engine, [(K.STRONGER_THAN, "renyi-dp", "approximate-dp")])
    (claim,) = [s["claim"] for s in found["derivation"] if s["claim"]]
    assert claim["page"] == claim_page(next(c for c in zoo.claims if c.id == claim["id"]))


def test_conditions_that_exclude_each_other_give_nothing_in_the_browser_either(sound: Path) -> None:
    """At a fixed size no dataset loses a record: a claim, or a path, that needs both is no reason for anything."""
    claims = [
        ("combined/noiseless", "probabilistic", "fixed-dataset-size"),
        ("combined/noiseless", "pure", "fixed-dataset-size, removal-closed"),
        ("quantification/probabilistic", "pure", "removal-closed"),
    ]
    for place, other, given in claims:
        path = sound / f"{place}.yaml"
        added = f"\nrelations:\n  - implies: {other}\n    given: [{given}]\n    evidence: [{{proof: Made up for the test.}}]"
        path.write_text(path.read_text("utf-8").replace("\nrelations:", added), "utf-8")
    zoo = dpzoo.load(sound)
    racer = bare_engine("derivation")
    racer.eval(script("claims", claims_data(zoo)))
    questions = [(K.IMPLIES, "noiseless", "pure"), (K.IMPLIES, "noiseless", "probabilistic")]
    for question, found in zip(questions, decided(racer, questions), strict=True):
        ours = zoo.inference.decide(*question)
        assert (found["answer"], len(found["under"])) == (ours.answer.value, len(ours.under))
    assert [zoo.inference.answer(*q) for q in questions] == [Answer.OPEN, Answer.OPEN_BUT]
    racer.close()


@pytest.mark.parametrize("width", [390, 1280])
def test_does_renyi_imply_approximate(watched: Watched, site: Path, zoo: Zoo, width: int) -> None:
    """From disk: the verdict in words, the claim behind it, and the reader's own numbers."""
    page = watched.page
    page.set_viewport_size({"width": width, "height": 900})
    page.goto(f"{(site / 'compare.html').as_uri()}?a=renyi-dp&b=approximate-dp")
    calculated(page)
    expect(page.locator("[data-headline]")).to_have_text(
        "Rényi differential privacy is strictly stronger than Approximate differential privacy."
    )
    there = page.locator("section[data-from=renyi-dp]")
    expect(there.locator("[data-kind=implies] strong")).to_have_text("yes")
    expect(page.locator("section[data-from=approximate-dp] [data-kind=stronger_than] strong")).to_have_text("no")
    there.locator("summary").click()
    expect(there.get_by_role("link", name="claim", exact=True).first).to_have_attribute(
        "href", re.compile("^notions/renyi-dp.html#claim")
    )
    expect(there.locator("[data-said]")).to_contain_text("Yes. RDP gives (ε, δ)-DP with")
    back = page.locator("section[data-from=approximate-dp]")
    expect(back.locator("[data-said]")).to_contain_text(
        "(ε, δ)-DP does not give RDP: RDP gives Kullback–Leibler privacy, and (ε, δ)-DP does not."
    )
    expect(back.locator(".dz-reason")).to_contain_text("Publish the dataset with probability δ and nothing otherwise.")
    there.get_by_label("α", exact=True).fill("10")
    there.get_by_label("ε", exact=True).fill("0.5")
    epsilon = zoo.convert("renyi-dp(alpha=10, epsilon=0.5)", "approximate-dp", delta=1e-6)[0].target.values["epsilon"]
    shown = float(there.locator("[data-output] strong").first.inner_text().removeprefix("ε = "))
    assert epsilon <= shown <= epsilon * (1 + 1e-2)  # the pages in the browser know the recorded formulas
    there.get_by_label("α", exact=True).fill("0.5")
    expect(there.locator("[data-output]")).to_contain_text("outside the values")
    expect(page.locator("tr[data-row=standard]")).to_have_class("dz-differs")
    expect(page.locator("tr[data-row=domain]")).to_contain_text("alike")
    watched.is_quiet_and_fits("file:")


def test_a_pair_is_chosen_and_shared(watched: Watched, site: Path) -> None:
    """By any name; the address follows, back works, places change."""
    page = watched.page
    page.goto(f"{(site / 'compare.html').as_uri()}?a=epsilon-dp&b=approximate-dp")
    calculated(page)
    page.get_by_label("Another").fill("zCDP")
    page.get_by_label("Another").press("Enter")
    page.wait_for_url("**a=epsilon-dp&b=zero-concentrated-dp")
    calculated(page)
    page.get_by_role("button", name="Change places").click()
    page.wait_for_url("**a=zero-concentrated-dp&b=epsilon-dp")
    page.go_back()
    page.go_back()
    expect(page.get_by_label("Another")).to_have_value(re.compile("Approximate"))
    page.get_by_label("One notion").fill("no such thing")
    page.get_by_label("One notion").press("Enter")
    expect(page.get_by_role("alert")).to_contain_text("No single notion is called")
    assert watched.complaints == []


@pytest.mark.parametrize("query", ["a=shuffled-model-dp&b=joint-dp", "a=joint-dp&b=shuffled-model-dp"])
def test_an_open_pair_says_why(watched: Watched, site: Path, query: str) -> None:
    """The reason that the universe's record gives, whichever of the two comes first."""
    page = watched.page
    page.goto(f"{(site / 'compare.html').as_uri()}?{query}")
    calculated(page)
    expect(page.locator(".dz-compared-as").last).to_contain_text("implies JDP is open: The shuffled model bounds what")
    assert watched.complaints == []


def test_a_separation_shows_its_matrix(watched: Watched, site: Path, zoo: Zoo) -> None:
    """Approximate privacy does not give Kullback–Leibler privacy: the witness is linked from the verdict."""
    page = watched.page
    page.goto(f"{(site / 'compare.html').as_uri()}?a=noiseless-privacy&b=epsilon-dp")
    calculated(page)
    expect(page.get_by_role("heading", name="What tells them apart")).to_be_visible()
    link = page.locator(".dz-separated a").first
    link.scroll_into_view_if_needed()
    expect(page.locator(".dz-numbers [data-output] p").first).to_be_attached()  # made when seen, and it moves what is below
    link.click()
    expect(page).to_have_url(re.compile("witnesses/"))


def test_common_pairs_work_without_scripts(still: Page, address: str, zoo: Zoo) -> None:
    own = pairs(zoo)
    assert len(own) <= MOST_PAIRS
    still.goto(address + "compare.html")
    still.get_by_role("link", name=re.compile("^ε-DP and .*-DP: yes")).first.click()
    expect(still.locator(".dz-gist")).to_contain_text("stronger")
    expect(still.locator(".dz-derivation li").first).to_contain_text("ε-DP")
    expect(still.locator(".dz-compared tr")).not_to_have_count(0)
    assert still.locator("tr[data-row=domain]").count() == 1


def test_pages_of_pairs_say_what_the_zoo_says(site: Path, zoo: Zoo) -> None:
    from dpzoo.site.comparing import headline, pair_page

    for a, b in pairs(zoo)[::7]:
        text = (site / pair_page(a.id, b.id)).read_text(encoding="utf-8")
        assert str(Markup.escape(headline(zoo, zoo.compare(a.id, b.id)))) in text
