"""The page "Since the survey": every notion that came later is told of once, and what it counts is counted."""

from collections import Counter

from dpzoo.records.enums import Basis, Standing, Verdict
from dpzoo.site import since
from dpzoo.site.pages import Renderer
from dpzoo.zoo.zoo import Zoo


def test_every_notion_that_came_later_answers_one_question(zoo: Zoo) -> None:
    told = Counter(i for theme in since.THEMES for i in theme.ids)
    later = {n.id for n in zoo.values() if n.year >= since.FIRST and n.standing is Standing.LATER}
    assert [i for i, times in told.items() if times > 1] == []
    assert later - told.keys() == set(), "give these a theme in dpzoo/site/since.py"


def test_the_page_tells_of_nothing_that_the_survey_places(zoo: Zoo) -> None:
    for notion in since.newer(zoo):
        assert notion.year >= since.FIRST
        assert notion.standing in {Standing.LATER, Standing.CONTEXT}


def test_a_theme_has_notions_that_exist(zoo: Zoo) -> None:
    assert [i for theme in since.THEMES for i in theme.ids if i not in zoo] == []


def test_what_is_counted_adds_up(zoo: Zoo) -> None:
    told = since.newer(zoo)
    assert sum(len(notions) for _, notions in since.themes(zoo)) == len(told) == sum(since.bases(told).values())
    assert since.bases(told)[Basis.SOURCE] == sum(n.record.statement_basis.basis is Basis.SOURCE for n in told)
    assert 0 < since.that_run(zoo, told) <= len(told)
    assert since.add_up(told) == len(told) - sum(n.record.composition.verdict is not Verdict.HOLDS for n in told)


def test_the_page_links_every_one_of_them(zoo: Zoo) -> None:
    page = Renderer(zoo)._since_the_survey()
    assert [n.id for n in since.newer(zoo) if f"notions/{n.id}.html" not in page.text] == []
    assert f"{len(since.newer(zoo))} notions" in page.text
