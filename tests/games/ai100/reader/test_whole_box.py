"""The phase is told by a whole box, whether its cards were photographed at once or one photo after the other."""

from dataclasses import replace

import numpy as np
import pytest

from companion.core.errors import Place, Unreadable
from companion.games.ai100.cards import COLOURS, EVOLUTION_IDS
from companion.games.ai100.deck import Deck, demo_deck
from companion.games.ai100.reader.evidence import print_of
from companion.games.ai100.reader.printed import Spot
from companion.games.ai100.reader.teaching.teach_print import NamedCards
from companion.games.ai100.reader.teaching.whole_box import WholeBox
from companion.games.ai100.sound import check_print
from editions import EDITIONS, faces_of
from tests.games.ai100.reader.flat_cards import flat_cards

HERALD = EDITIONS["herald"]
TRUTH = faces_of(HERALD)
# Herald's ids stand upwards in the upper part; the other fields are those that its cards were drawn with.
PRINTED = replace(print_of(demo_deck()), id=Spot(0.5, 0.077, 0.032))


def own_fields(ids):
    return [(COLOURS.index(TRUTH[card].colour), TRUTH[card].number) for card in ids]


def right(chances, ids):
    """How many cards have their phase, whichever of the two looks was taken for the first."""
    same = sum(int(one.argmax()) + 1 == TRUTH[card].phase for card, one in zip(ids, chances, strict=True))
    return max(same, len(ids) - same)


@pytest.fixture(scope="module")
def box():
    return NamedCards(flat_cards(HERALD, EVOLUTION_IDS), np.arange(120) // 15, EVOLUTION_IDS)


def test_a_whole_box_tells_the_phase_of_every_card(box):
    whole = WholeBox.of(box, Deck("box", {}))
    found = whole.phase(own_fields(EVOLUTION_IDS), Deck("box", {}), PRINTED)
    assert found is not None
    assert right(found.chances, EVOLUTION_IDS) >= 119
    assert found.earlier == {}
    assert whole.to_keep() == {}  # all cards have been looked at together


def test_half_a_box_tells_no_phase_and_is_kept_for_the_other_half(box):
    """A sign of the conditions splits sixty cards as evenly as a phase does; the box says which is which."""
    first, second = EVOLUTION_IDS[::2], EVOLUTION_IDS[1::2]
    early = WholeBox.of(box.rows(list(range(0, 120, 2))), Deck("box", {}))
    assert not early.nearly
    assert early.phase(own_fields(first), Deck("box", {}), PRINTED) is None
    kept = early.to_keep()
    assert set(kept) == set(first)
    deck = Deck("box", {card: TRUTH[card]._replace(phase=0) for card in first}, print={"ink": kept})
    late = WholeBox.of(box.rows(list(range(1, 120, 2))), deck)
    assert late.nearly
    found = late.phase(own_fields(second), deck, PRINTED)
    assert found is not None
    every = [*second, *found.earlier]
    assert set(found.earlier) == set(first)
    assert right([*found.chances, *found.earlier.values()], every) >= 118


def test_fine_print_in_a_deck_file_is_that_of_cards_or_refused(box):
    kept = WholeBox.of(box.rows([0, 1]), Deck("box", {})).to_keep()
    check_print({"ink": kept})
    text = kept["001"]
    for wrong, place in (({"@": text}, ("ink",)), ({"001": text[8:]}, ("ink", "001")), ({"001": 7}, ("ink", "001"))):
        with pytest.raises(Unreadable) as refused:
            check_print({"ink": wrong})
        assert refused.value.place == Place("deck", "print", *place)
    # What became unreadable in a deck that was never checked is left out, not guessed.
    spoiled = Deck("box", {}, print={"ink": {"050": "no picture"}})
    assert WholeBox.of(box.rows([0, 1]), spoiled).laid[1] == ()
