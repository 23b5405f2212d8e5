"""Games that came to an end: kept by themselves, and made ready to be looked back at and shared."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from typing import Any

from flask import url_for
from markupsafe import Markup

from companion import games
from companion.core.play import Play, Played, bg_stats_link, ranks
from companion.core.score import Score
from companion.core.table import Link, PagePart, Row, Scoreboard, View
from companion.paths import DATA
from companion.store import Table
from companion.store.archive import FILE, KeptLine
from companion.web.house import game_of, house
from companion.web.languages import date_of, game_name, language, say
from companion.web.pages import public_address, qr_svg
from companion.web.picture import Result


class AfterGame(PagePart):
    """What can be done with a result."""

    text: str
    link: str  # empty where none is given out
    bg_stats: str
    bg_stats_qr: Markup
    rematch: str  # the set-up with the same names
    place: str
    moments: tuple[tuple[str, Link | None], ...] = ()


def settled(board: Scoreboard) -> bool:
    """Whether a game is over and every total is known."""
    return board.finished and all(row.text in ("", str(row.total)) for row in board.rows)


def keep(table: Table, board: Scoreboard) -> None:
    """Keep a game that has ended, once for each change; a game that goes on after all is taken out again."""
    archive = house().archive
    if settled(board):
        if not archive.is_kept(table.code, table.revision):
            names = {row.name: row.seat for row in board.rows}
            archive.keep(play_of(table, board), table.revision, _lines(table, names))
    elif archive.play(table.code):
        archive.forget(table.code)


def is_known(score: Score) -> bool:
    """Whether a game of a file is over and every total is known."""
    return score.finished and not score.problems and not any(sheet.span for sheet in score.sheets)


def keep_taken(table: Table) -> None:
    """Keep a game that was taken in: what was entered elsewhere, or a game file alone."""
    if FILE in table.entries:
        _keep_file(table)
    else:
        keep(table, game_of(table).scoreboard(house().view(table, None, language())))


def _keep_file(table: Table) -> None:
    score, archive = score_of(table), house().archive
    taken = archive.play(table.code)
    assert taken, "a game is kept with its time before it is counted"
    places = ranks(sheet.total for sheet in score.sheets)
    alone = len(score.sheets) == 1
    players = tuple(
        Played(seat, sheet.name, sheet.total, place, sheet.name in score.winners and not alone)
        for seat, (sheet, place) in enumerate(zip(score.sheets, places, strict=True))
    )
    names = {player.name: player.seat for player in players}
    archive.keep(replace(taken, players=players), table.revision, _lines(table, names))


def score_of(table: Table) -> Score:
    """Return what a table comes to, worked out from its game file."""
    file = table.entries.get(FILE) or game_of(table).export(house().view(table, None, language()))
    return games()[table.game].score(file)


def play_of(table: Table, board: Scoreboard) -> Play:
    """Return what is known about a finished game."""
    began, ended = house().archive.time_of(table.code)
    places = ranks(row.total for row in board.rows)
    players = tuple(
        Played(row.seat, row.name, row.total, place, row.leads and len(board.rows) > 1, row.role)
        for row, place in zip(board.rows, places, strict=True)
    )
    return Play(table.code, table.game, "", began, ended, tuple(sorted(players, key=lambda one: one.seat)))


def _lines(table: Table, names: Mapping[str, int]) -> list[KeptLine]:
    """Return every line of the sheets, as the game file of the table gives them; `names` are the seats."""
    return [
        KeptLine(names[sheet.name], line.kind, line.source, line.points, line.turn)
        for sheet in score_of(table).sheets
        for line in sheet.lines
        if sheet.name in names
    ]


def titled(play: Play) -> Play:
    """Return a play with the name of its game in the reader's language, and its number at BoardGameGeek."""
    return replace(play, title=game_name(play.game), bgg=_numbers().get(play.game))


@cache
def _numbers() -> dict[str, int]:
    known = tomllib.loads((DATA / "games.toml").read_text("utf-8"))
    return {slug: entry["bgg"] for slug, entry in known.items()}


def best_first(board: Scoreboard) -> list[Row]:
    """Return the rows of a scoreboard, the most points first."""
    return sorted(board.rows, key=lambda row: (-row.total, row.seat))


def anonymous(board: Scoreboard) -> dict[int, str]:
    """Return names that say nothing, by seat."""
    return {row.seat: say("player.n", row.seat + 1) for row in board.rows}


def result_of(table: Table, board: Scoreboard, drawing: str, *, named: bool) -> Result:
    """Return what the picture of a result says."""
    play = titled(play_of(table, board))
    names = {} if named else anonymous(board)
    rows = tuple(replace(row, name=names.get(row.seat, row.name)) for row in best_first(board))
    columns = tuple(column.short for column in board.columns)
    return Result(play.title, date_of(play.ended), columns, rows, drawing, say("brand"))


def text_of(table: Table, board: Scoreboard) -> str:
    """Return the result as text to paste."""
    play = titled(play_of(table, board))
    rows = best_first(board)
    places = ranks(row.total for row in rows)
    lines = [f"{place}. {row.name} {row.total}" for row, place in zip(rows, places, strict=True)]
    return "\n".join([f"{play.title}, {date_of(play.ended)}", *lines])


def after_game(table: Table, board: Scoreboard, view: View[Any]) -> AfterGame | None:
    """Return what can be done with the result of a game that is over."""
    if not settled(board):
        return None
    token = house().archive.token(table.code)
    link = public_address() + url_for("shared.result", token=token) if token else ""
    bg_stats = bg_stats_link(titled(play_of(table, board)))
    names: dict[str, Any] = {f"name{row.seat}": row.name for row in board.rows}
    rematch = url_for("start.new", slug=table.game, players=len(board.rows), **names)
    kept = house().archive.play(table.code)
    return AfterGame(
        text=text_of(table, board),
        link=link,
        bg_stats=bg_stats,
        bg_stats_qr=qr_svg(bg_stats, say("after.bgstats.qr")),
        rematch=rematch,
        place=kept.place if kept else "",
        moments=house().moments(table, view),
    )
