"""Lines in words, and letters in addresses."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from companion.core.grammar import signed
from companion.core.sheet import Line
from companion.core.table import NoSuchPage, View
from companion.core.texts import texts_of
from companion.games.aquasphere.rules import SLUG
from companion.pages.fields import Fields
from companion.pages.parts import Tally


def line_view(line: Line, view: View[Any]) -> Tally:
    """Return a line in words."""
    words = texts_of(SLUG, view.language)
    return Tally(points=signed(line.points), text=" ".join(map(words.say, line.notes)))


def line_views(lines: Iterable[Line], view: View[Any]) -> tuple[Tally, ...]:
    """Return lines in words."""
    return tuple(line_view(line, view) for line in lines)


def letters_of(args: Fields, name: str, allowed: Iterable[str]) -> tuple[str, ...]:
    """Return letters that stand together in an address, each once."""
    text = args.get(name, "")
    if not set(text) <= set(allowed):
        raise NoSuchPage(f"{name}={text}")
    return tuple(sorted(set(text)))


def part_words(number: int, view: View[Any]) -> str:
    """Return the name of a round; 0 is the end."""
    return view.say("part.R", number) if number else view.say("part.F")
