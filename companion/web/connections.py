"""Connections: who comes in, over TLS or not, and who is sent away for saying nothing.

uvicorn speaks HTTP; which connections it gets is decided here. A connection has a few seconds for its handshake and
for the head of each request. When there are too many, one of the address with the most has to go, whatever it is busy
with, so nobody locks others out by holding connections open.
"""

from __future__ import annotations

import asyncio
import re
import resource
import socket
import ssl
from asyncio.sslproto import SSLProtocol
from collections import OrderedDict
from collections.abc import Callable
from typing import Any, cast

import uvicorn
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

_HANDSHAKE = b"\x16"  # the first byte of every TLS conversation
_PATIENCE = 10.0  # seconds for a handshake, and for the head of a request
_LARGEST_HEAD = 32_000  # bytes
_MOST = 4000  # connections of one process, where the system allows as many
_HEAD = re.compile(rb"^\w+ (/[!-~]*) HTTP/1\.[01]\r\n(?:.*\r\n)*?[Hh]ost: *([\w.:\[\]-]+)\r\n")


# asyncio holds a quarter of a megabyte ready for each TLS connection: half a gigabyte for a convention, or for somebody
# who opens two thousand and says nothing. Two records of TLS are as good.
SSLProtocol.max_size = 32_768


class VisitorLimit:
    """All who are in, by address: in each crowd whoever has given no sign of life for longest stands first.

    What counts as a sign is a whole request or its answer, not a byte now and then.
    """

    def __init__(self, most: int) -> None:
        self._most = most
        self._crowds: dict[str, OrderedDict[Visitor, None]] = {}
        self._count = 0

    def enter(self, visitor: Visitor) -> None:
        """Let somebody in; for that, somebody of the largest crowd may have to go."""
        self._crowds.setdefault(visitor.address, OrderedDict())[visitor] = None
        self._count += 1
        if self._count > self._most:
            largest = max(self._crowds.values(), key=len)
            gone = next(iter(largest))
            self.leave(gone)
            gone.send_away()

    def alive(self, visitor: Visitor) -> None:
        """Note a sign of life."""
        if visitor in (crowd := self._crowds.get(visitor.address, OrderedDict())):
            crowd.move_to_end(visitor)

    def leave(self, visitor: Visitor) -> None:
        """Note that somebody has gone, or has to go."""
        crowd = self._crowds.get(visitor.address, OrderedDict())
        if visitor in crowd:
            self._count -= 1
            del crowd[visitor]
            if not crowd:
                del self._crowds[visitor.address]


class Visitor:
    """Somebody who has come in."""

    address = ""

    def send_away(self) -> None:
        """End the conversation."""
        raise NotImplementedError


class HttpVisitor(HttpToolsProtocol, Visitor):
    """A conversation in HTTP."""

    limit: VisitorLimit

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Begin to listen, for a while."""
        super().connection_made(transport)
        self.address = self.client[0] if self.client else ""
        self._head = 0
        self._impatience: asyncio.TimerHandle | None = None
        self._expect_head()
        self.limit.enter(self)

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget who has gone."""
        self._enough()
        self.limit.leave(self)
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
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        """Take the whole request for a sign of life."""
        self.limit.alive(self)
        super().on_message_complete()

    def on_response_complete(self) -> None:
        """Wait for the next question."""
        self.limit.alive(self)
        super().on_response_complete()

    def _expect_head(self) -> None:
        self._head = 0
        self._impatience = self.loop.call_later(_PATIENCE, self.send_away)

    def _enough(self) -> None:
        if self._impatience:
            self._impatience.cancel()
            self._impatience = None


class NewVisitor(Visitor):
    """Somebody who has not said yet whether they speak TLS."""

    def __init__(self, connection: socket.socket, address: str) -> None:
        self.connection, self.address = connection, address
        self.task: asyncio.Task[None] | None = None

    def send_away(self) -> None:
        """End the conversation."""
        if self.task:
            self.task.cancel()


class Server(uvicorn.Server):
    """uvicorn with our own connections."""

    def __init__(self, config: uvicorn.Config, context: ssl.SSLContext | None, let_go: Callable[[], None]) -> None:
        super().__init__(config)
        self._context, self._let_go = context, let_go
        self._listening: list[asyncio.Task[None]] = []
        self._newcomers: set[asyncio.Task[None]] = set()
        self.limit = VisitorLimit(room_for())

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Begin to listen."""
        self.lifespan.state = {}
        self.servers = []
        # A class of its own for this server: uvicorn makes the protocol, we say whom it belongs to.
        self._protocol = type("HttpVisitor", (HttpVisitor,), {"limit": self.limit})
        for listening in sockets or []:
            listening.setblocking(False)
            self._listening.append(asyncio.ensure_future(self._welcome(listening)))
        self.started = True

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Listen no more, let go of those who wait for news, and let the others finish."""
        self._let_go()
        for task in [*self._listening, *self._newcomers]:
            task.cancel()
        await super().shutdown(sockets)

    async def _welcome(self, listening: socket.socket) -> None:
        loop = asyncio.get_running_loop()
        while True:
            try:
                connection, address = await loop.sock_accept(listening)
            except OSError:  # gone before it was let in, or more files than the system allows
                await asyncio.sleep(0.1)
                continue
            newcomer = NewVisitor(connection, str(address[0]))
            newcomer.task = asyncio.ensure_future(self._let_in(newcomer))
            self._newcomers.add(newcomer.task)
            newcomer.task.add_done_callback(self._newcomers.discard)

    async def _let_in(self, newcomer: NewVisitor) -> None:
        loop, connection = asyncio.get_running_loop(), newcomer.connection
        connection.setblocking(False)
        # Head and body of an answer are two pieces; without this the second waits for the phone to confirm the first.
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        try:
            if self._context is None:
                await loop.connect_accepted_socket(self._new_visitor, connection)
                return
            self.limit.enter(newcomer)
            try:
                first = await asyncio.wait_for(_first_byte(connection), _PATIENCE)
                if first == _HANDSHAKE:
                    await loop.connect_accepted_socket(
                        self._new_visitor, connection, ssl=self._context, ssl_handshake_timeout=_PATIENCE
                    )
                    return
                await asyncio.wait_for(_redirect(connection), _PATIENCE)
            finally:
                self.limit.leave(newcomer)
        except (OSError, TimeoutError, EOFError):
            pass  # visitors may leave at any time, and do when they do not trust the certificate
        except asyncio.CancelledError:
            connection.close()
            raise
        connection.close()

    def _new_visitor(self) -> asyncio.Protocol:
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
        http=HttpVisitor,
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
