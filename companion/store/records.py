"""What the store hands out: tables, phones and changes as they were made; and what can be in the way of one."""

from __future__ import annotations

from dataclasses import dataclass, field

from companion.core.table import Change, Entries


@dataclass(frozen=True)
class Table:
    """A table with all that was entered at it."""

    code: str
    game: str
    revision: int
    closed: bool
    entries: Entries
    changed: str = ""  # when, in universal time; known in lists of tables
    locked: bool = False  # nobody new joins, and roles stay as they are


@dataclass(frozen=True)
class Phone:
    """A phone at a table. The role is 'seat', 'everybody' or 'watch'; empty until it has chosen."""

    code: str
    phone: str
    role: str = ""
    seat: int | None = None
    host: bool = False


@dataclass(frozen=True)
class Logged:
    """A change as it was made."""

    revision: int
    phone: str
    before: Entries
    after: Entries
    at: str
    box_name: str = ""
    box_before: Entries = field(default_factory=dict)  # of what nobody has changed in the box since


class Closed(Exception):
    """The host has closed the table."""


class KeptOut(Exception):
    """The host has removed this phone, or lets nobody new in."""


class Conflict(Exception):
    """Somebody else has changed the same entries since the form was shown."""

    def __init__(self, theirs: Entries, mine: Entries, revision: int) -> None:
        super().__init__(", ".join(theirs))
        self.theirs, self.mine, self.revision = theirs, mine, revision


def undoing(change: Logged) -> Change:
    """Return the change that takes another one back, at the table and in the box."""
    entries = {key: change.before.get(key) for key in change.after}
    return Change(entries, box=change.box_before, box_name=change.box_name)
