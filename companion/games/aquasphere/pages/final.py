"""The final scoring of a seat, and a claimed total held against the lines."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from companion.core.table import Change, Form, Link, NoSuchPage, Page, Refused, View
from companion.games.aquasphere.document import COUNTERS, Final
from companion.games.aquasphere.harvest import final_lines
from companion.games.aquasphere.pages.home import home_page
from companion.games.aquasphere.pages.parts import LineView, Option, Stepper, letters_of, line_views, stepper
from companion.games.aquasphere.pages.state import State, tried
from companion.games.aquasphere.pages.words import problem_words, say
from companion.games.aquasphere.rules import EXTENSIONS, ROUNDS, SECTORS, SUBMARINES, TIME
from companion.pages.seating import read_number, read_seat


@dataclass(frozen=True)
class FinalPage(Page):
    """What a seat has at the end."""

    name: str
    letters: tuple[Option, ...]
    steppers: tuple[Stepper, ...]
    lines: tuple[LineView, ...]
    confirm: str
    fields: tuple[tuple[str, str], ...]
    error: str
    may: bool
    again: bool


@dataclass(frozen=True)
class ClaimPage(Page):
    """A total that somebody claims, and what the lines say."""

    name: str
    seats: tuple[Option, ...]
    typed: str
    keys: tuple[Option, ...]
    erase: Link | None
    verdict: str
    right: bool
    lines: tuple[tuple[str, tuple[LineView, ...]], ...]  # by round
    fields: tuple[tuple[str, str], ...]
    kept: bool
    may: bool


def _read(args: Form, view: View) -> tuple[int, Final]:
    state: State = view.state
    if state.round <= ROUNDS:
        raise NoSuchPage("the final scoring comes after the last round")
    seat = read_seat(args, view)
    known = state.entries.get(f"final/{seat}") or _from_laboratory(state, seat)
    letters = letters_of(args, "letters", SECTORS) if "time" in args else tuple(known["letters"])
    return seat, Final(
        letters,
        read_number(args, "time", range(TIME + 1), known["time"]),
        read_number(args, "submarines", range(1, SUBMARINES + 1), known["submarines"]),
        read_number(args, "extensions", range(EXTENSIONS + 1), known["extensions"]),
    )


def _from_laboratory(state: State, seat: int) -> dict[str, Any]:
    """Return what is known before anybody has counted."""
    laboratory, placed = state.laboratory(seat), len(state.counter(seat).submarines)
    letters = list(laboratory.letters) if laboratory else []
    extensions = len(laboratory.extensions) if laboratory else 0
    return {"letters": letters, "time": 0, "submarines": min(placed, SUBMARINES), "extensions": extensions}


def _link(seat: int, final: Final) -> Link:
    return Link("final").but(
        seat=str(seat),
        letters="".join(final.letters),
        time=str(final.time),
        submarines=str(final.submarines),
        extensions=str(final.extensions),
    )


def final_page(view: View, args: Form) -> Page:
    """Return the page with everything chosen so far; before the last scoring the home of the table."""
    state: State = view.state
    if state.round <= ROUNDS:
        return home_page(view, {"seat": str(read_seat(args, view))})
    language = view.language
    seat, final = _read(args, view)
    link, name = _link(seat, final), state.names[seat]
    letters = tuple(
        Option(
            letter,
            link.but(letters="".join(sorted(set(final.letters) ^ {letter}))),
            letter in final.letters,
        )
        for letter in SECTORS
    )
    steppers = tuple(
        stepper(link, key, say(language, f"final.{key}"), value, numbers, language)
        for key, value, numbers in (
            ("extensions", final.extensions, range(EXTENSIONS + 1)),
            ("submarines", final.submarines, range(1, SUBMARINES + 1)),
            ("time", final.time, range(TIME + 1)),
        )
    )
    lines = final_lines(final)
    gain = sum(line.points for line in lines)
    return FinalPage(
        "final.html",
        say(language, "final.title", name),
        name,
        letters,
        steppers,
        line_views(lines, language),
        say(language, "final.enter", f"{gain:+d}"),
        tuple(link.args.items()),
        view.errors.get("final", ""),
        view.may_enter(seat),
        f"final/{seat}" in state.entries,
    )


def enter_final(view: View, form: Form) -> Change:
    """Enter what a seat has at the end."""
    state: State = view.state
    seat, final = _read(form, view)
    back = _link(seat, final)
    if len(final.letters) > 1 + 2 * final.extensions:
        message = say(view.language, "error.letters", len(final.letters), final.extensions)
        raise Refused({"final": message}, back)
    entry = {**final._asdict(), "letters": list(final.letters)}
    if error := tried(state, {f"final/{seat}": entry}):
        raise Refused({"final": problem_words(error, view.language)}, back)
    others = [
        n for n in range(len(state.names)) if n != seat and view.may_enter(n) and f"final/{n}" not in state.entries
    ]
    then = Link("final", {"seat": str(others[0])}) if others else Link("", {"seat": str(seat)})
    return Change({f"final/{seat}": entry}, then)


def claim_page(view: View, args: Form) -> ClaimPage:
    """Return the page on which a total is typed and held against the lines."""
    state: State = view.state
    seat, language = read_seat(args, view), view.language
    kept = state.entries.get(f"claim/{seat}")
    typed = args.get("typed", "" if kept is None else str(kept))
    if len(typed) > 4 or (typed.strip() and not (typed.isascii() and typed.isdecimal())):
        raise NoSuchPage("typed")
    typed = typed.strip()
    link = Link("claim", {"seat": str(seat)})
    total = sum(line.points for line in state.counter(seat).lines)
    verdict, right = "", typed != "" and int(typed) == total
    if typed:
        difference = int(typed) - total
        key = "claim.right" if right else "claim.more" if difference > 0 else "claim.less"
        verdict = say(language, key, state.names[seat], total, abs(difference))
    parts = tuple(
        (say(language, "part.F") if number == 0 else say(language, "part.R", number), line_views(lines, language))
        for number in (*range(1, ROUNDS + 1), 0)
        if (lines := state.lines(seat, number))
    )
    return ClaimPage(
        "claim.html",
        say(language, "claim.title"),
        state.names[seat],
        tuple(Option(name, Link("claim", {"seat": str(n)}), n == seat) for n, name in enumerate(state.names)),
        typed,
        tuple(Option(digit, link.but(typed=typed + digit)) for digit in "1234567890") if len(typed) < 4 else (),
        link.but(typed=typed[:-1] or " ") if typed else None,
        verdict,
        right,
        parts,
        (("seat", str(seat)), ("typed", typed)),
        kept is not None and str(kept) == typed,
        view.may_enter(seat),
    )


def keep_claim(view: View, form: Form) -> Change:
    """Keep a claimed total: it travels with the game file."""
    seat = read_seat(form, view)
    if not form.get("typed"):
        return Change({f"claim/{seat}": None}, Link("claim", {"seat": str(seat)}))
    return Change({f"claim/{seat}": read_number(form, "typed", COUNTERS)}, Link("claim", {"seat": str(seat)}))
