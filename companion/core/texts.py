"""Sentences in the reader's language: keys in the code, words in data/<slug>/texts.toml."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from companion.core.sheet import Reason, Together

LANGUAGES = ("en", "fr")


class Texts:
    """The sentences of one game in one language."""

    def __init__(self, sentences: Mapping[str, str]) -> None:
        self._sentences = sentences

    def __getitem__(self, key: str) -> str:
        return self._sentences[key]

    def __contains__(self, key: str) -> bool:
        return key in self._sentences

    def say(self, reason: Reason) -> str:
        """Return the reason as a sentence."""
        return self._sentences[reason.key].format(*map(self._word, reason.args))

    def _word(self, arg: Any) -> Any:
        # A reason inside a reason is a word of its own.
        if isinstance(arg, Reason):
            return self.say(arg)
        if isinstance(arg, Together):
            return " + ".join(str(self._word(part)) for part in arg)
        if isinstance(arg, tuple):
            return self.one_of([str(self._word(part)) for part in arg])
        return arg

    def one_of(self, words: list[str]) -> str:
        """Return 'a, b or c'."""
        return self._sentences["or"].join(filter(None, (", ".join(words[:-1]), words[-1])))


@cache
def load_texts(path: Path) -> dict[str, Texts]:
    """Return the texts of a file, by language."""
    document = tomllib.loads(path.read_text("utf-8"))
    return {language: Texts(document[language]) for language in LANGUAGES}
