"""The pages on which rules are looked up."""

from __future__ import annotations

import html

import pytest
from flask import Flask

from companion.registry import games
from companion.web.rules import rules_of
from tests.web.conftest import Phone, words


@pytest.mark.parametrize("language", ["en", "fr"])
def test_every_rule_of_every_game_has_its_page(app: Flask, language: str) -> None:
    phone = Phone(app, language)
    for slug in games():
        for rule in rules_of(slug, language)[::7]:
            page = phone.get(f"/rules/{slug}/{rule.id}")
            assert page.status_code == 200
            assert " ".join(rule.text.split()) in html.unescape(words(page))


def test_a_rule_in_brief_has_the_same_topics_in_both_languages() -> None:
    for slug in games():
        assert [rule.id for rule in rules_of(slug, "en")] == [rule.id for rule in rules_of(slug, "fr")]


def test_a_question_is_answered_or_told_that_nothing_was_found(phone: Phone) -> None:
    assert "Card 096" in words(phone.get("/rules/ai100/?q=losange"))
    assert "Red lines" in words(phone.get("/rules/aquasphere/?q=crystal"))
    assert "Nothing about '<zz>'" in html.unescape(words(phone.get("/rules/ai100/?q=%3Czz%3E")))


@pytest.mark.parametrize("path", ["/rules/chess/", "/rules/ai100/999", "/rules/yacht/", "/rules/pilier/001"])
def test_what_is_not_there_is_said(phone: Phone, path: str) -> None:
    assert phone.get(path).status_code == 404


def test_the_rules_are_one_tap_from_the_table_and_from_a_line(phone: Phone) -> None:
    phone.demo("ai100")
    assert 'href="/rules/ai100/"' in phone.get().get_data(as_text=True)
    assert 'href="/rules/ai100/085"' in phone.get("p/line?seat=0&n=1").get_data(as_text=True)


def test_all_rules_of_a_game_come_at_once_for_phones_to_keep(phone: Phone) -> None:
    pages = phone.get("/rules/ai100/pages.json").get_json()
    assert len(pages) == 120 + 12 + 16
    assert "<h1>Card 073</h1>" in pages["/rules/ai100/073"]
    assert not any("csrf" in page for page in pages.values())
    assert phone.get("/rules/chess/pages.json").status_code == 404


@pytest.mark.parametrize(
    ("page", "rule"),
    [("", "O3"), ("p/lay?seat=0&turn=4&card=063", "063"), ("p/face?card=073", "073"),
     ("p/deck", "001"), ("p/line?seat=0&n=0", "064")],
)  # fmt: skip
def test_wherever_a_card_is_named_its_rule_is_a_tap_away(phone: Phone, page: str, rule: str) -> None:
    phone.demo("ai100")
    assert f'href="/rules/ai100/{rule}"' in phone.get(page).get_data(as_text=True)
