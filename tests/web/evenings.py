"""A whole game of two that has been played to its end, as entries of a table."""

from __future__ import annotations

from typing import Any

from flask import Flask

from companion.core.table import Entries
from companion.games.ai100.deck import demo_deck
from companion.games.ai100.document import TURNS, Play, Player, Record
from companion.games.ai100.replay import Table, legal_cells
from companion.store.archive import Wanted
from companion.web.house import house
from tests.web.conftest import Phone


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


def evening(app: Flask, phone: Phone, names: tuple[str, ...] = ("Ana", "Ben")) -> str:
    """A finished game at a table of this phone, opened once."""
    phone.demo("ai100")  # to be known at all
    with phone.client.session_transaction() as session:
        own = session["phone"]
    with app.app_context():
        phone.code = house().store.new_table("ai100", played_out(names), own)
    assert phone.get("scores").status_code == 200
    return phone.code


def plays(app: Flask, phone: Phone) -> list[tuple[str, ...]]:
    with phone.client.session_transaction() as session:
        own = session["phone"]
    with app.app_context():
        return [tuple(f"{one.name} {one.score}" for one in play.players) for play in house().archive.plays(Wanted(own))]
