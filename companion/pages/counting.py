"""Counting what somebody has, and the score with its reasons, as the pages of several games show them."""

from __future__ import annotations

from typing import Any

from companion.core.table import Link, Page, PagePart, View
from companion.pages.parts import Button, Confirm, PhotoForm, Stepper, Tally, on_to


class NextSteps(PagePart):
    """Where a home leads: the one thing to do next, a photo that comes before it, the others, and pages to look at."""

    next: Button | None
    photo: PhotoForm | None  # none where this phone enters nothing
    actions: tuple[Button, ...]
    menu: tuple[Button, ...]


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


def forget_count(view: View[Any], seat: int) -> Confirm:
    """Return the button that forgets what a seat has counted: what the table followed counts again."""
    return Confirm(action="uncount", text=view.say("final.forget"), fields={"seat": str(seat)}, primary=False)
