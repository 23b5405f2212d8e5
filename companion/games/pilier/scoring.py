"""The end of the game: tokens, the two best colours, the others against their owner."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import combinations
from typing import Any, NamedTuple

from companion.core.score import best, player_document, score_document
from companion.core.sheet import Group, Line, Reason, ScoreSheet, Together
from companion.core.texts import Texts
from companion.games.pilier.document import Final, Record
from companion.games.pilier.explain import turn_lines
from companion.games.pilier.replay import Position, replay
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
    position = None if record.finals is not None else replay(record)
    finals = record.finals or _finals(record, position)
    sheets = {
        name: _played(name, final, position, record.names) if position else sheet_of(name, final)
        for name, final in finals.items()
    }
    finished = position.finished if position else record.finished
    winners = best(record.names, lambda name: sheets[name].total)
    if finished and len(winners) > 1:
        shared = Line("tie", "", (), (Reason("tie.shared"),))
        sheets |= {name: ScoreSheet(name, (*sheets[name].lines, shared)) for name in winners}
    players = []
    for seat in record.seats:
        final = finals[seat.name]
        counted = counting(final)
        tokens = final.tokens * TOKEN_POINTS
        others = [pair for pair in pairs(final.cards) if pair != counted]
        more: dict[str, Any] = {
            "colours": list(counted.colours),
            "alternatives": [{"colours": list(pair.colours), "total": pair.points + tokens} for pair in others],
        }
        document = player_document(sheets[seat.name], seat.claimed, words, **more)
        players.append(document | _claim(seat.claimed, final, words))
    return score_document(SLUG, players, winners) | {"finished": finished}


def counting(final: Final) -> Pair:
    """Return the two colours that count: those that the player chose, or the best."""
    options = pairs(final.cards)
    return next((pair for pair in options if pair.colours == final.colours), options[0])


def _claim(claimed: int | None, final: Final, words: Texts) -> dict[str, Any]:
    # Who has not chosen yet may have meant another pair; it is said which.
    options, tokens, counted = pairs(final.cards), final.tokens * TOKEN_POINTS, counting(final)
    fitting = next((pair for pair in options if pair.points + tokens == claimed), None)
    if claimed is None or claimed == counted.points + tokens:
        return {}
    this = (_together(counted), counted.points + tokens)
    if fitting is None:
        return {"why": words.say(Reason("claim.none", (claimed, *this)))}
    verdict = {} if final.colours else {"verdict": "possible"}
    return {**verdict, "why": words.say(Reason("claim.other", (_together(fitting), claimed, *this)))}


def _together(pair: Pair) -> Together:
    return Together(Reason(f"colour.{colour}") for colour in pair.colours)


def _finals(record: Record, position: Position | None) -> Mapping[str, Final]:
    assert position is not None
    finals = {}
    for seat, name in enumerate(record.names):
        cards = {
            colour: tuple(card.value for card in position.won[seat] if card.colour == colour) for colour in COLOURS
        }
        finals[name] = Final(position.tokens[seat], cards, record.chosen.get(name, ()))
    return finals


def _played(name: str, final: Final, position: Position, names: tuple[str, ...]) -> ScoreSheet:
    """Return the lines of a game that was followed: turn by turn, and in the end the colours that count."""
    good = counting(final).colours
    lines = turn_lines(position, names.index(name), names, good)
    return ScoreSheet(name, (*lines, *_colours(final)))


def _colours(final: Final) -> Iterator[Line]:
    if not any(final.cards.values()):
        yield Line("colour", "", (), (Reason("colour.no_card"),))
        return
    notes = [Reason("colours.chosen" if final.colours else "colours.best", (_together(counting(final)),))]
    yield Line("colours", "", (), (*notes, *_better(final)))


def _better(final: Final) -> tuple[Reason, ...]:
    """Return that other colours would bring more, where somebody has chosen otherwise."""
    best_pair, counted = pairs(final.cards)[0], counting(final)
    if counted.points == best_pair.points:
        return ()
    return (Reason("colours.better", (_together(best_pair), best_pair.points - counted.points)),)


def sheet_of(name: str, final: Final) -> ScoreSheet:
    """Return a player's lines: tokens, then every colour of which he has cards."""
    good = counting(final).colours
    lines = [_tokens(final.tokens)]
    kind = "chosen" if final.colours else "best"
    lines += [
        _colour(colour, final.cards[colour], colour in good, kind) for colour in COLOURS if final.cards.get(colour)
    ]
    if len(lines) == 1:
        lines.append(Line("colour", "", (), (Reason("colour.no_card"),)))
    if better := _better(final):
        lines.append(Line("colours", "", (), better))
    return ScoreSheet(name, tuple(lines))


def _tokens(count: int) -> Line:
    if not count:
        return Line("tokens", "", (), (Reason("tokens.none"),))
    return Line("tokens", "", (Group((), count * TOKEN_POINTS),), (Reason("tokens", (count,)),))


def _colour(colour: str, values: tuple[int, ...], good: bool, kind: str) -> Line:
    points = sum(values) if good else -sum(values)
    cells = tuple(f"{colour} {value}" for value in values)
    word = Reason(f"colour.{colour}")
    key = f"colour.good.{kind}" if good else f"colour.bad.{kind}"
    reason = Reason(key, (word, Together(map(str, values))))
    notes = (reason,) if points else (reason, Reason("colour.zero"))
    return Line("colour", colour, (Group(cells, points),), notes)
