"""Points that say why: one line as picture and sentence, and the lines of a part of the score."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from companion.core.grammar import signed
from companion.core.sheet import Line
from companion.core.table import KeptPhoto, Link, Page, PagePart, View
from companion.games.ai100.board import CELLS, board
from companion.games.ai100.catalogue import catalogue
from companion.games.ai100.describe import group_word, line_text
from companion.games.ai100.document import ROUND, TURNS
from companion.games.ai100.game import GAME
from companion.games.ai100.pages.cells import Cell, light, tableau_cells
from companion.games.ai100.pages.photo_turn import last_photo
from companion.games.ai100.pages.shapes import group_shapes, numbered
from companion.games.ai100.pages.state import State
from companion.games.ai100.pages.words import parted, shown, turn_words
from companion.games.ai100.reading import Seen
from companion.games.ai100.replay import Table
from companion.games.ai100.tableau import Tableau
from companion.pages.fields import Fields
from companion.pages.photo_drawing import Frame, Picture


class LineView(PagePart):
    """A line in words, and the page that shows it large."""

    title: str
    points: str
    text: str
    link: Link
    rule: str = ""  # the card whose condition was applied, to be looked up
    elsewhere: bool = False  # the cells are those of a neighbour

    @property
    def parts(self) -> tuple[tuple[str, str], ...]:
        """The sentence in words and cells."""
        return ((self.text, ""),) if self.elsewhere else parted(self.text)


class Rule(PagePart):
    """A condition in words, to be looked up."""

    id: str
    short: str
    sentence: str


def objective_of(view: View[State], number: int) -> Rule:
    """Return the objective of a round."""
    record = view.state.record
    objective = record.objectives[number - 1]
    sentence = catalogue(record.rulings, record.figures)[objective].sentence[view.language]
    return Rule(id=objective, short=shown(objective), sentence=sentence)


def line_view(view: View[State], seat: int, line: Line) -> LineView:
    """Return a line in words."""
    state = view.state
    conditions = catalogue(state.record.rulings, state.record.figures)
    number = state.sheet(seat).lines.index(line)
    return LineView(
        title=_line_title(line, view),
        points=signed(line.points),
        text=line_text(line, conditions, state.record.rulings, view.language),
        link=Link.of("line", seat=seat, n=number),
        rule=line.copied or line.source,
        elsewhere=bool(line.at),
    )


def _line_title(line: Line, view: View[State]) -> str:
    if line.kind == "objective":
        return view.say("line.objective", shown(line.source), line.round)
    if line.kind == "ai":
        return line.source
    return view.say("line.card", line.source, line.cell)


class LinePage(Page):
    """One line as picture and sentence."""

    seat: int
    name: str
    owner: str  # whose tableau is shown
    when: str
    line: LineView
    cells: tuple[Cell, ...]
    shapes: str  # around what scored together
    wide: bool
    groups: tuple[str, ...]  # 'A1+B2: +3'
    picture: Picture | None = None  # the points on the player's own photo
    change: Link | None = None
    beside: tuple[Link | None, Link | None]  # the line before it, and the one after it


def line_page(view: View[State], args: Fields) -> LinePage:
    """Return the explanation of one line."""
    state, seat = view.state, args.seat()
    lines = state.sheet(seat).lines
    number = args.number("n", range(len(lines)))
    line = lines[number]
    owner = line.at or state.names[seat]
    tableau, names = tableau_at(state, line, owner)
    cells = light(tableau_cells(tableau, view, names), line)
    wide = len(names) > len(CELLS)
    when = turn_words(view, line.turn) if line.turn else ""
    editable = line.kind == "card" and view.may_enter(seat)
    return LinePage(
        title=f"{state.names[seat]}, {_line_title(line, view)}",
        seat=seat,
        name=state.names[seat],
        owner=view.say("the_grid") if owner == "grid" else owner,
        when=when,
        line=replace(line_view(view, seat, line), elsewhere=False),
        cells=tuple(cells.values()),
        shapes=group_shapes(line.groups, wide=wide),
        wide=wide,
        groups=group_words(line, view),
        picture=_on_photo(view, owner, tableau, line, {name: cell.label for name, cell in cells.items()}),
        change=Link.of("lay", seat=seat, turn=line.turn) if editable else None,
        beside=lines_beside(seat, number, len(lines)),
    )


def _on_photo(view: View[State], owner: str, tableau: Tableau, line: Line, labels: Mapping[str, str]) -> Picture | None:
    """Return the line on the last photo of that tableau, as far as it shows the cards that lay there then."""
    kept = last_photo(view, view.state.names.index(owner)) if owner in view.state.names else None
    if kept is None:
        return None
    photo, cells = kept
    there = {name: card.id for name, card in tableau.items()}
    return scored_picture(
        photo, {cell: cells[cell] for cell in cells if cells[cell].card == there.get(cell)}, line, labels
    )


def scored_picture(
    photo: KeptPhoto, cells: Mapping[str, Seen], line: Line, labels: Mapping[str, str]
) -> Picture | None:
    """Return the photo with a line drawn onto it: groups tinted and joined, each with its points, the others dimmed.

    None where a card that scored is not in the photo.
    """
    groups: dict[str, dict[int, list[str]]] = {}
    for number, group in enumerate(line.groups, 1):
        for cell in group.cells:
            groups.setdefault(cell, {}).setdefault(number, [])
        for connector in group.connectors:
            cell, _, corner = connector.partition(".")
            groups.setdefault(cell, {}).setdefault(number, []).append(corner)
    if not set(groups) <= set(cells):
        return None
    frame = Frame(photo, (seen.quad for seen in cells.values()))
    outlines = [
        frame.outline(
            seen.quad,
            cell,
            labels.get(cell, cell),
            "lit" if cell in groups else "own" if cell == line.cell else "dim",
            groups=groups.get(cell),
        )
        for cell, seen in cells.items()
    ]
    joins = [
        frame.join(number, signed(group.points), [cells[cell].quad for cell in members], bridged=not group.connectors)
        for number, group in enumerate(line.groups, 1)
        if (members := [cell for cell in cells if number in groups.get(cell, {})])
    ]
    return frame.picture(outlines, joins)


def group_words(line: Line, view: View[Any]) -> tuple[str, ...]:
    """Return each group that scored with its points; cards that scored each by itself need no list."""
    if not numbered(line.groups):
        return ()
    return tuple(view.say("named", group_word(group), signed(group.points)) for group in line.groups)


def lines_beside(seat: int, number: int, count: int) -> tuple[Link | None, Link | None]:
    """Return the pages of the lines before and after one of a seat's `count` lines, where there are any."""
    before, after = (Link.of("line", seat=seat, n=number + step) for step in (-1, 1))
    return before if number else None, after if number + 1 < count else None


def tableau_at(state: State, line: Line, owner: str) -> tuple[Tableau, tuple[str, ...]]:
    """Return the tableau as it was when the line was scored."""
    table = Table(state.record)
    last = line.turn or line.round * ROUND or TURNS
    for number, plays in enumerate(state.record.turns[:last], 1):
        table.play(number, plays)
    if owner == "grid":
        grid = table.grids[table.turn > ROUND]
        return (grid or Tableau()), CELLS
    seat = next(seat for seat in table.seats if seat.player.name == owner)
    if line.kind == "ai" and line.cell and seat.player.final:
        tableau = seat.tableau.copy(board(line.cell))
        tableau.lay(15, table.card(seat.player.final.card))
        return tableau, (*CELLS, line.cell)
    return seat.tableau, CELLS


class LinesPage(Page):
    """All lines of a part of the score."""

    seat: int
    name: str
    heading: str
    total: str
    lines: tuple[LineView, ...]


PARTS = ("1", "O1", "2", "O2", "ai")


def part_lines(state: State, seat: int, part: str) -> tuple[Line, ...]:
    """Return the lines of a round, an objective or the AI card; of everything for the empty part."""
    lines = state.sheet(seat).lines
    if not part:
        return lines
    if part == "ai":
        return tuple(line for line in lines if line.kind == "ai")
    if part in ("O1", "O2"):
        return tuple(line for line in lines if line.kind == "objective" and line.round == int(part[1]))
    return tuple(line for line in lines if line.kind == "card" and (line.turn > ROUND) == (part == "2"))


def lines_page(view: View[State], args: Fields) -> LinesPage:
    """Return the lines of a part of a seat's score."""
    state = view.state
    seat, part = args.seat(), args.word("part", PARTS)
    lines = part_lines(state, seat, part)
    heading = view.say(f"part.{part or 'all'}")
    return LinesPage(
        title=view.say("named", state.names[seat], heading),
        seat=seat,
        name=state.names[seat],
        heading=heading,
        total=str(sum(line.points for line in lines)),
        lines=tuple(line_view(view, seat, line) for line in lines),
    )


def rank_note(view: View[State], seat: int) -> str:
    """Return the solo rank, with how far the next one is."""
    step = GAME.rank(view.state.sheet(seat).total, view.language)
    if step is None:
        return ""
    return view.say("rank.next", step.name, step.missing, step.next) if step.next else step.name
