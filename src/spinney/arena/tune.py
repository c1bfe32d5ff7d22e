"""Tune numbers of a player: try values, all on the same deals; test the best ones on others."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from statistics import fmean
from typing import TYPE_CHECKING

from spinney.arena.intervals import margin
from spinney.arena.stop_rule import LEAST, StopRule, StopTracker
from spinney.arena.tune_games import DealScore, TunedDeal
from spinney.arena.tune_study import TuneStudy
from spinney.core.errors import Refused

if TYPE_CHECKING:
    from spinney.arena.tune_settings import TuneSettings
    from spinney.arena.tune_store import TuneStore
    from spinney.arena.worker_pool import GamePool

LOOKS = 5
"""How often a trial is checked for pruning, including its end."""


@dataclass(frozen=True)
class TuneTrial:
    """A trial: values that were tried, and their scores.

    Attributes:
        number: from 0; the first has the values of the start.
        values: of the parameters, in their order.
        player: who has them, as a command line names it.
        pruned: was it stopped before its last deal?
        scores: of its deals, in their order: mean points, 0 to 1. Those of the start against itself
            are even, without playing.
        faults: how many the player made.
    """

    number: int
    values: tuple[float, ...]
    player: str
    pruned: bool
    scores: tuple[float, ...]
    faults: int

    @property
    def share(self) -> float:
        """The mean of its scores."""
        return fmean(self.scores)

    def leads(self, other: TuneTrial) -> tuple[float, ...]:
        """Return its score minus another's, in each deal that both have played."""
        pairs = zip(self.scores, other.scores, strict=False)
        return tuple(mine - theirs for mine, theirs in pairs)


@dataclass
class TuneRun:
    """The trials of a tuning.

    Attributes:
        settings: of the tuning.
        store: its folder.
        pool: plays deals.
        on_deal: called after each deal that is played.
        skipped: called with the number of deals that a trial leaves out as it is pruned.
        ended: called after each trial.
        trials: those that have ended.
    """

    settings: TuneSettings
    store: TuneStore
    pool: GamePool[DealScore]
    on_deal: Callable[[], object] = bool
    skipped: Callable[[int], object] = bool
    ended: Callable[[], object] = bool
    trials: list[TuneTrial] = field(default_factory=list)

    def __post_init__(self) -> None:
        """Read the trials that the folder has. Raises Refused if Optuna is not installed."""
        settings = self.settings
        self._study = TuneStudy(
            self.store.journal, settings.parameters, settings.seed, settings.trials
        )
        for values, deals, pruned in self._study.finished_trials():
            self.trials.append(self._trial(len(self.trials), values, deals, pruned))

    @property
    def start(self) -> TuneTrial:
        """The trial of the values of the start."""
        return self.trials[0]

    @property
    def best(self) -> TuneTrial:
        """The best trial that was played to its end; of equals the first."""
        return max((trial for trial in self.trials if not trial.pruned), key=lambda t: t.share)

    def run(self) -> None:
        """Run the trials that are left, one after another; the deals of each are played at once.

        Raises:
            Refused: the player with the values of the start, or the opponent, makes mostly faults.
        """
        while len(self.trials) < self.settings.trials:
            self.trials.append(self._next() if self.trials else self._first())
            self.ended()

    def _first(self) -> TuneTrial:
        values, deals = self.settings.start, self.settings.deals
        if self.settings.even is None:
            self._play(values)
        trial = self._trial(0, values, deals, pruned=False)
        self._study.begin(values, trial.share, deals)
        return trial

    def _next(self) -> TuneTrial:
        number = len(self.trials)
        optuna_trial, values = self._study.ask(number)
        deals = self._play(values)
        trial = self._trial(number, values, deals, pruned=deals < self.settings.deals)
        self._study.tell(optuna_trial, trial.share, deals, trial.pruned)
        return trial

    def _trial(self, number: int, values: tuple[float, ...], deals: int, pruned: bool) -> TuneTrial:
        player, even = self.settings.filled(values), self.settings.even
        if number == 0 and even is not None:
            return TuneTrial(number, values, player, pruned, (even,) * deals, 0)
        played = self.store.played(self._deals(values)[:deals])
        scores = tuple(score.score for score in played)
        return TuneTrial(
            number, values, player, pruned, scores, sum(score.faults for score in played)
        )

    def _deals(self, values: Sequence[float]) -> list[TunedDeal]:
        settings, player = self.settings, self.settings.filled(values)
        numbers = range(settings.deals)
        return [TunedDeal(player, settings.opponent, settings.seed, number) for number in numbers]

    def _play(self, values: Sequence[float]) -> int:
        """Play deals with these values while they may be the best; return the number of deals."""
        deals, most = self._deals(values), self.settings.deals
        for look in range(1, LOOKS + 1):
            count = -(-most * look // LOOKS)
            for score in self.pool.play(self.store.missing(deals[:count])):
                self.store.add(score)
                self.on_deal()
            played = self.store.played(deals[:count])
            self._check_ranked(played)
            if count < most and self._is_hopeless(played):
                self.skipped(len(self.store.missing(deals)))
                return count
        return most

    def _is_hopeless(self, played: Sequence[DealScore]) -> bool:
        """Is it almost certain that these values are worse than the best ones so far?

        Both have played the same deals, so it shows in the differences, deal by deal.
        """
        if not self.trials or len(played) < LEAST:
            return False
        pairs = zip(played, self.best.scores, strict=False)
        leads = [own.score - best for own, best in pairs]
        return fmean(leads) + (margin(leads) or 1.0) < 0

    def _check_ranked(self, played: Sequence[DealScore]) -> None:
        """Refuse an opponent or a start that makes mostly faults: scores would mean nothing."""
        ranked_players = {1: self.settings.opponent} | (
            {} if self.trials else {0: played[0].deal.player}
        )
        for side, who in ranked_players.items():
            if 2 * sum(score.ranked[side] for score in played) < len(played):
                raise Refused(f"{who} makes mostly faults; see them by: spinney match")


@dataclass
class FinalTest:
    """The best values against those of the start, on deals that no trial has played.

    Attributes:
        run: the trials.
        tracker: follows the test.
    """

    run: TuneRun
    tracker: StopTracker = field(init=False)

    def __post_init__(self) -> None:
        settings = self.run.settings
        self.tracker = StopTracker(StopRule(settings.sprt), settings.game.num_players)

    def play(self) -> None:
        """Play until the test is decided, or there are no more deals."""
        deals, store = self._deals(), self.run.store
        if self._follow(store.played(deals)):
            return
        for score in self.run.pool.play(store.missing(deals)):
            store.add(score)
            self.run.on_deal()
            if self._follow(store.played(deals[len(self.tracker.scores) :])):
                return

    def _deals(self) -> list[TunedDeal]:
        settings, player = self.run.settings, self.run.best.player
        against, seed = settings.filled(settings.start), settings.seed + settings.deals
        return [TunedDeal(player, against, seed, n) for n in range(settings.final_deals)]

    def _follow(self, played: Sequence[DealScore]) -> bool:
        """Take in the deals that come next; return whether the test is decided."""
        tracker = self.tracker
        for score in played:
            tracker.add(score.score)
            if tracker.stopped:
                return True
        return False
