"""A game whose pages and actions are functions with names: what all tables of that kind share."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any, ClassVar

from companion.core.table import Change, Entries, Form, NoSuchPage, Page, View
from companion.core.texts import Texts
from companion.pages.words import page_texts
from companion.paths import DATA


class PagedTable:
    """The part of a TableGame that is a matter of looking things up by name.

    The page without a name is the home of the table; the page and the action called `setup` make a new one.
    """

    slug: ClassVar[str]
    pages: ClassVar[Mapping[str, Callable[[View, Form], Page]]]
    actions: ClassVar[Mapping[str, Callable[[View, Form], Change]]]

    def texts(self, language: str) -> Texts:
        """Return the sentences of the pages."""
        return page_texts(language, self.slug)

    def setup(self, view: View, args: Form) -> Page:
        """Return the page of a new table."""
        return self.pages["setup"](view, args)

    def set_up(self, view: View, form: Form) -> Change:
        """Return the first entries."""
        return self.actions["setup"](view, form)

    def demo(self, language: str) -> Entries:
        """Return a table to try, from the game's data."""
        entries: dict[str, Any] = json.loads((DATA / self.slug / "demo-table.json").read_text("utf-8"))
        return entries

    def box_name(self, entries: Entries) -> str:
        """Return no box: all copies of the game are alike."""
        return ""

    def page(self, view: View, name: str, args: Form) -> Page:
        """Return a page of the table."""
        if name == "setup" or name not in self.pages:
            raise NoSuchPage(name)
        return self.pages[name](view, args)

    def act(self, view: View, action: str, form: Form) -> Change:
        """Return what an action changes."""
        if action == "setup" or action not in self.actions:
            raise NoSuchPage(action)
        return self.actions[action](view, form)
