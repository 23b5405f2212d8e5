"""What takes long: reading a photo, drawing a file. It knows no request, so it can be done in another process."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from dataclasses import dataclass, field

from companion.core.errors import CompanionError, Unreadable
from companion.core.sheet import Reason
from companion.core.table import Change, Entries, Link, ReadsPhotos, Refused, SentPhoto
from companion.store import Closed, Conflict, Table
from companion.store.photos import photo_id_of
from companion.web.house import House, game_of

_LONGEST = 2000  # pixels of the longer side of what is kept: cards in it can still be read
_QUALITY = 85


@dataclass(frozen=True)
class Outcome:
    """What came of a task; whoever asked for it makes a page of it."""

    then: Link | None = None  # where to go on
    errors: dict[str, str] = field(default_factory=dict)  # field -> sentence, for the page `back`
    back: Link = field(default_factory=Link)
    theirs: Entries = field(default_factory=dict)  # what another phone was quicker to enter
    mine: Entries = field(default_factory=dict)
    revision: int = 0
    closed: bool = False  # the table was closed, or deleted, meanwhile
    failure: str = ""  # 'slow', 'large' or 'broken': the process that did it was ended, or broke


@dataclass(frozen=True)
class PhotoTask:
    """A photo to be read and entered."""

    code: str
    phone: str
    language: str
    name: str  # what the photo is of
    fields: dict[str, str]
    data: bytes  # empty where a photo that was kept is looked at again
    as_of: int
    form_id: str
    address: str = ""  # where it came from; addresses take turns

    def is_same(self, other: object) -> bool:
        """Return whether another task came from the same form, sent twice."""
        if not isinstance(other, PhotoTask) or not self.form_id:
            return False
        return (self.code, self.form_id) == (other.code, other.form_id)

    def perform(self, house: House, decoded: Callable[[], None]) -> Outcome:
        """Read the photo and enter what it shows; `decoded` is called when the picture is there."""
        table = house.store.table(self.code)
        if table is None or table.closed:
            return Outcome(closed=True)
        game = game_of(table)
        assert isinstance(game, ReadsPhotos)
        try:
            sent, copy = self._sent(house)
            decoded()
            view = house.view(table, house.store.phone(self.code, self.phone), self.language, self.fields)
            found = game.read(view, self.name, sent, self.fields)
            if isinstance(found, Link):
                return Outcome(found)
            if copy:
                house.photos.keep(self.code, sent.id, copy.jpeg, (copy.width, copy.height), self.phone)
            return self._enter(house, found)
        except Refused as refused:
            return Outcome(errors=dict(refused.errors), back=refused.back)
        except CompanionError as error:
            return Outcome(
                errors={"photo": error.sentence(self.language)}, back=game.photo_page(self.name, self.fields)
            )
        except (Closed, sqlite3.IntegrityError):  # closed or deleted while we were reading
            return Outcome(closed=True)

    def _sent(self, house: House) -> tuple[SentPhoto, SmallCopy | None]:
        """Return the photo, and its small copy where it is new to the table."""
        if self.data:
            copy = small_copy(self.data)
            return SentPhoto(photo_id_of(self.data), self.data, *copy.of), copy
        kept = house.photos.of_table(self.code).get(self.fields.get("kept", ""))
        if kept is None:
            raise Unreadable(Reason("web:photo.none"))
        return SentPhoto(kept.id, kept.load(), kept.width, kept.height), None

    def _enter(self, house: House, change: Change) -> Outcome:
        def decide(table: Table) -> Change:
            return change

        try:
            _, then = house.store.change(self.code, self.phone, decide, as_of=self.as_of, form_id=self.form_id)
        except Conflict as conflict:
            return Outcome(theirs=conflict.theirs, mine=conflict.mine, revision=conflict.revision)
        for photo_id in change.forget:
            house.photos.delete(self.code, photo_id)
        return Outcome(then)


@dataclass(frozen=True)
class FileTask:
    """A file to be drawn and laid ready; everybody who asks for it gets the same."""

    code: str
    phone: str
    language: str
    name: str
    game: str
    address: str = ""

    def is_same(self, other: object) -> bool:
        """Return whether another task is for the same file."""
        return isinstance(other, FileTask) and (self.game, self.name) == (other.game, other.name)

    def perform(self, house: House, decoded: Callable[[], None]) -> Outcome:
        """Draw the file, unless it was ready before this task had its turn."""
        decoded()
        if house.shelf(self.game, self.name).is_file():
            return Outcome(Link())
        table = house.store.table(self.code)
        if table is None:
            return Outcome(closed=True)
        game = game_of(table)
        view = house.view(table, house.store.phone(self.code, self.phone), self.language)
        house.shelve(self.game, self.name, game.hand_out(view, self.name).data)
        return Outcome(Link())


Task = PhotoTask | FileTask


@dataclass(frozen=True)
class SmallCopy:
    """A photo upright, small and without anything but its pixels."""

    jpeg: bytes
    width: int
    height: int
    of: tuple[int, int]  # the size of the photo itself, upright


def small_copy(data: bytes) -> SmallCopy:
    """Return what is kept of a photo. Raises Unreadable."""
    import cv2

    from companion.vision.upright import read_photo

    photo = read_photo(data, comfortable=6_000_000)
    image, (width, height) = photo.image, photo.size
    scale = min(1.0, _LONGEST / max(image.shape[:2]))
    if scale < 1:
        image = cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)  # type: ignore[assignment]
    _, jpeg = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, _QUALITY])
    whole = (round(width * photo.scale), round(height * photo.scale))
    return SmallCopy(jpeg.tobytes(), image.shape[1], image.shape[0], whole)
