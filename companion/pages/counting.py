"""Counting what somebody has, and the score with its reasons, as the pages of several games show them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from companion.core.table import Change, Link, Page, PagePart, View
from companion.pages.fields import Fields
from companion.pages.parts import (
    Button,
    Confirm,
    PhotoForm,
    Stepper,
    Tally,
    button,
    claim_stepper,
    form_button,
    on_to,
    to_scores,
)


class NextSteps(PagePart):
    """Where a home leads: the one thing to do next, a photo that comes before it, the others, and pages to look at."""

    next: Button | None
    photo: PhotoForm | None  # none where this phone enters nothing
    actions: tuple[Button, ...]
    menu: tuple[Button, ...]


def next_step(view: View[Any], seat: int, turn: str, *, first: str = "") -> Button | None:
    """Return the one thing to do next at a seat: a page that comes `first`, the count of the others once this seat has
    counted, else its `turn`."""
    state = view.state
    if state.over:
        return to_scores(view)
    if not view.may_enter(seat):
        return None
    if state.final(seat) and view.everybody and not first:
        other = state.uncounted[0]
        return button(view, Link.of("final", seat=other), "next.count", state.names[other])
    page = first or turn
    return button(view, Link.of(page, seat=seat), f"next.{page}")


class LinesPage(Page):
    """All lines of a seat, then what they came from."""

    total: int
    lines: tuple[Tally, ...]
    sources: tuple[Tally, ...] = ()
    sources_title: str = ""
    verdict: str = ""
    wrong: bool = False
    team: str = ""
    tie: str = ""
    changes: tuple[Button, ...] = ()  # where to go if something is not as it was


class FinalPage(Page):
    """What somebody counts in the end."""

    seat: int
    name: str
    steppers: tuple[Stepper, ...]
    claim: Stepper
    unclaim: Link | None = None
    confirm: Confirm
    forget: Confirm | None = None  # what was counted
    notes: tuple[str, ...]
    problem: str = ""


def after_count(view: View[Any], page: str, seat: int) -> Link:
    """Return where to go on when a seat has counted: to the next one that this phone counts for, in the end to the
    scores."""
    others = [other for other in view.state.uncounted if other != seat]
    return on_to(view, page, others, Link() if others else Link("scores"))


def final_page(
    view: View[Any],
    seat: int,
    here: Link,
    steppers: Iterable[Stepper],
    total: int,
    *,
    least_claim: int = 0,
    name: str = "",
    notes: tuple[str, ...] = (),
) -> FinalPage:
    """Return the page on which a seat counts; `here` is that page with everything counted so far."""
    claimed = here.args.get("claimed")
    forget = form_button(view, "uncount", {"seat": str(seat)}, "final.forget", primary=False)
    return FinalPage(
        title=view.say("final.title"),
        seat=seat,
        name=name or view.state.names[seat],
        steppers=tuple(steppers),
        claim=claim_stepper(here, total, int(claimed) if claimed else None, view, least_claim),
        unclaim=here.but(claimed="") if claimed else None,
        confirm=form_button(view, "final", here.args, "final.save", total),
        forget=forget if view.state.final(seat) is not None else None,
        notes=notes,
        problem=view.errors.get("final", ""),
    )


def claimed_total(view: View[Any], args: Fields, seat: int, numbers: range, *, typed: bool) -> int | None:
    """Return the total that is claimed with a count; the one that is kept where nothing is `typed` yet."""
    kept = None if typed else (view.state.final(seat) or {}).get("claimed")
    return args.number("claimed", numbers) if args.get("claimed") else kept


def forget_count(view: View[Any], form: Fields) -> Change:
    """Forget what a seat has counted: what the table followed counts again."""
    seat = form.own_seat()
    return Change({view.state.final_key(seat): None}, Link.of(seat=seat))
