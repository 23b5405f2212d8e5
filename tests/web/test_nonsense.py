"""Nonsense in every argument of every page and every action of every game: a page or none, never a mistake of ours."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from dataclasses import fields, is_dataclass

import pytest

from companion.core.table import Form, KeptPhoto, NoSuchPage, Page, Refused
from tests.web.conftest import Phone
from tests.web.games.actions import lay_table
from tests.web.tables import entries_of, tables, walk

NONSENSE = (
    " ", "-", "--3", "-1", "0009", "139", "9" * 30, "²", "\N{ARABIC-INDIC DIGIT THREE}", "1e3", "1.1.1", "..", "A1.A1",
    "None", "none", "grid.999", "5", "x" * 60, "\N{NULL}", "é",
)  # fmt: skip
LAID = [(slug, name) for slug in tables() for name in entries_of(slug)]
every_table = pytest.mark.parametrize(("slug", "name"), LAID, ids=[f"{slug} {name}" for slug, name in LAID])


def test_a_claim_with_two_signs_has_no_page(phone: Phone) -> None:
    lay_table(phone, "collexion", ("Ana", "Ben"))
    assert phone.get("p/final?claimed=--3").status_code == 404
    assert phone.get("p/final?claimed=-3").status_code == 200


@pytest.mark.parametrize(("page", "n"), [("line", "0009"), ("order", "139")])
def test_a_line_or_a_step_that_is_not_there_has_no_page(page: str, n: str) -> None:
    table = tables()["ai100"]
    view = table.view(entries_of("ai100")["finished"], everybody=True)
    assert table.page(view, page, {"seat": "0", "n": "1"}).title
    with pytest.raises(NoSuchPage):
        table.page(view, page, {"seat": "0", "n": n})


@every_table
@pytest.mark.parametrize("seat", [None, 1], ids=["everybody", "seat"])
def test_nonsense_in_an_address_has_a_page_or_none(slug: str, name: str, seat: int | None) -> None:
    table = tables()[slug]
    view = table.view(entries_of(slug)[name], seat=seat, everybody=seat is None)
    visited = 0
    for page, args, _ in walk(table, view):
        visited += 1
        for key in (*args, "seat"):
            for nonsense in NONSENSE:
                with contextlib.suppress(NoSuchPage):
                    assert isinstance(table.page(view, page, {**args, key: nonsense}), Page)
    assert visited > 1


@pytest.mark.parametrize(("slug", "name"), [("ai100", "finished"), ("boussanga", "demo")])
def test_nonsense_about_corners_has_a_page_or_none(slug: str, name: str) -> None:
    table, photo = tables()[slug], KeptPhoto("mark", 400, 300, bytes)
    view = table.view(entries_of(slug)[name], everybody=True, photos={"mark": photo})
    args = {"seat": "0", "photo": "mark", "next": "1", "tap.x": "10", "tap.y": "20", "x2": "50", "y2": "60.5"}
    assert table.page(view, "corners", args).title
    for key in args:
        for nonsense in (*NONSENSE, "nan", "inf", "1e999"):
            with contextlib.suppress(NoSuchPage):
                assert isinstance(table.page(view, "corners", {**args, key: nonsense}), Page)


def hidden_fields(value: object) -> Iterator[Form]:
    """The hidden fields of every form of a page."""
    for one in fields(value) if is_dataclass(value) else ():
        part = getattr(value, one.name)
        if one.name == "fields":
            yield dict(part)
        for inner in part if isinstance(part, tuple) else (part,):
            yield from hidden_fields(inner)


@every_table
def test_nonsense_in_a_form_is_refused_or_nothing_happens(slug: str, name: str) -> None:
    table = tables()[slug]
    view = table.view(entries_of(slug)[name], everybody=True)
    forms = {frozenset(form): form for _, _, page in walk(table, view) for form in hidden_fields(page)}
    for action in table.actions_at(view):
        for form in ({}, *forms.values()):
            for key in form or ("seat",):
                for nonsense in NONSENSE[::3]:
                    with contextlib.suppress(NoSuchPage, Refused):
                        table.act(view, action, {**form, key: nonsense})
