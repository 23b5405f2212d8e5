"""The games on the shelf: every folder under companion/games/ that has a GAME. Nothing registers by hand.

A game is known by the name of its folder: its pages are `companion.games.<folder>.pages`, its words are in
`data/<folder>` or in a folder `data` of its own. What is missing is said when the server starts.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from pkgutil import iter_modules
from typing import cast

from companion.core.errors import Place, Unreadable
from companion.core.game import Game, HasDecks
from companion.core.reading import shown
from companion.core.sheet import Reason
from companion.core.table import TableGame
from companion.paths import TEMPLATES, data_of, game_folders


@cache
def games() -> Mapping[str, Game]:
    """Return the games by slug, in the order of their names on disk."""
    shelves = import_module("companion.games").__path__
    modules = (import_module(f"companion.games.{found.name}") for found in iter_modules(shelves))
    found = [module.GAME for module in modules if hasattr(module, "GAME")]
    return {game.slug: game for game in sorted(found, key=lambda game: game.slug)}


def find_game(slug: object) -> Game:
    """Return the game with this slug."""
    if not isinstance(slug, str) or slug not in games():
        raise Unreadable(Reason("error.game", (shown(slug), ", ".join(games()))), Place("game"))
    return games()[slug]


def deck_game(slug: str | None = None) -> HasDecks:
    """Return the game with this slug, which has decks; where none is named, the only one that has any."""
    having = [game for game in games().values() if isinstance(game, HasDecks)]
    game = find_game(slug) if slug or len(having) != 1 else having[0]
    if not isinstance(game, HasDecks):
        raise Unreadable(Reason("error.no_decks", (", ".join(one.slug for one in having),)), Place("game"))
    return game


@cache
def table_game(slug: str) -> TableGame | None:
    """Return the table side of a game; None where it has none."""
    pages = f"companion.games.{slug}.pages"
    if slug not in games() or find_spec(pages) is None:
        return None
    return cast("TableGame | None", getattr(import_module(pages), "TABLE", None))


def missing_pieces() -> list[str]:
    """Return what the games on the shelf lack, one line for each piece; nothing where they are whole."""
    return [f"companion/games/{slug}: {piece}" for slug in games() for piece in _missing(slug)] + [
        f"companion/games/{folder.name}: no GAME in its __init__.py"
        for folder in game_folders()
        if (folder / "__init__.py").is_file() and folder.name not in games()
    ]


def _missing(slug: str) -> list[str]:
    if find_spec(f"companion.games.{slug}") is None:
        return [f"the folder must be called like the slug of its GAME, {slug!r}"]
    table = table_game(slug)
    if table is None:
        return ["no pages.py, or no TABLE in it: the game can be scored but not played at a table"]
    data, found = data_of(slug), []
    if table.slug != slug:
        found.append(f"the slug of its TABLE is {table.slug!r}")
    found += [f"no {name} in {data}" for name in ("pages.toml", "demo-table.json") if not (data / name).is_file()]
    homes = (TEMPLATES / "games" / slug, *(folder / "templates" for folder in game_folders(slug)))
    if not any((folder / "home.html").is_file() for folder in homes):
        found.append("no home.html among its templates")
    return found
