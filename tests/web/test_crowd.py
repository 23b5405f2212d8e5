"""A crowd on loopback, and a power cut: nothing lost, nothing twice, no 500."""

from __future__ import annotations

import http.client
import json
import re
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from urllib.parse import urlencode

import pytest

from tests.browser.conftest import Server

CELLS = ["B2", "B4", "A3", "C3", "A2", "A4", "C2"]


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    running = Server(tmp_path, "--workers", "2")
    yield running
    running.kill()


class Client:
    """A phone that speaks HTTP and remembers its cookie and the protection of its forms."""

    def __init__(self, server: Server) -> None:
        self.server, self.cookie, self.statuses = server, "", Counter[int]()
        self.token = self._token(self.get("/"))

    def _ask(self, method: str, path: str, body: str = "") -> tuple[int, dict[str, str], str]:
        with closing(http.client.HTTPConnection("127.0.0.1", self.server.port, timeout=60)) as connection:
            return self._answered(connection, method, path, body)

    def _answered(
        self, connection: http.client.HTTPConnection, method: str, path: str, body: str
    ) -> tuple[int, dict[str, str], str]:
        headers = {"Cookie": self.cookie}
        if body:
            headers["Content-Type"] = "application/x-www-form-urlencoded"
        connection.request(method, path, body or None, headers)
        answer = connection.getresponse()
        text = answer.read().decode()
        if cookie := answer.getheader("Set-Cookie"):
            self.cookie = cookie.partition(";")[0]
        self.statuses[answer.status] += 1
        return answer.status, dict(answer.getheaders()), text

    def get(self, path: str) -> str:
        return self._ask("GET", path)[2]

    def post(self, path: str, **fields: object) -> tuple[int, str]:
        status, headers, _ = self._ask("POST", path, urlencode({**fields, "csrf_token": self.token}))
        return status, headers.get("Location", "")

    @staticmethod
    def _token(page: str) -> str:
        found = re.search(r'name="csrf_token" value="([^"]+)"', page)
        assert found
        return found[1]

    def lay_table(self, players: int) -> str:
        fields = {f"name{n}": f"P{n}" for n in range(players)} | {f"ai{n}": f"AI-{n + 1}" for n in range(players)}
        status, location = self.post("/new/ai100", players=players, deck="demo", **fields)
        assert status == 303
        return location.split("/")[2]

    def lay(self, code: str, seat: int, turn: int, card: int, once: str) -> int:
        fields = {
            "seat": seat,
            "turn": turn,
            "card": f"{card:03d}",
            "cell": CELLS[turn - 1],
            "as_of": 1,
            "form_id": once,
        }
        return self.post(f"/t/{code}/do/lay", **fields)[0]

    def plays(self, code: str) -> int:
        return sum(len(turn) for turn in json.loads(self.get(f"/t/{code}/game.json"))["turns"])


def test_six_phones_write_to_one_table_at_once(server: Server) -> None:
    host = Client(server)
    code = host.lay_table(6)
    phones = [Client(server) for _ in range(6)]
    for seat, phone in enumerate(phones):
        assert phone.post("/join", code=code)[0] == 303
        assert phone.post(f"/t/{code}/seats", role=f"seat.{seat}")[0] == 303

    def play(turn: int, seat: int) -> None:
        # Twice, as a thumb does it.
        for _ in range(2):
            assert phones[seat].lay(code, seat, turn, turn * 6 + seat, f"{turn}-{seat}") == 303

    for turn in range(1, 6):
        with ThreadPoolExecutor(6) as pool:
            for done in [pool.submit(play, turn, seat) for seat in range(6)]:
                done.result()
        assert host.plays(code) == turn * 6
    history = host.get(f"/t/{code}/history")
    assert len(re.findall(r">Turn \d+, P\d: card", history)) == 30
    assert not any(status >= 500 for phone in phones for status in phone.statuses)


def test_fifty_tables_at_once(server: Server) -> None:
    def evening(_: int) -> tuple[int, Counter[int]]:
        phone = Client(server)
        code = phone.lay_table(2)
        for turn in (1, 2, 3):
            for seat in (0, 1):
                assert phone.lay(code, seat, turn, turn * 2 + seat, f"{turn}{seat}") == 303
                phone.get(f"/t/{code}/")
        return phone.plays(code), phone.statuses

    with ThreadPoolExecutor(50) as pool:
        evenings = list(pool.map(evening, range(50)))
    assert [plays for plays, _ in evenings] == [6] * 50
    assert {status for _, statuses in evenings for status in statuses} <= {200, 303}


def test_a_server_killed_in_the_middle_of_writes_has_every_confirmed_card(server: Server) -> None:
    phones = [Client(server) for _ in range(4)]
    codes = [phone.lay_table(1) for phone in phones]
    confirmed: list[list[int]] = [[] for _ in phones]

    def play(at: int) -> None:
        for turn in range(1, 8):
            try:
                status = phones[at].lay(codes[at], 0, turn, 10 + turn, str(turn))
            except (OSError, http.client.HTTPException):
                return
            assert status == 303
            confirmed[at].append(turn)
            if at == 0 and turn == 4:
                server.kill()

    with ThreadPoolExecutor(4) as pool:
        list(pool.map(play, range(4)))
    server.start()
    assert len(confirmed[0]) >= 4
    for phone, code, turns in zip(phones, codes, confirmed, strict=True):
        there = phone.plays(code)
        # A card whose confirmation was cut off may be there or not; a confirmed one always is.
        assert len(turns) <= there <= len(turns) + 1
        # The phone goes on where it was: the same cookie, the same table, the resent form enters nothing twice.
        for turn in range(1, 8):
            assert phone.lay(code, 0, turn, 10 + turn, str(turn)) == 303
        assert phone.plays(code) == 7
