"""A game whose pages and actions are functions with names: what all tables of that kind share."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any, ClassVar

from companion.core.table import Change, Entries, Form, NoSuchPage, Page, View, Way
from companion.core.texts import Texts
from companion.pages.fields import Fields, own_fields
from companion.pages.state import COUNT, names_of
from companion.pages.words import page_texts
from companion.paths import data_of

Pages = Mapping[str, Callable[[View[Any], Fields], Page]]
Actions = Mapping[str, Callable[[View[Any], Fields], Change]]


class PagedTable:
    """The part of a TableGame that is a matter of looking things up by name.

    The page without a name is the home of the table; the page and the action called `setup` make a new one.
    """

    slug: ClassVar[str]
    pages: ClassVar[Pages]
    actions: ClassVar[Actions]
    counts: ClassVar[bool] = False  # whether a table can begin with the count

    def ways(self, language: str) -> tuple[Way, ...]:
        """Return the door of those who only count, where the game has one."""
        return (Way(self.texts(language)["door.count"], {"door": COUNT}),) if self.counts else ()

    def texts(self, language: str) -> Texts:
        """Return the sentences of the pages."""
        return page_texts(language, self.slug)

    def setup(self, view: View[Any], args: Form) -> Page:
        """Return the page of a new table."""
        return self.pages["setup"](view, Fields(args, view))

    def set_up(self, view: View[Any], form: Form) -> Change:
        """Return the first entries."""
        return self.actions["setup"](view, Fields(form, view))

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

    def page(self, view: View[Any], name: str, args: Form) -> Page:
        """Return a page of the table."""
        pages = self.pages_at(view)
        if name == "setup" or name not in pages:
            raise NoSuchPage(name)
        return pages[name](view, Fields(args, view))

    def act(self, view: View[Any], action: str, form: Form) -> Change:
        """Return what an action changes."""
        actions = self.actions_at(view)
        if action == "setup" or action not in actions:
            raise NoSuchPage(action)
        return actions[action](view, own_fields(form, view))

    def pages_at(self, view: View[Any]) -> Pages:
        """Return the pages that this table has."""
        return self.pages

    def actions_at(self, view: View[Any]) -> Actions:
        """Return the actions that this table has."""
        return self.actions
