"""What a box calls the colour and the two symbols that our copy of the rulebook does not name."""

from __future__ import annotations

import pytest

from companion.core.errors import Illegal, Unreadable
from companion.games.pilier import GAME


def test_a_box_names_what_the_rulebook_leaves_without_a_name():
    """Our copy names four colours and three symbols: the others are said in the words of the box."""
    document = {
        "format": "companion-game/1",
        "game": "pilier",
        "players": [{"name": "Ana"}, {"name": "Ben"}],
        "called": {"yellow": "orange", "ring": "spiral"},
        "start": {
            "0,0": "red 0 star",
            "0,1": "blue 40 ring",
            "0,3": "green 20 cube",
            "0,4": "red 30 none",
            "1,0": "red 10 cube",
        },
        "turns": [{"card": "yellow 20 ring", "cell": "0,2"}],
    }
    ana, ben = GAME.score(document).say("en")["players"]
    # Between the blue spiral and the green 20: two neighbours, so one token.
    assert ana["lines"][1]["text"] == "Lays orange 20 spiral beside 2 cards and takes 1 from Ben."
    assert [ana["total"], ben["total"]] == [70, 50]
    ana, _ = GAME.score(document).say("fr")["players"]
    assert ana["lines"][1]["text"] == "Pose orange 20 spirale à côté de 2 cartes et prend 1 à Ben."


@pytest.mark.parametrize(
    ("called", "error", "problem"),
    [
        ({"ring": "sun", "star": "sun"}, Illegal, "called: two things are called the same"),
        ({"ring": "star"}, Illegal, "called: two things are called the same"),
        ({"cube": "sun"}, Unreadable, "called: unknown key 'cube'"),
        ({"ring": "violet"}, Unreadable, "called, ring: "),
    ],
)
def test_names_of_a_box_are_words_that_can_be_said_and_no_two_are_the_same(called, error, problem):
    document = {**GAME.example(), "called": called}
    with pytest.raises(error) as refused:
        GAME.score(document)
    assert str(refused.value).startswith(problem)
