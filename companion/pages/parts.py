"""What pages are made of: something to choose, numbers to step, lines to read. All choices stand in the address."""

from __future__ import annotations

from collections.abc import Callable, Container
from dataclasses import dataclass
from typing import Any

from companion.core.table import Link, View


@dataclass(frozen=True, kw_only=True)
class Button:
    """Something to do, or where to go."""

    text: str
    link: Link


@dataclass(frozen=True, kw_only=True)
class Option:
    """Something to choose: in words, with what it is worth or with a drawing."""

    label: str
    link: Link
    chosen: bool = False
    points: str = ""
    svg: str = ""


@dataclass(frozen=True, kw_only=True)
class Question:
    """A question with its answers; `keys` are short ones that fit on a keypad."""

    title: str
    options: tuple[Option, ...] = ()
    keys: tuple[Option, ...] = ()
    hint: str = ""


@dataclass(frozen=True, kw_only=True)
class Tally:
    """Points and why."""

    points: str
    text: str


@dataclass(frozen=True, kw_only=True)
class Step:
    """One key of a stepper."""

    text: str
    label: str
    link: Link | None


@dataclass(frozen=True, kw_only=True)
class Stepper:
    """A number with keys for less and more."""

    label: str
    value: str
    less: tuple[Step, ...]
    more: tuple[Step, ...]
    svg: str = ""


def stepper(
    link: Link,
    key: str,
    label: str,
    value: int,
    numbers: Container[int],
    view: View[Any],
    *,
    jump: int = 0,
    write: Callable[[int], str] = str,
    shown: str = "",
    svg: str = "",
) -> Stepper:
    """Return a stepper that keeps everything else in the address.

    `jump` is a larger step beside that of one, `write` how a number stands in the address.
    """

    def step(by: int) -> Step:
        there = value + by
        return _step(by, label, link.but(**{key: write(there)}) if there in numbers else None, view)

    sizes = (jump, 1) if jump else (1,)
    less, more = tuple(step(-by) for by in sizes), tuple(step(by) for by in reversed(sizes))
    return Stepper(label=label, value=shown or str(value), less=less, more=more, svg=svg)


def claim_stepper(here: Link, total: int, claimed: int | None, view: View[Any], least: int = 0) -> Stepper:
    """Return the stepper of a claimed score; the first tap claims what was counted."""
    label = view.say("final.claimed")
    if claimed is None:
        first = here.but(claimed=total)
        return Stepper(
            label=label, value="–", less=(_step(-1, label, first, view),), more=(_step(1, label, first, view),)
        )
    numbers = range(least, max(claimed, least) + 2)
    return stepper(here, "claimed", label, claimed, numbers, view)


def _step(by: int, label: str, link: Link | None, view: View[Any]) -> Step:
    text = f"{'−' if by < 0 else '+'}{abs(by) if abs(by) > 1 else ''}"
    return Step(text=text, label=view.say("step.less" if by < 0 else "step.more", label, abs(by)), link=link)
