"""The game file: `companion-game/1` read into a record, with the place of whatever cannot be read."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from companion.core.errors import GAME_FILE, Place, Unreadable
from companion.core.reading import CLAIMED, read_game, read_list, read_name, read_number, read_object, read_whole, shown
from companion.core.sheet import Reason
from companion.games.ai100.board import AI_CELL, CELL_INDEX, EXTRA_CELLS, cell_index
from companion.games.ai100.cards import AI_IDS, COLOURS, EVOLUTION_IDS, OBJECTIVE_IDS, Face
from companion.games.ai100.catalogue import Figures
from companion.games.ai100.deck import read_faces
from companion.games.ai100.rulings import Rulings, read_rulings
from companion.games.ai100.scoring import GRID, Choice

MOST_PLAYERS, TURNS, ROUND = 6, 14, 7
UNKNOWN_GRID = "unknown"


class ExtraCard(NamedTuple):
    """The reserve card that AI-2 adds at the end, and the cell outside the tableau."""

    card: str
    cell: str


class Player(NamedTuple):
    """A seat at the table."""

    name: str
    ai: str
    claimed: int | None = None
    final: ExtraCard | None = None


class Play(NamedTuple):
    """What a player did in a turn."""

    card: str
    cell: int
    choice: Choice = Choice()
    exchange: tuple[int, str] | None = None  # the cell that goes out, the card that comes in
    swap: tuple[int, int] | None = None
    ai_swap: tuple[int, int] | None = None
    grid: Mapping[int, str] | None = None  # the draft grid of a solo game


class Moved(NamedTuple):
    """What a card that may move others did: nothing, swap two cells, or let a card in for one that went out."""

    cells: tuple[int, ...] = ()  # the cells that were swapped, or where the card that came in lies now
    out: str = ""


class Memory(NamedTuple):
    """What a table remembers of a finished game: a card's turn, its points, what it moved; for AI-5 in the centre."""

    cell: int
    turn: int | None = None
    points: int | None = None
    moved: Moved | None = None


@dataclass(frozen=True)
class Record:
    """A whole game as somebody wrote it down."""

    players: tuple[Player, ...]
    objectives: tuple[str, ...]  # the empty word where nobody has said which one was played
    faces: Mapping[str, Face]
    rulings: Rulings = field(default_factory=Rulings)
    grid: Mapping[int, str] | None = None
    grid_unknown: bool = False  # there was one, and nobody wrote it down
    turns: tuple[Mapping[str, Play], ...] = ()
    tableaux: Mapping[str, Mapping[int, str]] | None = None
    figures: Figures = ()
    remembered: Mapping[str, tuple[Memory, ...]] = field(default_factory=dict)

    @property
    def solo(self) -> bool:
        """Whether one player plays alone."""
        return len(self.players) == 1


_TOP = ("objectives", "rulings", "faces", "figures", "grid", "turns", "tableaux", "remembered")
_PLAYER = ("name", "ai", "claimed", "final")
_PLAY = ("card", "cell", "copy", "neighbour", "exchange", "swap", "ai_swap", "grid")


def read_record(document: object, *, open_turn: bool = False) -> Record:
    """Return the record of a decoded JSON document. With `open_turn` turns may lack players."""
    top = read_game(document, "ai100", _TOP, ("objectives", "faces"))
    if ("turns" in top) == ("tableaux" in top):
        raise Unreadable(Reason("ai100:error.turns_or_tableaux"), GAME_FILE)
    faces = read_faces(top["faces"])
    players = _players(top["players"], faces)
    names = [player.name for player in players]
    grid_unknown = top.get("grid") == UNKNOWN_GRID
    if grid_unknown and ("turns" in top or len(players) != 2):
        raise Unreadable(Reason("ai100:error.unknown_grid"), Place("grid"))
    return Record(
        players,
        _objectives(top["objectives"], nameless="tableaux" in top),
        faces,
        read_rulings(top.get("rulings", {})),
        _grid(top["grid"], Place("grid"), faces) if "grid" in top and not grid_unknown else None,
        grid_unknown,
        _turns(top["turns"], names, faces, open_turn) if "turns" in top else (),
        _tableaux(top["tableaux"], players, faces) if "tableaux" in top else None,
        read_figures(top.get("figures", [])),
        _remembered(top.get("remembered", {}), names, faces) if "tableaux" in top else {},
    )


_EVOLUTION = frozenset(EVOLUTION_IDS)


def _known(value: object, ids: Collection[str], place: Place, what: str) -> str:
    if not isinstance(value, str) or value not in ids:
        raise Unreadable(Reason(f"ai100:error.no_{what}", (shown(value),)), place)
    return value


def _card(value: object, faces: Mapping[str, Face], place: Place) -> str:
    card = _known(value, _EVOLUTION, place, "card")
    if card not in faces:
        raise Unreadable(Reason("ai100:error.no_face", (card,)), place)
    return card


def _players(value: object, faces: Mapping[str, Face]) -> tuple[Player, ...]:
    entries = read_list(value, Place("players"), Reason("what.players"))
    if not 1 <= len(entries) <= MOST_PLAYERS:
        raise Unreadable(Reason("error.players", (len(entries), 1, MOST_PLAYERS)), Place("players"))
    players: list[Player] = []
    for number, entry in enumerate(entries, 1):
        place = Place.player(number)
        fields = read_object(entry, place, _PLAYER, ("name", "ai"))
        name = read_name(fields["name"], [player.name for player in players], place)
        if name == GRID:
            raise Unreadable(Reason("ai100:error.called_grid"), place)
        place = Place.player(name)
        ai = _known(fields["ai"], AI_IDS, place, "ai")
        if ai in (player.ai for player in players):
            raise Unreadable(Reason("ai100:error.ai_taken", (ai,)), place)
        if ai not in faces:
            raise Unreadable(Reason("ai100:error.no_ai_face", (ai,)), place)
        claimed = fields.get("claimed")
        if claimed is not None:
            claimed = read_whole(claimed, place, CLAIMED)
        players.append(Player(name, ai, claimed, _extra_card(fields.get("final"), ai, faces, place)))
    return tuple(players)


def _extra_card(value: object, ai: str, faces: Mapping[str, Face], place: Place) -> ExtraCard | None:
    if value is None:
        return None
    place = place / "final"
    if ai != "AI-2":
        raise Unreadable(Reason("ai100:error.only_ai_2", (ai,)), place)
    fields = read_object(value, place, ("card", "cell"), ("card", "cell"))
    card = _card(fields["card"], faces, place)
    if fields["cell"] not in EXTRA_CELLS:
        raise Unreadable(Reason("ai100:error.extra_cell", (shown(fields["cell"]),)), place)
    return ExtraCard(card, fields["cell"])


def _objectives(value: object, *, nameless: bool) -> tuple[str, ...]:
    """Return the objectives of both rounds; of a finished game one may still be unknown, and is the empty word."""
    entries = read_list(value, Place("objectives"), Reason("ai100:what.two_objectives"))
    if len(entries) != 2:
        raise Unreadable(Reason("ai100:error.objectives", (len(entries),)), Place("objectives"))
    one, other = (
        "" if nameless and entry is None else _known(entry, OBJECTIVE_IDS, Place("objectives"), "objective")
        for entry in entries
    )
    if one and one == other:
        raise Unreadable(Reason("ai100:error.named_twice", (one,)), Place("objectives"))
    return one, other


def _grid(value: object, place: Place, faces: Mapping[str, Face]) -> dict[int, str]:
    grid: dict[int, str] = {}
    for cell, name, entry in _cells(value, place):
        if cell % 5 == 4:
            raise Unreadable(Reason("ai100:error.grid_cell", (name,)), place)
        card = _card(entry, faces, place / name)
        if card in grid.values():
            raise Unreadable(Reason("ai100:error.lies_twice", (card,)), place)
        grid[cell] = card
    return grid


def _turns(
    value: object, names: list[str], faces: Mapping[str, Face], open_turn: bool
) -> tuple[Mapping[str, Play], ...]:
    entries = read_list(value, Place("turns"), Reason("what.turns"), TURNS)
    turns = []
    for number, entry in enumerate(entries, 1):
        place = Place.turn(number)
        if not isinstance(entry, dict):
            raise Unreadable(Reason("ai100:error.plays"), place)
        for name in entry:
            if name not in names:
                raise Unreadable(Reason("error.no_player", (shown(name), ", ".join(names))), place)
        missing = [name for name in names if name not in entry]
        if missing and not open_turn:
            raise Unreadable(Reason("ai100:error.no_play", (missing[0],)), place)
        turns.append(
            {
                name: _plain_play(entry[name], faces) or _play(entry[name], faces, place / name)
                for name in names
                if name in entry
            }
        )
    return tuple(turns)


def _plain_play(value: object, faces: Mapping[str, Face]) -> Play | None:
    """Return a card laid on a cell and nothing else, as nearly all plays are; what is wrong is found by `_play`."""
    if isinstance(value, dict) and len(value) == 2:
        card, cell = value.get("card"), value.get("cell")
        if isinstance(card, str) and isinstance(cell, str) and card in faces:
            return _PLAIN_PLAYS.get((card, cell))
    return None


_PLAIN_PLAYS = {(card, cell): Play(card, index) for card in EVOLUTION_IDS for cell, index in CELL_INDEX.items()}


def _play(value: object, faces: Mapping[str, Face], place: Place) -> Play:
    fields = read_object(value, place, _PLAY, ("card", "cell"))
    card = _card(fields["card"], faces, place)
    cell = cell_index(fields["cell"], place)
    if len(fields) == 2:
        return Play(card, cell)
    exchange = _optional(fields, "exchange", lambda entry, at: _exchange(entry, faces, at), place)
    in_play = {card, exchange[1]} if exchange else {card}
    for key, ids in _BELONGS.items():
        if key in fields and not in_play & ids:
            raise Unreadable(Reason("ai100:error.no_effect", (repr(key), card)), place)
    return Play(
        card,
        cell,
        Choice(
            _optional(fields, "copy", lambda entry, at: _copy(entry, faces, at), place),
            _optional(fields, "neighbour", _name, place) or "",
        ),
        exchange,
        _optional(fields, "swap", _swap, place),
        _optional(fields, "ai_swap", _swap, place),
        _optional(fields, "grid", lambda entry, at: _grid(entry, at, faces), place),
    )


# Which cards a key of a play is for; the incoming card of an exchange counts too, except for swaps.
_BELONGS = {
    "copy": {f"{n:03d}" for n in range(99, 105)},
    "neighbour": {f"{n:03d}" for n in range(107, 115)},
    "exchange": {"115", "116"},
    "swap": {"119", "120"},
}


def _optional(fields: Mapping[str, Any], key: str, read: Callable[[object, Place], Any], place: Place) -> Any:
    return read(fields[key], place / key) if fields.get(key) is not None else None


def _name(value: object, place: Place) -> str:
    if not isinstance(value, str) or not value:
        raise Unreadable(Reason("ai100:error.neighbour_name"), place)
    return value


def _copy(value: object, faces: Mapping[str, Face], place: Place) -> tuple[str, str]:
    fields = read_object(value, place, ("from", "card"), ("from", "card"))
    return _name(fields["from"], place), _card(fields["card"], faces, place)


def _exchange(value: object, faces: Mapping[str, Face], place: Place) -> tuple[int, str]:
    fields = read_object(value, place, ("out", "in"), ("out", "in"))
    return cell_index(fields["out"], place), _card(fields["in"], faces, place)


def _swap(value: object, place: Place) -> tuple[int, int]:
    cells = read_list(value, place, Reason("ai100:what.two_cells"))
    if len(cells) != 2 or cells[0] == cells[1]:
        raise Unreadable(Reason("ai100:error.two_cells"), place)
    return cell_index(cells[0], place), cell_index(cells[1], place)


def _tableaux(value: object, players: tuple[Player, ...], faces: Mapping[str, Face]) -> Mapping[str, Mapping[int, str]]:
    names = [player.name for player in players]
    entries = read_object(value, Place("tableaux"), tuple(names), tuple(names))
    return {player.name: _tableau(entries[player.name], player, faces) for player in players}


def _tableau(value: object, player: Player, faces: Mapping[str, Face]) -> Mapping[int, str]:
    place = Place("tableaux", player.name)
    tableau = {}
    for cell, name, entry in _cells(value, place):
        if cell != AI_CELL:
            tableau[cell] = _card(entry, faces, place / name)
        elif entry != player.ai:
            raise Unreadable(Reason("ai100:error.b3", (player.ai, shown(entry))), place)
    return tableau


def _cells(value: object, place: Place) -> Iterator[tuple[int, str, object]]:
    if not isinstance(value, dict):
        raise Unreadable(Reason("ai100:error.cells"), place)
    for name, entry in value.items():
        yield cell_index(name, place), name, entry


def _remembered(value: object, names: list[str], faces: Mapping[str, Face]) -> dict[str, tuple[Memory, ...]]:
    found = {}
    for name, notes in read_object(value, Place("remembered"), tuple(names)).items():
        place = Place("remembered", name)
        entries = read_list(notes, place, Reason("ai100:what.memories"))
        found[name] = tuple(_memory(one, faces, place) for one in entries)
    return found


def _memory(value: object, faces: Mapping[str, Face], place: Place) -> Memory:
    fields = read_object(value, place, ("cell", "turn", "points", "swap", "exchange"), ("cell",))
    cell = cell_index(fields["cell"], place)
    turn, points = fields.get("turn"), fields.get("points")
    return Memory(
        cell,
        None if turn is None else read_number(turn, range(1, TURNS + 1), place, Reason("ai100:what.turn")),
        None if points is None else read_whole(points, place, Reason("ai100:what.points")),
        _moved(fields, faces, place),
    )


def _moved(fields: Mapping[str, Any], faces: Mapping[str, Face], place: Place) -> Moved | None:
    """Return what a card moved; an empty `swap` or `exchange` says that it moved nothing."""
    if "swap" in fields:
        return Moved() if fields["swap"] == [] else Moved(_swap(fields["swap"], place / "swap"))
    if "exchange" not in fields:
        return None
    if fields["exchange"] == {}:
        return Moved()
    place = place / "exchange"
    exchange = read_object(fields["exchange"], place, ("cell", "out"), ("cell", "out"))
    return Moved((cell_index(exchange["cell"], place),), _card(exchange["out"], faces, place))


def read_figures(value: object) -> Figures:
    """Return the figures that an owner of AI-1 drew in: rows of X and . with the colours that may fill them."""
    figures = []
    for number, entry in enumerate(read_list(value, Place("figures"), Reason("ai100:what.figures")), 1):
        place = Place("figures", number)
        fields = read_object(entry, place, ("drawing", "colours"), ("drawing", "colours"))
        rows = read_list(fields["drawing"], place, Reason("ai100:what.rows"))
        if not 1 <= len(rows) <= 3 or not all(isinstance(row, str) and set(row) <= set("X.") for row in rows):
            raise Unreadable(Reason("ai100:error.rows"), place)
        if not 1 <= sum(row.count("X") for row in rows) <= 6 or max(map(len, rows)) > 5:
            raise Unreadable(Reason("ai100:error.drawing"), place)
        colours = read_list(fields["colours"], place, Reason("ai100:what.colours"))
        if not colours:
            raise Unreadable(Reason("ai100:error.some_colour"), place)
        figures.append((tuple(rows), tuple(_known(colour, COLOURS, place, "colour") for colour in colours)))
    return tuple(figures)
