"""Work done side by side: what looks at pixels lets another thread go on, and a second core is mostly there."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

_One = TypeVar("_One")
_Other = TypeVar("_Other")

AT_ONCE = 2  # more photos would take more memory


def in_parallel(look: Callable[..., _One], *each: Iterable[Any]) -> Iterator[_One]:
    """What looking at each photo, or each card, gives, in their order, as soon as it is known."""
    with ThreadPoolExecutor(AT_ONCE) as pool:
        yield from pool.map(look, *each)


def together(one: Callable[[], _One], other: Callable[[], _Other]) -> tuple[_One, _Other]:
    """What two pieces of work give that do not need each other."""
    with ThreadPoolExecutor(1) as pool:
        beside = pool.submit(other)
        return one(), beside.result()
