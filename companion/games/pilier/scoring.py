"""The end of the game: tokens, the two best colours, the others against their owner."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import combinations
from typing import Any, NamedTuple

from companion.core.score import best, player_document, score_document
from companion.core.sheet import Group, Line, Reason, ScoreSheet, Together
from companion.core.texts import Texts
from companion.games.pilier.document import Final, Record
from companion.games.pilier.replay import replay
from companion.games.pilier.rules import COLOURS, GOOD_COLOURS, SLUG, TOKEN_POINTS, texts


class Pair(NamedTuple):
    """Two colours that count for their owner, and what all his cards come to with them."""

    colours: tuple[str, ...]
    points: int


def pairs(cards: Mapping[str, tuple[int, ...]]) -> tuple[Pair, ...]:
    """Return every choice of two colours with its points, the best first."""
    sums = {colour: sum(cards.get(colour, ())) for colour in COLOURS}
    found = [
        Pair(chosen, sum(value if colour in chosen else -value for colour, value in sums.items()))
        for chosen in combinations(COLOURS, GOOD_COLOURS)
    ]
    # Among equals, colours of which there are cards come first.
    held = {colour: len(cards.get(colour, ())) for colour in COLOURS}
    return tuple(sorted(found, key=lambda pair: (-pair.points, -sum(held[colour] > 0 for colour in pair.colours))))


def score_record(record: Record, language: str) -> dict[str, Any]:
    """Return the score document of a record."""
    words = texts(language)
    finals, finished = _finals(record)
    sheets = {name: sheet_of(name, final) for name, final in finals.items()}
    winners = best(record.names, lambda name: sheets[name].total)
    if finished and len(winners) > 1:
        shared = Line("tie", "", (), (Reason("tie.shared"),))
        sheets |= {name: ScoreSheet(name, (*sheets[name].lines, shared)) for name in winners}
    players = []
    for seat in record.seats:
        options = pairs(finals[seat.name].cards)
        tokens = finals[seat.name].tokens * TOKEN_POINTS
        more: dict[str, Any] = {
            "colours": list(options[0].colours),
            "alternatives": [{"colours": list(pair.colours), "total": pair.points + tokens} for pair in options[1:]],
        }
        document = player_document(sheets[seat.name], seat.claimed, words, **more)
        players.append(document | _claim(seat.claimed, options, tokens, words))
    return score_document(SLUG, players, winners) | {"finished": finished}


def _claim(claimed: int | None, options: tuple[Pair, ...], tokens: int, words: Texts) -> dict[str, Any]:
    # The colours are the player's choice, so a smaller claim may be right with another pair; it is said which.
    fitting = next((pair for pair in options if pair.points + tokens == claimed), None)
    if claimed is None or fitting == options[0]:
        return {}
    best_pair = (_together(options[0]), options[0].points + tokens)
    if fitting is None:
        return {"why": words.say(Reason("claim.none", (claimed, *best_pair)))}
    return {"verdict": "possible", "why": words.say(Reason("claim.other", (_together(fitting), claimed, *best_pair)))}


def _together(pair: Pair) -> Together:
    return Together(Reason(f"colour.{colour}") for colour in pair.colours)


def _finals(record: Record) -> tuple[Mapping[str, Final], bool]:
    if record.finals is not None:
        return record.finals, True
    position = replay(record)
    finals = {}
    for seat, name in enumerate(record.names):
        cards = {
            colour: tuple(card.value for card in position.won[seat] if card.colour == colour) for colour in COLOURS
        }
        finals[name] = Final(position.tokens[seat], cards)
    return finals, position.finished


def sheet_of(name: str, final: Final) -> ScoreSheet:
    """Return a player's lines: tokens, then every colour of which he has cards."""
    good = pairs(final.cards)[0].colours
    lines = [_tokens(final.tokens)]
    lines += [_colour(colour, final.cards[colour], colour in good) for colour in COLOURS if final.cards.get(colour)]
    if len(lines) == 1:
        lines.append(Line("colour", "", (), (Reason("colour.no_card"),)))
    return ScoreSheet(name, tuple(lines))


def _tokens(count: int) -> Line:
    if not count:
        return Line("tokens", "", (), (Reason("tokens.none"),))
    return Line("tokens", "", (Group((), count * TOKEN_POINTS),), (Reason("tokens", (count,)),))


def _colour(colour: str, values: tuple[int, ...], good: bool) -> Line:
    points = sum(values) if good else -sum(values)
    cells = tuple(f"{colour} {value}" for value in values)
    word = Reason(f"colour.{colour}")
    reason = Reason("colour.good" if good else "colour.bad", (word, Together(map(str, values))))
    notes = (reason,) if points else (reason, Reason("colour.zero"))
    return Line("colour", colour, (Group(cells, points),), notes)
