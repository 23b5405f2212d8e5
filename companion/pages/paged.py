"""A game whose pages and actions are functions with names: what all tables of that kind share."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, ClassVar, TypeVar

from companion.core.table import Change, Download, Entries, Form, Link, NoSuchPage, Page, SentPhoto, View, WayToBegin
from companion.core.texts import Texts
from companion.pages.fields import Fields, own_fields
from companion.pages.parts import own_seat_among
from companion.pages.setup import Setup
from companion.pages.state import COUNT, names_of
from companion.pages.words import page_texts
from companion.paths import data_of

Pages = Mapping[str, Callable[[View[Any], Fields], Page]]
Actions = Mapping[str, Callable[[View[Any], Fields], Change]]
Readers = Mapping[str, Callable[[View[Any], SentPhoto, Fields], Change | Link]]


class PagedTable:
    """The part of a TableGame that is a matter of looking things up by name.

    The page without a name is the home of the table. How a table is laid and what can be changed later is `laying`.
    """

    slug: ClassVar[str]
    drawn: Mapping[str, str] = MappingProxyType({})
    laying: ClassVar[Setup]
    pages: ClassVar[Pages]
    actions: ClassVar[Actions]

    def ways(self, language: str) -> tuple[WayToBegin, ...]:
        """Return the door of those who only count, where the game has one."""
        return (WayToBegin(self.texts(language)["door.count"], {"door": COUNT}),) if self.laying.counts else ()

    def texts(self, language: str) -> Texts:
        """Return the sentences of the pages."""
        return page_texts(language, self.slug)

    def setup(self, view: View[Any], args: Form) -> Page:
        """Return the page of a new table."""
        return self.laying.page(view, Fields(args, view))

    def set_up(self, view: View[Any], form: Form) -> Change:
        """Return the first entries."""
        return self.laying.lay(view, Fields(form, view))

    def demo(self, language: str) -> Entries:
        """Return a table to try, from the game's data."""
        entries: dict[str, Any] = json.loads((data_of(self.slug) / "demo-table.json").read_text("utf-8"))
        return entries

    def seats(self, entries: Entries) -> tuple[str, ...]:
        """Return the names of the players in seating order."""
        return names_of(entries["setup"])

    def box_name(self, entries: Entries) -> str:
        """Return the box that the table plays with; none where all copies of the game are alike."""
        return str(entries["setup"].get("box", ""))

    def view(self, entries: Entries, language: str = "en", **more: Any) -> View[Any]:
        """Return a table as somebody looks at it who has nothing but its entries: `seat`, `everybody`, `box`."""
        return View(
            entries=entries,
            state=self.state(entries, more.get("box", {})),
            language=language,
            texts=self.texts(language),
            **more,
        )

    def state(self, entries: Entries, box: Mapping[str, Any]) -> Any:
        """Return what the entries come to."""
        raise NotImplementedError

    def alone(self, view: View[Any]) -> Entries:
        """Return the entries; a table that needs its box says what it uses of it."""
        return view.entries

    def moments(self, view: View[Any]) -> tuple[tuple[str, Link | None], ...]:
        """Return nothing; a game may have something to tell."""
        return ()

    def result_drawing(self, view: View[Any]) -> str:
        """Return nothing; a game may draw how it ended."""
        return ""

    def damage(self, box: Mapping[str, Any]) -> Mapping[str, str]:
        """Return nothing; a game that knows what its boxes may hold says what is damaged."""
        return {}

    def take(self, view: View[Any], name: str, data: bytes, form: Form) -> Change:
        """Take in no file; a game may."""
        raise NoSuchPage(name)

    def hand_out(self, view: View[Any], name: str) -> Download:
        """Hand out no file; a game may."""
        raise NoSuchPage(name)

    def page(self, view: View[Any], name: str, args: Form) -> Page:
        """Return a page of the table; who only counts is led from seat to seat by its home."""
        if not name and view.state.counting and (first := own_seat_among(view, view.state.uncounted)) is not None:
            name, args = self.laying.counts, {"seat": str(first)}
        return _named(self.pages_at(view), name)(view, Fields(args, view))

    def act(self, view: View[Any], action: str, form: Form) -> Change:
        """Return what an action changes."""
        return _named(self.actions_at(view), action)(view, own_fields(form, view))

    def pages_at(self, view: View[Any]) -> Pages:
        """Return the pages that this table has."""
        return {**self.pages, "settings": self.laying.settings_page}

    def actions_at(self, view: View[Any]) -> Actions:
        """Return the actions that this table has."""
        return {**self.actions, "settings": self.laying.change}


class PhotoTable(PagedTable):
    """A table at which photos are read: `readers` says by whom, each by the name of what the photo is of."""

    readers: ClassVar[Readers]

    def read(self, view: View[Any], name: str, photo: SentPhoto, form: Form) -> Change | Link:
        """Return what a photo shows."""
        return _named(self.readers_at(view), name)(view, photo, own_fields(form, view))

    def readers_at(self, view: View[Any]) -> Readers:
        """Return who reads photos at this table."""
        return self.readers


Named = TypeVar("Named")


def _named(known: Mapping[str, Named], name: str) -> Named:
    if name not in known:
        raise NoSuchPage(name)
    return known[name]
