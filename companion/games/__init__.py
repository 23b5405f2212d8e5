"""The games on the shelf, one package each. It answers to a call: `companion.games()` are all of them, by slug."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from types import ModuleType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from companion.core.game import Game


class _Shelf(ModuleType):
    """A package of this name must exist, and Python users ask for a function of this name: it is both."""

    def __call__(self) -> Mapping[str, Game]:
        from companion.registry import games

        return games()


sys.modules[__name__].__class__ = _Shelf
