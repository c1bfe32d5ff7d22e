"""Pairing: a rated game against somebody of a rating near one's own.

A player who looks for an opponent waits at a public table. The longer a table waits, the farther
from the host's rating an opponent's may be. Two hosts who wait for the same game are brought
together: the one who came later goes over to the table that has waited longer.
"""

from __future__ import annotations

import random
import time
from collections.abc import Sequence
from contextlib import suppress

from spinney.core.errors import Refused
from spinney.core.game import Game
from spinney.i18n import N_, _
from spinney.match import Clock
from spinney.match.settings import MatchSettings
from spinney.server.accounts.person import Person
from spinney.server.ratings.eligibility import check_player
from spinney.server.ratings.names import is_level
from spinney.server.ratings.store import PlayerRating
from spinney.server.services import Services
from spinney.server.tables.presence import WAITING_VIEW_SECONDS
from spinney.server.tables.table import ME, OPEN, WAITING, Table

NEAR = 100.0
"""How many points two players may be apart who are paired at once, if their ratings are exact."""
WIDENING = 5.0
"""By how many points a second that grows while a table waits."""
PLAYERS = 2
ONE_PLAYER = N_("you can find an opponent only in games for two; for more players, open a table")


def distance(own: PlayerRating, table: Table, ratings: Sequence[PlayerRating | None]) -> float:
    """Return by how many points somebody is out of reach of the people at a rated table.

    Args:
        own: the rating of the person who would sit down there.
        table: where.
        ratings: the ratings of the people seated, by seat; None: nobody.
    """
    others = [one for one in ratings if one is not None and not is_level(one.holder)]
    if not others:
        return 0.0
    unsure = max(one.deviation for one in (own, *others))
    waited = max(0.0, time.time() - table.created / 1000)
    reach = NEAR + unsure + WIDENING * waited
    apart = max(abs(own.rating - one.rating) for one in others)
    return max(0.0, apart - reach)


def pair(
    services: Services,
    person: Person,
    game: Game,
    clock: Clock,
    address: str,
    by_program: bool = False,
) -> str:
    """Sit down with an opponent of a near rating, or open a table and wait there; return its id.

    Args:
        services: of the server.
        person: who looks for an opponent.
        game: for two, with its usual options.
        clock: how much time players have.
        address: where the request comes from.
        by_program: does a program ask for it?

    Raises:
        Refused: they can't play rated games, or have too many tables at once.
        RateLimited: they have opened too many.
    """
    check_player(person, by_program)
    if game.num_players != PLAYERS:
        raise Refused(_(ONE_PLAYER))
    waiting = _waiting(services, person, game, clock)
    if own := next((table.id for table in waiting if table.player(person.id) >= 0), ""):
        return own
    for table in _near(services, person, waiting):
        with suppress(Refused):  # somebody was quicker, or they don't sit together
            services.tables.sit(table.id, person, _free(table), "", address, by_program)
            return table.id
    seats = random.sample([ME, OPEN], PLAYERS)
    rules = MatchSettings(public=True, undo="off", rated=True)
    return services.tables.open(person, game, clock, rules, seats, None, "", address, by_program)


def look_again(
    services: Services, table: Table, person: Person, address: str, by_program: bool = False
) -> str:
    """Go over to a table that has waited longer and is near by now; return where one sits then.

    Whoever sits at another's table stays there. Raises DatabaseUnavailable.
    """
    if not pairs(table) or table.host != person.id or table.player(person.id) < 0:
        return table.id
    waiting = _waiting(services, person, table.game, table.clock)
    older = [other for other in waiting if _rank(other) < _rank(table)]
    for other in _near(services, person, older):
        with suppress(Refused):
            services.tables.change_table(
                table.id, other.id, person, _free(other), address, by_program
            )
            return other.id
    return table.id


def note_view(services: Services, table: Table, person: Person | None) -> None:
    """Note that somebody looks at a table that waits, and whether it is who seeks an opponent."""
    if table.status == WAITING:
        services.presence.note_view(table.id, WAITING_VIEW_SECONDS)
        if person is not None and pairs(table) and table.player(person.id) >= 0:
            services.presence.note_waiting(table.id, person.id)


def pairs(table: Table) -> bool:
    """Return whether a table waits for an opponent of any name: public, rated, for two."""
    return (
        table.status == WAITING
        and table.rules.rated
        and table.rules.public
        and table.game.num_players == PLAYERS
        and len(table.people) == 1
        and any(seat.kind == OPEN for seat in table.seats)
    )


def _waiting(services: Services, person: Person, game: Game, clock: Clock) -> list[Table]:
    """Return the tables of a game at which somebody waits who is there, or the person."""
    found = services.tables.waiting_rated(game.name, person.id)
    return [table for table in found if pairs(table) and table.clock == clock]


def _near(services: Services, person: Person, waiting: Sequence[Table]) -> list[Table]:
    """Return the tables of one game within whose reach somebody is, the nearest first."""
    if not waiting:
        return []
    people = {person.id}.union(*(table.people for table in waiting))
    held = services.ratings.of(people, waiting[0].game.name, PLAYERS)
    own, candidates = held[person.id], []
    for table in waiting:
        others = [held[other] for other in table.people]
        if not distance(own, table, others):
            candidates.append((abs(own.rating - others[0].rating), *_rank(table), table))
    return [entry[-1] for entry in sorted(candidates, key=lambda entry: entry[:-1])]


def _rank(table: Table) -> tuple[int, str]:
    """Return what orders tables by how long they have waited, the longest first."""
    return table.created, table.id


def _free(table: Table) -> int:
    return next(seat.number for seat in table.seats if seat.kind == OPEN)


def usual_clock(game: Game) -> Clock:
    """Return the clock of games that are paired: the first preset that is one."""
    return Clock.read(next(preset for preset in game.clocks if preset != "none"))
