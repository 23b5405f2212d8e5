"""A photo after each turn of whole games: how often the new card is proposed rightly, doubted, or missed.

Run: .venv/bin/python -m bench.turn_photos [games] [level]
"""

from __future__ import annotations

import io
import random
import sys
import tempfile
import time
from collections import Counter
from dataclasses import replace
from typing import Any
from urllib.parse import parse_qs, urlsplit

from flask.testing import FlaskClient

from companion.core.table import Change
from companion.games.ai100.board import CELLS
from companion.games.ai100.cards import AI_IDS, EVOLUTION_IDS
from companion.games.ai100.deck import demo_deck
from companion.games.ai100.draw import HELP_IDS
from companion.games.ai100.pages.state import state
from companion.games.ai100.replay import legal_cells
from companion.samples.photographs import photograph
from companion.samples.prints import deck_images
from companion.samples.scenes import Scene, scene
from companion.web import create_app
from tests.vision.styles import styles

MEGAPIXELS = 6.0


def main() -> None:
    """Play solo games on a table, photograph each turn, and print what became of the photos."""
    games = int(sys.argv[1]) if len(sys.argv) > 1 else 3
    level = sys.argv[2] if len(sys.argv) > 2 else "medium"
    found: Counter[str] = Counter()
    took: list[float] = []
    with tempfile.TemporaryDirectory() as folder:
        app = create_app(folder, WTF_CSRF_ENABLED=False)
        for number in range(games):
            for what, seconds in play(app.test_client(), app.extensions["house"].store, number, level):
                found[what] += 1
                took.append(seconds)
                print(f"game {number + 1}, turn {found.total() - 14 * number}: {what}, {seconds:.1f} s", flush=True)
        app.extensions["house"].store.close()
    print(f"{found.total()} photos ({level}): {dict(found)}; median {sorted(took)[len(took) // 2]:.1f} s")


def play(phone: FlaskClient, store: Any, seed: int, level: str) -> Any:
    """Yield for each turn of a game what the photo gave, and how long it took."""
    chance = random.Random(seed)
    ai, cards = chance.choice(sorted(set(AI_IDS) - {"AI-2", "AI-5"})), chance.sample(sorted(EVOLUTION_IDS), 14)
    setup = {"players": 1, "name0": "Ana", "ai0": ai, "objective1": "O3", "objective2": "O4", "deck": "demo"}
    code = phone.post("/new/ai100", data=setup).headers["Location"].strip("/").split("/")[1]
    images = deck_images(demo_deck(), styles()["demo"], (ai, *cards, *HELP_IDS), 500)
    for turn, card in enumerate(cards, 1):
        now = state(store.table(code).entries, {})
        tableau = now.replay.tableaux["Ana"]
        cell = CELLS[chance.choice(legal_cells(tableau, ai))]
        lying = {name: one.id for name, one in tableau.items()} | {cell: card}
        how = view_of(level, seed, turn)
        data = photograph(lying, images, how, [images[one] for one in HELP_IDS]).jpeg
        begun = time.perf_counter()
        form = {"seat": "0", "turn": str(turn), "as_of": "999", "photo": (io.BytesIO(data), "photo.jpg")}
        answer = phone.post(f"/t/{code}/photo/card", data=form)
        seconds = time.perf_counter() - begun
        yield judged(phone, answer, card, cell), seconds
        entry = {f"play/{turn}/0": {"card": card, "cell": cell}}
        store.change(code, "x", lambda table, entry=entry: Change(entry), as_of=999)


def view_of(level: str, seed: int, turn: int) -> Scene:
    """Return the same table in the same light, seen by a hand that holds the phone a little differently each time."""
    table, hand = scene(level, seed), scene(level, 1000 + 20 * seed + turn)
    return replace(
        table,
        megapixels=MEGAPIXELS,
        roll=hand.roll,
        tilt=hand.tilt,
        distance=hand.distance,
        blur=hand.blur,
        noise=hand.noise,
    )


def judged(phone: FlaskClient, answer: Any, card: str, cell: str) -> str:
    """Return what the page says: right, doubtful, several, none, or wrong."""
    if answer.status_code != 303:
        return "none"
    asked = {key: value[0] for key, value in parse_qs(urlsplit(answer.headers["Location"]).query).items()}
    if "cell" not in asked:
        return "several"
    sure = "Seen in the photo" in phone.get(answer.headers["Location"]).get_data(as_text=True)
    if (asked.get("card"), asked["cell"]) == (card, cell):
        return "right" if sure else "right, but doubted"
    return "WRONG" if sure else "doubted"


if __name__ == "__main__":
    main()
