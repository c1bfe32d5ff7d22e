"""Somebody's page: their ratings, the curve of one, and the matches that made it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import NamedTuple

from spinney import all_games
from spinney.core.game import Game
from spinney.i18n import _, ngettext
from spinney.match.player_names import level_name
from spinney.players.levels import LEVELS
from spinney.server.accounts.person import Person
from spinney.server.play.match_store import when
from spinney.server.ratings.curve import CurvePoint, curve, thinned
from spinney.server.ratings.names import is_level, player_name, profile_address
from spinney.server.ratings.store import Change, PlayerRating, RatedSeat
from spinney.server.services import Services

SHOWN = 25
"""How many matches a page lists."""
CURVE = 1000
"""From how many of the last matches the curve is drawn."""


class RatedPlayer(NamedTuple):
    """A holder of ratings: a level, a person or a bot.

    Attributes:
        holder: whose the ratings are, as the database has it.
        name: as others see it.
        person: the account; None: it is a level.
        owner: whose bot it is, if that may be known; else empty.
    """

    holder: str
    name: str
    person: Person | None = None
    owner: str = ""

    @property
    def bot(self) -> bool:
        """Is it the bot of an account?"""
        return self.person is not None and self.person.owner != ""


class Pool(NamedTuple):
    """All ratings of one game with one number of players.

    Attributes:
        game: the game.
        players: how many.
    """

    game: Game
    players: int

    @property
    def title(self) -> str:
        """What it is called: ``Arboretum, 3 players``; a game for two just by its name."""
        if not any(option.name == "players" for option in self.game.options):
            return self.game.title
        count = ngettext("{count} player", "{count} players", self.players)
        return _("{game}, {players}", game=self.game.title, players=count)

    @property
    def address(self) -> str:
        """The address of its leaderboard."""
        return f"/ratings/{self.game.name}?players={self.players}"


class HistoryRow(NamedTuple):
    """A rated match in somebody's history.

    Attributes:
        address: of its replay; empty: the reader may not see it.
        day: when it ended.
        title: what was played.
        result: 1 won, 0 shared, -1 lost.
        place: of several players, in which place they finished; 0: there were two.
        others: against whom: name, ``somebody`` where the reader may not know it, and the address
            of their page or empty.
        rating: after it.
        gain: what it changed.
    """

    address: str
    day: datetime
    title: str
    result: int
    place: int
    others: tuple[tuple[str, str], ...]
    rating: int
    gain: int


def pool(game: str, players: int) -> Pool | None:
    """Return a pool by the name of its game; None: there is no such game any more."""
    found = all_games().get(game)
    return None if found is None else Pool(found, players)


def find_player(services: Services, name: str, reader: Person | None) -> RatedPlayer | None:
    """Return whose page has a name; None: nobody's, or none that a reader may see.

    Args:
        services: of the server.
        name: of an account, or a level as ``level:tree``; empty: of the reader.
        reader: who looks; None: nobody with a name.
    """
    if is_level(name):
        level = name.partition(":")[2]
        return RatedPlayer(name, level_name(level)) if level in LEVELS else None
    person = services.accounts.named(name) if name else reader
    mine = person is not None and reader is not None and reader.id in (person.id, person.owner)
    if person is None or person.banned or not (person.listed or mine):
        return None
    owner = services.accounts.person(person.owner) if person.owner else None
    owner_name = owner.name if owner and (owner.listed or mine) else ""
    return RatedPlayer(person.id, person.name, person, owner_name)


def draw_curves(services: Services, rating: PlayerRating, name: str) -> str:
    """Return the curve of a rating, in both sizes; empty: it has fewer than two matches."""
    changes = services.ratings.history(rating.holder, rating.game, rating.players, CURVE)
    if len(changes) < 2:  # one step from a guess to a guess shows nothing
        return ""
    first = changes[-1]
    start = CurvePoint(first.before, first.deviation)
    points = [start, *(CurvePoint(one.after, one.deviation) for one in reversed(changes))]
    label = _(
        "Rating of {name} over {matches}: from {first} to {last}, {low} at the lowest, {high} at "
        "the highest",
        name=name,
        matches=ngettext("{count} game", "{count} games", len(changes)),
        first=round(points[0].rating),
        last=round(points[-1].rating),
        low=round(min(point.rating for point in points)),
        high=round(max(point.rating for point in points)),
    )
    drawn_points = thinned(points)
    return "".join(curve(label, drawn_points, layout) for layout in ("wide", "narrow"))


def history_rows(
    services: Services, changes: Sequence[Change], reader: Person | None
) -> list[HistoryRow]:
    """Return rated matches for a reader."""
    matches = [change.match for change in changes]
    players = services.ratings.players_of(matches)
    visible = visible_matches(services, matches, reader)
    return [_row(change, players.get(change.match, ()), visible) for change in changes]


def visible_matches(services: Services, matches: Iterable[str], reader: Person | None) -> set[str]:
    """Return the matches whose tables a reader may see."""
    found = services.tables.some(matches)
    return {table.id for table in found if services.tables.may_see(table, reader)}


def _row(change: Change, players: Iterable[RatedSeat], visible: set[str]) -> HistoryRow:
    played, is_visible = pool(change.game, change.players), change.match in visible
    others = [_other(seat, is_visible) for seat in players if seat.number != change.number]
    return HistoryRow(
        f"/match/{change.match}/replay" if is_visible else "",
        when(change.created),
        played.title if played else change.game,
        change.outcome,
        change.place if change.players > 2 else 0,
        tuple(others),
        round(change.after),
        change.gain,
    )


def _other(seat: RatedSeat, is_visible: bool) -> tuple[str, str]:
    """Return the name of an opponent, and the address of their page or empty.

    Who doesn't show everybody their ratings is named only to readers who may see the match.
    """
    level = is_level(seat.holder)
    is_public = seat.listed or level
    name = player_name(seat.holder, seat.name)
    return (
        name if is_public or is_visible or not seat.holder else _("somebody"),
        profile_address(seat.holder if level else seat.name) if is_public else "",
    )
