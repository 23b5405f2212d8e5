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
