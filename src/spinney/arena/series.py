"""A series of games: each deal played from every seat."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import datetime
from typing import TYPE_CHECKING

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
    """What is played. Entrants count from 0 in the order they were named.

    Attributes:
        game: the game with its options.
        players: as many as the game has players.
        games: how many games.
        seed: of the first deal; the next one has the next number.
        limits: the resource limits of programs.
        clock: the clock of each match, which everybody is held to.
        strict: does a first fault lose the game?
    """

    game: Game
    players: tuple[PlayerSpec, ...]
    games: int
    seed: int
    limits: ResourceLimits = field(default_factory=ResourceLimits)
    clock: Clock = field(default_factory=Clock)
    strict: bool = False

    def __iter__(self) -> Iterator[FinishedGame]:
        return (self.play(number) for number in range(self.games))

    def deal(self, number: int) -> int:
        """Return the seed that game ``number`` (from 0) is dealt from, a signed 64-bit number."""
        seed = self.seed + number // len(self.players)
        return (seed + 2**63) % 2**64 - 2**63

    def seating(self, number: int) -> tuple[int, ...]:
        """Return the player of the series at each seat in game ``number``; all move up by one."""
        count = len(self.players)
        return tuple((seat + number) % count for seat in range(count))

    def header(self, number: int) -> Header:
        """Return the header of game ``number``, played today."""
        today = datetime.now().astimezone().date().isoformat()
        names = tuple(self.players[player].seat for player in self.seating(number))
        return Header(self.game, names, self.deal(number), {}, self.clock, today)

    def play(self, number: int) -> FinishedGame:
        """Play one game to its end. Its luck depends on nothing but the series and its number."""
        header, seating = self.header(number), self.seating(number)
        luck = random.Random(f"{self.seed} {number}")
        seats = {seat: self.players[player] for seat, player in enumerate(seating)}
        with MatchReferee(header, seats, self.limits) as referee:
            match = play(Match.begin(header), referee, luck, self.strict)
            referee.close(match)
        return FinishedGame(number, seating, match)

    def check(self, number: int, match: Match) -> None:
        """Refuse a match that is not game ``number`` of this series, or not over."""
        wanted, found = self.header(number), match.header
        same = (
            (found.game, wanted.game),
            (found.seats, wanted.seats),
            (found.seed, wanted.seed),
            (found.clock, wanted.clock),
        )
        if any(a != b for a, b in same):
            raise Refused(f"it is not game {number + 1} of this series")
        if not match.over:
            raise Refused("it is not over")


@dataclass(frozen=True)
class FinishedGame:
    """A game that was played.

    Attributes:
        number: its place in the series, from 0.
        seating: which player of the series had each seat.
        match: the whole match.
    """

    number: int
    seating: tuple[int, ...]
    match: Match

    @property
    def result(self) -> GameResult:
        """What it comes to."""
        return GameResult.of(self.number, self.seating, self.match)

    @property
    def points(self) -> tuple[float, ...]:
        """1 for a win, 0 for a loss, an equal part for a shared win, by seat."""
        return self.result.points
