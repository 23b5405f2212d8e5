"""A new table: the number of cards follows from the number of players; what a box calls its symbols is asked once."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.core.errors import NOWHERE, Illegal
from companion.core.table import Entries, PagePart, View
from companion.core.texts import texts_of
from companion.games.pilier.called import as_called
from companion.games.pilier.pages.state import State
from companion.games.pilier.rules import CARDS, COLOURS, PLAYERS, SLUG, SWITCHES, UNNAMED
from companion.pages.fields import Fields
from companion.pages.parts import Answer
from companion.pages.setup import BoxChoice, Setup

CALLED = "called"


class Naming(PagePart):
    """Something that our rulebook does not name, and what a box may call it."""

    field: str
    label: str
    names: tuple[Answer, ...]


class CardsAndNames(PagePart):
    """What this game adds: how many cards are played with, the boxes, and the names of what has none."""

    cards: str
    choice: BoxChoice | None = None
    namings: tuple[Naming, ...] = ()


class PilierSetup(Setup):
    """How a table is laid."""

    def shown(self, view: View[Any], count: int) -> CardsAndNames:
        """Return the number of cards, and the box; who only counts needs none."""
        cards = view.say("setup.cards", CARDS[count], count)
        if self._door(view.filled):
            return CardsAndNames(cards=cards)
        return CardsAndNames(cards=cards, choice=self.boxes(view), namings=_namings(view, {}))

    def read(self, view: View[Any], form: Fields, count: int) -> Mapping[str, Any]:
        """Return the box and its words: photos are read with it. Who is not asked has the first one of this phone."""
        box = self.read_box(view, form) if "box" in form else next(iter(view.boxes.names), "")
        known = view.boxes.look_into(box) if box in view.boxes.names else None
        called = _read_called(view, form) if known is None else known.get(CALLED, {})
        return {**({"box": box} if box else {}), **({CALLED: called} if called else {})}

    def of_box(self, setup: Mapping[str, Any]) -> Mapping[str, Any]:
        """Return what the box calls what has no name."""
        return {CALLED: setup.get(CALLED, {})}

    def settings_shown(self, view: View[State]) -> CardsAndNames:
        """Return how many cards are played with, and the names, which can be put right at any time."""
        cards = view.say("setup.cards", CARDS[len(view.state.seats)], len(view.state.seats))
        return CardsAndNames(cards=cards, namings=_namings(view, view.state.setup.get(CALLED, {})))

    def settings_read(self, view: View[State], form: Fields, setup: dict[str, Any]) -> Entries:
        """Keep the names."""
        setup[CALLED] = _read_called(view, form)
        return {}


SETUP = PilierSetup(players=PLAYERS, usual=4, switches=SWITCHES, counts="count")


def _namings(view: View[Any], now: Mapping[str, str]) -> tuple[Naming, ...]:
    words, found = texts_of(SLUG, view.language), []
    for word, names in UNNAMED.items():
        kind = "colour" if word in COLOURS else "symbol"
        chosen = view.filled.get(_field(word), now.get(word, word))
        answers = tuple(Answer(value=name, label=words[f"{kind}.{name}"], chosen=name == chosen) for name in names)
        found.append(Naming(field=_field(word), label=view.say(f"setup.called.{word}"), names=answers))
    return tuple(found)


def _field(word: str) -> str:
    return f"called_{word}"


def _read_called(view: View[Any], form: Fields) -> dict[str, str]:
    """Return the names that are not ours; the same one twice is told beside them."""
    chosen = {word: form.get(_field(word), word) for word in UNNAMED}
    words = {word: name if name in UNNAMED[word] else word for word, name in chosen.items()}
    try:
        return dict(as_called(words, NOWHERE))
    except Illegal as error:
        form.errors[CALLED] = error.sentence(view.language)
        return {}
