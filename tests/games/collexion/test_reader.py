"""Photos of collections: generated ones whose truth is known; `bench/polygons.py` measures many."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from bench.polygons import judge, photograph
from companion.core.errors import Unreadable
from companion.games.collexion.pieces import PIECES, Collection, Piece
from companion.games.collexion.reader import Reading, read_collection_photo


@pytest.mark.parametrize(("level", "seed"), [("easy", 0), ("easy", 1), ("easy", 9517), ("medium", 2), ("hard", 3)])
def test_pieces_that_touch_and_lean_are_read(level: str, seed: int) -> None:
    shot = photograph(level, seed)
    reading = read_collection_photo(shot.jpeg)
    assert judge(shot, reading)[2] == []
    assert reading.collection == Collection.of(shot.pieces)


@pytest.mark.parametrize(
    ("level", "seed"),
    [("hard", 11039), ("hard", 13065), ("easy", 11021), ("hard", 11052), ("hard", 20027)],
    ids=[
        "deep shadow",
        "shadow on a table of the same colour",
        "blue on blue",
        "triangles as a heap",
        "few among chips",
    ],
)
def test_what_a_player_sees_is_read(level: str, seed: int) -> None:
    shot = photograph(level, seed)
    assert judge(shot, read_collection_photo(shot.jpeg))[2] == []


def test_one_of_each_is_told_apart() -> None:
    shot = photograph("easy", 7, PIECES)
    reading = read_collection_photo(shot.jpeg)
    assert reading.collection == Collection.of(PIECES)
    assert reading.confidence > 0.5
    for found in reading.pieces:
        at = shot.pieces.index(found.piece)
        assert np.linalg.norm(np.array(found.centre) - shot.centres[at]) < shot.radii[at] / 3
        assert len(found.corners) == {"triangle": 3, "square": 4, "pentagon": 5, "octagon": 8}[found.piece.shape]


def test_two_triangles_that_make_a_rhombus_are_two() -> None:
    image = np.full((700, 900, 3), (200, 205, 210), np.uint8)
    rhombus = [[300, 300], [400, 300], [450, 387], [350, 387]]
    lone = [[600, 300], [700, 300], [650, 387]]
    for corners in (rhombus, lone):
        cv2.fillPoly(image, [np.array(corners)], (150, 90, 235))
    reading = read_collection_photo(cv2.imencode(".png", image)[1].tobytes())
    assert reading.collection == Collection.of([Piece("pink", "triangle")] * 3)


def test_a_bare_table_has_no_pieces() -> None:
    grain = np.random.default_rng(1).integers(0, 12, (600, 800, 3), dtype=np.uint8)
    photo = np.full((600, 800, 3), (90, 120, 150), np.uint8) + grain
    reading = read_collection_photo(cv2.imencode(".jpg", photo)[1].tobytes())
    assert reading == Reading((), (800, 600))
    assert reading.confidence == 0


def test_the_checks_of_a_cloth_are_no_squares_even_in_the_colour_of_a_piece() -> None:
    for level, seed in (("easy", 7001), ("medium", 3101)):
        shot = photograph(level, seed)
        assert shot.table == "checks"
        assert judge(shot, read_collection_photo(shot.jpeg))[2] == []


@pytest.mark.parametrize("ink", [(150, 90, 235), (205, 120, 40), (70, 165, 60)], ids=["pink", "blue", "green"])
def test_a_bare_cloth_with_a_few_checks_in_the_colour_of_a_piece_has_no_pieces(ink: tuple[int, int, int]) -> None:
    cloth = np.full((700, 900, 3), (225, 225, 225), np.uint8)
    for down in range(100, 600, 200):
        for right in range(100, 800, 200):
            cv2.rectangle(cloth, (right, down), (right + 99, down + 99), ink, -1)
            between = tuple((channel + 225) // 2 for channel in ink)
            for x, y in ((right + 100, down), (right, down + 100), (right - 100, down), (right, down - 100)):
                cv2.rectangle(cloth, (x, y), (x + 99, y + 99), between, -1)
    assert read_collection_photo(cv2.imencode(".png", cloth)[1].tobytes()).pieces == ()


def test_where_pieces_and_table_have_one_colour_the_reading_is_doubtful_and_says_which() -> None:
    image = np.full((700, 900, 3), (70, 165, 60), np.uint8)
    cv2.fillPoly(image, [np.array([[300, 300], [400, 300], [400, 400], [300, 400]])], (70, 165, 60))
    cv2.fillPoly(image, [np.array([[600, 300], [700, 300], [650, 387]])], (150, 90, 235))
    reading = read_collection_photo(cv2.imencode(".png", image)[1].tobytes())
    assert reading.collection == Collection.of([Piece("pink", "triangle")])
    assert reading.hidden == {"green"}
    assert reading.confidence < 0.5


def test_a_ring_on_the_mat_is_no_octagon() -> None:
    image = np.full((700, 900, 3), (44, 42, 40), np.uint8)
    cv2.circle(image, (250, 350), 62, (70, 40, 110), 16, cv2.LINE_AA)
    at = np.arange(8) * np.pi / 4
    cv2.fillPoly(image, [(np.column_stack([np.cos(at), np.sin(at)]) * 60 + (600, 350)).astype(int)], (150, 90, 235))
    reading = read_collection_photo(cv2.imencode(".png", image)[1].tobytes())
    assert reading.collection == Collection.of([Piece("pink", "octagon")])


def test_something_in_the_colour_of_a_piece_that_is_none_makes_the_reading_doubtful() -> None:
    image = np.full((700, 900, 3), (200, 205, 210), np.uint8)
    at = np.arange(10) * np.pi / 5
    star = np.column_stack([np.cos(at), np.sin(at)]) * np.where(np.arange(10) % 2, 25, 80)[:, None] + (300, 350)
    for corners in (star, [[600, 300], [700, 300], [650, 387]]):
        cv2.fillPoly(image, [np.array(corners).astype(int)], (150, 90, 235))
    reading = read_collection_photo(cv2.imencode(".png", image)[1].tobytes())
    assert reading.collection == Collection.of([Piece("pink", "triangle")])
    assert reading.unread == 1
    assert reading.confidence < 0.5


def test_what_is_no_photo_is_refused() -> None:
    with pytest.raises(Unreadable):
        read_collection_photo(b"polygons")


@pytest.mark.parametrize("material", ["acrylic", "wood"])
def test_pieces_of_acrylic_and_wood_are_read_under_several_lamps(material: str) -> None:
    shot = photograph("medium", 103, material=material)
    assert judge(shot, read_collection_photo(shot.jpeg))[2] == []


def test_what_a_gleam_has_changed_is_shown_as_doubtful() -> None:
    shot = photograph("medium", 101, material="acrylic")  # a lamp is mirrored by a yellow square
    _, _, wrong = judge(shot, read_collection_photo(shot.jpeg))
    assert wrong == ["yellow square read as green square"]


def test_a_colour_that_the_table_has_in_its_shadows_is_named() -> None:
    shot = photograph("hard", 100, material="wood")  # pink pieces on a reddish table in deep shadow
    assert read_collection_photo(shot.jpeg).hidden == {"pink"}
