"""The votes' part of the HTTP API."""

from __future__ import annotations

from fastapi import APIRouter

from spinney.server.accounts.identity import ThisServices
from spinney.server.api import views
from spinney.server.api.authentication import BY_NAME, ThisCaller, ThisLiveMatch
from spinney.server.api.models import View
from spinney.server.tables.forms import player_of
from spinney.server.votes.models import CastVote

routes = APIRouter(prefix="/matches/{match_id}", tags=["matches"])


@routes.post("/votes", operation_id="vote", dependencies=BY_NAME)
def vote(services: ThisServices, caller: ThisCaller, live: ThisLiveMatch, sent: CastVote) -> View:
    """Propose a change that needs the agreement of all players, agree to one, or vote no.

    What can be proposed: `undo:0`, that player 0's last choice is taken back; `replace:1:tree`,
    that the computer plays on for player 1; `resume`, that the clocks start which an umpire has
    stopped who has gone. Where player 1 has been away for long enough, it is done when it is
    proposed once more.
    """
    services.votes.vote(live, player_of(caller, live), sent.proposal, sent.yes)
    return views.view_of(services, caller, live)
