"""What pages are made of: something to choose, numbers to step, lines to read. All choices stand in the address."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Mapping
from typing import Any, TypeVar

from companion.core.grammar import listed
from companion.core.table import Form, Link, PagePart, View
from companion.pages.state import TableState

T = TypeVar("T")


class Button(PagePart):
    """Something to do, or where to go."""

    text: str
    link: Link


def button(view: View[Any], link: Link, key: str, *words: object) -> Button:
    """Return a button that leads somewhere and says so."""
    return Button(text=view.say(key, *words), link=link)


def to_scores(view: View[Any]) -> Button:
    """Return the button that leads on from a game that is over."""
    return button(view, Link("scores"), "next.scores")


class Notice(PagePart):
    """Something to be told, and where to go because of it."""

    text: str
    link: Button | None = None


class Option(PagePart):
    """Something to choose: in words, with what it is worth or with a drawing."""

    label: str
    link: Link
    chosen: bool = False
    points: str = ""
    svg: str = ""


def option(
    here: Link, label: str, *, chosen: bool = False, points: str = "", svg: str = "", **changes: object
) -> Option:
    """Return something to choose on a page: what it changes in the address."""
    return Option(label=label, link=here.but(**changes), chosen=chosen, points=points, svg=svg)


def options(
    here: Link, name: str, labels: Mapping[T, str], chosen: object, draw: Callable[[T], str] | None = None
) -> tuple[Option, ...]:
    """Return the values of one argument of an address to choose from, each with its label."""
    return tuple(
        Option(label=label, link=here.but(**{name: value}), chosen=value == chosen, svg=draw(value) if draw else "")
        for value, label in labels.items()
    )


def numbers_to_tap(here: Link, name: str, numbers: Iterable[int], chosen: int | None = None) -> tuple[Option, ...]:
    """Return a key for each of some numbers."""
    return options(here, name, {number: str(number) for number in numbers}, chosen)


class Answer(PagePart):
    """Something to choose in a form: one radio button or one line of a select."""

    value: str
    label: str
    chosen: bool = False


class Question(PagePart):
    """A question with its answers; `keys` are short ones that fit on a keypad."""

    title: str
    options: tuple[Option, ...] = ()
    keys: tuple[Option, ...] = ()
    hint: str = ""


class Tally(PagePart):
    """Points and why, under a title where the text does not say what they are for."""

    points: str
    text: str
    title: str = ""
    link: Link | None = None


class Step(PagePart):
    """One key of a stepper."""

    text: str
    label: str
    link: Link | None


class Stepper(PagePart):
    """A number with keys for less and more."""

    label: str
    value: str
    less: Step
    more: Step
    svg: str = ""


def stepper(
    link: Link,
    key: str,
    label: str,
    value: int,
    numbers: Container[int],
    view: View[Any],
    *,
    write: Callable[[int], str] = str,
    svg: str = "",
) -> Stepper:
    """Return a stepper that keeps everything else in the address; `write` is how a number stands there."""
    less, more = (
        _step(by, label, link.but(**{key: write(value + by)}) if value + by in numbers else None, view)
        for by in (-1, 1)
    )
    return Stepper(label=label, value=str(value), less=less, more=more, svg=svg)


def claim_stepper(here: Link, total: int, claimed: int | None, view: View[Any], least: int = 0) -> Stepper:
    """Return the stepper of a claimed score; the first tap claims what was counted."""
    label = view.say("final.claimed")
    if claimed is None:
        less, more = (_step(by, label, here.but(claimed=total), view) for by in (-1, 1))
        return Stepper(label=label, value="–", less=less, more=more)
    numbers = range(least, max(claimed, least) + 2)
    return stepper(here, "claimed", label, claimed, numbers, view)


def _step(by: int, label: str, link: Link | None, view: View[Any]) -> Step:
    text, key = ("−", "step.less") if by < 0 else ("+", "step.more")
    return Step(text=text, label=view.say(key, label, abs(by)), link=link)


class Confirm(PagePart):
    """A form with one button: the action, what the button says, and what is sent along."""

    action: str
    text: str
    fields: Form
    primary: bool = True


def form_button(view: View[Any], action: str, fields: Form, key: str, *words: object, primary: bool = True) -> Confirm:
    """Return a form with one button that says what it does."""
    return Confirm(action=action, text=view.say(key, *words), fields=fields, primary=primary)


class PhotoForm(PagePart):
    """The buttons that send a photo: what it is of, and what is sent along."""

    of: str
    fields: Form
    error: str = ""
    guide: str = ""  # rows x columns of cards drawn over the live camera
    least: int = 0  # cards that it waits for


def photo_buttons(view: View[Any], of: str, guide: str, least: int, **fields: object) -> PhotoForm:
    """Return the buttons that send a photo, with what was wrong with the one before."""
    sent = {name: str(value) for name, value in fields.items()}
    return PhotoForm(of=of, fields=sent, error=view.errors.get("photo", ""), guide=guide, least=least)


class Keypad(PagePart):
    """Digits to tap one after the other, and what they have come to."""

    typed: str
    keys: tuple[Option, ...] = ()  # none once nothing more can be typed
    erase: Link | None = None
    sign: Link | None = None  # where a number may be below zero


def keypad(link: Link, name: str, typed: str, *, most: int) -> Keypad:
    """Return a keypad that keeps what is typed in one argument of an address."""
    digits = {typed + digit: digit for digit in "1234567890"}
    return Keypad(
        typed=typed,
        keys=options(link, name, digits, None) if len(typed) < most else (),
        # Nothing typed is not the same as nothing said: then what is kept would come back.
        erase=link.but(**{name: typed[:-1] or " "}) if typed else None,
    )


def seat_options(view: View[TableState], page: str, seat: int) -> tuple[Option, ...]:
    """Return a page for every seat, one of them chosen."""
    return options(Link(page), "seat", dict(enumerate(view.state.names)), seat)


def own_seat_among(view: View[Any], seats: Iterable[int]) -> int | None:
    """Return the first of some seats for which this phone enters something."""
    return next((seat for seat in seats if view.may_enter(seat)), None)


def on_to(view: View[Any], page: str, waiting: Iterable[int], last: Link, **args: object) -> Link:
    """Return the page of the next seat that waits for this phone, else where to go in the end."""
    seat = own_seat_among(view, waiting)
    return last if seat is None else Link.of(page, seat=seat, **args)


def menu(view: View[Any], links: Mapping[str, Link]) -> tuple[Button, ...]:
    """Return buttons to other pages by the keys of what they say; the history comes last."""
    every = {**links, "menu.history": Link("history")}
    return tuple(button(view, link, key) for key, link in every.items())


def still_missing(view: View[TableState], seats: Iterable[int]) -> str:
    """Return who has still to count, in one sentence; empty where nobody has."""
    names = [view.state.names[seat] for seat in seats]
    return view.say("headline.open", listed(names, view.language)) if names else ""
