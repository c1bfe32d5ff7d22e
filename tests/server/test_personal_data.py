"""Personal data: what an export holds, and what deleting an account changes at others' tables."""

from __future__ import annotations

import json
from itertools import pairwise

import pytest
from sqlalchemy import event, select, update
from tests.server.playing import begun, guest, say

import spinney
from spinney.match import Clock
from spinney.match.settings import MatchSettings
from spinney.server.accounts import personal_data
from spinney.server.accounts.names import GONE
from spinney.server.db.schema import matches
from spinney.server.services import Services

SPRING = "spring-2021"


def ann_of(services: Services) -> str:
    """Return the id of the first Ann."""
    person = services.accounts.of_session("session of Ann")
    assert person is not None
    return person.id


def replaced(services: Services) -> tuple[str, str]:
    """Return a match where the computer has just chosen in secret for Ann, and Ann's id."""
    match = begun(services, "Ann", "Bob", game=SPRING)
    say(services, match, 0, "WAIT")
    live = say(services, match, 1, "WAIT")
    services.match_service.act(live, lambda now, at: now.substitute(0, "level:acorn", at))
    assert say(services, match, 0, "WAIT").match.sealed
    return match, ann_of(services)


def test_who_was_replaced_exports_no_choice_of_the_computer(services: Services) -> None:
    match, ann = replaced(services)
    exported = personal_data.export(services.store.database, ann)
    assert [(one["match"], one["text"]) for one in exported["chosen"]] == [(match, "WAIT")]


def test_a_namesake_who_watches_exports_nothing_and_leaves_as_nobody(services: Services) -> None:
    match, ann = replaced(services)
    namesake = services.accounts.guest("session of another Ann", "Ann")
    assert namesake.id != ann
    services.tables.admit(match, namesake)
    assert personal_data.export(services.store.database, namesake.id)["chosen"] == []
    personal_data.delete(services.match_service, services.accounts, namesake.id)
    header = services.store.header(match)
    assert header is not None
    assert header.seats == ("Ann", "Bob")


def summaries(services: Services) -> dict[str, dict[str, object]]:
    with services.store.database.reading() as connection:
        rows = connection.execute(select(matches.c.id, matches.c.summary)).all()
    return {match: json.loads(text) for match, text in rows}


def test_lists_name_nobody_who_has_left(services: Services) -> None:
    match = begun(services, "Ann", "Bob", game=SPRING)
    before = summaries(services)[match]
    personal_data.delete(services.match_service, services.accounts, ann_of(services))
    assert summaries(services)[match] == before | {"seats": [GONE, "Bob"]}


def test_lists_name_the_computer_that_plays_on_for_who_has_left(services: Services) -> None:
    match, ann = replaced(services)
    before = summaries(services)
    personal_data.delete(services.match_service, services.accounts, ann)
    assert summaries(services) == before
    header = services.store.header(match)
    assert header is not None
    assert header.seats == (GONE, "Bob")


@pytest.mark.parametrize("stored", ['{"title": "an earlier version’s words"}', "damaged"])
def test_a_summary_without_seats_is_made_anew(services: Services, stored: str) -> None:
    match = begun(services, "Ann", "Bob", game=SPRING)
    with services.store.database.writing() as connection:
        connection.execute(update(matches).values(summary=stored))
    personal_data.delete(services.match_service, services.accounts, ann_of(services))
    assert summaries(services)[match]["seats"] == [GONE, "Bob"]


def test_others_write_between_the_matches_of_who_leaves(services: Services) -> None:
    begun(services, "Ann", "Bob", game=SPRING)
    ann = services.accounts.person(ann_of(services))
    assert ann is not None
    for name in ("Carl", "Dora"):
        host = guest(services, name)
        table = services.tables.open(
            host, spinney.game(SPRING), Clock(), MatchSettings(), ["me", "open"]
        )
        services.tables.sit(table, ann, 1)
    done: list[str] = []
    engine = services.store.database._writer
    event.listen(engine, "commit", lambda _connection: done.append("commit"))
    event.listen(
        engine,
        "before_cursor_execute",
        lambda _connection, _cursor, statement, *_rest: done.append(statement[:14]),
    )
    personal_data.delete(services.match_service, services.accounts, ann.id)
    changes = [said for said in done if said in ("UPDATE matches", "commit")]
    assert changes.count("UPDATE matches") == 3
    assert ("UPDATE matches", "UPDATE matches") not in pairwise(changes)
