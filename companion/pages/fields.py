"""The fields of an address or a form, each read with its type. Nonsense in an address has no page; what a person typed
into a form and what makes no sense there gets a sentence beside its field."""

from __future__ import annotations

import re
from collections.abc import Callable, Container, Iterator, Mapping
from contextlib import contextmanager
from typing import Any, TypeVar

from companion.core.errors import CompanionError
from companion.core.table import Form, Link, NoSuchPage, Refused, View

T = TypeVar("T")
_WHOLE = re.compile(r"-?[0-9]+")
_SHOWN = 12  # letters of nonsense that a sentence repeats


def whole_number(text: str, digits: int = 4) -> int | None:
    """Return a whole number as people type it, a minus sign and so many digits at most; None for anything else."""
    return int(text) if _WHOLE.fullmatch(text) and len(text.lstrip("-")) <= digits else None


def number_in(text: str, numbers: Container[int], name: str = "number") -> int:
    """Return a number out of some; another text has no page."""
    number = whole_number(text)
    if number is None or number not in numbers:
        raise NoSuchPage(f"{name}={text[:40]}")
    return number


class Fields(Mapping[str, str]):
    """What an address or a form says, at a table as a phone looks at it."""

    def __init__(self, form: Form, view: View[Any]) -> None:
        self._form, self.view = form, view
        self.errors: dict[str, str] = {}

    def __getitem__(self, name: str) -> str:
        return self._form[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._form)

    def __len__(self) -> int:
        return len(self._form)

    def over(self, known: Form) -> Fields:
        """Return these fields, and for those that are left out what is known."""
        return Fields({**known, **self._form}, self.view)

    # In an address.

    def number(self, name: str, numbers: Container[int], default: int | None = None) -> int:
        """Return a number out of some; the default where the field is left out or empty."""
        text = self.get(name, "")
        return default if not text and default is not None else number_in(text, numbers, name)

    def number_if_any(self, name: str, numbers: Container[int]) -> int | None:
        """Return a number out of some; None where the field is left out or empty."""
        return self.number(name, numbers) if self.get(name) else None

    def numbers(self, name: str, numbers: Container[int], most: int) -> tuple[int, ...]:
        """Return several numbers, '3.9.12'."""
        parts = self.get(name, "").split(".") if self.get(name) else []
        if len(parts) > most:
            raise NoSuchPage(name)
        return tuple(number_in(part, numbers, name) for part in parts)

    def word(self, name: str, words: Container[str], default: str = "") -> str:
        """Return one of some words; the default where the field is left out or empty."""
        text = self.get(name) or default
        if text and text not in words:
            raise NoSuchPage(f"{name}={text[:40]}")
        return text

    cell = card = word

    def words(self, name: str, words: Container[str], most: int) -> tuple[str, ...]:
        """Return several of some words, 'red.blue'."""
        parts = tuple(self.get(name, "").split(".")) if self.get(name) else ()
        if len(parts) > most or any(part not in words for part in parts):
            raise NoSuchPage(f"{name}={self[name][:40]}")
        return parts

    def digits(self, name: str, most: int, default: str = "") -> str:
        """Return what was typed on a keypad so far."""
        text = self.get(name, default).strip()
        if len(text) > most or not re.fullmatch("[0-9]*", text):
            raise NoSuchPage(f"{name}={text[:40]}")
        return text

    # Seats.

    def seat(self, default: int = 0) -> int:
        """Return the seat that is looked at: the one named, else the phone's own, else the default."""
        view, seats = self.view, range(len(self.view.state.names))
        own = view.seat if view.seat in seats else default
        return self.number("seat", seats, own)

    def own_seat(self) -> int:
        """Return the seat for which something is entered; this phone must be allowed to."""
        seat = self.seat()
        if not self.view.may_enter(seat):
            raise NoSuchPage(f"seat={seat}")
        return seat

    # Typed by a person.

    def typed(self, name: str, read: Callable[[str], T | None], sentence: str) -> T | None:
        """Return what a person typed; None where nothing is, or where it makes no sense, which `errors` then says."""
        text = self.get(name, "").strip()
        found = read(text) if text else None
        if text and found is None:
            self.errors[name] = self.view.say(sentence, text[:_SHOWN])
        return found

    def typed_number(self, name: str, numbers: Container[int], sentence: str) -> int | None:
        """Return a number that a person typed."""

        def read(text: str) -> int | None:
            number = whole_number(text)
            return number if number is not None and number in numbers else None

        return self.typed(name, read, sentence)

    def refuse(self, back: Link) -> None:
        """Send the form back to its page if anything in it is wrong."""
        if self.errors:
            raise Refused(self.errors, back)


@contextmanager
def refusing(view: View[Any], field: str, back: Link) -> Iterator[None]:
    """Send a form back to its page with what the engine says is wrong, beside a field."""
    try:
        yield
    except CompanionError as error:
        raise Refused({field: error.sentence(view.language)}, back) from None


def own_fields(form: Form, view: View[Any]) -> Fields:
    """Return the fields of a form with which something is entered: it names no seat but one of this phone's."""
    named = form.get("seat")
    if named and not view.everybody and named != str(view.seat):
        raise NoSuchPage(f"seat={named[:40]}")
    return Fields(form, view)
