"""Somebody is counted as present while their sockets and streams are open."""

from __future__ import annotations

import asyncio
import threading

import pytest
from tests.event_loops import run
from tests.server.playing import begun
from tests.waiting import wait_until

from spinney.server.accounts.identity import Caller
from spinney.server.db.database import DatabaseUnavailable
from spinney.server.play.presence import presence_of
from spinney.server.services import Services
from spinney.server.tables.presence import Presence


def caller(services: Services, name: str) -> Caller:
    session = f"session of {name}"
    return Caller(session, services.accounts.of_session(session), "")


def is_away(services: Services, table_id: str, player: int) -> bool:
    table = services.tables.table(table_id)
    assert table is not None
    return table.away(player)


def test_who_closes_one_of_two_tabs_stays(services: Services) -> None:
    table_id = begun(services, "Ann", "Bob")
    ann, live = caller(services, "Ann"), services.match_service.live_match(table_id)

    async def two_tabs() -> None:
        async with presence_of(services, ann, live):
            async with presence_of(services, ann, live):
                assert not is_away(services, table_id, 0)
            assert not is_away(services, table_id, 0)

    run(two_tabs())
    assert is_away(services, table_id, 0)


def test_a_tab_that_could_not_be_counted_takes_no_other_away(
    services: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    table_id = begun(services, "Ann", "Bob")
    ann, live = caller(services, "Ann"), services.match_service.live_match(table_id)

    def fail(*_: object) -> None:
        raise DatabaseUnavailable

    async def two_tabs() -> None:
        async with presence_of(services, ann, live):
            with monkeypatch.context() as patch:
                patch.setattr(Presence, "enter", fail)
                async with presence_of(services, ann, live):
                    pass
            assert not is_away(services, table_id, 0)

    run(two_tabs())


def test_who_leaves_while_they_come_has_left(
    services: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    table_id = begun(services, "Ann", "Bob")
    ann, live = caller(services, "Ann"), services.match_service.live_match(table_id)
    begins, goes_on, enter = threading.Event(), threading.Event(), Presence.enter

    def slowly(*given: object) -> None:
        begins.set()
        goes_on.wait()
        enter(*given)  # type: ignore[arg-type]

    async def cancelled() -> None:
        async def come() -> None:
            async with presence_of(services, ann, live):
                pytest.fail("it was cancelled before")

        coming = asyncio.create_task(come())
        await asyncio.to_thread(begins.wait)
        coming.cancel()
        asyncio.get_running_loop().call_soon(goes_on.set)
        with pytest.raises(asyncio.CancelledError):
            await coming

    monkeypatch.setattr(Presence, "enter", slowly)
    run(cancelled())
    wait_until(lambda: is_away(services, table_id, 0))
