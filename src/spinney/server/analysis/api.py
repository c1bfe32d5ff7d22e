"""The analysis' part of the HTTP API."""

from __future__ import annotations

from fastapi import APIRouter

from spinney.server.analysis.models import AnalysisInfo, ReviewedMove
from spinney.server.api.authentication import ThisLiveMatch
from spinney.server.site import ThisSite

routes = APIRouter(prefix="/matches/{match_id}", tags=["matches"])


@routes.get("/analysis", operation_id="analysis")
def analysis(site: ThisSite, live: ThisLiveMatch) -> AnalysisInfo:
    """Return the computer's review of a finished match, choice by choice.

    It begins to look when it is first asked, and goes on as long as somebody asks every few
    seconds: ask again until it is `done`.
    """
    progress = site.analyses.request(live)
    reviews = [ReviewedMove(**one._asdict()) for one in progress.reviews]
    return AnalysisInfo(
        reviewed=progress.reviewed, choices=progress.choices, done=progress.done, reviews=reviews
    )
