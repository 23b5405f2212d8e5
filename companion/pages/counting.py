"""Counting what somebody has, and the score with its reasons, as the pages of several games show them."""

from __future__ import annotations

from collections.abc import Container
from dataclasses import dataclass

from companion.core.table import Link, Page
from companion.pages.words import say


@dataclass(frozen=True)
class Button:
    """Something to do, or where to go."""

    text: str
    link: Link


@dataclass(frozen=True)
class SeatTab:
    """A seat and how it stands, above the page of one seat."""

    number: int
    name: str
    status: str
    link: Link


@dataclass(frozen=True)
class LineView:
    """A line of the score."""

    title: str
    points: str
    text: str
    link: Link | None = None


@dataclass(frozen=True)
class LinesPage(Page):
    """All lines of a seat, then what they came from."""

    seat: int
    name: str
    total: int
    lines: tuple[LineView, ...]
    sources: tuple[LineView, ...]
    verdict: str
    wrong: bool
    team: str
    tie: str


@dataclass(frozen=True)
class Stepper:
    """A number with a key for less and a key for more."""

    label: str
    value: str
    less: Link | None
    more: Link | None
    less_label: str
    more_label: str
    svg: str = ""


@dataclass(frozen=True)
class FinalPage(Page):
    """What somebody counts in the end."""

    seat: int
    name: str
    steppers: tuple[Stepper, ...]
    claim: Stepper
    unclaim: Link | None
    total: int
    counted: bool
    notes: tuple[str, ...]
    problem: str
    fields: tuple[tuple[str, str], ...]


def stepper(
    here: Link, key: str, label: str, value: int, numbers: Container[int], language: str, svg: str = ""
) -> Stepper:
    """Return a stepper that keeps everything else in the address."""

    def to(number: int) -> Link | None:
        return here.but(**{key: str(number)}) if number in numbers else None

    return _stepper(label, str(value), to(value - 1), to(value + 1), language, svg)


def claim_stepper(here: Link, total: int, claimed: int | None, language: str, least: int = 0) -> Stepper:
    """Return the stepper of a claimed score; the first tap claims what was counted."""
    label = say(language, "final.claimed")
    if claimed is None:
        first = here.but(claimed=str(total))
        return _stepper(label, "–", first, first, language)
    less = here.but(claimed=str(claimed - 1)) if claimed > least else None
    return _stepper(label, str(claimed), less, here.but(claimed=str(claimed + 1)), language)


def _stepper(label: str, value: str, less: Link | None, more: Link | None, language: str, svg: str = "") -> Stepper:
    labels = say(language, "final.less", label), say(language, "final.more", label)
    return Stepper(label, value, less, more, *labels, svg)
