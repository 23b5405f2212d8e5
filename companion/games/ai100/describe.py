"""Lines in words: the condition's own sentence, the groups that scored or what was missing, and the notes."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache, lru_cache, partial

from companion.core.sheet import Group, Line, Reason
from companion.core.texts import Texts, texts_of
from companion.games.ai100.catalogue import Condition
from companion.games.ai100.rulings import Rulings, switches

texts = partial(texts_of, "ai100")  # the sentences of the game in a language
_ARROWS = {".tl": "↖", ".tr": "↗", ".br": "↘", ".bl": "↙"}
# Notes that show cells with their cards are new nearly every time; the others are said again and again.
_OF_CELLS = {"miss.closest", "miss.alike"}


def line_text(line: Line, conditions: Mapping[str, Condition], rulings: Rulings, language: str) -> str:
    """Return why a line has its points, in full."""
    words = texts(language)
    parts = [conditions[line.copied or line.source].sentence[language]]
    # What needs no cells says its points in its own sentence; they are not said twice.
    if line.groups and line.groups[0].cells:
        parts.append(groups_text(line.groups, language))
    parts += [words.say(note) if note.key in _OF_CELLS else words.said[note] for note in line.notes]
    if line.rulings:
        parts += [_ruling_text(switch, rulings, words, language) for switch in line.rulings]
    return " ".join(parts)


def groups_text(groups: tuple[Group, ...], language: str) -> str:
    """Return the groups and what they pay: 'A1+B2, B3+C4: 2 × 3 = 6'."""
    say_one, say_several = _say_groups(language)
    first = groups[0].points
    shown = ", ".join([group_word(group) for group in groups])
    if len(groups) == 1:
        return say_one(shown, first)
    return say_several(shown, len(groups), first, len(groups) * first)


@cache
def _say_groups(language: str) -> tuple[Callable[..., str], Callable[..., str]]:
    words = texts(language)
    return words["group"].format, words["groups"].format


def group_word(group: Group) -> str:
    """Return the cells of a group as people read them, connectors with an arrow to their corner."""
    return _connectors(group.connectors) if group.connectors else "+".join(group.cells)


@lru_cache(maxsize=1 << 12)
def _connectors(names: tuple[str, ...]) -> str:
    return "+".join([name[:-3] + _ARROWS[name[-3:]] for name in names])


def _ruling_text(switch: str, rulings: Rulings, words: Texts, language: str) -> str:
    entry = switches()[switch]
    return words.say(Reason("note.ruling", (entry[language], entry["values"][getattr(rulings, switch)][language])))
