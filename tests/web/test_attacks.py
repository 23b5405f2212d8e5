"""A real server, and what anybody on the Wi-Fi can do to it without a code: the others are still answered."""

from __future__ import annotations

import asyncio
import contextlib
import json
import re
import socket
import sqlite3
import ssl
import time
from collections.abc import Iterator
from http.client import HTTPConnection
from pathlib import Path
from typing import Any
from unittest.mock import Mock
from urllib.request import urlopen

import pytest
from flask import Flask

from companion.core.table import Change
from companion.store import Store
from companion.store.opening import connect
from companion.web.connections import Visitor, VisitorLimit
from companion.web.front import Front, fixed_words, without_names
from companion.web.lines import Lines
from companion.web.security import Sessions
from companion.web.watch import Watch
from tests.browser.conftest import Server
from tests.web.test_crowd import Client


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    running = Server(tmp_path_factory.mktemp("data"))
    yield running
    running.kill()


def answered(server: Server, path: str = "/") -> int:
    visitor = HTTPConnection("127.0.0.1", server.port, timeout=20)
    visitor.request("GET", path)
    status = visitor.getresponse().status
    visitor.close()
    return status


@contextlib.contextmanager
def crowd(server: Server, count: int, said: bytes) -> Iterator[list[socket.socket]]:
    guests = [socket.create_connection(("127.0.0.1", server.port), timeout=20) for _ in range(count)]
    try:
        for guest in guests:
            guest.sendall(said)
        yield guests
    finally:
        for guest in guests:
            guest.close()


@pytest.mark.parametrize(
    "said",
    [
        b"",
        b"GET / HTTP/1.1\r\nHost: localhost\r\nX-Slow: ",
        b"POST /join HTTP/1.1\r\nHost: localhost\r\nContent-Length: 90000\r\n\r\ncode=",
        b"\x16\x03\x01",
    ],
    ids=["silent", "a head that drips", "a body that drips", "nonsense"],
)
def test_hundreds_who_hold_their_connection_open_lock_nobody_out(server: Server, said: bytes) -> None:
    with crowd(server, 1200, said):
        assert answered(server) == 200
    assert answered(server) == 200


class Guest(Visitor):
    def __init__(self, address: str) -> None:
        self.address, self.is_in = address, True

    def send_away(self) -> None:
        self.is_in = False


def test_whoever_holds_most_connections_has_to_go_whatever_they_are_busy_with() -> None:
    limit = VisitorLimit(4)
    phone, crowd = Guest("phone"), [Guest("crowd") for _ in range(5)]
    limit.enter(phone)
    for one in crowd[:3]:
        limit.enter(one)
        limit.alive(one)
    limit.alive(crowd[0])  # it has asked something, and is being answered
    limit.enter(late := Guest("another phone"))
    assert [one.is_in for one in crowd[:3]] == [True, False, True], "the one without a sign of life for longest"
    for one in crowd[3:]:
        limit.enter(one)
    assert [one.is_in for one in crowd] == [False, False, False, True, True]
    assert phone.is_in
    assert late.is_in


@pytest.mark.parametrize("https", [False, True])
def test_more_who_drip_a_body_than_there_is_room_for_lock_nobody_out(tmp_path: Path, https: bool) -> None:
    few = Server(tmp_path, *(["--https"] if https else []), files=300)  # room for 150 connections
    said = b"POST /join HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9000\r\n\r\ncode="
    context = ssl._create_unverified_context()

    def drip() -> socket.socket:
        guest = socket.create_connection(("127.0.0.1", few.port), timeout=20, source_address=("127.0.0.2", 0))
        guest = context.wrap_socket(guest) if https else guest
        guest.sendall(said)
        return guest

    try:
        guests = [drip() for _ in range(200)]
        for _ in range(3):
            assert urlopen(few.address, timeout=20, context=context).status == 200
    finally:
        few.kill()
        for guest in guests:
            guest.close()


def test_who_says_nothing_is_sent_away(server: Server) -> None:
    with crowd(server, 1, b"") as (silent,):
        assert silent.recv(1) == b""


def test_a_head_without_an_end_is_not_listened_to(server: Server) -> None:
    endless = b"GET / HTTP/1.1\r\n" + (b"X-More: " + b"x" * 1000 + b"\r\n") * 10_000
    with pytest.raises(OSError, match=r"reset|Broken"), crowd(server, 1, endless):
        pass


def test_strangers_send_names_and_codes_and_no_more(server: Server) -> None:
    phone = Client(server)
    assert phone.post("/join", code="x" * 30_000)[0] == 413
    code = phone.lay_table(1)
    assert phone.post(f"/t/{code}/do/lay", card="x" * 30_000)[0] == 404
    assert Client(server).post(f"/t/{code}/do/lay", card="x" * 30_000)[0] == 413


def test_a_body_that_is_too_large_is_cut_off_and_not_kept(server: Server) -> None:
    head = b"POST /join HTTP/1.1\r\nHost: localhost\r\nContent-Length: 400000000\r\n\r\n"
    sent = 0
    with crowd(server, 1, head) as (large,), contextlib.suppress(OSError):
        while sent < 400_000_000:
            sent += large.send(b"x" * 65536)
    assert sent < 20_000_000
    assert answered(server) == 200


def test_a_form_that_is_too_large_gets_a_page(server: Server) -> None:
    phone = Client(server)
    status, _ = phone.post("/join", code="x" * 300_000)
    assert status == 413


def test_unknown_hosts_and_odd_requests_get_a_plain_answer(server: Server) -> None:
    for head in (b"Host: evil.example", b"Host: " + b"a" * 30, b"Host: [", b"Host: a b"):
        with crowd(server, 1, b"GET / HTTP/1.1\r\n" + head + b"\r\nConnection: close\r\n\r\n") as (guest,):
            assert guest.recv(4096).startswith(b"HTTP/1.1 400 ")


def test_whoever_waits_for_news_hears_of_them_at_once(server: Server) -> None:
    host, watcher = Client(server), Client(server)
    code = host.lay_table(1)
    watcher.post("/join", code=code)
    waiting = HTTPConnection("127.0.0.1", server.port, timeout=60)
    waiting.request("GET", f"/t/{code}/live?as_of=1&wait=30", headers={"Cookie": watcher.cookie})
    begun = time.monotonic()
    assert host.lay(code, 0, 1, 10, "x") == 303
    answer = waiting.getresponse()
    assert (answer.status, json.loads(answer.read())) == (200, {"revision": 2})
    assert time.monotonic() - begun < 25, "it has not waited for its time to run out"
    waiting.request("GET", f"/t/{code}/live?as_of=2&wait=1", headers={"Cookie": watcher.cookie})
    assert waiting.getresponse().status == 204
    waiting.close()
    assert answered(server, f"/t/{code}/live?as_of=1") == 403


def test_whoever_waits_hears_that_the_table_is_closed_or_gone(server: Server) -> None:
    host, watcher = Client(server), Client(server)
    code = host.lay_table(1)
    watcher.post("/join", code=code)
    waiting = HTTPConnection("127.0.0.1", server.port, timeout=60)
    for as_of, path, news in ((1, "closed", 2), (2, "delete", 0)):
        waiting.request("GET", f"/t/{code}/live?as_of={as_of}&wait=30", headers={"Cookie": watcher.cookie})
        begun = time.monotonic()
        assert host.post(f"/t/{code}/{path}", closed="1")[0] == 303
        assert json.loads(waiting.getresponse().read()) == {"revision": news}
        assert time.monotonic() - begun < 25, "it has not waited for its time to run out"
    waiting.close()
    assert answered(server, f"/t/{code}/live?as_of=2") == 403


def test_a_page_of_the_version_before_asks_and_enters_as_before(server: Server) -> None:
    host = Client(server)
    code = host.lay_table(1)
    asking = HTTPConnection("127.0.0.1", server.port, timeout=60)
    for question, status in (("seen=1&wait=1", 204), ("seen=0&wait=30", 200), ("seen=undefined&wait=1", 200)):
        begun = time.monotonic()
        asking.request("GET", f"/t/{code}/live?{question}", headers={"Cookie": host.cookie})
        answer = asking.getresponse()
        answer.read()
        assert answer.status == status
        assert time.monotonic() - begun > 0.9 or question == "seen=0&wait=30", "no phone asks without a pause"
    asking.close()
    card = {"seat": 0, "turn": 1, "card": "010", "cell": "B2", "once": "a form", "seen": 1}
    assert [host.post(f"/t/{code}/do/lay", **card)[0] for _ in range(2)] == [303, 303]
    assert 'data-as-of="2"' in host.get(f"/t/{code}/"), "the same form sent twice counts once"


def test_whoever_waits_hears_of_what_another_phone_has_heard_of_before(tmp_path: Path) -> None:
    store = Store(tmp_path)
    code = store.new_table("toy", {}, "phone")
    watch = Watch(connect(store.file))

    async def evening() -> list[int]:
        first = asyncio.ensure_future(watch.other_than(code, 1, 5))
        await asyncio.sleep(0.03)  # the first look is over
        store.change(code, "phone", lambda _: Change({"number": 1}), as_of=1)
        # Another phone has this entry on its page and waits for the next before anybody here has looked.
        second = asyncio.ensure_future(watch.other_than(code, 2, 1))
        return [await first, await second]

    assert asyncio.run(evening()) == [2, 2]
    store.close()


def test_a_server_that_is_stopped_lets_go_of_those_who_wait(tmp_path: Path) -> None:
    stopped = Server(tmp_path)
    host = Client(stopped)
    code = host.lay_table(1)
    waiting = HTTPConnection("127.0.0.1", stopped.port, timeout=60)
    waiting.request("GET", f"/t/{code}/live?as_of=1&wait=30", headers={"Cookie": host.cookie})
    host.get(f"/t/{code}/")
    stopped.process.terminate()
    assert waiting.getresponse().status == 204
    waiting.close()
    assert stopped.process.wait(30) == 0


def test_large_bodies_wait_for_each_other_and_none_is_refused(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Front, "_limit", lambda self, scope: 10**6)
    front, inside, most = Front(app), 0, 0

    async def send(address: str) -> None:
        nonlocal inside, most
        async with front._room({"client": (address, 1)}) as limit:
            inside, most = inside + 1, max(most, inside + 1)
            assert limit == 10**6
            await asyncio.sleep(0.001)
            inside -= 1

    async def all_at_once(*addresses: str) -> int:
        nonlocal most
        most = 0
        await asyncio.gather(*map(send, addresses))
        return most

    assert asyncio.run(all_at_once(*["one"] * 20)) == 8
    assert asyncio.run(all_at_once(*(f"phone {number}" for number in range(60)))) == 24
    front.close()


def test_a_database_that_is_damaged_meanwhile_is_said_in_the_answer_to_anything_new(app: Flask) -> None:
    front, said = Front(app), list[Any]()
    front._watch.revision = Mock(side_effect=sqlite3.DatabaseError("database disk image is malformed"))  # type: ignore[method-assign]
    scope = {"type": "http", "method": "GET", "path": "/t/LUMO-KITA-42/live", "query_string": b"", "headers": []}

    async def send(message: Any) -> None:
        said.append(message)

    asyncio.run(front(scope, Mock(), send))
    assert said[0]["status"] == 503
    front.close()


def test_cookies_that_nobody_has_signed_are_not_remembered(app: Flask) -> None:
    for number in range(3):
        assert Sessions().read(app, f"{number}.forged.cookie") == {}
    assert not app.extensions["cookies"]


def test_the_server_says_that_it_is_well_and_nothing_else(server: Server) -> None:
    visitor = HTTPConnection("127.0.0.1", server.port, timeout=20)
    visitor.request("GET", "/health")
    answer = visitor.getresponse()
    assert (answer.status, answer.read()) == (200, b"ok")
    assert not answer.getheader("Server")
    visitor.close()


@pytest.mark.parametrize(
    ("path", "logged"),
    [
        ("/", "/"),
        ("/t/LUMO-KITA-42/do/lay", "/t/*/do"),
        ("/t/LUMO-KITA-42/Ana", "/t/*/*"),
        ("/join/LUMO-KITA-42", "/join/*"),
        ("/LUMO-KITA-42", "/*"),
        ("/past/LUMO-KITA-42", "/past/*"),
        ("/health", "/health"),
        ("*", "*"),  # OPTIONS asks about the server itself
    ],
)
def test_the_log_has_no_names_and_no_codes(app: Flask, path: str, logged: str) -> None:
    assert without_names(path, fixed_words(app)) == logged


def test_a_public_server_lays_tables_by_invitation(tmp_path: Path) -> None:
    server = Server(tmp_path, "--public")
    try:
        phone = Client(server)
        status, location = phone.post("/demo/ai100")
        assert (status, location) == (303, "/invitation")
        from companion.store import Store
        from companion.store.admission import Admission

        store = Store(tmp_path)
        code = Admission(store).invitation(1)
        store.close()
        assert phone.post("/invitation", code="LUMO-KITA-42")[0] == 422
        assert phone.post("/invitation", code=code)[0] == 303
        assert re.match("/t/", phone.post("/demo/ai100")[1])
        assert Client(server).post("/invitation", code=code)[0] == 422, "it was for one phone"
    finally:
        server.kill()


def test_a_flood_from_one_address_stands_before_nobody_else() -> None:
    lines, served = Lines(2), list[str]()

    async def ask(address: str) -> None:
        async with lines.turn(address):
            served.append(address)
            await asyncio.sleep(0)

    async def flood() -> None:
        await asyncio.gather(*(ask("flood") for _ in range(50)), ask("phone"))

    asyncio.run(flood())
    assert served[2] == "phone", "after the two that were in hand"
    assert served.count("flood") == 50
