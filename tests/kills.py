"""A server that is killed again and again while phones write, undo and send photos: nothing confirmed is lost or twice.

Run: .venv/bin/python -m tests.kills 500
"""

from __future__ import annotations

import http.client
import random
import sys
import tempfile
import threading
import time
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
        self.laid: list[int] = []  # cards that the server has confirmed, by turn
        self.open: int | None = None  # one that was sent and never answered

    def go_on(self, until: float) -> None:
        """Lay cards and take them back until the server does not answer any more."""
        while time.monotonic() < until:
            try:
                self._step()
            except (OSError, http.client.HTTPException):
                return

    def _step(self) -> None:
        if self.open is None and len(self.laid) == len(CELLS):
            self._new_table()
        turn = len(self.laid) + 1
        self.open = self.open or random.randint(1, 10**9)
        # The same mark when it is sent again: it counts once, however often the answer was cut off.
        status = self.client.lay(self.code, 0, turn, 10 + turn, str(self.open))
        assert status == 303, status
        self.laid.append(turn)
        self.open = None
        self.confirmed += 1

    def check(self) -> None:
        """Compare what is there with what was confirmed."""
        there = self.client.plays(self.code)
        allowed = {len(self.laid), len(self.laid) + (self.open is not None)}
        assert there in allowed, f"table {self.code}: {there} cards there, {len(self.laid)} confirmed"


def run(kills: int, folder: Path) -> int:
    """Kill a server so many times; return how many entries were confirmed meanwhile."""
    server = Server(folder, "--workers", "2")
    try:
        players = [Player(server, number) for number in range(PHONES)]
        for _ in range(kills):
            until = time.monotonic() + 20
            threads = [threading.Thread(target=player.go_on, args=(until,)) for player in players]
            for thread in threads:
                thread.start()
            time.sleep(random.uniform(0.02, 0.4))
            server.kill()
            for thread in threads:
                thread.join()
            server.start()
            for player in players:
                player.check()
        return sum(player.confirmed for player in players)
    finally:
        server.kill()


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as place:
        count = int(sys.argv[1]) if len(sys.argv) > 1 else 500
        print(f"{count} kills, {run(count, Path(place))} entries confirmed, none lost, none twice")
