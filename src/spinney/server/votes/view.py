"""A viewer's view of a table's proposals, in words, and those they may make."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from spinney.i18n import _, pgettext
from spinney.i18n.lists import and_list
from spinney.match.player_names import level_name
from spinney.server.play.live_match import LiveMatch
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
        asked: what the others are called whose agreement is awaited.
    """

    name: str
    text: str
    mine: bool
    may_agree: bool
    left: int = 0
    asked: tuple[str, ...] = ()


@dataclass(frozen=True)
class VotesView(FeatureView):
    """What a viewer sees of proposals.

    Attributes:
        proposals: those that are open.
        declined_by: the name of who has declined the viewer's undo; empty: nobody.
        may_ask_undo: may they propose to undo their last choice?
        replaceable: the players who are away, and may be replaced: number and name.
        may_ask_resume: may they propose to start the clocks that an absent umpire has stopped?
        may_leave: may they propose that the computer plays on for them?
    """

    proposals: tuple[OpenProposal, ...]
    declined_by: str
    may_ask_undo: bool
    replaceable: tuple[tuple[int, str], ...]
    may_ask_resume: bool
    may_leave: bool


def view(viewer: TableViewer) -> VotesView:
    """Return what a viewer sees of a table's proposals."""
    mine = viewer.player >= 0 and not viewer.closed
    proposed = proposals(viewer.services, viewer.live) if mine else ()
    declined_by = _declined_by(viewer) if mine else ""
    may_leave = viewer.playing and not (viewer.table.rules.rated or viewer.table.rules.lesson)
    return VotesView(
        proposals=tuple(worded(viewer, proposal) for proposal in proposed),
        declined_by=declined_by,
        may_ask_undo=viewer.playing and not declined_by and _may_ask_undo(viewer, proposed),
        replaceable=_replaceable(viewer, proposed) if may_leave else (),
        may_ask_resume=viewer.playing and _may_ask_resume(viewer, proposed),
        may_leave=may_leave,
        is_timed=bool(proposed),  # what awaits an absent player's agreement comes due
    )


def proposals(services: Services, live: LiveMatch) -> tuple[Proposal, ...]:
    """Return what is proposed; where anything is, it depends on the moment."""
    is_any = live.cached("proposals", lambda: bool(services.votes.proposals(live)))
    return services.votes.proposals(live) if is_any else ()


def _declined_by(viewer: TableViewer) -> str:
    """Return the name of who has declined the viewer's undo; empty: nobody."""
    live, store = viewer.live, viewer.services.votes
    declined = live.cached("declined", lambda: store.declined(live))
    player = declined.get(f"{UNDO}:{viewer.player}")
    return "" if player is None else viewer.names[player]


def worded(viewer: TableViewer, proposal: Proposal) -> OpenProposal:
    """Return a proposal in a viewer's words."""
    wait = max(0, patience(viewer.table.clock) - proposal.age)
    mine, replaces = viewer.player in proposal.agreed, proposal.kind == REPLACE
    left = wait // 1000 if replaces and mine else 0
    missing = [p for p in viewer.match.people if p not in proposal.agreed]
    others = [p for p in missing if p != proposal.player]
    due = replaces and not others and not left and viewer.table.away(proposal.player)
    asked = tuple(viewer.names[p] for p in (others if replaces and others else missing))
    text = _text(viewer, proposal)
    return OpenProposal(proposal.name, text, mine, not mine or due, left, asked)


def _text(viewer: TableViewer, proposal: Proposal) -> str:
    asking, player = supporters(viewer, proposal.agreed), proposal.player
    if proposal.kind == RESUME:
        return _("{names} would like to restart the clocks: the umpire has left", names=asking)
    if proposal.kind == UNDO:
        return _undo_text(viewer, proposal, asking)
    level = level_name(proposal.level)
    if player == viewer.player:
        return _(
            "{names} would like the computer ({level}) to play on for you",
            names=asking,
            level=level,
        )
    return _(
        "{names} would like the computer ({level}) to play on for {name}",
        names=asking,
        level=level,
        name=viewer.names[player],
    )


def _undo_text(viewer: TableViewer, proposal: Proposal, asking: str) -> str:
    """Return in words that somebody would like a choice to be undone."""
    player = proposal.player
    if player == viewer.player:
        return _("{names} would like to undo your last choice", names=asking)
    if proposal.agreed == (player,):
        return _("{names} would like to undo their last choice", names=asking)
    name = viewer.names[player]
    return _("{names} would like to undo the last choice of {name}", names=asking, name=name)


def supporters(viewer: TableViewer, agreed: Sequence[int]) -> str:
    """Return who has agreed to something, as the viewer reads it: ``you and Ann``."""
    you = [pgettext("who proposes", "you")] if viewer.player in agreed else []
    return and_list([*you, *(viewer.names[p] for p in agreed if p != viewer.player)])


def _may_ask_undo(viewer: TableViewer, proposed: Sequence[Proposal]) -> bool:
    match, rules, me = viewer.match, viewer.table.rules, viewer.player
    if rules.undo == "off" or len(match.people) < 2:
        return False
    alone = rules.undo == "rule" and match.undo_to(me) is not None
    pending = any(proposal.kind == UNDO and proposal.player == me for proposal in proposed)
    return not alone and not pending and last_choice(match, me, rules.opening) is not None


def _may_ask_resume(viewer: TableViewer, proposed: Sequence[Proposal]) -> bool:
    pending = any(proposal.kind == RESUME for proposal in proposed)
    return not pending and may_resume(viewer.match, viewer.table)


def _replaceable(viewer: TableViewer, proposed: Sequence[Proposal]) -> tuple[tuple[int, str], ...]:
    """Return the players who are away, and whom nobody has proposed to replace yet."""
    named = {p.player for p in proposed if p.kind == REPLACE} | {viewer.player}
    others = (p for p in viewer.match.people if p not in named and viewer.table.away(p))
    return tuple((p, viewer.names[p]) for p in others)
