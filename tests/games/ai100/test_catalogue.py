"""The catalogue: every card, in both languages, with a pattern; and sentences for everything the engine says."""

from __future__ import annotations

import random
import re
import tomllib

import pytest

from companion.core.sheet import Line
from companion.games.ai100.cards import AI_IDS, COLOURS, EVOLUTION_IDS, OBJECTIVE_IDS
from companion.games.ai100.catalogue import catalogue
from companion.games.ai100.deck import Deck, demo_deck, read_deck
from companion.games.ai100.describe import line_text
from companion.games.ai100.rulings import Rulings, switches
from companion.games.ai100.scoring import score
from companion.paths import DATA
from tests.randoms import random_tableau


def test_all_cards_objectives_and_ai_cards_are_there() -> None:
    assert sorted(catalogue()) == sorted((*EVOLUTION_IDS, *OBJECTIVE_IDS, *AI_IDS))


@pytest.mark.parametrize("identity", [*EVOLUTION_IDS, *OBJECTIVE_IDS, *AI_IDS])
def test_every_condition_has_a_sentence_in_both_languages(identity: str) -> None:
    sentence = catalogue()[identity].sentence
    assert sentence["en"].endswith(".")
    assert sentence["fr"].endswith(".")
    assert sentence["en"] != sentence["fr"]


def test_objectives_belong_to_their_rounds() -> None:
    rounds = {identity: catalogue()[identity].round for identity in OBJECTIVE_IDS}
    assert [identity for identity, number in rounds.items() if number == 1] == [
        "O1", "O2", "O3", "O7", "O8", "O9", "O10", "O11"]  # fmt: skip


def test_texts_say_the_same_things_in_both_languages() -> None:
    texts = tomllib.loads((DATA / "ai100" / "texts.toml").read_text("utf-8"))
    assert texts["en"].keys() == texts["fr"].keys()
    for key, sentence in texts["en"].items():
        assert set(re.findall(r"\{\d", sentence)) == set(re.findall(r"\{\d", texts["fr"][key])), key


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("identity", [*(f"{n:03d}" for n in range(1, 99)), *OBJECTIVE_IDS, *AI_IDS])
def test_every_condition_explains_itself_on_any_tableau(identity: str, language: str) -> None:
    dice = random.Random(identity)
    condition = catalogue()[identity]
    for number in range(12):
        tableau, cell = random_tableau(dice, extra=number == 0)
        scored = score(condition, tableau, cell)
        text = line_text(Line("card", identity, scored.groups, scored.notes), catalogue(), Rulings(), language)
        assert text.startswith(condition.sentence[language])
        # What a card always pays stands in its own sentence and is not said twice; else points and zeros have a reason.
        always = condition.sentence[language].endswith(f" {sum(group.points for group in scored.groups)}.")
        assert (len(text) > len(condition.sentence[language])) != always
        assert "{" not in text


def test_ceilings_are_never_passed() -> None:
    dice = random.Random(1)
    for number in range(3000):
        identity = f"{number % 98 + 1:03d}"
        tableau, cell = random_tableau(dice)
        pattern = catalogue()[identity].pattern
        assert sum(group.points for group in pattern.groups(tableau, cell)) <= pattern.ceiling(tableau.board, cell)


def test_switches_are_described_and_their_first_value_is_the_default() -> None:
    assert list(switches()) == list(vars(Rulings()))
    for key, entry in switches().items():
        assert next(iter(entry["values"])) == getattr(Rulings(), key)
        assert all(value["en"] and value["fr"] for value in entry["values"].values())


class TestDemoDeck:
    def test_it_has_every_card_and_says_that_it_is_a_demo(self) -> None:
        deck = demo_deck()
        assert deck.name == "demo"
        assert sorted(deck.faces) == sorted((*EVOLUTION_IDS, *AI_IDS))

    def test_it_agrees_with_what_the_rulebook_shows(self) -> None:
        faces = demo_deck().faces
        assert (faces["069"].colour, faces["073"].colour, faces["082"].colour) == ("green", "red", "yellow")
        assert {faces[card].colour for card in EVOLUTION_IDS[98:]} == {"black"}
        assert {faces[card].colour for card in EVOLUTION_IDS[:98]} == set(COLOURS) - {"black"}

    def test_it_is_balanced(self) -> None:
        faces = [demo_deck().faces[card] for card in EVOLUTION_IDS]
        assert [sum(face.phase == phase for face in faces) for phase in (1, 2)] == [60, 60]
        assert {sum(face.number == number for face in faces) for number in range(1, 6)} == {24}

    def test_no_two_cards_are_easily_confused(self) -> None:
        facts = [
            (face.colour, face.number, *(fact for pair in face.connectors for fact in pair))
            for face in demo_deck().faces.values()
        ]
        closest = min(
            sum(a != b for a, b in zip(one, other, strict=True)) for i, one in enumerate(facts) for other in facts[:i]
        )
        assert closest >= 5

    def test_a_deck_file_round_trips(self) -> None:
        deck = Deck("mine", dict(list(demo_deck().faces.items())[:3]), {"shades": {"red": "#a00"}})
        assert read_deck(deck.to_json()) == deck
