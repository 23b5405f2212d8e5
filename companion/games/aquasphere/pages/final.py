"""The final scoring of a seat, and a claimed total held against the lines."""

from __future__ import annotations

from typing import Any

from companion.core.table import Change, Link, Page, Refused, View
from companion.games.aquasphere.document import COUNTED, Final
from companion.games.aquasphere.harvest import final_lines
from companion.games.aquasphere.laboratory import verify_stored
from companion.games.aquasphere.pages.parts import letters_of, line_views, part_words
from companion.games.aquasphere.pages.state import State, verify_change
from companion.games.aquasphere.replay import verify_final
from companion.games.aquasphere.rules import EXTENSIONS, ROUNDS, SECTORS, SUBMARINES, TIME
from companion.pages import claim
from companion.pages.counting import after_count
from companion.pages.fields import Fields, refusing
from companion.pages.parts import Confirm, Keypad, Option, Question, Tally, keypad, numbers_to_tap, option, seat_options

_COUNTER_DIGITS = 3
_TIME_KEYS = range(12)  # more time markers than that are rare
_TIES = ("control", "crystals")


class FinalPage(Page):
    """What a seat has at the end: one tap for each number."""

    name: str
    seats: tuple[Option, ...]
    counter: Keypad | None  # where nobody followed the rounds
    letters: tuple[Option, ...]
    numbers: tuple[Question, ...]
    ties: tuple[Question, ...]
    more_time: Link | None
    lines: tuple[Tally, ...]
    total: int
    confirm: Confirm | None = None
    error: str = ""


def _read(args: Fields, view: View[State]) -> tuple[int, Final, str]:
    """Return the seat, what it has, and the counter as far as it is typed."""
    state, seat = view.state, args.seat()
    known = state.entries.get(f"final/{seat}") or _from_laboratory(state, seat)
    letters = letters_of(args, "letters", SECTORS) if "time" in args else tuple(known["letters"])
    final = Final(
        letters,
        args.number("time", range(TIME + 1), known["time"]),
        args.number("submarines", range(1, SUBMARINES + 1), known["submarines"]),
        args.number("extensions", range(EXTENSIONS + 1), known["extensions"]),
    )
    if state.round > ROUNDS:
        return seat, final, ""
    typed = args.digits("counter", _COUNTER_DIGITS, str(known.get("counter", "")))
    control, crystals = (args.number_if_any(key, COUNTED[key]) if "time" in args else known.get(key) for key in _TIES)
    counter = int(typed) if typed else None
    return seat, final._replace(counter=counter, control=control, crystals=crystals), typed


def _from_laboratory(state: State, seat: int) -> dict[str, Any]:
    """Return what is known before anybody has counted."""
    laboratory, placed = state.laboratory(seat), len(state.counter(seat).submarines)
    letters = list(laboratory.letters) if laboratory else []
    extensions = len(laboratory.extensions) if laboratory else 0
    return {"letters": letters, "time": 0, "submarines": min(placed, SUBMARINES), "extensions": extensions}


def _link(seat: int, final: Final, typed: str) -> Link:
    numbers = {**final._asdict(), "letters": "".join(final.letters), "counter": typed}
    return Link("final").but(seat=seat, **numbers)


def final_page(view: View[State], args: Fields) -> Page:
    """Return the page with everything chosen so far."""
    seat, final, typed = _read(args, view)
    state, counted = view.state, view.state.round <= ROUNDS
    link, name = _link(seat, final, typed), view.state.names[seat]
    letters = tuple(
        option(link, one, chosen=one in final.letters, letters="".join(sorted(set(final.letters) ^ {one})))
        for one in SECTORS
    )
    times = range(TIME + 1) if args.get("more") or final.time not in _TIME_KEYS else _TIME_KEYS
    ranges = {"extensions": range(EXTENSIONS + 1), "submarines": range(1, SUBMARINES + 1), "time": times}
    asked = counted and ("final" in view.errors or final.control is not None or final.crystals is not None)
    lines = final_lines(final)
    gain = sum(line.points for line in lines)
    enter = view.say("final.enter.total", gain + (final.counter or 0)) if counted else view.say("final.enter", gain)
    return FinalPage(
        title=view.say("final.title", name),
        name=name,
        seats=seat_options(view, "final", seat),
        counter=keypad(link, "counter", typed, most=_COUNTER_DIGITS) if counted else None,
        letters=letters,
        numbers=tuple(_keys(view, link, key, getattr(final, key), of) for key, of in ranges.items()),
        ties=tuple(_keys(view, link, key, getattr(final, key), range(7)) for key in _TIES) if asked else (),
        more_time=link.but(more=1) if times == _TIME_KEYS else None,
        lines=line_views(lines, view),
        total=gain + (final.counter or 0 if counted else state.counter(seat).position),
        # No letters are an answer, too: they are sent although an address leaves them out.
        confirm=Confirm(action="final", text=enter, fields={"letters": "", **link.args})
        if view.may_enter(seat) and (typed or not counted)
        else None,
        error=view.errors.get("final", ""),
    )


def _keys(view: View[State], link: Link, key: str, value: int | None, numbers: range) -> Question:
    """Return a number that is chosen with one tap."""
    return Question(title=view.say(f"final.{key}"), keys=numbers_to_tap(link, key, numbers, value))


def enter_final(view: View[State], form: Fields) -> Change:
    """Enter what a seat has at the end."""
    state = view.state
    seat, final, typed = _read(form, view)
    back = _link(seat, final, typed)
    if state.round <= ROUNDS and final.counter is None:
        raise Refused({"final": view.say("error.counter")}, back)
    if len(final.letters) > 1 + 2 * final.extensions:
        message = view.say("error.letters", len(final.letters), final.extensions)
        raise Refused({"final": message}, back)
    entry = {key: value for key, value in final._asdict().items() if value is not None}
    entry["letters"] = list(final.letters)
    laboratory = state.laboratory(seat)
    with refusing(view, "final", back):
        verify_final(state.counter(seat), final)
        if laboratory:
            verify_stored("time", final.time, laboratory.holds("time"))
        verify_change(state, {f"final/{seat}": entry})
    return Change({f"final/{seat}": entry}, after_count(view, "final", seat))


def claim_page(view: View[State], args: Fields) -> claim.ClaimPage:
    """Return the page on which a total is typed and held against the lines."""
    state = view.state

    def parts(seat: int) -> tuple[tuple[str, tuple[Tally, ...]], ...]:
        return tuple(
            (part_words(number, view), line_views(lines, view))
            for number in (*range(1, ROUNDS + 1), 0)
            if (lines := state.lines(seat, number))
        )

    def verdict(seat: int, claimed: int) -> claim.Verdict:
        total = sum(line.points for line in state.counter(seat).lines)
        return claim.plain_verdict(state.names[seat], claimed, total, view)

    return claim.claim_page(view, args, parts, verdict)
