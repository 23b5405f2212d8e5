"""The one place that knows where templates/, static/ and data/ are.

They lie beside the package in a checkout and inside it in a wheel.
"""

from __future__ import annotations

import os
from pathlib import Path

from platformdirs import user_data_path

_PACKAGE = Path(__file__).resolve().parent
_SHARE = _PACKAGE / "_share" if (_PACKAGE / "_share").is_dir() else _PACKAGE.parent

TEMPLATES = _SHARE / "templates"
STATIC = _SHARE / "static"
DATA = _SHARE / "data"


def user_data(chosen: str | os.PathLike[str] | None = None) -> Path:
    """Return the folder of the SQLite file, the photos and the owner's decks."""
    return Path(chosen or os.environ.get("COMPANION_DATA") or user_data_path("companion", appauthor=False))
