"""`companion deck` and `companion enrol`: one store for the command line and the tables on phones."""

import json
from contextlib import closing

import pytest
from click.testing import CliRunner

from companion.cli import main
from companion.core.table import KnownBoxes, View
from companion.games.ai100.deck import Deck, demo_deck, face_to_json
from companion.games.ai100.decks import read_deck_file, write_deck_file
from companion.games.ai100.pages import TABLE
from companion.games.ai100.reader import teaching
from companion.games.ai100.reader.teaching.faces import Doubt
from companion.store import Store
from tests.vision.shots import shot

FACES = demo_deck().faces


def run(folder, *words):
    return CliRunner().invoke(main, ["--data", str(folder), *words])


def keep(folder, name, faces):
    with closing(Store(folder)) as store:
        store.keep("ai100", name, {card: face_to_json(face) for card, face in faces.items()})


def box(folder, name):
    with closing(Store(folder)) as store:
        return store.box("ai100", name)[1]


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


def test_import_shows_differences_and_keeps_both_readings(tmp_path):
    known = FACES["073"]._replace(number=FACES["073"].number % 5 + 1)
    keep(tmp_path, "box", {"073": known})
    file = tmp_path / "shared.json"
    run(tmp_path, "deck", "export", str(file), "--deck", "demo")
    result = run(tmp_path, "deck", "import", str(file), "--deck", "box")
    assert "073: known / new: number" in result.stderr
    assert box(tmp_path, "box")["073"] == face_to_json(known)
    assert box(tmp_path, "box")["@doubt/073"] == face_to_json(FACES["073"])
    assert "1 doubtful" in run(tmp_path, "deck", "list").output


def test_a_deck_of_the_command_line_stands_on_the_set_up_page_of_a_phone(tmp_path):
    file = tmp_path / "shared.json"
    write_deck_file(file, Deck("Chloé’s box", dict(list(FACES.items())[:5])))
    assert run(tmp_path, "deck", "import", str(file)).exit_code == 0
    with closing(Store(tmp_path)) as store:
        boxes = store.boxes("ai100")
    known = KnownBoxes(names=boxes)
    page = TABLE.setup(View(entries={}, state=None, language="en", texts=TABLE.texts("en"), boxes=known), {})
    assert page.added.decks[0].value == "Chloé’s box"


def test_a_box_of_a_phone_is_a_deck_of_the_command_line(tmp_path):
    keep(tmp_path, "Our box", {"001": FACES["001"]})
    file = tmp_path / "mine.json"
    assert run(tmp_path, "deck", "export", str(file), "--deck", "Our box").exit_code == 0
    assert read_deck_file(file) == Deck("Our box", {"001": FACES["001"]})


def test_deck_files_of_earlier_versions_become_boxes_and_are_put_aside(tmp_path):
    (tmp_path / "decks").mkdir()
    faces = dict(list(FACES.items())[:3])
    write_deck_file(tmp_path / "decks" / "old.json", Deck("old", faces, {"pictures": {}, "corner": [1, 2]}))
    (tmp_path / "decks" / "notes.json").write_text("[1]")
    keep_first = FACES["001"]._replace(number=FACES["001"].number % 5 + 1)
    (tmp_path / "decks" / "old.json").rename(tmp_path / "old.json")
    keep(tmp_path, "old", {"001": keep_first})  # a box of the same name, taught on a phone
    (tmp_path / "old.json").rename(tmp_path / "decks" / "old.json")
    assert "3 of 132 faces, print known" in run(tmp_path, "deck", "list").output
    assert box(tmp_path, "old")["001"] == face_to_json(keep_first)
    assert box(tmp_path, "old")["@print"] == {"pictures": {}, "corner": [1, 2]}
    names = sorted(file.name for file in (tmp_path / "decks").iterdir())
    assert names == ["notes.json", "old.json.taken-in"]


def test_the_demo_deck_always_exists_and_cannot_be_changed(tmp_path):
    assert run(tmp_path, "deck", "list").output.split()[0] == "demo"
    file = tmp_path / "x.json"
    run(tmp_path, "deck", "export", str(file), "--deck", "demo")
    result = run(tmp_path, "deck", "import", str(file), "--deck", "demo")
    assert (result.exit_code, "the demo deck cannot be changed" in result.stderr) == (2, True)


@pytest.mark.parametrize("name", ["", "x" * 60, "two\nlines", "+", " box"])
def test_a_name_that_is_no_name_is_refused(tmp_path, name):
    file = tmp_path / "x.json"
    write_deck_file(file, Deck("box", {}))
    result = run(tmp_path, "deck", "import", str(file), f"--deck={name}")
    if name:
        assert (result.exit_code, "expected a short name" in result.stderr) == (2, True)
    else:  # as if it had not been given
        assert "box: 0 faces added" in result.output


@pytest.mark.parametrize("text", ["", "[]", "{", '{"format": "companion-deck/1"}', "\x00"])
def test_a_file_that_is_no_deck_is_one_line(tmp_path, text):
    (tmp_path / "x.json").write_text(text)
    result = run(tmp_path, "deck", "import", str(tmp_path / "x.json"))
    assert result.exit_code == 2
    assert result.stderr.startswith("companion: ")
    assert len(result.stderr.splitlines()) == 1


def test_a_deck_in_another_encoding_is_refused_with_its_name(tmp_path):
    (tmp_path / "x.json").write_bytes('{"format": "companion-deck/1", "name": "Zoé", "faces": {}}'.encode("latin-1"))
    result = run(tmp_path, "deck", "import", str(tmp_path / "x.json"))
    assert result.exit_code == 2
    assert result.stderr.startswith("companion: x.json, line 1: not UTF-8: it looks like Latin-1")


def test_a_photo_without_names_is_one_line(tmp_path):
    (tmp_path / "b.jpg").write_bytes(shot("easy", 201).jpeg)
    (tmp_path / "ids.json").write_text(json.dumps({"a.jpg": {"A1": "001"}}))
    result = run(tmp_path, "enrol", str(tmp_path / "b.jpg"), "--ids", str(tmp_path / "ids.json"))
    assert (result.exit_code, "b.jpg" in result.stderr) == (2, True)


def test_a_deck_taught_here_is_known_on_the_phone_and_reads_photos(tmp_path):
    taken = shot("easy", 201)
    (tmp_path / "a.jpg").write_bytes(taken.jpeg)
    (tmp_path / "ids.json").write_text(json.dumps({"a.jpg": taken.truth.cells}))
    result = run(tmp_path, "enrol", str(tmp_path / "a.jpg"), "--ids", str(tmp_path / "ids.json"), "--deck", "Shelf")
    assert "a.jpg: 15 cards of 15 found" in result.stderr
    # A card of which a field is hard to read has no face until somebody says it.
    kept = box(tmp_path, "Shelf")
    whole = [card for card in taken.truth.cells.values() if card in kept]
    assert all("face" in kept[f"@ask/{card}"] for card in taken.truth.cells.values() if card not in whole)
    assert len(whole) >= 12
    assert f"Shelf: {len(whole)} cards learned" in result.output
    read = run(tmp_path, "read", str(tmp_path / "a.jpg"), "--deck", "Shelf", "--json")
    cells = json.loads(read.stdout)["cells"]
    assert sum(cells[cell]["id"] == card for cell, card in taken.truth.cells.items()) >= 14


@pytest.mark.parametrize(
    ("language", "asked", "unlearned"),
    [
        ("en", "069: the colour top right is hard to read (21% sure)", "do not agree about the numbers"),
        (
            "fr",
            "069 : la couleur en haut à droite est difficile à lire (sûr à 21%)",
            "ne s'accordent pas sur les nombres",
        ),
    ],
)
def test_what_is_hard_to_read_is_said_in_the_words_of_the_table(tmp_path, monkeypatch, language, asked, unlearned):
    taught = teaching.Taught(Deck("Shelf", {}), (), (), (Doubt("069", "tr colour", 0.21),), (), unexplained=("number",))
    monkeypatch.setattr(teaching, "teach", lambda *_: taught)
    (tmp_path / "a.jpg").write_bytes(b"any")
    (tmp_path / "ids.json").write_text(json.dumps({"a.jpg": {"A1": "069"}}))
    words = ("enrol", str(tmp_path / "a.jpg"), "--ids", str(tmp_path / "ids.json"), "--deck", "Shelf")
    result = run(tmp_path, *words, "--lang", language)
    said = (result.output + result.stderr).replace("\u202f", " ").replace("\xa0", " ")
    assert asked in said
    assert unlearned in said
