"""Ratings as a feature of a table: the players' pages; at a rated one, ratings and changes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from spinney.match import Match
from spinney.server.ratings import pages
from spinney.server.ratings.names import profile_address
from spinney.server.ratings.result import counts, everybody_moved
from spinney.server.ratings.store import Change
from spinney.server.tables.context import FeatureView
from spinney.server.tables.feature import Feature, TableViewer
from spinney.server.tables.table import PERSON


class RatingGain(NamedTuple):
    """What a match did to a rating.

    Attributes:
        name: of the player.
        after: the rating after it.
        gain: by how many points it changed.
    """

    name: str
    after: int
    gain: int


UNMOVED, COMPUTER_LATE = "unmoved", "computer late"
"""Why a match doesn't count: not everybody had moved, or the computer ran out of time."""


@dataclass(frozen=True)
class RatingsView(FeatureView):
    """What a viewer sees of the ratings at a table.

    Attributes:
        pages: the address of each player's page; empty: they have none that anybody may see.
        texts: each player's rating, ``1543`` or ``1500?``: as it is now, and once the match has
            changed it, as the match began; empty: an unrated table.
        gains: of the players, when a rated match is over.
        void: why it doesn't count, when it is over: `UNMOVED` or `COMPUTER_LATE`; empty: it does.
    """

    pages: tuple[str, ...] = ()
    texts: tuple[str, ...] = ()
    gains: tuple[RatingGain, ...] = ()
    void: str = ""


def view(viewer: TableViewer) -> RatingsView:
    """Return what a viewer sees of the ratings at a table."""
    read, over = viewer.live.cached, viewer.match.over
    addresses = read("pages", lambda: _pages(viewer))
    if not viewer.table.rules.rated:
        return RatingsView(addresses)
    changes = read("rating changes", lambda: _changes(viewer)) if over else []
    if changes:
        gains = (RatingGain(viewer.names[c.number], round(c.after), c.gain) for c in changes)
        return RatingsView(addresses, tuple(c.text_before for c in changes), tuple(gains))
    texts = read(("ratings", over), lambda: _texts(viewer))
    return RatingsView(addresses, texts, void=_void(viewer.match) if over else "")


def _void(match: Match) -> str:
    """Return why a match that is over doesn't count; empty: it does."""
    if counts(match):
        return ""
    return COMPUTER_LATE if everybody_moved(match) else UNMOVED


def _pages(viewer: TableViewer) -> tuple[str, ...]:
    having = viewer.services.accounts.with_pages(viewer.table.people)
    return tuple(
        profile_address(seat.name) if seat.kind == PERSON and seat.person in having else ""
        for seat in viewer.table.seats
    )


def _changes(viewer: TableViewer) -> list[Change]:
    return viewer.services.ratings.of_match(viewer.live.id)


def _texts(viewer: TableViewer) -> tuple[str, ...]:
    found = viewer.services.ratings.of_table(viewer.table)
    return tuple(one.text if one else "" for one in found)


FEATURE = Feature("ratings", view, pages=pages.routes, has_api=True)
