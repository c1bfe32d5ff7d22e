"""Servers in this process wait as long as a busy machine takes, and so do their databases.

Conftests import these fixtures. A module of tests for the limits themselves overrides one.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from types import SimpleNamespace

import pytest
from sqlalchemy import BindParameter
from sqlalchemy.sql import visitors

from spinney.server import server_time
from spinney.server.admin import health
from spinney.server.db import database
from spinney.server.jobs import liveness
from spinney.server.middleware.connections import ConnectionLimits
from spinney.server.rate_limits import request_rates
from spinney.server.tables import unwatched
from tests.waiting import PATIENCE

LONG_MS = 600_000
CONNECTIONS = ConnectionLimits(
    header_seconds=PATIENCE, body_seconds=PATIENCE, idle_seconds=PATIENCE
)
"""Limits for connections whose other side a busy machine stalls."""


@pytest.fixture(autouse=True, scope="module")
def patient_workers() -> Iterator[None]:
    """Count a worker as alive, and its time as lived, however late its next heartbeat is.

    The patch lasts for a whole module: so do some servers, and tests patch the same on top.
    """
    with pytest.MonkeyPatch.context() as patch:
        # A statement that was made once has the limit of that time in it.
        for part in visitors.iterate(unwatched._PAUSE):
            if isinstance(part, BindParameter) and part.value == server_time.DEAD_AFTER_MS:
                patch.setattr(part, "value", LONG_MS)
        patch.setattr(server_time, "DEAD_AFTER_MS", LONG_MS)
        patch.setattr(server_time, "LOST_AFTER_MS", LONG_MS)
        patch.setattr(health, "LOST_AFTER_MS", LONG_MS)
        patch.setattr(liveness, "STALLED", LONG_MS / 1000)
        yield


@pytest.fixture(autouse=True, scope="module")
def patient_databases() -> Iterator[None]:
    """Give up no database that answers late, no lock and no connection that others have."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("spinney.server.db.postgres.SILENCE", PATIENCE)
        patch.setattr(database, "LOCK_SECONDS", int(PATIENCE))
        patch.setattr(database, "TIMEOUT", int(PATIENCE))
        patch.setitem(database._POOL, "pool_timeout", PATIENCE)
        yield


@pytest.fixture
def still_rates(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let no time pass for request rates: whoever has used their share up gets none of it back."""
    now = time.monotonic()
    monkeypatch.setattr(request_rates, "time", SimpleNamespace(monotonic=lambda: now))
