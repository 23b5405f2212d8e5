"""A whole game of two that has been played to its end, as entries of a table."""

from __future__ import annotations

from typing import Any

from companion.core.table import Entries
from companion.games.ai100.deck import demo_deck
from companion.games.ai100.document import TURNS, Play, Player, Record
from companion.games.ai100.replay import Table, legal_cells


def played_out(names: tuple[str, ...] = ("Ana", "Ben")) -> Entries:
    """Fourteen turns with cards of the demo deck that ask for no choice, each on its first legal cell."""
    faces = demo_deck().faces
    plain = [[card for card, face in faces.items() if card < "099" and face.phase == phase] for phase in (1, 2)]
    players = tuple(Player(name, f"AI-{seat + 3}") for seat, name in enumerate(names))
    table = Table(Record(players, ("O3", "O4"), faces))
    entries: dict[str, Any] = {
        "setup": {
            "players": [{"name": player.name, "ai": player.ai} for player in players],
            "objectives": ["O3", "O4"],
            "rulings": {},
            "deck": "demo",
        }
    }
    for turn in range(1, TURNS + 1):
        plays = {}
        for seat, player in enumerate(players):
            card = plain[turn > TURNS // 2].pop()
            cell = legal_cells(table.seats[seat].tableau, player.ai)[0]
            name = table.seats[seat].tableau.board.names[cell] if isinstance(cell, int) else cell
            plays[player.name] = Play(card, cell)
            entries[f"play/{turn}/{seat}"] = {"card": card, "cell": name}
        table.play(turn, plays)
    return entries
