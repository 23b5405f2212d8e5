"""The final scoring of a seat, and a claimed total held against the lines."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from companion.core.errors import Illegal
from companion.core.table import Change, Link, NoSuchPage, Page, Refused, View
from companion.games.aquasphere.document import Final
from companion.games.aquasphere.harvest import final_lines
from companion.games.aquasphere.laboratory import verify_stored
from companion.games.aquasphere.pages.home import home_page, part_words
from companion.games.aquasphere.pages.parts import letters_of, line_views
from companion.games.aquasphere.pages.state import State, tried
from companion.games.aquasphere.replay import verify_final
from companion.games.aquasphere.rules import EXTENSIONS, ROUNDS, SECTORS, SUBMARINES, TIME
from companion.pages import claim
from companion.pages.fields import Fields
from companion.pages.parts import Confirm, Option, Stepper, Tally, on_to, stepper


@dataclass(frozen=True, kw_only=True)
class FinalPage(Page):
    """What a seat has at the end."""

    template: str = "final.html"
    name: str
    letters: tuple[Option, ...]
    steppers: tuple[Stepper, ...]
    lines: tuple[Tally, ...]
    confirm: Confirm | None = None
    error: str = ""


def _read(args: Fields, view: View[State]) -> tuple[int, Final]:
    state = view.state
    if state.round <= ROUNDS:
        raise NoSuchPage("the final scoring comes after the last round")
    seat = args.seat()
    known = state.entries.get(f"final/{seat}") or _from_laboratory(state, seat)
    letters = letters_of(args, "letters", SECTORS) if "time" in args else tuple(known["letters"])
    return seat, Final(
        letters,
        args.number("time", range(TIME + 1), known["time"]),
        args.number("submarines", range(1, SUBMARINES + 1), known["submarines"]),
        args.number("extensions", range(EXTENSIONS + 1), known["extensions"]),
    )


def _from_laboratory(state: State, seat: int) -> dict[str, Any]:
    """Return what is known before anybody has counted."""
    laboratory, placed = state.laboratory(seat), len(state.counter(seat).submarines)
    letters = list(laboratory.letters) if laboratory else []
    extensions = len(laboratory.extensions) if laboratory else 0
    return {"letters": letters, "time": 0, "submarines": min(placed, SUBMARINES), "extensions": extensions}


def _link(seat: int, final: Final) -> Link:
    return Link("final").but(
        seat=seat,
        letters="".join(final.letters),
        time=final.time,
        submarines=final.submarines,
        extensions=final.extensions,
    )


def final_page(view: View[State], args: Fields) -> Page:
    """Return the page with everything chosen so far; before the last scoring the home of the table."""
    if view.state.round <= ROUNDS:
        return home_page(view, args)
    seat, final = _read(args, view)
    link, name = _link(seat, final), view.state.names[seat]
    letters = tuple(
        Option(
            label=letter,
            link=link.but(letters="".join(sorted(set(final.letters) ^ {letter}))),
            chosen=letter in final.letters,
        )
        for letter in SECTORS
    )
    steppers = tuple(
        stepper(link, key, view.say(f"final.{key}"), value, numbers, view)
        for key, value, numbers in (
            ("extensions", final.extensions, range(EXTENSIONS + 1)),
            ("submarines", final.submarines, range(1, SUBMARINES + 1)),
            ("time", final.time, range(TIME + 1)),
        )
    )
    lines = final_lines(final)
    gain = sum(line.points for line in lines)
    return FinalPage(
        title=view.say("final.title", name),
        name=name,
        letters=letters,
        steppers=steppers,
        lines=line_views(lines, view),
        # No letters are an answer, too: they are sent although an address leaves them out.
        confirm=Confirm(action="final", text=view.say("final.enter", f"{gain:+d}"), fields={"letters": "", **link.args})
        if view.may_enter(seat)
        else None,
        error=view.errors.get("final", ""),
    )


def enter_final(view: View[State], form: Fields) -> Change:
    """Enter what a seat has at the end."""
    state = view.state
    seat, final = _read(form, view)
    back = _link(seat, final)
    if len(final.letters) > 1 + 2 * final.extensions:
        message = view.say("error.letters", len(final.letters), final.extensions)
        raise Refused({"final": message}, back)
    entry = {**final._asdict(), "letters": list(final.letters)}
    laboratory = state.laboratory(seat)
    try:
        verify_final(state.counter(seat), final)
        if laboratory:
            verify_stored("time", final.time, laboratory.holds("time"))
    except Illegal as problem:
        raise Refused({"final": problem.sentence(view.language)}, back) from None
    if error := tried(state, {f"final/{seat}": entry}):
        raise Refused({"final": error.sentence(view.language)}, back)
    others = [other for other in state.seats if other != seat and f"final/{other}" not in state.entries]
    then = on_to(view, "final", others, Link.of(seat=seat))
    return Change({f"final/{seat}": entry}, then)


def claim_page(view: View[State], args: Fields) -> claim.ClaimPage:
    """Return the page on which a total is typed and held against the lines."""
    state = view.state

    def parts(seat: int) -> tuple[tuple[str, tuple[Tally, ...]], ...]:
        return tuple(
            (part_words(number, view), line_views(lines, view))
            for number in (*range(1, ROUNDS + 1), 0)
            if (lines := state.lines(seat, number))
        )

    def judge(seat: int, claimed: int) -> claim.Verdict:
        total = sum(line.points for line in state.counter(seat).lines)
        return claim.plain_verdict(state.names[seat], claimed, total, view)

    return claim.claim_page(view, args, parts, judge)
