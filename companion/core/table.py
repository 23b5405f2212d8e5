"""A game at a table of phones: what a game offers so that tables, seats and pages can serve it without knowing it.

A game that can be played at a table has a module `companion.games.<slug>.pages` with one of these, called TABLE.
It imports neither Flask nor SQLite. What people entered is a flat mapping, the entries; everything else is computed
from them again. Two phones that write different keys never get in each other's way, so keys are as small as what one
person enters in one go: `setup`, `play/3/0`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, Generic, Protocol, TypeVar, dataclass_transform, runtime_checkable

from companion.core.sheet import Reason
from companion.core.texts import Texts

Entries = Mapping[str, Any]
"""Key -> JSON value: all that was entered at a table."""

Form = Mapping[str, str]
"""The fields of a form, or the part of an address after the question mark."""


@dataclass(frozen=True)
class Link:
    """A page of the game's own and its arguments; `scores`, `seats` and `history` are pages of every table."""

    page: str = ""
    args: Form = field(default_factory=dict)

    @classmethod
    def of(cls, page: str = "", /, **args: object) -> Link:
        """Return a page with its arguments; one that is empty or None is left out."""
        return cls(page).but(**args)

    def but(self, **changes: object) -> Link:
        """Return the same page with other arguments; several are written '3.9', an empty one or None is left out."""
        args = {**self.args, **{key: _written(value) for key, value in changes.items()}}
        return Link(self.page, {key: value for key, value in args.items() if value})

    def __hash__(self) -> int:
        return hash((self.page, *self.args.items()))


def _written(value: object) -> str:
    # A tuple with a name, such as a cell, writes itself.
    return ".".join(map(str, value)) if type(value) is tuple else "" if value is None else str(value)


@dataclass_transform(frozen_default=True, kw_only_default=True)
class PagePart:
    """Something that a page shows: it never changes, and is made with the names of its fields."""

    def __init_subclass__(cls) -> None:
        dataclass(frozen=True, kw_only=True)(cls)


class Page(PagePart):
    """What a page shows. A game makes a subclass for each page; the template sees it as `page`."""

    title: str
    template: str = ""  # under templates/games/<slug>/; where none is named, count.html draws a CountPage


@dataclass(frozen=True)
class KeptPhoto:
    """A photo that a table has kept: shrunk, upright, without what the phone wrote into it."""

    id: str
    width: int
    height: int
    load: Callable[[], bytes] = field(repr=False, compare=False)  # the JPEG; read only when it is needed


@dataclass(frozen=True, kw_only=True)
class KnownBoxes:
    """Copies of the game that this phone knows."""

    names: tuple[str, ...] = ()
    owned: bool = True  # what this phone learns about the box of the table is kept; others only look at it
    look_into: Callable[[str], Mapping[str, Any]] = field(default=lambda name: {}, repr=False, compare=False)
    """What is known about one of them."""
    free_name: Callable[[str], str] = field(default=lambda name: name, repr=False, compare=False)
    """The name that a new box gets: the wished one, with a number where somebody else has it."""


State = TypeVar("State", covariant=True)


@dataclass(frozen=True, kw_only=True)
class View(Generic[State]):
    """A table as one phone looks at it."""

    entries: Entries
    state: State  # what the game's own `state` made of the entries
    language: str
    texts: Texts  # the sentences of the game's pages in that language
    seat: int | None = None  # the phone's own seat
    everybody: bool = False  # this phone keeps score for everybody
    wide: bool = False  # the screen has room for everybody's tableau
    box: Mapping[str, Any] = field(default_factory=dict)  # what is known about the owner's copy of the game
    boxes: KnownBoxes = field(default_factory=lambda: KnownBoxes())
    filled: Form = field(default_factory=dict)  # a form that comes back, as it was sent
    errors: Mapping[str, str] = field(default_factory=dict)  # field -> sentence
    photos: Mapping[str, KeptPhoto] = field(default_factory=dict)  # those of this table, by their id
    earlier: Callable[[], Iterable[tuple[Entries, Mapping[str, Any]]]] = field(default=tuple, repr=False, compare=False)
    """Other tables of this game at which this phone was: entries and box, the newest first."""

    @property
    def plays(self) -> bool:
        """Whether this phone enters anything at all: somebody sits at it."""
        return self.everybody or self.seat is not None

    def may_enter(self, seat: int) -> bool:
        """Return whether this phone enters what happens at a seat."""
        return self.everybody or self.seat == seat

    def say(self, key: str, *args: Any) -> str:
        """Return a sentence of the pages in the reader's language."""
        return self.texts.say(Reason(key, args))


@dataclass(frozen=True)
class Change:
    """What an action changes. One change is stored whole or not at all."""

    entries: Entries  # a value of None takes the entry away
    then: Link = field(default_factory=Link)  # where to go on
    box: Mapping[str, Any] = field(default_factory=dict)  # to be kept with the owner's copy, for every table
    box_name: str = ""
    forget: tuple[str, ...] = ()  # ids of kept photos that nobody needs any more


class Refused(Exception):
    """The form cannot be taken as it is: its page is shown again with the sentences beside the fields."""

    def __init__(self, errors: Mapping[str, str], back: Link) -> None:
        super().__init__("; ".join(errors.values()))
        self.errors = errors
        self.back = back


class NoSuchPage(LookupError):
    """The game has no page or action of this name, or its arguments make no sense."""


class Points(PagePart):
    """A number on the scoreboard and the page that explains it; `None` is not there yet."""

    value: int | None = None
    why: Link | None = None
    text: str = ""  # in place of the number, where only a range is known


class Row(PagePart):
    """A seat on the scoreboard."""

    seat: int
    name: str
    points: tuple[Points, ...]
    total: int
    leads: bool = False
    by_turn: tuple[int, ...] = ()  # the total after each turn
    note: str = ""  # a rank, or whom the seat waits for
    text: str = ""  # in place of the total, where only a range is known
    why: Link | None = None  # the page that explains the total
    role: str = ""  # what sets the player apart, such as an AI card
    team: str = ""  # all names of the side, where players win together
    claim: str = ""  # what the player announced, and what it is
    wrong: bool = False  # whether the claim is
    home: Link | None = None  # the page of the seat, where it has one
    status: str = ""  # how the seat stands in a word or two
    done: bool | None = None  # whether the seat has done what the table waits for; None where it waits for nothing
    colour: int = 0  # one of six, the same on every page; given by the house
    place: int = 0  # clockwise, where that is not the order of the numbers


class Column(PagePart):
    """The head of a column: a few letters for a narrow phone, and the whole word."""

    short: str
    name: str
    kind: str = ""  # where the points come from, for statistics


class Scoreboard(PagePart):
    """Everybody's points so far."""

    columns: tuple[Column, ...]
    rows: tuple[Row, ...]
    headline: str = ""  # the end of the game, or what the table is waiting for
    finished: bool = False
    flag: str = ""  # what everybody at this table should know all the time, such as invented cards
    why: str = ""  # what decided a game in which points did not
    open: tuple[tuple[str, Link | None, str], ...] = ()  # what may still change it: a sentence, where, and what to do

    @cached_property
    def standing(self) -> tuple[Row, ...]:
        """The rows in the order of the seats, as above every page: a team with what it has together."""
        sides: dict[str, int] = {}
        for row in self.rows:
            side = row.team or row.name
            sides[side] = sides.get(side, 0) + row.total
        return tuple(replace(row, total=sides[row.team or row.name]) for row in self.rows)

    @property
    def podium(self) -> tuple[Row, ...]:
        """The best first; a team stands there together."""
        sides: dict[str, Row] = {}
        for row in self.standing:
            sides.setdefault(row.team or row.name, replace(row, name=row.team or row.name))
        return tuple(sorted(sides.values(), key=lambda row: -row.total))


@dataclass(frozen=True)
class Download:
    """A file for the phone to keep."""

    name: str
    mimetype: str
    data: bytes


@dataclass(frozen=True)
class WayToBegin:
    """Another way to begin than a new game: what the button says, and what the set-up page is told."""

    text: str
    args: Form
    at_once: bool = False  # there is nothing to ask: the table is laid with these answers
    icon: str = ""  # drawn before the text


class TableGame(Protocol):
    """What a game offers to the table. `view.state` is whatever `state` returned, made once a change."""

    slug: str
    drawn: Mapping[str, str]
    """Files that take seconds and are the same for everybody, with what the phone calls them: drawn once, kept."""

    def texts(self, language: str) -> Texts:
        """Return the sentences of the game's own pages."""

    def ways(self, language: str) -> tuple[WayToBegin, ...]:
        """Return other ways to begin than with a new game."""

    def setup(self, view: View[Any], args: Form) -> Page:
        """Return the page on which a new table is set up, with `view.filled` and `view.errors` where it comes back."""

    def set_up(self, view: View[Any], form: Form) -> Change:
        """Return the first entries of a table, or raise Refused."""

    def demo(self, language: str) -> Entries:
        """Return the entries of a table to try: a few turns played."""

    def seats(self, entries: Entries) -> tuple[str, ...]:
        """Return the names of the seats in seating order."""

    def box_name(self, entries: Entries) -> str:
        """Return which box the table plays with; empty where it does not matter."""

    def state(self, entries: Entries, box: Mapping[str, Any]) -> Any:
        """Return what the entries come to. It must not raise for anything that `act` let in."""

    def page(self, view: View[Any], name: str, args: Form) -> Page:
        """Return a page; the empty name is the home of the table. Raise NoSuchPage for others."""

    def act(self, view: View[Any], action: str, form: Form) -> Change:
        """Return what an action changes, or raise Refused. A field `seat` says whose entry it is."""

    def scoreboard(self, view: View[Any]) -> Scoreboard:
        """Return the points of all seats."""

    def describe(self, view: View[Any], key: str, value: Any) -> str:
        """Return one entry in words, for histories and for two versions side by side; None is 'taken away'."""

    def export(self, view: View[Any]) -> dict[str, Any]:
        """Return the table as a `companion-game/1` document."""

    def alone(self, view: View[Any]) -> Entries:
        """Return the entries of the table together with what it uses of its box."""

    def moments(self, view: View[Any]) -> tuple[tuple[str, Link | None], ...]:
        """Return what a table talks about after the game, each sentence with the page that shows it."""

    def result_drawing(self, view: View[Any]) -> str:
        """Return an SVG of the winner's tableau or of the board; empty where there is nothing to show."""

    def damage(self, box: Mapping[str, Any]) -> Mapping[str, str]:
        """Return the keys of a box that cannot be read, each with what was expected; they are left out."""

    def take(self, view: View[Any], name: str, data: bytes, form: Form) -> Change:
        """Return what a file changes that somebody shared, or raise Refused; NoSuchPage where none is taken in."""

    def hand_out(self, view: View[Any], name: str) -> Download:
        """Return a file, or raise NoSuchPage."""


@dataclass(frozen=True)
class SentPhoto:
    """A photo that has just come from a phone, or one that the table has kept and that is looked at again."""

    id: str
    data: bytes
    width: int  # pixels, upright
    height: int


@runtime_checkable
class ReadsPhotos(Protocol):
    """A game that reads photos. Nothing of it is loaded before the first photo arrives."""

    def read(self, view: View[Any], name: str, photo: SentPhoto, form: Form) -> Change | Link:
        """Return what a photo changes, and the table keeps it; or only the page to go on with, and nobody does.

        `name` says what the photo is of. Raise Refused, or a CompanionError whose sentence belongs to the photo.
        """

    def photo_page(self, name: str, form: Form) -> Link:
        """Return the page with the form that sent the photo; `view.errors["photo"]` is for it."""
