"""In front of Flask: takes whole requests before a thread is given to them, and answers 'anything new?' by itself.

Reading what phones send, and waiting for a change, cost no thread here; a body that is too large or drips is turned
away before Flask hears of it.
"""

from __future__ import annotations

import asyncio
import json
import re
import sqlite3
import sys
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, MutableMapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import AsyncExitStack, asynccontextmanager, nullcontext, suppress
from http import HTTPStatus
from io import BytesIO
from typing import Any
from urllib.parse import parse_qs

from flask import Flask
from werkzeug.http import parse_cookie

from companion.pages.fields import whole_number
from companion.store.codes import tidy_code
from companion.store.opening import connect
from companion.web.archive_file import MOST as MOST_ARCHIVE
from companion.web.house import House
from companion.web.lines import Lines
from companion.web.photos import LIMITS
from companion.web.security import Sessions
from companion.web.watch import Watch

Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
Headers = list[tuple[bytes, bytes]]

_LIVE = re.compile(r"/t/([^/]+)/live")
_TABLE = re.compile(r"/t/([^/]+)/(?:(photo|file)/[^/]+$)?")
_LONGEST_WAIT = 30.0
_LONG = re.compile(r"/t/[^/]+/(photo|file|waiting)/.*|/past/take-in")  # asks the back room and waits for it, or is long
_STALLED = 15.0  # seconds without a byte of a body
_SLOWEST = 20_000  # bytes a second that a body comes at, after a while to begin with
_BEGIN = 30.0
_UNREAD = 60.0  # seconds that somebody may take to read an answer
_AT_ONCE = 24  # large bodies on their way
_AT_ONCE_FROM_ONE = 8  # of them from one address
_FOR_ROOM = 60.0  # seconds that a large body may wait for the others
_SMALL = 200_000
_OF_STRANGERS = 20_000  # whoever is at no table sends names and codes
_IN_HAND = 4  # requests of one address that threads are given at a time; a few more than there are threads


class _Written(bytes):
    """The name of a header as it is usually written: `Location`. uvicorn would make it small, which is as right, but
    breaks scripts that look for it."""

    def lower(self) -> bytes:
        """Return a name that means something to uvicorn in small letters, any other as it is."""
        small = super().lower()
        return small if small in (b"content-length", b"connection", b"transfer-encoding") else self


class Front:
    """An ASGI app around ours."""

    def __init__(self, app: Flask, log: Callable[[dict[str, object]], None] | None = None) -> None:
        self._app, self._log, self._words = app, log, fixed_words(app)
        # What was entered stands in no line with what is looked at, and neither with photos. More threads would only
        # take the processor from each other.
        self._entering, self._looking, self._long = (ThreadPoolExecutor(count) for count in (2, 2, 8))
        house: House = app.extensions["house"]
        self._db = connect(house.store.file)
        self._watch = Watch(self._db)
        self._arriving, self._arriving_from = asyncio.Semaphore(_AT_ONCE), Lines(_AT_ONCE_FROM_ONE)
        # A photo has a line of its own, in the back room.
        self._lines = {threads: Lines(_IN_HAND) for threads in (self._entering, self._looking)}

    def let_go(self) -> None:
        """Answer those who wait for news, since the server is to stop."""
        self._watch.let_go()

    def close(self) -> None:
        """Begin nothing more."""
        for threads in (self._entering, self._looking, self._long):
            threads.shutdown(wait=False, cancel_futures=True)
        self._db.close()

    async def __call__(self, scope: Message, receive: Receive, send: Send) -> None:
        """Answer one request."""
        if scope["type"] != "http":
            return
        began = time.perf_counter()
        try:
            status = await self._answer(scope, receive, send)
        except sqlite3.DatabaseError:  # while looking who asks, or for news; what Flask asks it answers itself
            status = await _plain(send, 503, "The server cannot read its database at the moment.")
        if self._log:
            self._log(
                {"method": scope["method"], "path": without_names(scope["path"], self._words), "status": status,
                 "ms": round(1000 * (time.perf_counter() - began))}
            )  # fmt: skip

    async def _answer(self, scope: Message, receive: Receive, send: Send) -> int:
        if scope["path"] == "/health":
            return await self._health(send)
        live = _LIVE.fullmatch(scope["path"])
        if live and scope["method"] == "GET":
            code = tidy_code(live[1])
            if revision := self._watch.revision(code, self._phone(scope)):
                return await self._live(code, revision, scope, send)
        try:
            async with self._room(scope) as limit:
                body = await _body(receive, limit)
        except TimeoutError:
            return await _plain(send, 408, "This took too long to arrive. Send it again.")
        except ConnectionError:
            return 0  # gone before everything was said
        environ = _environ(scope, body)
        loop, threads = asyncio.get_running_loop(), self._threads(scope)
        lines = self._lines.get(threads)
        async with lines.turn(_address(scope)) if lines else nullcontext():
            status, headers, content = await loop.run_in_executor(threads, _run, self._app.wsgi_app, environ)
        if scope["method"] == "POST":
            with suppress(sqlite3.Error):
                self._watch.look()  # the others hear of it before this phone does
        if body is None:
            headers.append((b"connection", b"close"))
        await _respond(send, status, headers, content)
        return status

    def _threads(self, scope: Message) -> ThreadPoolExecutor:
        if _LONG.fullmatch(scope["path"]):
            return self._long
        return self._entering if scope["method"] == "POST" else self._looking

    async def _health(self, send: Send) -> int:
        try:
            self._db.execute("SELECT count(*) FROM (SELECT 1 FROM tables LIMIT 1)").fetchone()
        except sqlite3.Error:
            return await _plain(send, 503, "no database")
        return await _plain(send, 200, "ok")

    # Anything new?

    async def _live(self, code: str, revision: int, scope: Message, send: Send) -> int:
        asked = parse_qs(scope["query_string"].decode("latin-1"))
        # `seen` is what pages say that were loaded from the version before; they must not ask without a pause.
        as_of, wait = asked.get("as_of", asked.get("seen", [""]))[0], asked.get("wait", ["0"])[0]
        seconds = min(float(whole_number(wait, digits=3) or 0), _LONGEST_WAIT)
        if seconds > 0 and (str(revision) == as_of or whole_number(as_of, digits=9) is None):
            revision = await self._watch.other_than(code, revision, seconds)
        headers = [(b"cache-control", b"no-store"), (b"x-content-type-options", b"nosniff")]
        if str(revision) == as_of:
            await _respond(send, 204, headers, b"")
            return 204
        content = json.dumps({"revision": revision}).encode()
        await _respond(send, 200, [*headers, (b"content-type", b"application/json")], content)
        return 200

    def _member(self, code: str, scope: Message) -> bool:
        phone = self._phone(scope)
        query = "SELECT 1 FROM phones WHERE code = ? AND phone = ?"
        return bool(phone and self._db.execute(query, (code, phone)).fetchone())

    def _phone(self, scope: Message) -> str:
        name = self._app.config["SESSION_COOKIE_NAME"]
        cookie = parse_cookie(_header(scope, b"cookie")).get(name, "")
        interface = self._app.session_interface
        assert isinstance(interface, Sessions)
        return str(interface.read(self._app, cookie).get("phone", ""))

    # What may be sent.

    @asynccontextmanager
    async def _room(self, scope: Message) -> AsyncIterator[int]:
        """Return how many bytes this request may have. Where many large ones are on their way it waits unread."""
        limit = self._limit(scope)
        if limit <= _SMALL:
            yield limit
            return
        async with AsyncExitStack() as stack, asyncio.timeout(_FOR_ROOM) as patience:
            await stack.enter_async_context(self._arriving_from.turn(_address(scope)))
            await stack.enter_async_context(self._arriving)
            patience.reschedule(None)
            yield limit

    def _limit(self, scope: Message) -> int:
        """Return how many bytes somebody may send to a path."""
        if scope["method"] == "POST" and scope["path"] == "/past/take-in":
            return MOST_ARCHIVE + 20_000  # and the form around it
        at = _TABLE.match(scope["path"])
        if scope["method"] != "POST" or not at or not self._member(tidy_code(at[1]), scope):
            return _OF_STRANGERS
        return LIMITS[f"table.{at[2]}"] if at[2] else _SMALL


def fixed_words(app: Flask) -> frozenset[str]:
    """Return the words of our addresses that are the same for everybody."""
    words = (word for rule in app.url_map.iter_rules() for word in rule.rule.split("/") if "<" not in word)
    return frozenset(("health", *words))


def without_names(path: str, known: frozenset[str]) -> str:
    """Return a path for the log: no code of a table, nothing that somebody typed."""
    return "/".join(word if word in known else "*" for word in path.split("/")[:4])


async def _body(receive: Receive, limit: int) -> bytes | None:
    """Return a whole body; None where it is too large. Raises TimeoutError and ConnectionError."""
    pieces, size, began = [], 0, time.monotonic()
    while True:
        message = await asyncio.wait_for(receive(), _STALLED)
        if message["type"] == "http.disconnect":
            raise ConnectionError
        piece = message.get("body", b"")
        size += len(piece)
        if size > limit:
            return None
        pieces.append(piece)
        if not message.get("more_body"):
            return b"".join(pieces)
        if time.monotonic() - began > _BEGIN + size / _SLOWEST:
            raise TimeoutError


def _address(scope: Message) -> str:
    return str(scope["client"][0]) if scope["client"] else ""


def _header(scope: Message, name: bytes) -> str:
    return b"; ".join(value for key, value in scope["headers"] if key == name).decode("latin-1")


def _environ(scope: Message, body: bytes | None) -> dict[str, Any]:
    """Return a request as WSGI says it. A body that was too large is only measured."""
    server, client = scope["server"] or ("", 0), scope["client"] or ("", 0)
    environ: dict[str, Any] = {
        "REQUEST_METHOD": scope["method"],
        "SCRIPT_NAME": "",
        "PATH_INFO": scope["path"].encode("utf-8").decode("latin-1"),
        "QUERY_STRING": scope["query_string"].decode("latin-1"),
        "SERVER_PROTOCOL": f"HTTP/{scope['http_version']}",
        "SERVER_NAME": server[0],
        "SERVER_PORT": str(server[1]),
        "REMOTE_ADDR": client[0],
        "companion.came_to": server[0].removeprefix("::ffff:"),
        "wsgi.version": (1, 0),
        "wsgi.url_scheme": scope["scheme"],
        "wsgi.input": BytesIO(body or b""),
        "wsgi.errors": sys.stderr,
        "wsgi.multithread": True,
        "wsgi.multiprocess": True,
        "wsgi.run_once": False,
        "wsgi.input_terminated": True,
    }
    for key, value in scope["headers"]:
        name = key.decode("latin-1").upper().replace("-", "_")
        name = name if name in ("CONTENT_TYPE", "CONTENT_LENGTH") else f"HTTP_{name}"
        text = value.decode("latin-1")
        environ[name] = f"{environ[name]},{text}" if name in environ and name != "HTTP_COOKIE" else text
    environ["CONTENT_LENGTH"] = str(len(body)) if body is not None else str(1 << 40)
    environ.pop("HTTP_TRANSFER_ENCODING", None)
    return environ


def _run(app: Callable[..., Iterable[bytes]], environ: dict[str, Any]) -> tuple[int, Headers, bytes]:
    """Run the app; what it answers is small enough to be held whole."""
    said: list[Any] = []

    def start(status: str, headers: list[tuple[str, str]], exc_info: object = None) -> Callable[[bytes], object]:
        said[:] = [int(status[:3]), headers]
        return written.append

    written: list[bytes] = []
    content = app(environ, start)
    try:
        written.extend(content)
    finally:
        if close := getattr(content, "close", None):
            close()
    headers: Headers = [(_Written(name.encode("latin-1")), value.encode("latin-1")) for name, value in said[1]]
    return said[0], headers, b"".join(written)


async def _plain(send: Send, status: int, text: str) -> int:
    headers = [(b"content-type", b"text/plain; charset=utf-8"), (b"cache-control", b"no-store")]
    if status >= HTTPStatus.BAD_REQUEST:
        headers += [(b"connection", b"close"), (b"retry-after", b"5")]
    await _respond(send, status, headers, text.encode())
    return status


async def _respond(send: Send, status: int, headers: Headers, content: bytes) -> None:
    if status not in (204, 304) and not any(name.lower() == b"content-length" for name, _ in headers):
        headers.append((b"content-length", str(len(content)).encode()))
    await send({"type": "http.response.start", "status": status, "headers": headers})
    # Whoever does not read the answer is not waited for; the connection ends with the task.
    await asyncio.wait_for(send({"type": "http.response.body", "body": content}), _UNREAD)
