"""Stop rules of a series: a sequential test, or an Elo interval that is small enough.

A series also stops if a player makes mostly faults: then its games say nothing about strength.
Whether a series stops after a deal depends on the results of the deals up to it, not on the order
in which games end: so it stops at the same deal however many are played at once.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field

from spinney.arena.command_options import decimal_text, sprt_options
from spinney.arena.deal_group import group_size
from spinney.arena.elo import elo_of_counts
from spinney.arena.game_result import GameResult
from spinney.arena.sprt import Sprt
from spinney.arena.standings import count_forfeits, deal_scores, mostly_forfeits
from spinney.core.errors import Refused

LEAST = 8
"""Deals without which no interval is narrow enough, and nobody's faults are too many to go on: a
few can be alike by chance."""
ONE_SIDED = 100
"""Deals after which a series stops that one side always wins: its Elo has no upper end."""


@dataclass(frozen=True)
class StopRule:
    """When to stop, besides the number of games.

    Attributes:
        sprt: stop when this test of the first entrant is decided.
        precision: stop when the 95 % interval of its Elo is at most so much to either side, or
            after `ONE_SIDED` deals that were all won, or all lost.
    """

    sprt: Sprt | None = None
    precision: float | None = None

    def __post_init__(self) -> None:
        """Refuse a precision that can't be reached.

        Raises:
            Refused: it is not above 0.
        """
        if self.precision is not None and self.precision <= 0:
            raise Refused("a precision in Elo is above 0, as 10")

    def __bool__(self) -> bool:
        return self.sprt is not None or self.precision is not None

    @property
    def options(self) -> list[str]:
        """The same as options of the command line."""
        until = [] if self.precision is None else [f"--until={decimal_text(self.precision)}"]
        return [*until, *(sprt_options(self.sprt) if self.sprt else [])]

    def holds(self, seen: Mapping[float, int], players: int) -> bool:
        """Return whether to stop after deals of which each score was seen so often."""
        if self.sprt and self.sprt.verdict_of_counts(seen):
            return True
        deals = sum(seen.values())
        if self.precision is None or deals < LEAST:
            return False
        interval = elo_of_counts(seen, players)
        one_sided = math.isinf(interval.value) and deals >= ONE_SIDED
        return interval.margin <= self.precision or one_sided


@dataclass
class StopTracker:
    """Follows the deals of a series, or of a pairing, in their order, as their games end.

    Attributes:
        rule: when to stop.
        players: how many play a game.
        scores: of the first entrant in each deal group so far.
        stopped: has the rule held, or can't it be judged any more? Then nothing is added.
        first: the number of its first deal group,
        step: and how many there are from one to the next.
        choices: of each entrant in these deals,
        forfeits: and how many of them the rules made in its place.
    """

    rule: StopRule
    players: int
    scores: list[float] = field(default_factory=list)
    stopped: bool = False
    first: int = 0
    step: int = 1
    choices: Counter[int] = field(default_factory=Counter)
    forfeits: Counter[int] = field(default_factory=Counter)

    def __post_init__(self) -> None:
        """Count the scores that there are."""
        self._seen = Counter(self.scores)

    def follow(self, results: Mapping[int, GameResult]) -> bool:
        """Take in the deals that are complete by now; return whether to stop.

        Args:
            results: of all games that have ended, by number.
        """
        size = group_size(self.players)
        while not self.stopped:
            first = self.deal_group * size
            games = [results.get(number) for number in range(first, first + size)]
            ended = [game for game in games if game is not None]
            if len(ended) < size:
                break
            scores = deal_scores(ended, 0)
            if not scores:  # these are results of other players, in a file that was changed
                break
            for game in ended:
                count_forfeits(game, self.choices, self.forfeits)
            self.add(scores[0])
        return self.stopped

    def add(self, score: float) -> None:
        """Take in the score of the deal group that comes next."""
        self.scores.append(score)
        self._seen[score] += 1  # so that no deal takes longer than the one before
        self.stopped = bool(self.rule) and (
            self._is_hopeless or self.rule.holds(self._seen, self.players)
        )

    @property
    def _is_hopeless(self) -> bool:
        return len(self.scores) >= LEAST and bool(self.unranked)

    @property
    def unranked(self) -> set[int]:
        """The entrants most of whose choices in these deals were forfeits."""
        return {e for e in self.choices if mostly_forfeits(self.forfeits[e], self.choices[e])}

    @property
    def deal_group(self) -> int:
        """The number of the deal group that comes next."""
        return self.first + self.step * len(self.scores)

    @property
    def games(self) -> int:
        """How many games the deals so far have."""
        return len(self.scores) * group_size(self.players)

    def counts(self, game: GameResult) -> bool:
        """Return whether a game counts: not if the rule had held before its deal."""
        return not self.stopped or game.group < self.deal_group
