"""The end of the game: tokens, unused powers, polygons left, and who wins."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping

from companion.core.score import Score, Side, best, won_by
from companion.core.sheet import Group, Line, Reason, ScoreSheet, Together
from companion.games.collexion.document import Record
from companion.games.collexion.pieces import Collection, Piece
from companion.games.collexion.replay import replay
from companion.games.collexion.rules import LEFT_POINTS, POWER_POINTS, SLUG
from companion.games.collexion.series import must_validate


def score_record(record: Record, closing: bool = True) -> Score:
    """Return what a record comes to; a table that still plays does without the lines on teams and ties."""
    sheets, left, finished = _sheets(record)
    total = {name: sheet.total for name, sheet in sheets.items()}
    heads = [side[0] for side in record.sides]
    points, fewer = _of_side(record, lambda name: total[name]), _of_side(record, lambda name: -left[name])
    winning = best(heads, points, fewer)
    winners = tuple(name for side in record.sides if side[0] in winning for name in side)
    claimed = []
    for seat in record.seats:
        sheet = sheets[seat.name]._replace(facts={"left": left[seat.name]}).claiming(seat.claimed)
        closed = _closing(record, seat.name, total, left, finished) if closing else ()
        claimed.append(sheet.and_lines(*closed))
    sides = [Side(side, sum(total[name] for name in side), {"left": sum(left[name] for name in side)})
             for side in record.sides]  # fmt: skip
    return Score(
        game=SLUG,
        sheets=tuple(claimed),
        winners=winners,
        sides=tuple(sides) if record.teams else (),
        finished=finished,
        won_by=won_by(heads, points=points, left=fewer),
    )


def _of_side(record: Record, value: Callable[[str], int]) -> Callable[[str], int]:
    sides = {side[0]: side for side in record.sides}
    return lambda name: sum(map(value, sides[name]))


def _closing(
    record: Record, name: str, total: Mapping[str, int], left: Mapping[str, int], finished: bool
) -> Iterator[Line]:
    """Return what a team comes to, and what parts those who are equal at the top."""
    sums = {side: sum(map(total.__getitem__, side)) for side in record.sides}
    over = {side: sum(map(left.__getitem__, side)) for side in record.sides}
    mine = record.side(name)
    if record.teams:
        yield Line("team", "", (), (Reason("team", (" + ".join(mine), sums[mine])),))
    tied = [side for side, points in sums.items() if points == max(sums.values())]
    if finished and mine in tied and len(tied) > 1:
        least = min(over[side] for side in tied)
        each = ", ".join(f"{' + '.join(side)} {over[side]}" for side in tied)
        decides = any(over[side] > least for side in tied)
        notes = [Reason("tie.left", (each,)) if decides else Reason("tie.left.equal", (least,))]
        if over[mine] == least and sum(over[side] == least for side in tied) > 1:
            notes.append(Reason("tie.shared"))
        yield Line("tie", "", (), tuple(notes))


def _sheets(record: Record) -> tuple[dict[str, ScoreSheet], dict[str, int], bool]:
    if record.finals is not None:
        sheets = {
            name: ScoreSheet(
                name,
                (
                    _tokens(final.tokens),
                    _powers(final.powers, record.expert),
                    _left(final.left, final.collection, True),
                ),
            )
            for name, final in record.finals.items()
        }
        return sheets, {name: final.left for name, final in record.finals.items()}, True
    position = replay(record)
    sheets = {
        name: ScoreSheet(
            name,
            (
                *(position.lines[name] or (Line("series", "", (), (Reason("series.none"),)),)),
                _powers(len(position.powers[name]), record.expert),
                _left(collection.total, collection, position.finished),
            ),
        )
        for name, collection in position.collections.items()
    }
    return sheets, {name: collection.total for name, collection in position.collections.items()}, position.finished


def _tokens(tokens: tuple[int, ...]) -> Line:
    groups = tuple(Group((), token) for token in tokens)
    reason = Reason("tokens", (Together(map(str, tokens)),)) if tokens else Reason("tokens.none")
    return Line("tokens", "", groups, (reason,))


def _powers(count: int, expert: bool) -> Line:
    if not count:
        return Line("powers", "", (), (Reason("powers.expert" if expert else "powers.none"),))
    return Line("powers", "", (Group((), count * POWER_POINTS),), (Reason("powers", (count,)),))


def _several(piece: Piece, count: int) -> Reason:
    return piece.reason if count == 1 else Reason("left.several", (count, piece.reason))


def _left(count: int, collection: Collection | None, finished: bool) -> Line:
    if not count:
        return Line("left", "", (), (Reason("left.none"),))
    pieces = collection.pieces if collection else ()
    notes = [Reason("left", (count,))]
    if pieces:
        notes.append(Reason("left.pieces", (Together(_several(*kind) for kind in Counter(pieces).items()),)))
    if finished and collection and must_validate(collection):
        notes.append(Reason("left.series"))
    return Line("left", "", (Group(tuple(map(str, pieces)), count * LEFT_POINTS),), tuple(notes))
