"""A viewer's view of a table's proposals, in words, and those they may make."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from spinney.i18n import _, pgettext
from spinney.i18n.lists import and_list
from spinney.match.player_names import level_name
from spinney.server.play.match_session import MatchSession
from spinney.server.services import Services
from spinney.server.tables.context import FeatureView
from spinney.server.tables.feature import TableViewer
from spinney.server.votes.store import (
    REPLACE,
    RESUME,
    UNDO,
    Proposal,
    last_choice,
    may_resume,
    patience,
)


class OpenProposal(NamedTuple):
    """A proposal in words.

    Attributes:
        name: how a form names it.
        text: what is proposed, and by whom.
        mine: has the viewer agreed?
        may_agree: can they, or agree once more now that enough time has passed?
        left: seconds until someone who is away may be replaced.
    """

    name: str
    text: str
    mine: bool
    may_agree: bool
    left: int = 0


@dataclass(frozen=True)
class VotesView(FeatureView):
    """What a viewer sees of proposals.

    Attributes:
        proposals: those that are open.
        may_ask_undo: may they propose to take their last choice back?
        replaceable: the players who are away, and may be replaced: number and name.
        may_ask_resume: may they propose to start the clocks that an absent umpire has stopped?
        may_leave: may they propose that the computer plays on for them?
    """

    proposals: tuple[OpenProposal, ...]
    may_ask_undo: bool
    replaceable: tuple[tuple[int, str], ...]
    may_ask_resume: bool
    may_leave: bool


def view(seen: TableViewer) -> VotesView:
    """Return what a viewer sees of a table's proposals."""
    mine = seen.viewer >= 0 and not seen.closed
    found = proposals(seen.services, seen.session) if mine else ()
    may_leave = not seen.table.rules.rated
    return VotesView(
        proposals=tuple(worded(seen, proposal) for proposal in found),
        may_ask_undo=seen.playing and _may_ask_undo(seen, found),
        replaceable=_replaceable(seen, found) if seen.playing and may_leave else (),
        may_ask_resume=seen.playing and _may_ask_resume(seen, found),
        may_leave=seen.viewer >= 0 and not seen.match.over and may_leave,
        is_timed=bool(found),  # what awaits an absent player's agreement comes due
    )


def proposals(services: Services, session: MatchSession) -> tuple[Proposal, ...]:
    """Return what is proposed; where anything is, it depends on the moment."""
    is_any = session.cached("proposals", lambda: bool(services.votes.proposals(session)))
    return services.votes.proposals(session) if is_any else ()


def worded(seen: TableViewer, proposal: Proposal) -> OpenProposal:
    """Return a proposal in a viewer's words."""
    wait = max(0, patience(seen.table.clock) - proposal.age)
    mine, replaces = seen.viewer in proposal.agreed, proposal.kind == REPLACE
    left = wait // 1000 if replaces and mine else 0
    alone = not set(seen.match.people) - set(proposal.agreed) - {proposal.player}
    due = replaces and alone and not left and seen.table.away(proposal.player)
    return OpenProposal(proposal.name, _text(seen, proposal), mine, not mine or due, left)


def _text(seen: TableViewer, proposal: Proposal) -> str:
    asking, player = supporters(seen, proposal.agreed), proposal.player
    if proposal.kind == RESUME:
        return _("{names} would like to restart the clocks: the umpire has left", names=asking)
    if proposal.kind == UNDO:
        return _undo_text(seen, proposal, asking)
    level = level_name(proposal.level)
    if player == seen.viewer:
        return _(
            "{names} would like the computer ({level}) to play on for you",
            names=asking,
            level=level,
        )
    return _(
        "{names} would like the computer ({level}) to play on for {name}",
        names=asking,
        level=level,
        name=seen.names[player],
    )


def _undo_text(seen: TableViewer, proposal: Proposal, asking: str) -> str:
    """Return in words that somebody would like a choice to be taken back."""
    player = proposal.player
    if player == seen.viewer:
        return _("{names} would like to take back your last choice", names=asking)
    if proposal.agreed == (player,):
        return _("{names} would like to take back their last choice", names=asking)
    name = seen.names[player]
    return _("{names} would like to take back the last choice of {name}", names=asking, name=name)


def supporters(seen: TableViewer, agreed: Sequence[int]) -> str:
    """Return who has agreed to something, as the viewer reads it: ``you and Ann``."""
    you = [pgettext("who proposes", "you")] if seen.viewer in agreed else []
    return and_list([*you, *(seen.names[p] for p in agreed if p != seen.viewer)])


def _may_ask_undo(seen: TableViewer, found: Sequence[Proposal]) -> bool:
    match, rules, viewer = seen.match, seen.table.rules, seen.viewer
    if rules.undo == "off" or len(match.people) < 2:
        return False
    alone = rules.undo == "rule" and match.undo_to(viewer) is not None
    pending = any(proposal.kind == UNDO and proposal.player == viewer for proposal in found)
    return not alone and not pending and last_choice(match, viewer) is not None


def _may_ask_resume(seen: TableViewer, found: Sequence[Proposal]) -> bool:
    pending = any(proposal.kind == RESUME for proposal in found)
    return not pending and may_resume(seen.match, seen.table)


def _replaceable(seen: TableViewer, found: Sequence[Proposal]) -> tuple[tuple[int, str], ...]:
    """Return the players who are away, and whom nobody has proposed to replace yet."""
    named = {p.player for p in found if p.kind == REPLACE} | {seen.viewer}
    others = (p for p in seen.match.people if p not in named and seen.table.away(p))
    return tuple((p, seen.names[p]) for p in others)
