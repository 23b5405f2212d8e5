"""A server that strangers reach: who may lay tables, and how much a phone may send in a day."""

from __future__ import annotations

from flask import Blueprint, Response, abort, current_app, request, url_for

from companion.core.table import PagePart
from companion.store.codes import tidy_code
from companion.web.errors import trouble, turn_away
from companion.web.house import house
from companion.web.languages import say
from companion.web.pages import answer, go
from companion.web.security import guesses_left, phone_id, wrong_guess

blueprint = Blueprint("public", __name__)
TABLES_A_DAY = 12
PHOTOS_A_DAY = 150
BYTES_A_DAY = 500_000_000


class InvitationPage(PagePart):
    """Where the code of an invitation is typed."""

    title: str
    error: str = ""


def admit_table() -> None:
    """Let a phone lay a table; on a public server it needs an invitation, and lays only so many a day."""
    if current_app.config["PUBLIC"] and not house().admission.is_guest(phone_id()):
        abort(go(url_for("public.invitation")))
    admit(tables=1)


def admit(*, tables: int = 0, photos: int = 0, size: int = 0) -> None:
    """Count what a phone sends to a public server, or turn it away where that is too much for a day."""
    if not current_app.config["PUBLIC"]:
        return
    sent = house().admission.sent(phone_id())
    limits = current_app.config
    if (
        sent.tables + tables > limits.get("TABLES_A_DAY", TABLES_A_DAY)
        or sent.photos + photos > limits.get("PHOTOS_A_DAY", PHOTOS_A_DAY)
        or sent.bytes + size > limits.get("BYTES_A_DAY", BYTES_A_DAY)
    ):
        turn_away("today", 429)
    house().admission.count(phone_id(), tables=tables, photos=photos, size=size)


@blueprint.get("/invitation")
def invitation() -> Response:
    """Show where the code of an invitation is typed."""
    return answer(InvitationPage(title=say("invitation.title")))


@blueprint.post("/invitation")
def welcome() -> Response:
    """Let a phone lay tables."""
    if seconds := guesses_left():
        return trouble("429", 429, seconds)
    if house().admission.welcome(tidy_code(request.form.get("code", "")), phone_id()):
        return go(url_for("start.shelf"))
    wrong_guess()
    return answer(InvitationPage(title=say("invitation.title"), error=say("invitation.unknown")), 422)
