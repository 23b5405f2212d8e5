"""Short notation for the tests of the naive scorer: a card is a letter for its colour and its number, `r3`."""

from __future__ import annotations

from typing import Any

from .patterns import Card, Tableau

LETTERS = {"r": "red", "b": "blue", "y": "yellow", "k": "black", "g": "green", "v": "violet"}


def lay(*rows: str) -> Tableau:
    """A tableau from its three rows, each of five cards or dots: `lay("r3 . b1 . .", ...)`."""
    tableau = {}
    for letter, row in zip("ABC", rows, strict=True):
        for column, token in zip("12345", row.split(), strict=True):
            if token != ".":
                tableau[letter + column] = Card(LETTERS[token[0]], int(token[1]))
    return tableau


def link(tableau: Tableau, **corners: str) -> Tableau:
    """The tableau with these connectors added: `link(tableau, A1_tr="b3")`."""
    linked = dict(tableau)
    for place, token in corners.items():
        cell, corner = place.split("_")
        card = linked[cell]
        connectors = {**card.connectors, corner: (LETTERS[token[0]], int(token[1]))}
        linked[cell] = Card(card.colour, card.number, connectors, card.id)
    return linked


def face(token: str, **corners: str) -> dict[str, Any]:
    """An entry of `faces`: `face("y2", tl="b3")`."""
    connectors = {corner: [LETTERS[link[0]], int(link[1])] for corner, link in corners.items()}
    return {"colour": LETTERS[token[0]], "number": int(token[1]), "connectors": connectors}


def game(seats: dict[str, str], faces: dict[str, Any], turns: list[dict[str, Any]], **more: Any) -> dict[str, Any]:
    """A game document; a face may be given as `r3`, a play as `052 A3`."""

    def play(told: Any) -> Any:
        return dict(zip(("card", "cell"), told.split(), strict=True)) if isinstance(told, str) else told

    return {
        "format": "companion-game/1",
        "game": "ai100",
        "players": [{"name": name, "ai": ai} for name, ai in seats.items()],
        "objectives": [],
        "faces": {card: face(told) if isinstance(told, str) else told for card, told in faces.items()},
        "turns": [{name: play(told) for name, told in turn.items()} for turn in turns],
        **more,
    }
