"""The home of a table: what lies before a seat, the piles, and the one thing to do next; and the score with reasons."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from companion.core.table import Link, Page, View
from companion.games.collexion.pages.draw import colour_letter, pile_svg
from companion.games.collexion.pages.parts import Tile, tiles
from companion.games.collexion.pages.state import State, Won
from companion.games.collexion.pages.words import pile_words, say, series_words
from companion.games.collexion.rules import COLOURS
from companion.pages.counting import LinesPage, LineView, SeatTab
from companion.pages.fields import Fields
from companion.pages.parts import Button


@dataclass(frozen=True)
class PileView:
    """A pile of score tokens."""

    svg: str
    label: str
    letter: str
    count: int


@dataclass(frozen=True)
class HomePage(Page):
    """The home of the table, looking at one seat."""

    seat: int
    name: str
    seats: tuple[SeatTab, ...]
    heading: str
    tiles: tuple[Tile, ...]
    piles: tuple[PileView, ...]
    notices: tuple[str, ...]
    last: LineView | None
    fresh: bool
    next: Button | None
    actions: tuple[Button, ...]
    more: tuple[Button, ...]


def home_page(view: View[State], args: Fields) -> HomePage:
    """Return the home of the table for one seat."""
    state = view.state
    seat, language = args.seat(), view.language
    own = [won for won in state.won if won.seat == seat]
    collection = state.collections[seat]
    return HomePage(
        "home.html",
        state.names[seat],
        seat,
        state.names[seat],
        tuple(_tab(view, state, number) for number in range(len(state.names))),
        say(language, "home.collection", state.names[seat], collection.total),
        tiles(collection, language),
        pile_views(state, language),
        _notices(state, language),
        won_line(state, own[-1], language) if own else None,
        set(state.entries) == {"setup"},
        _next(view, state, seat),
        _actions(view, state, seat),
        (
            Button(say(language, "lines.title"), Link("lines", {"seat": str(seat)})),
            Button(say(language, "settings.title"), Link("settings")),
            Button(say(language, "menu.history"), Link("history")),
        ),
    )


def _tab(view: View[State], state: State, seat: int) -> SeatTab:
    language = view.language
    if state.final(seat):
        status = say(language, "status.counted")
    elif state.pending(seat):
        status = say(language, "status.pending")
    else:
        total = state.collections[seat].total
        status = say(language, "status.pieces", total)
    return SeatTab(seat, state.names[seat], status, Link("", {"seat": str(seat)}))


def pile_views(state: State, language: str) -> tuple[PileView, ...]:
    """Return the four piles: what lies on top and how many tokens are left."""
    found = []
    for colour in COLOURS:
        count, top = state.piles.count(colour), state.piles.top(colour)
        key = "pile" if count else "pile.empty"
        label = say(language, key, pile_words(colour, language), top, count)
        found.append(PileView(pile_svg(colour, top), label, colour_letter(colour, language), count))
    return tuple(found)


def _notices(state: State, language: str) -> tuple[str, ...]:
    found = []
    if state.problem:
        found.append(say(language, "home.problem"))
    if state.over:
        return tuple(found)
    if state.piles.empty:
        found.append(say(language, "home.last.tokens"))
    elif not state.box.total:
        found.append(say(language, "home.last.polygons"))
    return tuple(found)


def _next(view: View[State], state: State, seat: int) -> Button | None:
    language, to = view.language, {"seat": str(seat)}
    if state.over:
        return Button(say(language, "next.scores"), Link("scores"))
    if not view.may_enter(seat):
        return None
    if state.pending(seat):
        return Button(say(language, "next.series"), Link("series", to))
    if state.final(seat) and view.everybody:
        other = next(other for other in range(len(state.names)) if not state.final(other))
        return Button(say(language, "next.count", state.names[other]), Link("final", {"seat": str(other)}))
    return Button(say(language, "next.take"), Link("take", to))


def _actions(view: View[State], state: State, seat: int) -> tuple[Button, ...]:
    if not view.may_enter(seat):
        return ()
    language, to = view.language, {"seat": str(seat)}
    found = [Button(say(language, "count.title"), Link("count", to))]
    if state.powers(seat):
        found.append(Button(say(language, "power.title"), Link("power", to)))
    found.append(Button(say(language, "final.title"), Link("final", to)))
    return tuple(found)


def won_line(state: State, won: Won, language: str) -> LineView:
    """Return a series that was validated in words."""
    title = series_words(won.series, language)
    if won.pile:
        text = say(language, "won.paid", pile_words(won.pile, language), won.points)
    else:
        text = say(language, "won.unpaid")
    return LineView(title, f"+{won.points}" if won.points else "0", text, Link("lines", {"seat": str(won.seat)}))


# The score with reasons.


def lines_page(view: View[State], args: Fields) -> LinesPage:
    """Return the score of a seat with its reasons."""
    state = view.state
    seat, language = args.seat(), view.language
    player = state.player(seat, language)
    lines = tuple(
        LineView(say(language, f"part.{line['kind']}"), f"{line['points']:+d}" if line["points"] else "0", line["text"])
        for line in player["lines"]
    )
    counted = state.final(seat) is not None
    won = () if counted else tuple(won_line(state, one, language) for one in state.won if one.seat == seat)
    verdict = player.get("verdict", "")
    return LinesPage(
        "lines.html",
        say(language, "lines.of", state.names[seat]),
        seat,
        state.names[seat],
        player["total"],
        lines,
        won,
        say(language, f"verdict.{verdict}", player["claimed"], player["total"]) if verdict else "",
        verdict == "impossible",
        _team(state, seat, language),
        say(language, "lines.tie") if _tied(state) else "",
    )


def _team(state: State, seat: int, language: str) -> str:
    if (partner := state.partner(seat)) is None:
        return ""
    together = sum(state.player(one, language)["total"] for one in (seat, partner))
    return say(language, "lines.team", state.names[partner], together)


def _tied(state: State) -> bool:
    """Whether somebody who does not win has as many points as somebody who does."""
    totals = side_totals(state, "en")
    best = max(totals.values())
    return sum(total == best for total in totals.values()) > 1


def side_totals(state: State, language: str) -> Mapping[tuple[str, ...], int]:
    """Return the points of each side: a player, or a team."""
    total = {player["name"]: player["total"] for player in state.scores[language]["players"]}
    return {side: sum(total[name] for name in side) for side in state.record.sides}


def headline(state: State, language: str) -> str:
    """Return how the table stands, in one sentence."""
    document: Mapping[str, Any] = state.scores[language]
    missing = [name for seat, name in enumerate(state.names) if not state.final(seat)]
    if missing:
        return say(language, "headline.open", ", ".join(missing))
    winners, totals = document["winners"], side_totals(state, language)
    best = max(totals.values())
    winning = [" + ".join(side) for side in totals if side[0] in winners]
    if len(winning) > 1:
        return say(language, "headline.shared", ", ".join(winning), best)
    key = "headline.tie" if _tied(state) else "headline.wins"
    return say(language, key, winning[0], best)
