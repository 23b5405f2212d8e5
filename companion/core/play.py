"""A game that was played: who, when, how many points. What is shared with others is made of this and nothing else."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from urllib.parse import quote

BG_STATS = "https://app.bgstatsapp.com/createPlay.html?data="
_SOURCE = "Companion"


@dataclass(frozen=True)
class Played:
    """A player's part in a game."""

    seat: int
    name: str
    score: int
    rank: int  # 1 is best; a tie shares it
    winner: bool
    role: str = ""  # what set the player apart, such as an AI card
    identity: str = ""  # of the player in this house
    colour: int | None = None  # that the player chose

    @property
    def tint(self) -> int:
        """The player's own colour, or that of the seat."""
        return self.seat if self.colour is None else self.colour


@dataclass(frozen=True)
class Play:
    """A finished game."""

    code: str
    game: str
    title: str
    began: datetime
    ended: datetime
    players: tuple[Played, ...]  # in seating order; the first of them began
    bgg: int | None = None  # the game's number at BoardGameGeek
    place: str = ""

    @property
    def minutes(self) -> int:
        """How long it took."""
        return max(0, round((self.ended - self.began).total_seconds() / 60))

    @property
    def winners(self) -> tuple[str, ...]:
        """Who won."""
        return tuple(player.name for player in self.players if player.winner)


def ranks(totals: Iterable[int]) -> tuple[int, ...]:
    """Return the place of each total, ties sharing one: 30, 25, 25, 10 are 1, 2, 2, 4."""
    listed = tuple(totals)
    return tuple(1 + sum(other > total for other in listed) for total in listed)


def bg_stats_play(play: Play) -> dict[str, object]:
    """Return a play as BG Stats documents it."""
    game: dict[str, object] = {"name": play.title, "highestWins": True, "noPoints": False}
    if play.bgg is not None:
        game["bggId"] = play.bgg
    return {
        "sourceName": _SOURCE,
        "sourcePlayId": play.code,
        "playDate": play.ended.strftime("%Y-%m-%d %H:%M:%S"),
        "durationMin": play.minutes,
        "game": game,
        "players": [
            {
                "name": player.name,
                "sourcePlayerId": player.identity or player.name,
                "score": str(player.score),
                "rank": player.rank,
                "role": player.role,
                "startPlayer": player.seat == 0,
                "winner": player.winner,
            }
            for player in play.players
        ],
    }


def bg_stats_link(play: Play) -> str:
    """Return the address that opens a play in BG Stats on a phone that has it."""
    data = json.dumps(bg_stats_play(play), ensure_ascii=False, separators=(",", ":"))
    return BG_STATS + quote(data, safe="")


_COLUMNS = ("date", "game", "code", "minutes", "place", "player", "seat", "score", "rank", "winner", "role")


def plays_csv(plays: Iterable[Play]) -> str:
    """Return plays as a table for a spreadsheet, a line a player."""
    text = io.StringIO()
    rows = csv.writer(text, lineterminator="\n")
    rows.writerow(_COLUMNS)
    for play in plays:
        head = (play.ended.strftime("%Y-%m-%d %H:%M:%S"), play.title, play.code, play.minutes, _harmless(play.place))
        for player in play.players:
            who = (_harmless(player.name), player.seat + 1, player.score, player.rank, int(player.winner), player.role)
            rows.writerow((*head, *who))
    return text.getvalue()


def _harmless(text: str) -> str:
    """Return text that no spreadsheet takes for a formula."""
    return f"'{text}" if text[:1] in ("=", "+", "-", "@", "\t", "\r") else text
