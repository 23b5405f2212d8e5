"""A turn as the rulebook tells it: lay, then score in order; black cards last, 105 and 106 last of all."""

from __future__ import annotations

from typing import Any

import pytest

from companion.core.errors import Illegal
from companion.core.sheet import Line
from companion.games.ai100 import GAME
from companion.games.ai100.board import AI_CELL
from companion.games.ai100.cards import Card, Face
from companion.games.ai100.catalogue import catalogue
from companion.games.ai100.describe import texts
from companion.games.ai100.document import read_record
from companion.games.ai100.replay import Replay, replay
from companion.games.ai100.rulings import Rulings
from companion.games.ai100.scoring import score
from companion.games.ai100.tableau import Tableau
from companion.games.ai100.whatif import what_if

NO_CONNECTORS = {corner: ["red", 1] for corner in ("tl", "tr", "br", "bl")}


def face(letters: str) -> dict[str, Any]:
    colours = dict(zip("RBYKGV", ("red", "blue", "yellow", "black", "green", "violet"), strict=True))
    return {"colour": colours[letters[0]], "number": int(letters[1]), "connectors": NO_CONNECTORS}


def game(players: dict[str, str], faces: dict[str, str], *turns: dict[str, Any], **more: Any) -> dict[str, Any]:
    """A game file in short: players with their AI cards, faces as letters, plays as (card, cell, extras)."""
    plays = [
        {name: {"card": play[0], "cell": play[1], **(play[2] if len(play) > 2 else {})} for name, play in turn.items()}
        for turn in turns
    ]
    return {
        "format": "companion-game/1",
        "game": "ai100",
        "players": [{"name": name, "ai": ai} for name, ai in players.items()],
        "objectives": ["O3", "O4"],
        "faces": {card: face(letters) for card, letters in faces.items()},
        "turns": plays,
        **more,
    }


def lines(document: dict[str, Any], name: str, *, open_turn: bool = False) -> list[Line]:
    return list(next(sheet for sheet in played(document, open_turn).sheets if sheet.name == name).lines)


def played(document: dict[str, Any], open_turn: bool = False) -> Replay:
    return replay(read_record(document, open_turn=open_turn))


TWO = {"Ana": "AI-1", "Ben": "AI-3"}
THREE = TWO | {"Cleo": "AI-6"}
AIS = {"AI-1": "R1", "AI-3": "R1", "AI-6": "R1"}


def test_107_sees_the_card_that_the_neighbour_lays_in_this_very_turn() -> None:
    document = game(THREE, AIS | {"107": "K1", "001": "G5", "002": "G4"},
                    {"Ana": ("107", "A3"), "Ben": ("001", "A3"), "Cleo": ("002", "A3")})  # fmt: skip
    (line,) = lines(document, "Ana")
    assert (line.points, line.at) == (2, "Ben")
    assert [group.cells for group in line.groups] == [("A3",)]


def test_105_counts_what_its_better_neighbour_scored_and_106_may_build_on_it() -> None:
    # Ben's 117 brings 2; Ana's 105 copies 2; Cleo's 106 sees Ana's 2 and Ben's 2.
    document = game(THREE, AIS | {"105": "K1", "117": "K2", "106": "K3"},
                    {"Ana": ("105", "A3"), "Ben": ("117", "A3"), "Cleo": ("106", "A3")})  # fmt: skip
    assert [lines(document, name)[0].points for name in THREE] == [2, 2, 2]


def test_105_never_costs_points() -> None:
    document = game(THREE, AIS | {"105": "K1", "115": "K2", "116": "K3"},
                    {"Ana": ("105", "A3"), "Ben": ("115", "A3"), "Cleo": ("116", "A3")})  # fmt: skip
    (line,) = lines(document, "Ana")
    assert line.points == 0
    assert line.notes[0].key == "miss.neighbours_scored_nothing"


def test_105_brings_4_alone() -> None:
    document = game({"Ana": "AI-1"}, AIS | {"105": "K1"}, {"Ana": ("105", "A3")})
    assert lines(document, "Ana")[0].points == 4


def test_an_exchange_costs_2_and_scores_the_card_that_comes_in() -> None:
    exchange = {"exchange": {"out": "A3", "in": "052"}}
    document = game({"Ana": "AI-1"}, AIS | {"001": "G1", "115": "K2", "052": "R3"},
                    {"Ana": ("001", "A3")}, {"Ana": ("115", "B2", exchange)})  # fmt: skip
    second = lines(document, "Ana")[1:]
    # 052 pays 1 per red card: the AI card and itself.
    assert [(line.source, line.cell, line.points) for line in second] == [("115", "B2", -2), ("052", "A3", 2)]


def test_an_exchanged_card_may_be_laid_again_later() -> None:
    document = game({"Ana": "AI-1"}, AIS | {"001": "G1", "115": "K2", "052": "R3"},
                    {"Ana": ("001", "A3")}, {"Ana": ("115", "B2", {"exchange": {"out": "A3", "in": "052"}})},
                    {"Ana": ("001", "C3")})  # fmt: skip
    assert played(document).problems == ()


@pytest.mark.parametrize(
    ("exchange", "message"),
    [
        ({"out": "B3", "in": "052"}, "AI-1 may not be exchanged"),
        ({"out": "B2", "in": "052"}, "115 may not be exchanged"),
        ({"out": "C5", "in": "052"}, "no card lies on C5 to be exchanged"),
        ({"out": "A3", "in": "116"}, "card 116 may not come in by an exchange"),
        ({"out": "A3", "in": "001"}, "card 001 lies in the tableau of Ana already"),
    ],
)
def test_exchanges_that_the_rules_forbid(exchange: dict[str, str], message: str) -> None:
    document = game({"Ana": "AI-1"}, AIS | {"001": "G1", "115": "K2", "116": "K2", "052": "R3"},
                    {"Ana": ("001", "A3")}, {"Ana": ("115", "B2", {"exchange": exchange})})  # fmt: skip
    assert [str(problem) for problem in played(document).problems] == [f"turn 2, Ana: {message}"]


@pytest.mark.parametrize(
    ("ai", "swap", "message"),
    [
        ("AI-1", ["A3", "B3"], "the AI card stays on B3"),
        ("AI-1", ["A1", "C1"], "no card lies on A1 or C1 to be swapped"),
        ("AI-1", ["A3", "C1"], "the card swapped to C1 would touch no card"),
        ("AI-1", ["A3", "C2"], ""),  # below 119 on B2
        ("AI-1", ["A3", "A1"], "the card swapped to A1 would touch no card"),
        ("AI-8", ["A3", "A1"], ""),  # diagonally next to B2
    ],
)
def test_swaps(ai: str, swap: list[str], message: str) -> None:
    document = game({"Ana": ai}, AIS | {"AI-8": "R1", "001": "G1", "119": "K2"},
                    {"Ana": ("001", "A3")}, {"Ana": ("119", "B2", {"swap": swap})})  # fmt: skip
    result = played(document)
    assert [str(problem) for problem in result.problems] == ([f"turn 2, Ana: {message}"] if message else [])
    if not message:
        assert dict(result.tableaux["Ana"].items())[swap[1]].id == "001"


def test_ai_5_swaps_once_before_laying() -> None:
    faces = AIS | {"AI-5": "R1", "001": "G1", "002": "G2", "003": "G3"}
    swap = {"ai_swap": ["A3", "B2"]}
    once = game({"Ana": "AI-5"}, faces, {"Ana": ("001", "A3")}, {"Ana": ("002", "A3", swap)})
    assert played(once).problems == ()
    assert [cell for cell, _ in played(once).tableaux["Ana"].items()] == ["A3", "B2", "B3"]
    twice = game(
        {"Ana": "AI-5"}, faces, {"Ana": ("001", "A3")}, {"Ana": ("002", "A3", swap)}, {"Ana": ("003", "C3", swap)}
    )
    assert [str(problem) for problem in played(twice).problems] == [
        "turn 3, Ana: AI-5 has swapped already in this game"
    ]


def test_ai_8_lays_diagonally_and_nobody_else() -> None:
    faces = AIS | {"AI-8": "R1", "001": "G1"}
    assert played(game({"Ana": "AI-8"}, faces, {"Ana": ("001", "A2")})).problems == ()
    assert len(played(game({"Ana": "AI-1"}, faces, {"Ana": ("001", "A2")})).problems) == 1


def test_the_neutral_grid_shows_two_columns_in_round_1() -> None:
    # Column 3 holds a 5, but it is laid out only in round 2.
    faces = AIS | {"107": "K1", "001": "G1", "050": "Y5", "051": "Y5"}
    turn = {"Ana": ("107", "A3"), "Ben": ("001", "A3")}
    early = game(TWO, faces, turn, grid={"A1": "050", "A3": "051"})
    assert [(line.points, line.at) for line in lines(early, "Ana")] == [(2, "grid")]


def test_a_card_of_the_grid_cannot_be_laid() -> None:
    document = game(TWO, AIS | {"001": "G1", "002": "G1"},
                    {"Ana": ("001", "A3"), "Ben": ("002", "A3")}, grid={"A1": "001"})  # fmt: skip
    assert [str(problem) for problem in played(document).problems] == ["turn 1, Ana: card 001 lies in the grid already"]


def test_without_a_draft_grid_a_solo_107_brings_nothing_and_says_so() -> None:
    (line,) = lines(game({"Ana": "AI-1"}, AIS | {"107": "K1"}, {"Ana": ("107", "A3")}), "Ana")
    assert (line.points, line.notes[0].key) == (0, "miss.no_neighbour")


def test_a_neighbours_ai_10_shows_its_printed_face() -> None:
    # Printed red 4: Ana's 110 counts it; that Ben could take it as black 2 is his business alone.
    document = game({"Ana": "AI-1", "Ben": "AI-10"}, AIS | {"AI-10": "R4", "110": "K1", "001": "G1"},
                    {"Ana": ("110", "A3"), "Ben": ("001", "A3")})  # fmt: skip
    assert lines(document, "Ana")[0].points == 2


def test_black_cards_wait_for_the_players_they_depend_on() -> None:
    faces = AIS | {"107": "K1", "001": "G5", "105": "K2"}
    result = played(game(THREE, faces, {"Ana": ("107", "A3"), "Cleo": ("105", "A3")}), open_turn=True)
    assert result.waiting == {"Ana": ("Ben",), "Cleo": ("Ben", "Ana")}
    assert [sheet.lines for sheet in result.sheets] == [(), (), ()]
    result = played(
        game(THREE, faces, {"Ana": ("107", "A3"), "Cleo": ("105", "A3"), "Ben": ("001", "A3")}), open_turn=True
    )
    assert result.waiting == {}
    assert [sheet.total for sheet in result.sheets] == [2, 0, 2]


def test_what_if_proposes_the_best_card_to_copy() -> None:
    faces = AIS | {"052": "B1", "117": "K1", "099": "K2", "053": "B3", "001": "G1", "002": "G1"}
    document = game(THREE, faces, {"Ana": ("001", "A3"), "Ben": ("052", "A3"), "Cleo": ("053", "A3")})
    options = what_if(read_record(document), "Ana", "099")
    # 053 would pay 3 per yellow card of the row: none. 052 pays 1 per red card: the AI card.
    assert {(option.line.copied, option.line.points) for option in options} == {("052", 1)}


def test_what_if_knows_that_a_card_lies_on_the_table() -> None:
    document = game(THREE, AIS | {"001": "G1", "002": "G1", "003": "G1"},
                    {"Ana": ("001", "A3"), "Ben": ("002", "A3"), "Cleo": ("003", "A3")})  # fmt: skip
    with pytest.raises(Illegal, match="card 002 lies in the tableau of Ben already"):
        what_if(read_record(document), "Ana", "002")


@pytest.mark.parametrize(("setting", "points", "named"), [("2", 2, []), ("3", 3, ["card_082"])])
def test_a_switch_is_named_on_the_line_that_it_changed(setting: str, points: int, named: list[str]) -> None:
    document = game({"Ana": "AI-1"}, AIS | {"082": "Y1", "001": "G1"}, {"Ana": ("082", "B2")}, {"Ana": ("001", "A2")},
                    rulings={"card_082": setting})  # fmt: skip
    for connectors, number in ((document["faces"]["082"], 4), (document["faces"]["AI-1"], 1)):
        connectors["connectors"] = {corner: ["red", number] for corner in ("tl", "tr", "br", "bl")}
    first, second = GAME.score(document).say("en")["players"][0]["lines"]
    assert first["points"] == points
    assert first.get("rulings", []) == named
    assert ("worked example" in first["text"]) == bool(named)
    assert "rulings" not in second


def test_a_product_says_its_factors() -> None:
    tableau = Tableau()
    for cell, (colour, number) in enumerate([("green", 1), ("blue", 1), ("blue", 2)]):
        tableau.lay(cell, Card(f"{cell + 1:03d}", Face(colour, number)))
    scored = score(catalogue(Rulings())["AI-4"], tableau, AI_CELL)
    assert scored.points == 2
    assert [texts("en").say(note) for note in scored.notes] == ["1 green × 2 blue."]
    assert [texts("fr").say(note) for note in scored.notes] == ["1 verte × 2 bleues."]
