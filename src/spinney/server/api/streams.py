"""Streams of a match: one line of JSON for every change, as long as somebody reads."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import suppress
from typing import Any

from fastapi import APIRouter
from fastapi.responses import StreamingResponse

from spinney.core.errors import Refused
from spinney.server.accounts.identity import Caller, ThisServices, may_still_look, viewpoint
from spinney.server.api import models, views
from spinney.server.api.authentication import BESIDES_JSON, ThisCaller, ThisLiveMatch
from spinney.server.api.matches import Since
from spinney.server.async_event import AsyncEvent
from spinney.server.db.database import DatabaseUnavailable
from spinney.server.play.live_match import LiveMatch
from spinney.server.play.match_errors import MatchError
from spinney.server.play.match_service import MatchNotFound
from spinney.server.play.presence import presence_of
from spinney.server.rate_limits.request_rates import ADDRESS, PERSON
from spinney.server.services import Services

HEARTBEAT_SECONDS = 15.0
"""Seconds of silence after which a line says that the stream is still there."""
SILENCE = b"{}\n"
NDJSON = "application/x-ndjson"

routes = APIRouter(tags=["matches"])


@routes.get(
    "/matches/{match_id}/stream",
    operation_id="stream",
    response_class=StreamingResponse,
    responses={
        **BESIDES_JSON,
        200: {
            "content": {NDJSON: {"schema": {"type": "string"}}},
            "description": "Lines of JSON: each a `View` with the log since the last one, "
            "or an empty object, which says no more than that the stream is still there.",
        },
    },
)
async def stream(
    services: ThisServices, caller: ThisCaller, live: ThisLiveMatch, since: Since = 0
) -> StreamingResponse:
    """Return the match, then a line whenever you learn something new.

    The stream ends when the match is over, or when one may not see it any more. Whoever lost it
    asks again, with `since` the last number received.
    """
    lines = _counted(services, caller, _Reader(services, caller, live, since))
    await anext(lines)  # where there are too many already, that is said in place of a stream
    return StreamingResponse(lines, media_type=NDJSON)


async def _counted(services: Services, caller: Caller, reader: _Reader) -> AsyncIterator[bytes]:
    """Yield nothing once, then the lines. Raises RateLimited."""
    kind, who = (PERSON, caller.id) if caller.id else (ADDRESS, caller.address)
    with services.limits.requests.holding(kind, who):
        yield b""
        with reader.live.subscription() as changed:
            async with presence_of(services, caller, reader.live):
                async for line in reader.lines(changed):
                    yield line


class _Reader:
    """A reader of a stream."""

    def __init__(self, services: Services, caller: Caller, live: LiveMatch, since: int) -> None:
        self.services, self.caller, self.live, self.since = services, caller, live, since
        self._sent: dict[str, Any] = {}

    async def lines(self, changed: AsyncEvent) -> AsyncIterator[bytes]:
        """Yield a line whenever there is something new, and an empty object after a silence."""
        while True:
            try:
                view = await asyncio.to_thread(self._look)
            except (MatchNotFound, MatchError, DatabaseUnavailable):
                return
            if view is not None:
                yield view.model_dump_json().encode() + b"\n"
                with suppress(DatabaseUnavailable, Refused, MatchError):
                    await asyncio.to_thread(self._acknowledge)
                if view.over:
                    return
            if not await changed.wait(HEARTBEAT_SECONDS):
                yield SILENCE

    def _look(self) -> models.View | None:
        """Return the current view, None if it hasn't changed.

        Raises:
            MatchNotFound: they may not see it any more.
            MatchError: it can't be read or shown.
            DatabaseUnavailable: the database can't be reached.
        """
        if not may_still_look(self.services, self.caller, self.live):
            raise MatchNotFound
        with self.services.match_service.errors.contained(self.live.id, MatchNotFound):
            view = views.view_of(self.services, self.caller, self.live, self.since)
        fields = view.model_dump(exclude={*views.UNTIMED, "log"})
        if fields == self._sent and not view.log:
            return None
        self._sent = fields
        self.since += len(view.log)
        return view

    def _acknowledge(self) -> None:
        """Note that a player was shown what happened: where clocks wait for that, theirs starts."""
        player, match = viewpoint(self.caller, self.live).viewer, self.live.match
        if player >= 0 and match.awaits_acknowledgement(player, self.live.time_source.now()):
            self.services.match_service.act(
                self.live, lambda match, at: match.acknowledge(player, at)
            )
