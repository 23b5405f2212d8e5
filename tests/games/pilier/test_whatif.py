"""What a card in hand would bring, cell by cell."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest
from click.testing import CliRunner

from companion.cli import main
from companion.core.errors import NOWHERE, CompanionError
from companion.games.pilier import GAME
from companion.games.pilier.cards import read_card
from companion.games.pilier.document import read_record
from companion.games.pilier.replay import start
from companion.games.pilier.whatif import open_cells

GAME_FILE = {
    "format": "companion-game/1",
    "game": "pilier",
    "players": [{"name": "Ana"}, {"name": "Ben"}, {"name": "Cleo"}],
    "start": {
        "0,0": "red 0 star",
        "0,1": "blue 40 ring",
        "0,3": "green 20 cube",
        "0,4": "green 30 none",
        "1,0": "red 10 cube",
    },
    "turns": [],
}


def test_tokens_from_whom_and_the_phase_it_would_start():
    best, *others = open_cells(start(read_record(GAME_FILE)), 0, read_card("blue 20 cube", NOWHERE))
    assert (str(best.cell), best.givers, best.phases, best.points) == ("0,2", (2,), ("row",), 10)
    assert all(not option.phases for option in others)
    # Beside the blue 40, the green 20 cube and the red 10 cube it finds something in common; not beside red 0 alone.
    cells = {str(option.cell) for option in others}
    assert {"1,3", "-1,3", "-1,1", "2,0", "1,-1"} <= cells
    assert "-1,0" not in cells


def test_a_cell_between_two_cards_asks_both():
    # 1,1 lies under the blue 40 ring and right of the red 10 cube: a blue cube has something in common with each.
    found = open_cells(start(read_record(GAME_FILE)), 1, read_card("blue 0 cube", NOWHERE))
    (between,) = [option for option in found if str(option.cell) == "1,1"]
    assert between.givers == (0,)


def test_in_words_in_both_languages():
    first = GAME.what_if(GAME_FILE, "Ana", "blue 20 cube").say("en")[0]
    assert first == {"cell": "0,2", "points": 10, "text": "Takes 1 from Cleo. Starts a scoring phase in the row."}
    french = GAME.what_if(GAME_FILE, "Ana", "blue 20 cube").say("fr")[0]["text"]
    assert french == "Prend 1 à Cleo. Déclenche une phase de score dans la ligne."


def test_a_token_that_is_not_taken_has_a_reason():
    # 1,1 lies between two cards; 1,3 lies below the green 20 alone.
    poor = replace(start(read_record(GAME_FILE)), tokens=(18, 0, 0))
    said = {
        str(one.cell): one.reasons(("Ana", "Ben", "Cleo"))[0]
        for one in open_cells(poor, 0, read_card("blue 20 cube", NOWHERE))
    }
    assert said["1,1"] == ("whatif.poor", (1,))
    assert said["1,3"] == ("whatif.none", ())


def test_on_the_command_line():
    arguments = ["whatif", "-", "--player", "Ana", "--card", "blue 20 cube", "--lang", "en"]
    shown = CliRunner().invoke(main, arguments, input=json.dumps(GAME_FILE))
    assert shown.exit_code == 0
    assert shown.output.startswith("0,2  +10  Takes 1 from Cleo. Starts a scoring phase in the row.")


@pytest.mark.parametrize(
    ("document", "player", "card", "message"),
    [
        (GAME_FILE, "Eve", "blue 20 cube", "player: unknown player 'Eve'"),
        (GAME_FILE, "Ana", "blue cube", "card: unknown card 'blue cube'"),
        (
            {**GAME_FILE, "turns": [{"card": "blue 20 cube", "cell": "0,2", "taken": ["0,4"]}]},
            "Ana",
            "blue 20 cube",
            "turn 2: the scoring phase before it is not over: Ben takes 0,0 or 0,3",
        ),
        (GAME.example(), "Ana", "blue 20 cube", "game file: the game is not written down turn by turn"),
    ],
)
def test_what_cannot_be_tried_is_refused(document, player, card, message):
    with pytest.raises(CompanionError, match=message):
        GAME.what_if(document, player, card).say("en")
