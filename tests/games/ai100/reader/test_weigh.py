"""The judge: every field speaks, no field rules a card out alone, each card exists once."""

from dataclasses import replace

import numpy as np
import pytest

from companion.games.ai100.cards import CARD_IDS, COLOURS
from companion.games.ai100.deck import demo_deck
from companion.games.ai100.reader.weigh import (
    DOUBTED,
    Expected,
    Known,
    Statements,
    Trust,
    Witness,
    hear,
    misplaced,
    nothing_there,
    priors,
    statements_of,
    weigh,
)

FACES = demo_deck().faces
KNOWN = Known.of(FACES)


def said(value, size, sure=0.97):
    logs = np.full(size, np.log((1 - sure) / (size - 1)))
    logs[value] = np.log(sure)
    return logs


def witness(*cards, sure=0.97, numbers=None):
    """Cards read well, field by field; `numbers` overrides what was read as their number."""
    faces = [FACES[card] for card in cards]
    read = numbers or [face.number for face in faces]
    return Witness(
        np.array([said(number - 1, 6, sure) for number in read]),
        np.array([[said(c.number - 1, 6, sure) for c in face.connectors] for face in faces]),
        np.array([said(CARD_IDS.index(card), 133, sure) for card in cards]),
        np.array([said(COLOURS.index(face.colour), 6, sure) for face in faces]),
        np.array([[said(COLOURS.index(c.colour), 6, sure) for c in face.connectors] for face in faces]),
    )


def nothing_seen(count=1):
    flat = np.full((count, 6), -np.log(6))
    none = np.tile(said(5, 6), (count, 1))
    return Witness(
        none, np.tile(none[:, None], (1, 4, 1)), np.tile(said(132, 133), (count, 1)), flat,
        np.tile(flat[:, None], (1, 4, 1)),
    )  # fmt: skip


def chances(evidence, cells, expected=None):
    prior = priors(cells, "B3", expected or Expected())
    return weigh(hear(statements_of(evidence, KNOWN), prior).fit, prior)


def best(rows):
    return [CARD_IDS[at] for at in rows[:, :-1].argmax(axis=1)]


def test_cards_read_well_are_named_with_confidence():
    rows = chances(witness("073", "AI-4", "001"), ("A1", "B3", "C5"))
    assert best(rows) == ["073", "AI-4", "001"]
    assert (rows[:, :-1].max(axis=1) > 0.999).all()
    assert np.allclose(rows.sum(axis=1), 1)


def test_one_misread_number_does_not_rename_a_card():
    wrong = FACES["073"].number % 5 + 1
    rows = chances(witness("073", numbers=[wrong]), ("A1",))
    assert best(rows) == ["073"]
    assert rows[0].max() > 0.99


def test_a_card_exists_once():
    both = chances(witness("073", "073"), ("A1", "A2"))
    assert both[:, CARD_IDS.index("073")].sum() <= 1.01
    assert both[:, CARD_IDS.index("073")] == pytest.approx([0.5, 0.5], abs=0.02)


def test_the_worse_copy_of_a_card_is_something_else():
    clear, poor = witness("073"), witness("073", sure=0.4)
    merged = Witness(*(np.concatenate(pair) for pair in zip(
        (clear.number, clear.corners, clear.ids, clear.ground, clear.corner_colours),
        (poor.number, poor.corners, poor.ids, poor.ground, poor.corner_colours), strict=True)))  # fmt: skip
    rows = chances(merged, ("A1", "A2"))
    assert rows[0, CARD_IDS.index("073")] > 0.95
    assert rows[1, CARD_IDS.index("073")] < 0.05


def test_a_card_in_another_tableau_is_hardly_here():
    alone = chances(witness("073", sure=0.6), ("A1",))
    elsewhere = chances(witness("073", sure=0.6), ("A1",), Expected(elsewhere=("073",)))
    assert elsewhere[0, CARD_IDS.index("073")] < alone[0, CARD_IDS.index("073")]


def test_a_card_that_lay_there_a_moment_ago_still_does_under_a_hand():
    rows = chances(nothing_seen(), ("A1",), Expected(lying={"A1": "073"}))
    assert best(rows) == ["073"]
    assert rows[0].max() > 0.9


def test_nothing_readable_is_no_card_by_name():
    rows = chances(nothing_seen(), ("A1",))
    assert rows[0, :-1].max() < 0.05


def test_the_centre_is_the_place_of_ai_cards():
    rows = chances(nothing_seen(2), ("B3", "A1"))
    ai = [at for at, card in enumerate(CARD_IDS) if card.startswith("AI")]
    assert rows[0, ai].sum() > 0.98
    assert rows[1, ai].sum() < 0.02


def test_an_empty_place_and_a_card_are_told_apart():
    assert nothing_there(nothing_seen())[0] > 5
    assert nothing_there(witness("073"))[0] < -5


def test_a_card_whose_face_nobody_knows_is_known_by_its_id():
    faces = {card: face for card, face in FACES.items() if card != "073"}
    fit = statements_of(witness("073"), Known.of(faces)).together
    rows = weigh(fit, priors(("A1",), "B3"))
    assert best(rows) == ["073"]
    assert rows[0].max() > 0.9


CELLS = ("A1", "A2", "A3", "A4", "A5", "B1", "B2", "B4")
CARDS = ("001", "017", "023", "042", "073", "088", "101", "120")


def pointing(cards, value):
    """Log-ratios that name cards."""
    logs = np.full((len(cards), len(CARD_IDS)), -value)
    logs[np.arange(len(cards)), [CARD_IDS.index(card) for card in cards]] = value
    return logs


def test_faces_that_were_learned_wrongly_never_cost_the_identity():
    others = (*CARDS[1:], CARDS[0])
    said_ = Statements(pointing(others, 12.0), pointing(CARDS, 4.0), pointing(CARDS, 9.0))
    prior = priors(CELLS, "B3")
    heard = hear(said_, prior)
    assert heard.faces < 0.7
    rows = weigh(heard.fit, prior)
    assert best(rows) == list(CARDS)


def test_one_card_whose_face_was_learned_wrongly_is_asked_about_rather_than_named_by_it():
    faces = pointing(CARDS, 12.0)
    faces[0] = pointing(("055",), 12.0)[0]
    prior = priors(CELLS, "B3")
    heard = hear(Statements(faces, pointing(CARDS, 4.0), pointing(CARDS, 9.0)), prior)
    assert heard.faces > 0.9
    rows = weigh(heard.fit, prior)
    assert best(rows) == list(CARDS)
    assert rows[0].max() < rows[1].max()


def test_a_card_of_which_little_is_seen_is_still_the_one_that_its_picture_is_most_like():
    pictures = pointing(CARDS, 4.0)
    pictures[0] -= 12.0  # a standee hides most of it: it hardly looks like a card at all
    prior = priors(CELLS, "B3")
    heard = hear(Statements(pointing(CARDS, 0.0), pointing(CARDS, 0.0), pictures), prior)
    rows = weigh(heard.fit, prior)
    assert best(rows) == list(CARDS)
    assert rows[0].max() == pytest.approx(rows[1].max(), abs=0.01)


def test_a_print_that_does_not_explain_its_own_photos_is_believed_less():
    prior = priors(CELLS, "B3")
    nobody = np.zeros((len(CARDS), len(CARD_IDS)))
    said_ = Statements(pointing(CARDS, 3.0), nobody, nobody)
    trusted, doubted = hear(said_, prior), hear(replace(said_, trust=Trust(faces=DOUBTED)), prior)
    assert doubted.faces < trusted.faces
    assert weigh(doubted.fit, prior).max() < weigh(trusted.fit, prior).max()


def test_ids_that_teaching_could_hardly_read_do_not_outvote_pictures():
    """An id in small print is misread with confidence: what teaching found out about that counts."""
    prior = priors(CELLS, "B3")
    nobody = np.zeros((len(CARDS), len(CARD_IDS)))
    wrong = pointing(tuple(f"{60 + at:03}" for at in range(len(CARDS))), 4.8)
    said_ = Statements(nobody, wrong, pointing(CARDS, 4.8), Trust(ids=0.3))
    assert best(weigh(hear(said_, prior).fit, prior)) == list(CARDS)


def test_an_ai_card_beside_the_centre_and_another_in_it_cannot_be():
    rows = chances(witness("AI-4", "073", "001"), ("B2", "B3", "B4"))
    assert misplaced(rows, ("B2", "B3", "B4"), "B3").tolist() == [True, True, False]
    assert not misplaced(chances(witness("073", "AI-4"), ("B2", "B3")), ("B2", "B3"), "B3").any()


def test_where_no_card_is_seen_there_is_nothing_to_weigh():
    nothing = np.zeros((0, len(CARD_IDS)))
    assert weigh(nothing, nothing).shape == (0, len(CARD_IDS) + 1)
