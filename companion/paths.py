"""The one place that knows where templates/, static/ and data/ are.

They lie beside the package in a checkout and inside it in a wheel.
"""

from __future__ import annotations

import os
from importlib import import_module
from pathlib import Path

from platformdirs import user_data_path

_PACKAGE = Path(__file__).resolve().parent
_SHARE = _PACKAGE / "_share" if (_PACKAGE / "_share").is_dir() else _PACKAGE.parent

TEMPLATES = _SHARE / "templates"
STATIC = _SHARE / "static"
DATA = _SHARE / "data"


def data_of(part: str) -> Path:
    """Return the folder with words and data: under data/, or inside the folder of a game that brings its own along."""
    own = [folder / "data" for folder in game_folders(part) if (folder / "data").is_dir()]
    return DATA / part if (DATA / part).is_dir() or not own else own[0]


def game_folders(slug: str = "*") -> list[Path]:
    """Return the folders of games, or of one game."""
    shelves = import_module("companion.games").__path__
    return [folder for place in shelves for folder in sorted(Path(place).glob(slug))]


def user_data(chosen: str | os.PathLike[str] | None = None) -> Path:
    """Return the folder of the SQLite file, the photos and the owner's decks."""
    return Path(chosen or os.environ.get("COMPANION_DATA") or user_data_path("companion", appauthor=False))
