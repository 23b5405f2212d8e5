"""What pages are made of. All that is chosen and not yet entered stands in the address."""

from __future__ import annotations

from dataclasses import dataclass

from companion.core.sheet import Line
from companion.core.table import Link
from companion.games.pilier.pages.words import line_words


@dataclass(frozen=True)
class Option:
    """Something to choose; `svg` is its drawing, if it has one."""

    label: str
    link: Link
    chosen: bool = False
    svg: str = ""


@dataclass(frozen=True)
class LineView:
    """A line in words."""

    points: str
    text: str


def line_view(line: Line, language: str) -> LineView:
    """Return a line in words."""
    return LineView(f"{line.points:+d}", line_words(line, language))
