"""The game file: `companion-game/1` read into a record, with the place of whatever cannot be read."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from companion.core.errors import Unreadable
from companion.core.reading import FORMAT, read_list, read_object, shown
from companion.games.ai100.board import EXTRA_CELLS, cell_index
from companion.games.ai100.cards import AI_IDS, COLOURS, EVOLUTION_IDS, OBJECTIVE_IDS, Face
from companion.games.ai100.catalogue import Figures
from companion.games.ai100.deck import read_faces
from companion.games.ai100.rulings import Rulings, read_rulings
from companion.games.ai100.scoring import GRID, Choice

MOST_PLAYERS, TURNS, ROUND = 6, 14, 7
UNKNOWN_GRID = "unknown"


class Final(NamedTuple):
    """The reserve card that AI-2 adds at the end, and the cell outside the tableau."""

    card: str
    cell: str


class Player(NamedTuple):
    """A seat at the table."""

    name: str
    ai: str
    claimed: int | None = None
    final: Final | None = None


class Play(NamedTuple):
    """What a player did in a turn."""

    card: str
    cell: int
    choice: Choice = Choice()
    exchange: tuple[int, str] | None = None  # the cell that goes out, the card that comes in
    swap: tuple[int, int] | None = None
    ai_swap: tuple[int, int] | None = None
    grid: Mapping[int, str] | None = None  # the draft grid of a solo game


class Memory(NamedTuple):
    """What a table remembers of a finished game: a card's turn, its points, or both."""

    cell: int
    turn: int | None = None
    points: int | None = None


@dataclass(frozen=True)
class Record:
    """A whole game as somebody wrote it down."""

    players: tuple[Player, ...]
    objectives: tuple[str, ...]
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


_TOP = (
    "format", "game", "players", "objectives", "rulings", "faces", "figures", "grid", "turns", "tableaux", "remembered",
)  # fmt: skip
_PLAYER = ("name", "ai", "claimed", "final")
_PLAY = ("card", "cell", "copy", "neighbour", "exchange", "swap", "ai_swap", "grid")


def read_record(document: object, *, open_turn: bool = False) -> Record:
    """Return the record of a decoded JSON document. With `open_turn` the last turn may lack players."""
    top = read_object(document, "game file", _TOP, ("players", "objectives", "faces"))
    if top.get("format") != FORMAT:
        raise Unreadable(f'expected "{FORMAT}"', "format")
    if top.get("game") != "ai100":
        raise Unreadable('expected "ai100"', "game")
    if ("turns" in top) == ("tableaux" in top):
        raise Unreadable("expected either turns or tableaux", "game file")
    faces = read_faces(top["faces"])
    players = _players(top["players"], faces)
    names = [player.name for player in players]
    grid_unknown = top.get("grid") == UNKNOWN_GRID
    if grid_unknown and ("turns" in top or len(players) != 2):
        raise Unreadable("only the finished tableaux of two players have a grid that nobody wrote down", "grid")
    return Record(
        players,
        _objectives(top["objectives"]),
        faces,
        read_rulings(top.get("rulings", {})),
        _grid(top["grid"], "grid", faces) if "grid" in top and not grid_unknown else None,
        grid_unknown,
        _turns(top["turns"], names, faces, open_turn) if "turns" in top else (),
        _tableaux(top["tableaux"], players, faces) if "tableaux" in top else None,
        read_figures(top.get("figures", [])),
        _remembered(top.get("remembered", {}), names) if "tableaux" in top else {},
    )


_EVOLUTION = frozenset(EVOLUTION_IDS)


def _known(value: object, ids: tuple[str, ...], place: str, what: str) -> str:
    if not isinstance(value, str) or value not in ids:
        raise Unreadable(f"unknown {what} {shown(value)}", place)
    return value


def _card(value: object, faces: Mapping[str, Face], place: str) -> str:
    if not isinstance(value, str) or value not in _EVOLUTION:
        raise Unreadable(f"unknown card {shown(value)} (001 to 120)", place)
    if value not in faces:
        raise Unreadable(f"the face of card {value} is missing from faces", place)
    return value


def _players(value: object, faces: Mapping[str, Face]) -> tuple[Player, ...]:
    entries = read_list(value, "players", "players")
    if not 1 <= len(entries) <= MOST_PLAYERS:
        raise Unreadable(f"{len(entries)} players (expected 1 to {MOST_PLAYERS})", "players")
    players: list[Player] = []
    for number, entry in enumerate(entries, 1):
        place = f"player {number}"
        fields = read_object(entry, place, _PLAYER, ("name", "ai"))
        name = fields["name"]
        if not isinstance(name, str) or not name.strip():
            raise Unreadable("expected a name", place)
        place = f"player {name}"
        if name == GRID:
            raise Unreadable("no player may be called 'grid'", f"player {number}")
        if name in (player.name for player in players):
            raise Unreadable("two players have this name", place)
        ai = _known(fields["ai"], AI_IDS, place, "AI card")
        if ai in (player.ai for player in players):
            raise Unreadable(f"{ai} belongs to another player already", place)
        if ai not in faces:
            raise Unreadable(f"the face of {ai} is missing from faces", place)
        claimed = fields.get("claimed")
        if claimed is not None and (not isinstance(claimed, int) or isinstance(claimed, bool)):
            raise Unreadable(f"claimed {shown(claimed)} is no whole number", place)
        players.append(Player(name, ai, claimed, _final(fields.get("final"), ai, faces, place)))
    return tuple(players)


def _final(value: object, ai: str, faces: Mapping[str, Face], place: str) -> Final | None:
    if value is None:
        return None
    place = f"{place}, final"
    if ai != "AI-2":
        raise Unreadable(f"only AI-2 adds a card at the end, not {ai}", place)
    fields = read_object(value, place, ("card", "cell"), ("card", "cell"))
    card = _card(fields["card"], faces, place)
    if fields["cell"] not in EXTRA_CELLS:
        raise Unreadable(
            f"cell {shown(fields['cell'])} does not lie next to the tableau (row @ or D, column 0 or 6)", place
        )
    return Final(card, fields["cell"])


def _objectives(value: object) -> tuple[str, ...]:
    entries = read_list(value, "objectives", "two objectives")
    if len(entries) != 2:
        raise Unreadable(f"{len(entries)} objectives (expected one for each of the two rounds)", "objectives")
    one, other = (_known(entry, OBJECTIVE_IDS, "objectives", "objective") for entry in entries)
    if one == other:
        raise Unreadable(f"{one} is named twice", "objectives")
    return one, other


def _grid(value: object, place: str, faces: Mapping[str, Face]) -> dict[int, str]:
    if not isinstance(value, dict):
        raise Unreadable("expected an object of cells and cards", place)
    grid: dict[int, str] = {}
    for name, entry in value.items():
        cell = cell_index(name, place)
        if cell % 5 == 4:
            raise Unreadable(f"cell {name} does not exist (rows A-C, columns 1-4)", place)
        card = _card(entry, faces, f"{place}, {name}")
        if card in grid.values():
            raise Unreadable(f"card {card} lies there twice", place)
        grid[cell] = card
    return grid


def _turns(
    value: object, names: list[str], faces: Mapping[str, Face], open_turn: bool
) -> tuple[Mapping[str, Play], ...]:
    entries = read_list(value, "turns", "turns")
    if len(entries) > TURNS:
        raise Unreadable(f"{len(entries)} turns (expected at most {TURNS})", "turns")
    turns = []
    for number, entry in enumerate(entries, 1):
        place = f"turn {number}"
        if not isinstance(entry, dict):
            raise Unreadable("expected an object of players and their plays", place)
        for name in entry:
            if name not in names:
                raise Unreadable(f"unknown player {shown(name)}", place)
        missing = [name for name in names if name not in entry]
        if missing and not (open_turn and number == len(entries)):
            raise Unreadable(f"the play of {missing[0]} is missing", place)
        turns.append({name: _play(entry[name], faces, f"turn {number}, {name}") for name in names if name in entry})
    return tuple(turns)


def _play(value: object, faces: Mapping[str, Face], place: str) -> Play:
    fields = read_object(value, place, _PLAY, ("card", "cell"))
    card = _card(fields["card"], faces, place)
    cell = cell_index(fields["cell"], place)
    if len(fields) == 2:
        return Play(card, cell)
    exchange = _optional(fields, "exchange", lambda entry, at: _exchange(entry, faces, at), place)
    in_play = {card, exchange[1]} if exchange else {card}
    for key, ids in _BELONGS.items():
        if key in fields and not in_play & ids:
            raise Unreadable(f"{key!r} does not belong to card {card}", place)
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


def _optional(fields: Mapping[str, Any], key: str, read: Callable[[object, str], Any], place: str) -> Any:
    return read(fields[key], f"{place}, {key}") if fields.get(key) is not None else None


def _name(value: object, place: str) -> str:
    if not isinstance(value, str) or not value:
        raise Unreadable("expected the name of a neighbour, or grid", place)
    return value


def _copy(value: object, faces: Mapping[str, Face], place: str) -> tuple[str, str]:
    fields = read_object(value, place, ("from", "card"), ("from", "card"))
    return _name(fields["from"], place), _card(fields["card"], faces, place)


def _exchange(value: object, faces: Mapping[str, Face], place: str) -> tuple[int, str]:
    fields = read_object(value, place, ("out", "in"), ("out", "in"))
    return cell_index(fields["out"], place), _card(fields["in"], faces, place)


def _swap(value: object, place: str) -> tuple[int, int]:
    cells = read_list(value, place, "two cells")
    if len(cells) != 2 or cells[0] == cells[1]:
        raise Unreadable("expected two different cells", place)
    return cell_index(cells[0], place), cell_index(cells[1], place)


def _tableaux(value: object, players: tuple[Player, ...], faces: Mapping[str, Face]) -> Mapping[str, Mapping[int, str]]:
    names = [player.name for player in players]
    entries = read_object(value, "tableaux", tuple(names), tuple(names))
    return {player.name: _tableau(entries[player.name], player, faces) for player in players}


def _tableau(value: object, player: Player, faces: Mapping[str, Face]) -> Mapping[int, str]:
    place = f"tableaux, {player.name}"
    if not isinstance(value, dict):
        raise Unreadable("expected an object of cells and cards", place)
    tableau = {}
    for name, entry in value.items():
        cell = cell_index(name, place)
        if name == "B3":
            if entry != player.ai:
                raise Unreadable(f"B3 is the place of {player.ai}, not of {shown(entry)}", place)
            continue
        tableau[cell] = _card(entry, faces, f"{place}, {name}")
    return tableau


def _remembered(value: object, names: list[str]) -> dict[str, tuple[Memory, ...]]:
    entries = read_object(value, "remembered", tuple(names))
    return {
        name: tuple(_memory(one, f"remembered, {name}") for one in read_list(notes, f"remembered, {name}", "memories"))
        for name, notes in entries.items()
    }


def _memory(value: object, place: str) -> Memory:
    fields = read_object(value, place, ("cell", "turn", "points"), ("cell",))
    cell = cell_index(fields["cell"], place)
    turn, points = fields.get("turn"), fields.get("points")
    if turn is not None and (not isinstance(turn, int) or isinstance(turn, bool) or not 1 <= turn <= TURNS):
        raise Unreadable(f"turn {shown(turn)} does not exist (1 to {TURNS})", place)
    if points is not None and (not isinstance(points, int) or isinstance(points, bool)):
        raise Unreadable(f"points {shown(points)} are no whole number", place)
    return Memory(cell, turn, points)


def read_figures(value: object) -> Figures:
    """Return the figures that an owner of AI-1 drew in: rows of X and . with the colours that may fill them."""
    figures = []
    for number, entry in enumerate(read_list(value, "figures", "figures"), 1):
        place = f"figures, {number}"
        fields = read_object(entry, place, ("drawing", "colours"), ("drawing", "colours"))
        rows = read_list(fields["drawing"], place, "rows of X and .")
        if not 1 <= len(rows) <= 3 or not all(isinstance(row, str) and set(row) <= set("X.") for row in rows):
            raise Unreadable("expected one to three rows of X and .", place)
        if not 1 <= sum(row.count("X") for row in rows) <= 6 or max(map(len, rows)) > 5:
            raise Unreadable("expected one to six X in rows of at most five", place)
        colours = read_list(fields["colours"], place, "colours")
        if not colours:
            raise Unreadable("expected at least one colour", place)
        figures.append((tuple(rows), tuple(_known(colour, COLOURS, place, "colour") for colour in colours)))
    return tuple(figures)
