"""One thread of linear algebra for whoever reads photos: the matrices are small.

Several threads would mostly wait for each other, and on a busy machine at many times the processor's time.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, wraps
from typing import ParamSpec, TypeVar

from threadpoolctl import ThreadpoolController

_Given = ParamSpec("_Given")
_Found = TypeVar("_Found")


@cache
def _libraries() -> ThreadpoolController:
    return ThreadpoolController()


def one_thread(read: Callable[_Given, _Found]) -> Callable[_Given, _Found]:
    """The same function, its linear algebra done in one thread."""

    @wraps(read)
    def alone(*args: _Given.args, **kwargs: _Given.kwargs) -> _Found:
        with _libraries().limit(limits=1, user_api="blas"):
            return read(*args, **kwargs)

    return alone
