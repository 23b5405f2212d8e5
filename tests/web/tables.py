"""Tables of every game as the tests need them, and a walk over all of their pages without a server."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import fields, is_dataclass
from typing import Any

from companion.core.table import Entries, Form, Link, NoSuchPage, Page, View
from companion.pages.paged import PagedTable
from companion.registry import games, table_game

_PHOTO_FIRST = {"players": [{"name": "Ana", "ai": ""}], "objectives": ["", ""], "unsaid": True}
FRAME = ("scores", "seats", "history")


def tables() -> dict[str, Any]:
    """Every game of the shelf that has pages."""
    found: dict[str, Any] = {slug: table_game(slug) for slug in games()}
    return {slug: table for slug, table in found.items() if isinstance(table, PagedTable)}


def links_in(value: object) -> Iterator[Link]:
    """Every link anywhere in a page."""
    if isinstance(value, Link):
        yield value
    elif is_dataclass(value):
        for one in fields(value):
            yield from links_in(getattr(value, one.name))
    elif isinstance(value, (tuple, list)):
        for one in value:
            yield from links_in(one)
    elif isinstance(value, Mapping):
        yield from links_in(tuple(value.values()))


def walk(table: Any, view: View[Any], most: int = 12) -> Iterator[tuple[str, Form, Page]]:
    """Open every page of a table: those that links lead to, of each some sets of arguments, and all by their names."""
    waiting, seen = [Link(), *links_in(table.scoreboard(view))], dict[str, set[frozenset[str]]]()
    waiting += [Link(name) for name in table.pages_at(view)]
    while waiting:
        link = waiting.pop(0)
        kinds = seen.setdefault(link.page, set())
        kind = frozenset(link.args)
        if kind in kinds or len(kinds) >= most or link.page in FRAME:
            continue
        kinds.add(kind)
        try:
            page = table.page(view, link.page, link.args)
        except NoSuchPage:
            assert not link.args, f"a link to {link} leads nowhere"
            continue
        yield link.page, link.args, page
        waiting += links_in(page)


def entries_of(slug: str) -> dict[str, Entries]:
    """Tables to try things at: the demo of a game, one just laid, and some that have other pages."""
    table = tables()[slug]
    demo = dict(table.demo("en"))
    found: dict[str, Entries] = {"demo": demo, "new": {"setup": demo["setup"]}}
    if slug == "ai100":
        found["finished"] = finished_table(table)
        found["photo first"] = {**found["finished"], "setup": {**found["finished"]["setup"], **_PHOTO_FIRST}}
        found["moved"] = {**demo, "setup": {**demo["setup"], "order": [2, 0, 1]}}
        found["two"] = {"setup": {**demo["setup"], "players": demo["setup"]["players"][:2]}}
        found["box"] = {"setup": {**demo["setup"], "deck": "our own"}}
    if slug == "boussanga":
        found["together"] = {"setup": {**demo["setup"], "mode": "cooperative", "teams": False}}
    return found


def finished_table(table: PagedTable) -> Entries:
    """A finished game of two with everything entered and a score claimed that some order of play gives."""
    from companion.games.ai100.deck import demo_deck
    from companion.games.ai100.pages.finished_state import PLACES

    plain = {card: face for card, face in demo_deck().faces.items() if face.colour != "black" and face.phase}
    entries: dict[str, Any] = {
        "setup": {
            "players": [{"name": "Ana", "ai": "AI-4"}, {"name": "Ben", "ai": "AI-2"}],
            "objectives": ["O3", "O4"],
            "rulings": {},
            "deck": "demo",
            "finished": True,
        }
    }
    for seat in (0, 1):
        rounds = ([card for card, face in plain.items() if face.phase == phase] for phase in (1, 2))
        mine = [card for cards in rounds for card in cards[seat * 7 : seat * 7 + 7]]
        entries |= {f"cell/{seat}/{cell}": card for cell, card in zip(PLACES, mine, strict=True)}
    least, _ = table.state(entries, {}).outcomes[0].total
    return {**entries, "claim/0": least}
