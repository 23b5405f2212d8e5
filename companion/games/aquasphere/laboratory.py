"""The laboratory: how much of each thing it can hold, and what a player may take."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from companion.core.errors import NOWHERE, Illegal, Place
from companion.core.sheet import Reason
from companion.games.aquasphere.rules import EXTENSIONS, LEAST_TIME, STORAGE, scale


@dataclass(frozen=True)
class Extension:
    """A laboratory extension: the storage symbols on it and its letters."""

    adds: Mapping[str, int] = field(default_factory=dict)
    letters: tuple[str, ...] = ()


@dataclass(frozen=True)
class Laboratory:
    """A starting laboratory with its letter, and the extensions added to it."""

    start: str  # '' where nobody noted it
    extensions: tuple[Extension, ...] = ()

    def holds(self, resource: str) -> int:
        """Return how many cards, crystals, octopods or time markers it can hold."""
        return STORAGE[resource] + sum(extension.adds.get(resource, 0) for extension in self.extensions)

    @property
    def letters(self) -> tuple[str, ...]:
        """Return the different letters."""
        return tuple(sorted({*self.start, *(letter for one in self.extensions for letter in one.letters)}))

    @property
    def finished(self) -> bool:
        """Whether no extension can be added any more."""
        return len(self.extensions) >= EXTENSIONS

    def with_extension(self, extension: Extension, place: Place = NOWHERE) -> Laboratory:
        """Return the laboratory with one more extension."""
        if self.finished:
            raise Illegal(Reason("aquasphere:error.finished", (EXTENSIONS,)), place)
        return Laboratory(self.start, (*self.extensions, extension))


class Stored(NamedTuple):
    """What a player gets of what is offered, and what stays where it was."""

    got: int
    left: int


def store(offered: int, have: int, holds: int) -> Stored:
    """Return what fits into the laboratory; the rest stays in the sector."""
    got = max(0, min(offered, holds - have))
    return Stored(got, offered - got)


def take_time(in_sector: int, have: int, holds: int) -> Stored:
    """Return the time markers got and those left in the sector; the supply makes up two at least."""
    got, _ = store(max(in_sector, LEAST_TIME), have, holds)
    return Stored(got, max(0, in_sector - got))


class Caught(NamedTuple):
    """Octopods caught at once, and those left in the sector."""

    caught: int
    left: int

    @property
    def points(self) -> int:
        """Return the points for catching them."""
        return scale(self.caught)


def catch(in_sector: int, holds: int) -> Caught:
    """Return the octopods that the laboratory allows to catch; none is kept."""
    caught = min(in_sector, holds)
    return Caught(caught, in_sector - caught)


def verify_research_card(have: int, holds: int, place: Place = NOWHERE) -> None:
    """Raise Illegal where there is no room for one more research card; none can be thrown away."""
    if have >= holds:
        raise Illegal(Reason("aquasphere:error.no_room", (holds, have)), place)


def verify_grown(resource: str, holds: int, held: int, place: Place = NOWHERE) -> None:
    """Raise Illegal where a laboratory would hold less than it did before."""
    if holds < held:
        raise Illegal(Reason("aquasphere:error.shrunk", (stored(resource), holds, held)), place)


def stored(resource: str) -> Reason:
    """Return the word for what a laboratory keeps."""
    return Reason(f"aquasphere:stored.{resource}")


def verify_stored(resource: str, count: int, holds: int, extensions: int | None = None, place: Place = NOWHERE) -> None:
    """Raise Illegal where somebody has more of something than his laboratory holds, by its number of extensions."""
    if count > holds:
        laboratory = Reason("laboratory.own" if extensions is None else "laboratory.with", (extensions,))
        if extensions == 0:
            laboratory = Reason("laboratory.without")
        raise Illegal(Reason("aquasphere:error.stored", (stored(resource), count, laboratory, holds)), place)
