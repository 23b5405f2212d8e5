"""Many tables of phones on one server, as an evening at a convention: entries, what the others see of them, photos.

Run: .venv/bin/python -m bench.load [--tables 50] [--phones 6] [--every 60] [--photographers 0] [--seconds 60]

It starts a server of its own on loopback and ends by itself. Phones do what the page does: they ask 'anything new?' and
the server answers when there is; then they fetch their page again. Everything is compared with lone requests in the
same run, because machines differ.
"""

from __future__ import annotations

import asyncio
import json
import os
import random
import re
import resource
import statistics
import subprocess
import sys
import tempfile
import time
import zlib
from collections import defaultdict
from dataclasses import dataclass, field, replace
from pathlib import Path
from urllib.parse import urlencode

import click
from flask import Flask, session
from flask_wtf.csrf import generate_csrf

from bench.web import full_game
from companion.web import create_app

COMPANION = [sys.executable, "-c", "from companion.cli import main; main()"]
LAID = 3  # turns that are over when the evening begins
CELLS_LEFT = 4  # turns that are played in it at most
COMING = 3.0  # seconds in which the phones arrive; the first card is laid when all are there


class Lost(Exception):
    """No answer."""


@dataclass(frozen=True)
class Answer:
    """What came back."""

    status: int
    head: bytes
    content: bytes

    def header(self, name: str) -> str:
        found = re.search(rb"\r\n%s: *([^\r]*)" % name.encode(), self.head, re.IGNORECASE)
        return found[1].decode("latin-1") if found else ""

    @property
    def revision(self) -> str:
        """Return what a page says near its top; the rest is not unpacked, phones do that elsewhere."""
        top = zlib.decompressobj(31).decompress(self.content, 600).decode("utf-8", "replace")
        return (re.findall(r'data-as-of="(\d+)"', top) or [""])[0]


class Line(asyncio.Protocol):
    """A connection that is kept open, as browsers do. Lean: it runs on the cores that are measured."""

    def __init__(self, port: int, cookie: str) -> None:
        self.port, self.cookie = port, cookie
        self._transport: asyncio.Transport | None = None
        self._answer: asyncio.Future[Answer] | None = None
        self._got = b""

    async def ask(self, method: str, path: str, body: bytes = b"", kind: str = "") -> Answer:
        """Return the answer. Raises Lost."""
        head = (
            f"{method} {path} HTTP/1.1\r\nHost: 127.0.0.1:{self.port}\r\nCookie: {self.cookie}\r\nHX-Request: true\r\n"
            "Accept-Encoding: gzip\r\nAccept-Language: en\r\n"
        )
        if method == "POST":
            head += f"Content-Type: {kind or 'application/x-www-form-urlencoded'}\r\nContent-Length: {len(body)}\r\n"
        loop = asyncio.get_running_loop()
        for attempt in (1, 2):
            fresh = self._transport is None
            try:
                if self._transport is None:
                    await loop.create_connection(lambda: self, "127.0.0.1", self.port)
                self._answer = loop.create_future()
                assert self._transport
                self._transport.write(head.encode() + b"\r\n" + body)
                return await asyncio.wait_for(self._answer, 60)
            except (OSError, TimeoutError):
                self.close()
                if fresh or attempt == 2:
                    raise Lost from None
                # Closed while it was idle: asked once more, as browsers do. Forms carry a mark and count once.
        raise Lost

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self._transport, self._got = transport, b""

    def connection_lost(self, exc: Exception | None) -> None:
        self._transport = None
        if self._answer and not self._answer.done():
            self._answer.set_exception(ConnectionResetError())

    def data_received(self, data: bytes) -> None:
        self._got += data
        head, end, rest = self._got.partition(b"\r\n\r\n")
        if not end or self._answer is None or self._answer.done():
            return
        answer = Answer(int(head[9:12]), head, rest)
        if len(rest) < int(answer.header("content-length") or 0):
            return
        self._got = b""
        if cookie := answer.header("set-cookie"):
            self.cookie = cookie.partition(";")[0]
        if answer.header("connection") == "close":
            self.close()
        self._answer.set_result(answer)

    def close(self) -> None:
        if self._transport:
            self._transport.close()
        self._transport = None


@dataclass
class Times:
    """Milliseconds, by what was asked; and what went wrong."""

    taken: dict[str, list[float]] = field(default_factory=lambda: defaultdict(list))
    errors: dict[str, int] = field(default_factory=lambda: defaultdict(int))

    def took(self, name: str, begun: float) -> None:
        self.taken[name].append(1000 * (time.perf_counter() - begun))

    def row(self, name: str, alone: float) -> str:
        found = sorted(self.taken[name])
        if not found:
            return f"| {name} | none |"
        p99 = found[min(len(found) - 1, int(len(found) * 0.99))]
        half = statistics.median(found)
        return f"| {name} | {len(found)} | {half:.0f} | {p99:.0f} | {half / alone:.1f} | {p99 / alone:.1f} |"


@dataclass
class Evening:
    """What all phones share."""

    port: int
    every: float
    began: float
    until: float
    times: Times
    laid_at: dict[tuple[str, int], float] = field(default_factory=dict)  # table and revision: when it was entered


@dataclass
class Phone:
    """A seat at a table."""

    code: str
    seat: int
    cookie: str
    token: str
    deck: list[str]
    cells: list[list[str]]

    as_of: str = "1"
    known: set[int] = field(default_factory=set)  # entries that were on a page of this phone
    free: asyncio.Event = field(default_factory=asyncio.Event)  # not set while an entry is on its way

    async def play(self, evening: Evening) -> None:
        """Lay a card now and then, and look at what the others do."""
        self.free.set()
        await asyncio.gather(self._enter(evening), self._look(evening))

    async def _enter(self, evening: Evening) -> None:
        line = Line(evening.port, self.cookie)
        for turn in range(LAID + 1, LAID + 1 + CELLS_LEFT):
            # Some time within the turn, so that it is over for everybody when the next one begins.
            starts = evening.began + (turn - LAID - 1) * evening.every
            at = starts + random.uniform(0, evening.every * 0.9)
            if at > evening.until:
                break
            await asyncio.sleep(max(0.0, at - time.perf_counter()))
            self.free.clear()
            await self._lay(evening, line, turn)
            self.free.set()
        line.close()

    async def _lay(self, evening: Evening, line: Line, turn: int) -> None:
        fields = {
            "seat": self.seat, "turn": turn, "card": self.deck[turn - LAID - 1],
            "cell": self.cells[self.seat][turn - LAID - 1], "as_of": 99999, "form_id": f"{turn}.{self.seat}",
            "csrf_token": self.token,
        }  # fmt: skip
        begun = time.perf_counter()
        try:
            answer = await line.ask("POST", f"/t/{self.code}/do/lay", urlencode(fields).encode())
            if answer.status != 303:
                evening.times.errors[f"entry {answer.status}"] += 1
                return
            evening.times.took("entry", begun)
            evening.laid_at[(self.code, turn * 10 + self.seat)] = begun
            await self._fetch(evening, line, answer.header("location"), "own page after it")
        except Lost:
            evening.times.errors["entry lost"] += 1

    async def _fetch(self, evening: Evening, line: Line, path: str, name: str) -> None:
        begun = time.perf_counter()
        page = await line.ask("GET", path)
        evening.times.took(name, begun)
        if page.status != 200:
            evening.times.errors[f"page {page.status}"] += 1
            return
        self.as_of = page.revision
        self._note(evening, time.perf_counter())

    async def _look(self, evening: Evening) -> None:
        line = Line(evening.port, self.cookie)
        await asyncio.sleep(random.uniform(0, COMING))
        while time.perf_counter() < evening.until:
            try:
                news = await line.ask("GET", f"/t/{self.code}/live?as_of={self.as_of}&wait=8")
                if news.status == 204:
                    continue
                if news.status != 200:
                    evening.times.errors[f"poll {news.status}"] += 1
                    await asyncio.sleep(1)
                    continue
                await self.free.wait()
                # What the phone has entered itself is on its page already.
                if str(json.loads(news.content)["revision"]) != self.as_of:
                    await self._fetch(evening, line, f"/t/{self.code}/", "page of another phone")
                await asyncio.sleep(0.05)
            except Lost:
                evening.times.errors["poll lost"] += 1
                await asyncio.sleep(1)
        line.close()

    def _note(self, evening: Evening, now: float) -> None:
        """Whatever the others have entered by now is on this page."""
        for seat in range(len(self.cells)):
            for turn in range(LAID + 1, LAID + 1 + CELLS_LEFT):
                mark = turn * 10 + seat
                at = evening.laid_at.get((self.code, mark))
                if at is not None and mark not in self.known:
                    self.known.add(mark)
                    if seat != self.seat:
                        evening.times.taken["entered until seen by another"].append(1000 * (now - at))


async def photograph_all_evening(evening: Evening, phone: Phone, photo: bytes) -> None:
    """Send one photo after another, as soon as the one before is read."""
    line = Line(evening.port, phone.cookie)
    await asyncio.sleep(COMING)
    number = 0
    while time.perf_counter() < evening.until:
        number += 1
        begun = time.perf_counter()
        try:
            answer = await line.ask("POST", f"/t/{phone.code}/photo/tableau", *_form(phone, number, photo))
            place = answer.header("location")
            while "/waiting/" in place and answer.status in (200, 303):
                await asyncio.sleep(1)  # the page that says the place; what came of the photo is elsewhere
                answer = await line.ask("GET", place)
                if answer.status == 303:
                    break
            if answer.status in (200, 303, 422):
                evening.times.took("photo", begun)
            else:
                evening.times.errors[f"photo {answer.status}"] += 1
                await asyncio.sleep(1)
        except Lost:
            evening.times.errors["photo lost"] += 1
            await asyncio.sleep(1)
    line.close()


def _form(phone: Phone, number: int, photo: bytes) -> tuple[bytes, str]:
    edge = "----bench"
    fields = {"seat": "0", "as_of": "99999", "form_id": f"photo{phone.code}{number}", "csrf_token": phone.token}
    parts = [
        f'--{edge}\r\nContent-Disposition: form-data; name="{k}"\r\n\r\n{v}\r\n'.encode() for k, v in fields.items()
    ]
    parts.append(
        f'--{edge}\r\nContent-Disposition: form-data; name="photo"; filename="a.jpg"\r\n\r\n'.encode() + photo + b"\r\n"
    )
    return b"".join(parts) + f"--{edge}--\r\n".encode(), f"multipart/form-data; boundary={edge}"


# The tables, laid before the server starts.


def passport(app: Flask) -> tuple[str, str, str]:
    """Return name, cookie and form token of a new phone."""
    with app.test_request_context():
        session["phone"] = os.urandom(9).hex()
        token = generate_csrf()
        signed = app.session_interface.get_signing_serializer(app).dumps(dict(session))  # type: ignore[attr-defined]
        return session["phone"], f"companion={signed}", token


def lay_tables(app: Flask, tables: int, phones: int) -> list[Phone]:
    """Lay tables in the middle of a game and seat phones at them."""
    whole = full_game(phones, LAID + CELLS_LEFT)
    begun = {
        key: value for key, value in whole.items() if not key.startswith("play/") or int(key.split("/")[1]) <= LAID
    }
    turns = range(LAID + 1, LAID + 1 + CELLS_LEFT)
    plays = [[whole[f"play/{turn}/{seat}"] for turn in turns] for seat in range(phones)]
    cells = [[play["cell"] for play in row] for row in plays]
    store, found = app.extensions["house"].store, []
    for _ in range(tables):
        names = [passport(app) for _ in range(phones)]
        code = store.new_table("ai100", begun, names[0][0])
        for seat, (name, cookie, token) in enumerate(names):
            store.join(code, name)
            store.sit(code, name, "seat", seat)
            found.append(Phone(code, seat, cookie, token, [play["card"] for play in plays[seat]], cells))
    return found


def lay_photo_tables(app: Flask, count: int) -> list[Phone]:
    """Lay tables of finished games whose tableaux are to be photographed."""
    store, found = app.extensions["house"].store, []
    for _ in range(count):
        name, cookie, token = passport(app)
        setup = {
            "players": [{"name": "Ana", "ai": "AI-4"}], "objectives": ["O3", "O4"], "rulings": {}, "deck": "demo",
            "finished": True,
        }  # fmt: skip
        code = store.new_table("ai100", {"setup": setup}, name)
        found.append(Phone(code, 0, cookie, token, [], []))
    return found


def one_photo() -> bytes:
    """Return a photo of 12 megapixels of a whole tableau."""
    from companion.games.ai100.deck import demo_deck
    from companion.games.ai100.draw import HELP_IDS
    from companion.samples.demo import sample_game
    from companion.samples.photographs import photograph
    from companion.samples.prints import deck_images
    from companion.samples.scenes import scene
    from tests.vision.styles import styles

    game = sample_game()
    name = game["players"][0]["name"]
    cards = {"B3": game["players"][0]["ai"], **{turn[name]["cell"]: turn[name]["card"] for turn in game["turns"]}}
    images = deck_images(demo_deck(), styles()["demo"], (*cards.values(), *HELP_IDS), 500)
    setting = replace(scene("easy", 1), megapixels=12.0)
    import cv2

    shot = photograph(cards, images, setting, [images[card] for card in HELP_IDS])
    return cv2.imencode(".jpg", shot.image, [cv2.IMWRITE_JPEG_QUALITY, 92])[1].tobytes()


async def alone(port: int, phone: Phone) -> tuple[float, float]:
    """Return what one page and one answer to 'anything new?' take when nothing else is going on, in milliseconds."""
    line, pages, polls = Line(port, phone.cookie), [], []
    for _ in range(25):
        begun = time.perf_counter()
        await line.ask("GET", f"/t/{phone.code}/")
        pages.append(1000 * (time.perf_counter() - begun))
        begun = time.perf_counter()
        await line.ask("GET", f"/t/{phone.code}/live?as_of=0")
        polls.append(1000 * (time.perf_counter() - begun))
    line.close()
    return statistics.median(pages), statistics.median(polls)


async def evening_of(port: int, phones: list[Phone], shooters: list[Phone], every: float, seconds: float) -> Times:
    """Let everybody play for a while."""
    photo = one_photo() if shooters else b""
    page, poll = await alone(port, phones[0])
    print(f"alone: a page {page:.1f} ms, 'anything new?' {poll:.1f} ms")
    now = time.perf_counter()
    evening = Evening(port, every, now + COMING, now + COMING + seconds, Times())
    tasks = [phone.play(evening) for phone in phones]
    tasks += [photograph_all_evening(evening, phone, photo) for phone in shooters]
    await asyncio.wait_for(asyncio.gather(*tasks), seconds + 90)
    print("| | count | p50 ms | p99 ms | p50, pages alone | p99, pages alone |")
    print("| --- | --- | --- | --- | --- | --- |")
    names = ("entry", "own page after it", "page of another phone", "entered until seen by another", "photo")
    for name in names:
        if evening.times.taken[name]:
            print(evening.times.row(name, page))
    print(f"errors: {dict(evening.times.errors) or 'none'}")
    return evening.times


@click.command()
@click.option("--tables", default=50, show_default=True)
@click.option("--phones", default=6, show_default=True, help="Phones at each table.")
@click.option("--every", default=60.0, show_default=True, help="Seconds from card to card of each phone.")
@click.option("--photographers", default=0, show_default=True, help="Phones that send photos all the time.")
@click.option("--seconds", default=60.0, show_default=True, type=click.FloatRange(5, 600))
@click.option("--workers", default=0, help="Processes of the server; its own choice where none is given.")
def main(tables: int, phones: int, every: float, photographers: int, seconds: float, workers: int) -> None:
    """Print how long entries and pages take under load, beside a lone request in the same run."""
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, 4 * tables * phones + 500), hard))
    with tempfile.TemporaryDirectory() as folder:
        app = create_app(folder)
        seated, shooters = lay_tables(app, tables, phones), lay_photo_tables(app, photographers)
        app.extensions["house"].store.close()
        command = [*COMPANION, "--data", folder, "serve", "--host", "127.0.0.1", "--port", "0"]
        command += ["--workers", str(workers)] if workers else []
        server = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        try:
            assert server.stdout
            said = next(line for line in server.stdout if line.startswith("Companion is at"))
            port = int(re.findall(r"localhost:(\d+)", said)[0])
            print(f"{tables} tables of {phones} phones, a card every {every:g} s, {photographers} photographers,")
            print(f"{seconds:g} s on {os.cpu_count()} cores, load average before: {os.getloadavg()[0]:.1f}")
            settle(server.pid)
            before, ours, begun = _cpu(server.pid), time.process_time(), time.perf_counter()
            times = asyncio.run(evening_of(port, seated, shooters, every, seconds))
            took, theirs, ours = time.perf_counter() - begun, _cpu(server.pid) - before, time.process_time() - ours
            each = 1000 * theirs / max(1, len(times.taken["entry"]))
            with_photos = ", photos included" if photographers else ""
            print(f"processor: server {theirs / took:.2f} cores, {each:.0f} ms an entry{with_photos}")
            print(f"processor of the phones: {ours / took:.2f} cores")
            print(
                f"memory of the server now: {_memory(server.pid):.0f} MB; seconds of each process: {shares(server.pid)}"
            )
        finally:
            server.terminate()
            server.wait(20)


def settle(pid: int) -> None:
    """Wait until every process of the server has loaded what it needs and does nothing."""
    used = -1.0
    while _cpu(pid) != used:
        used = _cpu(pid)
        time.sleep(1)


def _family(pid: int) -> list[int]:
    # Every thread has children of its own.
    children = [child for one in Path(f"/proc/{pid}/task").glob("*/children") for child in one.read_text().split()]
    return [pid, *(one for child in children for one in _family(int(child)))]


def _cpu(pid: int) -> float:
    return sum(_cpu_of(one, with_children=True) for one in _family(pid))


def _cpu_of(pid: int, *, with_children: bool = False) -> float:
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return sum(int(fields[at]) for at in (11, 12, 13, 14)[: 4 if with_children else 2]) / os.sysconf("SC_CLK_TCK")


def shares(pid: int) -> str:
    """Return how the processor time is spread over the processes of the server, those with the most first."""
    used = sorted((_cpu_of(one) for one in _family(pid)), reverse=True)
    return ", ".join(f"{seconds:.1f}" for seconds in used[:4])


def _memory(pid: int) -> float:
    pages = sum(int(Path(f"/proc/{one}/statm").read_text().split()[1]) for one in _family(pid))
    return pages * resource.getpagesize() / 1e6


if __name__ == "__main__":
    main()
