"""A new table: beside the players there is the box whose red lines are known."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from companion.core.table import View
from companion.games.aquasphere.pages.state import State
from companion.games.aquasphere.rules import PLAYERS
from companion.pages.fields import Fields
from companion.pages.parts import Answer
from companion.pages.setup import MOST_LETTERS, Setup

NEW = "+"


@dataclass(frozen=True, kw_only=True)
class BoxChoice:
    """The boxes to choose from, and the name of a new one."""

    boxes: tuple[Answer, ...]
    new: str


class AquaSphereSetup(Setup):
    """How a table is laid."""

    def shown(self, view: View[Any], count: int) -> BoxChoice:
        """Return the boxes."""
        wanted = view.filled.get("box") or (view.boxes.names[0] if view.boxes.names else NEW)
        boxes = [
            Answer(value=box, label=view.say("setup.box.known", box), chosen=box == wanted) for box in view.boxes.names
        ]
        return BoxChoice(
            boxes=(*boxes, Answer(value=NEW, label=view.say("setup.box.new"), chosen=wanted == NEW)),
            new=view.filled.get("new_box", "") or view.say("setup.box.name"),
        )

    def read(self, view: View[Any], form: Fields, count: int) -> Mapping[str, Any]:
        """Return the box."""
        box = form.get("box", NEW)
        if box == NEW:
            box = " ".join(form.get("new_box", "").split()) or view.say("setup.box.name")
            if len(box) > MOST_LETTERS or box == NEW:
                form.errors["box"] = view.say("error.long", MOST_LETTERS)
            box = view.boxes.free_name(box)
        elif box not in view.boxes.names:
            form.errors["box"] = view.say("error.box")
        return {"box": box}

    def settings_shown(self, view: View[State]) -> str:
        """Return the name of the box."""
        return str(view.state.setup["box"])


SETUP = AquaSphereSetup(players=PLAYERS, usual=PLAYERS[-1], counts=True)
