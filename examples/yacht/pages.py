"""The game at a table of phones: throw, tap the dice, choose a box. One page of its own; the rest is shared.

Keys: `setup`; `box/<seat>/<box>` the five dice that somebody put into a box of his sheet.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from companion.core.reading import FORMAT, read_rulings
from companion.core.sheet import ScoreSheet
from companion.core.table import (
    Change,
    Column,
    Entries,
    Link,
    NoSuchPage,
    Page,
    PagePart,
    Points,
    Row,
    Scoreboard,
    View,
)
from companion.pages.counting import LinesPage
from companion.pages.ending import ended
from companion.pages.fields import Fields
from companion.pages.paged import Actions, PagedTable, Pages
from companion.pages.parts import (
    Button,
    Confirm,
    Keypad,
    Option,
    Tally,
    form_button,
    keypad,
    menu,
    on_to,
    still_missing,
    to_scores,
)
from companion.pages.setup import Setup
from companion.pages.state import TableState, names_of

from .rules import BOXES, DICE, FACES, KINDS, PLAYERS, SLUG, SWITCHES, line, score_of, sheet_of, texts, worth

SETUP = Setup(players=PLAYERS, usual=2, switches=SWITCHES)


@dataclass(frozen=True)
class State(TableState):
    """A table as it stands."""

    @property
    def rulings(self) -> dict[str, str]:
        """Every ruling; the first of its values is the default."""
        return read_rulings(self.setup["rulings"], SWITCHES)

    def dice(self, seat: int) -> dict[str, tuple[int, ...]]:
        """Return what a seat has put into its boxes."""
        return {box: tuple(thrown) for box in BOXES if (thrown := self.entries.get(f"box/{seat}/{box}"))}

    @cached_property
    def sheets(self) -> tuple[ScoreSheet, ...]:
        """The sheets of all seats."""
        return tuple(sheet_of(name, self.dice(seat), self.rulings) for seat, name in enumerate(self.names))

    @property
    def waiting(self) -> list[int]:
        """The seats that throw next: those with the fewest boxes filled; none once all sheets are full."""
        filled = [len(self.dice(seat)) for seat in self.seats]
        return [seat for seat in self.seats if filled[seat] == min(filled) < len(BOXES)]


class Box(PagePart):
    """A box of the sheet: filled, or what the dice in hand would bring there."""

    name: str
    points: str = ""
    text: str = ""
    confirm: Confirm | None = None


class HomePage(Page):
    """A sheet and the dice in hand."""

    seat: int
    name: str
    dice: Keypad | None = None  # None where this phone does not throw for the seat
    boxes: tuple[Box, ...]
    next: Button | None = None
    menu: tuple[Button, ...]


def home_page(view: View[State], args: Fields) -> HomePage:
    """Return the sheet of a seat, with what is thrown so far."""
    state, seat = view.state, args.seat((view.state.waiting or [0])[0])
    thrown, link = _thrown(args), Link.of(seat=seat)
    pad = keypad(link, "dice", args.digits("dice", DICE), most=DICE)
    keys = tuple(Option(label=key.label, link=key.link) for key in pad.keys if int(key.label) in FACES)
    throws = view.may_enter(seat) and len(state.dice(seat)) < len(BOXES)
    return HomePage(
        title=state.names[seat],
        seat=seat,
        name=state.names[seat],
        dice=replace(pad, keys=keys) if throws else None,
        boxes=_boxes(view, seat, thrown if throws else ()),
        next=None if state.waiting else to_scores(view),
        menu=menu(view, {"lines.title": Link.of("lines", seat=seat), "settings.title": Link("settings")}),
    )


def _thrown(fields: Fields) -> tuple[int, ...]:
    """Return the five dice; none while some are missing."""
    typed = fields.digits("dice", DICE)
    if not set(typed) <= set(map(str, FACES)):
        raise NoSuchPage("dice")
    return tuple(map(int, typed)) if len(typed) == DICE else ()


def _boxes(view: View[State], seat: int, thrown: tuple[int, ...]) -> tuple[Box, ...]:
    """Return all boxes; where the dice bring the most, the button stands out."""
    state = view.state
    free = [box for box in BOXES if thrown and box not in state.dice(seat)]
    best = max((worth(box, thrown, state.rulings) for box in free), default=0)
    return tuple(_box(view, seat, box, thrown, best) for box in BOXES)


def _box(view: View[State], seat: int, box: str, thrown: tuple[int, ...], best: int) -> Box:
    words, filled = texts(view.language), view.state.dice(seat).get(box)
    name, fields = words[f"box.{box}"], {"seat": str(seat), "box": box}
    if not filled and not thrown:
        return Box(name=name)
    scored = line(box, filled or thrown, view.state.rulings)
    found = Box(name=name, points=str(scored.points), text=words.say(scored.notes[0]))
    if filled:
        back = form_button(view, "erase", fields, "box.erase", name, primary=False)
        return replace(found, confirm=back) if view.may_enter(seat) else found
    fields["dice"] = "".join(map(str, thrown))
    confirm = form_button(view, "fill", fields, "box.fill", name, scored.points, primary=scored.points == best)
    return replace(found, confirm=confirm)


def fill(view: View[State], form: Fields) -> Change:
    """Put five dice into a box, or other dice than before."""
    seat, box, thrown = form.own_seat(), form.word("box", BOXES), _thrown(form)
    if not box or not thrown:
        raise NoSuchPage("box")
    waiting = [other for other in view.state.waiting if other != seat]
    return Change({f"box/{seat}/{box}": list(thrown)}, on_to(view, "", waiting, Link.of(seat=seat)))


def erase(view: View[State], form: Fields) -> Change:
    """Empty a box again."""
    seat, box = form.own_seat(), form.word("box", BOXES)
    if box not in view.state.dice(seat):
        raise NoSuchPage("box")
    return Change({f"box/{seat}/{box}": None}, Link.of(seat=seat))


def lines_page(view: View[State], args: Fields) -> LinesPage:
    """Return the score of a seat with its reasons."""
    seat, words = args.seat(), texts(view.language)
    sheet = view.state.sheets[seat]
    lines = tuple(
        Tally(title=words[f"box.{one.source}"], points=str(one.points), text=words.say(one.notes[0]))
        for one in sheet.lines
    )
    return LinesPage(title=view.say("lines.of", sheet.name), total=sheet.total, lines=lines)


_PAGES: Pages = {"": home_page, "lines": lines_page}
_ACTIONS: Actions = {"fill": fill, "erase": erase}


class YachtTable(PagedTable):
    """The game as the table knows it."""

    slug, laying, pages, actions = SLUG, SETUP, _PAGES, _ACTIONS

    def state(self, entries: Entries, box: Mapping[str, Any]) -> State:
        """Return what the entries come to."""
        return State(entries)

    def scoreboard(self, view: View[State]) -> Scoreboard:
        """Return everybody's points: numbers and figures."""
        state, score = view.state, score_of(view.state.sheets)
        rows = []
        for seat, sheet in enumerate(state.sheets):
            why, home, leads = Link.of("lines", seat=seat), Link.of(seat=seat), sheet.name in score.winners
            points = tuple(Points(value=sheet.points(kind), why=why) for kind in KINDS)
            rows.append(
                Row(seat=seat, name=sheet.name, points=points, total=sheet.total, leads=leads, why=why, home=home)
            )
        columns = tuple(Column(short=view.say(f"column.{kind}"), name=view.say(f"part.{kind}")) for kind in KINDS)
        headline = still_missing(view, state.waiting)
        board = Scoreboard(columns=columns, rows=tuple(rows), headline=headline, finished=score.finished)
        return ended(view, board, score)

    def describe(self, view: View[State], key: str, value: Any) -> str:
        """Return one entry in words."""
        if key == "setup":
            return view.say("describe.setup", ", ".join(names_of(value)))
        _, seat, box = key.split("/")
        name, what = view.state.names[int(seat)], texts(view.language)[f"box.{box}"]
        return view.say("describe.box" if value else "describe.box.none", name, what, " ".join(map(str, value or ())))

    def export(self, view: View[State]) -> dict[str, Any]:
        """Return the game file."""
        state = view.state
        players = [
            {"name": name, "boxes": {box: list(dice) for box, dice in state.dice(seat).items()}}
            for seat, name in enumerate(state.names)
        ]
        return {"format": FORMAT, "game": SLUG, "players": players, "rulings": dict(state.setup["rulings"])}


TABLE = YachtTable()
