"""Score, explain and verify board games: `from companion import score, what_if, verify, read_photo, games, Tableau`.

Nothing is loaded before it is asked for, and nothing that knows pictures before the first photo. docs/python.md is the
way in.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from companion.api import read_photo, score, verify, what_if
    from companion.core.errors import Ambiguous, CompanionError, Illegal, Unreadable
    from companion.core.score import Score
    from companion.games.ai100.tableau import Tableau
    from companion.registry import games

    __version__: str

__all__ = [
    "Ambiguous",
    "CompanionError",
    "Illegal",
    "Score",
    "Tableau",
    "Unreadable",
    "__version__",
    "games",
    "read_photo",
    "score",
    "verify",
    "what_if",
]

_FOUND_IN = {
    "companion.api": ("read_photo", "score", "verify", "what_if"),
    "companion.core.errors": ("Ambiguous", "CompanionError", "Illegal", "Unreadable"),
    "companion.core.score": ("Score",),
    "companion.games.ai100.tableau": ("Tableau",),
}


def __getattr__(name: str) -> Any:
    for module, names in _FOUND_IN.items():
        if name in names:
            return getattr(import_module(module), name)
    if name == "__version__":
        from importlib.metadata import version

        return version("companion-table")
    if name == "games":
        # The package of that name answers to a call: companion.games() are the games on the shelf.
        return import_module("companion.games")
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
