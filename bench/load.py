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


class Lost(Exception):
    """No answer."""


class Line:
    """A connection that is kept open, as browsers do."""

    def __init__(self, port: int, cookie: str) -> None:
        self.port, self.cookie = port, cookie
        self._streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def ask(self, method: str, path: str, body: bytes = b"", kind: str = "") -> tuple[int, dict[str, str], bytes]:
        """Return status, headers and content."""
        head = (
            f"{method} {path} HTTP/1.1\r\nHost: 127.0.0.1:{self.port}\r\nCookie: {self.cookie}\r\nHX-Request: true\r\n"
            "Accept-Encoding: gzip\r\nAccept-Language: en\r\n"
        )
        if method == "POST":
            head += f"Content-Type: {kind or 'application/x-www-form-urlencoded'}\r\nContent-Length: {len(body)}\r\n"
        for attempt in (1, 2):
            fresh = self._streams is None
            if self._streams is None:
                self._streams = await asyncio.open_connection("127.0.0.1", self.port)
            try:
                return await asyncio.wait_for(self._talk(head.encode() + b"\r\n" + body), 60)
            except (OSError, EOFError, TimeoutError, ValueError):
                self.close()
                if fresh or attempt == 2:
                    raise Lost from None
                # Closed while it was idle: asked once more, as browsers do. Forms carry a mark and count once.
        raise Lost

    async def _talk(self, said: bytes) -> tuple[int, dict[str, str], bytes]:
        assert self._streams
        reader, writer = self._streams
        writer.write(said)
        await writer.drain()
        head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")
        headers = {key.lower(): value.strip() for key, _, value in (line.partition(":") for line in head[1:] if line)}
        content = await reader.readexactly(int(headers.get("content-length", "0")))
        self.cookie = headers.get("set-cookie", self.cookie).partition(";")[0]
        if headers.get("connection", "") == "close":
            self.close()
        return int(head[0].split()[1]), headers, content

    def close(self) -> None:
        if self._streams:
            self._streams[1].close()
        self._streams = None


@dataclass
class Times:
    """Milliseconds, by what was asked; and what went wrong."""

    taken: dict[str, list[float]] = field(default_factory=lambda: defaultdict(list))
    errors: dict[str, int] = field(default_factory=lambda: defaultdict(int))

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

    async def play(self, evening: Evening) -> None:
        """Lay a card now and then, and look at what the others do."""
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
            await self._lay(evening, line, turn)
        line.close()

    async def _lay(self, evening: Evening, line: Line, turn: int) -> None:
        fields = {
            "seat": self.seat, "turn": turn, "card": self.deck[turn - LAID - 1],
            "cell": self.cells[self.seat][turn - LAID - 1], "seen": 99999, "once": f"{turn}.{self.seat}",
            "csrf_token": self.token,
        }  # fmt: skip
        begun = time.perf_counter()
        try:
            status, headers, _ = await line.ask("POST", f"/t/{self.code}/do/lay", urlencode(fields).encode())
            took = time.perf_counter() - begun
            if status != 303:
                evening.times.errors[f"entry {status}"] += 1
                return
            evening.times.taken["entry"].append(1000 * took)
            evening.laid_at[(self.code, turn * 10 + self.seat)] = begun
            begun = time.perf_counter()
            status, _, _ = await line.ask("GET", headers["location"])
            evening.times.taken["own page after it"].append(1000 * (time.perf_counter() - begun))
            if status != 200:
                evening.times.errors[f"page {status}"] += 1
        except Lost:
            evening.times.errors["entry lost"] += 1

    async def _look(self, evening: Evening) -> None:
        line, seen = Line(evening.port, self.cookie), "1"
        known: set[int] = set()
        while time.perf_counter() < evening.until:
            try:
                status, _, content = await line.ask("GET", f"/t/{self.code}/live?seen={seen}&wait=8")
                if status == 204:
                    continue
                if status != 200:
                    evening.times.errors[f"poll {status}"] += 1
                    await asyncio.sleep(1)
                    continue
                begun = time.perf_counter()
                status, _, _ = await line.ask("GET", f"/t/{self.code}/")
                now = time.perf_counter()
                evening.times.taken["page of another phone"].append(1000 * (now - begun))
                if status != 200:
                    evening.times.errors[f"page {status}"] += 1
                    continue
                seen = str(json.loads(content)["revision"])
                self._note(evening, now, known)
            except Lost:
                evening.times.errors["poll lost"] += 1
                await asyncio.sleep(1)
        line.close()

    def _note(self, evening: Evening, now: float, known: set[int]) -> None:
        """Whatever the others have entered by now is on this page."""
        for seat in range(len(self.cells)):
            for turn in range(LAID + 1, LAID + 1 + CELLS_LEFT):
                mark = turn * 10 + seat
                at = evening.laid_at.get((self.code, mark))
                if at is not None and mark not in known:
                    known.add(mark)
                    if seat != self.seat:
                        evening.times.taken["entered until seen by another"].append(1000 * (now - at))


async def photograph_all_evening(evening: Evening, phone: Phone, photo: bytes) -> None:
    """Send one photo after another, as soon as the one before is read."""
    line = Line(evening.port, phone.cookie)
    number = 0
    while time.perf_counter() < evening.until:
        number += 1
        begun = time.perf_counter()
        try:
            status, headers, _ = await line.ask("POST", f"/t/{phone.code}/photo/tableau", *_form(phone, number, photo))
            if status == 303 and "/waiting/" in headers["location"]:
                status, place = 200, headers["location"]
                while status == 200:  # the page that says the place; what came of the photo is elsewhere
                    await asyncio.sleep(1)
                    status, _, _ = await line.ask("GET", place)
            if status in (200, 303, 422):
                evening.times.taken["photo"].append(1000 * (time.perf_counter() - begun))
            else:
                evening.times.errors[f"photo {status}"] += 1
                await asyncio.sleep(1)
        except Lost:
            evening.times.errors["photo lost"] += 1
            await asyncio.sleep(1)
    line.close()


def _form(phone: Phone, number: int, photo: bytes) -> tuple[bytes, str]:
    edge = "----bench"
    fields = {"seat": "0", "seen": "99999", "once": f"photo{phone.code}{number}", "csrf_token": phone.token}
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
    store, found = app.extensions["desk"].store, []
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
    store, found = app.extensions["desk"].store, []
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
    from companion.cli.demo import sample_game
    from companion.games.ai100.deck import demo_deck
    from companion.games.ai100.draw import HELP_IDS
    from companion.games.ai100.prints import deck_images
    from companion.samples.photographs import photograph
    from companion.samples.scenes import scene
    from companion.samples.styles import styles

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
        await line.ask("GET", f"/t/{phone.code}/live?seen=0")
        polls.append(1000 * (time.perf_counter() - begun))
    line.close()
    return statistics.median(pages), statistics.median(polls)


async def evening_of(port: int, phones: list[Phone], shooters: list[Phone], every: float, seconds: float) -> Times:
    """Let everybody play for a while."""
    photo = one_photo() if shooters else b""
    page, poll = await alone(port, phones[0])
    print(f"alone: a page {page:.1f} ms, 'anything new?' {poll:.1f} ms")
    now = time.perf_counter()
    evening = Evening(port, every, now, now + seconds, Times())
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
        app.extensions["desk"].store.close()
        command = [*COMPANION, "--data", folder, "serve", "--host", "127.0.0.1", "--port", "0"]
        command += ["--workers", str(workers)] if workers else []
        server = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        try:
            assert server.stdout
            said = next(line for line in server.stdout if line.startswith("Companion is at"))
            port = int(re.findall(r"localhost:(\d+)", said)[0])
            print(f"{tables} tables of {phones} phones, a card every {every:g} s, {photographers} photographers,")
            print(f"{seconds:g} s on {os.cpu_count()} cores, load average before: {os.getloadavg()[0]:.1f}")
            time.sleep(3)
            before = _cpu(server.pid)
            begun = time.perf_counter()
            asyncio.run(evening_of(port, seated, shooters, every, seconds))
            share = (_cpu(server.pid) - before) / (time.perf_counter() - begun)
            print(f"processor of the server: {share:.2f} cores; memory now: {_memory(server.pid):.0f} MB")
        finally:
            server.terminate()
            server.wait(20)


def _family(pid: int) -> list[int]:
    children = Path(f"/proc/{pid}/task/{pid}/children")
    return [pid, *(one for child in children.read_text().split() for one in _family(int(child)))]


def _cpu(pid: int) -> float:
    ticks = 0
    for one in _family(pid):
        fields = Path(f"/proc/{one}/stat").read_text().rpartition(")")[2].split()
        ticks += sum(int(fields[at]) for at in (11, 12, 13, 14))
    return ticks / os.sysconf("SC_CLK_TCK")


def _memory(pid: int) -> float:
    pages = sum(int(Path(f"/proc/{one}/statm").read_text().split()[1]) for one in _family(pid))
    return pages * resource.getpagesize() / 1e6


if __name__ == "__main__":
    main()
