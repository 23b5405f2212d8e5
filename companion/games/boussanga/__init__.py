"""Boussanga: coloured tokens on a board of 8 x 8, laid by cards in eight orientations."""

from companion.games.boussanga.game import GAME

__all__ = ["GAME"]
