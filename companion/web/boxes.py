"""The boxes of a phone: invite another phone, mend or give up a box."""

from __future__ import annotations

from flask import Blueprint, Response, abort, request, session, url_for

from companion import games
from companion.core.table import PagePart
from companion.web.house import house
from companion.web.languages import game_name, say
from companion.web.pages import answer, go
from companion.web.security import phone_id

blueprint = Blueprint("boxes", __name__)


class OwnBox(PagePart):
    """A box of this phone."""

    game: str
    name: str
    shown: str
    damaged: tuple[str, ...]  # what cannot be read, with the place and what was expected
    invite: str  # the code that was just made


class BoxesPage(PagePart):
    """All boxes of this phone."""

    title: str
    boxes: tuple[OwnBox, ...]


@blueprint.get("/boxes")
def boxes() -> Response:
    """Show the boxes of this phone."""
    made = session.get("invite", ["", "", ""])
    found = []
    for game, name in house().boxes.owned(phone_id()):
        if game in games():
            shown = say("named", game_name(game), name)
            damage = tuple(f"{key}: {what}" for key, what in house().damage(game, name).items())
            invite = made[2] if made[:2] == [game, name] else ""
            found.append(OwnBox(game=game, name=name, shown=shown, damaged=damage, invite=invite))
    return answer(BoxesPage(title=say("boxes.title"), boxes=tuple(found)))


@blueprint.post("/boxes/<what>")
def change(what: str) -> Response:
    """Invite another phone, take damaged entries away, or delete the box."""
    game, name = request.form.get("game", ""), request.form.get("name", "")
    if (game, name) not in house().boxes.owned(phone_id()):
        abort(404)
    if what == "invite":
        session["invite"] = [game, name, house().boxes.invite(game, name)]
    elif what == "mend":
        house().store.keep(game, name, dict.fromkeys(house().damage(game, name)))
    elif what == "delete":
        house().boxes.delete(game, name)
    else:
        abort(404)
    return go(url_for("boxes.boxes"))
