"""Query plans: what pages ask again and again is found by an index, however much there is."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from sqlalchemy import event
from tests.server.playing import guest

from spinney.server.services import Services

ASKED: dict[str, Callable[[Services, str], object]] = {
    "tables that go on": lambda services, person: services.tables.of(person, over=False),
    "finished tables": lambda services, person: services.tables.of(person, over=True),
    "declined challenges": lambda services, person: services.tables.declined(person, 1000),
    "challenges": lambda services, person: services.tables.challenges(person),
    "tables held up": lambda services, person: services.tables.held_up_by(person),
    "public games of a player": lambda services, person: services.tables.unrated_of(person, 25),
    "a player's page": lambda services, _: services.accounts.named("Ann"),
}
FULL = ("SCAN tables", "SCAN seats", "SCAN accounts", "INDEX tables_status")
"""Steps that read all rows, or all tables of a status."""


@pytest.mark.parametrize("name", ASKED)
def test_it_is_found_by_an_index(sqlite_services: Services, name: str) -> None:
    person, asked = guest(sqlite_services, "Ann").id, list[tuple[str, Any]]()
    engine = sqlite_services.store.database.engine

    def note(*given: Any) -> None:
        asked.append(given[2:4])

    event.listen(engine, "before_cursor_execute", note)
    try:
        ASKED[name](sqlite_services, person)
    finally:
        event.remove(engine, "before_cursor_execute", note)
    with sqlite_services.store.database.reading() as connection:
        steps = [
            row.detail
            for statement, given in asked
            for row in connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {statement}", given)
        ]
    assert any("USING INDEX" in step for step in steps)
    assert [step for step in steps if any(full in step for full in FULL)] == []
