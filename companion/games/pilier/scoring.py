"""The end of the game: tokens, the two best colours, the others against their owner."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial
from itertools import combinations
from typing import NamedTuple

from companion.core.score import Score, best, won_by
from companion.core.sheet import Group, Line, Reason, ScoreSheet, Together
from companion.games.pilier.called import texts_of_box
from companion.games.pilier.document import Final, Record
from companion.games.pilier.explain import turn_lines
from companion.games.pilier.replay import Position, replay
from companion.games.pilier.rules import COLOURS, GOOD_COLOURS, SLUG, TOKEN_POINTS


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


def score_record(record: Record) -> Score:
    """Return what a record comes to."""
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
        sheets |= {name: sheets[name].and_lines(shared) for name in winners}
    claimed = tuple(_claimed(sheets[seat.name], finals[seat.name], seat.claimed) for seat in record.seats)
    decided = won_by(record.names, points=lambda name: sheets[name].total)
    said = partial(texts_of_box, record.called)
    return Score(game=SLUG, sheets=claimed, winners=winners, finished=finished, won_by=decided, texts=said)


def counting(final: Final) -> Pair:
    """Return the two colours that count: those that the player chose, or the best."""
    options = pairs(final.cards)
    return next((pair for pair in options if pair.colours == final.colours), options[0])


def _claimed(sheet: ScoreSheet, final: Final, claimed: int | None) -> ScoreSheet:
    """Return a sheet with every choice of colours, and the verdict on a claim."""
    options, tokens, counted = pairs(final.cards), final.tokens * TOKEN_POINTS, counting(final)
    others = tuple({"colours": pair.colours, "total": pair.points + tokens} for pair in options if pair != counted)
    sheet = sheet._replace(facts={"colours": counted.colours, "alternatives": others}).claiming(claimed)
    # Who has not chosen yet may have meant another pair; it is said which.
    fitting = next((pair for pair in options if pair.points + tokens == claimed), None)
    if claimed is None or claimed == counted.points + tokens:
        return sheet
    this = (_together(counted), counted.points + tokens)
    if fitting is None:
        return sheet._replace(why=(Reason("claim.none", (claimed, *this)),))
    why = Reason("claim.other", (_together(fitting), claimed, *this))
    return sheet._replace(verdict=sheet.verdict if final.colours else "possible", why=(why,))


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
