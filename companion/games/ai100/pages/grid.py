"""The grid of two players, and the draft grid of one."""

from __future__ import annotations

from companion.core.table import Change, Link, NoSuchPage, Page, View
from companion.games.ai100.document import ROUND
from companion.games.ai100.pages.cells import evolution_card
from companion.games.ai100.pages.hand import way_back
from companion.games.ai100.pages.lay import faces_to_keep
from companion.games.ai100.pages.state import State
from companion.pages.fields import Fields


class GridPage(Page):
    """Cards of a grid, typed cell by cell."""

    explain: str
    columns: int
    cells: tuple[tuple[str, str, str], ...]  # cell, card, error
    fields: tuple[tuple[str, str], ...]


def grid_cells(state: State) -> tuple[str, ...]:
    """Return the cells that the grid has now: 3 x 3 for one player, 2 columns a round for two."""
    if len(state.names) > 2:
        raise NoSuchPage("grid")
    columns = "123" if len(state.names) == 1 else "12" if state.turn <= ROUND else "1234"
    return tuple(row + column for row in "ABC" for column in columns)


def grid_page(view: View[State], args: Fields) -> GridPage:
    """Return the page on which the grid is entered."""
    state = view.state
    key = "draft" if len(state.names) == 1 else "grid"
    cells, known = grid_cells(state), state.entries.get(key, {})
    return GridPage(
        title=view.say(f"{key}.title"),
        explain=view.say(f"{key}.explain"),
        columns=len(cells) // 3,
        cells=tuple((cell, view.filled.get(cell, known.get(cell, "")), view.errors.get(cell, "")) for cell in cells),
        fields=tuple((name, value) for name, value in args.items() if name.startswith("hand_")),
    )


def enter_grid(view: View[State], form: Fields) -> Change:
    """Keep the grid."""
    state = view.state
    key = "draft" if len(state.names) == 1 else "grid"
    grid: dict[str, str] = {}
    lying = {card.id: name for name, tableau in state.replay.tableaux.items() for _, card in tableau.items()}
    for cell in grid_cells(state):
        card = form.typed(cell, evolution_card, "error.card")
        if card is None:
            continue
        if card in grid.values():
            form.errors[cell] = view.say("error.grid_twice", card)
        elif card in lying:
            form.errors[cell] = view.say("error.lies", card, lying[card])
        grid[cell] = card
    hand = {name: value for name, value in form.items() if name.startswith("hand_")}
    form.refuse(Link("grid", hand))
    unknown = [card for card in grid.values() if card not in state.faces]
    then = way_back(form) or Link()
    if unknown:
        then = Link.of("face", card=unknown[0], **hand)
    return Change({key: grid, **faces_to_keep(state, list(grid.values()))}, then)
