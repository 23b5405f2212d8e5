"""A total that somebody claims, typed digit by digit and held against the lines."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from companion.core.table import Change, Link, NoSuchPage, Page, View
from companion.pages.fields import Fields, whole_number
from companion.pages.parts import Option, Tally

_DIGITS = 4


@dataclass(frozen=True, kw_only=True)
class ClaimPage(Page):
    """A claimed total, and what the lines say."""

    template: str = "claim.html"

    name: str
    seats: tuple[Option, ...]
    typed: str
    keys: tuple[Option, ...] = ()
    sign: Link | None = None  # where a total may be below zero
    erase: Link | None = None
    verdict: str
    right: bool
    parts: tuple[tuple[str, tuple[Tally, ...]], ...]  # heading, lines
    fields: tuple[tuple[str, str], ...]
    kept: bool  # what is typed is what the table has kept
    may: bool


Verdict = tuple[str, bool]
"""In words, and whether the claim is right."""


def claim_page(
    view: View[Any],
    args: Fields,
    parts: Callable[[int], tuple[tuple[str, tuple[Tally, ...]], ...]],
    judge: Callable[[int, int], Verdict],
    *,
    below_zero: bool = False,
) -> ClaimPage:
    """Return the page of a seat: `parts` are its lines under their headings, `judge` looks at the claim of a seat."""
    seat, names = args.seat(), view.state.names
    kept = str(view.entries.get(f"claim/{seat}", ""))
    typed, digits = _typed(args, below_zero, kept)
    link = Link.of("claim", seat=seat)
    verdict, right = judge(seat, int(typed)) if digits else ("", False)
    return ClaimPage(
        title=view.say("claim.title"),
        name=names[seat],
        seats=tuple(
            Option(label=name, link=Link.of("claim", seat=n), chosen=n == seat) for n, name in enumerate(names)
        ),
        typed=typed,
        keys=tuple(Option(label=key, link=link.but(typed=typed + key)) for key in "1234567890")
        if len(digits) < _DIGITS
        else (),
        sign=_with(link, digits if typed.startswith("-") else f"-{digits}") if below_zero else None,
        erase=_with(link, typed[:-1]) if typed else None,
        verdict=verdict,
        right=right,
        parts=parts(seat),
        fields=(("seat", str(seat)), ("typed", typed)),
        kept=typed == kept,
        may=view.may_enter(seat),
    )


def _with(link: Link, typed: str) -> Link:
    # Nothing typed is not the same as nothing said: then the kept claim would come back.
    return link.but(typed=typed or " ")


def _typed(fields: Fields, below_zero: bool, kept: str = "") -> tuple[str, str]:
    """Return what was typed so far, and its digits alone."""
    typed = fields.get("typed", kept).strip()
    digits = typed.removeprefix("-") if below_zero else typed
    if digits and (len(digits) > _DIGITS or digits.startswith("-") or whole_number(digits) is None):
        raise NoSuchPage("typed")
    return typed, digits


def plain_verdict(name: str, claim: int, total: int, view: View[Any]) -> Verdict:
    """Return whether a claim is the total, and by how much it is not."""
    key = "claim.right" if claim == total else "claim.more" if claim > total else "claim.less"
    return view.say(key, name, total, abs(claim - total)), claim == total


def keep_claim(view: View[Any], form: Fields, *, below_zero: bool = False) -> Change:
    """Keep a claimed total, which travels with the game file; without a number the claim is taken back."""
    seat = form.own_seat()
    typed, digits = _typed(form, below_zero)
    return Change({f"claim/{seat}": int(typed) if digits else None}, Link.of("claim", seat=seat))
