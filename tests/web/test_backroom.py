"""The back room: tasks in processes that can be ended, a few at a time, the others in line."""

from __future__ import annotations

import io
import multiprocessing
import random
import time
import zipfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from threading import Thread
from typing import Any

import pytest
from flask import Flask
from PIL import Image
from pillow_heif import register_heif_opener

from companion.core.errors import Unreadable
from companion.core.table import Link
from companion.web import backroom
from companion.web.backroom import Backroom, Full, Hatch, Limits, Waiting
from companion.web.lines import TurnLine
from companion.web.tasks import FileTask, Outcome, small_copy
from tests.web.conftest import Phone

LIMITS = Limits(decoding=1, seconds=2, patience=20, memory=300_000_000)


@dataclass(frozen=True)
class Odd:
    """A task that does what it is told."""

    what: str
    phone: str = "phone"
    same: bool = False
    address: str = "table"

    def is_same(self, other: object) -> bool:
        return self.same and self == other

    def perform(self, house: Any, decoded: Callable[[], None]) -> Outcome:
        if self.what == "spins":
            while True:
                pass
        if self.what == "swells":
            return Outcome(Link(str(len(bytearray(900_000_000)))))
        if self.what == "breaks":
            raise ZeroDivisionError
        if self.what.startswith("waits for "):
            bell = Path(self.what.removeprefix("waits for "))
            _begun(bell).touch()
            while not bell.exists():
                time.sleep(0.02)
        return Outcome(Link(self.what))


def _begun(bell: Path) -> Path:
    """Return the file that is there once the task that waits for the bell is being worked at."""
    return bell.with_suffix(".begun")


def _bring_first(hatch: Hatch, task: Odd, bell: Path) -> Thread:
    """Bring a task that waits for the bell; it has left the line when this returns."""
    first = Thread(target=hatch.bring, args=(task, None))
    first.start()
    while not _begun(bell).exists():
        time.sleep(0.02)
    return first


@pytest.fixture
def room(tmp_path: Path) -> Iterator[Backroom]:
    opened = Backroom(tmp_path, hands=1, limits=LIMITS)
    yield opened
    opened.close()


@pytest.fixture
def hatch(room: Backroom) -> Hatch:
    return Hatch(room.address, room.key)


def test_a_task_is_done_while_its_phone_waits_and_its_process_is_gone(hatch: Hatch) -> None:
    assert hatch.bring(Odd("done"), None) == Outcome(Link("done"))
    assert multiprocessing.active_children() == []


@pytest.mark.parametrize(("what", "failure"), [("spins", "slow"), ("swells", "large"), ("breaks", "broken")])
def test_a_task_that_takes_too_much_is_ended_and_the_next_one_is_done(hatch: Hatch, what: str, failure: str) -> None:
    assert hatch.bring(Odd(what), None) == Outcome(failure=failure)
    assert hatch.bring(Odd("next"), None) == Outcome(Link("next"))


def test_the_others_stand_in_line_and_know_their_place(hatch: Hatch, tmp_path: Path) -> None:
    bell = tmp_path / "bell"
    first = _bring_first(hatch, Odd(f"waits for {bell}", "ana"), bell)
    second, third = hatch.bring(Odd("second", "ben"), None), hatch.bring(Odd("third", "cleo"), None)
    assert isinstance(second, Waiting)
    assert isinstance(third, Waiting)
    assert (second.place, third.place) == (1, 2)
    assert hatch.ask(third.ticket) == third
    bell.touch()
    first.join()
    while isinstance(found := hatch.ask(third.ticket), Waiting):
        time.sleep(0.02)
    assert found == Outcome(Link("third"))
    assert hatch.ask("nonsense") is None


def test_a_line_that_is_too_long_takes_no_more(hatch: Hatch, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    bell = tmp_path / "bell"
    _bring_first(hatch, Odd(f"waits for {bell}", "ana"), bell)
    monkeypatch.setattr(backroom, "LONGEST_LINE", 2)
    hatch.bring(Odd("more", "ben"), None)
    hatch.bring(Odd("more", "cleo"), None)
    with pytest.raises(Full):
        hatch.bring(Odd("more", "dora"), None)
    bell.touch()


def test_one_address_does_not_fill_the_line(hatch: Hatch, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    bell = tmp_path / "bell"
    _bring_first(hatch, Odd(f"waits for {bell}", "ana"), bell)
    monkeypatch.setattr(backroom, "MOST_OF_AN_ADDRESS", 2)
    hatch.bring(Odd("more", "ben", address="crowd"), None)
    second = hatch.bring(Odd("more", "cleo", address="crowd"), None)
    with pytest.raises(Full):
        hatch.bring(Odd("more", "dora", address="crowd"), None)
    other = hatch.bring(Odd("more", "eve", address="phone"), None)
    assert isinstance(second, Waiting)
    assert isinstance(other, Waiting)
    assert other.place == 2, "behind the first of the crowd"
    assert hatch.ask(second.ticket) == Waiting(second.ticket, 3)
    bell.touch()


def test_addresses_take_turns() -> None:
    line = TurnLine[str]()
    for one in ("a1", "a2", "a3", "b1", "a4", "b2", "c1"):
        line.add(one[0], one)
    assert list(line) == ["a1", "b1", "c1", "a2", "b2", "a3", "a4"]
    assert [line.pop() for _ in range(4)] == ["a1", "b1", "c1", "a2"]
    line.add("c", "c2")
    line.add("d", "d1")
    assert list(line) == ["b2", "a3", "c2", "d1", "a4"]


def test_the_same_again_does_not_hold_its_phone(hatch: Hatch, tmp_path: Path) -> None:
    bell = tmp_path / "bell"
    task = Odd(f"waits for {bell}", same=True)
    first = _bring_first(hatch, task, bell)
    found = hatch.bring(task, None)
    assert isinstance(found, Waiting)
    assert found.place == 0, "it is being worked at"
    bell.touch()
    first.join()
    while isinstance(outcome := hatch.ask(found.ticket), Waiting):
        time.sleep(0.02)
    assert outcome == Outcome(Link(task.what))


def test_strangers_find_the_hatch_closed(room: Backroom) -> None:
    with pytest.raises(multiprocessing.AuthenticationError):
        Hatch(room.address, b"guess").ask("x")


def test_a_process_whose_server_is_stopped_before_it_begins_ends_without_a_word(tmp_path: Path) -> None:
    processes = multiprocessing.get_context("forkserver")
    ours, theirs = processes.Pipe()
    process = processes.Process(target=backroom.perform, args=(theirs, tmp_path, LIMITS))
    process.start()
    theirs.close()
    ours.close()
    process.join()
    assert process.exitcode == 0


def test_a_file_that_lies_ready_is_not_drawn_again(make_app: Callable[..., Flask]) -> None:
    app = make_app()
    phone = Phone(app)
    code, house = phone.demo("ai100"), app.extensions["house"]
    house.shelve("ai100", "demo.pdf", b"drawn before")
    assert FileTask(code, "", "en", "demo.pdf", "ai100").perform(house, lambda: None) == Outcome(Link())
    assert phone.get("file/demo.pdf").data == b"drawn before"


@dataclass(frozen=True)
class Decodes:
    """A photo that somebody made to cost much."""

    data: bytes
    phone: str = "phone"
    address: str = "table"

    def is_same(self, other: object) -> bool:
        return False

    def perform(self, house: Any, decoded: Callable[[], None]) -> Outcome:
        try:
            return Outcome(Link("x".join(map(str, small_copy(self.data).of))))
        except Unreadable as error:
            return Outcome(errors={"photo": error.sentence("en")})


@pytest.fixture
def usual(tmp_path: Path) -> Iterator[Hatch]:
    """A room with the limits that players meet: loading what knows pictures costs a second by itself."""
    opened = Backroom(tmp_path, hands=1)
    yield Hatch(opened.address, opened.key)
    opened.close()


def heic() -> bytes:
    register_heif_opener()
    stream = io.BytesIO()
    Image.effect_mandelbrot((640, 480), (-2, -1.5, 1, 1.5), 60).convert("RGB").save(stream, "HEIF")
    return stream.getvalue()


def mangled(data: bytes, seed: int) -> bytes:
    """Return a file of the same length with a few other bytes, most of them in its boxes."""
    dice, torn = random.Random(seed), bytearray(data)
    for _ in range(1 + seed % 8):
        torn[dice.randrange(12, min(len(torn), 700))] = dice.choice((0, 1, 0x7F, 0xFF, dice.randrange(256)))
    return bytes(torn)


def test_mangled_heic_files_are_refused_or_ended_and_the_room_goes_on(usual: Hatch) -> None:
    sound = heic()
    for seed in range(12):
        found = usual.bring(Decodes(mangled(sound, seed)), None)
        assert isinstance(found, Outcome)
        assert found.errors or found.then or found.failure in ("slow", "large", "broken")
    assert usual.bring(Decodes(sound), None) == Outcome(Link("640x480"))


def test_a_jpeg_with_a_zip_behind_it_is_read_as_the_jpeg_alone(usual: Hatch) -> None:
    photo, archive = io.BytesIO(), io.BytesIO()
    Image.effect_mandelbrot((640, 480), (-2, -1.5, 1, 1.5), 60).save(photo, "JPEG")
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED) as packed:
        packed.writestr("bomb", bytes(20_000_000))
    assert usual.bring(Decodes(photo.getvalue() + archive.getvalue()), None) == Outcome(Link("640x480"))
