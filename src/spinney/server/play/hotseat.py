"""One screen for several friends: whose view it shows, and when it must be hidden between two."""

from __future__ import annotations

from spinney.match import Match
from spinney.server.play.viewpoint import Viewpoint


def hotseat(match: Match, at_screen: int | None) -> Viewpoint:
    """Return what to show.

    Args:
        match: the match.
        at_screen: who of the friends has the screen; None: nobody yet.
    """
    people = match.people
    if len(people) < 2:
        return Viewpoint(people[0] if people else -1)
    owing = tuple(p for p in people if p in match.to_act)
    open_ = not match.has_secrets_between_people
    shared = open_ and not match.over
    if at_screen is not None and (at_screen in owing or not owing):
        return Viewpoint(at_screen, shared=shared)
    if open_:
        return Viewpoint(owing[0] if owing else people[0], shared=shared)
    if not owing:
        return Viewpoint(-1)
    sealed = tuple(p for p in people if p in match.sealed and p not in owing)
    return Viewpoint(-1, owing + sealed)
