"""A total that somebody claims, typed digit by digit and held against the lines."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from companion.core.table import Change, Link, NoSuchPage, Page, View
from companion.pages.fields import Fields, whole_number
from companion.pages.parts import Confirm, Keypad, Option, Tally, form_button, keypad, seat_options

_DIGITS = 4


class ClaimPage(Page):
    """A claimed total, and what the lines say."""

    name: str
    seats: tuple[Option, ...]
    claim: Keypad
    verdict: str = ""
    right: bool
    parts: tuple[tuple[str, tuple[Tally, ...]], ...]  # heading, lines
    confirm: Confirm | None = None


Verdict = tuple[str, bool]
"""In words, and whether the claim is right."""


def claim_page(
    view: View[Any],
    args: Fields,
    parts: Callable[[int], tuple[tuple[str, tuple[Tally, ...]], ...]],
    verdict_on: Callable[[int, int], Verdict],
    *,
    below_zero: bool = False,
) -> ClaimPage:
    """Return the page of a seat: `parts` are its lines under their headings, `verdict_on` looks at what it claims."""
    seat = args.seat()
    kept = str(view.entries.get(f"claim/{seat}", ""))
    typed, digits = _typed(args, below_zero, kept)
    verdict, right = verdict_on(seat, int(typed)) if digits else ("", False)
    return ClaimPage(
        title=view.say("claim.title"),
        name=view.state.names[seat],
        seats=seat_options(view, "claim", seat),
        claim=_keypad(Link.of("claim", seat=seat), typed, digits, below_zero),
        verdict=verdict,
        right=right,
        parts=parts(seat),
        confirm=_confirm(view, seat, typed) if typed != kept and (digits or not typed) else None,
    )


def _keypad(link: Link, typed: str, digits: str, below_zero: bool) -> Keypad:
    turned = digits if typed.startswith("-") else f"-{digits}"
    sign = link.but(typed=turned or " ") if below_zero else None
    return replace(keypad(link, "typed", typed, most=_DIGITS + len(typed) - len(digits)), sign=sign)


def _confirm(view: View[Any], seat: int, typed: str) -> Confirm | None:
    """Return the button that keeps a claim, or takes it back where nothing is typed."""
    if not view.may_enter(seat):
        return None
    fields = {"seat": str(seat), "typed": typed}
    return form_button(view, "claim", fields, "claim.keep" if typed else "claim.back")


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
