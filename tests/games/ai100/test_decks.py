"""The owner's decks: kept in a box, merged without losing what was known, taught by photos."""

import pytest

from companion.core.errors import Illegal, Unreadable
from companion.games.ai100.board import CELLS
from companion.games.ai100.cards import Connector
from companion.games.ai100.deck import Deck, demo_deck, face_to_json
from companion.games.ai100.decks import asks_in, deck_of, differing, doubts_in, merge, to_keep, unknown_in
from companion.games.ai100.reader import read_located
from companion.games.ai100.reader.teaching import read_ids_file, teach
from companion.vision.upright import read_photo
from tests.vision.shots import shot, shot_of, true_location

FACES = demo_deck().faces


def some(*cards):
    return {card: FACES[card] for card in cards}


def test_a_box_and_a_deck_are_the_same_thing():
    deck = Deck("my box", some("001", "073", "AI-4"), demo_deck().print, ({"drawing": ["XX"], "colours": ["red"]},))
    assert deck_of("my box", to_keep(Deck("my box", {}), deck)) == deck


def test_a_box_keeps_only_what_is_new_and_what_is_doubtful():
    before = Deck("box", some("001", "073"))
    wrong = FACES["073"]._replace(number=FACES["073"].number % 5 + 1)
    part = FACES["003"]._replace(number=0)
    merged = merge(before, Deck("x", {"073": wrong, **some("002")}, partly={"003": part}))
    hard = {card: {"fields": {"number": 0.4}, "photo": "a"} for card in ("003", "001")}
    box = to_keep(before, merged.deck, merged.differences, hard)
    assert box == {
        "002": face_to_json(FACES["002"]),
        "@ask/003": {**hard["003"], "face": {**face_to_json(FACES["003"]), "number": None}},
        "@doubt/073": face_to_json(wrong),
    }
    assert list(doubts_in(box)) == ["073"]
    assert list(asks_in(box)) == ["003"]


def test_a_face_with_an_unknown_field_is_no_face_until_it_is_known():
    """Nothing is scored with it; the reader compares what is known of it."""
    part = FACES["003"]._replace(number=0)
    box = to_keep(Deck("box", {}), Deck("box", some("002"), partly={"003": part}))
    kept = deck_of("box", box)
    assert (kept.faces, kept.partly) == (some("002"), {"003": part})
    assert unknown_in(part) == ("number",)
    assert not part.whole
    assert FACES["003"].whole


def test_two_photos_that_show_a_part_of_a_face_each_know_it_together():
    first, *rest = FACES["003"].connectors
    one = FACES["003"]._replace(number=0)
    other = FACES["003"]._replace(colour="", connectors=(Connector("", first.number), *rest))
    merged = merge(Deck("box", {}, partly={"003": one}), Deck("x", {}, partly={"003": other}))
    assert merged.added == ("003",)
    assert merged.deck.faces == some("003")
    assert merged.deck.partly == {}
    box = to_keep(Deck("box", {}, partly={"003": one}), merged.deck)
    assert box == {"003": face_to_json(FACES["003"]), "@ask/003": None}


def test_what_two_photos_show_differently_is_unknown():
    one = FACES["003"]._replace(colour="")
    other = one._replace(number=one.number % 5 + 1)
    merged = merge(Deck("box", {}, partly={"003": one}), Deck("x", {}, partly={"003": other}))
    assert unknown_in(merged.deck.partly["003"]) == ("number", "colour")
    # A face that somebody has entered stays; what the photo shows otherwise is reported.
    entered = merge(Deck("box", some("003")), Deck("x", {}, partly={"003": other}))
    assert entered.deck.faces == some("003")
    assert [one.theirs for one in entered.differences] == [FACES["003"]._replace(number=other.number)]


def test_merging_adds_what_is_new_and_reports_what_differs():
    wrong = FACES["073"]._replace(number=FACES["073"].number % 5 + 1)
    ours, theirs = Deck("box", some("001", "073")), Deck("x", {"073": wrong, "002": FACES["002"]})
    merged = merge(ours, theirs)
    assert merged.added == ("002",)
    assert merged.deck.faces == some("001", "002", "073")
    assert [difference.card for difference in merged.differences] == ["073"]
    assert list(differing(merged.differences[0])) == [f"number {FACES['073'].number} / {wrong.number}"]


def test_a_phase_that_was_missing_is_added_and_is_no_difference():
    bare = FACES["001"]._replace(phase=0)
    merged = merge(Deck("box", {"001": bare}), Deck("x", some("001")))
    assert merged.differences == ()
    assert merged.deck.faces["001"].phase == FACES["001"].phase


def test_a_differing_corner_is_named():
    first = FACES["001"].connectors[0]
    other = FACES["001"]._replace(
        connectors=(Connector(first.colour, first.number % 5 + 1), *FACES["001"].connectors[1:])
    )
    merged = merge(Deck("box", some("001")), Deck("x", {"001": other}))
    assert next(differing(merged.differences[0])).startswith("tl ")


@pytest.mark.parametrize(
    ("document", "place"),
    [
        ([], "ids"),
        ({"a.jpg": {}}, "a.jpg"),
        ({"a.jpg": {"D9": "001"}}, "D9"),
        ({"a.jpg": {"A1": "999"}}, "999"),
        ({"a.jpg": {"A1": 7}}, "A1"),
        ({"a.jpg": {"A1": "001", "A2": "1"}}, "001 lies on A1"),
    ],
)
def test_an_ids_file_that_cannot_be_used_names_the_place(document, place):
    with pytest.raises((Unreadable, Illegal), match=place):
        read_ids_file(document)


def test_ids_are_typed_as_people_type_them():
    assert read_ids_file({"a.jpg": {"A1": "7", "B3": "ai4"}}) == {"a.jpg": {"A1": "007", "B3": "AI-4"}}


@pytest.fixture(scope="module")
def teaching():
    """Two photos of thirty cards in a print that nothing was trained on, and what they taught."""
    cards = [f"{n:03d}" for n in range(1, 31)]
    tableaux = {"1.jpg": dict(zip(CELLS, cards[:15], strict=True)), "2.jpg": dict(zip(CELLS, cards[15:], strict=True))}
    photos = {
        name: shot_of(cells.items(), "easy", 400 + at, False, "atlas", standee=False).jpeg
        for at, (name, cells) in enumerate(tableaux.items())
    }
    known = {"005": FACES["005"]._replace(number=FACES["005"].number % 5 + 1), "119": FACES["119"]}
    return teach(photos, tableaux, Deck("atlas", known)), cards, known


def test_photos_teach_faces_in_an_unseen_print(teaching):
    taught, cards, _ = teaching
    assert set(taught.added) == set(cards) - {"005"}
    right = [card for card in taught.added if taught.deck.faces[card][:3] == FACES[card][:3]]
    assert len(right) >= 28
    assert taught.deck.print["corner"] == pytest.approx([0.0937, 0.0682, 0.0636], abs=0.025)


def test_what_was_known_is_not_overwritten_but_reported(teaching):
    taught, _, known = teaching
    assert taught.deck.faces["005"] == known["005"]
    assert taught.deck.faces["119"] == known["119"]
    assert "005" in [difference.card for difference in taught.differences]


def test_taught_cards_are_recognised_on_a_new_photo(teaching):
    taught, cards, _ = teaching
    photo = shot_of(zip(CELLS, cards[7:22], strict=True), "medium", 410, False, "atlas", standee=False, glare=0)
    reading = read_located(read_photo(photo.jpeg), true_location(photo), taught.deck)
    right = [cell for cell, card in photo.truth.cells.items() if reading.cells[cell].card == card]
    assert len(right) >= 14


def test_a_photo_without_names_is_refused():
    with pytest.raises(Unreadable, match=r"b\.jpg"):
        teach({"b.jpg": shot("easy", 201).jpeg}, {"a.jpg": {"A1": "001"}}, Deck("box", {}))
