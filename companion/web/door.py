"""The door: who comes in, over TLS or not, and who is sent away for saying nothing.

uvicorn speaks HTTP; which connections it gets is decided here. A connection has a few seconds for its handshake and
for the head of each request. When there are too many, the one that has been idle longest of the address with the most
has to go, so nobody locks others out by holding connections open.
"""

from __future__ import annotations

import asyncio
import re
import resource
import socket
import ssl
from collections import OrderedDict
from typing import Any, cast

import uvicorn
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

_HANDSHAKE = b"\x16"  # the first byte of every TLS conversation
_PATIENCE = 10.0  # seconds for a handshake, and for the head of a request
_LARGEST_HEAD = 32_000  # bytes
_MOST = 4000  # connections of one process, where the system allows as many
_HEAD = re.compile(rb"^\w+ (/[!-~]*) HTTP/1\.[01]\r\n(?:.*\r\n)*?[Hh]ost: *([\w.:\[\]-]+)\r\n")


class Hall:
    """All who are in: by address, the longest idle first."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._idle: dict[str, OrderedDict[Guest, None]] = {}
        self._count = 0

    def enter(self, guest: Guest) -> None:
        """Let somebody in; somebody else may have to go for that."""
        self._count += 1
        self.idle(guest)
        if self._count > self._most:
            crowd = max(self._idle.values(), key=len, default=None)
            if crowd:
                next(iter(crowd)).send_away()

    def idle(self, guest: Guest) -> None:
        """Note that somebody has nothing to say for now."""
        self._idle.setdefault(guest.address, OrderedDict())[guest] = None

    def busy(self, guest: Guest) -> None:
        """Note that somebody is being answered."""
        if crowd := self._idle.get(guest.address):
            crowd.pop(guest, None)
            if not crowd:
                del self._idle[guest.address]

    def leave(self, guest: Guest) -> None:
        """Note that somebody has gone."""
        self._count -= 1
        self.busy(guest)


class Guest:
    """Somebody who has come in."""

    address = ""

    def send_away(self) -> None:
        """End the conversation."""
        raise NotImplementedError


class Caller(HttpToolsProtocol, Guest):
    """A conversation in HTTP."""

    hall: Hall

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Begin to listen, for a while."""
        super().connection_made(transport)
        self.address = self.client[0] if self.client else ""
        self._head = 0
        self._impatience: asyncio.TimerHandle | None = None
        self._expect_head()
        self.hall.enter(self)

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget who has gone."""
        self._enough()
        self.hall.leave(self)
        super().connection_lost(exc)

    def send_away(self) -> None:
        """End the conversation."""
        self.transport.abort()

    def data_received(self, data: bytes) -> None:
        """Listen; a head that never ends is not listened to."""
        if self.cycle is None or self.cycle.response_complete:
            if self._impatience is None:
                self._expect_head()
            self._head += len(data)
        super().data_received(data)
        if self._impatience and self._head > _LARGEST_HEAD:  # still no end of the head
            self.send_away()

    def on_headers_complete(self) -> None:
        """Answer."""
        self._enough()
        self.hall.busy(self)
        super().on_headers_complete()

    def on_response_complete(self) -> None:
        """Wait for the next question."""
        super().on_response_complete()
        if not self.transport.is_closing() and (self.cycle is None or self.cycle.response_complete):
            self.hall.idle(self)

    def _expect_head(self) -> None:
        self._head = 0
        self._impatience = self.loop.call_later(_PATIENCE, self.send_away)

    def _enough(self) -> None:
        if self._impatience:
            self._impatience.cancel()
            self._impatience = None


class Stranger(Guest):
    """Somebody who has not said yet whether they speak TLS."""

    def __init__(self, connection: socket.socket, address: str) -> None:
        self.connection, self.address = connection, address
        self.task: asyncio.Task[None] | None = None

    def send_away(self) -> None:
        """End the conversation."""
        if self.task:
            self.task.cancel()


class Server(uvicorn.Server):
    """uvicorn with our door."""

    def __init__(self, config: uvicorn.Config, context: ssl.SSLContext | None) -> None:
        super().__init__(config)
        self._context = context
        self._doors: list[asyncio.Task[None]] = []
        self._strangers: set[asyncio.Task[None]] = set()
        self.hall = Hall(room_for())

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Open the door."""
        self.lifespan.state = {}
        self.servers = []
        # A class of its own for this server: uvicorn makes the protocol, we say whom it belongs to.
        self._protocol = type("Caller", (Caller,), {"hall": self.hall})
        for listening in sockets or []:
            listening.setblocking(False)
            self._doors.append(asyncio.ensure_future(self._welcome(listening)))
        self.started = True

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Close the door, and let those inside finish."""
        for task in [*self._doors, *self._strangers]:
            task.cancel()
        await super().shutdown(sockets)

    async def _welcome(self, listening: socket.socket) -> None:
        loop = asyncio.get_running_loop()
        while True:
            try:
                connection, address = await loop.sock_accept(listening)
            except OSError:  # gone before the door was open, or more files than the system allows
                await asyncio.sleep(0.1)
                continue
            stranger = Stranger(connection, str(address[0]))
            stranger.task = asyncio.ensure_future(self._let_in(stranger))
            self._strangers.add(stranger.task)
            stranger.task.add_done_callback(self._strangers.discard)

    async def _let_in(self, stranger: Stranger) -> None:
        loop, connection = asyncio.get_running_loop(), stranger.connection
        connection.setblocking(False)
        # Head and body of an answer are two pieces; without this the second waits for the phone to confirm the first.
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        try:
            if self._context is None:
                await loop.connect_accepted_socket(self._new_caller, connection)
                return
            self.hall.enter(stranger)
            try:
                first = await asyncio.wait_for(_first_byte(connection), _PATIENCE)
                if first == _HANDSHAKE:
                    await loop.connect_accepted_socket(
                        self._new_caller, connection, ssl=self._context, ssl_handshake_timeout=_PATIENCE
                    )
                    return
                await asyncio.wait_for(_redirect(connection), _PATIENCE)
            finally:
                self.hall.leave(stranger)
        except (OSError, TimeoutError, EOFError):
            pass  # visitors may leave at any time, and do when they do not trust the certificate
        except asyncio.CancelledError:
            connection.close()
            raise
        connection.close()

    def _new_caller(self) -> asyncio.Protocol:
        return cast(
            asyncio.Protocol,
            self._protocol(config=self.config, server_state=self.server_state, app_state=self.lifespan.state),
        )


def room_for() -> int:
    """Return how many connections this process may hold, after asking the system for as many files as it allows."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft < hard:
        resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, 4 * _MOST), hard))
        soft = min(hard, 4 * _MOST)
    return max(64, min(_MOST, soft // 2))


async def _first_byte(connection: socket.socket) -> bytes:
    loop, there = asyncio.get_running_loop(), asyncio.Event()
    loop.add_reader(connection, there.set)
    try:
        await there.wait()
    finally:
        loop.remove_reader(connection)
    return connection.recv(1, socket.MSG_PEEK)


async def _redirect(connection: socket.socket) -> None:
    """Send whoever comes with plain HTTP to the https address."""
    loop, head = asyncio.get_running_loop(), b""
    while b"\r\n\r\n" not in head and len(head) < _LARGEST_HEAD:
        piece = await loop.sock_recv(connection, 4096)
        if not piece:
            return
        head += piece
    if found := _HEAD.match(head):
        there = b"https://%s%s" % (found[2], found[1])
        answer = b"HTTP/1.1 307 Temporary Redirect\r\nLocation: %s\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
        await loop.sock_sendall(connection, answer % there)


def config_for(app: Any, proxies: list[str]) -> uvicorn.Config:
    """Return how uvicorn is to speak; the addresses of proxies may say who their visitors are."""
    return uvicorn.Config(
        app,
        http=Caller,
        ws="none",
        lifespan="off",
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=bool(proxies),
        forwarded_allow_ips=proxies or None,
        timeout_keep_alive=75,  # longer than a player thinks; whoever is idle longest goes when room is needed
        timeout_graceful_shutdown=3,
    )
