"""What can be wrong with what people hand in: three different things, each with its place.

Every message is one sentence that a player can act on; the place says where to look.
"""

from __future__ import annotations


class CompanionError(Exception):
    """Something a user typed, sent or photographed cannot be used."""

    def __init__(self, message: str, place: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.place = place

    def __str__(self) -> str:
        # One line, whatever somebody put into a name.
        return " ".join((f"{self.place}: {self.message}" if self.place else self.message).split())


class Unreadable(CompanionError):
    """It is not what it should be: not JSON, a missing key, an unknown word, no image."""


class Illegal(CompanionError):
    """It can be read, but the rules of the game forbid it."""


class Ambiguous(CompanionError):
    """It can be read and is legal, but it can mean more than one thing; a person has to say which."""
