"""What a sentence does to its own words: '1 point' and '2 points', "d'Ana" and 'de Ben'; spaces of French."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Sequence
from functools import cache, lru_cache
from typing import Any

_INFLECTED = re.compile(r"\{(\d):(s|de|que)\}")


def fill(sentence: str, words: Sequence[Any], language: str) -> str:
    """Return a sentence with its gaps filled.

    `{0:s}` is the ending of what there are {0} of, `{0:de}` and `{0:que}` are {0} with that word before it.
    """
    say, gaps = _ready(sentence)
    for word in words:
        if word.__class__ is int and word < 0:
            words = [minus(word) for word in words]
            break
    if not gaps:
        return say(*words)
    return say(*words, **{name: _inflected(str(words[at]), kind, language) for name, at, kind in gaps})


def minus(value: Any) -> Any:
    """Return a number below zero with a minus sign; a hyphen is none. Everything else stays as it is."""
    return f"\N{MINUS SIGN}{-value}" if isinstance(value, int) and value < 0 else value


def signed(points: int) -> str:
    """Return points as a cell, a line or a button shows them: '+4', '−2', '0'."""
    return f"+{points}" if points > 0 else str(minus(points))


def tenths(number: float, language: str) -> str:
    """Return a number with one digit after the point, or after the comma of French."""
    written = f"{number:.1f}"
    return written.replace(".", ",") if language == "fr" else written


def listed(names: Sequence[str], language: str) -> str:
    """Return names as one says them: 'Ana', 'Ana and Ben', 'Ana, Ben et Cleo'."""
    word = {"fr": "et"}.get(language, "and")
    return f" {word} ".join(filter(None, (", ".join(names[:-1]), *names[-1:])))


def french_spaces(sentence: str) -> str:
    """Return a sentence whose spaces before a colon and its like cannot be broken, so that none begins a line."""
    return re.sub(r" (?=[:;?!»])|(?<=«) ", "\N{NO-BREAK SPACE}", sentence)


_LINE_ENDS = re.compile(r"[^\S\N{NO-BREAK SPACE}\N{NARROW NO-BREAK SPACE}]+")
# Escape codes move the cursor of a terminal, half characters cannot be written, and some turn the line around.
_UNSEEN = re.compile(r"[\x00-\x1f\x7f-\x9f\ud800-\udfff\u202a-\u202e\u2066-\u2069]")


def has_number(word: str) -> bool:
    """Return whether a word is numbered, as the id of a card is; other sources of points stand in the sentence."""
    return any(map(str.isdecimal, word))


def one_line(text: str) -> str:
    """Return a text as a terminal may show it: in one line, without characters that do something to it."""
    return _UNSEEN.sub("\N{REPLACEMENT CHARACTER}", _LINE_ENDS.sub(" ", text)).strip()


def unshown(text: str) -> str:
    """Return the first character of a name that a terminal or a page could not show in its line, or nothing."""
    found = _UNSEEN.search(text) or re.search(r"[\r\n\v\f\x1c-\x1e\x85\u2028\u2029]", text)
    return found[0] if found else ""


@cache
def _ready(sentence: str) -> tuple[Callable[..., str], list[tuple[str, int, str]]]:
    """A sentence whose inflected gaps have names, and which word stands how inflected under each name."""
    gaps = [(f"{kind}{at}", int(at), kind) for at, kind in _INFLECTED.findall(sentence)]
    return _INFLECTED.sub(r"{\2\1}", sentence).format, gaps


@lru_cache(maxsize=1 << 12)
def _inflected(word: str, kind: str, language: str) -> str:
    if kind == "s":
        return "s" if _many(word, language) else ""
    return f"{kind[:-1]}'{word}" if _elides(word) else f"{kind} {word}"


def _many(number: str, language: str) -> bool:
    """Zero is many in English, and not in French. What is no number is a range, and so many."""
    if not re.fullmatch(r"[-+−]?\d+", number):
        return True
    count = int(re.sub(r"\D", "", number))
    return count > 1 if language == "fr" else count != 1


def _elides(word: str) -> bool:
    """Whether 'de' loses its vowel before a name. The h of names is mute; y is a vowel before a consonant."""
    letters = unicodedata.normalize("NFD", word.lower())
    return letters[:1] in tuple("aeiouhœæ") or bool(re.match(r"y[^aeiou]", letters))
