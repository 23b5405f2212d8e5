"""The Pilier game: cards that match their neighbours on a square of 6 x 6, and two colours that count."""

from companion.games.pilier.game import GAME

__all__ = ["GAME"]
