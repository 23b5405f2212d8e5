"""Sentences of the pages, and what the engine says is wrong in the reader's language."""

from __future__ import annotations

import re
import tomllib
from functools import cache
from typing import Any

from companion.core.errors import CompanionError
from companion.core.sheet import Line, Reason
from companion.core.texts import Texts, load_texts
from companion.games.aquasphere.rules import SLUG
from companion.games.aquasphere.rules import texts as engine_texts
from companion.paths import DATA


def texts(language: str) -> Texts:
    """Return the sentences of the pages."""
    return load_texts(DATA / SLUG / "pages.toml")[language]


def say(language: str, key: str, *args: Any) -> str:
    """Return one sentence of the pages."""
    return texts(language).say(Reason(key, args))


def line_words(line: Line, language: str) -> str:
    """Return why a line has its points."""
    return " ".join(map(engine_texts(language).say, line.notes))


@cache
def _problems() -> tuple[tuple[re.Pattern[str], str], ...]:
    """The engine says what is wrong in English; here is the same in French, gap by gap."""
    pairs = tomllib.loads((DATA / SLUG / "problems.toml").read_text("utf-8"))["problem"]
    return tuple((re.compile(re.sub(r"\\\{\d\\\}", "(.+?)", re.escape(pair["en"]))), pair["fr"]) for pair in pairs)


def problem_words(problem: CompanionError, language: str) -> str:
    """Return what is wrong as a sentence in the reader's language."""
    message = problem.message
    if language != "en":
        for pattern, sentence in _problems():
            if match := pattern.fullmatch(message):
                message = sentence.format(*match.groups())
                break
    return message[:1].upper() + message[1:] + ("" if message.endswith((".", "?")) else ".")
