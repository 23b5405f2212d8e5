"""The board: tokens painted cell by cell or read from a photo, and the alignments that lie there."""

from __future__ import annotations

from dataclasses import dataclass

from companion.core.table import Change, Link, Page, Refused, View
from companion.games.boussanga.board import CELLS, EMPTY, Board, Cell, Lot, lots
from companion.games.boussanga.pages.draw import token_svg
from companion.games.boussanga.pages.parts import Spot, board_code, colour_keys, read_board_code, spots
from companion.games.boussanga.pages.state import State, next_number
from companion.games.boussanga.pages.words import colour_words, say
from companion.pages.fields import Fields
from companion.pages.parts import Option

ERASER = "none"


@dataclass(frozen=True)
class Found:
    """Alignments that hang together, and what they bring."""

    text: str
    points: str


@dataclass(frozen=True)
class BoardPage(Page):
    """The board with a brush in hand."""

    seat: int
    name: str
    spots: tuple[Spot, ...]
    inks: tuple[Option, ...]
    lead: str
    problem: str
    photo_error: str
    found: tuple[Found, ...]
    reserve: str
    turn: Link
    clear: Link
    save: str
    score: str  # the button that takes the alignments off and scores them
    fields: tuple[tuple[str, str], ...]
    may: bool


def board_page(view: View[State], args: Fields) -> BoardPage:
    """Return the board as it is kept, or as it is being painted in the address."""
    state = view.state
    seat, language, colours = args.seat(), view.language, state.colours
    board = read_board_code(args, colours) if args.get("tokens") else state.board
    ink = args.word("ink", (ERASER, *colours), colours[0])
    may = view.may_enter(seat)
    tokens = board_code(board, colours)
    here = Link("board", {"seat": str(seat), "tokens": tokens, "ink": ink})
    bundles = lots(board.alignments(), state.record.rulings["crossing"])
    lit = {cell: "lit" for lot in bundles for cell in lot.cells}
    doubtful = dict.fromkeys(_cells(args.get("doubt", "")), "doubt")
    changed = board != state.board or not state.kept
    scored = bundles and not state.record.cooperative
    return BoardPage(
        "board.html",
        say(language, "board.title"),
        seat,
        state.names[seat],
        spots(board, language, _painted(board, ink, here, colours) if may else {}, {**lit, **doubtful}),
        (*colour_keys(colours, ink, here, "ink", language),
         Option(say(language, "board.eraser"), here.but(ink=ERASER), ink == ERASER, svg=token_svg(EMPTY, language))),
        _lead(args, language),
        view.errors.get("board", ""),
        view.errors.get("photo", ""),
        tuple(_found(state, lot, language) for lot in bundles),
        _reserve(state, board, language),
        here.but(tokens=board_code(turned(board), colours), doubt=""),
        here.but(tokens="0" * len(CELLS), doubt=""),
        say(language, "board.save", board.tokens.total()) if may and changed else "",
        say(language, "board.score", state.names[seat]) if may and scored else "",
        (("seat", str(seat)), ("tokens", tokens)),
        may,
    )  # fmt: skip


def _lead(args: Fields, language: str) -> str:
    read = args.get("read", "")
    return say(language, f"board.read.{read}" if read in ("sure", "doubtful") else "board.lead")


def _cells(text: str) -> tuple[Cell, ...]:
    named = {str(cell): cell for cell in CELLS}
    return tuple(named[one] for one in text.split(".") if one in named)


def turned(board: Board) -> Board:
    """Return the board a quarter further clockwise: for a photo taken from another side of the table."""
    return Board(tuple(zip(*board.rows[::-1], strict=True)))


def _painted(board: Board, ink: str, here: Link, colours: tuple[str, ...]) -> dict[Cell, Link]:
    """Return what touching a cell does: a token of the ink in hand, or none where it lies there already."""
    links = {}
    for cell in CELLS:
        colour = EMPTY if ink == ERASER or board[cell] == ink else ink
        links[cell] = here.but(tokens=board_code(board.with_tokens({cell: colour}), colours), doubt="", read="")
    return links


def _found(state: State, lot: Lot, language: str) -> Found:
    cells = " ".join(map(str, lot.cells))
    text = say(language, "board.lot", colour_words(lot.colour, language), cells, lot.back, lot.kept)
    return Found(text, f"+{lot.kept * state.record.values[lot.colour]}")


def _reserve(state: State, board: Board, language: str) -> str:
    lying = state.board.tokens if state.kept else {}
    left = {colour: state.reserve[colour] + lying.get(colour, 0) - board.tokens[colour] for colour in state.colours}
    parts = ", ".join(f"{colour_words(colour, language)} {count}" for colour, count in left.items())
    return say(language, "board.reserve", parts)


def _sent(view: View[State], form: Fields) -> tuple[State, int, Board]:
    """Return the board of a form, or raise Refused where it has more tokens than there are."""
    state = view.state
    seat = form.own_seat()
    board = read_board_code(form, state.colours)
    lying = state.board.tokens if state.kept else {}
    for colour in state.colours:
        most = state.reserve[colour] + lying.get(colour, 0)
        if board.tokens[colour] > most:
            words = (board.tokens[colour], colour_words(colour, view.language), max(most, 0))
            back = Link("board", {"seat": str(seat), "tokens": form["tokens"]})
            raise Refused({"board": say(view.language, "board.too_many", *words)}, back)
    return state, seat, board


def enter_board(view: View[State], form: Fields) -> Change:
    """Keep the board as it was painted."""
    _, seat, board = _sent(view, form)
    return Change({"board": board.to_json()}, Link("board", {"seat": str(seat)}))


def score_board(view: View[State], form: Fields) -> Change:
    """Take all alignments off the board and give them to a seat."""
    state, seat, board = _sent(view, form)
    bundles = lots(board.alignments(), state.record.rulings["crossing"])
    if not bundles or state.record.cooperative:
        raise Refused({"board": say(view.language, "board.none")}, Link("board", {"seat": str(seat)}))
    after = board.without(cell for lot in bundles for cell in lot.cells)
    return Change({"board": after.to_json(), **won_entries(state, seat, bundles)}, Link("", {"seat": str(seat)}))


def won_entries(state: State, seat: int, bundles: tuple[Lot, ...]) -> dict[str, object]:
    """Return the entries of what leaves the board for a plate."""
    first = next_number(state.entries, "won")
    return {
        f"won/{first + at}": {"seat": seat, "colour": lot.colour, "count": len(lot.cells), "kept": lot.kept}
        for at, lot in enumerate(bundles)
    }
