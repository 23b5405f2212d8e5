"""The cells of a tableau as photos of it are laid out in them."""

from companion.games.ai100.board import AI_CELL, CELLS, COLUMNS, ROWS
from companion.vision.layout import Cells

CENTRE = CELLS[AI_CELL]  # where the AI card lies
TABLEAU = Cells(ROWS, len(COLUMNS), CENTRE, helps=True)
TAUGHT = Cells(ROWS, len(COLUMNS), helps=True)  # cards to be taught lie in any of the cells
