"""Whose a box is: the phones that own it, how another phone is invited, and how a box is given up."""

from __future__ import annotations

from companion.store.codes import new_code
from companion.store.store import Store


class Boxes:
    """The boxes of all owners. One that no phone owns is the house's: made on the command line."""

    def __init__(self, store: Store, *, public: bool = False) -> None:
        self._store, self._public = store, public

    def of(self, game: str, phone: str) -> tuple[str, ...]:
        """Return the names of the boxes that a phone may choose: its own, and the house's where it is no public one."""
        own = "SELECT name FROM owners WHERE game = :game AND phone = :phone"
        house = (
            "SELECT DISTINCT name FROM boxes WHERE game = :game AND NOT EXISTS"
            " (SELECT 1 FROM owners WHERE owners.game = boxes.game AND owners.name = boxes.name)"
        )
        query = own if self._public else f"{own} UNION {house}"
        rows = self._store.db.execute(f"{query} ORDER BY name", {"game": game, "phone": phone})
        return tuple(name for (name,) in rows)

    def owned(self, phone: str) -> tuple[tuple[str, str], ...]:
        """Return game and name of each box that a phone owns and that knows something."""
        rows = self._store.db.execute(
            "SELECT DISTINCT game, name FROM owners JOIN boxes USING (game, name) WHERE phone = ? ORDER BY game, name",
            (phone,),
        )
        return tuple((game, name) for game, name in rows)

    def may_change(self, game: str, name: str, phone: str) -> bool:
        """Return whether a phone owns a box, or nobody does."""
        rows = self._store.db.execute("SELECT phone FROM owners WHERE game = ? AND name = ?", (game, name))
        owners = {owner for (owner,) in rows}
        return phone in owners or (not owners and not self._public)

    def free_name(self, game: str, name: str, phone: str) -> str:
        """Return the name that a new box gets: the wished one, with a number where somebody else has it."""
        taken = {other for other in self._store.boxes(game) if other not in self.of(game, phone)}
        taken |= {other for (other,) in self._store.db.execute(
            "SELECT name FROM owners WHERE game = ? GROUP BY name HAVING NOT max(phone = ?)", (game, phone)
        )}  # fmt: skip
        return next(one for one in (name, *(f"{name} {n}" for n in range(2, len(taken) + 3))) if one not in taken)

    def invite(self, game: str, name: str) -> str:
        """Return a code that makes one more phone an owner; it serves once, within a day."""
        code = new_code()
        with self._store.writing() as db:
            db.execute("DELETE FROM invites WHERE at < datetime('now', '-1 day')")
            db.execute("INSERT INTO invites (code, game, name) VALUES (?, ?, ?)", (code, game, name))
        return code

    def accept(self, code: str, phone: str) -> bool:
        """Make a phone an owner with the code of an invitation; return whether it was one."""
        with self._store.writing() as db:
            row = db.execute(
                "SELECT game, name FROM invites WHERE code = ? AND at >= datetime('now', '-1 day')", (code,)
            ).fetchone()
            if row is None:
                return False
            db.execute("DELETE FROM invites WHERE code = ?", (code,))
            db.execute("INSERT OR IGNORE INTO owners VALUES (?, ?, ?)", (*row, phone))
        return True

    def delete(self, game: str, name: str) -> None:
        """Take a box away for all its owners. Tables that play with it ask for its faces again."""
        self._store.keep(game, name, dict.fromkeys(self._store.box(game, name)[1]))
        with self._store.writing() as db:
            for table in ("owners", "invites"):
                db.execute(f"DELETE FROM {table} WHERE game = ? AND name = ?", (game, name))
