"""Random Boussanga games as files in both modes, by turns and in the end; some of them cannot have happened."""

from __future__ import annotations

from collections.abc import Callable
from copy import deepcopy
from random import Random
from typing import Any

from .naive import WORTH, Competition, No, Together, laid

COLOURS = list(WORTH)
SHAPES = [
    [(0, 0), (0, 1), (0, 2)],
    [(0, 0), (0, 1), (1, 1)],
    [(0, 0), (0, 1), (0, 2), (0, 3)],
    [(0, 0), (1, 0), (0, 1), (1, 1)],
]


def a_card(dice: Random, colours: list[str]) -> Any:
    shape = dice.choice(SHAPES)
    ink = dice.choice(colours)
    return [[row, column, ink if dice.random() < 0.8 else dice.choice(colours)] for row, column in shape]


def a_cell(dice: Random) -> Any:
    return dice.choice("ABCDEFGH") + dice.choice("12345678")


def a_lay(dice: Random, colours: list[str]) -> Any:
    return {"card": a_card(dice, colours), "cell": a_cell(dice), "orientation": dice.randint(0, 7)}


def head(dice: Random, mode: str, least: int) -> dict[str, Any]:
    names = ["Ana", "Ben", "Cleo", "Dan"][: dice.randint(least, 4)]
    document: dict[str, Any] = {"format": "companion-game/1", "game": "boussanga", "mode": mode}
    document["players"] = [{"name": name} for name in names]
    if mode == "competitive":
        document["teams"] = len(names) == 4 and dice.random() < 0.5
        document["rulings"] = {"crossing": dice.choice(["each", "once"]), "bonus": dice.choice(["side", "table"])}
    return document


def by_turns(dice: Random) -> dict[str, Any]:
    document = head(dice, "competitive", 2)
    if dice.random() < 0.3:
        document["cards"] = dice.randint(4 * len(document["players"]), 40)
    if dice.random() < 0.3:
        document["supply"] = {"red": dice.randint(4, 16)}
    document["turns"] = []
    colours = dice.sample(COLOURS, dice.choice([1, 2, 4]))
    play(dice, document, Competition(document), lambda game: a_lay(dice, colours))
    return document


def play(dice: Random, document: dict[str, Any], game: Any, make: Callable[..., Any]) -> None:
    """Add turns that the slow way lets pass, and sometimes one that it does not."""
    for _ in range(dice.randint(1, 30)):
        for _ in range(40):
            turn, trial = make(game), deepcopy(game)
            try:
                trial.turn(turn)
            except No:
                if dice.random() < 0.002:
                    document["turns"].append(turn)
                    return
                continue
            document["turns"].append(turn)
            game = trial
            break
        else:
            document["turns"].append({"pass": True})
            try:
                game.turn({"pass": True})
            except No:
                return


def plates(dice: Random) -> dict[str, Any]:
    document = head(dice, "competitive", 2)
    for player in document["players"]:
        most = dice.choice([3, 5, 9])
        player["tokens"] = {colour: dice.randint(0, most) for colour in dice.sample(COLOURS, dice.randint(0, 4))}
    return document


def in_the_end(dice: Random) -> dict[str, Any]:
    document = head(dice, "cooperative", 1)
    document["tokens"] = {colour: dice.randint(0, 5) for colour in dice.sample(COLOURS, dice.randint(0, 2))}
    return document | {"discarded": dice.randint(0, 9)}


def found(dice: Random, game: Any) -> Any:
    """Return a card that lies on the board somewhere, or nearly."""
    turn = a_lay(dice, COLOURS)
    try:
        places = laid(turn)
    except No:
        return turn
    signs = iter(game.board.get(place, "red") for place in places)
    # The picture of a card has its tokens in no order, so the first token may get another's colour: then it is refused.
    turn["card"] = [[row, column, next(signs, "red")] for row, column, _ in turn["card"]]
    free = [
        f"{'ABCDEFGH'[row]}{column + 1}" for row in range(8) for column in range(8) if (row, column) not in game.board
    ]
    zone = dict(game.zone)
    for _, _, colour in turn["card"]:
        zone[colour] += 1
    free += [f"{'ABCDEFGH'[row]}{column + 1}" for row, column in places]
    full = [colour for colour in zone if zone[colour] >= 4]
    if len(set(free)) < 3 * len(full):
        return turn
    cells = dice.sample(sorted(set(free)), 3 * len(full))
    return turn | {"back": {colour: cells[3 * at : 3 * at + 3] for at, colour in enumerate(full)}}


def together(dice: Random) -> dict[str, Any]:
    document = head(dice, "cooperative", 1)
    tokens = COLOURS * 16
    dice.shuffle(tokens)
    if dice.random() < 0.7:
        tokens.sort(key=lambda colour: COLOURS.index(colour) + dice.random() * 1.5)
    document["board"] = [tokens[8 * row : 8 * row + 8] for row in range(8)]
    document["turns"] = []
    play(dice, document, Together(document), lambda game: found(dice, game))
    return document


def a_document(dice: Random) -> dict[str, Any]:
    """Return a game of either mode, by turns or in the end."""
    return dice.choice([by_turns, plates, in_the_end, together])(dice)
