"""AquaSphere: robots, crystals and octopods in a station of six sectors, and a track with red lines."""

from companion.games.aquasphere.game import GAME

__all__ = ["GAME"]
