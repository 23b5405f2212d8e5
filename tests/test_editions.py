"""The invented editions: complete boxes, unlike each other, drawn without the product's own drawing code."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

import editions
from companion.games.ai100.cards import AI_IDS, CARD_IDS, COLOURS, EVOLUTION_IDS
from companion.games.ai100.deck import demo_deck
from editions import EDITIONS, HELD_OUT, TUNING, Edition, edition_images, faces_of
from tests.test_layers import imports

CAMERA = {"companion.samples.photographs", "companion.samples.scenes"}
ALSO = {
    "photos.py": CAMERA,
    # Prints of Pilier: the words of its cards, the camera, and a print as it is learned.
    "squares.py": CAMERA
    | {"companion.samples.tables", "companion.vision.layout"}
    | {f"companion.games.pilier.{name}" for name in ("cards", "rules", "reader.prints")},
    "squares_second.py": {"companion.games.pilier.cards"},
    "squares_third.py": {"companion.games.pilier.cards"},
    "squares_held_out.py": {"companion.games.pilier.cards"},
}

every_edition = pytest.mark.parametrize("edition", EDITIONS.values(), ids=lambda edition: str(edition.name))


@pytest.mark.parametrize("path", sorted(Path(editions.__file__).parent.glob("*.py")), ids=lambda path: str(path.name))
def test_an_edition_takes_only_the_words_of_the_cards_from_the_product(path: Path) -> None:
    ours = {name for name in imports(path) if name.startswith("companion")}
    assert ours <= {"companion.games.ai100.cards"} | ALSO.get(path.name, set())


@every_edition
def test_a_box_has_each_colour_and_each_phase_equally_often(edition: Edition) -> None:
    faces = faces_of(edition)
    assert tuple(faces) == CARD_IDS
    assert Counter(faces[card].colour for card in EVOLUTION_IDS) == dict.fromkeys(COLOURS, 20)
    assert Counter(faces[card].colour for card in AI_IDS) == dict.fromkeys(COLOURS, 2)
    assert Counter(faces[card].phase for card in EVOLUTION_IDS) == {1: 60, 2: 60}
    assert {faces[card].phase for card in AI_IDS} == {0}


def test_no_two_boxes_have_the_same_faces() -> None:
    boxes = [tuple(faces_of(edition).items()) for edition in EDITIONS.values()]
    assert len(set(boxes)) == len(boxes)
    assert tuple(demo_deck().faces.items()) not in boxes


@every_edition
def test_a_card_is_a_picture_with_rounded_corners_and_fields_that_show(edition: Edition) -> None:
    """Another number, corner, phase or id is another picture: nothing is left out, no font lacks a figure."""
    faces = faces_of(edition)
    card = edition_images(edition, ["001"], width=240)["001"]
    assert card.shape == (336, 240, 4)
    assert (card[[0, 0, -1, -1], [0, -1, 0, -1], 3] == 0).all()
    assert (card[168, :, 3] == 255).all()
    face = faces["001"]
    connector, *rest = face.connectors
    others = (
        face._replace(number=face.number % 5 + 1),
        face._replace(phase=3 - face.phase),
        face._replace(connectors=(connector._replace(number=connector.number % 5 + 1), *rest)),
    )
    pictures = {edition.printed(edition.drawn("001", other), 240) for other in (face, *others)}
    assert len(pictures) == 4


def test_every_edition_has_a_name_of_its_own() -> None:
    assert len(EDITIONS) == len(TUNING) + len(HELD_OUT)
