"""Count somebody as present at a table while a socket or a stream of theirs is open."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress

from spinney.server.accounts.identity import Caller, viewpoint
from spinney.server.db.database import DatabaseUnavailable, VersionConflict
from spinney.server.play.live_match import LiveMatch
from spinney.server.services import Services


@asynccontextmanager
async def presence_of(services: Services, caller: Caller, live: LiveMatch) -> AsyncIterator[None]:
    """Let everybody know that someone has come, and in the end that they have left.

    Where it can't be noted that they have come, it isn't noted either that they leave: another
    socket of theirs may still be counted.
    """
    presence, who = services.presence, caller.id or ""
    entering = asyncio.ensure_future(asyncio.to_thread(presence.enter, live.id, who))

    async def leave() -> None:
        # RuntimeError: the worker ends, and with it what it has noted
        with suppress(DatabaseUnavailable, VersionConflict, RuntimeError):
            await entering
            await asyncio.to_thread(presence.leave, live.id, who)

    try:
        with suppress(DatabaseUnavailable, VersionConflict):
            await asyncio.shield(entering)
            viewer = viewpoint(caller, live).viewer
            await asyncio.to_thread(services.votes.returned, live.id, viewer)
        yield
    finally:
        await asyncio.shield(leave())
