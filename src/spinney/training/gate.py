"""The gate: does a network play better than its predecessor? A sequential test on fresh deals."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from spinney.arena.deal_group import group_size
from spinney.arena.elo import elo
from spinney.arena.game_result import GameResult
from spinney.arena.intervals import margin
from spinney.arena.series import Series
from spinney.arena.sprt import Sprt, Verdict
from spinney.arena.standings import deal_scores
from spinney.arena.worker_pool import play_games

if TYPE_CHECKING:
    from spinney.core.game import Game
    from spinney.players.player_specs import PlayerSpec

STRONGER = 40.0
"""The normalized Elo of hypothesis H1, that a network is stronger; that of H0 is 0."""
MOST_DEALS = 1000
"""The most deals. Without a verdict by then, the network doesn't count as stronger."""


@dataclass
class Gate:
    """Deals between a candidate and an opponent, who has all other seats.

    Attributes:
        game: the game with its options.
        candidate, opponent: the two players.
        seed: of the first deal.
        scores: of the candidate in each deal so far, 0 to 1.
    """

    game: Game
    candidate: PlayerSpec
    opponent: PlayerSpec
    seed: int
    scores: list[float] = field(default_factory=list)

    @property
    def verdict(self) -> Verdict | None:
        """The accepted hypothesis: H1, it is stronger, or H0; None: not known yet."""
        found = self._test.verdict(self.scores)
        return found or ("H0" if len(self.scores) >= MOST_DEALS else None)

    @property
    def _test(self) -> Sprt:
        return Sprt(0.0, STRONGER, players=self.game.num_players)

    def play(self, jobs: int, after: Callable[[], bool], cluster: str | None = None) -> None:
        """Play deals until there is a verdict, or ``after``, called after each, returns False."""
        players = (self.candidate, *[self.opponent] * (self.game.num_players - 1))
        size = group_size(self.game.num_players)
        series = Series(self.game, players, size * MOST_DEALS, self.seed)
        first = len(self.scores)
        waiting: dict[int, list[GameResult]] = {}
        numbers = range(size * first, series.games)
        with closing(play_games(series, numbers, jobs, cluster)) as ended:
            for played in ended:
                waiting.setdefault(played.result.group, []).append(played.result)
                while len(waiting.get(len(self.scores), ())) == size:
                    self.scores += deal_scores(waiting.pop(len(self.scores)), 0)
                    if not after() or self.verdict is not None:
                        return

    def __str__(self) -> str:
        if not self.scores:
            return "no deals yet"
        share, width = sum(self.scores) / len(self.scores), margin(self.scores)
        games = group_size(self.game.num_players) * len(self.scores)
        error = "?" if width is None else f"{100 * width:.0f}"
        verdict = {"H1": "stronger", "H0": "not stronger", None: "undecided"}[self.verdict]
        elo_text = f"Elo {elo(self.scores, self.game.num_players).value:+.0f}"
        return f"won {100 * share:.0f} % ± {error} of {games} games, {elo_text}, {verdict}"


def passed(gates: Sequence[Gate]) -> bool:
    """Return whether a network is stronger than all its opponents."""
    return all(gate.verdict == "H1" for gate in gates)
