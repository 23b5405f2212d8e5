"""The readers of digits and ids, asked about prints whose fonts no training has seen."""

import cv2
import numpy as np
import pytest

from companion.games.ai100.cards import CARD_IDS, CORNERS
from companion.games.ai100.deck import demo_deck
from companion.paths import DATA
from companion.samples.prints import card_image
from companion.vision.digits import (
    DIGIT_VIEW,
    ID_COLUMNS,
    ID_VIEW,
    IDS,
    NONE,
    SIGNS,
    id_scores,
    read_digits,
    read_ids,
)
from tests.vision.styles import print_layout, styles

FACES = demo_deck().faces
CARDS = ("001", "027", "034", "058", "069", "073", "096", "105", "112", "118", "AI-1", "AI-5", "AI-10", "AI-12")


def cut(image, x, y, height, view, miss=(0.0, 0.0)):
    """The crop around a place given in fractions of the card, missed by shares of the height."""
    tall, wide = image.shape[:2]
    size = np.array(view) * height * tall
    middle = np.array([x * wide, y * tall]) + np.array(miss) * height * tall
    return cv2.getRectSubPix(image, [int(v) for v in size.round()], [float(v) for v in middle])


def crops(card, style, miss=(0.0, 0.0), spoil=lambda image: image):
    """Corner digits clockwise and the number, then the id's strip."""
    image = spoil(np.ascontiguousarray(card_image(card, FACES[card], style, 315)[..., :3]))
    layout, square = print_layout(style), (DIGIT_VIEW, DIGIT_VIEW)
    x, y, height = layout["corner"]
    places = [(1 - x if "r" in corner else x, 1 - y if "b" in corner else y, height) for corner in CORNERS]
    digits = [cut(image, *place, square, miss) for place in (*places, layout["number"])]
    return digits, cut(image, *layout["id"], ID_VIEW, miss)


def printed(card):
    return [*(connector.number for connector in FACES[card].connectors), FACES[card].number]


@pytest.mark.parametrize("style", styles().values(), ids=lambda style: style.name)
def test_digits_of_every_print_are_read(style):
    seen = [crops(card, style)[0] for card in CARDS]
    logs = read_digits([crop for digits in seen for crop in digits])
    assert list(logs.argmax(axis=1) + 1) == [number for card in CARDS for number in printed(card)]


@pytest.mark.parametrize("style", styles().values(), ids=lambda style: style.name)
def test_ids_of_every_print_are_read(style):
    logs = read_ids([crops(card, style)[1] for card in CARDS])
    assert [IDS[at] for at in logs.argmax(axis=1)] == list(CARDS)


def test_misplaced_dim_and_blurred_digits_are_read():
    def spoil(image):
        small = cv2.resize(cv2.GaussianBlur(image, (0, 0), 3), None, fx=0.35, fy=0.35, interpolation=cv2.INTER_AREA)
        dim = small * np.array([0.35, 0.5, 0.6]) + np.random.default_rng(1).normal(8, 4, small.shape)
        return cv2.resize(dim.clip(0, 255).astype(np.uint8), (315, 440))

    wrong = []
    for name in ("demo", "atlas", "circuit"):
        for miss in ((0.2, -0.15), (-0.2, 0.2)):
            for card in CARDS:
                digits, _ = crops(card, styles()[name], miss, spoil)
                seen = read_digits(digits).argmax(axis=1) + 1
                wrong += [(name, card, one) for one, there in zip(seen, printed(card), strict=True) if one != there]
    assert len(wrong) <= 4, wrong  # of 420


def test_where_nothing_is_printed_no_digit_is_seen():
    plain = [np.full((40, 40, 3), colour, np.uint8) for colour in ((40, 40, 200), (180, 90, 20), (40, 40, 40))]
    assert (read_digits(plain).argmax(axis=1) == NONE).all()
    strips = [np.full((40, 120, 3), colour, np.uint8) for colour in ((40, 40, 200), (180, 90, 20), (40, 40, 40))]
    assert [IDS[at] for at in read_ids(strips).argmax(axis=1)] == ["", "", ""]


def test_answers_are_log_probabilities():
    chance = np.random.default_rng(3)
    noise = [chance.integers(0, 255, (size, size, 3), np.uint8) for size in (9, 32, 200)]
    assert np.exp(read_digits(noise)).sum(axis=1) == pytest.approx(np.ones(3), abs=1e-4)
    assert np.exp(read_ids(noise)).sum(axis=1) == pytest.approx(np.ones(3), abs=1e-4)
    assert read_digits([]).shape == (0, 6)
    assert read_ids([]).shape == (0, 133)


def test_grey_crops_are_read_like_coloured_ones():
    digits, _ = crops("073", styles()["demo"])
    grey = [cv2.cvtColor(crop, cv2.COLOR_BGR2GRAY) for crop in digits]
    assert list(read_digits(grey).argmax(axis=1) + 1) == printed("073")


def said(text):
    """What the id network answers when it is fairly sure: signs in every sixth column, nothing between them."""
    columns = np.zeros((len(SIGNS) + 1, ID_COLUMNS), np.float32)
    columns[0] = 9
    for at, sign in enumerate(text):
        columns[:, 6 * at + 3] = 0
        columns[SIGNS.index(sign) + 1, 6 * at + 3] = 9
    return columns.reshape(1, -1)


def test_ids_stand_for_all_cards_and_none():
    assert list(IDS) == [*CARD_IDS, ""]


@pytest.mark.parametrize(
    ("text", "card"),
    [
        ("073", "073"),
        ("120", "120"),
        ("111", "111"),
        ("AI-12", "AI-12"),
        ("AI-1", "AI-1"),
        ("IA-4", "AI-4"),
        ("AI7", "AI-7"),
    ],
)
def test_signs_from_left_to_right_make_a_card(text, card):
    scores = id_scores(said(text))[0]
    assert IDS[scores.argmax()] == card
    assert np.exp(scores.max()) > 0.9


def test_a_sign_that_fills_two_columns_is_one_sign():
    columns = said("011").reshape(len(SIGNS) + 1, ID_COLUMNS)
    columns[:, 4] = columns[:, 3]
    assert IDS[id_scores(columns.reshape(1, -1)).argmax()] == "011"


def test_where_no_column_shows_a_sign_there_is_no_id():
    assert IDS[id_scores(said("")).argmax()] == ""


def test_a_number_that_no_card_has_is_read_as_the_nearest_that_exists():
    scores = id_scores(said("193"))[0]
    assert np.exp(scores).sum() == pytest.approx(1, abs=1e-5)
    assert {IDS[at] for at in np.argsort(scores)[-3:]} == {"093", "103", "113"}


def test_the_weights_are_small():
    files = list((DATA / "vision").glob("*.onnx"))
    assert {file.name for file in files} == {"digits.onnx", "ids.onnx"}
    assert sum(file.stat().st_size for file in files) < 5_000_000
