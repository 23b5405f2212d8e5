"""What a sentence does to its own words: '1 point' and '2 points', "d'Ana" and 'de Ben'; spaces of French."""

from __future__ import annotations

import re
import string
import unicodedata
from collections.abc import Sequence
from typing import Any

_INFLECTED = re.compile(r"\{\d:(s|de|que)\}")


def is_inflected(sentence: str) -> bool:
    """Return whether a sentence has a gap that depends on what stands in it: `{0:s}`, `{0:de}`, `{0:que}`."""
    return bool(_INFLECTED.search(sentence))


def fill(sentence: str, words: Sequence[Any], language: str) -> str:
    """Return a sentence with its gaps filled.

    `{0:s}` is the ending of what there are {0} of, `{0:de}` and `{0:que}` are {0} with that word before it.
    """
    return _Filler(language).format(sentence, *words)


def french_spaces(sentence: str) -> str:
    """Return a sentence whose spaces before a colon and its like cannot be broken, so that none begins a line."""
    return re.sub(r" (?=[:;?!»])|(?<=«) ", "\N{NO-BREAK SPACE}", sentence)


class _Filler(string.Formatter):
    def __init__(self, language: str) -> None:
        self._french = language == "fr"

    def format_field(self, value: Any, format_spec: str) -> str:
        if format_spec == "s":
            return "s" if self._many(str(value)) else ""
        if format_spec in ("de", "que"):
            word = str(value)
            return f"{format_spec[:-1]}'{word}" if _elides(word) else f"{format_spec} {word}"
        return format(value, format_spec)

    def _many(self, number: str) -> bool:
        """Zero is many in English, and not in French. What is no number is a range, and so many."""
        if not re.fullmatch(r"[-+−]?\d+", number):
            return True
        count = int(re.sub(r"\D", "", number))
        return count > 1 if self._french else count != 1


def _elides(word: str) -> bool:
    """Whether 'de' loses its vowel before a name. The h of names is mute; y is a vowel before a consonant."""
    letters = unicodedata.normalize("NFD", word.lower())
    return letters[:1] in tuple("aeiouhœæ") or bool(re.match(r"y[^aeiou]", letters))
