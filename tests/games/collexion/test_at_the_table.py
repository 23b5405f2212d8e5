"""What the box cannot hold is refused on the phones as well."""

from __future__ import annotations

import pytest

from companion.core.table import Refused
from companion.games.collexion.pages import TABLE
from companion.games.collexion.pieces import Piece
from companion.games.collexion.rules import COLOURS, SHAPES

LAID = {
    "setup": {
        "players": [{"name": "Ana"}, {"name": "Ben"}],
        "teams": False,
        "expert": False,
        "rulings": {},
    }
}
PINK_SQUARE = Piece("pink", "square")


def act(entries, deed, /, **form):
    """Return the entries after an action."""
    view = TABLE.view(entries, everybody=True)
    change = TABLE.act(view, deed, {key: str(value) for key, value in form.items()})
    return {**entries, **change.entries}


def pink_squares(count):
    """Return a collection of pink squares as addresses write it."""
    pieces = [Piece(colour, shape) for colour in COLOURS for shape in SHAPES]
    return "".join(str(count) if piece == PINK_SQUARE else "0" for piece in pieces)


def test_a_polygon_that_a_power_discarded_is_in_no_collection():
    entries = {**LAID, "powers/1": [{"power": "discard", "piece": "pink square"}]}
    with pytest.raises(Refused, match="pink square"):
        act(entries, "count", seat=0, have=pink_squares(5))
    entries = act(entries, "count", seat=0, have=pink_squares(4))
    assert TABLE.state(entries, {}).box.count(PINK_SQUARE) == 0
    # Counting again starts from what lies there, not from the box alone.
    assert act(entries, "count", seat=0, have=pink_squares(4))["have/0"]["pieces"] == {"pink": {"square": 4}}
    with pytest.raises(Refused, match="pink square"):
        act(entries, "count", seat=1, have=pink_squares(1))
