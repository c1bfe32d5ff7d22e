"""A viewer's view of the umpire: the vote on who it is, and the umpire's controls."""

from __future__ import annotations

from dataclasses import dataclass

from spinney.i18n import _
from spinney.match import Match
from spinney.match.events import BACK
from spinney.match.undo import course
from spinney.server.tables.context import FeatureView
from spinney.server.tables.feature import TableViewer
from spinney.server.tables.table import ACCEPT
from spinney.server.votes.view import OpenProposal, supporters


@dataclass(frozen=True)
class UmpireView(FeatureView):
    """What a viewer sees of the umpire.

    Attributes:
        proposal: the vote on who is the umpire, in words; None: there is none.
        may_offer: can the viewer offer to be the umpire?
        may_dismiss: can they propose that the umpire goes?
        controls: are they the umpire, of a match that goes on?
        may_correct: can they take the last choice back?
        paused: are the clocks stopped?
    """

    proposal: OpenProposal | None
    may_offer: bool
    may_dismiss: bool
    controls: bool
    may_correct: bool
    paused: bool


def view(viewer: TableViewer) -> UmpireView:
    """Return what a viewer sees of the umpire."""
    table, match = viewer.table, viewer.match
    goes_on = not (match.over or viewer.closed)
    vacant = table.rules.umpire and not table.umpire and table.ballot is None
    return UmpireView(
        proposal=_proposal(viewer) if viewer.playing else None,
        may_offer=bool(vacant and viewer.player < 0 and viewer.name and goes_on),
        may_dismiss=viewer.playing and bool(table.umpire) and table.ballot is None,
        controls=viewer.is_umpire and goes_on,
        may_correct=viewer.is_umpire and not viewer.closed and slip(match) is not None,
        paused=match.paused,
    )


def _proposal(viewer: TableViewer) -> OpenProposal | None:
    """Return the vote on who is the umpire, in words; mostly there is none."""
    ballot = viewer.table.ballot
    if ballot is None:
        return None
    if ballot.name == ACCEPT:
        text = _("{name} offers to be the umpire", name=ballot.called)
    else:
        names = supporters(viewer, ballot.agreed)
        text = _("{names} would like to dismiss {name} as umpire", names=names, name=ballot.called)
    mine = viewer.player in ballot.agreed
    asked = tuple(viewer.names[p] for p in viewer.match.people if p not in ballot.agreed)
    return OpenProposal(ballot.name, text, mine, may_agree=not mine, asked=asked)


def slip(match: Match) -> int | None:
    """Return the version before the last thing that everybody saw done; None: nothing to correct.

    Once something was taken back, what came before it had its next action, and when the match is
    over all is known. Secret choices are no actions, and whether any was made mustn't show.
    """
    past = match.positions
    for event, version in zip(reversed(match.events), course(past), strict=False):
        if match.over or event.kind in BACK:
            return None
        if past[version].applied:
            before = past[version].follows
            return None if past[before].choices else before
    return None
