"""Counting what somebody has, and the score with its reasons, as the pages of several games show them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from companion.core.table import Link, Page, View
from companion.pages.parts import Button, Confirm, PhotoForm, Stepper


@dataclass(frozen=True, kw_only=True)
class LineView:
    """A line of the score."""

    title: str
    points: str
    text: str
    link: Link | None = None


@dataclass(frozen=True, kw_only=True)
class NextSteps:
    """Where a home leads: the one thing to do next, a photo that comes before it, the others, and pages to look at."""

    next: Button | None
    photo: PhotoForm | None  # none where this phone enters nothing
    actions: tuple[Button, ...]
    menu: tuple[Button, ...]


@dataclass(frozen=True, kw_only=True)
class LinesPage(Page):
    """All lines of a seat, then what they came from."""

    template: str = "lines.html"
    seat: int
    name: str
    total: int
    lines: tuple[LineView, ...]
    sources: tuple[LineView, ...] = ()
    sources_title: str = ""
    verdict: str = ""
    wrong: bool = False
    team: str = ""
    tie: str = ""


@dataclass(frozen=True, kw_only=True)
class FinalPage(Page):
    """What somebody counts in the end."""

    template: str = "final.html"
    seat: int
    name: str
    steppers: tuple[Stepper, ...]
    claim: Stepper
    unclaim: Link | None = None
    confirm: Confirm
    forget: Confirm | None = None  # what was counted
    notes: tuple[str, ...]
    problem: str = ""


def forget_count(view: View[Any], seat: int) -> Confirm:
    """Return the button that forgets what a seat has counted: what the table followed counts again."""
    return Confirm(action="uncount", text=view.say("final.forget"), fields={"seat": str(seat)}, primary=False)
