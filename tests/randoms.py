"""Random faces, tableaux and games, the same for every run with the same seed."""

from __future__ import annotations

import random
from typing import Any

from companion.games.ai100.board import AI_CELL, EXTRA, EXTRA_CELLS, board
from companion.games.ai100.cards import COLOURS, NUMBERS, Card, Connector, Face
from companion.games.ai100.tableau import Tableau

SWITCHES = {
    "least_represented": ("present", "all"),
    "card_025": ("anywhere", "stacked"),
    "card_082": ("2", "3"),
    "objective_12": ("three_or_more", "exactly_three"),
}


def random_face(dice: random.Random, colours: tuple[str, ...] = COLOURS, phase: int = 0) -> Face:
    """A face with any connectors; few colours make many figures."""
    connectors = tuple(Connector(dice.choice(colours), dice.choice(NUMBERS)) for _ in range(4))
    return Face(dice.choice(colours), dice.choice(NUMBERS), connectors, phase)


def random_tableau(dice: random.Random, *, extra: bool = False) -> tuple[Tableau, int]:
    """A tableau grown card by card, and the cell of the card laid last."""
    colours = tuple(dice.sample(COLOURS, dice.choice((2, 3, 4, 6, 6, 6))))
    tableau = Tableau()
    tableau.lay(AI_CELL, Card("AI-1", random_face(dice, colours)))
    cell = AI_CELL
    for _ in range(14 if extra else dice.randint(1, 14)):
        cell = dice.choice([c for c in range(15) if can_touch(tableau, c)])
        tableau.lay(cell, Card("", random_face(dice, colours)))
    if extra:
        tableau = tableau.copy(board(dice.choice(EXTRA_CELLS)))
        cell = EXTRA
        tableau.lay(cell, Card("", random_face(dice, colours)))
    return tableau, cell


def can_touch(tableau: Tableau, cell: int) -> bool:
    return not tableau.occupied >> cell & 1 and bool(tableau.board.beside_at[cell] & tableau.occupied)


def random_rulings(dice: random.Random) -> dict[str, str]:
    return {key: dice.choice(values) for key, values in SWITCHES.items()}


def face_document(face: Face) -> dict[str, Any]:
    connectors = {corner: list(pair) for corner, pair in zip(("tl", "tr", "br", "bl"), face.connectors, strict=False)}
    document: dict[str, Any] = {"colour": face.colour, "number": face.number, "connectors": connectors}
    return document | ({"phase": face.phase} if face.phase else {})


EVOLUTION = [f"{n:03d}" for n in range(1, 121)]
NAMES = ("Ana", "Ben", "Cleo", "Dev", "Eve", "Fay")


class GameMaker:
    """Invents a legal game, play by play, in the format of the game file."""

    def __init__(self, dice: random.Random, players: int | None = None, turns: int | None = None) -> None:
        self.dice = dice
        count = players or dice.randint(1, 6)
        self.names = list(NAMES[:count])
        self.ais = dict(zip(self.names, dice.sample([f"AI-{n}" for n in range(1, 13)], count), strict=True))
        self.turns = 14 if turns is None else turns
        self.faces = {card: random_face(dice) for card in [*EVOLUTION, *self.ais.values()]}
        for card in EVOLUTION[98:]:
            self.faces[card] = self.faces[card]._replace(colour="black")
        self.pile = EVOLUTION.copy()
        dice.shuffle(self.pile)
        # Black cards do most of what can go wrong: let them come often.
        self.pile.sort(key=lambda card: card < "099" and dice.random() < 0.5)
        self.tableaux: dict[str, dict[str, str]] = {name: {"B3": self.ais[name]} for name in self.names}
        self.swap_left = {name for name in self.names if self.ais[name] == "AI-5"}
        self.grid: dict[str, str] = {}

    def draw(self) -> str:
        return self.pile.pop()

    def document(self) -> dict[str, Any]:
        if len(self.names) == 2 and self.dice.random() < 0.8:
            self.grid = {row + column: self.draw() for row in "ABC" for column in "1234"}
        turns = [self.turn(number) for number in range(1, self.turns + 1)]
        players: list[dict[str, Any]] = [{"name": name, "ai": self.ais[name]} for name in self.names]
        for player in players:
            if player["ai"] == "AI-2" and self.turns == 14 and self.dice.random() < 0.8:
                player["final"] = {"card": self.draw(), "cell": self.dice.choice(EXTRA_CELLS)}
        objectives = self.dice.sample([f"O{n}" for n in range(1, 17)], 2)
        document = {
            "format": "companion-game/1",
            "game": "ai100",
            "players": players,
            "objectives": objectives,
            "rulings": random_rulings(self.dice),
            "faces": {card: face_document(face) for card, face in self.faces.items()},
            "turns": turns,
        }
        return document | ({"grid": self.grid} if self.grid else {})

    def turn(self, number: int) -> dict[str, Any]:
        plays: dict[str, dict[str, Any]] = {}
        for name in self.names:
            play: dict[str, Any] = {}
            if name in self.swap_left and self.dice.random() < 0.2 and (swap := self.swap(name)):
                play["ai_swap"] = swap
                self.swap_left.discard(name)
            play["cell"] = self.dice.choice(self.free(name))
            play["card"] = self.draw()
            self.tableaux[name][play["cell"]] = play["card"]
            plays[name] = play
        # Choices look at the neighbours as they lie when the black card is scored: in the order of the ids.
        for name in sorted(self.names, key=lambda name: plays[name]["card"]):
            self.choose(name, plays[name], number)
        return plays

    def free(self, name: str) -> list[str]:
        steps = ((0, 1), (0, -1), (1, 0), (-1, 0))
        if self.ais[name] == "AI-8":
            steps += ((1, 1), (1, -1), (-1, 1), (-1, -1))  # type: ignore[assignment]
        there = self.tableaux[name]
        near = {chr(ord(cell[0]) + down) + chr(ord(cell[1]) + right) for cell in there for down, right in steps}
        return sorted(cell for cell in near if cell not in there and cell[0] in "ABC" and cell[1] in "12345")

    def swap(self, name: str) -> list[str] | None:
        there = self.tableaux[name]
        movable = [cell for cell in there if cell != "B3"]
        if not movable:
            return None
        one = self.dice.choice(movable)
        others = [cell for cell in movable if cell != one]
        if self.dice.random() < 0.5 or not others:
            there[one], held = "", there[one]
            del there[one]
            others = [cell for cell in self.free(name) if cell != one]
            there[one] = held
        if not others:
            return None
        other = self.dice.choice(others)
        card = there.pop(one)
        if other in there:
            there[one] = there[other]
        there[other] = card
        return [one, other]

    def choose(self, name: str, play: dict[str, Any], turn: int) -> None:
        card = play["card"]
        if len(self.names) == 1 and self.dice.random() < 0.7:
            play["grid"] = dict(zip([r + c for r in "ABC" for c in "123"], self.dice.sample(self.pile, 9), strict=True))
        self.look(name, card, play, turn)
        if card in ("115", "116") and self.dice.random() < 0.8:
            self.exchange(name, play, turn)
        if card in ("119", "120") and self.dice.random() < 0.8 and (swap := self.swap(name)):
            play["swap"] = swap

    def exchange(self, name: str, play: dict[str, Any], turn: int) -> None:
        there = self.tableaux[name]
        out = [cell for cell, card in there.items() if cell != "B3" and card not in ("115", "116")]
        coming = [card for card in self.pile if card not in ("115", "116")]
        if not out:
            return
        play["exchange"] = {"out": self.dice.choice(out), "in": self.dice.choice(coming)}
        cell, card = play["exchange"]["out"], play["exchange"]["in"]
        self.pile.remove(card)
        self.pile.insert(0, there[cell])
        there[cell] = card
        self.look(name, card, play, turn)

    def neighbours(self, name: str, play: dict[str, Any], turn: int) -> dict[str, dict[str, str]]:
        here = self.names.index(name)
        beside = {self.names[here - 1], self.names[(here + 1) % len(self.names)]} - {name}
        found = {one: self.tableaux[one] for one in sorted(beside)}
        if play.get("grid"):
            found["grid"] = play["grid"]
        if self.grid:
            found["grid"] = {cell: card for cell, card in self.grid.items() if turn > 7 or cell[1] in "12"}
        return found

    def look(self, name: str, card: str, play: dict[str, Any], turn: int) -> None:
        if self.dice.random() < 0.5:
            return  # left out: the most favourable choice
        neighbours = self.neighbours(name, play, turn)
        if "107" <= card <= "114" and neighbours:
            play["neighbour"] = self.dice.choice(list(neighbours))
        if "099" <= card <= "104":
            colour = {"099": "blue", "100": "blue", "101": "green", "102": "green"}.get(card, "yellow")
            cards = [
                {"from": owner, "card": one}
                for owner, there in neighbours.items()
                for one in there.values()
                if "001" <= one < "099" and self.faces[one].colour == colour
            ]
            if cards:
                play["copy"] = self.dice.choice(cards)


def finished_document(document: dict[str, Any], tableaux: dict[str, dict[str, str]]) -> dict[str, Any]:
    """The same game as somebody would enter it afterwards: the tableaux, and phases instead of turns."""
    phases: dict[str, int] = {}
    for number, plays in enumerate(document["turns"], 1):
        for play in plays.values():
            for card in (play["card"], play.get("exchange", {}).get("in")):
                phases.setdefault(card, 1 if number <= 7 else 2)
    faces = {
        card: face | ({"phase": phases[card]} if card in phases else {}) for card, face in document["faces"].items()
    }
    rest = {key: value for key, value in document.items() if key not in ("turns", "faces")}
    return rest | {"faces": faces, "tableaux": tableaux}
