"""`Feature`: something people can do at a table beside playing; and the views of all features."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from fastapi import APIRouter

from spinney.match import Match
from spinney.server.accounts.identity import Caller, viewpoint
from spinney.server.play.live_match import LiveMatch
from spinney.server.play.names import names_at
from spinney.server.services import Services
from spinney.server.site import Site
from spinney.server.tables.context import FeatureView, TableContext
from spinney.server.tables.forms import table_of
from spinney.server.tables.table import ABORTED, OVER, Table


@dataclass(frozen=True)
class TableViewer:
    """A viewer of a table: what each feature's view is made from.

    Attributes:
        services: of the server.
        live: the match at hand.
        table: who sits there.
        caller: who looks.
        player: whose view they have; -1 for a spectator and for the umpire.
    """

    services: Services
    live: LiveMatch
    table: Table
    caller: Caller
    player: int

    @cached_property
    def match(self) -> Match:
        """The match."""
        return self.live.match

    @cached_property
    def person(self) -> str:
        """The viewer's id; empty: they have no name yet."""
        return self.caller.id or ""

    @cached_property
    def name(self) -> str:
        """What the viewer is called; empty: they have no name yet."""
        return self.caller.person.name if self.caller.person else ""

    @cached_property
    def is_umpire(self) -> bool:
        """Is the viewer the umpire?"""
        return bool(self.person) and self.person == self.table.umpire

    @cached_property
    def seated(self) -> bool:
        """Does the viewer play here, or are they the umpire?"""
        return self.player >= 0 or self.is_umpire

    @cached_property
    def closed(self) -> bool:
        """Has the operator of the server closed the table?"""
        return self.table.status == ABORTED

    @cached_property
    def finished(self) -> bool:
        """Is the match over?"""
        return self.table.status == OVER

    @cached_property
    def playing(self) -> bool:
        """Does the viewer play here, in a match that goes on?"""
        return self.player >= 0 and not self.match.over and not self.closed

    @cached_property
    def names(self) -> tuple[str, ...]:
        """What each player is called."""
        return names_at(self.live, self.player)


def viewer_of(services: Services, caller: Caller, live: LiveMatch) -> TableViewer:
    """Return a caller as a viewer of a table. Raises Refused: it has none, as in local mode."""
    player = viewpoint(caller, live).viewer
    return TableViewer(services, live, table_of(live), caller, player)


class Feature(NamedTuple):
    """Something people can do at a table beside playing.

    A feature is a folder of the server. Its templates go where their names say: ``tab`` and
    ``panel`` beside the log, ``notices`` and ``queue`` above the move, ``ending`` in its place
    after the match, ``tools`` and ``menu`` below it, ``details`` at the end of the page. Those of a
    panel and of details show only what ``lasting`` views hold.

    Attributes:
        name: of its folder, and of its view in templates.
        view: returns what a viewer sees of it.
        lasting: does the view change with notifications only, and not with moves?
        pages: its pages and forms.
        has_api: is the router ``routes`` in its module ``api`` a part of the HTTP API? Only shared
            mode has that; local mode starts sooner without it.
    """

    name: str
    view: Callable[[TableViewer], FeatureView]
    lasting: bool = False
    pages: APIRouter | None = None
    has_api: bool = False


def compose(
    features: Iterable[Feature],
    site: Site,
    caller: Caller,
    live: LiveMatch,
    notified: bool = False,
) -> TableContext | None:
    """Return what surrounds the boards for a caller; None in local mode.

    Args:
        features: of a table.
        site: of the server.
        caller: who looks.
        live: the match at hand.
        notified: does the caller wait for notifications? Then nothing is read again before one.
    """
    if site.services is None or live.table is None:
        return None
    if not (notified and site.match_service.pubsub.listening.is_set()):
        live.clear_cache()
    viewer = viewer_of(site.services, caller, live)
    views = [(feature, feature.view(viewer)) for feature in features]
    seen_of = {feature.name: view for feature, view in views}
    about = viewer.name, viewer.seated, viewer.is_umpire, viewer.table.rules
    return TableContext(
        *about,
        features=seen_of,
        names=tuple(seen_of),
        lasting=(about, *(view for feature, view in views if feature.lasting)),
    )
