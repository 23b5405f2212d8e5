"""What if: the points of a card in hand on each legal cell, and for copying cards the best card to copy."""

from __future__ import annotations

from companion.core.errors import Illegal, Place, Unreadable
from companion.core.reading import shown
from companion.core.score import WhatIfCell
from companion.core.sheet import Reason
from companion.games.ai100.board import CELLS
from companion.games.ai100.cards import EVOLUTION_IDS
from companion.games.ai100.document import TURNS, Record
from companion.games.ai100.replay import Table


def what_if(record: Record, name: str, card: str) -> tuple[WhatIfCell, ...]:
    """Return what a card would bring on each legal cell after the turns played so far, best first.

    105 and 106 depend on what the neighbours will score in the turn to come; here they count what they have scored
    in it so far.
    """
    table = Table(record).played()
    if table.problems:
        raise table.problems[0]
    seat = next((seat for seat in table.seats if seat.player.name == name), None)
    if seat is None:
        names = ", ".join(player.name for player in record.players)
        raise Unreadable(Reason("error.no_player", (shown(name), names)), Place("player"))
    if card not in EVOLUTION_IDS:
        raise Unreadable(Reason("ai100:error.no_card", (shown(card),)), Place("card"))
    if card not in record.faces:
        raise Unreadable(Reason("ai100:error.no_face", (card,)), Place("card"))
    if not record.turns or name in record.turns[-1]:
        table.begin(len(record.turns) + 1, {})
    if table.turn > TURNS:
        raise Illegal(Reason("ai100:error.full"), Place.player(name))
    table.bring(seat, card)
    found = [
        WhatIfCell(CELLS[cell], scored.line("card", card, CELLS[cell], table.turn))
        for cell, scored in table.tried(seat, card)
    ]
    return tuple(sorted(found, key=lambda option: -option.line.points))
