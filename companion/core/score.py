"""What a game comes to, typed; and, when somebody asks, in a language and as the `companion-score/1` document."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from companion.core.errors import CompanionError
from companion.core.sheet import Line, Reason, ScoreSheet
from companion.core.texts import Texts, texts_of

FORMAT = "companion-score/1"
LineText = Callable[[Line, str], str]


class Span(NamedTuple):
    """The least and the most, where nobody wrote down what decides between them."""

    least: Any
    most: Any


class Side(NamedTuple):
    """Players who win together, what they come to, and what else the game counts for them."""

    names: tuple[str, ...]
    total: int
    facts: Mapping[str, Any] = {}


class Layout(NamedTuple):
    """In which order the score document writes what there is; a player's own facts stand where `...` is."""

    top: tuple[str, ...] = ("format", "game", "players", "winners", "won_by", "teams", "finished", "end")
    player: tuple[str, ...] = ("claimed", "verdict", "name", "total", "rank", "...", "lines", "why")


_USUAL = Layout()


@dataclass(frozen=True, kw_only=True)
class Score:
    """A whole game, scored. `problems` are what the rules forbid in it; the sheets do without it."""

    game: str
    sheets: tuple[ScoreSheet, ...]
    winners: tuple[str, ...]  # who leads, where the game is not finished
    sides: tuple[Side, ...] = ()  # where players win together
    finished: bool = True
    problems: tuple[CompanionError, ...] = ()
    end: Reason | None = None  # what set off the end
    won_by: Reason | None = None  # what decided who won, where the game is finished
    line_text: LineText | None = None  # how the game says a line, where its notes are not all of it
    texts: Callable[[str], Texts] | None = None  # its sentences by language, where they are not in data/<slug>
    layout: Layout = _USUAL

    def sheet(self, name: str) -> ScoreSheet:
        """Return the sheet of a player."""
        return next(sheet for sheet in self.sheets if sheet.name == name)

    def text(self, line: Line, language: str) -> str:
        """Return why a line has its points."""
        if self.line_text:
            return self.line_text(line, language)
        return " ".join(map(self._words(language).say, line.notes))

    def reason(self, reason: Reason, language: str) -> str:
        """Return something else that the game has to say, such as what decided it."""
        return self._words(language).say(reason)

    def say(self, language: str) -> dict[str, Any]:
        """Return the `companion-score/1` document, or raise the first of the problems."""
        if self.problems:
            raise self.problems[0]
        words = self._words(language)
        every = {
            "format": FORMAT,
            "game": self.game,
            "players": [self._player(sheet, words, language) for sheet in self.sheets],
            "winners": list(self.winners),
            "finished": self.finished,
        }
        if self.sides:
            every["teams"] = [
                {"names": list(side.names), "total": side.total, **_said(side.facts, words)} for side in self.sides
            ]
        if self.end:
            every["end"] = words.say(self.end)
        if self.won_by and self.finished:
            every["won_by"] = words.say(self.won_by)
        return {key: every[key] for key in self.layout.top if key in every}

    def _words(self, language: str) -> Texts:
        return self.texts(language) if self.texts else texts_of(self.game, language)

    def _player(self, sheet: ScoreSheet, words: Texts, language: str) -> dict[str, Any]:
        text = self.line_text or self.text
        every: dict[str, Any] = {
            "name": sheet.name,
            "total": _said(sheet.span or sheet.total, words),
            "rank": None,
            **_said(sheet.facts, words),
            "lines": [line_document(line, text(line, language)) for line in sheet.lines],
        }
        if sheet.claimed is not None:
            every |= {"claimed": sheet.claimed, "verdict": sheet.verdict}
        if sheet.why:
            every["why"] = words["also"].join(map(words.say, sheet.why))
        own = [key for key in sheet.facts if key not in self.layout.player]
        keys = [key for one in self.layout.player for key in (own if one == "..." else (one,))]
        return {key: every[key] for key in keys if key in every}


def line_document(line: Line, text: str) -> dict[str, Any]:
    """Return a line as the score document writes it."""
    kind, source, groups, _, cell, turn, number, at, copied, rulings = line
    document: dict[str, Any] = {"kind": kind}
    if turn:
        document["turn"] = turn
    if number:
        document["round"] = number
    document["source"] = source
    if cell:
        document["cell"] = cell
    if copied:
        document["copied"] = copied
    if at:
        document["at"] = at
    if rulings:
        document["rulings"] = list(rulings)
    document["points"] = line.points
    document["groups"] = [
        {"cells": list(cells), "points": points, "connectors": list(connectors)}
        if connectors
        else {"cells": list(cells), "points": points}
        for cells, points, connectors in groups
    ]
    document["text"] = text
    return document


def _said(value: Any, words: Texts) -> Any:
    """Return a fact as JSON: reasons are said, spans and tuples written out."""
    if isinstance(value, Reason):
        return words.say(value)
    if isinstance(value, Span):
        return {"min": value.least, "max": value.most}
    if isinstance(value, Mapping):
        return {key: _said(one, words) for key, one in value.items()}
    return [_said(one, words) for one in value] if isinstance(value, tuple) else value


class WhatIfCell(NamedTuple):
    """A cell for a card in hand, and the line that the card would bring there."""

    cell: str
    line: Line


@dataclass(frozen=True)
class WhatIf:
    """What a card in hand would bring on each cell where it may be laid, best first."""

    options: tuple[WhatIfCell, ...]
    line_text: LineText
    keys: tuple[str, ...] = ()  # of the document; all of a line's where none are named

    def say(self, language: str) -> list[dict[str, Any]]:
        """Return the options as a JSON document."""
        found = []
        for option in self.options:
            text = self.line_text(option.line, language)
            document = {**line_document(option.line, text), "cell": option.cell}
            keys = self.keys or dict.fromkeys(("cell", *document))
            found.append({key: document[key] for key in keys})
        return found


def best(names: Sequence[str], *keys: Callable[[str], int]) -> tuple[str, ...]:
    """Return who wins: the highest by the first key, among equals by the next one, and the rest share."""
    left = tuple(names)
    for key in keys:
        bar = max(map(key, left))
        left = tuple(name for name in left if key(name) == bar)
    return left


def won_by(names: Sequence[str], **keys: Callable[[str], int]) -> Reason:
    """Return what decided who won: the last of the keys that parted those who led, or that they share."""
    left, decided = tuple(names), next(iter(keys))
    for key, value in keys.items():
        ahead = tuple(best(left, value))
        left, decided = ahead, key if len(ahead) < len(left) else decided
    return Reason("won.shared" if len(left) > 1 else f"won.{decided}")
