"""Ids that were typed beside those that are printed: who was named wrongly, and who only reads so."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from companion.vision.digits import IDS

Floats = NDArray[np.float64]

_SOME_IDS, _LEGIBLE = 5, 0.6  # where fewer of the ids that read clearly are as typed, one that is not says nothing
_MISREADS = 2  # ids that were clearly read as what cannot be
_ID_READ = 0.9  # the chance from which an id reads clearly


@dataclass(frozen=True)
class TypedIds:
    """What the printed ids of cards read as (n, 133: log-probabilities), and the ids that were typed for them."""

    logs: Floats
    typed: Sequence[str]

    @cached_property
    def _best(self) -> NDArray[np.intp]:
        return np.asarray(self.logs.argmax(axis=1), np.intp)

    @cached_property
    def clear(self) -> NDArray[np.bool_]:
        """Which are read clearly (n,)."""
        return np.asarray((self.logs.max(axis=1) > np.log(_ID_READ)) & (self._best != IDS.index("")))

    @cached_property
    def right(self) -> NDArray[np.bool_]:
        """Which are read as they were typed (n,)."""
        return np.asarray(self._best == np.array([IDS.index(card) for card in self.typed]))

    def misnamed(self, before: float = 0.0) -> Iterator[tuple[int, str]]:
        """Yield rows whose id reads clearly otherwise than it was typed, and how.

        Nothing where what reads clearly is not mostly what was typed; `before` is the share of ids that earlier photos
        could read. Each id exists once: what reads like one that another card shows, too, was misread.
        """
        legible = self.clear.sum() >= _SOME_IDS and self.right[self.clear].mean() >= _LEGIBLE
        if not legible and before < _LEGIBLE:
            return
        read = [IDS[at] for at in self._best.tolist()]
        taken = {self.typed[row] for row in np.flatnonzero(self.clear & self.right).tolist()}
        wrong = {self.typed[row]: row for row in np.flatnonzero(self.clear & ~self.right).tolist()}
        claims = Counter(read[row] for row in wrong.values())
        misread = {typed for typed, row in wrong.items() if read[row] in taken or claims[read[row]] > 1}
        for typed, row in wrong.items():
            # Where even clear ids are often misread only two that were typed for each other are believed.
            each_other = read[row] in wrong and read[wrong[read[row]]] == typed
            if each_other or (typed not in misread and len(misread) < _MISREADS):
                yield row, read[row]
