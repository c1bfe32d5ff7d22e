"""People at tables, without pages."""

from __future__ import annotations

from tests.waiting import wait_until

import spinney
from spinney.match import Clock
from spinney.match.settings import MatchSettings
from spinney.server.accounts.person import Person
from spinney.server.play.live_match import LiveMatch
from spinney.server.services import Services

GAME = "build-your-arboretum"


def guest(services: Services, name: str) -> Person:
    return services.accounts.guest(f"session of {name}", name)


def begun(
    services: Services,
    *names: str,
    clock: str = "none",
    rules: MatchSettings | None = None,
    game: str = GAME,
) -> str:
    """A match between people of these names, or levels; return its id."""
    people = {name: guest(services, name) for name in names if not name.startswith("level:")}
    host = next(iter(people.values()))
    seats = ["me" if name == host.name else "open" if name in people else name for name in names]
    table_id = services.tables.open(
        host, spinney.game(game), Clock.read(clock), rules or MatchSettings(public=True), seats
    )
    for number, name in enumerate(names):
        if name in people and people[name] is not host:
            services.tables.sit(table_id, people[name], number)
    return table_id


def say(services: Services, match: str, player: int, move: str, finish: bool = True) -> LiveMatch:
    live = services.match_service.live_match(match)
    services.match_service.act(live, lambda now, at: now.play(player, move, at, finish=finish))
    return live


until = wait_until
