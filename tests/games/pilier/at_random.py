"""Random Pilier games as files: played by the slow way, or counted in the end; some of them cannot have happened."""

from __future__ import annotations

from copy import deepcopy
from random import Random
from typing import Any

from .naive import COLOURS, DECK, Game, No

NAMES = ["Ana", "Ben", "Cleo", "Dan", "Eve", "Fay"]
SYMBOLS = ["cube", "triangle", "moebius", "ring", "star", "none"]
VALUES = [0, 10, 20, 30, 40]


def head(dice: Random, many: int) -> dict[str, Any]:
    document: dict[str, Any] = {"format": "companion-game/1", "game": "pilier"}
    document["players"] = [{"name": name} for name in NAMES[:many]]
    if dice.random() < 0.5:
        document["rulings"] = {"no_symbol": dice.choice(["shared", "nothing"])}
    if dice.random() < 0.2:
        words = {"yellow": ["orange", "yellow"], "ring": ["spiral", "star"], "star": ["ring", "sun", "spiral"]}
        document["called"] = {word: dice.choice(words[word]) for word in words if dice.random() < 0.6}
    for player in document["players"]:
        if dice.random() < 0.3:
            player["colours"] = dice.sample(COLOURS, 2)
    return document


def a_count(dice: Random) -> dict[str, Any]:
    many = dice.randint(2, 6)
    document = head(dice, many)
    if dice.random() < 0.4:
        document["finished"] = dice.random() < 0.5
    tokens = [6] * many
    for _ in range(10):
        one, other = dice.randrange(many), dice.randrange(many)
        if tokens[one]:
            tokens[one], tokens[other] = tokens[one] - 1, tokens[other] + 1
    if dice.random() < 0.1:
        tokens[0] += 1
    for player, count in zip(document["players"], tokens, strict=True):
        player |= {"tokens": count, "cards": {}}
    least = DECK[many] - 4 * many - 36
    count = dice.choice([least - 1, least, least + 5, dice.randint(0, DECK[many])])
    for _ in range(max(count, 0)):
        cards = dice.choice(document["players"])["cards"]
        own = cards.setdefault(dice.choice(COLOURS), [])
        if len(own) < 18:
            own.append(dice.choice(VALUES))
    return document


def a_card(dice: Random, colours: list[str]) -> str:
    return f"{dice.choice(colours)} {dice.choice(VALUES[:3])} {dice.choice(SYMBOLS[-3:])}"


def a_turn(dice: Random, game: Game, colours: list[str]) -> dict[str, Any]:
    """Return a turn that may be played, with all its takings; some are not."""
    rows, columns = zip(*game.table, strict=True)
    for _ in range(60):
        cell = dice.randint(min(rows) - 1, max(rows) + 1), dice.randint(min(columns) - 1, max(columns) + 1)
        turn: dict[str, Any] = {"card": a_card(dice, colours), "cell": f"{cell[0]},{cell[1]}"}
        if dice.random() < 0.1:
            turn["line"] = dice.choice(["row", "column"])
        trial = deepcopy(game)
        try:
            trial.turn(turn)
            while trial.phase:
                place = dice.choice(trial.free_to_take())
                turn.setdefault("taken", []).append(f"{place[0]},{place[1]}")
                trial.take(place)
        except No:
            if dice.random() < 0.0003:
                return turn
            continue
        return turn
    return {"pass": True}


def a_game(dice: Random) -> dict[str, Any]:
    document = head(dice, dice.choice([2, 2, 3, 6]))
    colours = dice.sample(COLOURS, dice.choice([2, 3, 5]))
    cells = dice.choice([["0,0", "0,1", "1,1", "2,1", "2,2"], ["0,0", "0,1", "0,3", "0,4", "1,0"]])
    document["start"] = {cell: a_card(dice, colours) for cell in cells}
    document["turns"] = []
    game = Game(document)
    for _ in range(dice.choice([8, 20, 60])):
        turn = a_turn(dice, game, colours) if dice.random() < 0.95 else {"pass": True}
        document["turns"].append(turn)
        try:
            game.turn(turn)
        except No:
            return document
    if dice.random() < 0.2:
        dice.choice(document["turns"]).pop("taken", None)
    return document


def a_document(dice: Random) -> dict[str, Any]:
    """Return a game in turns, or what everybody has in the end."""
    return a_game(dice) if dice.random() < 0.5 else a_count(dice)
