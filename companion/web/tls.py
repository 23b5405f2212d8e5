"""HTTPS in front of the server: waitress speaks no TLS, so it ends here and what is inside goes on over loopback.

Whoever comes with plain HTTP to the same port is sent to the https address.
"""

from __future__ import annotations

import asyncio
import re
import socket
import ssl
import threading
from collections.abc import AsyncIterator, Callable, Iterable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

_HANDSHAKE = b"\x16"  # the first byte of every TLS conversation
_PATIENCE = 10.0  # seconds for a handshake
_PIECE = 1 << 16
_HEAD = re.compile(rb"^\w+ (/[!-~]*) HTTP/1\.[01]\r\n(?:.*\r\n)*?[Hh]ost: *([\w.:\[\]-]+)\r\n")


class Door:
    """Takes connections at `listening` and hands what they say to the server that takes those at `inside`."""

    def __init__(self, listening: socket.socket, certificate: Path) -> None:
        self._listening, self.inside = listening, socket.create_server(("127.0.0.1", 0))
        self._address: tuple[str, int] = self.inside.getsockname()
        listening.setblocking(False)
        self._context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        self._context.minimum_version = ssl.TLSVersion.TLSv1_2
        self._context.load_cert_chain(certificate)
        self._callers: dict[str, str] = {}  # port on loopback -> the address that the visitor really has
        self._guests: set[asyncio.Task[None]] = set()
        self._loop = asyncio.SelectorEventLoop()
        self._thread = threading.Thread(target=self._loop.run_forever, name="https", daemon=True)

    def open(self) -> None:
        """Begin to let visitors in."""
        self._thread.start()
        asyncio.run_coroutine_threadsafe(self._welcome(), self._loop)

    def close(self) -> None:
        """Send everybody away."""
        asyncio.run_coroutine_threadsafe(self._send_away(), self._loop).result()
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()
        self._listening.close()

    async def _send_away(self) -> None:
        tasks = asyncio.all_tasks() - {asyncio.current_task()}
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await asyncio.sleep(0.05)  # what was cut off is closed on the next turns of the loop

    def naming(self, app: Callable[..., Iterable[bytes]]) -> Callable[..., Iterable[bytes]]:
        """Return the app, told who its visitors really are."""

        def named(environ: dict[str, Any], start: Any) -> Iterable[bytes]:
            environ["REMOTE_ADDR"] = self._callers.get(environ["REMOTE_PORT"], environ["REMOTE_ADDR"])
            return app(environ, start)

        return named

    async def _welcome(self) -> None:
        while True:
            try:
                guest, address = await self._loop.sock_accept(self._listening)
            except OSError:  # gone before the door was open, or too many at once
                await asyncio.sleep(0.1)
                continue
            task = self._loop.create_task(self._visit(guest, str(address[0])))
            self._guests.add(task)
            task.add_done_callback(self._guests.discard)

    async def _visit(self, guest: socket.socket, address: str) -> None:
        with guest:
            try:
                secure = await asyncio.wait_for(self._first_byte(guest), _PATIENCE) == _HANDSHAKE
                reader = asyncio.StreamReader()
                protocol = asyncio.StreamReaderProtocol(reader)
                patience: dict[str, Any] = {"ssl_handshake_timeout": _PATIENCE} if secure else {}
                transport, _ = await self._loop.connect_accepted_socket(
                    lambda: protocol, guest, ssl=self._context if secure else None, **patience
                )
                writer = asyncio.StreamWriter(transport, protocol, reader, self._loop)
                async with _closing(writer):
                    await (self._through(reader, writer, address) if secure else self._redirect(reader, writer))
            except (OSError, TimeoutError, EOFError, asyncio.LimitOverrunError):
                pass  # visitors may leave at any time, and do when they do not trust the certificate

    async def _first_byte(self, guest: socket.socket) -> bytes:
        there = asyncio.Event()
        self._loop.add_reader(guest, there.set)
        try:
            await there.wait()
        finally:
            self._loop.remove_reader(guest)
        return guest.recv(1, socket.MSG_PEEK)

    async def _through(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, address: str) -> None:
        answers, questions = await asyncio.open_connection(*self._address)
        port = str(questions.get_extra_info("sockname")[1])
        self._callers[port] = address
        ways = [asyncio.ensure_future(_pour(*way)) for way in ((reader, questions), (answers, writer))]
        async with _closing(questions):
            try:
                await asyncio.wait(ways, return_when=asyncio.FIRST_COMPLETED)
            finally:
                for way in ways:
                    way.cancel()
                await asyncio.gather(*ways, return_exceptions=True)
                del self._callers[port]

    async def _redirect(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        head = _HEAD.match(await asyncio.wait_for(reader.readuntil(b"\r\n\r\n"), _PATIENCE))
        if head:
            there = b"https://%s%s" % (head[2], head[1])
            writer.write(b"HTTP/1.1 307 Temporary Redirect\r\nLocation: %s\r\n" % there)
            writer.write(b"Content-Length: 0\r\nConnection: close\r\n\r\n")
            await writer.drain()


@asynccontextmanager
async def _closing(writer: asyncio.StreamWriter) -> AsyncIterator[None]:
    """Let what was written arrive; whoever is sent away is cut off."""
    try:
        yield
    except BaseException:
        writer.transport.abort()
        raise
    writer.close()
    await writer.wait_closed()


async def _pour(source: asyncio.StreamReader, into: asyncio.StreamWriter) -> None:
    while piece := await source.read(_PIECE):
        into.write(piece)
        await into.drain()
