"""What can be wrong with what people hand in: three different things, each with its reason and its place.

A reason is a key of the texts and what fills its gaps, as in a line of the sheet; so is a place. Neither is in any
language before somebody is told.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Self

from companion.core.grammar import one_line
from companion.core.sheet import Reason
from companion.core.texts import Texts, texts_of

Step = Reason | str | int


class Place(tuple[Step, ...]):
    """Where to look, from the outside in: `Place.turn(3) / "Ana"`. Words of the file and names stand as they are."""

    __slots__ = ()

    def __new__(cls, *steps: Step) -> Self:
        """Return the place at the end of these steps."""
        return super().__new__(cls, steps)

    def __truediv__(self, step: Step) -> Place:
        return Place(*self, step)

    @classmethod
    @lru_cache(maxsize=64)
    def turn(cls, number: int) -> Place:
        """Return the place of a turn."""
        return Place(Reason("place.turn", (number,)))

    @classmethod
    def player(cls, who: str | int) -> Place:
        """Return the place of a player, by his name or, before it is known, by his number."""
        return Place(Reason("place.player", (who,)))

    def say(self, language: str) -> str:
        """Return the place in words."""
        words = texts_of("core", language)
        return ", ".join(words.say(step) if isinstance(step, Reason) else str(step) for step in self)


NOWHERE = Place()
GAME_FILE = Place(Reason("place.game_file"))


class CompanionError(Exception):
    """Something a user typed, sent or photographed cannot be used."""

    def __init__(self, reason: Reason, place: Place = NOWHERE) -> None:
        super().__init__(reason, place)
        self.reason, self.place = reason, place

    def say(self, language: str) -> str:
        """Return place and reason, in one line whatever somebody put into a name."""
        words = texts_of("core", language)
        reason = Reason("error.at", (self.place.say(language), self.reason)) if self.place else self.reason
        return one_line(words.say(reason))

    def sentence(self, language: str, words: Texts | None = None) -> str:
        """Return the reason as a sentence of its own, for where the place is plain to see; `words` are the game's."""
        said = one_line((words or texts_of("core", language)).say(self.reason))
        return said[:1].upper() + said[1:] + ("" if said.endswith((".", "?", "!")) else ".")

    def __str__(self) -> str:
        return self.say("en")


class Unreadable(CompanionError):
    """It is not what it should be: not JSON, a missing key, an unknown word, no image."""


class Illegal(CompanionError):
    """It can be read, but the rules of the game forbid it."""


class Ambiguous(CompanionError):
    """It can be read and is legal, but it can mean more than one thing; a person has to say which."""
