"""What a box calls the colour and the symbols that our copy of the rulebook does not name."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from companion.core.errors import Illegal, Place
from companion.core.reading import read_object, read_word
from companion.core.sheet import Reason
from companion.core.texts import Texts, texts_of
from companion.games.pilier.cards import Card
from companion.games.pilier.rules import COLOURS, SLUG, UNNAMED

Called = tuple[tuple[str, str], ...]
"""Our words and those of the box, where they are others: (("ring", "spiral"),)."""


def read_called(value: object, place: Place) -> Called:
    """Return the words of a box; two things are never called the same."""
    entries = read_object(value, place, UNNAMED)
    return as_called(
        {
            word: read_word(name, UNNAMED[word], place / word, Reason("pilier:what.name"))
            for word, name in entries.items()
        },
        place,
    )


def as_called(words: Mapping[str, str], place: Place) -> Called:
    """Return those words that are not ours."""
    every = [words.get(word, word) for word in UNNAMED]
    if len(set(every)) < len(every):
        raise Illegal(Reason("pilier:error.same_name"), place)
    return tuple((word, words[word]) for word in UNNAMED if words.get(word, word) != word)


def as_printed(card: Card, called: Called) -> Card:
    """Return a card in the words of the box, to be drawn or said."""
    words = dict(called)
    return card._replace(colour=words.get(card.colour, card.colour), symbol=words.get(card.symbol, card.symbol))


@lru_cache(maxsize=64)
def texts_of_box(called: Called, language: str) -> Texts:
    """Return the sentences of the game in the words of the box."""
    words = texts_of(SLUG, language)
    if not called:
        return words
    said = dict(words.items())
    for ours, theirs in called:
        kind = "colour" if ours in COLOURS else "symbol"
        said[f"{kind}.{ours}"] = words[f"{kind}.{theirs}"]
    # A reason that travels names its game; it is said here all the same.
    return Texts({**said, **{f"{SLUG}:{key}": sentence for key, sentence in said.items()}}, language)
