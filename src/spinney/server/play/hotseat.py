"""One screen for several friends: whose view it shows, and when it must be hidden between two."""

from __future__ import annotations

from typing import NamedTuple

from spinney.match import Match


class Hotseat(NamedTuple):
    """What is shown to whoever sits there.

    Attributes:
        viewer: whose view it is; -1: a spectator's.
        waiting: where the screen is to be passed on: who may take it next, the one it is for first.
        shared: do several friends look at it together, because there is no secret between them?
    """

    viewer: int
    waiting: tuple[int, ...] = ()
    shared: bool = False

    @property
    def observer(self) -> int:
        """To whom is told what happened: a choice that was changed in time stays one's own."""
        return -1 if self.shared else self.viewer


def hotseat(match: Match, present: int | None) -> Hotseat:
    """Return what to show.

    Args:
        match: the match.
        present: who of the friends has the screen; None: nobody yet.
    """
    people = match.people
    if len(people) < 2:
        return Hotseat(people[0] if people else -1)
    owing = tuple(p for p in people if p in match.to_act)
    open_ = not match.has_secrets_between_people
    shared = open_ and not match.over
    if present is not None and (present in owing or not owing):
        return Hotseat(present, shared=shared)
    if open_:
        return Hotseat(owing[0] if owing else people[0], shared=shared)
    if not owing:
        return Hotseat(-1)
    sealed = tuple(p for p in people if p in match.sealed and p not in owing)
    return Hotseat(-1, owing + sealed)


def is_meant(match: Match, viewer: int, version: str) -> bool:
    """Was it said of the very choice that a viewer is before, whoever else has finished since?

    Pages and the API name a version: whose view it is, and how many events they had learnt of.
    """
    whose, _, known = version.partition(".")
    return (
        whose == str(viewer)
        and known.isdecimal()
        and match.faces_same_choice(viewer, int(known[:9]))
    )
