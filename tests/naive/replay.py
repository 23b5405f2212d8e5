"""A whole game, turn by turn, the slow and obvious way."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from .conditions import ai_points, best_for_owner, objective_points, points
from .patterns import CENTRE, Card, Tableau, colour_of, distinct, most_alike

COPIED_COLOUR = {"099": "blue", "100": "blue", "101": "green", "102": "green", "103": "yellow", "104": "yellow"}
COUNTED_NUMBER = {"107": 5, "108": 1, "109": 2, "110": 4}
COPY_OF_POINTS = ("105", "106")
EXCHANGES = ("115", "116")
SWAPS = ("119", "120")

Play = Mapping[str, Any]
Line = tuple[str, str, int]


class Table:
    """The players around one table: their tableaux, their lines, and what each has scored this turn."""

    def __init__(self, document: Mapping[str, Any]) -> None:
        self.faces: Mapping[str, Any] = document["faces"]
        self.rulings: Mapping[str, str] = document.get("rulings", {})
        self.grid: Mapping[str, str] = document.get("grid", {})
        self.names: list[str] = [player["name"] for player in document["players"]]
        self.ai: dict[str, str] = {player["name"]: player["ai"] for player in document["players"]}
        self.tableaux: dict[str, Tableau] = {name: {CENTRE: self.card(self.ai[name])} for name in self.names}
        self.lines: dict[str, list[Line]] = {name: [] for name in self.names}
        self.this_turn: dict[str, int] = dict.fromkeys(self.names, 0)

    def card(self, card_id: str) -> Card:
        return Card.from_face(card_id, self.faces[card_id])

    # Neighbours

    def neighbouring_players(self, name: str) -> list[str]:
        """The players to the left and to the right: two, one (of two players) or none (solo)."""
        seat = self.names.index(name)
        beside = {self.names[(seat + 1) % len(self.names)], self.names[seat - 1]}
        return [other for other in self.names if other in beside and other != name]

    def neighbours(self, name: str, play: Play, turn: int) -> dict[str, Tableau]:
        """The tableaux that a black card may look at, the grid among them with one or two players."""
        seen = {other: self.tableaux[other] for other in self.neighbouring_players(name)}
        if len(self.names) == 1:
            grid = play.get("grid", {})
        elif len(self.names) == 2:
            columns = "12" if turn <= 7 else "1234"
            grid = {cell: card_id for cell, card_id in self.grid.items() if cell[1] in columns}
        else:
            grid = {}
        if grid:
            seen["grid"] = {cell: self.card(card_id) for cell, card_id in grid.items()}
        return seen

    # What one card pays

    def card_points(self, name: str, card_id: str, cell: str, play: Play, turn: int) -> int:
        """Points of the card on `cell` of this player's tableau, which already holds it."""
        if card_id in COPIED_COLOUR:
            return self.best_copy(name, card_id, cell, play, turn)
        if card_id in COPY_OF_POINTS:
            if len(self.names) == 1:
                return 4
            return max(0, *(self.this_turn[other] for other in self.neighbouring_players(name)))
        if "107" <= card_id <= "114":
            return self.seen_at_a_neighbour(name, card_id, cell, play, turn)
        return self.own_points(name, card_id, cell)

    def own_points(self, name: str, card_id: str, cell: str) -> int:
        """Points of a condition of 001-098 (or the fixed 117-120) applied on `cell` of this player's tableau."""
        return best_for_owner(
            self.ai[name], self.tableaux[name], lambda tableau: points(card_id, tableau, cell, self.rulings)
        )

    def best_copy(self, name: str, card_id: str, cell: str, play: Play, turn: int) -> int:
        """099-104: the card that the player names, or the best one of the colour at any neighbour."""
        if "copy" in play:
            return self.own_points(name, play["copy"]["card"], cell)
        candidates = {
            card.id
            for tableau in self.neighbours(name, play, turn).values()
            for card in tableau.values()
            if card.colour == COPIED_COLOUR[card_id] and "001" <= card.id <= "098"
        }
        return max((self.own_points(name, candidate, cell) for candidate in candidates), default=0)

    def seen_at_a_neighbour(self, name: str, card_id: str, cell: str, play: Play, turn: int) -> int:
        """107-114: the neighbour that the player names, or the one who brings most."""
        seen = self.neighbours(name, play, turn)
        if "neighbour" in play:
            seen = {play["neighbour"]: seen[play["neighbour"]]}
        return max((self.counted(card_id, tableau, cell[0]) for tableau in seen.values()), default=0)

    def counted(self, card_id: str, tableau: Tableau, row: str) -> int:
        """What 107-114 count in one neighbour's tableau or in its row of that letter."""
        if card_id in COUNTED_NUMBER:
            return 2 * sum(card.number == COUNTED_NUMBER[card_id] for card in tableau.values())
        same_row = {cell: card for cell, card in tableau.items() if cell[0] == row}
        if card_id in ("111", "112"):
            return 2 * distinct(same_row, colour_of)
        return 3 * most_alike(same_row, colour_of)

    # The course of the game

    def swap(self, name: str, one: str, two: str) -> None:
        """Let the contents of two cells change places; one of them may be empty."""
        tableau = self.tableaux[name]
        first, second = tableau.pop(one, None), tableau.pop(two, None)
        if first is not None:
            tableau[two] = first
        if second is not None:
            tableau[one] = second

    def line(self, name: str, kind: str, source: str, gained: int) -> None:
        self.lines[name].append((kind, source, gained))
        self.this_turn[name] += gained

    def play_turn(self, plays: Mapping[str, Play], turn: int) -> None:
        """Lay every card, then score: other colours, then black by id, 105 and 106 last."""
        self.this_turn = dict.fromkeys(self.names, 0)
        for name, play in plays.items():
            if "ai_swap" in play:
                self.swap(name, *play["ai_swap"])
        for name, play in plays.items():
            self.tableaux[name][play["cell"]] = self.card(play["card"])
        # The ids of the other colours are all below 099, so the order of the ids is the order of the rulebook.
        for name in sorted(plays, key=lambda name: (plays[name]["card"] in COPY_OF_POINTS, plays[name]["card"])):
            self.score_play(name, plays[name], turn)

    def score_play(self, name: str, play: Play, turn: int) -> None:
        card_id = play["card"]
        if card_id in EXCHANGES:
            self.line(name, "card", card_id, -2)
            if "exchange" in play:
                cell, incoming = play["exchange"]["out"], play["exchange"]["in"]
                self.tableaux[name][cell] = self.card(incoming)
                self.line(name, "card", incoming, self.card_points(name, incoming, cell, play, turn))
            return
        self.line(name, "card", card_id, self.card_points(name, card_id, play["cell"], play, turn))
        if card_id in SWAPS and "swap" in play:
            self.swap(name, *play["swap"])

    def score_objective(self, name: str, objective: str) -> None:
        gained = best_for_owner(
            self.ai[name], self.tableaux[name], lambda tableau: objective_points(objective, tableau, self.rulings)
        )
        self.line(name, "objective", objective, gained)

    def score_ai(self, name: str, final: Play | None) -> None:
        ai = self.ai[name]
        if ai == "AI-2" and final is not None:
            gained = self.final_points(name, final["card"], final["cell"])
        else:
            gained = ai_points(ai, self.tableaux[name], self.rulings)
        self.line(name, "ai", ai, gained)

    def final_points(self, name: str, card_id: str, cell: str) -> int:
        """The card that AI-2 adds outside the full tableau: no turn is running and nothing moves any more."""
        self.tableaux[name][cell] = self.card(card_id)
        if card_id in EXCHANGES:
            return -2
        if card_id in COPY_OF_POINTS and len(self.names) > 1:
            return 0
        return self.card_points(name, card_id, cell, {}, 14)


def score_game(document: Mapping[str, Any]) -> dict[str, Any]:
    """Score a companion-game/1 document with `turns`, which is taken to be legal."""
    table = Table(document)
    objectives = document.get("objectives", [])
    for turn, plays in enumerate(document["turns"], start=1):
        table.play_turn(plays, turn)
        if turn in (7, 14) and len(objectives) >= turn // 7:
            for name in table.names:
                table.score_objective(name, objectives[turn // 7 - 1])
        if turn == 14:
            for player in document["players"]:
                table.score_ai(player["name"], player.get("final"))
    players = [sheet(name, table.lines[name]) for name in table.names]
    best = max(player["total"] for player in players)
    return {"players": players, "winners": [player["name"] for player in players if player["total"] == best]}


def sheet(name: str, lines: list[Line]) -> dict[str, Any]:
    return {
        "name": name,
        "immediate": sum(gained for kind, _, gained in lines if kind == "card"),
        "objectives": [gained for kind, _, gained in lines if kind == "objective"],
        "ai": sum(gained for kind, _, gained in lines if kind == "ai"),
        "total": sum(gained for _, _, gained in lines),
        "lines": lines,
    }
