"""Choose the next values of a tuning, by Optuna's tree-structured Parzen estimators.

Its random numbers depend on the seed and on how many trials have ended, and its journal is in the
tuning's folder. So a tuning that was stopped in any way goes on as if it had not been.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from spinney.core.errors import Refused

if TYPE_CHECKING:
    from spinney.arena.tune_settings import Parameter

DRAWN, DRAWN_SHARE = 10, 4
"""The most values that are drawn at random before results guide the choice, and the part of all
trials that they are at most."""


class FinishedTrial(NamedTuple):
    """A trial that has ended, as the journal has it.

    Attributes:
        values: of the parameters, in their order.
        deals: how many it played.
        pruned: was it given up before its last one?
    """

    values: tuple[float, ...]
    deals: int
    pruned: bool


class TuneStudy:
    """The trials of a tuning, as Optuna knows them."""

    def __init__(
        self, journal: Path, parameters: Sequence[Parameter], seed: int, trials: int
    ) -> None:
        """Read a journal, or begin it. An unfinished trial is tried again.

        Raises:
            Refused: Optuna is not installed.
        """
        self._optuna = import_optuna()
        self._parameters, self._seed = parameters, seed
        self._drawn = min(DRAWN, max(2, trials // DRAWN_SHARE))
        self._states = self._optuna.trial.TrialState
        self._study = self._open(journal)
        for trial in self._study.get_trials(states=(self._states.RUNNING,)):
            self._study.tell(trial.number, state=self._states.FAIL)

    def _open(self, journal: Path) -> Any:
        optuna = self._optuna
        optuna.logging.set_verbosity(optuna.logging.ERROR)
        journal.with_name(f"{journal.name}.lock").unlink(missing_ok=True)  # of a killed process
        backend = optuna.storages.journal.JournalFileBackend(str(journal))
        return optuna.create_study(
            storage=optuna.storages.JournalStorage(backend),
            study_name="tune",
            direction="maximize",
            load_if_exists=True,
        )

    def finished_trials(self) -> Iterator[FinishedTrial]:
        """Yield the trials that have ended, in their order."""
        ended = (self._states.COMPLETE, self._states.PRUNED)
        for trial in self._study.get_trials(states=ended):
            values = tuple(trial.params[parameter.name] for parameter in self._parameters)
            deals = max(trial.intermediate_values)
            yield FinishedTrial(values, deals, trial.state == self._states.PRUNED)

    def begin(self, values: Sequence[float], share: float, deals: int) -> None:
        """Enter a trial of values that were not asked for here: those of the start."""
        named = zip(self._parameters, values, strict=True)
        params = {p.name: round(value) if p.whole else value for p, value in named}
        self._study.add_trial(
            self._optuna.trial.create_trial(
                params=params,
                distributions=self._distributions(),
                value=share,
                intermediate_values={deals: share},
            )
        )

    def ask(self, number: int) -> tuple[Any, tuple[float, ...]]:
        """Return trial ``number`` as Optuna knows it, and the values to be tried in it."""
        seed = random.Random(f"{self._seed} {number}").getrandbits(32)
        sampler = self._optuna.samplers.TPESampler(seed=seed, n_startup_trials=self._drawn)
        self._study.sampler = sampler
        trial = self._study.ask(self._distributions())
        return trial, tuple(trial.params[parameter.name] for parameter in self._parameters)

    def tell(self, trial: Any, share: float, deals: int, pruned: bool) -> None:
        """Enter the result of a trial."""
        trial.report(share, deals)
        if pruned:
            self._study.tell(trial, state=self._states.PRUNED)
        else:
            self._study.tell(trial, share)

    def _distributions(self) -> dict[str, Any]:
        return {parameter.name: _distribution(parameter) for parameter in self._parameters}


def import_optuna() -> Any:
    """Return Optuna. Raises Refused if it is not installed."""
    try:
        import optuna
    except ModuleNotFoundError:
        raise Refused(
            "tuning needs Optuna, which is not installed; it comes with: "
            "pip install -e '.[tune]' in the folder of Spinney"
        ) from None
    return optuna


def _distribution(parameter: Parameter) -> Any:
    from optuna.distributions import FloatDistribution, IntDistribution

    low, high = parameter.low, parameter.high
    if parameter.whole:
        return IntDistribution(round(low), round(high), step=round(parameter.step or 1))
    return FloatDistribution(low, high, log=parameter.log, step=parameter.step)
