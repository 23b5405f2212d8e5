"""Cards told by their pictures: a few of one kind, one of which was photographed askew."""

import numpy as np

from companion.vision.flat import HEIGHT, WIDTH
from companion.vision.pictures import among, compare, read_album, write_picture


def test_a_picture_that_lies_askew_is_not_the_more_a_card_s_own_for_that():
    """Six alike cards with a sign of their own each; of the second one's picture half was photographed."""
    chance = np.random.default_rng(9)
    common = np.kron(chance.integers(40, 220, (44, 36, 3)), np.ones((12, 12, 1)))[:HEIGHT, :WIDTH]
    cards = []
    for at in range(6):
        card = np.zeros((HEIGHT, WIDTH, 3))
        card[: common.shape[0], : common.shape[1]] = common
        card[60:130, 60 + 40 * at : 90 + 40 * at] = (20, 40, 230)
        cards.append(card.clip(0, 255).astype(np.uint8))
    askew = np.roll(cards[1], 60, axis=1)
    names = [f"AI-{at + 1}" for at in range(6)]
    shown = [askew if at == 1 else card for at, card in enumerate(cards)]
    pictures = {name: [write_picture(card)] for name, card in zip(names, shown, strict=True)}
    album = read_album(pictures, names)
    shadow = np.array([card * 0.5 for card in cards], np.uint8)
    shadow[:, 200:400] = 20  # what a standee hides
    told = among(compare(shadow, album), range(6), shadow, album, range(6)).known.argmax(axis=1)
    assert [int(at) for row, at in enumerate(told) if row != 1] == [0, 2, 3, 4, 5]
