"""The sentences of a game's pages: those that all games share, and over them its own."""

from __future__ import annotations

from functools import cache

from companion.core.texts import Texts, load_texts
from companion.paths import DATA, data_of

SHARED = DATA / "pages" / "texts.toml"


@cache
def page_texts(language: str, slug: str = "") -> Texts:
    """Return the sentences of the pages of a game; without one, those that all share."""
    files = [SHARED, *([data_of(slug) / "pages.toml"] if slug else [])]
    return Texts({key: text for file in files for key, text in load_texts(file)[language].items()}, language)
