"""Cards told by others that somebody has named, on a print that nobody has described."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from companion.vision.traits import Primer, card_blocks
from editions.squares import box_of, image_of

BOX = tuple(dict.fromkeys(box_of("teeth")[:48]))
NAMES = [(card.colour, str(card.value), card.symbol) for card in BOX]


@pytest.fixture(scope="module")
def pictures() -> list[np.ndarray]:
    return [np.ascontiguousarray(image_of("teeth", card)[..., :3]) for card in BOX]


@pytest.fixture(scope="module")
def primer(pictures: list[np.ndarray]) -> Primer:
    """All but the last eight cards are named."""
    known = card_blocks(pictures[:-8])
    return Primer.of([_small(one) for one in pictures[:-8]], NAMES[:-8], [0] * len(NAMES[:-8])).taught(
        known, NAMES[:-8]
    )


def _small(picture: np.ndarray) -> np.ndarray:
    import cv2

    return np.asarray(cv2.resize(picture, (63, 88), interpolation=cv2.INTER_AREA), np.uint8)


def test_a_card_that_was_never_seen_is_known_by_its_traits(primer: Primer, pictures: list[np.ndarray]) -> None:
    told = primer.tell(card_blocks(pictures[-8:]))
    colours, _ = told.colours(np.ones(8))
    for scores, words, at in (
        (colours, primer.kinds[0], 0),
        *zip(told.shapes[1:], primer.kinds[1:], (1, 2), strict=True),
    ):
        assert [words[best] for best in scores.argmax(axis=1)] == [name[at] for name in NAMES[-8:]]


@pytest.mark.parametrize("lamp", [(0.7, 1.0, 1.15), (1.2, 0.95, 0.7), (0.6, 0.6, 0.6)])
def test_the_lamp_of_a_photo_does_not_change_the_colours(
    primer: Primer, pictures: list[np.ndarray], lamp: tuple[float, float, float]
) -> None:
    lit = [np.clip(one * np.array(lamp) + 12, 0, 255).astype(np.uint8) for one in pictures]
    colours, _ = primer.tell(card_blocks(lit)).colours(np.ones(len(lit)))
    assert [primer.kinds[0][best] for best in colours.argmax(axis=1)] == [name[0] for name in NAMES]


def test_a_colour_is_agreed_where_tints_and_shapes_both_say_it(primer: Primer, pictures: list[np.ndarray]) -> None:
    told = primer.tell(card_blocks(pictures))
    scores, agreed = told.colours(np.ones(len(pictures)))
    both = agreed.any(axis=1)
    assert both.mean() > 0.9
    assert (agreed[both].argmax(axis=1) == scores[both].argmax(axis=1)).all()
    # The first card's shapes are those of another colour: whatever is likelier in all, nothing is agreed.
    other = np.roll(told.shapes[0][:1], 1, axis=1)
    torn = replace(told, shapes=(np.concatenate([other, told.shapes[0][1:]]), *told.shapes[1:]))
    assert not torn.colours(np.ones(len(pictures)))[1][0].any()


def test_no_symbol_on_a_ground_with_grain_is_told_by_what_is_missing() -> None:
    """Grain differs from card to card, so cards without a symbol look like none of the others there."""
    box = tuple(dict.fromkeys(box_of("slate")))
    bare = [card for card in box if card.symbol == "none"]
    named = [card for card in box if card not in bare[:4]]
    pictures = {card: np.ascontiguousarray(image_of("slate", card)[..., :3]) for card in box}
    words = [(card.colour, str(card.value), card.symbol) for card in named]
    known = [pictures[card] for card in named]
    primer = Primer.of([_small(one) for one in known], words, [0] * len(named)).taught(card_blocks(known), words)
    symbols = primer.tell(card_blocks([pictures[card] for card in bare[:4]])).shapes[2]
    share = np.exp(symbols - np.logaddexp.reduce(symbols, axis=1, keepdims=True))
    assert (share[:, primer.kinds[2].index("none")] > 0.5).all()


def test_a_card_on_its_head_looks_less_like_one_of_the_print(primer: Primer, pictures: list[np.ndarray]) -> None:
    upright = primer.tell(card_blocks(pictures[:12])).likeness
    heads = primer.tell(card_blocks([one[::-1, ::-1] for one in pictures[:12]])).likeness
    assert (upright > heads).all()
