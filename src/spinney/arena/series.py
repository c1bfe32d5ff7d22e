"""A series of games: each deal played from every seat, one game after another."""

from __future__ import annotations

import random
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING

from ..match import Clock, Header, Match

if TYPE_CHECKING:
    from ..core.game import Game
    from .entrants import Entrant


@dataclass(frozen=True)
class Series:
    """What is played. Entrants count from 0 in the order they were named.

    Attributes:
        game: the game with its options.
        entrants: as many as the game has players.
        games: how many games.
        seed: of the first deal; the next one has the next number.
    """

    game: Game
    entrants: tuple[Entrant, ...]
    games: int
    seed: int

    def __iter__(self) -> Iterator[Finished]:
        return (self.play(number) for number in range(self.games))

    def deal(self, number: int) -> int:
        """Return the seed that game ``number`` (from 0) is dealt from, a signed 64-bit number."""
        seed = self.seed + number // len(self.entrants)
        return (seed + 2**63) % 2**64 - 2**63

    def seating(self, number: int) -> tuple[int, ...]:
        """Return which entrant has each seat in game ``number``: everybody moves up one."""
        count = len(self.entrants)
        return tuple((seat + number) % count for seat in range(count))

    def play(self, number: int) -> Finished:
        """Play one game to its end."""
        seating = self.seating(number)
        seats = [self.entrants[entrant] for entrant in seating]
        luck = random.Random(f"{self.seed} {number}")
        match, spent = _play(self.game, seats, self.deal(number), luck)
        return Finished(number, seating, match, spent)


@dataclass(frozen=True)
class Finished:
    """A game that was played.

    Attributes:
        number: its place in the series, from 0.
        seating: which entrant had each seat.
        match: the whole match.
        spent: the seconds each sentence took, by seat.
    """

    number: int
    seating: tuple[int, ...]
    match: Match
    spent: tuple[tuple[float, ...], ...]

    @property
    def points(self) -> tuple[float, ...]:
        """1 for a win, 0 for a loss, an equal part for a shared win, by seat."""
        outcome = self.match.outcome or ()
        sharing = max(1, outcome.count(0))
        return tuple({1: 1.0, 0: 1 / sharing, -1: 0.0}[result] for result in outcome)


def _play(
    game: Game, seats: Sequence[Entrant], seed: int, luck: random.Random
) -> tuple[Match, tuple[tuple[float, ...], ...]]:
    match = Match.begin(_header(game, seats, seed))
    spent: list[list[float]] = [[] for _ in seats]
    start = time.monotonic()
    while not match.over:
        player = match.awaits[0]
        before = time.monotonic()
        sentence = seats[player].choose(match.view(player), luck.getrandbits(62))
        now = time.monotonic()
        spent[player].append(now - before)
        match = match.say(player, sentence, int(1000 * (now - start)))
    return match, tuple(map(tuple, spent))


def _header(game: Game, seats: Sequence[Entrant], seed: int) -> Header:
    today = datetime.now().astimezone().date().isoformat()
    names = tuple(entrant.seat for entrant in seats)
    return Header(game, names, seed, {}, Clock.read("none"), today)
