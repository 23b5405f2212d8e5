"""Sentences in the reader's language: keys in the code, words in data/<slug>/texts.toml."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterable, Mapping
from functools import cache
from pathlib import Path
from typing import Any

from companion.core.grammar import fill, french_spaces
from companion.core.sheet import Reason, Together
from companion.paths import data_of

LANGUAGES = ("en", "fr")


class Said(dict[Reason, str]):
    """What has been said before: sentences are new every time, but made of the same few words about the same cells."""

    MOST = 1 << 13

    def __init__(self, say: Callable[[Reason], str]) -> None:
        self._say = say

    def __missing__(self, reason: Reason) -> str:
        if len(self) >= self.MOST:
            self.clear()
        word = self[reason] = self._say(reason)
        return word


class Texts:
    """The sentences of one game in one language.

    A key that is not there is one of core's; `ai100:error.taken` is a sentence of data/ai100/texts.toml, whoever says
    it: what an engine finds wrong travels far.
    """

    def __init__(self, sentences: Mapping[str, str], language: str = "en") -> None:
        self._sentences, self._language = sentences, language
        self.said = Said(self.say)

    def __getitem__(self, key: str) -> str:
        found = self._sentences.get(key)
        return texts_of("core", self._language)._sentences[key] if found is None else found

    def __contains__(self, key: str) -> bool:
        return key in self._sentences

    def items(self) -> Iterable[tuple[str, str]]:
        """Return all keys with their sentences."""
        return self._sentences.items()

    def say(self, reason: Reason) -> str:
        """Return the reason as a sentence."""
        key, args = reason
        sentence = self._sentences.get(key)
        if sentence is None:
            folder, _, key = key.rpartition(":")
            texts = texts_of(folder or "core", self._language)
            if texts is self and not folder:
                raise KeyError(key)
            return texts.say(Reason(key, args))
        return fill(sentence, [self._word(arg) if isinstance(arg, tuple) else arg for arg in args], self._language)

    def _word(self, arg: tuple[Any, ...]) -> str:
        # A reason inside a reason is a word of its own.
        if isinstance(arg, Reason):
            return self.said[arg]
        said = self.said
        words = [said[part] if isinstance(part, Reason) else self._plain(part) for part in arg]
        return " + ".join(words) if isinstance(arg, Together) else self.one_of(words)

    def _plain(self, part: Any) -> str:
        return self._word(part) if isinstance(part, tuple) else str(part)

    def one_of(self, words: list[str]) -> str:
        """Return 'a, b or c'."""
        return texts_of("core", self._language)["or"].join(filter(None, (", ".join(words[:-1]), words[-1])))


def read_words(path: Path) -> dict[str, Any]:
    """Return a TOML file with words for people: what stands under `fr` gets the spaces of French."""
    return {key: _set_french(value, key == "fr") for key, value in tomllib.loads(path.read_text("utf-8")).items()}


def _set_french(value: Any, french: bool) -> Any:
    # A file in which every such space is a special one could not be edited.
    if isinstance(value, str):
        return french_spaces(value) if french else value
    if isinstance(value, dict):
        return {key: _set_french(part, french or key == "fr") for key, part in value.items()}
    return [_set_french(part, french) for part in value] if isinstance(value, list) else value


@cache
def load_texts(path: Path) -> dict[str, Texts]:
    """Return the texts of a file, by language."""
    document = read_words(path)
    return {language: Texts(document[language], language) for language in LANGUAGES}


@cache
def texts_of(folder: str, language: str) -> Texts:
    """Return the texts of a game, or of another part with a folder of its own under data/."""
    return load_texts(data_of(folder) / "texts.toml")[language]
