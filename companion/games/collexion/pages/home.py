"""The home of a table: what lies before a seat, the piles, and the one thing to do next; and the score with reasons."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from companion.core.grammar import signed
from companion.core.table import Link, NoSuchPage, Page, PagePart, View
from companion.games.collexion.pages.draw import colour_letter, pile_svg
from companion.games.collexion.pages.parts import Tile, tiles
from companion.games.collexion.pages.photo import photo_form
from companion.games.collexion.pages.state import State, Won
from companion.games.collexion.pages.words import pile_words, series_words
from companion.games.collexion.rules import COLOURS
from companion.pages.counting import LinesPage, NextSteps, next_step
from companion.pages.ending import claim_words
from companion.pages.fields import Fields
from companion.pages.parts import Button, Tally, button, menu


class PileView(PagePart):
    """A pile of score tokens."""

    svg: str
    label: str
    letter: str
    count: int


class HomePage(Page):
    """The home of the table, looking at one seat."""

    seat: int
    heading: str
    tiles: tuple[Tile, ...]
    piles: tuple[PileView, ...]
    notices: tuple[str, ...]
    last: Tally | None = None
    fresh: bool
    steps: NextSteps


def home_page(view: View[State], args: Fields) -> HomePage:
    """Return the home of the table for one seat."""
    state, seat = view.state, args.seat(view.state.turn)
    collection = state.collections[seat]
    # The collection photographed after a turn is the first thing to do.
    photographed = view.may_enter(seat) and not state.pending(seat) and not state.over
    return HomePage(
        title=state.names[seat],
        seat=seat,
        heading=view.say("home.collection", state.names[seat], collection.total),
        tiles=tiles(collection, view),
        piles=pile_views(view),
        notices=_notices(view),
        last=_last(view, seat),
        fresh=set(state.entries) == {"setup"},
        steps=NextSteps(
            next=next_step(view, seat, "take", first="series" if state.pending(seat) else ""),
            photo=photo_form(view, seat) if photographed else None,
            actions=_actions(view, seat),
            menu=menu(view, {"lines.title": Link.of("lines", seat=seat), "settings.title": Link("settings")}),
        ),
    )


def seat_status(view: View[State], seat: int) -> str:
    """Return how a seat stands, in a word or two."""
    state = view.state
    if state.final(seat):
        return view.say("status.counted")
    if state.pending(seat):
        return view.say("status.pending")
    key = "status.turn" if seat == state.turn else "status.pieces"
    return view.say(key, state.collections[seat].total)


def pile_views(view: View[State]) -> tuple[PileView, ...]:
    """Return the four piles: what lies on top and how many tokens are left."""
    found = []
    for colour in COLOURS:
        count, top = view.state.piles.count(colour), view.state.piles.top(colour)
        key = "pile" if count else "pile.empty"
        label = view.say(key, pile_words(colour, view), top, count)
        found.append(
            PileView(svg=pile_svg(colour, top, count), label=label, letter=colour_letter(colour, view), count=count)
        )
    return tuple(found)


def _notices(view: View[State]) -> tuple[str, ...]:
    state = view.state
    found = []
    if state.problem:
        found.append(view.say("home.problem"))
    if state.over:
        return tuple(found)
    if state.piles.empty:
        found.append(view.say("home.last.tokens"))
    elif not state.box.total:
        found.append(view.say("home.last.polygons"))
    return tuple(found)


def _actions(view: View[State], seat: int) -> tuple[Button, ...]:
    if not view.may_enter(seat):
        return ()
    found = [button(view, Link.of("count", seat=seat), "count.title")]
    if view.state.powers(seat):
        found.append(button(view, Link.of("power", seat=seat), "power.title"))
    found.append(button(view, Link.of("final", seat=seat), "final.title"))
    return tuple(found)


def _last(view: View[State], seat: int) -> Tally | None:
    """Return the last series: the turn has passed since, so it says whose it was."""
    if not view.state.won:
        return None
    won = view.state.won[-1]
    line = won_line(view, won)
    return line if won.seat == seat else replace(line, title=view.say("named", view.state.names[won.seat], line.title))


def won_line(view: View[State], won: Won) -> Tally:
    """Return a series that was validated in words."""
    title = series_words(won.series, view)
    text = view.say("won.paid", pile_words(won.pile, view), won.points) if won.pile else view.say("won.unpaid")
    return Tally(
        title=title, points=f"+{won.points}" if won.points else "0", text=text, link=Link.of("lines", seat=won.seat)
    )


# The score with reasons.


def lines_page(view: View[State], args: Fields) -> LinesPage:
    """Return the score of a seat with its reasons."""
    state = view.state
    seat = args.seat()
    if state.hidden and not view.may_enter(seat):
        raise NoSuchPage("lines")
    sheet = state.sheet(seat)
    lines = tuple(
        Tally(
            title=view.say(f"part.{line.kind}"),
            points=signed(line.points),
            text=state.score.text(line, view.language),
        )
        for line in sheet.lines
    )
    counted = state.final(seat) is not None
    won = () if counted else tuple(won_line(view, one) for one in state.won if one.seat == seat)
    return LinesPage(
        title=view.say("lines.of", state.names[seat]),
        total=sheet.total,
        lines=lines,
        sources_title=view.say("lines.won"),
        sources=won,
        verdict=claim_words(view, sheet, state.score),
        wrong=sheet.verdict == "impossible",
        team=_team(view, seat),
        tie=view.say("lines.tie") if _tied(view) else "",
    )


def _team(view: View[State], seat: int) -> str:
    state = view.state
    if (partner := state.partner(seat)) is None:
        return ""
    together = sum(state.sheet(one).total for one in (seat, partner))
    return view.say("lines.team", state.names[partner], together)


def _tied(view: View[State]) -> bool:
    """Whether somebody who does not win has as many points as somebody who does."""
    totals = side_totals(view)
    best = max(totals.values())
    return sum(total == best for total in totals.values()) > 1


def side_totals(view: View[State]) -> Mapping[tuple[str, ...], int]:
    """Return the points of each side: a player, or a team."""
    state = view.state
    total = {sheet.name: sheet.total for sheet in state.score.sheets}
    return {side: sum(total[name] for name in side) for side in state.record.sides}
