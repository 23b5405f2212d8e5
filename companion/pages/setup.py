"""Laying a table and changing its settings: players, teams and rulings, with a place for what a game adds."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from companion.core.table import Change, Entries, Form, Link, Page, PagePart, View
from companion.pages.fields import Fields, whole_number
from companion.pages.parts import Answer
from companion.pages.state import COUNT, TableState, players_of

MOST_LETTERS = 24
NEW_BOX = "+"


class NamedSeat(PagePart):
    """A seat and its name; `player` is what else is stored of who sits there."""

    number: int
    name: str
    usual: str  # what the seat is called where nobody types a name
    error: str = ""
    player: Mapping[str, Any]


class Ruling(PagePart):
    """A question that the rulebook leaves open, and its answers."""

    key: str
    question: str
    answers: tuple[Answer, ...]


class SetupPage(Page):
    """The set-up page; as settings of a table it has neither counts nor teams."""

    places: tuple[NamedSeat, ...]
    counts: tuple[Answer, ...] = ()
    teams: tuple[Answer, ...] = ()
    rulings: tuple[Ruling, ...] = ()
    errors: Mapping[str, str]
    may: bool = True
    door: str = ""  # behind which the table begins: followed, or with the count
    added: Any = None  # by the game


class BoxChoice(PagePart):
    """The boxes to choose from, and the name of a new one."""

    boxes: tuple[Answer, ...]
    new: str


@dataclass(frozen=True, kw_only=True)
class Setup:
    """How tables of a game are laid. A game with more to choose overrides what stands under 'for a game to add'."""

    players: range
    usual: int
    switches: Mapping[str, Any] | None = None  # the rulings, as rulings.toml has them
    team_players: int = 0  # with how many players there are two teams
    counts: str = ""  # the page on which seats count, where a table can begin with that

    def page(self, view: View[Any], args: Fields) -> SetupPage:
        """Return the set-up page, blank or as it was filled in."""
        count = self.count(view.filled.get("players") or args.get("players", ""))
        players = [{"name": ""} for _ in range(count)]
        return SetupPage(
            title=self.title(view),
            door=self._door(view.filled),
            counts=tuple(
                Answer(value=str(number), label=str(number), chosen=number == count) for number in self.players
            ),
            places=self._places(view, players),
            teams=self._teams(view) if count == self.team_players else (),
            rulings=self._rulings(view, {}),
            errors=view.errors,
            added=self.shown(view, count),
        )

    def lay(self, view: View[Any], form: Fields) -> Change:
        """Return the first entries of a table; everything that is wrong comes back at once."""
        count = self.count(form.get("players", ""))
        setup: dict[str, Any] = {"players": self._read_players(view, form, [{}] * count)}
        if self.switches is not None:
            setup["rulings"] = self._read_rulings(form, {})
        if self.team_players:
            setup["teams"] = count == self.team_players and form.get("teams") == "1"
        if self._door(form):
            setup["door"] = COUNT
        setup |= self.read(view, form, count)
        form.refuse(Link.of("setup", players=count))
        # What a new box holds is asked once, when the first table plays with it.
        new = setup.get("box", "") not in view.boxes.names
        box, name = (self.of_box(setup), setup.get("box", "")) if new else ({}, "")
        return Change({"setup": setup, **self.also(setup)}, box=box, box_name=name)

    def settings_page(self, view: View[TableState], args: Fields) -> SetupPage:
        """Return what can still be changed at a table."""
        setup = view.state.setup
        return SetupPage(
            template="settings.html",
            title=view.say("settings.title"),
            places=self._places(view, players_of(setup)),
            rulings=self._rulings(view, setup.get("rulings", {})),
            errors=view.errors,
            may=view.plays,
            added=self.settings_shown(view),
        )

    def change(self, view: View[TableState], form: Fields) -> Change:
        """Keep names, rulings and what the game adds."""
        setup = dict(view.state.setup)
        setup["players"] = self._read_players(view, form, players_of(setup))
        if self.switches is not None:
            setup["rulings"] = self._read_rulings(form, setup["rulings"])
        entries = {"setup": setup, **self.settings_read(view, form, setup)}
        form.refuse(Link("settings"))
        name = setup.get("box", "")
        return Change(entries, box=self.of_box(setup) if name else {}, box_name=name)

    # For a game to add.

    def title(self, view: View[Any]) -> str:
        """Return what the set-up page is called."""
        return view.say("setup.count.title" if self._door(view.filled) else "setup.title")

    def shown(self, view: View[Any], count: int) -> Any:
        """Return what the set-up page of this game shows beyond players and rulings."""
        return None

    def read(self, view: View[Any], form: Fields, count: int) -> Mapping[str, Any]:
        """Return what this game adds to the set-up; what is wrong goes into `form.errors`."""
        return {}

    def also(self, setup: Mapping[str, Any]) -> Entries:
        """Return entries beside the set-up with which a table begins."""
        return {}

    def settings_shown(self, view: View[Any]) -> Any:
        """Return what the settings page of this game shows beyond names and rulings."""
        return None

    def settings_read(self, view: View[Any], form: Fields, setup: dict[str, Any]) -> Entries:
        """Return entries beside the set-up that the settings change; the set-up itself may be added to."""
        return {}

    def of_box(self, setup: Mapping[str, Any]) -> Mapping[str, Any]:
        """Return what of a set-up belongs to the box, for every table that plays with it."""
        return {}

    def read_player(self, view: View[Any], form: Fields, seat: int, others: list[dict[str, Any]]) -> Mapping[str, Any]:
        """Return what is stored of a new player beside the name."""
        return {}

    def name_error(self, view: View[Any], name: str, others: list[str]) -> str:
        """Return what is wrong with a name; empty where nothing is."""
        if len(name) > MOST_LETTERS:
            return view.say("error.long", MOST_LETTERS)
        return view.say("error.name_twice") if name in others else ""

    # Boxes, for games whose copies differ.

    def boxes(self, view: View[Any]) -> BoxChoice:
        """Return the boxes to choose from."""
        wanted = view.filled.get("box") or (view.boxes.names[0] if view.boxes.names else NEW_BOX)
        boxes = [
            Answer(value=box, label=view.say("setup.box.known", box), chosen=box == wanted) for box in view.boxes.names
        ]
        return BoxChoice(
            boxes=(*boxes, Answer(value=NEW_BOX, label=view.say("setup.box.new"), chosen=wanted == NEW_BOX)),
            new=view.filled.get("new_box", "") or view.say("setup.box.name"),
        )

    def read_box(self, view: View[Any], form: Fields) -> str:
        """Return the name of the box that is chosen."""
        box = form.get("box", NEW_BOX)
        if box == NEW_BOX:
            box = " ".join(form.get("new_box", "").split()) or view.say("setup.box.name")
            if len(box) > MOST_LETTERS or box == NEW_BOX:
                form.errors["box"] = view.say("error.long", MOST_LETTERS)
            return view.boxes.free_name(box)
        if box not in view.boxes.names:
            form.errors["box"] = view.say("error.box")
        return box

    # Shared by both pages.

    def _door(self, form: Form) -> str:
        return COUNT if self.counts and form.get("door") == COUNT else ""

    def count(self, text: str) -> int:
        """Return a number of players; the usual one where the text is none."""
        count = whole_number(text)
        return count if count is not None and count in self.players else self.usual

    def _usual_name(self, view: View[Any], seat: int) -> str:
        return view.say("setup.player", seat + 1)

    def _places(self, view: View[Any], players: list[dict[str, Any]]) -> tuple[NamedSeat, ...]:
        return tuple(
            NamedSeat(
                number=seat,
                name=view.filled.get(f"name{seat}", player["name"]),
                usual=self._usual_name(view, seat),
                error=view.errors.get(f"name{seat}", ""),
                player=player,
            )
            for seat, player in enumerate(players)
        )

    def _read_players(self, view: View[Any], form: Fields, known: list[dict[str, Any]]) -> list[dict[str, Any]]:
        players: list[dict[str, Any]] = []
        for seat, player in enumerate(known):
            # Nobody has to type a name: a field that was left empty is called after its seat.
            name = " ".join(form.get(f"name{seat}", player.get("name", "")).split()) or self._usual_name(view, seat)
            if error := self.name_error(view, name, [other["name"] for other in players]):
                form.errors[f"name{seat}"] = error
            players.append({**player, "name": name, **({} if player else self.read_player(view, form, seat, players))})
        return players

    def _teams(self, view: View[Any]) -> tuple[Answer, ...]:
        teams = view.filled.get("teams") == "1"
        return (
            Answer(value="0", label=view.say("setup.alone"), chosen=not teams),
            Answer(value="1", label=view.say("setup.teams"), chosen=teams),
        )

    def _rulings(self, view: View[Any], now: Mapping[str, str]) -> tuple[Ruling, ...]:
        """Return the rulings as questions: as they were filled in, as they are now, or as they are by default."""
        found = []
        for key, switch in (self.switches or {}).items():
            chosen = view.filled.get(f"ruling_{key}", now.get(key, next(iter(switch["values"]))))
            answers = tuple(
                Answer(value=value, label=words[view.language], chosen=value == chosen)
                for value, words in switch["values"].items()
            )
            found.append(Ruling(key=key, question=str(switch[view.language]), answers=answers))
        return tuple(found)

    def _read_rulings(self, form: Fields, now: Mapping[str, str]) -> dict[str, str]:
        """Return the rulings that are not at their default: of a form, and as they are now where it names none."""
        chosen = {}
        for key, switch in (self.switches or {}).items():
            _, *others = switch["values"]
            value = form.get(f"ruling_{key}", now.get(key, ""))
            if value in others:
                chosen[key] = value
        return chosen
