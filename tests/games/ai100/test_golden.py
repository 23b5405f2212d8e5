"""The golden positions: worked out by hand from the rulebook, read from text that a player could check."""

from __future__ import annotations

import pytest

from companion.core.sheet import Line
from companion.games.ai100.board import AI_CELL, CELLS, EXTRA
from companion.games.ai100.cards import AI_IDS, EVOLUTION_IDS, OBJECTIVE_IDS, Card, Face
from companion.games.ai100.catalogue import catalogue
from companion.games.ai100.document import Play, Player, Record
from companion.games.ai100.replay import Table
from companion.games.ai100.rulings import Rulings
from companion.games.ai100.scoring import Choice, score
from companion.games.ai100.tableau import Tableau, read_card
from tests.games.ai100.golden import Position, positions

CASES = [(position, source) for position in positions() for source in position.ids if source != "AI-2"]


@pytest.mark.parametrize(("position", "source"), CASES, ids=[f"{p.file[:-4]}-{s}-{p.title[:40]}" for p, s in CASES])
def test_golden_position(position: Position, source: str) -> None:
    lines = scored_lines(position, source)
    assert [line.points for line in lines] == position.points, position.fields["why"]
    if position.groups is not None:
        made = [group.connectors or group.cells for group in lines[-1].groups]
        assert sorted("+".join(sorted(names)) for names in made) == position.groups
    if lines[-1].points == 0:
        assert lines[-1].notes, "a zero says what was missing"
    if "after" in position.boards:
        after = table_of(position, source)[1].tableau.items()
        assert [(cell, card.face) for cell, card in after] == [
            (cell, card.face) for cell, card in position.board("after").items()
        ]


def test_every_card_objective_and_ai_card_has_two_positions() -> None:
    counts = dict.fromkeys((*EVOLUTION_IDS, *OBJECTIVE_IDS, *AI_IDS), 0)
    for position in positions():
        for source in position.ids:
            counts[source] += 1
    assert [source for source, count in counts.items() if count < 2] == []


def test_tempting_wrong_answers_are_wrong() -> None:
    tempting = [position for position in positions() if "wrong" in position.fields]
    assert len(tempting) > 250
    for position in tempting:
        number = int(position.fields["wrong"].split()[0])
        assert number not in (position.points[-1], sum(position.points)), position.title


def scored_lines(position: Position, source: str) -> list[Line]:
    """Score the position by the way its card goes in a real game."""
    if "099" <= source <= "120":
        return table_of(position, source)[1].lines
    tableau = position.tableau()
    condition = catalogue(Rulings(**position.rulings))[source]
    laid = position.fields.get("laid")
    cell = tableau.board.names.index(laid) if laid else AI_CELL
    scored = score(condition, tableau, cell, position.fields.get("ai", ""))
    return [Line("card", source, scored.groups, scored.notes)]


def table_of(position: Position, source: str):  # type: ignore[no-untyped-def]
    """A table with the position's neighbours, after the black card has been scored."""
    names = [key.removeprefix("neighbour ") for key in {**position.boards, **position.fields} if "neighbour" in key]
    blank = Face("red", 1)
    players = tuple(Player(name, ai) for name, ai in zip(("Me", *names), AI_IDS, strict=False))
    faces = dict.fromkeys(EVOLUTION_IDS + AI_IDS, blank)
    grid: dict[int, str] = {}
    # Cards whose id does not matter are black ones, which nobody can copy.
    fillers = iter([card for card in EVOLUTION_IDS if card >= "099" and card != source])
    if "grid" in position.boards:
        for name, card in position.board("grid").items():
            grid[CELLS.index(name)] = card.id or next(fillers)
            faces[grid[CELLS.index(name)]] = card.face
    exchange = None
    if text := position.fields.get("exchange"):
        out, word = text.split()
        card = read_card(word, {}, "exchange")
        exchange = CELLS.index(out), card.id
        faces[card.id] = card.face
    solo = "solo" in position.fields
    record = Record(
        players,
        ("O1", "O4"),
        faces,
        Rulings(**position.rulings),
        grid if grid and not solo and len(players) == 2 else None,
    )
    table = Table(record)
    seat = table.seats[0]
    seat.tableau = position.tableau()
    _name_cards(seat.tableau, position, source)
    for name, card in seat.tableau.items():
        if name != "B3":
            table.bring(seat, card.id)
    for one in table.seats[1:]:
        key = f"neighbour {one.player.name}"
        if key in position.boards:
            one.tableau = position.board(key)
    words = position.fields.get("choice", "").split()
    choice = Choice((words[1], words[2])) if words[:1] == ["copy"] else Choice(None, *words[:1])
    swap = tuple(CELLS.index(cell) for cell in position.fields.get("swap", "").split())
    laid = position.fields["laid"]
    cell = CELLS.index(laid) if laid in CELLS else EXTRA
    play = Play(source, cell, choice, exchange, swap or None, None, grid if grid and solo else None)  # type: ignore[arg-type]
    table.begin(8, {player.name: play for player in players})
    for one in table.seats[1:]:
        scored = position.fields.get(f"neighbour {one.player.name}", "scored 0")
        one.points_this_turn = int(scored.removeprefix("scored "))
    table.score_play(seat, play)
    return table, seat


def _name_cards(tableau: Tableau, position: Position, source: str) -> None:
    """Give the cards of the own tableau ids, so that they can be exchanged."""
    spare = [card for card in EVOLUTION_IDS if card < "090"]
    used = position.fields.get("exchange", "")
    for name, card in tableau.items():
        cell = CELLS.index(name)
        tableau.take(cell)
        tableau.lay(
            cell, Card(source if name == position.fields["laid"] else card.id or _spare(spare, used), card.face)
        )


def _spare(spare: list[str], used: str) -> str:
    card = spare.pop()
    return spare.pop() if card in used else card
