"""What is stored where, for the phone that asks: its tables and boxes here, and what lies on the phone itself."""

from __future__ import annotations

from flask import Blueprint, Response, current_app

from companion.core.table import PagePart
from companion.store.holdings import Holding, holdings, shown_size
from companion.web.house import house
from companion.web.languages import language
from companion.web.pages import answer
from companion.web.security import phone_id

blueprint = Blueprint("stored", __name__)


class StoredPage(PagePart):
    """What belongs to a phone, and where the whole of it lies where that is nobody's secret."""

    holdings: tuple[tuple[Holding, str], ...]  # each with its size in words
    file: str = ""
    size: str = ""


@blueprint.get("/stored")
def stored() -> Response:
    """Say what is stored of this phone's games, with sizes."""
    counted = tuple((one, shown_size(one.size, language())) for one in holdings(house().store, phone_id()))
    file = house().store.file
    # Strangers on a public server have no business with its folders.
    page = StoredPage(holdings=counted) if current_app.config["PUBLIC"] else StoredPage(
        holdings=counted, file=str(file), size=shown_size(file.stat().st_size, language())
    )  # fmt: skip
    return answer(page)
