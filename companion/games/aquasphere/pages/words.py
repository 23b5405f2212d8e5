"""Sentences of the pages, and what the engine says is wrong in the reader's language."""

from __future__ import annotations

from typing import Any

from companion.core.errors import CompanionError
from companion.core.sheet import Line
from companion.core.table import View
from companion.games.aquasphere.rules import SLUG
from companion.games.aquasphere.rules import texts as engine_texts
from companion.pages.words import problem_words as shared_problem_words


def line_words(line: Line, view: View[Any]) -> str:
    """Return why a line has its points."""
    return " ".join(map(engine_texts(view.language).say, line.notes))


def problem_words(problem: CompanionError, language: str) -> str:
    """Return what is wrong as a sentence in the reader's language."""
    return shared_problem_words(problem, language, SLUG)
