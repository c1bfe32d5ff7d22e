"""The umpire's part of the HTTP API: offers, votes on them, pauses and corrections."""

from __future__ import annotations

from fastapi import APIRouter

from spinney.match import Match
from spinney.server.accounts.identity import Caller, ThisServices
from spinney.server.api import views
from spinney.server.api.authentication import (
    BY_NAME,
    StaleVersion,
    ThisCaller,
    ThisLiveMatch,
    ThisPerson,
    ThisTable,
    current_table,
)
from spinney.server.api.models import LATEST, At, TableInfo, View
from spinney.server.play.live_match import LiveMatch
from spinney.server.play.match_service import Change
from spinney.server.play.submit_move import STALE
from spinney.server.services import Services
from spinney.server.umpire.control import check_umpire, corrected
from spinney.server.umpire.models import UmpireVote

routes = APIRouter()


@routes.post("/tables/{table_id}/umpire", operation_id="umpire", tags=["tables"])
def offer(
    services: ThisServices, caller: ThisCaller, person: ThisPerson, table: ThisTable
) -> TableInfo:
    """Become the umpire, or offer to: then all players must agree."""
    services.umpires.offer(table.id, person)
    services.tables.admit(table.id, person)
    return views.table_of(current_table(services, caller, table.id), caller)


@routes.post("/tables/{table_id}/umpire/votes", operation_id="umpire_vote", tags=["tables"])
def vote(
    services: ThisServices,
    caller: ThisCaller,
    person: ThisPerson,
    table: ThisTable,
    sent: UmpireVote,
) -> TableInfo:
    """Vote, as a player, on an offer to be the umpire, or on dismissing the umpire."""
    services.umpires.vote(table.id, person, sent.proposal, sent.yes)
    return views.table_of(current_table(services, caller, table.id), caller)


@routes.post(
    "/matches/{match_id}/pause", operation_id="pause", dependencies=BY_NAME, tags=["matches"]
)
def pause(
    services: ThisServices, caller: ThisCaller, live: ThisLiveMatch, sent: At = LATEST
) -> View:
    """Stop all clocks, as the umpire."""
    return _change(services, caller, live, sent, Match.pause)


@routes.post(
    "/matches/{match_id}/resume", operation_id="resume", dependencies=BY_NAME, tags=["matches"]
)
def resume(
    services: ThisServices, caller: ThisCaller, live: ThisLiveMatch, sent: At = LATEST
) -> View:
    """Restart the clocks, as the umpire."""
    return _change(services, caller, live, sent, Match.resume)


@routes.post(
    "/matches/{match_id}/correct", operation_id="correct", dependencies=BY_NAME, tags=["matches"]
)
def correct(
    services: ThisServices, caller: ThisCaller, live: ThisLiveMatch, sent: At = LATEST
) -> View:
    """Take back the last choice as a slip, before the next one, as the umpire."""
    return _change(services, caller, live, sent, corrected)


def _change(services: Services, caller: Caller, live: LiveMatch, sent: At, change: Change) -> View:
    """Change a match for its umpire only. Raises Refused and StaleVersion."""
    check_umpire(caller, live)

    def checked(match: Match, at: int) -> Match:
        if sent.version not in (None, views.version_of(match, -1)):
            raise StaleVersion(STALE)
        return change(match, at)

    services.match_service.act(live, checked)
    return views.view_of(services, caller, live)
