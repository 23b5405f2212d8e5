"""What is shared of a game that was played."""

from __future__ import annotations

import csv
import io
import json
from datetime import datetime
from urllib.parse import unquote, urlsplit

from companion.core.play import Play, Played, bg_stats_link, bg_stats_play, plays_csv, ranks

EVENING = Play(
    code="KIWI-LUMO-42",
    game="ai100",
    title="AI, 100% Human",
    began=datetime(2026, 3, 1, 20, 0, 0),
    ended=datetime(2026, 3, 1, 21, 12, 40),
    players=(
        Played(0, "Ana", 96, 2, winner=False, role="AI-5", identity="p1"),
        Played(1, "Zoë & Max", 118, 1, winner=True),
    ),
    bgg=416086,
)


def test_ties_share_a_place_and_the_next_one_is_left_out() -> None:
    assert ranks((25, 30, 10, 25)) == (2, 1, 4, 2)


def test_bg_stats_gets_every_field_that_it_documents() -> None:
    assert bg_stats_play(EVENING) == {
        "sourceName": "Companion",
        "sourcePlayId": "KIWI-LUMO-42",
        "playDate": "2026-03-01 21:12:40",
        "durationMin": 73,
        "game": {"name": "AI, 100% Human", "bggId": 416086, "highestWins": True, "noPoints": False},
        "players": [
            {
                "name": "Ana",
                "sourcePlayerId": "p1",
                "score": "96",
                "rank": 2,
                "role": "AI-5",
                "startPlayer": True,
                "winner": False,
            },
            {
                "name": "Zoë & Max",
                "sourcePlayerId": "Zoë & Max",
                "score": "118",
                "rank": 1,
                "role": "",
                "startPlayer": False,
                "winner": True,
            },
        ],
    }


def test_a_game_without_a_number_at_boardgamegeek_sends_none() -> None:
    unknown = Play("A", "pilier", "Pilier", EVENING.began, EVENING.ended, EVENING.players)
    game = bg_stats_play(unknown)["game"]
    assert isinstance(game, dict)
    assert "bggId" not in game


def test_the_link_of_bg_stats_carries_the_play_whole() -> None:
    link = urlsplit(bg_stats_link(EVENING))
    assert (link.scheme, link.netloc, link.path) == ("https", "app.bgstatsapp.com", "/createPlay.html")
    assert link.query.startswith("data=")
    assert json.loads(unquote(link.query.removeprefix("data="))) == bg_stats_play(EVENING)


def test_the_spreadsheet_has_a_line_a_player_and_no_formula() -> None:
    sly = Play(
        "B", "pilier", "Pilier", EVENING.began, EVENING.ended, (Played(0, "=1+1", 3, 1, winner=True),), place="@home"
    )
    rows = list(csv.DictReader(io.StringIO(plays_csv([EVENING, sly]))))
    assert [(row["player"], row["score"], row["rank"], row["winner"]) for row in rows[:2]] == [
        ("Ana", "96", "2", "0"),
        ("Zoë & Max", "118", "1", "1"),
    ]
    assert (rows[2]["player"], rows[2]["place"]) == ("'=1+1", "'@home")
    assert (rows[0]["date"], rows[0]["minutes"], rows[0]["seat"]) == ("2026-03-01 21:12:40", "73", "1")
