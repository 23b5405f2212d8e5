"""A box that nobody has drawn for us: places, turns and shades learned from its cards, doubts where nothing is seen."""

from dataclasses import replace

import numpy as np
import pytest

from companion.games.ai100.cards import AI_IDS, EVOLUTION_IDS
from companion.games.ai100.deck import Deck, demo_deck
from companion.games.ai100.reader import read_teaching, teaching
from companion.games.ai100.reader.cells import TAUGHT
from companion.games.ai100.reader.evidence import print_of
from companion.games.ai100.reader.fields import corner_spots
from companion.games.ai100.reader.printed import Pips, Places, Spot, Window, read_print
from companion.games.ai100.reader.teaching import Misnamed, crossed, ends, find, without_repeats
from companion.games.ai100.reader.teaching.digit_places import find_own_corners
from companion.games.ai100.reader.teaching.ends import upright
from companion.games.ai100.reader.teaching.explained import missing
from companion.games.ai100.reader.teaching.faces import TaughtFaces
from companion.games.ai100.reader.teaching.field_chances import beside_corners, read_fields
from companion.games.ai100.reader.teaching.gather import Flat, Shown
from companion.games.ai100.reader.teaching.id_place import Named
from companion.games.ai100.reader.teaching.phases import Changes, PhaseMark, UnexplainedInk
from companion.games.ai100.reader.teaching.teach_print import NamedCards, teach_print
from companion.vision.digits import IDS
from companion.vision.flat import HEIGHT, WIDTH
from editions import EDITIONS, faces_of
from tests.games.ai100.reader.flat_cards import flat_cards
from tests.vision.shots import shot_of

DEMO = print_of(demo_deck())
HERALD, LINEN = EDITIONS["herald"], EDITIONS["linen"]
CARDS = (*EVOLUTION_IDS[::5], *AI_IDS[:6])


def flats(edition, piles, turned):
    """The cards of photos in both directions; `turned` photos have the wrong end first."""
    found = []
    for pile, over in zip(piles, turned, strict=True):
        right = flat_cards(edition, pile)
        wrong = right[::-1, ::-1, ::-1]  # the photo upside down: other cards under the names, on their heads
        shown = Shown("photo", right[0], dict(enumerate(pile)), (None, None))
        found.append(Flat(shown, (wrong, right) if over else (right, wrong), (None, None)))
    return found


@pytest.fixture(scope="module")
def herald():
    """Thirty cards of an edition whose lower corner digits stand on their heads, and whose AI cards are dark."""
    cards = flat_cards(HERALD, CARDS)
    named_cards = NamedCards(cards, np.repeat([0, 1, 2], [12, 12, 6]), CARDS)
    return named_cards, teach_print(named_cards, replace(DEMO, id=Spot(0.5, 0.077, 0.032)))


def test_the_typed_ids_decide_which_end_is_up_and_where_ids_are_printed_upwards():
    piles = [EVOLUTION_IDS[:60:3], EVOLUTION_IDS[60::3]]
    found = upright(flats(LINEN, piles, [True, True]))
    assert found.ends == (1, 1)
    assert found.id.turn == 270
    assert found.id.x < 0.2
    assert found.worth > -0.5


def spoiled(some, spot, spoil):
    """Photos with something done to what lies around a spot of each upright card."""
    x, y = round(spot.x * WIDTH), round(spot.y * HEIGHT)
    across, down = (round(half * HEIGHT * spot.height) for half in ((4, 1) if spot.turn in (0, 180) else (1, 4)))
    part = (slice(y - down, y + down), slice(max(x - across, 0), x + across))
    found = []
    for flat in some:
        right = flat.cards[1].copy()
        for card in right:
            card[part] = spoil(card[part])
        found.append(replace(flat, cards=(right[::-1, ::-1, ::-1], right)))
    return found


def test_ids_that_nobody_can_read_still_share_ink_on_the_cards_that_they_name():
    photos = flats(HERALD, [EVOLUTION_IDS[:60], EVOLUTION_IDS[60:]], [True, True])
    mirrored = spoiled(photos, upright(photos).id, lambda strip: strip[::-1])
    found = upright(mirrored)
    assert found.worth < -2.5
    assert found.ends == (1, 1)
    assert found.known


def test_without_ids_the_digits_say_which_end_is_up():
    photos = flats(HERALD, [EVOLUTION_IDS[:60:3], EVOLUTION_IDS[60::3]], [True, True])
    blank = spoiled(photos, upright(photos).id, lambda strip: np.full_like(strip, 230))
    found = upright(blank)
    assert found.worth < -2.5
    assert (found.ends, found.known) == ((1, 1), True)


def test_ink_that_cards_happen_to_share_does_not_stand_against_numbers_that_are_read(monkeypatch):
    """Where signs of another field go with the digits of wrong names by chance nobody knows which end is up."""
    photos = flats(HERALD, [EVOLUTION_IDS[:60:3], EVOLUTION_IDS[60::3]], [True, True])
    chance = Named(Spot(0.5, 0.9, 0.04), -6.0, told=True)
    for end, known in ((1, True), (0, False)):
        monkeypatch.setattr(ends, "find_end", lambda views, most=90, end=end: (end, chance))
        assert upright(photos).known is known


def test_what_shows_neither_ids_nor_digits_has_no_end_that_is_up():
    photos = flats(LINEN, [EVOLUTION_IDS[:30]], [True])
    grey = [replace(one, cards=tuple(np.full_like(cards, 120) for cards in one.cards)) for one in photos]
    assert not upright(grey).known


def test_digits_are_found_where_they_stand_and_as_they_are_turned(herald):
    _, printed = herald
    assert printed.turns == (0, 0, 180, 180)
    assert printed.number.x == pytest.approx(0.5, abs=0.05)
    assert printed.number.y == pytest.approx(0.41, abs=0.05)


def test_shades_get_the_names_of_their_colours(herald):
    _, printed = herald
    for name, shade in HERALD.shade.items():
        seen, drawn = (
            np.array([int(one[at : at + 2], 16) for at in (1, 3, 5)]) for one in (printed.shades[name], shade)
        )
        assert np.abs(seen - drawn).max() < 45, name


def test_faces_of_a_strange_edition_are_read(herald):
    taught = TaughtFaces.of(*herald)
    faces, truth = taught.faces(), faces_of(HERALD)
    wrong = [card for card in CARDS if faces[card][:3] != truth[card][:3]]
    assert set(wrong) <= {doubt.card for doubt in taught.doubts()}
    assert len(wrong) <= 1
    assert not any(face.phase for face in faces.values())  # thirty cards do not tell it
    assert taught.trusted()["learned"]


def test_a_phase_changes_one_place_or_a_whole_frame_but_not_pictures():
    """Pictures of two kinds differ a little everywhere, as each card's own differs from the others of its kind."""
    chance = np.random.default_rng(7)
    more = chance.permutation(np.arange(60) % 2) > 0
    print_of_cards = chance.normal(0, 1, (60, 176, 126)).astype(np.float32)
    seal, frame, picture = print_of_cards.copy(), print_of_cards.copy(), print_of_cards.copy()
    seal[more, 40:50, 20:30] += 4
    frame[more, :6] += 4
    frame[more, :, -6:] += 4
    picture[more, 80:] += 1
    here = Pips(Window(25 / 126, 45 / 176, 10 / 126, 10 / 176), (), ())
    rim = Pips(Window(60 / 126, 3 / 176, 20 / 126, 6 / 176), (), ())
    below = Pips(Window(60 / 126, 120 / 176, 20 / 126, 12 / 176), (), ())
    assert Changes.of(UnexplainedInk(seal, seal.var(axis=0)), PhaseMark(here, more, 1.0)).confined
    assert Changes.of(UnexplainedInk(frame, frame.var(axis=0)), PhaseMark(rim, more, 1.0)).confined
    assert not Changes.of(UnexplainedInk(picture, picture.var(axis=0)), PhaseMark(below, more, 1.0)).confined


def test_corners_in_the_card_s_own_colour_on_most_cards_show_its_ground():
    """AI cards found askew: at their lower right corners the ground is seen, on the others one in six is like it."""
    ids = (*EVOLUTION_IDS[:24], *AI_IDS)
    own = np.arange(36) % 6
    colours = np.stack([own, *((own + 1 + at * (np.arange(36) % 5)) % 6 for at in range(4))], axis=1)
    colours[24:, 3] = own[24:]
    beside = beside_corners(NamedCards(np.empty((36, 0)), np.zeros(36, np.intp), ids), colours)
    assert beside[24:, 2].all()
    assert beside.sum() == 12


def test_a_field_that_is_not_explained_costs_that_field_alone(herald):
    named_cards, printed = herald
    taught = TaughtFaces(named_cards, replace(printed, number=Spot(0.5, 0.25, 0.05), ai=None))
    unexplained = missing(taught.trusted())
    assert unexplained == ("number",)
    faces, truth = taught.faces(unexplained), faces_of(HERALD)
    assert {face.number for face in faces.values()} == {0}
    assert not any(face.whole for face in faces.values())
    assert {(card, "number") for card in CARDS} <= {(doubt.card, doubt.field) for doubt in taught.doubts(unexplained)}
    usual = EVOLUTION_IDS[::5]
    assert [faces[card].connectors for card in usual] == [truth[card].connectors for card in usual]


def test_a_field_of_ai_cards_that_does_not_come_back_is_unknown_on_all_of_them(herald):
    named_cards, printed = herald
    hidden, spot = named_cards.cards.copy(), printed.of_ai.number
    x, y, half = round(spot.x * WIDTH), round(spot.y * HEIGHT), round(spot.height * HEIGHT)
    for row, card in enumerate(CARDS):
        if card in AI_IDS[:3]:
            hidden[row, y - half : y + half, x - half : x + half] = (90, 120, 140)
    taught = TaughtFaces(replace(named_cards, cards=hidden), printed)
    faces, truth = taught.faces(), faces_of(HERALD)
    assert {faces[card].number for card in AI_IDS[:6]} == {0}
    assert {faces[card].colour for card in AI_IDS[:3]} == {""}  # what hides the number hides the ground as well
    assert [faces[card].connectors for card in AI_IDS[:6]] == [truth[card].connectors for card in AI_IDS[:6]]
    assert all(faces[card].number == truth[card].number for card in EVOLUTION_IDS[::5])
    assert missing(taught.trusted()) == ()


def test_ai_cards_that_all_seem_to_have_one_colour_have_none_yet(herald):
    named_cards, printed = herald
    one_colour = named_cards.cards.copy()
    shade = [int(printed.shades["violet"][at : at + 2], 16) for at in (5, 3, 1)]
    for row, card in enumerate(CARDS):
        if card in AI_IDS:
            for x, y in printed.of_ai.ground:
                one_colour[row, round(y * HEIGHT) - 8 : round(y * HEIGHT) + 9, round(x * WIDTH) - 8 :][:, :17] = shade
    many = NamedCards(
        np.concatenate([one_colour] + [one_colour[24:]] * 2),
        np.concatenate([named_cards.photo, np.repeat([3, 4], 6)]),
        (*CARDS, *AI_IDS[6:], *AI_IDS[:6]),
    )
    taught = TaughtFaces(many, printed)
    assert {face.colour for card, face in taught.faces().items() if card in AI_IDS} == {""}


def test_a_card_far_lighter_than_the_colour_it_seems_to_have_is_asked_about(herald):
    named_cards, printed = herald
    truth = faces_of(HERALD)
    row = next(row for row, card in enumerate(CARDS) if truth[card].colour == "black")
    paper = named_cards.cards.copy()
    for x, y in printed.ground:
        paper[row, round(y * HEIGHT) - 8 : round(y * HEIGHT) + 9, round(x * WIDTH) - 8 :][:, :17] = 190
    before, after = (
        {(one.card, one.field) for one in TaughtFaces(replace(named_cards, cards=cards), printed).doubts()}
        for cards in (named_cards.cards, paper)
    )
    assert (CARDS[row], "colour") not in before
    assert (CARDS[row], "colour") in after


def test_what_looks_black_in_deep_shadow_is_asked_about(herald):
    named_cards, printed = herald
    truth = faces_of(HERALD)
    row = next(row for row, card in enumerate(CARDS) if truth[card].connectors[0].colour == "black")
    dark = named_cards.cards.copy()
    dark[row, : HEIGHT // 4, : WIDTH // 3] //= 4
    before, after = (
        {(one.card, one.field) for one in TaughtFaces(replace(named_cards, cards=cards), printed).doubts()}
        for cards in (named_cards.cards, dark)
    )
    assert (CARDS[row], "tl colour") not in before
    assert (CARDS[row], "tl colour") in after


def test_what_is_hidden_is_asked_until_another_photo_shows_it(herald):
    named_cards, printed = herald
    hidden = named_cards.cards.copy()
    x, y = round(printed.number.x * WIDTH), round(printed.number.y * HEIGHT)
    hidden[3, y - 75 : y + 75, x - 60 : x + 60] = (90, 120, 140)
    asked = {(doubt.card, doubt.field) for doubt in TaughtFaces(replace(named_cards, cards=hidden), printed).doubts()}
    assert (CARDS[3], "number") in asked
    again = NamedCards(
        np.concatenate([hidden, named_cards.cards[3:4]]),
        np.append(named_cards.photo, 1),
        (*named_cards.ids, named_cards.ids[3]),
    )
    seen = TaughtFaces(again, printed)
    assert (CARDS[3], "number") not in {(doubt.card, doubt.field) for doubt in seen.doubts()}
    assert seen.faces()[CARDS[3]].number == faces_of(HERALD)[CARDS[3]].number


def test_a_print_that_does_not_explain_its_photos_is_not_learned(herald):
    named_cards, _ = herald
    trusted = TaughtFaces(named_cards, DEMO).trusted()
    assert not trusted["learned"]
    assert "number" in missing(trusted)


def test_a_photo_whose_ids_are_not_those_typed_is_left_out(herald):
    """Cards that were located a column off bear each other's names; nothing of them is believed."""
    named_cards, printed = herald
    photos = np.repeat(np.arange(5), 6)
    names = (*CARDS[:6], *CARDS[7:12], CARDS[6], *CARDS[12:])
    assert TaughtFaces(NamedCards(named_cards.cards, photos, CARDS), printed).strange == ()
    assert TaughtFaces(NamedCards(named_cards.cards, photos, names), printed).strange == (1,)


def test_ai_cards_may_have_their_corner_digits_elsewhere_and_turned_otherwise(herald):
    """Six cards whose lower digits are those of the other cards' upper ones, and stand two millimetres further in."""
    named_cards, printed = herald
    cards = named_cards.cards[:12].copy()
    spots, around = corner_spots(printed), round(0.05 * WIDTH)
    for card in cards:
        for above, below in ((spots[0], spots[3]), (spots[1], spots[2])):
            x, y = round(above.x * WIDTH), round(above.y * HEIGHT)
            part = card[max(y - around, 0) : y + around, max(x - around, 0) : x + around].copy()
            x, y = round(below.x * WIDTH), round(below.y * HEIGHT) - 12
            card[y - part.shape[0] // 2 :, max(x - part.shape[1] // 2, 0) :][: part.shape[0], : part.shape[1]] = part
    assert find_own_corners(named_cards.cards[:12], spots, 1.2) == ()
    found = find_own_corners(cards, spots, 1.2)
    assert [spot.turn for spot in found] == [0, 0, 0, 0]
    assert found[2].y == pytest.approx(spots[2].y - 12 / HEIGHT, abs=0.012)
    kept = replace(printed, ai=Places(printed.number, printed.id, printed.ground, {}, found, ((0.05, 0.05),)))
    again = read_print(kept.to_json()).of_ai
    assert [spot.turn for spot in again.corners] == [0, 0, 0, 0]
    assert again.patches == ((0.05, 0.05),)


def test_a_photo_of_another_box_teaches_nothing(herald):
    named_cards, printed = herald
    named_cards = replace(named_cards, photo=np.repeat(np.arange(5), 6))
    cards = named_cards.cards.copy()
    cards[6:12] = flat_cards(LINEN, CARDS[6:12])
    mixed = TaughtFaces(replace(named_cards, cards=cards), printed)
    assert mixed.strange == (1,)
    left = mixed.without(mixed.strange)
    assert left.named_cards.ids == (*CARDS[:6], *CARDS[12:])
    assert set(left.faces()) == set(left.named_cards.ids)
    assert TaughtFaces(named_cards, printed).strange == ()


def test_cards_whose_printed_ids_are_not_the_typed_ones_are_left_out(herald):
    named_cards, printed = herald
    swapped = (CARDS[1], CARDS[0], *CARDS[2:])
    taught = TaughtFaces(replace(named_cards, ids=swapped), printed)
    misnamed = [Misnamed("1", "A1", swapped[row], read) for row, read in taught.misnamed()]
    assert misnamed == [Misnamed("1", "A1", CARDS[1], CARDS[0]), Misnamed("1", "A1", CARDS[0], CARDS[1])]
    assert crossed(misnamed) == (CARDS[1], CARDS[0])
    assert crossed([*misnamed[:1], Misnamed("1", "A2", CARDS[5], CARDS[7])]) == ()
    assert set(taught.without_cards({CARDS[0], CARDS[1]}).faces()) == set(CARDS[2:])
    assert not list(TaughtFaces(named_cards, printed).misnamed())


def test_an_id_that_another_card_clearly_shows_was_misread_and_not_typed_wrongly(herald):
    """Each id exists once: who typed 020 for the card that shows 001 while another shows 001 has not mistyped it."""
    named_cards, printed = herald
    cards = named_cards.cards.copy()
    cards[1] = cards[0]
    taught = TaughtFaces(replace(named_cards, cards=cards), printed)
    assert not list(taught.misnamed())


def test_where_clear_ids_are_often_misread_only_two_that_were_typed_for_each_other_are_named(herald):
    """Small print reads as AI-10 on three cards: then a fourth that reads oddly is no mistake of whoever typed it."""
    named_cards, printed = herald
    read = read_fields(named_cards, printed)
    ids = read[0].ids.copy()

    def shows(row, card):
        ids[row] = -20.0
        ids[row, IDS.index(card)] = -0.01

    for row in (0, 1, 2):
        shows(row, "AI-10")
    shows(3, "117")
    shows(4, CARDS[5])
    shows(5, CARDS[4])
    taught = TaughtFaces(named_cards, printed, read=(read[0]._replace(ids=ids), read[1]))
    assert sorted(taught.misnamed()) == [(4, CARDS[5]), (5, CARDS[4])]


def test_a_corner_that_was_read_twice_is_no_number(herald):
    named_cards, printed = herald
    corner = replace(printed, number=corner_spots(printed)[1])
    assert TaughtFaces(named_cards, printed).trusted()["number"] > 0.9
    assert TaughtFaces(named_cards, corner).trusted()["number"] == 0


def test_where_neither_numbers_nor_corner_digits_come_back_nothing_was_learned():
    shares = {"id": 1.0, "number": 0.5, "corners": 1.0, "colour": 1.0, "corner_colours": 1.0}
    assert missing(shares) == ("number",)
    assert missing(shares | {"corners": 0.5}) == ("id", "number", "corners", "colour", "corner_colours")


def test_a_photo_given_twice_counts_once():
    ids = {"1": {"A1": "001"}, "2": {"A1": "001"}, "3": {"A1": "002"}}
    photos = {"1": b"one", "2": b"one", "3": b"one"}
    assert list(without_repeats(photos, ids)) == ["1", "3"]


def test_a_print_is_written_and_read_back(herald):
    _, printed = herald
    taught = printed.with_phase(Pips(Window(0.5, 0.1, 0.2, 0.05), (0.0,) * 32, (1.0,) * 32))
    assert taught.ai is not None
    again = read_print(taught.to_json())
    assert again.to_json() == taught.to_json()
    assert again.turns == taught.turns
    assert again.of_ai.number == again.ai.number


def test_cards_to_be_learned_are_all_shown_whatever_the_deck_makes_of_them():
    # No AI card in the centre, another print than the deck's, and a box that knows nothing.
    laid = dict(zip(TAUGHT.names, EVOLUTION_IDS[40:55], strict=True))
    photo = shot_of(laid.items(), "easy", 4, helps=False, style="atlas")
    assert set(read_teaching(photo.jpeg, "a photo", Deck("box", {})).cells) == set(laid)


def test_cards_that_were_shown_before_are_not_located_again(monkeypatch):
    laid = dict(zip(TAUGHT.names, EVOLUTION_IDS[:3], strict=False))
    photo = shot_of(laid.items(), "easy", 4, helps=False)
    tall, wide = photo.image.shape[:2]
    lying = {cell: (photo.truth.quads[cell] + 0.5) / (wide, tall) for cell in laid}
    monkeypatch.setattr(find, "locate", lambda image: pytest.fail("located again"))
    found = teaching.teach({"photo": photo.jpeg}, {"photo": laid}, Deck("box", {}), lying={"photo": lying})
    for cell, card in laid.items():
        assert np.abs(np.array(found.places[card].quad) - lying[cell]).max() < 0.01


def test_where_nothing_tells_which_end_is_up_typed_cells_name_no_picture(monkeypatch):
    laid = dict(zip(TAUGHT.names, EVOLUTION_IDS[:3], strict=False))
    photo = shot_of(laid.items(), "easy", 4, helps=False)
    tall, wide = photo.image.shape[:2]
    lying = {"photo": {cell: (photo.truth.quads[cell] + 0.5) / (wide, tall) for cell in laid}}
    monkeypatch.setattr(teaching, "upright", lambda *given: replace(upright(*given), known=False))
    by_cells = teaching.teach({"photo": photo.jpeg}, {"photo": laid}, Deck("box", {}))
    pointed_at = teaching.teach({"photo": photo.jpeg}, {"photo": laid}, Deck("box", {}), lying=lying)
    assert by_cells.deck.print == {}
    assert by_cells.deck.faces == pointed_at.deck.faces == {}
    assert set(pointed_at.deck.print["pictures"]) == set(laid.values())
