"""Random AquaSphere games as files; about half of them cannot have happened."""

from __future__ import annotations

from random import Random
from typing import Any

SECTORS = "ABCDEF"


def crossing(dice: Random, crystals: int = 2) -> dict[str, Any]:
    said: dict[str, Any] = {"crystals": dice.randint(0, crystals)}
    kind = dice.choice(["pay all", "pay some", "send back"])
    if kind == "pay some":
        said["pay"] = dice.randint(0, 3)
    elif kind == "send back":
        said["send_back"] = dice.randint(1, 2)
    if dice.random() < 0.01:
        said["lines"] = dice.sample(range(8), dice.randint(0, 2))
    if dice.random() < 0.01:
        said["behind"] = dice.randint(0, 4)
    return said


def a_move(dice: Random, name: str, number: int) -> dict[str, Any]:
    octopods: dict[str, Any] = {"action": "octopods", "in_sector": dice.randint(0, 8)}
    if dice.random() < 0.5:
        octopods["holds"] = dice.choice([number + 1, number + 1, dice.randint(2, 7)])
    submarine: dict[str, Any] = {
        "action": "submarine",
        "cost": dice.randint(0, 3),
        "time": dice.choice([3, 3, 4, dice.randint(2, 22)]),
    }
    if dice.random() < 0.5:
        submarine |= {"sector": dice.choice(SECTORS), "half": dice.random() < 0.5}
    research: dict[str, Any] = {"action": "research"} | ({"holds": 1 + number} if dice.random() < 0.3 else {})
    action = dice.choice([octopods, submarine, research, {"action": "card", "points": dice.randint(1, 4)}])
    if dice.random() < 0.25:
        things = dice.sample(["cards", "crystals", "octopods", "time"], dice.randint(0, 2))
        letters = dice.sample(SECTORS, dice.randint(0, 2))
        adds = {thing: dice.randint(1, 3) for thing in things}
        return {"player": name, "action": "extension", "adds": adds, "letters": letters}
    return {"player": name, **action, **crossing(dice)}


def a_sector(dice: Random, names: list[str], octopods: int) -> dict[str, Any]:
    sector: dict[str, Any] = {"control": dice.choice([*names, None]), "octopods": octopods}
    if dice.random() < 0.1:
        sector["station"] = {name: dice.randint(0, 2) for name in names if dice.random() < 0.6}
    if dice.random() < 0.03:
        sector["neutral"] = True
    return sector


def a_round(dice: Random, names: list[str], number: int) -> dict[str, Any]:
    many = 9 if dice.random() < 0.1 else 1
    moves = [a_move(dice, name, number) for _ in range(many) for name in names if dice.random() < 0.5]
    sectors = {letter: a_sector(dice, names, dice.choice([0, 0, 1, 2, 4])) for letter in "ABC"}
    sectors |= {letter: a_sector(dice, names, 0) for letter in "DEF"}
    players = {name: {"robots": dice.randint(0, 6), **crossing(dice, dice.choice([2, 2, 5]))} for name in names}
    return {"moves": moves, "scoring": {"sectors": sectors, "players": players}}


def an_end(dice: Random, start: str, added: int) -> dict[str, Any]:
    extensions = min(added + dice.choice([0, 0, 1, 2]), 5) if dice.random() < 0.9 else dice.randint(0, 5)
    known = {letter for _ in range(extensions) for letter in dice.sample(SECTORS, dice.randint(0, 2))}
    known |= {start or dice.choice(SECTORS)} if dice.random() < 0.9 else set()
    letters = [*known, *dice.sample(sorted(known), min(len(known), dice.choice([0, 0, 1])))]
    submarines = dice.choice([4, 5, 6])
    return {
        "letters": letters[: 1 + 2 * 5],
        "time": dice.randint(0, 4 + extensions),
        "submarines": submarines,
        "extensions": extensions,
    }


def a_document(dice: Random) -> dict[str, Any]:
    """Return a whole game, or one that was not finished."""
    names = ["Ana", "Ben", "Cleo", "Dan"][: dice.randint(2, 4)]
    length = dice.randint(12, 40)
    starts = dice.sample(SECTORS, len(names)) if dice.random() < 0.95 else [dice.choice(SECTORS) for _ in names]
    known = [dice.random() < 0.5 for _ in names]
    seats = [
        {"name": name} | ({"start": start} if said else {})
        for name, start, said in zip(names, starts, known, strict=True)
    ]
    rounds = [a_round(dice, names, number) for number in range(1, dice.choice([1, 2, 4, 4, 4]) + 1)]
    document: dict[str, Any] = {
        "format": "companion-game/1",
        "game": "aquasphere",
        "players": seats,
        "track": {"red_lines": dice.sample(range(length), dice.randint(0, 4)), "length": length},
        "rounds": rounds,
    }
    if dice.random() < 0.2:
        document["rounds"] = []
        document["final"] = {name: an_end(dice, start, 0) for name, start in zip(names, starts, strict=True)}
        for end in document["final"].values():
            end["counter"] = dice.choice([40, 41, dice.randint(0, 90)])
            end |= {key: dice.randint(0, 2) for key in ("control", "crystals") if dice.random() < 0.7}
    elif len(rounds) == 4 and dice.random() < 0.9:
        moves = [move for one in rounds for move in one["moves"]]
        document["final"] = {}
        for name, start in zip(names, starts, strict=True):
            added = sum(move["action"] == "extension" and move["player"] == name for move in moves)
            document["final"][name] = an_end(dice, start, added)
    return document
