"""Cards of the games on the first page: the suggested level, and the lesson."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from spinney.core.game import Game
from spinney.players.levels import LEVELS, Level
from spinney.players.suitable_level import Result, result_against_levels, suitable_level
from spinney.server.accounts.identity import Caller
from spinney.server.play.match_store import StoredMatch
from spinney.server.services import Services
from spinney.server.site import Site

MATCHES_READ = 60
"""How many matches are looked at: of those that go on, and of those that are over."""


class GameCard(NamedTuple):
    """A game as it is offered to somebody.

    Attributes:
        game: which.
        level: against whom they play at once.
        played: have they begun a match of it before, or finished its lesson?
    """

    game: Game
    level: Level
    played: bool


def game_cards(site: Site, caller: Caller, games: Iterable[Game]) -> list[GameCard]:
    """Return games as they are offered to whoever asks."""
    store = site.match_service.store
    stored = store.recent() if site.services is None else _matches_of(site.services, caller.id)
    mine = [match for match in stored if not match.branch]
    return [_card(game, mine) for game in games]


def _matches_of(services: Services, person: str | None) -> Sequence[StoredMatch]:
    """Return the matches in which a person plays or has played, the latest first."""
    tables = [
        table
        for over in (False, True)
        for table in (services.tables.of(person, over, MATCHES_READ) if person else ())
        if table.player(person) >= 0
    ]
    stored = services.store.some([table.id for table in tables])
    return [
        replace(stored[table.id], lesson=table.rules.lesson)
        for table in tables
        if table.id in stored
    ]


def _card(game: Game, matches: Iterable[StoredMatch]) -> GameCard:
    mine = [match for match in matches if match.summary.get("game") == game.name]
    results = _results(match.summary for match in mine if not match.lesson)
    played = any(match.summary["over"] or not match.lesson for match in mine)
    return GameCard(game, LEVELS[suitable_level(results)], played)


def _results(summaries: Iterable[Mapping[str, Any]]) -> Iterator[Result]:
    for summary in summaries:
        if summary["over"] and summary.get("outcome"):
            result = result_against_levels(summary["seats"], summary["outcome"])
            if result is not None:
                yield result
