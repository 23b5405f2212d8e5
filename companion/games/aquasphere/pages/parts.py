"""What pages are made of: numbers to step, questions to tap, lines to read. All choices stand in the address."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from companion.core.sheet import Line
from companion.core.table import Form, Link, NoSuchPage
from companion.games.aquasphere.pages.words import line_words, say


@dataclass(frozen=True)
class Step:
    """One key of a stepper."""

    text: str
    label: str
    link: Link | None


@dataclass(frozen=True)
class Stepper:
    """A number with keys for less and more."""

    name: str
    label: str
    value: str
    less: tuple[Step, ...]
    more: tuple[Step, ...]


@dataclass(frozen=True)
class Option:
    """Something to choose."""

    label: str
    link: Link
    chosen: bool = False
    points: str = ""


@dataclass(frozen=True)
class Question:
    """A question with its answers; `keys` are short ones that fit on a keypad."""

    title: str
    options: tuple[Option, ...] = ()
    keys: tuple[Option, ...] = ()
    hint: str = ""


@dataclass(frozen=True)
class LineView:
    """A line in words."""

    points: str
    text: str


def stepper(
    link: Link, name: str, label: str, value: int, numbers: range, language: str, *, jump: int = 0, shown: str = ""
) -> Stepper:
    """Return a stepper that keeps everything else in the address."""

    def step(by: int) -> Step:
        there = value + by
        text = f"{'−' if by < 0 else '+'}{abs(by) if abs(by) > 1 else ''}"
        key = "step.less" if by < 0 else "step.more"
        return Step(
            text, say(language, key, label, abs(by)), link.but(**{name: str(there)}) if there in numbers else None
        )

    sizes = (jump, 1) if jump else (1,)
    return Stepper(
        name,
        label,
        shown or str(value),
        tuple(step(-by) for by in sizes),
        tuple(step(by) for by in reversed(sizes)),
    )


def line_view(line: Line, language: str) -> LineView:
    """Return a line in words."""
    return LineView(f"{line.points:+d}", line_words(line, language))


def line_views(lines: Iterable[Line], language: str) -> tuple[LineView, ...]:
    """Return lines in words."""
    return tuple(line_view(line, language) for line in lines)


def letters_of(args: Form, name: str, allowed: Iterable[str]) -> tuple[str, ...]:
    """Return letters that stand together in an address, each once."""
    text = args.get(name, "")
    if not set(text) <= set(allowed):
        raise NoSuchPage(f"{name}={text}")
    return tuple(sorted(set(text)))
