"""Random ColleXion games as files, most of them legal: the slow way plays them, then somebody may mistype."""

from __future__ import annotations

from copy import deepcopy
from random import Random
from typing import Any

from .naive import BOX, COLOURS, SHAPES, Game, No, names_in, pick, purses, words_of

NAMES = ["Ana", "Ben", "Cleo", "Dan"]


def a_document(dice: Random) -> dict[str, Any]:
    """Return a game in turns, or a finished table."""
    return a_table(dice) if dice.random() < 0.4 else a_game(dice)


def head(dice: Random) -> dict[str, Any]:
    teams = dice.random() < 0.3
    names = NAMES if teams else NAMES[: dice.randint(2, 4)]
    document: dict[str, Any] = {"format": "companion-game/1", "game": "collexion"}
    document |= {"players": [{"name": name} for name in names], "teams": teams, "expert": dice.random() < 0.3}
    if dice.random() < 0.5:
        document["rulings"] = {"shape_pile": dice.choice(["left", "any"])}
    return document


def a_take(dice: Random, box: list[str]) -> Any:
    words = [dice.choice(box)]
    box = pick(box, words)
    while len(words) < 4 and dice.random() < 0.85:
        following = [word for word in box if set(word.split()) & set(words[-1].split())]
        if not following:
            break
        words.append(dice.choice(following))
        box = pick(box, words[-1:])
    return words


def a_power(dice: Random, game: Game, me: Any, take: list[str]) -> Any:
    others = [name for name in game.names if name != me and game.have[name]]
    kind = dice.choice(["swap", "steal", "discard"])
    if kind == "discard":
        left = pick(game.box, take)
        return {"power": "discard", "piece": dice.choice(left)} if left else None
    mine = game.have[me] + take
    if not others or not mine:
        return None
    other = dice.choice(others)
    piece = dice.choice(game.have[other])
    if kind == "steal":
        return {"power": "steal", "from": other, "piece": piece}
    return {"power": "swap", "with": other, "give": dice.choice(mine), "get": piece}


def some_series(dice: Random, words: list[str], stacks: Any, ruling: str) -> Any:
    """Return series validated one after the other until none is left, as the file writes them."""
    written, stacks, words = [], dict(stacks), list(words)
    while names := names_in(words):
        name = dice.choice(names)
        words = pick(words, words_of(name))
        purse = purses(name, stacks, ruling)
        one = {"series": name}
        if purse:
            one["pile"] = dice.choice(purse)
            stacks[one["pile"]] = stacks[one["pile"]][1:]
        written.append(one)
    return written


def a_turn(dice: Random, game: Game) -> dict[str, Any]:
    me = game.names[game.played % len(game.names)]
    may_rest = game.last is not None
    take = [] if not game.box or (may_rest and dice.random() < 0.5) else a_take(dice, game.box)
    turn: dict[str, Any] = {"take": take}
    power = a_power(dice, game, me, take) if dice.random() < 0.3 else None
    if power:
        when = dice.choice(["before", "taking", "taking", "after", None])
        turn["powers"] = [power | ({"when": when} if when else {})]
    if game.teams and take and dice.random() < 0.3:
        turn["give"] = True
    if dice.random() < 0.6:
        trial = deepcopy(game)
        try:
            mine = game.have[me] + take[: len(take) - turn.get("give", False)]
            turn["series"] = some_series(dice, mine, trial.stacks, trial.ruling)
        except No:
            pass
    return turn


def a_game(dice: Random) -> dict[str, Any]:
    """Play some turns, most of them legal ones, then perhaps change one of them."""
    document = head(dice)
    document["turns"] = []
    game = Game(document)
    enough = 200 if dice.random() < 0.3 else dice.randint(1, 25)
    while not game.over and len(document["turns"]) < enough:
        for _ in range(6):
            turn, trial = a_turn(dice, game), deepcopy(game)
            try:
                trial.turn(deepcopy(turn))
            except No:
                if dice.random() < 0.02:
                    document["turns"].append(turn)
                    return document
                continue
            document["turns"].append(turn)
            game = trial
            break
        else:
            break
    if document["turns"] and dice.random() < 0.4:
        mistype(dice, document)
    return document


def mistype(dice: Random, document: dict[str, Any]) -> None:
    turns = document["turns"]
    turn = dice.choice(turns)
    change = dice.choice(["drop", "series", "pile", "when", "take", "repeat"])
    if change == "drop":
        turns.remove(turn)
    elif change == "series":
        turn.pop("series", None)
    elif change == "pile":
        for one in turn.get("series", []):
            one.pop("pile", None)
    elif change == "when":
        for power in turn.get("powers", []):
            power["when"] = dice.choice(["before", "taking", "after"])
    elif change == "take":
        turn["take"] = [dice.choice(BOX) for _ in range(dice.randint(0, 2))]
    else:
        turns.append(deepcopy(turn))


def a_table(dice: Random) -> Any:
    """Return a finished table: what people kept, and tokens that may or may not go with it."""
    document = head(dice)
    # A few kinds are all kept, so that series can be missing for the tokens.
    scarce = dice.sample([f"{colour} {shape}" for colour in COLOURS for shape in SHAPES], dice.randint(0, 12))
    words = [word for word in BOX if word in scarce or dice.random() < 0.1]
    dice.shuffle(words)
    players = document["players"]
    hands = [words[at :: len(players)] for at in range(len(players))]
    if dice.random() < 0.4:
        hands[0] = hands[0] + words_of(dice.choice(COLOURS + SHAPES))
    tokens = dice.sample([2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4], dice.randint(0, 5))
    tokens.sort()
    if dice.random() < 0.7:
        tokens = [2, 3, 4, 2, 3, 4][: len(tokens)] if dice.random() < 0.6 else [2, 2, 2, 2, 3][: len(tokens)]
    for at, (player, hand) in enumerate(zip(players, hands, strict=True)):
        player["tokens"] = tokens[at :: len(players)]
        if not document["expert"]:
            player["powers"] = dice.randint(0, 3)
        if dice.random() < 0.2:
            player["left"] = len(hand)
            continue
        rows = {colour: {shape: hand.count(f"{colour} {shape}") for shape in SHAPES} for colour in COLOURS}
        player["collection"] = {
            colour: {shape: min(count, 5) for shape, count in row.items() if count} for colour, row in rows.items()
        }
    return document
