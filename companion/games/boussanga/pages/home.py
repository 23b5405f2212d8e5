"""The home of a table: a plate, how far it is to the goal, and the one thing to do next; and the score with reasons."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from companion.core.sheet import Reason
from companion.core.table import Link, Page, View
from companion.games.boussanga.pages.draw import token_svg
from companion.games.boussanga.pages.state import Gain, State
from companion.games.boussanga.pages.words import colour_words, engine_says, say
from companion.games.boussanga.rules import BONUS_AT, GOAL, rank
from companion.pages.counting import LinesPage, LineView, SeatTab
from companion.pages.fields import Fields
from companion.pages.parts import Button


@dataclass(frozen=True)
class Pot:
    """The tokens of one colour on a plate."""

    svg: str
    name: str
    count: int
    worth: str
    bonus: str
    zone: str  # cooperative: collected, not won yet


@dataclass(frozen=True)
class HomePage(Page):
    """The home of the table, looking at one plate."""

    seat: int
    name: str
    seats: tuple[SeatTab, ...]
    heading: str
    points: int
    goal: int
    pots: tuple[Pot, ...]
    notices: tuple[str, ...]
    last: LineView | None
    fresh: str
    next: Button | None
    actions: tuple[Button, ...]
    more: tuple[Button, ...]


def home_page(view: View[State], args: Fields) -> HomePage:
    """Return the home of the table for one seat."""
    state = view.state
    seat, language = args.seat(), view.language
    together = state.record.cooperative
    own = [gain for gain in state.gains if together or gain.seat == seat]
    tabs = () if together else tuple(_tab(state, one, language) for one in range(len(state.names)))
    name = say(language, "home.together") if together else state.names[seat]
    return HomePage(
        "home.html",
        name,
        seat,
        name,
        tabs,
        _heading(state, seat, language),
        state.side_points(seat),
        GOAL,
        tuple(_pot(state, seat, colour, language) for colour in state.colours),
        _notices(state, language),
        gain_line(state, own[-1], language) if own else None,
        say(language, f"home.fresh.{state.setup['mode']}") if set(state.entries) == {"setup"} else "",
        _next(view, state, seat),
        _actions(view, state, seat),
        (
            Button(say(language, "lines.title"), Link("lines", {"seat": str(seat)})),
            Button(say(language, "settings.title"), Link("settings")),
            Button(say(language, "menu.history"), Link("history")),
        ),
    )


def _tab(state: State, seat: int, language: str) -> SeatTab:
    key = "status.counted" if state.final(seat) else "status.points"
    status = say(language, key, state.record.points(state.plate(seat)))
    return SeatTab(seat, state.names[seat], status, Link("", {"seat": str(seat)}))


def _heading(state: State, seat: int, language: str) -> str:
    if state.record.cooperative:
        return say(language, "home.discarded", state.discarded)
    if state.record.teams:
        partner = next(one for one in state.side(seat) if one != seat)
        return say(language, "home.team", state.names[seat], state.names[partner])
    return say(language, "home.plate", state.names[seat])


def _pot(state: State, seat: int, colour: str, language: str) -> Pot:
    count, value = state.plate(seat).get(colour, 0), state.record.values[colour]
    had = any(gain.kind == "bonus" and gain.colour == colour and gain.seat in state.side(seat) for gain in state.gains)
    zone = state.collected.get(colour, 0)
    return Pot(
        token_svg(colour, language),
        colour_words(colour, language),
        count,
        say(language, "pot.worth", value, count * value),
        say(language, "pot.bonus") if had and not state.record.cooperative else "",
        say(language, "pot.zone", zone) if state.record.cooperative else "",
    )


def _notices(state: State, language: str) -> tuple[str, ...]:
    found = []
    if state.problem:
        found.append(say(language, "home.problem"))
    if state.record.cooperative:
        step = rank(state.discarded)
        if state.side_points(0) >= GOAL:
            found.append(
                say(language, "home.done", state.discarded, engine_says(language, Reason(f"rank.{step.name}")))
            )
        return tuple(found)
    if not state.over:
        for seat, name in enumerate(state.names):
            if state.side_points(seat) >= GOAL and seat == state.side(seat)[0]:
                who = " + ".join(state.names[one] for one in state.side(seat)) or name
                found.append(say(language, "home.goal", who, state.side_points(seat)))
        empty = [colour for colour, count in state.reserve.items() if count <= 0]
        if state.kept and empty and not found:
            found.append(say(language, "home.reserve", colour_words(empty[0], language)))
    return tuple(found)


def _next(view: View[State], state: State, seat: int) -> Button | None:
    language, to = view.language, {"seat": str(seat)}
    if state.over:
        return Button(say(language, "next.scores"), Link("scores"))
    if not view.may_enter(seat):
        return None
    if state.record.cooperative:
        return Button(say(language, "next.turn"), Link("turn", to))
    if state.final(seat) and view.everybody:
        other = next(one for one in range(len(state.names)) if not state.final(one))
        return Button(say(language, "next.count", state.names[other]), Link("final", {"seat": str(other)}))
    return Button(say(language, "next.align"), Link("align", to))


def _actions(view: View[State], state: State, seat: int) -> tuple[Button, ...]:
    language, to = view.language, {"seat": str(seat)}
    found = [Button(say(language, "board.title"), Link("board", to))]
    if view.may_enter(seat):
        found.append(Button(say(language, "card.title"), Link("card", to)))
        found.append(Button(say(language, "final.title"), Link("final", to)))
    return tuple(found)


def gain_line(state: State, gain: Gain, language: str) -> LineView:
    """Return what came to a plate in words."""
    value, word = state.record.values[gain.colour], Reason(f"colour.{gain.colour}")
    if gain.kind == "bonus":
        text = engine_says(language, Reason("bonus", (word, value)))
    else:
        text = engine_says(language, Reason(gain.kind, (word, gain.count, gain.count - gain.kept, gain.kept, value)))
    title = say(language, f"gain.{gain.kind}", colour_words(gain.colour, language))
    return LineView(title, f"+{gain.kept * value}", text, Link("lines", {"seat": str(gain.seat)}))


# The score with reasons.


def lines_page(view: View[State], args: Fields) -> LinesPage:
    """Return the score of a seat with its reasons."""
    state = view.state
    seat, language = args.seat(), view.language
    player = state.player(seat, language)
    lines = tuple(
        LineView(
            colour_words(line["source"], language) if line["source"] else say(language, f"part.{line['kind']}"),
            f"{line['points']:+d}" if line["points"] else "0",
            line["text"],
        )
        for line in player["lines"]
    )
    # A colour without a token is a zero on the scoreboard, and says so.
    here = {line["source"] for line in player["lines"]}
    nothing = say(language, "lines.no_token")
    lines += tuple(LineView(colour_words(one, language), "0", nothing) for one in state.colours if one not in here)
    own = [gain for gain in state.gains if state.record.cooperative or gain.seat == seat]
    verdict = player.get("verdict", "")
    return LinesPage(
        "lines.html",
        say(language, "lines.of", state.names[seat]),
        seat,
        state.names[seat],
        player["total"],
        lines,
        () if state.final(seat) else tuple(gain_line(state, gain, language) for gain in own),
        say(language, f"verdict.{verdict}", player["claimed"], player["total"]) if verdict else "",
        verdict == "impossible",
        say(language, "lines.team", state.side_points(seat)) if state.record.teams else "",
        "" if state.record.cooperative else say(language, "lines.tie", BONUS_AT),
    )


def headline(state: State, language: str) -> str:
    """Return how the table stands, in one sentence."""
    document: Mapping[str, Any] = state.scores[language]
    if state.record.cooperative:
        points, step = state.side_points(0), rank(state.discarded)
        if points < GOAL:
            return say(language, "headline.together", points, GOAL, state.discarded)
        return say(language, "headline.done", state.discarded, engine_says(language, Reason(f"rank.{step.name}")))
    missing = [name for seat, name in enumerate(state.names) if not state.final(seat)]
    if missing:
        return say(language, "headline.open", ", ".join(missing))
    winning = [" + ".join(side) for side in state.record.sides if side[0] in document["winners"]]
    best = max(state.side_points(seat) for seat in range(len(state.names)))
    return say(language, "headline.wins" if len(winning) == 1 else "headline.shared", ", ".join(winning), best)
