"""Lines in words."""

from __future__ import annotations

from typing import Any

from companion.core.grammar import signed
from companion.core.sheet import Line
from companion.core.table import View
from companion.games.pilier.pages.words import line_words
from companion.pages.parts import Tally


def line_view(line: Line, view: View[Any]) -> Tally:
    """Return a line in words, with the turn in which it came about where that is known."""
    words = line_words(line, view)
    return Tally(points=signed(line.points), text=view.say("lines.turn", line.turn, words) if line.turn else words)
