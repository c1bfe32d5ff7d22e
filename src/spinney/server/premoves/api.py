"""The premoves' part of the HTTP API."""

from __future__ import annotations

from fastapi import APIRouter

from spinney.server.accounts.identity import ThisServices
from spinney.server.api import views
from spinney.server.api.authentication import BY_NAME, ThisCaller, ThisLiveMatch
from spinney.server.api.models import View
from spinney.server.premoves.models import QueueMove
from spinney.server.tables.forms import player_of

routes = APIRouter(prefix="/matches/{match_id}", tags=["matches"])


@routes.post("/premove", operation_id="premove", dependencies=BY_NAME)
def premove(
    services: ThisServices, caller: ThisCaller, live: ThisLiveMatch, sent: QueueMove
) -> View:
    """Queue a move for your next turn, or remove it. What is no move at all is refused.

    If it is not legal then, it is dropped.
    """
    player = player_of(caller, live)
    services.premoves.change(services.match_service, live, player, sent.move)
    return views.view_of(services, caller, live)
