"""The smaller pages: the grid of two players, the draft grid of one, and the settings of the table."""

from __future__ import annotations

from dataclasses import dataclass

from companion.core.table import Change, Link, NoSuchPage, Page, Refused, View
from companion.games.ai100.cards import EVOLUTION_IDS, full_id
from companion.games.ai100.document import ROUND
from companion.games.ai100.pages.hand import way_back
from companion.games.ai100.pages.lay import faces_to_keep
from companion.games.ai100.pages.setup import name_error
from companion.games.ai100.pages.state import State
from companion.games.ai100.pages.words import shown
from companion.games.ai100.rulings import switches
from companion.pages import seating
from companion.pages.fields import Fields
from companion.pages.seating import Ruling


@dataclass(frozen=True, kw_only=True)
class GridPage(Page):
    """Cards of a grid, typed cell by cell."""

    template: str = "grid.html"

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
    errors: dict[str, str] = {}
    lying = {card.id: name for name, tableau in state.replay.tableaux.items() for _, card in tableau.items()}
    for cell in grid_cells(state):
        typed = form.get(cell, "").strip()
        if not typed:
            continue
        card = full_id(typed)
        if card not in EVOLUTION_IDS:
            errors[cell] = view.say("error.card", typed[:12])
        elif card in grid.values():
            errors[cell] = view.say("error.grid_twice", card)
        elif card in lying:
            errors[cell] = view.say("error.lies", card, lying[card])
        grid[cell] = card
    hand = {name: value for name, value in form.items() if name.startswith("hand_")}
    if errors:
        raise Refused(errors, Link("grid", hand))
    unknown = [card for card in grid.values() if card not in state.faces]
    then = way_back(form) or Link()
    if unknown:
        then = Link.of("face", card=unknown[0], **hand)
    return Change({key: grid, **faces_to_keep(state, list(grid.values()))}, then)


@dataclass(frozen=True, kw_only=True)
class SettingsPage(Page):
    """Names, hints, rulings."""

    template: str = "settings.html"

    names: tuple[tuple[int, str, str, str], ...]  # seat, name, AI card, error
    hints: bool
    rulings: tuple[Ruling, ...]
    objectives: str
    deck: str
    may: bool


def settings_page(view: View[State], args: Fields) -> SettingsPage:
    """Return the settings."""
    state = view.state
    setup = state.setup
    names = tuple(
        (seat, view.filled.get(f"name{seat}", player["name"]), player["ai"], view.errors.get(f"name{seat}", ""))
        for seat, player in enumerate(setup["players"])
    )
    return SettingsPage(
        title=view.say("settings.title"),
        names=names,
        hints=state.hints,
        rulings=seating.ruling_choices(switches(), view.filled, setup["rulings"], view),
        objectives=" · ".join(map(shown, setup["objectives"])),
        deck=setup["deck"],
        may=view.plays,
    )


def change_settings(view: View[State], form: Fields) -> Change:
    """Keep names, rulings and hints."""
    state = view.state
    players: list[dict[str, str]] = []
    errors: dict[str, str] = {}
    for seat, player in enumerate(state.setup["players"]):
        name = " ".join(form.get(f"name{seat}", player["name"]).split())
        if error := name_error(name, [one["name"] for one in players], view):
            errors[f"name{seat}"] = error
        players.append({**player, "name": name})
    if errors:
        raise Refused(errors, Link("settings"))
    rulings = seating.read_rulings(form, switches(), state.setup["rulings"])
    setup = {**state.setup, "players": players, "rulings": rulings}
    return Change({"setup": setup, "settings": {"hints": form.get("hints") == "1"}})
