"""The owner's decks: files that are whole or not there, merged without losing what was known."""

import json

import pytest
from click.testing import CliRunner

from companion.cli import main
from companion.core.errors import Illegal, Unreadable
from companion.games.ai100.cards import Connector
from companion.games.ai100.deck import Deck, demo_deck
from companion.games.ai100.decks import deck_names, differing, load_deck, merge, read_deck_file, save_deck
from companion.games.ai100.enrol import enrol, read_ids_file
from companion.games.ai100.reader import read_located
from companion.vision.layout import CELLS
from companion.vision.upright import read_photo
from tests.vision.shots import shot, shot_of, true_location

FACES = demo_deck().faces


def some(*cards):
    return {card: FACES[card] for card in cards}


def test_the_demo_deck_always_exists_and_cannot_be_changed(tmp_path):
    assert deck_names(tmp_path) == ("demo",)
    assert load_deck(tmp_path) == demo_deck()
    with pytest.raises(Illegal, match="demo"):
        save_deck(tmp_path, demo_deck())


def test_a_deck_comes_back_as_it_was_saved(tmp_path):
    deck = Deck("my box", some("001", "073", "AI-4"), demo_deck().print)
    file = save_deck(tmp_path, deck)
    assert load_deck(tmp_path, "my box") == deck
    assert deck_names(tmp_path) == ("demo", "my box")
    assert list(file.parent.iterdir()) == [file]


@pytest.mark.parametrize("name", ["../up", "", "a/b", ".hidden", "x" * 60, "dot."])
def test_a_name_that_is_no_name_is_refused(tmp_path, name):
    with pytest.raises(Unreadable, match="name"):
        save_deck(tmp_path, Deck(name, {}))


def test_an_unknown_deck_names_those_there_are(tmp_path):
    with pytest.raises(Unreadable, match="there is demo"):
        load_deck(tmp_path, "other")


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


def run(folder, *words):
    return CliRunner().invoke(main, ["--data", str(folder), *words])


def test_export_and_import_carry_a_deck_from_table_to_table(tmp_path):
    file = tmp_path / "shared.json"
    assert run(tmp_path / "one", "deck", "export", str(file), "--deck", "demo").exit_code == 0
    assert read_deck_file(file).faces == FACES
    assert "132 faces added" in run(tmp_path / "two", "deck", "import", str(file), "--deck", "box").output
    again = run(tmp_path / "two", "deck", "import", str(file), "--deck", "box")
    assert "0 faces added" in again.output
    listed = run(tmp_path / "two", "deck", "list").output.splitlines()
    assert [line.split()[0] for line in listed] == ["demo", "box"]
    assert "132 of 132" in listed[1]


def test_import_shows_differences_and_keeps_what_was_known(tmp_path):
    save_deck(tmp_path, Deck("box", {"073": FACES["073"]._replace(number=FACES["073"].number % 5 + 1)}))
    known = load_deck(tmp_path, "box").faces["073"]
    file = tmp_path / "shared.json"
    run(tmp_path, "deck", "export", str(file), "--deck", "demo")
    result = run(tmp_path, "deck", "import", str(file), "--deck", "box")
    assert "073: known / new: number" in result.stderr
    assert load_deck(tmp_path, "box").faces["073"] == known


@pytest.mark.parametrize("text", ["", "[]", "{", '{"format": "companion-deck/1"}', "\x00"])
def test_a_file_that_is_no_deck_is_one_line(tmp_path, text):
    (tmp_path / "x.json").write_text(text)
    result = run(tmp_path, "deck", "import", str(tmp_path / "x.json"))
    assert result.exit_code == 2
    assert result.stderr.startswith("companion: ")
    assert len(result.stderr.splitlines()) == 1


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
def lesson():
    """Two photos of thirty cards in a print that nothing was trained on, and what they taught."""
    cards = [f"{n:03d}" for n in range(1, 31)]
    tableaux = {"1.jpg": dict(zip(CELLS, cards[:15], strict=True)), "2.jpg": dict(zip(CELLS, cards[15:], strict=True))}
    photos = {
        name: shot_of(cells.items(), "easy", 400 + at, False, "atlas", standee=False).jpeg
        for at, (name, cells) in enumerate(tableaux.items())
    }
    known = {"005": FACES["005"]._replace(number=FACES["005"].number % 5 + 1), "119": FACES["119"]}
    return enrol(photos, tableaux, Deck("atlas", known)), cards, known


def test_photos_teach_faces_in_an_unseen_print(lesson):
    taught, cards, _ = lesson
    assert set(taught.added) == set(cards) - {"005"}
    right = [card for card in taught.added if taught.deck.faces[card][:3] == FACES[card][:3]]
    assert len(right) >= 28
    assert taught.deck.print["corner"] == pytest.approx([0.0937, 0.0682, 0.0636], abs=0.025)


def test_what_was_known_is_not_overwritten_but_reported(lesson):
    taught, _, known = lesson
    assert taught.deck.faces["005"] == known["005"]
    assert taught.deck.faces["119"] == known["119"]
    assert "005" in [difference.card for difference in taught.differences]


def test_taught_cards_are_recognised_on_a_new_photo(lesson):
    taught, cards, _ = lesson
    photo = shot_of(zip(CELLS, cards[7:22], strict=True), "medium", 410, False, "atlas", standee=False, glare=0)
    reading = read_located(read_photo(photo.jpeg), true_location(photo), taught.deck)
    right = [cell for cell, card in photo.truth.cells.items() if reading.cells[cell].card == card]
    assert len(right) >= 14


def test_a_photo_without_names_or_without_cards_is_refused(tmp_path):
    jpeg = shot("easy", 201).jpeg
    with pytest.raises(Unreadable, match=r"b\.jpg"):
        enrol({"b.jpg": jpeg}, {"a.jpg": {"A1": "001"}}, Deck("box", {}))
    (tmp_path / "b.jpg").write_bytes(jpeg)
    (tmp_path / "ids.json").write_text(json.dumps({"a.jpg": {"A1": "001"}}))
    result = run(tmp_path, "enrol", str(tmp_path / "b.jpg"), "--ids", str(tmp_path / "ids.json"))
    assert (result.exit_code, "b.jpg" in result.stderr) == (2, True)
