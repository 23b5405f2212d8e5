"""'AI, 100% Human': a tableau of 3 x 5 cards."""

from companion.games.ai100.game import GAME

__all__ = ["GAME"]
