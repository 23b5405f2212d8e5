"""A process that answers phones, and the keeper that starts several of them and the back room."""

from __future__ import annotations

import asyncio
import gc
import json
import logging
import multiprocessing
import os
import signal
import socket
import ssl
import sys
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from companion.web.backroom import Backroom, Hatch

logger = logging.getLogger("companion")


@dataclass(frozen=True)
class Settings:
    """How a server is run."""

    folder: Path
    config: dict[str, Any]
    certificate: Path | None = None
    proxies: list[str] = field(default_factory=list)
    log: bool = False


def keep(settings: Settings, listening: socket.socket, workers: int, ready: Callable[[], None]) -> None:
    """Run the server until it is told to stop; a process that ends by itself is started again."""
    room = Backroom(settings.folder, hands=max(1, (os.cpu_count() or 2) // 2))
    hatch = Hatch(room.address, room.key)
    start = multiprocessing.get_context("spawn")
    team: list[Any] = []
    stopping: list[int] = []
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda received, _: stopping.append(received))

    def hire() -> Any:
        process = start.Process(target=answer_phones, args=(settings, listening, hatch), daemon=False)
        process.start()
        return process

    try:
        team = [hire() for _ in range(workers)]
        ready()
        while not stopping:
            time.sleep(0.2)
            for at, process in enumerate(team):
                if not process.is_alive() and not stopping:
                    logger.error("a server process ended (%s) and is started again", process.exitcode)
                    time.sleep(0.5)
                    team[at] = hire()
    finally:
        for process in team:
            process.terminate()
        for process in team:
            process.join(8)
            process.kill()
        room.close()


def answer_phones(settings: Settings, listening: socket.socket, hatch: Hatch) -> None:
    """Answer phones until told to stop, or until the keeper is gone."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl+C reaches the keeper, who tells us
    # Nobody looks after a process whose keeper was killed: it goes, too, and frees the port, even while it starts.
    threading.Thread(target=_go_with, args=(multiprocessing.parent_process(),), daemon=True).start()
    from companion.web.app import create_app
    from companion.web.connections import Server, config_for
    from companion.web.front import Front

    logging.basicConfig(level=logging.WARNING, format="%(levelname)s %(message)s")
    logging.getLogger("uvicorn.error").setLevel(logging.ERROR)  # that somebody talks nonsense is no news
    app = create_app(settings.folder, **settings.config)
    app.extensions["backroom"] = hatch
    app.test_client().get("/", headers={"Host": "localhost"})  # loads every game before the first phone comes
    front = Front(app, log=write_line if settings.log else None)
    context = None
    if settings.certificate:
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.minimum_version = ssl.TLSVersion.TLSv1_2
        context.load_cert_chain(settings.certificate)
    # What is loaded now stays; looking through it for rubbish again and again would hold up the phones.
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 20, 20)
    # Threads that make pages give way to the one that listens after a millisecond instead of five.
    sys.setswitchinterval(0.001)
    server = Server(config_for(front, settings.proxies), context, front.let_go)
    try:
        asyncio.run(server.serve(sockets=[listening]))
    finally:
        front.close()
        app.extensions["house"].store.close()


def _go_with(keeper: Any) -> None:
    if keeper:
        keeper.join()
        os._exit(1)


def write_line(line: dict[str, object]) -> None:
    """Write one line of the log: JSON, without names, codes or addresses."""
    at = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime())
    print(json.dumps({"at": at, **line}), file=sys.stderr, flush=True)
