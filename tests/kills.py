"""A server that is killed again and again while phones write and take back: nothing confirmed is lost or twice.

Photos and boxes at the same kill points, without a server around them: tests/store/test_kills.py.

Run: .venv/bin/python -m tests.kills 500
"""

from __future__ import annotations

import http.client
import json
import random
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from tests.browser.conftest import Server
from tests.web.test_crowd import CELLS, Client

PHONES = 4


class Player:
    """One phone at its own solo table, which notes what the server has confirmed."""

    def __init__(self, server: Server, number: int) -> None:
        self.client = Client(server)
        self.number = number
        self.confirmed = 0
        self._new_table()

    def _new_table(self) -> None:
        self.code = self.client.lay_table(1)
        self.laid, self.last = 0, 0  # cards that the server has confirmed, and what the last change added
        self.open: tuple[int, int, str] | None = None  # how many more cards, which revision, under which mark

    def go_on(self, until: float) -> None:
        """Lay cards and take them back until the server does not answer any more."""
        while time.monotonic() < until:
            try:
                self._step()
            except (OSError, http.client.HTTPException):
                return

    def _step(self) -> None:
        if self.open is None and self.laid == len(CELLS):
            self._new_table()
        if self.open is None:
            more = -1 if self.last > 0 and random.random() < 0.3 else 1
            self.open = (more, self._revision(), str(random.randint(1, 10**9)))
        more, revision, mark = self.open
        # The same mark when it is sent again: it counts once, however often the answer was cut off.
        if more > 0:
            play = {"seat": 0, "turn": self.laid + 1, "card": f"0{11 + self.laid}", "cell": CELLS[self.laid]}
            status, _ = self.client.post(f"/t/{self.code}/do/lay", **play, as_of=revision, form_id=mark)
        else:
            status, _ = self.client.post(f"/t/{self.code}/undo", revision=revision, form_id=mark)
        assert status == 303, status
        self.laid, self.last, self.open = self.laid + more, more, None
        self.confirmed += 1

    def _revision(self) -> int:
        return int(json.loads(self.client.get(f"/t/{self.code}/live?as_of=0"))["revision"])

    def check(self) -> None:
        """Compare what is there with what was confirmed."""
        there = self.client.plays(self.code)
        allowed = {self.laid, self.laid + (self.open[0] if self.open else 0)}
        assert there in allowed, f"table {self.code}: {there} cards there, {self.laid} confirmed"


def run(kills: int, folder: Path) -> int:
    """Kill a server so many times; return how many entries were confirmed meanwhile."""
    server, threads = Server(folder, "--workers", "2"), ThreadPoolExecutor(PHONES)
    try:
        players = [Player(server, number) for number in range(PHONES)]
        for number in range(1, kills + 1):
            until = time.monotonic() + 20
            playing = [threads.submit(player.go_on, until) for player in players]
            time.sleep(random.uniform(0.02, 0.4))
            server.kill()
            for one in playing:
                one.result()  # an answer that nobody expected is raised here
            server.start()
            for player in players:
                player.check()
            if number % 25 == 0:
                print(f"{number} kills, {sum(player.confirmed for player in players)} entries confirmed", flush=True)
        return sum(player.confirmed for player in players)
    finally:
        server.kill()


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as place:
        count = int(sys.argv[1]) if len(sys.argv) > 1 else 500
        print(f"{count} kills, {run(count, Path(place))} entries confirmed, none lost, none twice")
