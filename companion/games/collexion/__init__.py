"""ColleXion: polygons in four shapes and four colours, taken in chains, validated in series."""

from companion.games.collexion.game import GAME

__all__ = ["GAME"]
