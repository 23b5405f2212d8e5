"""Cards warped flat: places of the print, digits, ids, sharpness."""

import cv2
import numpy as np
import pytest

from companion.core.errors import Unreadable
from companion.games.ai100.cards import CARD_IDS
from companion.games.ai100.reader.evidence import print_of
from companion.games.ai100.reader.fields import crop, read_written
from companion.games.ai100.reader.printed import Spot, read_print
from companion.vision.align import read_outline, settle, template_of
from companion.vision.flat import HEIGHT, WIDTH, sharpness, warp_cards
from companion.vision.pictures import add_pictures, among, compare, read_album, write_picture
from companion.vision.shapes import Quad
from tests.vision.shots import DECK, shot, true_cards, true_quads
from tests.vision.styles import print_layout, styles

PRINT = print_of(DECK)


def test_the_demo_deck_says_where_its_print_puts_things():
    assert DECK.print == print_layout(styles()["demo"])
    assert PRINT.to_json() == print_layout(styles()["demo"])


@pytest.mark.parametrize("style", sorted(styles()))
def test_the_print_of_every_style_comes_back_from_its_document(style):
    printed = read_print(print_layout(styles()[style]))
    assert read_print(printed.to_json()) == printed
    assert printed.palette.shape == (6, 3)


@pytest.mark.parametrize(
    "broken",
    [
        {},
        {"number": [0.5, 0.4]},
        {**DECK.print, "triangle": 4},
        {**DECK.print, "shades": {"red": "scarlet"}},
        {**DECK.print, "id": [0.5, 2, 0.05]},
        {**DECK.print, "ground": []},
    ],
)
def test_a_broken_print_is_named(broken):
    with pytest.raises(Unreadable, match="deck, print"):
        read_print(broken)


def test_a_crop_beyond_the_edge_repeats_the_edge():
    card = np.zeros((HEIGHT, WIDTH, 3), np.uint8)
    card[:, :3] = 255
    corner = crop(card, Spot(0.0, 0.5, 0.1), (1.8, 1.8))
    assert corner.shape[:2] == (95, 95)
    assert corner[:, :48].min() == 255
    assert corner[:, 52:].max() == 0


@pytest.mark.parametrize(("level", "seed"), [("easy", 101), ("medium", 102)])
def test_numbers_corners_and_ids_are_read(level, seed):
    photo = shot(level, seed, standee=False, glare=0)
    written = read_written(true_cards(photo), PRINT)
    faces = [DECK.faces[card] for card in photo.truth.cells.values()]
    assert (written.number.argmax(axis=1) + 1).tolist() == [face.number for face in faces]
    assert (written.corners.argmax(axis=2) + 1).tolist() == [[c.number for c in face.connectors] for face in faces]
    named = written.ids.argmax(axis=1) == [CARD_IDS.index(card) for card in photo.truth.cells.values()]
    assert named.mean() >= 0.8


def test_a_card_located_loosely_is_settled_by_the_others():
    photo = shot("medium", 104, standee=False, gap=0.04)
    quads = true_quads(photo)
    template = template_of(warp_cards(photo.image, quads[4:]))
    wide = np.linalg.norm(quads[0].points[1] - quads[0].points[0])
    chance = np.random.default_rng(2)
    loose = [Quad.of(quad.points + chance.normal(0, 0.05 * wide, (4, 2))) for quad in quads[:4]]
    for quad, found, before in zip(quads, settle(photo.image, loose, template), loose, strict=False):
        assert np.abs(before.points - quad.points).max() > 0.04 * wide
        assert np.abs(found.points - quad.points).max() < 0.02 * wide


def test_no_card_makes_no_template():
    assert template_of(true_cards(shot("easy", 101))[:0]) is None


def test_a_deck_knows_what_its_cards_have_in_common():
    photo = shot("medium", 104, standee=False, gap=0.04)
    template = read_outline(PRINT.outline)
    for quad in true_quads(photo):
        wide = np.linalg.norm(quad.points[1] - quad.points[0])
        loose = Quad.of(quad.points + np.array([0.05, -0.04]) * wide)
        (found,) = settle(photo.image, [loose], template)
        assert np.abs(found.points - quad.points).max() < 0.025 * wide


@pytest.mark.parametrize("text", ["", "not base64!", "AAAA"])
def test_an_outline_that_is_none(text):
    assert read_outline(text) is None


def test_a_blurred_photo_is_less_sharp():
    cards = true_cards(shot("easy", 101))
    blurred = np.array([cv2.GaussianBlur(card, (0, 0), 8) for card in cards])
    assert sharpness(blurred) < 0.1 < sharpness(cards)


def test_a_picture_is_recognised_after_its_trip_through_the_file():
    taught, seen = true_cards(shot("easy", 101)), true_cards(shot("medium", 101))
    names = list(shot("easy", 101).truth.cells.values())
    assert names == list(shot("medium", 101).truth.cells.values())
    pictures = {card: [write_picture(one)] for card, one in zip(names, taught, strict=True) if card != names[0]}
    album = read_album(pictures, names)
    alike = compare(seen, album)
    assert (alike.known[1:].argmax(axis=1) == np.arange(1, 15)).all()
    # The first card was never photographed: it may be like another one, but nobody is to be sure of that.
    against = alike.known - alike.known[:, :1]
    assert np.exp(against[0]).max() < 0.995 / 0.005
    assert np.median(against[1:].max(axis=1)) > against[0].max()
    on_their_heads = compare(seen[:, ::-1, ::-1], album)
    assert on_their_heads.card.max() < 0
    assert (alike.card[1:] > 5).mean() > 0.7  # a shadow and a lamp lie on the others


@pytest.mark.parametrize("value", [None, "073", {"073": "a thumbnail of an earlier version"}, {"073": ["not base64!"]},
                                   {"073": ["AAAA"]}, {"073": [7]}, {"073": []}])  # fmt: skip
def test_pictures_that_are_none(value):
    assert read_album(value, ["073"]) is None


def test_the_newest_pictures_of_a_card_are_kept():
    kept = add_pictures({"073": ["a", "b"], "001": "of an earlier version"}, {"073": ["c", "d"], "002": ["e"]})
    assert kept == {"073": ["b", "c", "d"], "002": ["e"]}


def test_of_cards_that_differ_by_a_mark_alone_the_clearest_picture_is_not_the_likeliest():
    chance = np.random.default_rng(4)
    ground = chance.uniform(60, 200, (44, 32, 3))
    common = cv2.resize(ground, (WIDTH, HEIGHT), interpolation=cv2.INTER_NEAREST)
    marked = np.repeat(common[None], 4, axis=0)
    for at, card in enumerate(marked):
        cv2.circle(card, (WIDTH // 2, HEIGHT // 5 * (at + 1)), WIDTH // 14, (20, 20, 20), -1)

    def photographed(card, grain):
        noise = cv2.resize(chance.normal(0, grain, (88, 63, 3)), (WIDTH, HEIGHT))
        return np.clip(card + noise, 0, 255).astype(np.uint8)

    names = ["073", "074", "075", "076"]
    taught = [photographed(card, 0 if at == 0 else 45) for at, card in enumerate(marked)]
    album = read_album({name: [write_picture(card)] for name, card in zip(names, taught, strict=True)}, names)
    seen = photographed(marked[2], 45)[None]
    alike = compare(seen, album)
    assert alike.known[0].argmax() == 0
    assert among(alike, [0], seen, album, range(4)).known[0].argmax() == 2
