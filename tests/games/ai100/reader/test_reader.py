"""Photos read as tableaux: cards, empty cells, which end is up, hints, and what changed since the last photo."""

import json
from dataclasses import replace

import cv2
import numpy as np
import pytest

from companion.core.errors import Unreadable
from companion.games.ai100.deck import Deck
from companion.games.ai100.reader import arrange, read_change, read_located, read_tableau
from companion.games.ai100.reader.cells import TABLEAU
from companion.games.ai100.reader.decide import decide
from companion.games.ai100.reader.evidence import Box
from companion.games.ai100.reader.laid_out import LaidOut
from companion.games.ai100.reader.weigh import Expected
from companion.games.ai100.reading import Hint, NoTableau, Reading, Seen
from companion.vision.changes import follow, whole_grid
from companion.vision.layout import layouts
from companion.vision.shapes import LocatedCard, Location, Quad
from companion.vision.upright import read_photo
from tests.vision.shots import DECK, shot, shot_of, solid, true_location


def read_from_truth(photo, deck=DECK, off=0.0, without=()):
    return read_located(read_photo(photo.jpeg), true_location(photo, off, without), deck)


@pytest.mark.parametrize(("level", "seed"), [("easy", 201), ("medium", 202), ("hard", 203)])
def test_a_whole_tableau(level, seed):
    photo = shot(level, seed)
    reading = read_tableau(photo.jpeg, "table.jpg")
    assert reading.tableau == photo.truth.cells
    assert reading.empty == ()
    assert not [cell for cell, seen in reading.cells.items() if seen.sure and seen.card != photo.truth.cells[cell]]


@pytest.mark.parametrize("quarter_turns", range(4))
def test_from_every_side_of_the_table_without_help_cards(quarter_turns):
    photo = shot("easy", 204, helps=False, quarter_turns=quarter_turns)
    assert read_from_truth(photo).tableau == photo.truth.cells


@pytest.mark.parametrize("count", [1, 2, 5, 9])
def test_half_a_tableau_keeps_its_ai_card_in_the_centre(count):
    photo = shot("easy", 205 + count, count=count, standee=False)
    reading = read_from_truth(photo)
    assert reading.tableau == photo.truth.cells
    assert set(reading.empty) | set(reading.cells) == {f"{row}{column}" for row in "ABC" for column in "12345"}


def test_cards_that_were_located_loosely_or_not_at_all_are_found_by_the_others():
    photo = shot("medium", 206, standee=False)
    assert read_from_truth(photo, off=0.02, without=("A1", "C4")).tableau == photo.truth.cells


def test_a_deck_that_was_not_learned_names_cards_but_is_sure_of_none():
    photo = shot("easy", 201)
    doubtful = replace(DECK, print={**DECK.print, "trusted": {"learned": False}})
    reading = read_from_truth(photo, doubtful)
    assert reading.tableau == photo.truth.cells
    assert set(reading.unsure) == set(photo.truth.cells)


def misled(photo, *quads):
    """What a locator would say that saw these quads."""
    cards = tuple(LocatedCard(Quad.of(quad), 0.9) for quad in quads)
    return Location(cards, "contours", photo.image.shape[1::-1])


@pytest.mark.parametrize("deck", [DECK, Deck("blank", {}, DECK.print)], ids=["known", "blank"])
def test_two_cards_are_told_from_help_cards_seen_as_halves(deck):
    photo = shot("easy", 211, count=2, standee=False)
    halves = []
    for a, b, c, d in photo.truth.helps:
        halves += [(a, b, (b + c) / 2, (a + d) / 2), ((a + d) / 2, (b + c) / 2, c, d)]
    location = misled(photo, *photo.truth.quads.values(), *halves)
    assert set(read_located(read_photo(photo.jpeg), location, deck).cells) == set(photo.truth.cells)


def test_six_cards_seen_as_one_lead_to_all_others():
    photo = shot("easy", 212, gap=0.01, jitter=0.0, twist=0.0, standee=False)
    quads = photo.truth.quads
    block = (quads["A2"][1], quads["C2"][2], quads["C1"][3], quads["A1"][0])
    assert read_located(read_photo(photo.jpeg), misled(photo, block), DECK).tableau == photo.truth.cells


def test_an_ai_card_alone_under_its_standee_is_found_beside_its_help_cards():
    photo = shot("medium", 213, count=1, standee=True)
    reading = read_located(read_photo(photo.jpeg), misled(photo, *photo.truth.helps), DECK)
    assert reading.tableau == photo.truth.cells


def test_cards_are_recognised_where_a_cloth_was_taken_for_cards():
    photo = shot("medium", 214, count=3, standee=False)
    (wide, tall), side = photo.image.shape[1::-1], 60
    squares = [
        [(x, y), (x + side, y), (x + side, y + side), (x, y + side)] for x in (10, wide - 80) for y in (10, tall - 80)
    ]
    location = misled(photo, *squares)
    others = tuple(Quad.of(np.roll(quad, 1, axis=0)) for quad in photo.truth.quads.values())
    reading = read_located(read_photo(photo.jpeg), replace(location, others=others), DECK)
    assert reading.tableau == photo.truth.cells
    assert set(reading.cells) == set(photo.truth.cells)


def test_a_row_located_too_high_does_not_hide_the_row_above():
    photo = shot("easy", 213, standee=False)
    quads = photo.truth.quads
    low = [quad for cell, quad in quads.items() if cell[0] == "C"]
    loose = [quad + 0.09 * (quad[0] - quad[3]) for cell, quad in quads.items() if cell[0] == "B"]
    location = misled(photo, *low, *loose, *photo.truth.helps[1:])
    assert read_located(read_photo(photo.jpeg), location, DECK).tableau == photo.truth.cells


def test_faces_are_read_without_knowing_the_deck():
    photo = shot("medium", 207, standee=False, glare=0)
    reading = read_from_truth(photo, Deck("blank", {}, DECK.print))
    assert set(reading.cells) == set(photo.truth.cells)
    for cell, card in photo.truth.cells.items():
        assert reading.cells[cell].face[:3] == DECK.faces[card][:3]


def test_the_document_is_companion_reading_1():
    photo = shot("easy", 201)
    document = json.loads(json.dumps(read_tableau(photo.jpeg, "table.jpg").to_json()))
    assert set(document) == {"format", "photo", "game", "deck", "cells", "empty", "unsure", "milliseconds"}
    assert (document["format"], document["game"], document["deck"]) == ("companion-reading/1", "ai100", "demo")
    cell = document["cells"]["A1"]
    assert set(cell) == {"id", "confidence", "quad", "face", "alternatives", "sure"}
    assert cell["face"]["connectors"].keys() == {"tl", "tr", "br", "bl"}
    assert 0 <= cell["confidence"] < 1
    off = np.abs(np.array(cell["quad"]) - photo.truth.quads["A1"])
    assert off.max() < 0.06 * np.linalg.norm(photo.truth.quads["A1"][1] - photo.truth.quads["A1"][0])


def test_a_cell_that_is_not_sure_is_listed():
    seen = {"A1": Seen("073", 0.7, ()), "A2": Seen("001", 0.9999, ()), "B3": Seen(None, 0.2, ())}
    reading = Reading("table.jpg", "demo", seen, ())
    assert reading.unsure == ("A1", "B3")
    assert reading.to_json()["cells"]["B3"]["id"] is None
    assert reading.tableau == {"A1": "073", "A2": "001"}


def test_four_corners_by_hand_are_enough():
    photo = shot("easy", 208, gap=0.0, jitter=0.0, twist=0.0, standee=False)
    quads = photo.truth.quads
    corners = [quads["A1"][0], quads["A5"][1], quads["C5"][2], quads["C1"][3]]
    assert read_tableau(photo.jpeg, corners=corners).tableau == photo.truth.cells


def test_corners_that_span_nothing_are_refused():
    with pytest.raises(Unreadable, match="corners"):
        read_tableau(shot("easy", 201).jpeg, corners=[[0, 0], [1, 0], [1, 1], [0, 1]])


@pytest.mark.parametrize("language", ["en", "fr"])
def test_a_photo_of_nothing_says_what_to_do(language):
    with pytest.raises(NoTableau, match=r"empty\.jpg") as nothing:
        read_tableau(solid(shot("easy", 201)), "empty.jpg")
    assert [hint.code for hint in nothing.value.hints] == ["nothing"]
    word = {"en": "four corners", "fr": "quatre coins"}[language]
    assert word in nothing.value.hints[0].say(language)


def test_a_photo_in_the_dark_says_so():
    dark = cv2.imencode(".png", np.full((600, 800, 3), 6, np.uint8))[1].tobytes()
    with pytest.raises(NoTableau) as nothing:
        read_tableau(dark)
    assert [hint.code for hint in nothing.value.hints] == ["dark", "nothing"]


def test_few_cards_in_view_are_counted():
    reading = read_from_truth(shot("easy", 210, count=5, standee=False))
    assert reading.hints == (Hint("few", 5),)
    assert reading.hints[0].say("fr").startswith("Seulement 5 cartes")


def test_a_photo_too_blurred_to_read_says_so():
    photo = shot("easy", 201)
    soft = cv2.GaussianBlur(photo.image, (0, 0), 14)
    jpeg = cv2.imencode(".jpg", soft)[1].tobytes()
    reading = read_located(read_photo(jpeg), true_location(photo), DECK)
    assert "blurred" in [hint.code for hint in reading.hints]
    assert not [cell for cell, seen in reading.cells.items() if seen.sure and seen.card != photo.truth.cells[cell]]


def test_another_deck_on_the_table_is_noticed():
    photo = shot("easy", 201, standee=False)
    names = list(DECK.faces)
    shuffled = Deck("other", {card: DECK.faces[names[at - 40]] for at, card in enumerate(names)}, DECK.print)
    reading = read_located(read_photo(photo.jpeg), true_location(photo), shuffled)
    assert "ids" in [hint.code for hint in reading.hints]
    assert len(reading.unsure) >= 12


def before_and_after(seed, count=8, level="medium"):
    """A photo of a tableau, its reading, and another photo from a slightly different place with one more card."""
    last = shot(level, seed, count=count)
    cells = list(last.truth.cells.items())
    first = shot_of(cells[:-1], level, seed)
    seen = {
        cell: Seen(card, 0.9999, tuple((float(x), float(y)) for x, y in first.truth.quads[cell]))
        for cell, card in cells[:-1]
    }
    scene = last.scene
    moved = shot_of(cells, level, seed, roll=scene.roll + 4, tilt=scene.tilt + 3)
    return first, Reading("before.jpg", "demo", seen, ()), moved, cells[-1]


@pytest.mark.parametrize(("seed", "count"), [(301, 8), (302, 15), (303, 3)])
def test_one_new_card_is_found_beside_the_known_ones(seed, count):
    first, known, second, (cell, card) = before_and_after(seed, count)
    change = read_change(second.jpeg, first.jpeg, known)
    assert change.followed
    assert change.laid == (cell,)
    assert change.reading.cells[cell].card == card
    assert change.reading.cells[cell].sure
    assert change.doubted == ()


def test_a_photo_of_another_table_is_read_afresh():
    first, known, _, _ = before_and_after(301)
    other = shot("easy", 201)
    change = read_change(other.jpeg, first.jpeg, known)
    assert not change.followed
    assert change.reading.tableau["A1"] == other.truth.cells["A1"]
    assert "A1" in change.laid or "A1" in change.doubted


def test_two_photos_of_different_tables_do_not_match():
    blank = np.full((600, 800, 3), 128, np.uint8)
    assert follow(blank, blank) is None


def test_the_grid_is_known_from_a_few_cards():
    photo = shot("easy", 208, gap=0.04, jitter=0.0, twist=0.0)
    known = {cell: Quad.of(photo.truth.quads[cell]) for cell in ("B3", "B2", "A3")}
    wide = np.linalg.norm(photo.truth.quads["B3"][1] - photo.truth.quads["B3"][0])
    for cell, quad in whole_grid(known, TABLEAU).items():
        assert np.abs(quad.points - photo.truth.quads[cell]).max() < 0.15 * wide


def test_cards_of_other_players_are_kept_in_mind():
    photo = shot("easy", 201)
    laid = LaidOut.around(read_photo(photo.jpeg), true_location(photo), DECK, "photo")
    stolen = photo.truth.cells["A1"]
    assert (
        decide(laid, "photo").cells["A1"].confidence
        > decide(laid, "photo", Expected(elsewhere=(stolen,))).cells["A1"].confidence * 0.99
    )


def test_six_cards_beside_help_cards_are_not_one_column_off():
    # The help cards lie where a column 0 would be, one beside each row's first card: the AI card says which is which.
    laid = {"A1": "017", "B1": "044", "B2": "103", "B3": "AI-7", "B4": "062", "C1": "090"}
    reading = read_tableau(shot_of(laid.items(), "hard", 8002).jpeg)
    assert {cell: seen.card for cell, seen in reading.cells.items()} == laid
    assert not reading.unsure


def test_an_ai_card_that_is_clearly_read_beside_the_centre_calls_for_another_look(monkeypatch):
    whole = shot("easy", 215, standee=False)
    photo = shot_of([(cell, card) for cell, card in whole.truth.cells.items() if cell[1] != "1"], "easy", 215, False)
    looked = []

    def at_first_a_column_off(location, cells, scorer=None):
        found = layouts(location, cells, scorer if looked else None)
        if not looked:
            found = [one for one in found if not any(cell.endswith("5") for cell in one.cells)]
            for one in found:
                scorer(one)
        looked.append(location)
        return found

    monkeypatch.setattr(arrange, "layouts", at_first_a_column_off)
    assert read_from_truth(photo).tableau == photo.truth.cells
    assert len(looked) > 1


@pytest.mark.parametrize("shift", [-1, 1])
def test_a_tableau_laid_out_a_column_off_is_put_right_by_its_ai_card(shift):
    """Two rows of three: any three columns may be theirs, and only the card under B3 tells which."""
    photo = shot("easy", 221, count=9, standee=False)
    there = {cell: Quad.of(quad) for cell, quad in photo.truth.quads.items() if cell[1] in "234"}
    moved = {f"{cell[0]}{int(cell[1]) + shift}": quad for cell, quad in there.items()}
    laid = LaidOut.of_cells(read_photo(photo.jpeg), whole_grid(moved, TABLEAU) | moved, tuple(moved), DECK)
    found = replace(laid, confidence=0.5).centred()
    assert found.confidence == 1.0
    lying = {cell for cell, here in zip(found.cells, found.located, strict=True) if here}
    assert lying == set(there)
    assert decide(found, "table.jpg").tableau == photo.truth.cells


def test_what_belongs_to_no_cell_calls_for_another_look(monkeypatch):
    """Four columns and strays are convincing until the cards are aligned: then there are five."""
    photo, looked = shot("easy", 222, standee=False), []
    there = true_location(photo)
    first = there.cards[::5]  # the left column, row by row

    def at_first_with_strays(location, cells, scorer=None):
        looked.append(location)
        if len(looked) > 1:
            return layouts(location, cells, scorer)
        others = tuple(card for card in location.cards if card not in first)
        strays = tuple(card.quad for card in first)
        found = [replace(one, strays=strays) for one in layouts(replace(location, cards=others), cells)]
        for one in found:
            scorer(one)
        return found

    monkeypatch.setattr(arrange, "layouts", at_first_with_strays)
    found = arrange.Arranger(read_photo(photo.jpeg), Box(DECK), Expected()).around(there)
    assert found.layout.strays == ()
    assert set(found.layout.cells) == set(photo.truth.cells)
    assert len(looked) == 2
