"""The door for Python: a dozen names, and what its documentation shows is what happens."""

from __future__ import annotations

import doctest
import subprocess
import sys
from pathlib import Path

import pytest

import companion
from companion import api
from companion.cli.decks import shelf
from companion.core.errors import Illegal, Unreadable

DOCS = Path(__file__).parents[1] / "docs"


def test_every_name_of_the_door_is_there() -> None:
    assert len(companion.__all__) == 12
    for name in companion.__all__:
        assert getattr(companion, name) is not None
    with pytest.raises(AttributeError, match="no attribute 'chess'"):
        companion.chess  # noqa: B018


def test_the_page_for_programmers_shows_what_happens() -> None:
    result = doctest.testfile(str(DOCS / "python.md"), module_relative=False, encoding="utf-8")
    assert (result.failed, result.attempted > 20) == (0, True)


def test_so_do_the_functions() -> None:
    result = doctest.testmod(api)
    assert (result.failed, result.attempted > 8) == (0, True)


def test_importing_the_door_loads_no_pictures() -> None:
    code = (
        "import sys; from companion import score, what_if, verify, read_photo, games, Tableau, __version__; games();"
        "print([name for name in ('cv2', 'flask', 'PIL', 'numpy', 'sqlite_utils') if name in sys.modules])"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout.strip() == "[]"


def test_a_game_may_be_a_document_a_file_or_its_bytes(tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    file.write_bytes(b'{"game": "chess"}')
    for game in ({"game": "chess"}, file, file.read_bytes()):
        with pytest.raises(Unreadable, match="game: unknown game 'chess'"):
            companion.score(game)


def test_a_claim_of_nobody_is_refused() -> None:
    with pytest.raises(Unreadable, match="claims: unknown player 'Zoe'"):
        companion.verify(companion.games()["pilier"].example(), {"Zoe": 3})


def test_what_the_rules_forbid_is_collected_and_no_document() -> None:
    game = companion.games()["ai100"].example()
    name = game["players"][0]["name"]
    game["turns"][1][name]["cell"] = game["turns"][0][name]["cell"]
    scored = companion.score(game)
    assert [problem.place.say("en") for problem in scored.problems] == [f"turn 2, {name}"]
    with pytest.raises(Illegal, match="is taken"):
        scored.say("en")


def test_decks_find_their_game_on_the_shelf() -> None:
    assert shelf(None, None).game.slug == "ai100"
    for door in (lambda: shelf("pilier", None), lambda: companion.read_photo(b"", "pilier")):
        with pytest.raises(Unreadable, match=r"game: no game with decks \(there is ai100\)"):
            door()
