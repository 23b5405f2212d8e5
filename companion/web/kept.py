"""A game that was played, as a page that is only looked at: how it ended, every point and why, the photos."""

from __future__ import annotations

from flask import Blueprint, Response, abort

from companion.core.grammar import has_number
from companion.core.play import Play, Played
from companion.core.score import Score
from companion.core.sheet import Line
from companion.core.table import KeptPhoto, PagePart
from companion.store.archive import FILE
from companion.store.codes import tidy_code
from companion.web.evenings import score_of, titled
from companion.web.house import game_of, house
from companion.web.languages import date_of, language, say
from companion.web.pages import answer
from companion.web.rules import rules_of
from companion.web.security import phone_id

blueprint = Blueprint("kept", __name__)


class SaidLine(PagePart):
    """A line of a sheet in words, and the rule that it comes from."""

    where: str
    points: int
    text: str
    rule: str = ""


class Part(PagePart):
    """Somebody's part in a game."""

    player: Played
    lines: tuple[SaidLine, ...]


class KeptPage(PagePart):
    """A game that is over, with everything that is known about it."""

    play: Play
    day: str
    parts: tuple[Part, ...]  # the winner first
    ended: tuple[str, ...] = ()  # what set off the end, what decided
    drawing: str = ""
    photos: tuple[KeptPhoto, ...] = ()
    has_table: bool = True  # else it came as a game file


@blueprint.get("/past/<code>")
def game(code: str) -> Response:
    """Show a game of the past to a phone that was at its table."""
    code = tidy_code(code)
    at_table, play = house().store.phone(code, phone_id()), house().archive.play(code)
    table = house().store.table(code) if at_table and play else None
    if table is None or play is None:
        abort(404)
    score = score_of(table)
    page = KeptPage(
        play=titled(play),
        day=date_of(play.ended),
        parts=_parts(play, score),
        ended=_ended(score),
        drawing="" if FILE in table.entries else game_of(table).result_drawing(house().view(table, None, language())),
        photos=tuple(house().photos.of_table(code).values()),
        has_table=FILE not in table.entries,
    )
    return answer(page)


def _parts(play: Play, score: Score) -> tuple[Part, ...]:
    """Return what each player got; seats are in the order of the sheets, whatever a player is called by now."""
    ruled = {rule.id for rule in rules_of(play.game, language())}
    parts = [
        Part(player=player, lines=tuple(_line(line, score, ruled) for line in sheet.lines))
        for player, sheet in zip(play.players, score.sheets, strict=True)
    ]
    return tuple(sorted(parts, key=lambda part: part.player.rank))


def _line(line: Line, score: Score, ruled: set[str]) -> SaidLine:
    when = say("kept.turn", line.turn) if line.turn else say("kept.round", line.round) if line.round else ""
    numbered = line.source if has_number(line.source) else ""
    return SaidLine(
        where=" · ".join(filter(None, (when, line.cell, numbered))),
        points=line.points,
        text=score.text(line, language()),
        rule=line.source if line.source in ruled else "",
    )


def _ended(score: Score) -> tuple[str, ...]:
    return tuple(score.reason(reason, language()) for reason in (score.end, score.won_by) if reason)
