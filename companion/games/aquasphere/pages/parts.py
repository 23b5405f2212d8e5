"""Lines in words, and letters in addresses."""

from __future__ import annotations

from collections.abc import Iterable

from companion.core.sheet import Line
from companion.core.table import NoSuchPage
from companion.games.aquasphere.pages.words import line_words
from companion.pages.fields import Fields
from companion.pages.parts import Tally


def line_view(line: Line, language: str) -> Tally:
    """Return a line in words."""
    return Tally(f"{line.points:+d}", line_words(line, language))


def line_views(lines: Iterable[Line], language: str) -> tuple[Tally, ...]:
    """Return lines in words."""
    return tuple(line_view(line, language) for line in lines)


def letters_of(args: Fields, name: str, allowed: Iterable[str]) -> tuple[str, ...]:
    """Return letters that stand together in an address, each once."""
    text = args.get(name, "")
    if not set(text) <= set(allowed):
        raise NoSuchPage(f"{name}={text}")
    return tuple(sorted(set(text)))
