"""Squares whose cards location got wrong: their print says where they end, and where more of them lie."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import numpy as np
import pytest

from companion.games.pilier import reader
from companion.games.pilier.cards import Card
from companion.games.pilier.reader.frame import WHOLE, Frame, frame_of
from companion.samples.photographs import Shot, scene
from companion.vision.shapes import LocatedCard, Location, Quad
from editions.squares import box_of, drawn_print, scatter, square_photo

CARDS = box_of("arcade")[:9]
CELLS = scatter(CARDS, 4)


@cache
def photo() -> Shot:
    """Nine cards side by side; every third stands on its head."""
    how = replace(scene("medium", 7), megapixels=3.0, table="cloth")
    return square_photo("arcade", CELLS, how, tuple(CELLS)[::3])


def located(frame: Frame, leave_out: int = 0) -> Location:
    """The true quads with their sides moved, as each card's own top says."""
    heads = [cell in tuple(CELLS)[::3] for cell in CELLS]
    quads = [Quad.of(photo().truth.quads[cell]) for cell in CELLS]
    cards = [LocatedCard(frame.of(quad.turned(2 * head)), 1.0) for quad, head in zip(quads, heads, strict=True)]
    height, width = photo().image.shape[:2]
    return Location(tuple(cards[leave_out:]), "contours", (width, height))


def cards_read(monkeypatch: pytest.MonkeyPatch, location: Location) -> list[Card | None]:
    monkeypatch.setattr(reader, "locate", lambda image: location)
    seen = reader.read_cards(photo().jpeg, "photo", drawn_print("arcade", 40))
    return sorted((one.card for one in seen), key=str)


def test_cards_located_without_a_band_along_one_side_are_read_with_it(monkeypatch: pytest.MonkeyPatch) -> None:
    without = Frame(left=0.2)
    edges = drawn_print("arcade", 40).edges
    assert edges is not None
    found = frame_of(photo().image, [card.quad for card in located(without).cards], edges)
    assert found.left == pytest.approx(-0.25, abs=0.05)
    assert (found.top, found.right, found.bottom) == pytest.approx((0, 1, 1), abs=0.05)
    assert cards_read(monkeypatch, located(without)) == sorted(CARDS, key=str)


def test_cards_that_were_located_well_stay_where_they_are() -> None:
    edges = drawn_print("arcade", 40).edges
    assert edges is not None
    assert frame_of(photo().image, [card.quad for card in located(WHOLE).cards], edges) == WHOLE


def test_cards_that_location_missed_are_found_beside_the_others(monkeypatch: pytest.MonkeyPatch) -> None:
    assert cards_read(monkeypatch, located(WHOLE, leave_out=3)) == sorted(CARDS, key=str)


def test_something_square_beside_the_cards_is_not_taken_for_one(monkeypatch: pytest.MonkeyPatch) -> None:
    location = located(WHOLE)
    corner = np.array([[2, 2], [60, 2], [60, 84], [2, 84]], float)
    bare = replace(location, cards=(*location.cards, LocatedCard(Quad.of(corner), 1.0)))
    assert cards_read(monkeypatch, bare) == sorted(CARDS, key=str)


def test_where_signs_on_the_cards_were_taken_for_cards_the_cards_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    sign = Frame(left=0.05, top=0.05, right=0.4, bottom=0.35)
    assert cards_read(monkeypatch, located(sign)) == sorted(CARDS, key=str)
