"""The games on the shelf: every folder under companion/games/ that has a GAME. Nothing registers by hand."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib import import_module
from pkgutil import iter_modules

import companion.games
from companion.core.errors import Place, Unreadable
from companion.core.game import Game
from companion.core.reading import shown
from companion.core.sheet import Reason


@cache
def games() -> Mapping[str, Game]:
    """Return the games by slug, in the order of their names on disk."""
    modules = (import_module(f"companion.games.{found.name}") for found in iter_modules(companion.games.__path__))
    found = [module.GAME for module in modules if hasattr(module, "GAME")]
    return {game.slug: game for game in sorted(found, key=lambda game: game.slug)}


def find_game(slug: object) -> Game:
    """Return the game with this slug."""
    if not isinstance(slug, str) or slug not in games():
        raise Unreadable(Reason("error.game", (shown(slug), ", ".join(games()))), Place("game"))
    return games()[slug]
