"""What was played: names, AI cards, objectives and rulings of a finished game, to be corrected at any time."""

from __future__ import annotations

from dataclasses import replace

from companion.core.table import Change, Form, Link, NoSuchPage, Refused, View
from companion.games.ai100.cards import AI_IDS
from companion.games.ai100.decks import DEMO
from companion.games.ai100.pages.finished_draft import TableauEntry, lies, may_enter
from companion.games.ai100.pages.finished_state import FinishedState
from companion.games.ai100.pages.setup import SETUP
from companion.pages.fields import Fields
from companion.pages.setup import SetupPage

_PROPOSED = ("ai", "name", "objective", "ruling_")


def played_page(view: View[FinishedState], args: Fields) -> SetupPage:
    """Return the set-up page as it was filled in; the address may propose other AI cards, as a photo shows them.

    How many played can be said where a photo came first; later on a seat has cards of its own.
    """
    state = view.state
    proposed = {key: value for key, value in args.items() if key.startswith(_PROPOSED)}
    filled = {**_form(state), **proposed, **view.filled, **_fixed(state, {**args, **view.filled})}
    page = SETUP.page(replace(view, filled=filled), Fields({}, view))
    counts = page.counts if state.unsaid else ()
    added = replace(page.added, order=() if state.unsaid else state.order)
    return replace(page, template="played.html", title=view.say("played.title"), counts=counts, added=added)


def correct_played(view: View[FinishedState], form: Fields) -> Change:
    """Keep what was played. The cards that were entered stay."""
    try:
        change = SETUP.lay(view, Fields({**form, **_fixed(view.state, form)}, view))
    except Refused as refused:
        raise Refused(refused.errors, Link("played")) from None
    # A new box has no name on the shelf before its first face, so the deck is not asked about here.
    old = view.state.setup
    kept = {key: old[key] for key in ("deck", "order") if key in old}
    return Change({"setup": {**change.entries["setup"], **kept}}, _then(view))


def _then(view: View[FinishedState]) -> Link:
    """Return where to go on: a photo whose cards nobody has kept yet is looked at first, or it seems to be lost."""
    for seat in view.state.spots:
        if may_enter(view, seat) and (photo_id := view.state.pending(seat)):
            return Link.of("tableau", seat=seat, photo=photo_id)
    return Link()


def use_centre(view: View[FinishedState], form: Fields) -> Change:
    """Take the AI card that a photo shows for the one that was chosen, and go on with the photo."""
    entry, ai = TableauEntry(view, form), form.get("ai", "")
    if entry.grid or ai not in AI_IDS:
        raise NoSuchPage(f"ai={ai[:40]}")
    if (other := view.state.elsewhere(entry.seat).get(ai)) is not None:
        raise Refused({"card": lies(ai, other, view)}, entry.link)
    return Change({"setup": view.state.setup_with(entry.seat, ai)}, entry.link)


def use_demo(view: View[FinishedState], form: Fields) -> Change:
    """Score with the demo deck, where nobody has photographed or entered anything yet."""
    state = view.state
    if not state.unsaid or state.deck.faces or any(state.cards(seat) or state.readings(seat) for seat in state.spots):
        raise NoSuchPage("demo-deck")
    return Change({"setup": {**state.setup, "deck": DEMO}}, Link())


def _fixed(state: FinishedState, form: Form) -> dict[str, str]:
    count = form.get("players", "") if state.unsaid else ""
    return {"players": count or str(len(state.names)), "finished": "1", "deck": DEMO}


def _form(state: FinishedState) -> dict[str, str]:
    """Return what was played as the fields of the set-up form."""
    setup = state.setup
    fields = _fixed(state, {})
    for seat, player in enumerate(setup["players"]):
        fields |= {f"name{seat}": player["name"], f"ai{seat}": player["ai"]}
    fields |= {f"objective{number}": one for number, one in enumerate(setup["objectives"], 1) if one}
    return fields | {f"ruling_{key}": value for key, value in setup["rulings"].items()}
