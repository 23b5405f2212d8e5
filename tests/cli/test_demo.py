"""`companion demo DIR`: everything to try the companion with."""

import json
from functools import partial

import pytest
from click.testing import CliRunner

from companion.cli import main
from companion.games.ai100.cards import CARD_IDS
from companion.games.ai100.deck import demo_deck, read_deck
from companion.games.ai100.document import read_record
from companion.samples import prints
from companion.vision.upright import read_photo


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """The demo, with small cards: drawing them large takes its time."""
    target = tmp_path_factory.mktemp("demo")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(prints, "deck_pngs", partial(prints.deck_pngs, width=84))
        result = CliRunner().invoke(main, ["demo", str(target)], catch_exceptions=False)
    assert result.exit_code == 0
    assert "135 cards" in result.output
    return target


def test_there_is_a_picture_of_every_card_and_help_card(folder):
    names = {file.stem for file in (folder / "cards").glob("*.png")}
    assert names == {*CARD_IDS, "help-1", "help-2", "help-3"}
    assert (folder / "sheet.pdf").read_bytes().startswith(b"%PDF-")


def test_the_faces_are_those_of_the_demo_deck(folder):
    assert read_deck(json.loads((folder / "faces.json").read_text("utf-8"))).faces == demo_deck().faces


def test_the_sample_game_is_read_and_complete(folder):
    game = json.loads((folder / "game.json").read_text("utf-8"))
    record = read_record(game)
    assert [player.name for player in record.players] == ["Ana", "Ben"]
    assert len(record.turns) == 14


def test_every_photo_is_a_photo_and_its_cards_are_known(folder):
    ids = json.loads((folder / "photos" / "ids.json").read_text("utf-8"))
    assert set(ids) == {file.name for file in (folder / "photos").glob("*.jpg")}
    assert sorted(len(cells) for cells in ids.values()) == [8, 15, 15, 15]
    for name, cells in ids.items():
        assert min(read_photo((folder / "photos" / name).read_bytes()).size) > 1000
        assert cells["B3"].startswith("AI-")
        assert len(set(cells.values())) == len(cells)


def test_a_folder_that_cannot_be_made_is_one_line(tmp_path):
    (tmp_path / "file").write_text("in the way")
    result = CliRunner().invoke(main, ["demo", str(tmp_path / "file" / "demo")])
    assert result.exit_code == 2
    assert result.stdout == ""
    assert len(result.stderr.strip().splitlines()) == 1
