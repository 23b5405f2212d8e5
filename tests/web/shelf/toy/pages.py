"""The toy at a table."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from companion.core.table import (
    Change,
    Column,
    Entries,
    Form,
    Link,
    NoSuchPage,
    Page,
    Points,
    Refused,
    Row,
    Scoreboard,
    View,
)  # fmt: skip
from companion.core.texts import Texts


@dataclass(frozen=True, kw_only=True)
class SetupPage(Page):
    names: str

    template: str = "setup.html"
    error: str = ""


@dataclass(frozen=True, kw_only=True)
class HomePage(Page):
    seats: tuple[tuple[int, str, str], ...]

    template: str = "home.html"
    error: str = ""


class ToyTable:
    """Entries: `setup` with names, `number/<seat>`."""

    slug = "toy"

    def texts(self, language: str) -> Texts:
        return Texts({"hello": "Bonjour {0}" if language == "fr" else "Hello {0}", "or": " or "})

    def setup(self, view: View, args: Form) -> Page:
        return SetupPage(title="Toy", names=view.filled.get("names", "Ana,Ben"), error=view.errors.get("names", ""))

    def set_up(self, view: View, form: Form) -> Change:
        names = [name.strip() for name in form.get("names", "").split(",")]
        if not all(names):
            raise Refused({"names": "A name is missing."}, Link("setup"))
        return Change({"setup": {"names": names}})

    def demo(self, language: str) -> Entries:
        return {"setup": {"names": ["Ana", "Ben"]}, "number/0": 4}

    def seats(self, entries: Entries) -> tuple[str, ...]:
        return tuple(entries["setup"]["names"])

    def box_name(self, entries: Entries) -> str:
        return "toys"

    def state(self, entries: Entries, box: Mapping[str, Any]) -> tuple[int, ...]:
        return tuple(entries.get(f"number/{seat}", 0) for seat in range(len(entries["setup"]["names"])))

    def page(self, view: View, name: str, args: Form) -> Page:
        if name:
            raise NoSuchPage(name)
        seats = tuple(
            (seat, who, view.filled.get("number", str(view.state[seat])))
            for seat, who in enumerate(self.seats(view.entries))
        )
        return HomePage(title="Toy", seats=seats, error=view.errors.get("number", ""))

    def act(self, view: View, action: str, form: Form) -> Change:
        if action != "say":
            raise NoSuchPage(action)
        number = form.get("number", "")
        if not number.isdecimal():
            raise Refused({"number": "That is no number."}, Link())
        return Change({f"number/{form['seat']}": int(number)}, box={"last": int(number)}, box_name="toys")

    def scoreboard(self, view: View) -> Scoreboard:
        best = max(view.state)
        rows = [
            Row(
                seat=seat,
                name=who,
                points=(Points(value=view.state[seat]),),
                total=view.state[seat],
                leads=view.state[seat] == best,
                by_turn=(view.state[seat],),
            )
            for seat, who in enumerate(self.seats(view.entries))
        ]
        return Scoreboard(columns=(Column(short="N", name="Number"),), rows=tuple(rows))

    def describe(self, view: View, key: str, value: Any) -> str:
        return f"{key} is {value}"

    def export(self, view: View) -> dict[str, Any]:
        players = [{"name": who, "numbers": [view.state[seat]]} for seat, who in enumerate(self.seats(view.entries))]
        return {"format": "companion-game/1", "game": "toy", "players": players}


TABLE = ToyTable()
