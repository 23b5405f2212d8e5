"""Game files gone wrong: a good document in which one or more places were replaced, taken away or doubled."""

from __future__ import annotations

from copy import deepcopy
from typing import Any

from hypothesis import strategies as st

scalars = (
    st.none()
    | st.booleans()
    | st.integers(-5, 12)
    | st.integers()
    | st.floats(allow_nan=True)
    | st.text(max_size=8)
    | st.sampled_from(["red", "pink square", "A1", "0,0", "Ana", "pass", "row", "tokens"])
)
json_values = st.recursive(
    scalars,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=8,
)


def places(document: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Return the path to every value inside a document."""
    inside = (
        document.items() if isinstance(document, dict) else enumerate(document) if isinstance(document, list) else ()
    )
    return [found for key, value in inside for found in ((*path, key), *places(value, (*path, key)))]


@st.composite
def mutated(draw: st.DrawFn, documents: list[dict[str, Any]]) -> dict[str, Any]:
    """Return one of the documents with one to three changes."""
    document: dict[str, Any] = deepcopy(draw(st.sampled_from(documents)))
    for _ in range(draw(st.integers(1, 3))):
        paths = places(document)
        *way, last = draw(st.sampled_from(paths))
        holder = document
        for key in way:
            holder = holder[key]
        change = draw(st.sampled_from(["replace", "remove", "repeat", "add"]))
        if change == "remove":
            del holder[last]
        elif change == "repeat" and isinstance(holder, list):
            holder.append(deepcopy(holder[last]))
        elif change == "add" and isinstance(holder, dict):
            holder[draw(st.text(max_size=5))] = draw(json_values)
        else:
            holder[last] = draw(json_values)
        if not places(document):
            break
    return document
