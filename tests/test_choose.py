"""The guided choice: rules that lead somewhere for every answer, say what the records say, and a page that follows them."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations
from pathlib import Path
from random import Random

import pytest
from conftest import SOUND, Watched
from playwright.sync_api import Page, expect

import dpzoo
from dpzoo.checks import check
from dpzoo.checks.guiding import guide_and_records, guide_by_itself
from dpzoo.loading.folder import GUIDE
from dpzoo.loading.validation import validate
from dpzoo.loading.yaml_document import read_document
from dpzoo.records.enums import Dimension, Verdict
from dpzoo.records.findings import Finding
from dpzoo.records.guide import Guide, fits, paths, recommend
from dpzoo.records.knowledge_base import Entry
from dpzoo.site.choose_page import load_guide
from dpzoo.zoo.zoo import Zoo

PAGE = "choose.html"


@pytest.fixture(scope="module")
def guide(zoo: Zoo) -> Guide:
    assert zoo.base.guide is not None
    assert load_guide(zoo) == (zoo.base.guide.record, [])
    return zoo.base.guide.record


def own_text(zoo: Zoo) -> str:
    return (zoo.base.root / GUIDE).read_text(encoding="utf-8")


def faults(zoo: Zoo, text: str) -> list[Finding]:
    """What is wrong with this text as the guide of the zoo's base."""
    data, source, findings = read_document(text, Path(GUIDE))
    assert findings == []
    guide, findings = validate(Guide, data, source)
    if guide is None:
        return findings
    base = replace(zoo.base, guide=Entry("guide", guide, source))
    return [*guide_by_itself(base), *guide_and_records(base)]


def test_every_way_ends_at_two_or_three_notions(guide: Guide, zoo: Zoo) -> None:
    """Different ones, each with a reason that fits the answers and with its price."""
    ways = list(paths(guide))
    assert len(ways) > 1000
    for answers in ways:
        found = recommend(guide, answers)
        notions = [r.rule.notion for r in found]
        assert len(notions) in {2, 3}, answers
        assert len(set(notions)) == len(notions), answers
        assert set(notions) <= set(zoo)
        for r in found:
            assert r.reasons, (answers, r.rule.notion)
            assert all(fits(reason.when, answers) for reason in r.reasons)
            assert r.rule.gives_up


def test_every_rule_and_reason_is_reached(guide: Guide) -> None:
    reached = {id(r.rule) for a in paths(guide) for r in recommend(guide, a)}
    said = {id(reason) for a in paths(guide) for r in recommend(guide, a) for reason in r.reasons}
    rules = [rule for part in guide.parts for rule in part.rules]
    assert [rule.notion for rule in rules if id(rule) not in reached] == []
    assert [(rule.notion, reason.text) for rule in rules for reason in rule.why if id(reason) not in said] == []


def test_sentences_about_properties_agree_with_the_records(guide: Guide, zoo: Zoo) -> None:
    """Beside what ``rests_on`` says: read from the words themselves."""
    for part in guide.parts:
        for rule in part.rules:
            notion = zoo[rule.notion]
            for text in (*(reason.text for reason in rule.why), rule.gives_up):
                if "compose:" in text or text.startswith("Composition is"):
                    assert notion.composition.verdict is Verdict.HOLDS, (rule.notion, text)
                    assert notion.composition.rule, (rule.notion, text)
                if "not compose" in text or "not add up" in text:
                    assert notion.composition.verdict is Verdict.FAILS, (rule.notion, text)
                if "computed from" in text:
                    assert notion.post_processing.verdict is Verdict.HOLDS, (rule.notion, text)
                if "ε add up" in text:
                    rule_of = {k: str(v) for k, v in (notion.composition.rule or {}).items()}
                    assert rule_of["epsilon"] == "epsilon1 + epsilon2", (rule.notion, text)
                if "Its δ" in text:
                    assert "delta" in notion.record.quantitative, (rule.notion, text)
                if "no δ" in text:
                    assert "delta" not in notion.record.quantitative, (rule.notion, text)


@pytest.mark.parametrize(
    ("answers", "notions"),
    [
        # the textbook case: nothing assumed, no failure allowed
        ({"protect": "record", "curator": "trusted", "failure": "never"}, ["unbounded-dp", "epsilon-dp"]),
        ({"protect": "record", "curator": "trusted", "failure": "rarely"}, ["unbounded-dp", "approximate-dp"]),
        # noisy training with many steps
        (
            {"protect": "person", "curator": "trusted", "releases": "many", "failure": "rarely", "tight": "yes"},
            ["client-dp", "zero-concentrated-dp", "gaussian-dp"],
        ),
        ({"protect": "location", "curator": "nobody"}, ["geo-indistinguishability", "local-dp"]),
        ({"protect": "whole", "attacker": "partly", "curator": "trusted"}, ["pufferfish-privacy", "epsilon-dp"]),
        ({"protect": "event", "releases": "endless", "curator": "trusted"}, ["w-event-privacy", "epsilon-dp"]),
        ({"protect": "node", "curator": "nobody", "computing": "feasible"}, ["node-dp", "local-dp", "sim-cdp"]),
    ],
)
def test_known_situations(guide: Guide, answers: dict[str, str], notions: list[str]) -> None:
    usual = {"attacker": "anything", "correlation": "no", "releases": "once", "failure": "never", "tight": "no"}
    usual |= {"computing": "unlimited", **answers}
    (full,) = [a for a in paths(guide) if all(usual[q] == given for q, given in a.items())]
    assert [r.rule.notion for r in recommend(guide, full)] == notions


def test_cautious_answers_get_no_assumptions(guide: Guide, zoo: Zoo) -> None:
    """Who does not list what attackers know is never sent to a notion that lives on what they do not know."""
    for answers in paths(guide):
        if answers["attacker"] == "anything":
            for r in recommend(guide, answers):
                assert Dimension.B not in zoo[r.rule.notion].dimensions, answers
        if answers.get("computing") != "feasible":
            for r in recommend(guide, answers):
                assert Dimension.C not in zoo[r.rule.notion].dimensions, answers


@pytest.mark.parametrize(
    ("good", "bad", "code", "line_has"),
    [
        ("notion: node-dp", "notion: nod-dp", "unknown-notion", "nod-dp"),
        ("{protect: [edge]}", "{protect: [egde]}", "unknown-answer", "egde"),
        ('when: {tight: ["yes"]}', 'when: {tigth: ["yes"]}', "unknown-question", "tigth"),
        ('gives_up: "That you took part is public."', "gives: x", "unknown-key", "gives: x"),
        ("rests_on: {dimensions: [C]}", "rests_on: {dimensions: [Q]}", "contradicts-record", "dimensions: [Q]"),
        ("rests_on: {composition: fails}", "rests_on: {composition: holds}", "contradicts-record", "composition: holds"),
        ("rests_on: {post_processing: holds}", "rests_on: {}", "contradicts-record", "rests_on: {}"),
        ("rests_on: {standing: context}", "rests_on: {standing: contest}", "unknown-value", "contest"),
    ],
)
def test_faults_have_a_place(zoo: Zoo, good: str, bad: str, code: str, line_has: str) -> None:
    text = own_text(zoo)
    assert good in text
    text = text.replace(good, bad, 1)
    found = next(f for f in faults(zoo, text) if f.code == code)
    assert line_has in text.splitlines()[found.location.line - 1]


def test_a_dead_end_is_found(zoo: Zoo) -> None:
    text = own_text(zoo).replace(
        "      - notion: approximate-dp\n        why:",
        "      - notion: approximate-dp\n        when: {releases: [once]}\n        why:",
    )
    (finding,) = faults(zoo, text)
    assert finding.code == "dead-end"
    assert "releases: many" in finding.message


def test_a_record_that_changes_under_the_guide_is_a_finding_of_check(zoo: Zoo) -> None:
    """Beside the guide's own line: whoever edits the record sees it without building the site."""
    entry = zoo.base.notions["pufferfish-privacy"]
    holds = entry.record.composition.model_copy(update={"verdict": Verdict.HOLDS})
    other = replace(entry, record=entry.record.model_copy(update={"composition": holds}))
    base = replace(zoo.base, notions={**zoo.base.notions, entry.id: other})
    found = [f for f in check(base) if f.location.path.name == GUIDE]
    assert {f.code for f in found} == {"contradicts-record"}
    assert "pufferfish-privacy: the record says of composition: holds, not fails" in found[0].message


def test_another_base_has_no_guide() -> None:
    assert dpzoo.load(SOUND).base.guide is None


def test_a_person_is_led(watched: Watched, address: str, zoo: Zoo) -> None:
    """Question by question, by keyboard; the address holds the answers, back goes one question back."""
    page = watched.page
    page.goto(address + PAGE)
    expect(page.get_by_role("heading", name="What must stay hidden?")).to_be_visible()
    assert page.locator(".dz-question:visible").count() == 1
    page.get_by_role("link", name="Everything about one person").press("Enter")
    expect(page.get_by_role("heading", name="Who may see the raw data?")).to_be_focused()
    page.get_by_role("link", name="A trusted curator").click()
    page.get_by_role("link", name="Possibly everything but the secret").click()
    page.go_back()
    expect(page.get_by_role("heading", name="What does the attacker know beforehand?")).to_be_visible()
    page.go_forward()
    page.get_by_role("link", name="No, or it does not matter").click()
    page.get_by_role("link", name="Many times").click()
    page.get_by_role("link", name="Yes, with a probability").click()
    page.get_by_role("link", name="Yes, every bit").click()
    expect(page.get_by_role("heading", name="What fits your answers")).to_be_focused()
    names = page.locator(".dz-picks h3").all_inner_texts()
    assert names == [zoo[i].name for i in ("client-dp", "zero-concentrated-dp", "gaussian-dp")]
    expect(page.locator(".dz-picks .dz-pick").nth(1)).to_contain_text("Because you said “yes, every bit of accuracy counts”")
    expect(page.locator('.dz-versus a[href="compare.html?a=client-dp&b=zero-concentrated-dp"]')).to_be_visible()
    shared = page.url
    page.goto(address + "index.html")
    page.goto(shared)
    assert page.locator(".dz-picks h3").all_inner_texts() == names
    page.get_by_role("link", name="Change the answer to: Who may see the raw data?").click()
    expect(page.get_by_role("heading", name="Who may see the raw data?")).to_be_visible()
    assert watched.complaints == []


def test_the_page_follows_the_rules(watched: Watched, address: str, guide: Guide, zoo: Zoo) -> None:
    """A sample of all ways: the browser comes to the same notions, the same reasons and the same pairs."""
    page = watched.page
    for answers in Random(7).sample(list(paths(guide)), 12):
        page.goto(f"{address}{PAGE}?" + "&".join(f"{q}={a}" for q, a in answers.items()))
        found = recommend(guide, answers)
        assert page.locator(".dz-picks h3").all_inner_texts() == [zoo[r.rule.notion].name for r in found]
        for card, r in zip(page.locator(".dz-picks .dz-pick").all(), found, strict=True):
            reasons = card.locator(".dz-pick-why > li").all_inner_texts()
            assert len(reasons) == len(r.reasons)
            assert all(shown.endswith(reason.text) for shown, reason in zip(reasons, r.reasons, strict=True))
        links = page.locator(".dz-versus a").evaluate_all("all => all.map((a) => a.getAttribute('href'))")
        pairs = combinations([r.rule.notion for r in found], 2)
        assert links == [f"compare.html?a={a}&b={b}" for a, b in pairs]


def test_a_wrong_address_asks_again(watched: Watched, address: str) -> None:
    watched.page.goto(f"{address}{PAGE}?protect=person&curator=<b>&attacker=anything&toString=x")
    expect(watched.page.get_by_role("heading", name="Who may see the raw data?")).to_be_visible()
    assert watched.complaints == []


def test_it_works_from_disk(watched: Watched, site: Path) -> None:
    watched.page.goto((site / PAGE).as_uri())
    watched.page.get_by_role("link", name="A single field of a record").click()
    expect(watched.page.get_by_role("heading", name="Who may see the raw data?")).to_be_visible()
    assert watched.page.url.endswith("?protect=field")
    assert watched.complaints == []


def test_without_scripts_all_rules_can_be_read(still: Page, address: str, guide: Guide) -> None:
    still.goto(address + PAGE)
    expect(still.locator(".dz-quiz")).to_be_hidden()
    still.get_by_text("All questions and rules on one page").click()
    assert still.locator(".dz-tree .dz-pick:visible").count() == sum(len(p.rules) for p in guide.parts)
    expect(still.locator(".dz-tree").get_by_text("May you rely on cryptography?").first).to_be_visible()
