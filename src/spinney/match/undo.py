"""Rules of undo: the choices that can be taken back.

Among people, only the last choice of all, by its own player, and only if

* it passed the turn to nobody: its player alone was to act before, and is again;
* so nobody else would have to choose again: nobody else has chosen since;
* nothing hidden or random was revealed: of all it brought about, nobody, not even its player,
  learned any *fact*. Facts are the codes from ``ACTIONS`` on that `spinney.core.interface.events`
  writes: cards drawn or turned over, secrets opened, automatic stages of the game. The codes below
  are the actions themselves.

A table may let a slip be fixed (`fix_to`): then the turn may have passed to one other player, as
long as nobody has chosen since. The table sets the time limit.

A sealed choice is not taken back but replaced. Whether it can be may not depend on what the others
have sealed, so nothing at all can be taken back while several choose at once.

A player against computers alone can always go back to their last decision.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from spinney.core.errors import Refused
from spinney.i18n import N_, _
from spinney.match.events import BACK, CHOICES, Event, people
from spinney.match.position import Position

NO_FIX = N_(
    "there is no slip to fix: you can fix only your own last choice, while nobody has chosen "
    "since and nothing hidden was revealed"
)
WHY_NOT = N_(
    "this can't be taken back: you can take back only your own last choice, while the turn "
    "hasn't passed and nothing hidden was revealed"
)


def undo_to(events: Sequence[Event], past: Sequence[Position], player: int) -> int | None:
    """Return the version that a player may go back to; None if there is none.

    Args:
        events: all events so far.
        past: how the match stood before the first, and after each.
        player: who wants to go back.
    """
    seated = people(past[-1].seats)
    if player not in seated or past[-1].resigned >= 0:
        return None
    if seated == (player,):
        return _own_last_decision(events, past, player)
    last = next(_choices(events, past), 0)
    if not last or events[last - 1].player != player or events[last - 1].kind == "forfeit":
        return None
    return last - 1 if _private(past[last - 1], past[last], player) else None


def fix_to(events: Sequence[Event], past: Sequence[Position], player: int) -> int | None:
    """Return the version before a slip that a player may fix; None if there is none.

    It was the last choice of all, the player was alone to choose, one alone is to choose now, and
    nothing hidden or random was revealed.
    """
    if past[-1].over or player not in people(past[-1].seats):
        return None
    last = next(_choices(events, past), 0)
    if not last or events[last - 1].player != player or events[last - 1].kind != "move":
        return None
    before, after = past[last - 1].state, past[last].state
    alone = before.to_act == (player,) and len(after.to_act) == 1
    return last - 1 if alone and not _reveals(past[last]) else None


def revert_to(past: Sequence[Position], text: str) -> int:
    """Return the version that a text names, if players may go back to it by agreement.

    Raises:
        Refused: it names none, or one that was itself taken back.
    """
    versions = {0, *course(past)}
    if not text.isdecimal() or int(text) not in versions or int(text) == len(past) - 1:
        raise Refused(_("that step isn't part of the course of this game"))
    return int(text)


def last_choice(events: Sequence[Event], past: Sequence[Position]) -> int | None:
    """Return the version before the last choice that still counts; None if there is none."""
    last = next(_choices(events, past), 0)
    return last - 1 if last else None


def have_chosen(events: Sequence[Event], past: Sequence[Position], players: Sequence[int]) -> bool:
    """Has one of these players made a choice that still counts?"""
    return any(events[version - 1].player in players for version in _choices(events, past))


def course(past: Sequence[Position]) -> Iterator[int]:
    """Yield the versions that make up the course of the game, without what was taken back.

    The last first, down to 1.
    """
    version = len(past) - 1
    while version:
        yield version
        version = past[version].follows


def undone(events: Sequence[Event], past: Sequence[Position]) -> frozenset[int]:
    """Return the versions after the choices that were undone."""
    if not any(event.kind in BACK for event in events):
        return frozenset()
    choices = {version for version, event in enumerate(events, 1) if event.kind in CHOICES}
    return frozenset(choices.difference(course(past)))


def _choices(events: Sequence[Event], past: Sequence[Position]) -> Iterator[int]:
    """Yield the versions after each choice that still counts, the last first."""
    return (version for version in course(past) if events[version - 1].kind in CHOICES)


def _own_last_decision(
    events: Sequence[Event], past: Sequence[Position], player: int
) -> int | None:
    for version in _choices(events, past):
        # A sealed choice may have been changed after it was finished: go back to before it was.
        if events[version - 1].player == player and player in past[version - 1].to_act:
            return version - 1
    return None


def _private(before: Position, after: Position, player: int) -> bool:
    """Did the choice pass the turn to nobody, and reveal nothing?"""
    alone = before.state.to_act == (player,) == after.state.to_act
    return alone and not _reveals(after)


def _reveals(after: Position) -> bool:
    """Did anybody learn a fact from the transitions to this position?"""
    game = after.state.game
    learnt = (
        code
        for transition in after.transitions
        for observer in range(-1, game.num_players)
        for code in transition.events(observer)
    )
    return any(code >= game.rules.ACTIONS for code in learnt)
