"""All immediate totals that a finished tableau can have come from, by walking through every order of play."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from .conditions import CARDS, best_for_owner, points
from .patterns import CENTRE, Card, Tableau, position

MOVING = ("119", "120")  # fixed points, but they swap cards, so the finished tableau hides where cards were laid


def totals(document: Mapping[str, Any]) -> dict[str, set[int]]:
    """Per player, every immediate total of a legal order; empty where no order is legal.

    For a document with `tableaux` that hold only cards whose points depend on nobody else and that move nothing:
    001-098, 117 and 118, without AI-5.
    """
    found = {}
    for player in document["players"]:
        cells = {cell: card_id for cell, card_id in document["tableaux"][player["name"]].items() if cell != CENTRE}
        for card_id in cells.values():
            if card_id not in CARDS or card_id in MOVING:
                raise ValueError(f"{player['name']}: the points of {card_id} do not follow from this tableau alone")
        if player["ai"] == "AI-5":
            raise ValueError(f"{player['name']}: AI-5 may have moved cards")
        found[player["name"]] = totals_of(player["ai"], cells, document["faces"], document.get("rulings", {}))
    return found


def totals_of(ai_id: str, cells: Mapping[str, str], faces: Mapping[str, Any], rulings: Mapping[str, str]) -> set[int]:
    """Grow the orders card by card; orders that have laid the same cards so far go on together."""
    finished: Tableau = {cell: Card.from_face(card_id, faces[card_id]) for cell, card_id in cells.items()}
    centre = Card.from_face(ai_id, faces[ai_id])
    prefixes: dict[frozenset[str], set[int]] = {frozenset(): {0}}
    for phase in (1, 2):
        of_phase = [cell for cell, card_id in cells.items() if faces[card_id]["phase"] == phase]
        for _ in of_phase:
            longer: dict[frozenset[str], set[int]] = {}
            for laid, sums in prefixes.items():
                tableau = {CENTRE: centre, **{cell: finished[cell] for cell in laid}}
                for cell in of_phase:
                    if cell in laid or not touches(cell, tableau, diagonally=ai_id == "AI-8"):
                        continue
                    gained = points_when_laid(ai_id, cells[cell], {**tableau, cell: finished[cell]}, cell, rulings)
                    longer.setdefault(laid | {cell}, set()).update(before + gained for before in sums)
            prefixes = longer
    return prefixes.get(frozenset(cells), set())


def points_when_laid(ai_id: str, card_id: str, tableau: Tableau, cell: str, rulings: Mapping[str, str]) -> int:
    return best_for_owner(ai_id, tableau, lambda shown: points(card_id, shown, cell, rulings))


def touches(cell: str, tableau: Tableau, diagonally: bool) -> bool:
    """Whether a card may be laid on this cell next to what lies there."""
    row, column = position(cell)
    for other in tableau:
        down, right = (abs(here - there) for here, there in zip((row, column), position(other), strict=True))
        if down + right == 1 or (diagonally and down == right == 1):
            return True
    return False


def totals_with_swap(
    ai_id: str,
    cells: Mapping[str, str],
    faces: Mapping[str, Any],
    rulings: Mapping[str, str],
    mover: str,
    swap: list[str],
) -> set[int]:
    """Play forwards: every card goes to its cell or to the other one of a swap; what does not end up right is no order.

    `mover` is the card 119 or 120 that swapped the two cells when it was laid. States that look alike go on together.
    """
    other = {swap[0]: swap[1], swap[1]: swap[0]}
    known = {card_id: Card.from_face(card_id, faces[card_id]) for card_id in cells.values()}
    centre = Card.from_face(ai_id, faces[ai_id])
    diagonally = ai_id == "AI-8"
    states: dict[frozenset[tuple[str, str]], set[int]] = {frozenset(): {0}}
    for phase in (1, 2):
        of_phase = [(cell, card_id) for cell, card_id in cells.items() if faces[card_id]["phase"] == phase]
        for _ in of_phase:
            longer: dict[frozenset[tuple[str, str]], set[int]] = {}
            for laid, sums in states.items():
                there = dict(laid)
                tableau = {CENTRE: centre, **{cell: known[card_id] for cell, card_id in there.items()}}
                for end, card_id in of_phase:
                    if card_id in there.values():
                        continue
                    for cell in {end, other.get(end, end)}:
                        if cell in there or not touches(cell, tableau, diagonally):
                            continue
                        gained = points_when_laid(ai_id, card_id, {**tableau, cell: known[card_id]}, cell, rulings)
                        after = {**there, cell: card_id}
                        if card_id == mover:
                            after = {other.get(at, at): one for at, one in after.items()}
                            moved = [at for at in swap if at in after]
                            lying = {CENTRE: centre, **{at: known[one] for at, one in after.items()}}
                            if not moved or not all(
                                touches(at, {o: c for o, c in lying.items() if o != at}, diagonally) for at in moved
                            ):
                                continue
                        longer.setdefault(frozenset(after.items()), set()).update(before + gained for before in sums)
            states = longer
    return states.get(frozenset(cells.items()), set())
