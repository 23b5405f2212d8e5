"""A game turn by turn: takes, powers, series and the tokens they earn."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import reduce
from itertools import pairwise

from companion.core.errors import Ambiguous, Illegal, Place
from companion.core.sheet import Group, Line, Reason, Together
from companion.games.collexion.document import Power, Record, Turn, Validated
from companion.games.collexion.pieces import PIECES, Collection, Piece, verify_take
from companion.games.collexion.rules import COPIES, POWERS
from companion.games.collexion.series import Piles, Series, Validation, first_series, piles_after, validations

_BOX = Reason("where.box")


def _collection_of(name: str) -> Reason:
    return Reason("where.collection", (name,))


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
    return reduce(lambda position, turn: play(position, turn, record), record.turns, start(record))


def play(position: Position, turn: Turn, record: Record) -> Position:
    """Return the position after one more turn."""
    number, name, place = record.next_turn(position.turn, position.finished)
    powers = _spend(position.powers[name], turn, record.expert, place)
    collections, pool, piles = dict(position.collections), position.pool, position.piles
    for power in turn.used("before"):
        pool = _use(power, name, collections, pool, place)
    # Nobody must take in the last round, nor where a discard has just emptied the box.
    verify_take(turn.take, place, int(position.last_turn is None and pool.total > 0))
    pool = _out_of(pool, turn.take, place, _BOX)
    kept = turn.take
    if turn.give:
        kept, given = _give(turn, record, place)
        collections[record.partner(name)] += (given,)
    collections[name] += kept
    lines: tuple[Line, ...] = ()
    waiting = turn.series
    for when in ("taking", "after") if turn.used("after") else ("taking",):
        for power in turn.used(when):
            pool = _use(power, name, collections, pool, place)
        if waiting is None:
            validated, left = _only_way(collections[name], piles, record.rulings["shape_pile"], place)
        else:
            on = when == "taking" and bool(turn.used("after"))
            validated, left, waiting = _written(waiting, collections[name], on, place)
        collections[name] = left
        piles, paid = _pay(piles, validated, record, number, place)
        lines += paid
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


def _out_of(collection: Collection, pieces: tuple[Piece, ...], place: Place, where: Reason) -> Collection:
    for piece in pieces:
        if not collection.count(piece):
            raise Illegal(Reason("collexion:error.none_there", (piece.reason, where)), place)
        collection -= (piece,)
    return collection


def _give(turn: Turn, record: Record, place: Place) -> tuple[tuple[Piece, ...], Piece]:
    if not record.teams:
        raise Illegal(Reason("collexion:error.only_mate"), place / "give")
    if not turn.take:
        raise Illegal(Reason("collexion:error.nothing_to_give"), place / "give")
    return turn.take[:-1], turn.take[-1]


def _spend(tokens: tuple[str, ...], turn: Turn, expert: bool, place: Place) -> tuple[str, ...]:
    place = place / "powers"
    if expert:
        twins = sum(one == other for one, other in pairwise(turn.take))
        if len(turn.powers) > twins:
            raise Illegal(Reason("collexion:error.twins", (len(turn.powers), twins)), place)
        if len(turn.used("taking")) < len(turn.powers):
            raise Illegal(Reason("collexion:error.twins_taking"), place)
        return tokens
    if len(turn.powers) > 1:
        raise Illegal(Reason("collexion:error.one_power", (len(turn.powers),)), place)
    for power in turn.powers:
        if power.kind not in tokens:
            raise Illegal(Reason("collexion:error.power_used", (Reason(f"power.{power.kind}"),)), place)
    return tuple(token for token in tokens if token not in [power.kind for power in turn.powers])


def _use(power: Power, name: str, collections: dict[str, Collection], pool: Collection, place: Place) -> Collection:
    place = place / "powers"
    if power.kind == "discard":
        return _out_of(pool, (power.piece,), place, _BOX)
    theirs = _collection_of(power.partner)
    collections[power.partner] = _out_of(collections[power.partner], (power.piece,), place, theirs)
    if power.give:
        collections[name] = _out_of(collections[name], (power.give,), place, _collection_of(name))
        collections[power.partner] += (power.give,)
    collections[name] += (power.piece,)
    return pool


def _written(
    waiting: tuple[Validated, ...], collection: Collection, on: bool, place: Place
) -> tuple[tuple[Validated, ...], Collection, tuple[Validated, ...]]:
    """Return the series validated now, what they leave, and those that wait for a power where the turn goes `on`."""
    place, left, count = place / "series", collection, 0
    while count < len(waiting) and not (on and first_series(left) is None):
        series = waiting[count].series
        left = _out_of(left, series.pieces, place, Reason("where.series", (series.word,)))
        count += 1
    if missing := first_series(left):
        raise Illegal(Reason("collexion:error.series_too", (missing.word,)), place)
    return waiting[:count], left, waiting[count:]


def _only_way(
    collection: Collection, piles: Piles, shape_pile: str, place: Place
) -> tuple[tuple[Validated, ...], Collection]:
    """Return the series of a turn that wrote none down, or raise Ambiguous where not all ways end alike."""
    options = validations(collection)
    ends = {(option.left, after) for option in options for after in piles_after(piles, option.series, shape_pile)}
    series, left = options[0]
    if len(ends) > 1:
        raise Ambiguous(_question(options, piles, shape_pile), place / "series")
    validated = []
    for one in series:
        pile = next(iter(piles.paying(one, shape_pile)), "")
        piles = piles.without_top(pile) if pile else piles
        validated.append(Validated(one, pile))
    return tuple(validated), left


def _question(options: tuple[Validation, ...], piles: Piles, shape_pile: str) -> Reason:
    series = options[0].series
    if len(options) > 1:
        return Reason("collexion:error.overlap", (tuple(Together(one.word for one in way.series) for way in options),))
    if len(series) > 1:
        return Reason("collexion:error.which_order", (Together(one.word for one in series),))
    return _which_pile(series[0], piles.paying(series[0], shape_pile))


def _which_pile(series: Series, able: tuple[str, ...]) -> Reason:
    return Reason("collexion:error.which_pile", (series.word, _piles(able)))


def _piles(colours: tuple[str, ...]) -> tuple[Reason, ...]:
    return tuple(Reason(f"name.{colour}") for colour in colours)


def _pay(
    piles: Piles, validated: tuple[Validated, ...], record: Record, turn: int, place: Place
) -> tuple[Piles, tuple[Line, ...]]:
    lines = []
    for series, wanted in validated:
        able = piles.paying(series, record.rulings["shape_pile"])
        pile = _pile(series, wanted, able, piles, place / "series")
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


def _pile(series: Series, wanted: str, able: tuple[str, ...], piles: Piles, place: Place) -> str:
    if wanted and wanted not in able:
        expected = Reason("other_piles", (_piles(able),)) if able else Reason("no_pile")
        raise Illegal(Reason("collexion:error.pile", (Reason(f"name.{wanted}"), series.word, expected)), place)
    # Piles that are equally high hold the same tokens, but which one is taken from matters later on.
    if not wanted and len(able) > 1:
        raise Ambiguous(_which_pile(series, able), place)
    return wanted or next(iter(able), "")
