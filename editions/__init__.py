"""Invented editions of the game 'AI, 100% Human', as different from each other as publishers' editions are.

They stand for the boxes that owners photograph: tests and benches teach the reader with them. Nothing here is part of
the product or of its wheel, and nothing here shares drawing code with it, so that what the reader takes for granted
about its own demo deck does not hold here. Fonts come from packages that are installed for development only.

`TUNING` may be looked at while the reader is being improved. Nobody looks at how the reader fares on `HELD_OUT`
before reporting it; once reported on, editions move among those for tuning, and new ones are drawn.
"""

from editions.box import Edition, edition_images, faces_of
from editions.held_out import HELD_OUT
from editions.tuning_eighth import EIGHTH
from editions.tuning_eleventh import ELEVENTH
from editions.tuning_fifth import FIFTH
from editions.tuning_first import FIRST
from editions.tuning_fourth import FOURTH
from editions.tuning_ninth import NINTH
from editions.tuning_second import SECOND
from editions.tuning_seventh import SEVENTH
from editions.tuning_sixth import SIXTH
from editions.tuning_tenth import TENTH
from editions.tuning_third import THIRD
from editions.tuning_twelfth import TWELFTH

TUNING = (
    *FIRST, *SECOND, *THIRD, *FOURTH, *FIFTH, *SIXTH, *SEVENTH, *EIGHTH, *NINTH, *TENTH, *ELEVENTH, *TWELFTH,
)  # fmt: skip
EDITIONS = {edition.name: edition for edition in (*TUNING, *HELD_OUT)}

__all__ = ["EDITIONS", "HELD_OUT", "TUNING", "Edition", "edition_images", "faces_of"]
