"""A new table: beside the players in seating order there are AI cards, objectives and the deck; later on the hints."""

from __future__ import annotations

import secrets
from collections.abc import Container, Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from companion.core.table import Change, Entries, Link, PagePart, View
from companion.games.ai100.cards import AI_IDS, OBJECTIVE_IDS
from companion.games.ai100.catalogue import catalogue
from companion.games.ai100.deck import read_face
from companion.games.ai100.decks import DEMO
from companion.games.ai100.document import MOST_PLAYERS
from companion.games.ai100.draw import HEIGHT, WIDTH, card_symbol
from companion.games.ai100.pages.cells import ai_drawing
from companion.games.ai100.pages.signs import VIEW, condition_sign
from companion.games.ai100.pages.state import State
from companion.games.ai100.pages.words import shown
from companion.games.ai100.rulings import switches
from companion.games.ai100.scoring import GRID
from companion.pages.fields import Fields
from companion.pages.parts import Answer
from companion.pages.setup import MOST_LETTERS, Setup
from companion.pages.state import TableState, order_of

DRAWN = "drawn"
NEW = "+"
_CARD = f"0 0 {WIDTH:g} {HEIGHT:g}"


class Drawing(NamedTuple):
    """The picture of a card that may be chosen, and its box."""

    svg: str
    view: str


class CardChoice(PagePart):
    """A card to choose: what it is called, what it says, and whether it has a picture."""

    value: str
    name: str
    sentence: str = ""
    drawn: bool = False
    chosen: bool = False


Choices = tuple[CardChoice, ...]


class Cards(PagePart):
    """What this game adds: AI cards seat by seat, and the objectives of both rounds."""

    ais: tuple[Choices, ...]
    pictures: Mapping[str, Drawing]  # each drawn once however many players choose
    objectives: tuple[Choices, ...]
    order: tuple[int, ...] = ()  # the seats clockwise, where they can be put in order


class CardsAndDecks(Cards):
    """What the set-up adds to them."""

    decks: tuple[Answer, ...]
    new_deck: str
    finished: bool  # the game is over, and its tableaux are to be scored


class CardsAndHints(Cards):
    """What the settings add to them; the cards can be put right there."""

    hints: bool
    deck: str


class AI100Setup(Setup):
    """How a table is laid."""

    def title(self, view: View[Any]) -> str:
        """Return what the page is called: a finished game is scored, another one begins."""
        return view.say("finished.title" if view.filled.get("finished") == "1" else "setup.title")

    def shown(self, view: View[Any], count: int) -> CardsAndDecks:
        """Return AI cards, objectives and decks to choose from."""
        finished = view.filled.get("finished") == "1"
        blank = view.say("setup.objective.choose" if finished else "setup.drawn")
        return CardsAndDecks(
            ais=self._ais(view, [""] * count),
            pictures=_pictures(view),
            objectives=tuple(
                (CardChoice(value=DRAWN, name=blank, chosen=not any(card.chosen for card in cards)), *cards)
                for cards in self._objectives(view, ["", ""])
            ),
            decks=self._decks(view),
            new_deck=view.filled.get("new_deck", ""),
            finished=finished,
        )

    def _ais(self, view: View[Any], now: Sequence[str]) -> tuple[Choices, ...]:
        """Return the AI cards for each seat to choose from: as it was filled in, or as it is now."""
        return tuple(_choices(view, AI_IDS, view.filled.get(f"ai{seat}", ai)) for seat, ai in enumerate(now))

    def _objectives(self, view: View[Any], now: Sequence[str]) -> tuple[Choices, ...]:
        """Return the objectives of both rounds to choose from."""
        return tuple(
            _choices(view, _objectives_of(number), view.filled.get(f"objective{number}", one))
            for number, one in enumerate(now, 1)
        )

    def _decks(self, view: View[Any]) -> tuple[Answer, ...]:
        boxes = [box for box in view.boxes.names if box != DEMO]
        # Nobody's cards are scored with invented faces by mistake: without a box of one's own nothing is chosen yet.
        wanted = view.filled.get("deck") or (boxes[0] if boxes else "")
        named = [(box, view.say("setup.deck.box", box)) for box in boxes]
        named += [(NEW, view.say("setup.deck.new")), (DEMO, view.say("setup.deck.demo"))]
        return tuple(Answer(value=value, label=label, chosen=value == wanted) for value, label in named)

    def read_player(self, view: View[Any], form: Fields, seat: int, others: list[dict[str, Any]]) -> Mapping[str, Any]:
        """Return the AI card of a player; each is there once."""
        ai = form.get(f"ai{seat}", "")
        if _photo_first(form):
            return {"ai": ""}  # the photo will show it
        if error := _ai_error(view, ai, [other["ai"] for other in others]):
            form.errors[f"ai{seat}"] = error
        return {"ai": ai}

    def read(self, view: View[Any], form: Fields, count: int) -> Mapping[str, Any]:
        """Return objectives and deck; those of a finished game must be named, unless its photo comes first."""
        if _photo_first(form):
            deck = next((box for box in view.boxes.names if box != DEMO), "") or view.say("setup.deck.name")
            deck = deck if deck in view.boxes.names else view.boxes.free_name(deck)
            return {"objectives": ["", ""], "deck": deck, "finished": True, "unsaid": True}
        finished = form.get("finished") == "1"
        chosen = [form.get(f"objective{number}", DRAWN) for number in (1, 2)]
        for number, one in enumerate(chosen, 1):
            if finished and one == DRAWN:
                form.errors[f"objective{number}"] = view.say("error.objective")
        known = {number: _objectives_of(number) for number in (1, 2)}
        objectives = [one if one in known[at] else secrets.choice(known[at]) for at, one in enumerate(chosen, 1)]
        setup = {"objectives": objectives, "deck": self._read_deck(view, form)}
        return {**setup, "finished": True} if finished else setup

    def _read_deck(self, view: View[Any], form: Fields) -> str:
        deck = form.get("deck", "")
        if not deck:
            form.errors["deck"] = view.say("error.no_deck")
        elif deck == NEW:
            deck = " ".join(form.get("new_deck", "").split()) or view.say("setup.deck.name")
            if len(deck) > MOST_LETTERS or deck in (DEMO, NEW):
                form.errors["deck"] = view.say("error.long", MOST_LETTERS)
            deck = view.boxes.free_name(deck)
        elif deck != DEMO and deck not in view.boxes.names:
            form.errors["deck"] = view.say("error.deck")
        return deck

    def also(self, setup: Mapping[str, Any]) -> Entries:
        """Show hints at a table where a game is played."""
        return {} if setup.get("finished") else {"settings": {"hints": True}}

    def name_error(self, view: View[Any], name: str, others: list[str]) -> str:
        """Return what is wrong with a name; the neutral grid has one already."""
        return view.say("error.grid_name") if name == GRID else super().name_error(view, name, others)

    def settings_shown(self, view: View[State]) -> CardsAndHints:
        """Return the hints, and the cards that were dealt; the deck stays as it is."""
        setup = view.state.setup
        return CardsAndHints(
            hints=view.state.hints,
            ais=self._ais(view, [player["ai"] for player in setup["players"]]),
            pictures=_pictures(view),
            objectives=self._objectives(view, setup["objectives"]),
            order=order_of(setup),
            deck=view.say("flag.demo") if setup["deck"] == DEMO else setup["deck"],
        )

    def settings_read(self, view: View[State], form: Fields, setup: dict[str, Any]) -> Entries:
        """Keep whether there are hints, and the cards of the set-up where one was taken down wrongly."""
        players: list[dict[str, Any]] = []
        for seat, player in enumerate(setup["players"]):
            ai = form.get(f"ai{seat}", player["ai"])
            if error := _ai_error(view, ai, [other["ai"] for other in players]):
                form.errors[f"ai{seat}"] = error
            players.append({**player, "ai": ai})
        wanted = [form.get(f"objective{number}", one) for number, one in enumerate(setup["objectives"], 1)]
        objectives = [
            one if one in _objectives_of(number) else setup["objectives"][number - 1]
            for number, one in enumerate(wanted, 1)
        ]
        setup |= {"players": players, "objectives": objectives}
        return {"settings": {"hints": form.get("hints") == "1"}}


SETUP = AI100Setup(players=range(1, MOST_PLAYERS + 1), usual=3, switches=switches())


def _objectives_of(number: int) -> list[str]:
    conditions = catalogue()
    return [one for one in OBJECTIVE_IDS if conditions[one].round == number]


def _choices(view: View[Any], cards: Iterable[str], chosen: str) -> Choices:
    conditions = catalogue()
    return tuple(
        CardChoice(
            value=card,
            name=shown(card),
            sentence=conditions[card].sentence[view.language],
            drawn=True,
            chosen=card == chosen,
        )
        for card in cards
    )


def _pictures(view: View[Any]) -> dict[str, Drawing]:
    """Return AI cards as their box shows them, that of the table or the one that this phone plays with; where nobody
    knows their faces, and for objectives, what scores."""
    boxes = [box for box in view.boxes.names if box != DEMO]
    faces = view.state.faces if view.state else view.boxes.look_into(boxes[0]) if boxes else {}
    known = {card: Drawing(card_symbol(card, read_face(faces[card])), _CARD) for card in AI_IDS if card in faces}
    signs = {card: Drawing(sign, VIEW) for card in (*AI_IDS, *OBJECTIVE_IDS) if (sign := condition_sign(card))}
    frames = {card: Drawing(ai_drawing(card), _CARD) for card in AI_IDS}
    return {**frames, **signs, **known}


def _photo_first(form: Fields) -> bool:
    return form.get("photo") == "1"


def move_up(view: View[TableState], form: Fields) -> Change:
    """Put the seats in order: one goes up, the first one round to the end."""
    state = view.state
    order = list(state.order)
    place = order.index(form.number("up", state.seats))
    order[place - 1], order[place] = order[place], order[place - 1]
    then = Link("played" if state.setup.get("finished") else "settings")
    return Change({"setup": {**state.setup, "order": order}}, then)


def _ai_error(view: View[Any], ai: str, others: Container[str]) -> str:
    """Return what is wrong with a player's AI card; each is there once."""
    if ai not in AI_IDS:
        return view.say("error.ai")
    return view.say("error.ai_twice", ai) if ai in others else ""


def describe_setup(value: Any, view: View[Any]) -> str:
    """Return the set-up in words."""
    players = [value["players"][seat] for seat in order_of(value)]
    named = ", ".join(f"{player['name']} ({player['ai'] or '?'})" for player in players)
    return view.say("describe.setup", named, " ".join(shown(one) or "?" for one in value["objectives"]))
