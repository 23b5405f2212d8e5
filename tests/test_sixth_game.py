"""A sixth game is one folder: put a toy beside the others, and registry and command line have it."""

from __future__ import annotations

import json
import sys

import pytest
from click.testing import CliRunner

import companion.games
from companion.cli import main
from companion.registry import find_game, games, missing_pieces, table_game
from companion.web import create_app

TOY = '''
"""Heads or tails."""

from companion.core import schemas
from companion.core.errors import Illegal, Place
from companion.core.reading import FORMAT, read_game, read_number, read_seats
from companion.core.score import Score, best
from companion.core.sheet import Group, Line, Reason, ScoreSheet
from companion.core.texts import Texts

WORDS = {
    "en": Texts({"heads": "Heads thrown: {0}.", "none": "No heads."}),
    "fr": Texts({"heads": "Faces obtenues : {0}.", "none": "Aucune face."}),
}


class Coins:
    slug = "coins"

    def name(self, language):
        return {"en": "Heads or tails", "fr": "Pile ou face"}[language]

    def about(self, language):
        return {"en": "throw coins", "fr": "lancer des pièces"}[language]

    def players(self):
        return range(1, 3)

    def schema(self):
        player = schemas.player({"heads": schemas.number(range(11))})
        return schemas.game_file(self.slug, "coins", schemas.list_of(player, 1, 2), {}, {})

    def example(self):
        return {"format": FORMAT, "game": "coins", "players": [{"name": "Ana", "heads": 3, "claimed": 3}]}

    def score(self, document):
        top = read_game(document, self.slug, ())
        sheets = {}
        for seat in read_seats(top["players"], self.players(), ("heads",), ("heads",)):
            heads = read_number(seat.fields["heads"], range(11), Place.player(seat.name), "heads")
            if heads == 10:
                raise Illegal(Reason("error.too_many", (heads, "heads", 9)), Place.player(seat.name))
            line = Line("heads", "", (Group((), heads),), (Reason("heads", (heads,)),))
            sheets[seat.name] = ScoreSheet(seat.name, (line,)).claiming(seat.claimed)
        winners = best(list(sheets), lambda name: sheets[name].total)
        return Score(game=self.slug, sheets=tuple(sheets.values()), winners=winners, texts=WORDS.get)

    def rank(self, score, language):
        return None


GAME = Coins()
'''


@pytest.fixture
def shelf(tmp_path, monkeypatch):
    """Lay a folder with the toy game beside the games of the package."""
    (tmp_path / "coins").mkdir()
    (tmp_path / "coins" / "__init__.py").write_text(TOY, "utf-8")
    monkeypatch.setattr(companion.games, "__path__", [*companion.games.__path__, str(tmp_path)])
    games.cache_clear()
    yield games()
    games.cache_clear()
    table_game.cache_clear()
    for name in [name for name in sys.modules if name.startswith("companion.games.coins")]:
        del sys.modules[name]


def test_the_folder_is_enough_for_the_registry(shelf):
    assert "coins" in shelf
    assert len(shelf) >= 6
    assert find_game("coins").name("fr") == "Pile ou face"


def test_and_for_the_command_line(shelf):
    run = CliRunner().invoke
    assert "coins        Heads or tails (1-2): throw coins" in run(main, ["games", "--lang", "en"]).output
    assert json.loads(run(main, ["schema", "coins"]).output)["title"] == "companion-game/1, coins"
    scored = run(main, ["score", "-", "--lang", "fr"], input=json.dumps(shelf["coins"].example()))
    assert scored.exit_code == 0
    assert "Faces obtenues : 3." in scored.output
    bad = shelf["coins"].example()
    bad["players"][0]["heads"] = 10
    refused = run(main, ["score", "-"], input=json.dumps(bad))
    assert refused.exit_code == 2
    assert refused.stderr == "companion: player Ana: 10 heads, where there are only 9\n"


def test_what_is_missing_is_said(shelf):
    """The toy can be scored, but nobody can sit down to it; and a folder without a GAME is no game."""
    (said,) = missing_pieces()
    assert said.startswith("companion/games/coins: no pages.py, or no TABLE in it")


@pytest.mark.parametrize(
    ("pages", "said"),
    [
        ("", "no pages.py, or no TABLE in it: the game can be scored but not played at a table"),
        ("class Table:\n    slug = 'coin'\nTABLE = Table()", "the slug of its TABLE is 'coin'"),
        ("class Table:\n    slug = 'coins'\nTABLE = Table()", "no home.html among its templates"),
    ],
)
def test_a_missing_piece_is_named(shelf, tmp_path, pages, said):
    (tmp_path / "coins" / "pages.py").write_text(pages, "utf-8")
    table_game.cache_clear()
    assert f"companion/games/coins: {said}" in missing_pieces()


def test_a_folder_without_a_game_is_named(shelf, tmp_path):
    (tmp_path / "empty").mkdir()
    (tmp_path / "empty" / "__init__.py").write_text("", "utf-8")
    assert "companion/games/empty: no GAME in its __init__.py" in missing_pieces()


def test_the_server_says_what_is_missing_when_it_starts(shelf, tmp_path, caplog):
    create_app(tmp_path / "data").extensions["house"].store.close()
    assert "companion/games/coins: no pages.py" in caplog.text


def test_without_the_folder_it_is_gone():
    assert "coins" not in games()
