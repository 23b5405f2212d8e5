"""The back room: tasks that take long are done there, one process each, a few at a time, the others in line.

A process ends with its task, so its memory is given back; one that takes too much time or memory is ended. The room
belongs to the process that keeps the server; those that answer phones talk to it through a hatch.
"""

from __future__ import annotations

import logging
import multiprocessing
import os
import resource
import secrets
import signal
import threading
import time
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import partial
from multiprocessing.connection import Client, Connection, Listener
from pathlib import Path
from typing import Any

from companion.web.lines import TurnLine
from companion.web.tasks import Outcome, PhotoTask, Task

LONGEST_LINE = 24
HEAVIEST_LINE = 300_000_000  # bytes of photos that wait
MOST_OF_A_PHONE = 3
MOST_OF_AN_ADDRESS = 16  # the others find a place however much one of them sends
_KEPT = 600.0  # seconds that an outcome waits for its phone


@dataclass(frozen=True)
class Limits:
    """What one task may take."""

    decoding: int = 12  # seconds of processor until the picture is there
    seconds: int = 45  # of processor, all in all
    patience: float = 120.0  # seconds on the clock
    memory: int = 2_000_000_000  # bytes more than an empty process has


@dataclass(frozen=True)
class Waiting:
    """A task that is not done yet: `place` 0 is being worked at."""

    ticket: str
    place: int


class Full(Exception):
    """The line is too long for another task."""


@dataclass
class _Entry:
    ticket: str
    task: Task
    outcome: Outcome | None = None
    done: threading.Event = field(default_factory=threading.Event)
    started: bool = False
    finished: float = 0.0

    @property
    def weight(self) -> int:
        return len(self.task.data) if isinstance(self.task, PhotoTask) else 0


class Here:
    """The back room of an app that runs alone: everything is done at once, by whoever asks."""

    def __init__(self) -> None:
        self._one = threading.Lock()  # each takes a core and some hundred megabytes

    def bring(self, task: Task, house: Any) -> Outcome | Waiting:
        """Do a task."""
        with self._one:
            return task.perform(house, lambda: None)

    def ask(self, ticket: str) -> Outcome | Waiting | None:
        """Nothing ever waits here."""
        return None


class Hatch:
    """The way to the back room, for processes that answer phones."""

    def __init__(self, address: str, key: bytes) -> None:
        self._address, self._key = address, key

    def bring(self, task: Task, house: Any) -> Outcome | Waiting:
        """Bring a task; return what came of it, or its place in the line. Raises Full."""
        found = self._say(task)
        if isinstance(found, Outcome | Waiting):
            return found
        raise Full

    def ask(self, ticket: str) -> Outcome | Waiting | None:
        """Return what came of a task, or its place; None where nobody knows it."""
        found = self._say(ticket)
        return found if isinstance(found, Outcome | Waiting) else None

    def _say(self, what: object) -> object:
        with Client(self._address, authkey=self._key) as hatch:
            hatch.send(what)
            return hatch.recv()


class Backroom:
    """The room itself."""

    def __init__(self, folder: Path, hands: int, limits: Limits | None = None) -> None:
        self._folder, self._limits = folder, limits or Limits()
        self.key = secrets.token_bytes(32)
        self._listener = Listener(family="AF_UNIX", backlog=64, authkey=self.key)
        self.address = str(self._listener.address)
        self._line: TurnLine[_Entry] = TurnLine()
        self._known: dict[str, _Entry] = {}
        self._change = threading.Condition()
        self._processes = multiprocessing.get_context("forkserver")
        # What every photo needs is loaded once, before the first; a task then begins within milliseconds.
        self._processes.set_forkserver_preload(["companion.web.warm"])
        self._free = hands
        for _ in range(hands):
            threading.Thread(target=self._work, daemon=True).start()
        threading.Thread(target=self._listen, daemon=True).start()

    def close(self) -> None:
        """Take in nothing more, and begin nothing more."""
        self._listener.close()
        with self._change:
            self._line.clear()

    # At the hatch.

    def _listen(self) -> None:
        while True:
            try:
                hatch = self._listener.accept()
            except multiprocessing.AuthenticationError:
                continue
            except OSError:
                return
            threading.Thread(target=self._serve, args=(hatch,), daemon=True).start()

    def _serve(self, hatch: Connection) -> None:
        with hatch:
            try:
                what = hatch.recv()
                hatch.send(self._asked(what) if isinstance(what, str) else self._brought(what))
            except (EOFError, OSError):
                pass  # whoever asked has gone

    def _brought(self, task: Task) -> object:
        with self._change:
            entry, at_once = self._same(task), False
            if entry is None:
                if self._is_full(task):
                    return None
                entry = _Entry(secrets.token_urlsafe(12), task)
                self._known[entry.ticket] = entry
                self._line.add(task.address, entry)
                self._forget()
                self._change.notify()
                at_once = self._free >= len(self._line)
        # Whoever is the first to ask and need not stand in line waits here: there are no more of them than hands.
        if at_once and entry.done.wait(self._limits.patience + 5):
            return entry.outcome
        return self._place(entry)

    def _is_full(self, task: Task) -> bool:
        phones, addresses = ([getattr(one.task, key) for one in self._line] for key in ("phone", "address"))
        return (
            len(self._line) >= LONGEST_LINE
            or sum(one.weight for one in self._line) > HEAVIEST_LINE
            or phones.count(task.phone) >= MOST_OF_A_PHONE
            or addresses.count(task.address) >= MOST_OF_AN_ADDRESS
        )

    def _same(self, task: Task) -> _Entry | None:
        """Return the entry of a form that was sent twice, or of a file that somebody has asked for already."""
        open_ones = (entry for entry in self._known.values() if not entry.done.is_set())
        return next((entry for entry in open_ones if entry.task.is_same(task)), None)

    def _asked(self, ticket: str) -> object:
        entry = self._known.get(ticket)
        if entry is None:
            return None
        if entry.started:
            entry.done.wait(1.0)
        return entry.outcome if entry.done.is_set() else self._place(entry)

    def _place(self, entry: _Entry) -> Waiting:
        with self._change:
            tickets = [one.ticket for one in self._line]
            return Waiting(entry.ticket, tickets.index(entry.ticket) + 1 if entry.ticket in tickets else 0)

    def _forget(self) -> None:
        old = [
            ticket for ticket, one in self._known.items() if one.finished and one.finished < time.monotonic() - _KEPT
        ]
        for ticket in old:
            del self._known[ticket]

    # At the table.

    def _work(self) -> None:
        while True:
            with self._change:
                while not self._line:
                    self._change.wait()
                entry = self._line.pop()
                entry.started = True
                self._free -= 1
            try:
                entry.outcome = self._perform(entry.task)
            except OSError:
                entry.outcome = Outcome(failure="broken")
            finally:
                entry.finished = time.monotonic()
                if isinstance(entry.task, PhotoTask):  # it weighs nothing any more
                    entry.task = replace(entry.task, data=b"")
                with self._change:
                    self._free += 1
                entry.done.set()

    def _perform(self, task: Task) -> Outcome:
        ours, theirs = self._processes.Pipe()
        process = self._processes.Process(target=perform, args=(theirs, self._folder, self._limits), daemon=True)
        process.start()
        theirs.close()
        try:
            ours.send(task)
            if not ours.poll(self._limits.patience):
                return Outcome(failure="slow")
            found: Outcome = ours.recv()
            return found
        except (EOFError, OSError):
            process.join(5)
            return Outcome(failure="slow" if process.exitcode in (-signal.SIGXCPU, -signal.SIGKILL) else "broken")
        finally:
            ours.close()
            process.kill()
            process.join()


def perform(hatch: Connection, folder: Path, limits: Limits) -> None:
    """Do one task, in a process of its own."""
    from companion.store import Store
    from companion.web.house import House

    os.nice(10)  # phones that enter a card come first
    _, hard = resource.getrlimit(resource.RLIMIT_CPU)
    used = sum(resource.getrusage(resource.RUSAGE_SELF)[:2])
    resource.setrlimit(resource.RLIMIT_CPU, (int(used) + limits.decoding + 1, hard))
    resource.setrlimit(resource.RLIMIT_AS, (_size() + limits.memory, resource.RLIM_INFINITY))
    decoded = partial(resource.setrlimit, resource.RLIMIT_CPU, (int(used) + limits.seconds + 1, hard))
    try:
        task: Task = hatch.recv()
    except EOFError:
        return  # the server was stopped before it could say what
    store = Store(folder)
    try:
        outcome = task.perform(House(store), decoded)
    except MemoryError:
        outcome = Outcome(failure="large")
    except Exception as error:
        outcome = Outcome(failure="large" if "memory" in str(error).lower() else "broken")
        logging.getLogger("companion").error("a task broke", exc_info=error)
    finally:
        store.close()
    with suppress(BrokenPipeError):  # the server was stopped meanwhile; what was entered is there
        hatch.send(outcome)


def _size() -> int:
    """Return how much address space this process has now."""
    try:
        return int(Path("/proc/self/statm").read_text().split()[0]) * resource.getpagesize()
    except OSError:
        return 4_000_000_000


Room = Here | Hatch
