"""People who play rated games, without pages."""

from __future__ import annotations

from sqlalchemy import Connection
from tests.server.playing import GAME, guest

import spinney
from spinney.match import Clock
from spinney.match.settings import MatchSettings
from spinney.server.accounts.person import Person
from spinney.server.db.schema import accounts, ratings
from spinney.server.play.live_match import LiveMatch
from spinney.server.ratings import system
from spinney.server.ratings.glicko2 import Rating
from spinney.server.ratings.store import Ratings
from spinney.server.services import Services

RATED = MatchSettings(public=True, undo="off", rated=True)
CLOCK = Clock.read("bank 15:00 + 10")


def kept(services: Services, name: str) -> Person:
    """Someone new who keeps their name with a password."""
    return keep(services, guest(services, name))


def keep(services: Services, person: Person) -> Person:
    """Keep somebody's name with a password that nobody knows: hashing one takes long."""
    login = {"login": person.name.casefold(), "password": "none"}
    with services.store.database.writing() as connection:
        query = accounts.update().where(accounts.c.id == person.id)
        connection.execute(query.values(**login))
    found = services.accounts.person(person.id)
    assert found is not None
    return found


def bot(services: Services, owner: Person, name: str) -> Person:
    services.accounts.make_bot(owner, name)
    return services.accounts.bots(owner.id)[-1]


def opened(
    services: Services,
    *people: Person,
    clock: Clock = CLOCK,
    game: str = GAME,
    rules: MatchSettings = RATED,
) -> str:
    """A match between these people, a rated one unless told otherwise; return its id."""
    played = spinney.game(game)
    if len(people) > 2:
        played = played.with_options(players=len(people))
    at = ["me", *("open" for _ in people[1:])]
    table_id = services.tables.open(people[0], played, clock, rules, at)
    for number, person in enumerate(people[1:], 1):
        services.tables.sit(table_id, person, number)
    return table_id


def move_all(services: Services, match: str) -> LiveMatch:
    """Let everybody move once."""
    live = services.match_service.live_match(match)
    waiting = set(range(live.match.game.num_players))
    for number in range(100):
        player = next(iter(waiting.intersection(live.match.to_act)), live.match.to_act[0])
        move = live.match.view(player).legal.sample(number)
        services.match_service.act(live, lambda now, at, p=player, m=move: now.play(p, m, at))  # type: ignore[misc]
        waiting.discard(player)
        if not waiting:
            break
    return live


def end(services: Services, match: str, loser: int = 0) -> None:
    """Let everybody move, and one resign."""
    live = move_all(services, match)
    services.match_service.act(live, lambda now, at: now.resign(loser, at))


def put_rating(connection: Connection, of: Ratings, holder: str, known: Rating) -> None:
    """Give somebody a rating."""
    at, _ = of._locked(connection, [holder], (GAME, 2))
    query = ratings.update().where(ratings.c.holder == holder)
    connection.execute(query.values(**known._asdict(), sure_until=at + system.sure_for(known)))
