"""Lines in words."""

from __future__ import annotations

from companion.core.sheet import Line
from companion.games.pilier.pages.words import line_words
from companion.pages.parts import Tally


def line_view(line: Line, language: str) -> Tally:
    """Return a line in words."""
    return Tally(f"{line.points:+d}", line_words(line, language))
