"""Yacht: five dice, twelve boxes on a sheet, each of them filled once. The example of docs/adding-a-game.md."""

from .rules import GAME

__all__ = ["GAME"]
