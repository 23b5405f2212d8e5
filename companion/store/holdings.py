"""What is stored, in numbers: of the whole house, or of what one phone has a hand in."""

from __future__ import annotations

from dataclasses import dataclass

from companion.core.grammar import tenths
from companion.core.sheet import Reason
from companion.core.texts import texts_of
from companion.store.store import Store

_AT_TABLES = "code IN (SELECT code FROM phones WHERE phone = :phone)"
_OWN_BOXES = "(game, name) IN (SELECT game, name FROM owners WHERE phone = :phone)"
_COUNTED = {
    "tables": ("count(*), sum(length(code) + length(game))", _AT_TABLES),
    "entries": ("count(*), sum(length(key) + length(value))", _AT_TABLES),
    "changes": ("count(*), sum(length(before) + length(after))", _AT_TABLES),
    "photos": ("count(*), sum(length(jpeg))", _AT_TABLES),
    "boxes": ("count(DISTINCT game || '/' || name), sum(length(key) + length(value))", _OWN_BOXES),
    "plays": ("count(*), sum(length(code) + length(place))", _AT_TABLES),
    "players": ("count(DISTINCT person), sum(length(name))", _AT_TABLES),
    "lines": ("count(*), sum(length(kind) + length(source))", _AT_TABLES),
}


@dataclass(frozen=True)
class Holding:
    """How much there is of one thing."""

    name: str
    count: int
    size: int  # bytes of its content, without what SQLite adds


def holdings(store: Store, phone: str = "") -> tuple[Holding, ...]:
    """Return what is stored: everything, or what belongs to a phone's tables and boxes."""
    found = []
    for table, (counted, own) in _COUNTED.items():
        query = f"SELECT {counted} FROM {table}" + (f" WHERE {own}" if phone else "")
        count, size = store.db.execute(query, {"phone": phone}).fetchone()
        found.append(Holding(table, count, size or 0))
    return tuple(found)


def shown_size(size: int, language: str) -> str:
    """Return a number of bytes as people say it."""
    unit, many = ("mega", 1_000_000) if size >= 100_000 else ("kilo", 1000)
    return texts_of("core", language).say(Reason(f"size.{unit}", (tenths(size / many, language),)))
