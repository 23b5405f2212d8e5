"""Decks: every card of the box, what is known about it, and how it is learned, corrected, shared and merged."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from companion.core.table import Change, Form, Page, View

PAGES: Mapping[str, Callable[[View, Form], Page]] = {}
ACTIONS: Mapping[str, Callable[[View, Form], Change]] = {}
