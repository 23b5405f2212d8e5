"""How long the server takes for the pages of a full game of six, and how much a first load weighs.

Run: .venv/bin/python bench/web.py
"""

from __future__ import annotations

import statistics
import tempfile
import time
from datetime import datetime, timedelta
from typing import Any

from flask.testing import FlaskClient

from companion.core.play import Play, Played
from companion.core.table import Entries
from companion.games.ai100.board import CELLS
from companion.games.ai100.deck import demo_deck
from companion.games.ai100.pages.state import state
from companion.games.ai100.replay import legal_cells
from companion.store.archive import Archive, KeptLine
from companion.web import create_app


def full_game(players: int, turns: int = 14) -> Entries:
    """Return the entries of a game with long names, every card on the first legal cell."""
    faces = demo_deck().faces
    cards = [card for card in faces if not card.startswith("AI-")]
    entries: dict[str, Any] = {
        "setup": {
            "players": [{"name": f"Maximiliane {n}", "ai": f"AI-{n + 3}"} for n in range(players)],
            "objectives": ["O3", "O4"],
            "rulings": {},
            "deck": "demo",
        },
        "settings": {"hints": True},
    }
    for turn in range(1, turns + 1):
        for seat in range(players):
            tableau = state(entries, {}).replay.tableaux[f"Maximiliane {seat}"]
            cell = CELLS[legal_cells(tableau, "")[0]]
            entries[f"play/{turn}/{seat}"] = {"card": cards.pop(7 % len(cards)), "cell": cell}
    return entries


def main() -> None:
    """Print milliseconds a page, warm and after a change, and kilobytes on the wire."""
    entries = full_game(6)
    begun = time.perf_counter()
    state(entries, {})
    print(f"state of a full game of six: {(time.perf_counter() - begun) * 1000:.1f} ms")
    with tempfile.TemporaryDirectory() as folder:
        app = create_app(folder, WTF_CSRF_ENABLED=False)
        store = app.extensions["house"].store
        client = app.test_client()
        client.get("/")
        with client.session_transaction() as session:
            phone = session["phone"]
        code = store.new_table("ai100", {**entries, "play/14/5": None}, phone)
        pages = {
            "home": "",
            "lay": "p/lay?seat=5&turn=14",
            "lay, card in hand": "p/lay?seat=5&turn=14&card=120",
            "lay, confirm": "p/lay?seat=5&turn=14&card=120&cell=C5",
            "edit turn 2": "p/lay?seat=2&turn=2",
            "turns": "p/turns",
            "line": "p/line?seat=2&n=3",
            "scores": "scores",
            "history": "history",
            "live": "live?as_of=1",
        }
        for name, path in pages.items():
            times = []
            for _ in range(15):
                begun = time.perf_counter()
                answer = client.get(f"/t/{code}/{path}", headers={"Accept-Encoding": "gzip"})
                times.append((time.perf_counter() - begun) * 1000)
                assert answer.status_code in (200, 204), (path, answer.status_code)
            size = len(answer.data) / 1000
            print(
                f"{name:<20} first {times[0]:6.1f} ms   median {statistics.median(times[1:]):6.1f} ms   {size:6.1f} kB"
            )
        weight = 0
        for path in (
            f"/t/{code}/",
            "/static/htmx.min.js",
            "/static/companion.js",
            "/static/companion.css",
            "/static/games/ai100.css",
            "/static/figures.woff2",
            *(f"/static/{name}.js" for name in ("waiting", "share", "photos", "camera")),
            "/static/icon.svg",
            "/static/manifest.webmanifest",
        ):
            body = client.get(path, headers={"Accept-Encoding": "gzip"})
            weight += len(body.data)
        print(f"first load of a table page: {weight / 1000:.1f} kB on the wire")
        look_back(client, Archive(store), phone)
        store.close()


def look_back(client: FlaskClient, archive: Archive, phone: str, count: int = 5000) -> None:
    """Print milliseconds of the pages over an archive of many games."""
    began = datetime(2020, 1, 1, 20)
    games = []
    for number in range(count):
        entry = {"code": f"BENC-{number:04d}-{10 + number % 90}", "game": "ai100", "place": "", "entries": {}}
        when = began + timedelta(hours=7 * number)
        archive.take_in({**entry, "began": str(when), "ended": str(when + timedelta(hours=1))}, phone)
        players = tuple(
            Played(n, f"Player {(number + n) % 8}", (number * 7 + n) % 120, n + 1, n == 0) for n in range(3)
        )
        games.append(Play(str(entry["code"]), "ai100", "", when, when + timedelta(hours=1), players))
    for play in games:
        archive.keep(play, 2, [KeptLine(seat, "card", "R1", 10) for seat in range(3)])
    for name, path in {
        f"past, {count} games": "/past",
        "the last page of them": f"/past?page={count // 30}",
        "statistics": "/statistics/ai100/",
    }.items():
        times = []
        for _ in range(9):
            begun = time.perf_counter()
            assert client.get(path).status_code == 200
            times.append((time.perf_counter() - begun) * 1000)
        print(f"{name:<24} median {statistics.median(times):6.1f} ms   slowest {max(times):6.1f} ms (goal: 100)")


if __name__ == "__main__":
    main()
