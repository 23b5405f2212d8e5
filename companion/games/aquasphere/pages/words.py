"""Sentences of the pages."""

from __future__ import annotations

from typing import Any

from companion.core.sheet import Line
from companion.core.table import View
from companion.games.aquasphere.rules import texts as engine_texts


def line_words(line: Line, view: View[Any]) -> str:
    """Return why a line has its points."""
    return " ".join(map(engine_texts(view.language).say, line.notes))
