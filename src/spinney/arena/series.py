"""A series of games in deal groups (`spinney.arena.deal_group`): its players and settings."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import datetime
from typing import TYPE_CHECKING

from spinney.arena.deal_group import DealGroup, ScheduledGame, deal_of, group_size
from spinney.arena.game_result import GameResult
from spinney.arena.match_runner import play
from spinney.core.errors import Refused
from spinney.match import Clock, Header, Match
from spinney.players.referee import MatchReferee
from spinney.players.resource_limits import ResourceLimits

if TYPE_CHECKING:
    from spinney.core.game import Game
    from spinney.players.player_specs import PlayerSpec


@dataclass(frozen=True)
class Series:
    """A series: the game, the players and the limits.

    Players count from 0 in the order they were named.

    Attributes:
        game: the game with its options.
        players: who takes part. If there are as many as the game has players, games are given by
            their numbers; if there are more, a `ScheduledGame` says who plays.
        games: how many games at most.
        seed: of the first deal; the next one has the next number.
        limits: the resource limits of programs, for all of them or for each player.
        clock: the clock of each match, for all players.
        strict: does a first fault lose the game?
    """

    game: Game
    players: tuple[PlayerSpec, ...]
    games: int
    seed: int
    limits: ResourceLimits | tuple[ResourceLimits, ...] = field(default_factory=ResourceLimits)
    clock: Clock = field(default_factory=Clock)
    strict: bool = False

    def __iter__(self) -> Iterator[FinishedGame]:
        return (self.play(number) for number in range(self.games))

    def deal(self, number: int) -> int:
        """Return the seed that game ``number`` (from 0) is dealt from, a signed 64-bit number."""
        return deal_of(self.seed, number // group_size(self.game.num_players))

    def scheduled(self, number: int) -> ScheduledGame:
        """Return game ``number`` of players who are as many as the game has."""
        group = number // group_size(self.game.num_players)
        pairing = tuple(range(len(self.players)))
        return ScheduledGame(number, DealGroup(group, group + 1, pairing, group))

    def seating(self, number: int) -> tuple[int, ...]:
        """Return the player at each seat in game ``number``; all move up by one."""
        return self.scheduled(number).seating

    def limits_of(self, player: int) -> ResourceLimits:
        """Return the resource limits of a player's program."""
        return self.limits if isinstance(self.limits, ResourceLimits) else self.limits[player]

    def header(self, game: ScheduledGame) -> Header:
        """Return the header of a game, played today."""
        today = datetime.now().astimezone().date().isoformat()
        names = tuple(self.players[player].seat for player in game.seating)
        return Header(self.game, names, self.deal(game.number), {}, self.clock, today)

    def play(self, which: int | ScheduledGame) -> FinishedGame:
        """Play one game to its end. Its random numbers depend only on the series and its number."""
        game = self.scheduled(which) if isinstance(which, int) else which
        header = self.header(game)
        rng = random.Random(f"{self.seed} {game.number}")
        seats = {seat: self.players[player] for seat, player in enumerate(game.seating)}
        limits = {seat: self.limits_of(player) for seat, player in enumerate(game.seating)}
        with MatchReferee(header, seats, limits) as referee:
            match = play(Match.begin(header), referee, rng, self.strict)
            referee.close(match)
        return FinishedGame(game.number, game.seating, match, game.group.round)

    def check(self, game: ScheduledGame, match: Match) -> None:
        """Refuse a match that is not this game of the series, or not over."""
        expected, header = self.header(game), match.header
        same = (
            (header.game, expected.game),
            (header.seats, expected.seats),
            (header.seed, expected.seed),
            (header.clock, expected.clock),
        )
        if any(a != b for a, b in same):
            raise Refused(f"it is not game {game.number + 1} of this series")
        if not match.over:
            raise Refused("it is not over")


@dataclass(frozen=True)
class FinishedGame:
    """A game that was played.

    Attributes:
        number: its place in the series, from 0.
        seating: which player of the series had each seat.
        match: the whole match.
        round: of the league, from 1.
    """

    number: int
    seating: tuple[int, ...]
    match: Match
    round: int = 1

    @property
    def result(self) -> GameResult:
        """Its result."""
        return GameResult.of(self.number, self.seating, self.match, self.round)

    @property
    def points(self) -> tuple[float, ...]:
        """1 for a win, 0 for a loss, an equal part for a shared win, by seat."""
        return self.result.points
