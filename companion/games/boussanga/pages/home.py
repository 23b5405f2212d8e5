"""The home of a table: a plate, how far it is to the goal, and the one thing to do next; and the score with reasons."""

from __future__ import annotations

from companion.core.grammar import signed
from companion.core.sheet import Reason
from companion.core.table import Link, Page, PagePart, View
from companion.games.boussanga.board import aligned
from companion.games.boussanga.cards import in_number
from companion.games.boussanga.pages.board import board_photo
from companion.games.boussanga.pages.draw import token_svg
from companion.games.boussanga.pages.state import Gain, State
from companion.games.boussanga.pages.words import colour_words, engine_says
from companion.games.boussanga.rules import BONUS_AT, GOAL, RANKS, rank
from companion.pages.counting import LinesPage, NextSteps, next_step
from companion.pages.ending import claim_words
from companion.pages.fields import Fields
from companion.pages.parts import Button, Tally, button, menu, still_missing


class Pot(PagePart):
    """The tokens of one colour on a plate."""

    svg: str
    name: str
    count: int
    worth: str
    bonus: str = ""
    zone: str = ""  # cooperative: collected, not won yet


class HomePage(Page):
    """The home of the table, looking at one plate."""

    seat: int
    heading: str
    goal: tuple[int, int]  # points, and how many are needed
    pots: tuple[Pot, ...]
    notices: tuple[str, ...]
    last: Tally | None = None
    fresh: str = ""
    ranks: tuple[tuple[str, str, bool], ...]  # together: cards, rank, whether it can still be reached
    steps: NextSteps


def home_page(view: View[State], args: Fields) -> HomePage:
    """Return the home of the table for one seat."""
    state, seat = view.state, args.seat()
    together = state.record.cooperative
    own = [gain for gain in state.gains if together or gain.seat == seat]
    return HomePage(
        title=view.say("home.together") if together else state.names[seat],
        seat=seat,
        heading=_heading(view, seat),
        goal=(state.side_points(seat), GOAL),
        pots=tuple(_pot(view, seat, colour) for colour in state.colours),
        notices=_notices(view),
        last=gain_line(view, own[-1]) if own else None,
        fresh=view.say(f"home.fresh.{state.setup['mode']}") if set(state.entries) == {"setup"} else "",
        ranks=_ranks(view) if together else (),
        steps=NextSteps(
            next=next_step(view, seat, "align", first="turn" if together else ""),
            photo=board_photo(view, seat) if view.may_enter(seat) and not state.over else None,
            actions=_actions(view, seat),
            menu=menu(view, {"lines.title": Link.of("lines", seat=seat), "settings.title": Link("settings")}),
        ),
    )


def _ranks(view: View[State]) -> tuple[tuple[str, str, bool], ...]:
    """Return how many discarded cards make which rank, and whether that can still be reached."""
    gone = view.state.discarded
    return tuple(
        (view.say("home.rank", cards), engine_says(view, Reason(f"rank.{name}")), gone <= cards)
        for cards, name in reversed(RANKS)
    )


def seat_status(view: View[State], seat: int) -> str:
    """Return how a seat stands, in a word or two."""
    state = view.state
    key = "status.counted" if state.final(seat) else "status.points"
    return view.say(key, state.record.points(state.plate(seat)))


def _heading(view: View[State], seat: int) -> str:
    state = view.state
    if state.record.cooperative:
        return view.say("home.discarded", state.discarded)
    if state.record.teams:
        partner = next(one for one in state.side(seat) if one != seat)
        return view.say("home.team", state.names[seat], state.names[partner])
    return view.say("home.board", state.names[seat])


def _pot(view: View[State], seat: int, colour: str) -> Pot:
    state = view.state
    count, value = state.plate(seat).get(colour, 0), state.record.values[colour]
    had = any(gain.kind == "bonus" and gain.colour == colour and gain.seat in state.side(seat) for gain in state.gains)
    zone = state.collected.get(colour, 0)
    return Pot(
        svg=token_svg(colour, view),
        name=engine_says(view, in_number(count, colour)),
        count=count,
        worth=view.say("pot.worth", value, count * value),
        bonus=view.say("pot.bonus") if had and not state.record.cooperative else "",
        zone=view.say("pot.zone", zone) if state.record.cooperative else "",
    )


def _notices(view: View[State]) -> tuple[str, ...]:
    state = view.state
    found = []
    if state.problem:
        found.append(view.say("home.problem"))
    if state.record.cooperative:
        step = rank(state.discarded)
        if state.side_points(0) >= GOAL:
            found.append(view.say("home.done", state.discarded, engine_says(view, Reason(f"rank.{step.name}"))))
        return tuple(found)
    if not state.over:
        if (first := state.first_at_goal) is not None:
            who = " + ".join(state.names[one] for one in state.side(first))
            found.append(view.say("home.goal", who, state.side_points(first)))
        if (emptied := state.emptied) and not found:
            found.append(view.say("home.reserve", colour_words(emptied, view)))
    return tuple(found)


def _actions(view: View[State], seat: int) -> tuple[Button, ...]:
    found = [button(view, Link.of("board", seat=seat), "board.title")]
    if view.may_enter(seat):
        if view.state.finder:
            found.append(button(view, Link.of("card", seat=seat), "card.title"))
        found.append(button(view, Link.of("final", seat=seat), "final.title"))
    return tuple(found)


def gain_line(view: View[State], gain: Gain) -> Tally:
    """Return what came to a plate in words."""
    value, word = view.state.record.values[gain.colour], Reason(f"colour.{gain.colour}")
    if gain.kind == "bonus":
        text = engine_says(view, Reason("bonus", (word, value)))
    elif gain.kind == "alignment":
        lengths = gain.lengths or (gain.count,)
        text = engine_says(view, aligned(gain.colour, lengths, gain.count - gain.kept, gain.kept, value))
    else:
        text = engine_says(view, Reason(gain.kind, (word, gain.count, gain.count - gain.kept, gain.kept, value)))
    title = view.say(f"gain.{gain.kind}", colour_words(gain.colour, view))
    return Tally(title=title, points=f"+{gain.kept * value}", text=text, link=Link.of("lines", seat=gain.seat))


# The score with reasons.


def lines_page(view: View[State], args: Fields) -> LinesPage:
    """Return the score of a seat with its reasons."""
    state = view.state
    seat = args.seat()
    sheet = state.sheet(seat)
    lines = tuple(
        Tally(
            title=colour_words(line.source, view) if line.source else view.say(f"part.{line.kind}"),
            points=signed(line.points),
            text=state.score.text(line, view.language),
        )
        for line in sheet.lines
    )
    # A colour without a token is a zero on the scoreboard, and says so.
    here = {line.source for line in sheet.lines}
    nothing = view.say("lines.no_token")
    lines += tuple(
        Tally(title=colour_words(one, view), points="0", text=nothing) for one in state.colours if one not in here
    )
    own = [gain for gain in state.gains if state.record.cooperative or gain.seat == seat]
    return LinesPage(
        title=view.say("lines.of", state.names[seat]),
        total=sheet.total,
        lines=lines,
        sources_title=view.say("lines.gains"),
        sources=() if state.final(seat) else tuple(gain_line(view, gain) for gain in own),
        verdict=claim_words(view, sheet, state.score),
        wrong=sheet.verdict == "impossible",
        team=view.say("lines.team", state.side_points(seat)) if state.record.teams else "",
        tie="" if state.record.cooperative else view.say("lines.tie", BONUS_AT),
    )


def headline(view: View[State]) -> str:
    """Return how the table stands, in one sentence."""
    state = view.state
    if state.record.cooperative:
        points, step = state.side_points(0), rank(state.discarded)
        if points < GOAL:
            return view.say("headline.together", points, GOAL, state.discarded)
        return view.say("headline.done", state.discarded, engine_says(view, Reason(f"rank.{step.name}")))
    return still_missing(view, state.uncounted)
