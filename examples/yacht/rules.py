"""The rules: what five dice bring in a box, a game file read into sheets, and the score with its reasons."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

from companion.core import schemas
from companion.core.errors import Place
from companion.core.game import ShelfGame
from companion.core.reading import read_game, read_list, read_number, read_object, read_rulings, read_seats
from companion.core.score import Score, best
from companion.core.sheet import Group, Line, Reason, ScoreSheet
from companion.core.texts import Texts, read_words, texts_of
from companion.paths import data_of

SLUG = "yacht"
PLAYERS = range(1, 9)
DICE, FACES = 5, range(1, 7)
NUMBERS = ("ones", "twos", "threes", "fours", "fives", "sixes")
KINDS = ("numbers", "figures")  # what a sheet is summed by
BOXES = (*NUMBERS, "full_house", "four", "little", "big", "choice", "yacht")
STRAIGHT, YACHT = 30, 50
SWITCHES: Mapping[str, Any] = read_words(data_of(SLUG) / "rulings.toml")

Dice = tuple[int, ...]
Rulings = Mapping[str, str]


def texts(language: str) -> Texts:
    """Return the sentences of the game."""
    return texts_of(SLUG, language)


def worth(box: str, dice: Dice, rulings: Rulings) -> int:
    """Return what five dice bring in a box; 0 where they do not fit it."""
    counts = Counter(dice)
    face, most = counts.most_common(1)[0]
    if box in NUMBERS:
        number = NUMBERS.index(box) + 1
        return number * counts[number]
    if box == "full_house":
        return sum(dice) if sorted(counts.values()) == [2, 3] else 0
    if box == "four":
        whole = rulings["four"] == "all_dice"
        return (sum(dice) if whole else 4 * face) if most >= 4 else 0
    if box in ("little", "big"):
        return STRAIGHT if sorted(dice) == list(FACES[:5] if box == "little" else FACES[1:]) else 0
    return sum(dice) if box == "choice" else YACHT * (most == DICE)


def line(box: str, dice: Dice, rulings: Rulings) -> Line:
    """Return a box with its points and why it has them."""
    points, thrown = worth(box, dice, rulings), " ".join(map(str, dice))
    reason = Reason("box.points" if points else "box.nothing", (Reason(f"box.{box}"), thrown, points))
    return Line(KINDS[box not in NUMBERS], box, (Group((), points),), (reason,))


def sheet_of(name: str, boxes: Mapping[str, Dice], rulings: Rulings) -> ScoreSheet:
    """Return the sheet of a player: one line for each box that is filled."""
    return ScoreSheet(name, tuple(line(box, boxes[box], rulings) for box in BOXES if box in boxes))


def read_dice(value: object, place: Place) -> Dice:
    """Return five dice."""
    thrown = read_list(value, place, Reason("yacht:what.dice"), DICE)
    read_number(len(thrown), range(DICE, DICE + 1), place, Reason("yacht:what.count"))
    return tuple(read_number(face, range(1, 7), place, Reason("yacht:what.die")) for face in thrown)


def read_sheets(document: object) -> tuple[ScoreSheet, ...]:
    """Return the sheets of a game file."""
    top = read_game(document, SLUG, ("rulings",))
    rulings, seats = read_rulings(top.get("rulings", {}), SWITCHES), read_seats(top["players"], PLAYERS, ("boxes",))
    sheets = []
    for seat in seats:
        place = Place.player(seat.name)
        boxes = read_object(seat.fields.get("boxes", {}), place, BOXES)
        dice = {box: read_dice(boxes[box], place / box) for box in boxes}
        sheets.append(sheet_of(seat.name, dice, rulings).claiming(seat.claimed))
    return tuple(sheets)


def score_of(sheets: tuple[ScoreSheet, ...]) -> Score:
    """Return what sheets come to: who has the most points wins."""
    total = {sheet.name: sheet.total for sheet in sheets}
    finished = all(len(sheet.lines) == len(BOXES) for sheet in sheets)
    return Score(game=SLUG, sheets=sheets, winners=best(list(total), total.__getitem__), finished=finished)


class Yacht(ShelfGame):
    """The game as command line and web know it."""

    slug, numbers = SLUG, PLAYERS

    def schema(self) -> dict[str, Any]:
        """Return the JSON Schema of the game file."""
        dice = schemas.list_of(schemas.number(FACES), DICE, DICE)
        player = schemas.player({}, {"boxes": schemas.map_of(BOXES, dice)})
        rulings = {"rulings": schemas.rulings(SWITCHES)}
        return schemas.game_file(SLUG, "yacht", schemas.list_of(player, PLAYERS[0], PLAYERS[-1]), {}, rulings)

    def score(self, document: object) -> Score:
        """Return what a game file comes to."""
        return score_of(read_sheets(document))


GAME = Yacht()
