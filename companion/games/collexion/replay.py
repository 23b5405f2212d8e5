"""A game turn by turn: takes, powers, series and the tokens they earn."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import pairwise

from companion.core.errors import Ambiguous, Illegal
from companion.core.sheet import Group, Line, Reason
from companion.games.collexion.document import Power, Record, Turn, Validated
from companion.games.collexion.pieces import PIECES, Collection, Piece, verify_take
from companion.games.collexion.rules import COPIES, POWERS
from companion.games.collexion.series import Piles, Series, choices, piles_after


@dataclass(frozen=True)
class Position:
    """Where a game stands after some turns."""

    collections: Mapping[str, Collection]
    powers: Mapping[str, tuple[str, ...]]
    piles: Piles
    pool: Collection  # what is still in the box: not yet taken, not discarded by a power
    lines: Mapping[str, tuple[Line, ...]]
    last_turn: int | None = None  # the number of the last turn, once the end has been set off
    turn: int = 0

    @property
    def finished(self) -> bool:
        """Whether the last turn has been played."""
        return self.last_turn is not None and self.turn >= self.last_turn


def start(record: Record) -> Position:
    """Return the position before the first turn."""
    names = record.names
    powers = () if record.expert else POWERS
    everything = Collection.of(PIECES * COPIES)
    return Position(
        dict.fromkeys(names, Collection()),
        dict.fromkeys(names, powers),
        Piles(),
        everything,
        dict.fromkeys(names, ()),
    )


def replay(record: Record) -> Position:
    """Return the position after all turns, or raise the first thing that is wrong."""
    position = start(record)
    for turn in record.turns:
        position = play(position, turn, record)
    return position


def play(position: Position, turn: Turn, record: Record) -> Position:
    """Return the position after one more turn."""
    number = position.turn + 1
    name = record.names[position.turn % len(record.names)]
    place = f"turn {number}, {name}"
    if position.finished:
        raise Illegal(f"the game ended with turn {position.last_turn}", place)
    verify_take(turn.take, place, 0 if position.last_turn is not None else 1)
    pool = _out_of(position.pool, turn.take, place, "in the box")
    collections = dict(position.collections)
    kept = turn.take
    if turn.give:
        kept, given = _give(turn, record, place)
        collections[record.partner(name)] += (given,)
    collections[name] += kept
    powers = _spend(position.powers[name], turn, record.expert, place)
    for power in turn.powers:
        pool = _use(power, name, collections, pool, place)
    validated, left = _validated(turn.series, collections[name], place)
    collections[name] = left
    if turn.series is None:
        _verify_order(position.piles, validated, record.rulings["shape_pile"], place)
    piles, lines = _pay(position.piles, validated, record, number, place)
    last = position.last_turn
    if last is None and (piles.empty or not pool.total):
        last = -(-number // len(record.names)) * len(record.names)
    return Position(
        collections,
        {**position.powers, name: powers},
        piles,
        pool,
        {**position.lines, name: position.lines[name] + lines},
        last,
        number,
    )


def _out_of(collection: Collection, pieces: tuple[Piece, ...], place: str, where: str) -> Collection:
    for piece in pieces:
        if not collection.count(piece):
            raise Illegal(f"there is no {piece} {where}", place)
        collection -= (piece,)
    return collection


def _give(turn: Turn, record: Record, place: str) -> tuple[tuple[Piece, ...], Piece]:
    if not record.teams:
        raise Illegal("only a team mate can be given a polygon", f"{place}, give")
    if not turn.take:
        raise Illegal("no polygon was taken that could be given", f"{place}, give")
    return turn.take[:-1], turn.take[-1]


def _spend(tokens: tuple[str, ...], turn: Turn, expert: bool, place: str) -> tuple[str, ...]:
    place = f"{place}, powers"
    if expert:
        twins = sum(one == other for one, other in pairwise(turn.take))
        if len(turn.powers) > twins:
            raise Illegal(f"powers used: {len(turn.powers)}, but identical polygons in a row allow {twins}", place)
        return tokens
    if len(turn.powers) > 1:
        raise Illegal(f"{len(turn.powers)} powers in one turn (expected at most 1)", place)
    for power in turn.powers:
        if power.kind not in tokens:
            raise Illegal(f"the power {power.kind} was used before", place)
    return tuple(token for token in tokens if token not in [power.kind for power in turn.powers])


def _use(power: Power, name: str, collections: dict[str, Collection], pool: Collection, place: str) -> Collection:
    place = f"{place}, powers"
    if power.kind == "discard":
        return _out_of(pool, (power.piece,), place, "in the box")
    theirs = f"in the collection of {power.partner}"
    collections[power.partner] = _out_of(collections[power.partner], (power.piece,), place, theirs)
    if power.give:
        collections[name] = _out_of(collections[name], (power.give,), place, f"in the collection of {name}")
        collections[power.partner] += (power.give,)
    collections[name] += (power.piece,)
    return pool


def _validated(
    written: tuple[Validated, ...] | None, collection: Collection, place: str
) -> tuple[tuple[Validated, ...], Collection]:
    place = f"{place}, series"
    if written is None:
        options = choices(collection)
        if len(options) > 1:
            shown = "; or ".join(", ".join(one.name for one in option.series) for option in options)
            raise Ambiguous(f"series overlap, say which are validated: {shown}", place)
        return tuple(Validated(series, "") for series in options[0].series), options[0].left
    left = collection
    for series, _ in written:
        left = _out_of(left, series.pieces, place, f"left for the {series.name} series")
    if missing := choices(left)[0].series:
        raise Illegal(f"the {missing[0].name} series must be validated too", place)
    return written, left


def _verify_order(piles: Piles, validated: tuple[Validated, ...], shape_pile: str, place: str) -> None:
    """Raise Ambiguous where several series are paid and the piles depend on their order, which is the player's."""
    series = tuple(one.series for one in validated)
    if len(series) > 1 and len(piles_after(piles, series, shape_pile)) > 1:
        names = ", ".join(one.name for one in series)
        raise Ambiguous(f"say in which order the series are paid, and by which piles: {names}", f"{place}, series")


def _pay(
    piles: Piles, validated: tuple[Validated, ...], record: Record, turn: int, place: str
) -> tuple[Piles, tuple[Line, ...]]:
    lines = []
    for series, wanted in validated:
        able = piles.paying(series, record.rulings["shape_pile"])
        pile = _pile(series, wanted, able, piles, f"{place}, series")
        cells = tuple(map(str, series.pieces))
        if pile:
            points = piles.top(pile)
            piles = piles.without_top(pile)
            why = Reason("paid", (series.reason, Reason(f"name.{pile}"), points))
            lines.append(Line("series", series.name, (Group(cells, points),), (why,), turn=turn))
        else:
            key = "unpaid.colour" if series.of_colour else "unpaid.shape" if piles.empty else "unpaid.any"
            why = Reason(key, (series.reason, Reason(f"name.{series.name}")))
            lines.append(Line("series", series.name, (), (why,), turn=turn))
    return piles, tuple(lines)


def _pile(series: Series, wanted: str, able: tuple[str, ...], piles: Piles, place: str) -> str:
    if wanted and wanted not in able:
        expected = f"expected {' or '.join(able)}" if able else "no pile pays for it"
        raise Illegal(f"the {wanted} pile does not pay for the {series.name} series ({expected})", place)
    # Piles that are equally high hold the same tokens, but which one is taken from matters later on.
    if not wanted and len(able) > 1:
        raise Ambiguous(f"say which pile pays for the {series.name} series: {' or '.join(able)}", place)
    return wanted or next(iter(able), "")
