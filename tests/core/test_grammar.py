"""Sentences that depend on the words in their gaps."""

from __future__ import annotations

import pytest

from companion.core.grammar import fill, french_spaces, listed
from companion.core.sheet import Reason
from companion.core.texts import Texts


@pytest.mark.parametrize(
    ("language", "number", "said"),
    [
        *(("en", 0, "0 points"), ("en", 1, "1 point"), ("en", 2, "2 points"), ("en", -1, "−1 point")),
        *(("fr", 0, "0 point"), ("fr", 1, "1 point"), ("fr", 2, "2 points"), ("fr", "3–5", "3–5 points")),
    ],
)
def test_one_point_and_several(language: str, number: int | str, said: str) -> None:
    assert fill("{0} point{0:s}", [number], language) == said


@pytest.mark.parametrize(
    ("name", "said"),
    [
        *(("Ana", "d'Ana"), ("Élise", "d'Élise"), ("Hugo", "d'Hugo"), ("Yves", "d'Yves"), ("AI-2", "d'AI-2")),
        *(("Ben", "de Ben"), ("Yann", "de Yann"), ("Çelik", "de Çelik"), ("073", "de 073"), ("", "de ")),
    ],
)
def test_a_french_name_begins_with_a_vowel_or_not(name: str, said: str) -> None:
    assert fill("{0:de}", [name], "fr") == said


def test_the_other_word_that_loses_its_vowel() -> None:
    assert fill("la carte {0:que} prend", ["Ana"], "fr") == "la carte qu'Ana prend"
    assert fill("la carte {0:que} prend", ["Ben"], "fr") == "la carte que Ben prend"


def test_sentences_of_a_game_are_filled_so() -> None:
    texts = Texts({"tableau": "Tableau {0:de} : {1} carte{1:s}", "plain": "{0}"}, "fr")
    assert texts.say(Reason("tableau", ("Ana", 1))) == "Tableau d'Ana : 1 carte"
    assert texts.say(Reason("tableau", (Reason("plain", ("Ben",)), 3))) == "Tableau de Ben : 3 cartes"


def test_no_space_of_french_can_be_broken_before_its_sign() -> None:
    space = "\N{NO-BREAK SPACE}"
    assert french_spaces("Ana : 3 ; et « Ben » ? Oui !") == (
        f"Ana{space}: 3{space}; et «{space}Ben{space}»{space}? Oui{space}!"
    )


@pytest.mark.parametrize(
    ("names", "language", "said"),
    [
        ((), "en", ""),
        (("Ana",), "fr", "Ana"),
        (("Max", "Ali"), "fr", "Max et Ali"),
        (("Ana", "Ben", "Cleo"), "en", "Ana, Ben and Cleo"),
    ],
)
def test_names_are_listed_as_one_says_them(names: tuple[str, ...], language: str, said: str) -> None:
    assert listed(names, language) == said
