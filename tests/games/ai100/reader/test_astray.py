"""Cards that location took a part of, or laid on their neighbours: put where the outline of their print fits."""

from __future__ import annotations

import sys
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from companion.games.ai100.cards import EVOLUTION_IDS
from companion.games.ai100.reader import read_located
from companion.games.ai100.reader.teaching.gather import Shown, gather
from companion.games.ai100.reader.teaching.settling import none_astray, outlines_of
from companion.vision.align import agreement, template_of
from companion.vision.flat import HEIGHT, WIDTH
from companion.vision.frame import in_frame
from companion.vision.pictures import write_picture
from companion.vision.shapes import Quad
from companion.vision.upright import read_photo
from editions import EDITIONS
from tests.games.ai100.reader.flat_cards import flat_cards
from tests.vision.shots import DECK, image, shot_of, true_location

_EDGE = 300  # pixels of table around the cards


def _touching(edition: str, count: int) -> tuple[NDArray[np.uint8], list[Quad]]:
    """A row of cards that touch each other, twice each their width and height, and where they lie."""
    cards = flat_cards(EDITIONS[edition], EVOLUTION_IDS[:count])
    table = np.full((HEIGHT + 2 * _EDGE, count * WIDTH + 2 * _EDGE, 3), 120, np.uint8)
    quads = []
    for at, card in enumerate(cards):
        left, right = _EDGE + at * WIDTH, _EDGE + (at + 1) * WIDTH
        table[_EDGE : _EDGE + HEIGHT, left:right] = card
        corners = [(left, _EDGE), (right, _EDGE), (right, _EDGE + HEIGHT), (left, _EDGE + HEIGHT)]
        quads.append(Quad.of(np.array(corners, np.float32) - 0.5))
    return table, quads


def _aside(quad: Quad, share: float) -> Quad:
    return Quad.of(quad.points + np.float32([share * WIDTH, 0]))


def _off(quad: Quad, place: Quad) -> float:
    """How far the farthest corner is off, in widths of a card."""
    return float(np.abs(quad.points - place.points).max()) / WIDTH


def test_cards_full_of_pictures_that_were_located_a_fifth_of_a_card_aside_are_framed_anew():
    """Of touching cards location may take any part of two for one; each is off by another part."""
    table, quads = _touching("wimmel", 6)
    outline = template_of([table[_EDGE : _EDGE + HEIGHT, _EDGE + at * WIDTH :][:, :WIDTH] for at in range(6)])
    located = [_aside(quad, 0.14 + 0.06 * (at % 3)) for at, quad in enumerate(quads)]
    found, over, fit = in_frame(table, [quad.turned(2) for quad in located], outline)
    assert over  # they were given on their heads
    assert fit > 0.6
    assert max(_off(quad, place) for quad, place in zip(found, quads, strict=True)) < 0.05


def test_one_card_that_lies_on_its_neighbour_is_moved_beside_it():
    table, quads = _touching("herald", 5)
    template = template_of([table[_EDGE : _EDGE + HEIGHT, _EDGE + at * WIDTH :][:, :WIDTH] for at in range(5)])
    located = [*quads[:4], _aside(quads[4], -0.18)]
    fits = agreement(template, outlines_of(table, located))
    found = none_astray(table, located, template, fits, [(at, 0) for at in range(5)])
    assert found[:4] == quads[:4]
    assert _off(found[4], quads[4]) < 0.03


def test_a_photo_that_seemed_to_stand_on_its_head_is_turned_over_once_its_cards_are_settled(monkeypatch):
    table, quads = _touching("herald", 6)
    ways = (tuple(quads), tuple(quad.turned(2) for quad in quads[::-1]))
    cells = [{f"{row}{at + 1}": EVOLUTION_IDS[at] for at in range(6)} for row in "ABC"]
    photos = [Shown(f"{at}.jpg", table, cell, ways) for at, cell in enumerate(cells)]
    seemed = [False, False, True]
    monkeypatch.setattr(sys.modules[gather.__module__], "same_end_up", lambda outlines: seemed[-len(outlines) :])
    flats = gather(photos)
    assert [_off(flat.quads[0][0], quads[0]) < 0.05 for flat in flats] == [True, True, True]


def test_an_ai_card_that_was_not_located_is_found_beside_a_row_of_which_nobody_knows_which_it_is():
    """Three cards in a row may lie in any row; the one under the standee says which, though location missed it."""
    tableau = {"A2": "017", "A3": "044", "A4": "103", "B3": "AI-7", "B4": "062"}
    photo = shot_of(tableau.items(), "medium", 8010, helps=False)
    pictures = {card: [write_picture(image(card)[..., :3])] for card in (*EVOLUTION_IDS[::4], *tableau.values())}
    deck = replace(DECK, print={**DECK.print, "pictures": pictures})
    located = true_location(photo, without=("B3", "B4"))
    assert read_located(read_photo(photo.jpeg), located, deck).tableau == tableau


def test_cards_that_were_laid_out_a_column_off_are_found_in_their_cells():
    """The first cell is bare table, and a card lies beyond the last one: all names belong one column further."""
    table, quads = _touching("herald", 6)
    template = template_of([table[_EDGE : _EDGE + HEIGHT, _EDGE + at * WIDTH :][:, :WIDTH] for at in range(6)])
    located = [Quad.of(quads[0].points - np.float32([0.7 * WIDTH, 0])), *quads[:5]]
    fits = agreement(template, outlines_of(table, located))
    found = none_astray(table, located, template, fits, [(at, 0) for at in range(6)])
    assert max(_off(quad, place) for quad, place in zip(found, quads, strict=True)) < 0.03


def test_cards_that_fit_nowhere_stay_where_they_are():
    """Nothing is firm then, so nothing says where any cell is."""
    table, quads = _touching("herald", 5)
    template = np.ascontiguousarray(np.random.default_rng(4).normal(0, 1, (176, 126)), np.float32)
    fits = np.full(5, -0.02)
    assert len(none_astray(table, quads, template, fits, [(at, 0) for at in range(5)], usual=0.7)) == 5
