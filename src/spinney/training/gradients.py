"""Training of a network on samples: Adam, in batches, the best epoch kept."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from math import log
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
import numpy.typing as npt

from spinney.core import interface
from spinney.core.errors import Refused
from spinney.kernel.linker import Rules, link
from spinney.search.network import BELIEF, POLICY, VALUE
from spinney.search.own_features import own_features
from spinney.search.weights import Network, NetworkShape, options_of
from spinney.training import gradient_loops
from spinney.training.datasets import CHECKED, BeliefSet, PolicySet, ValueSet, split

if TYPE_CHECKING:
    from spinney.core.game import Game
    from spinney.training.selfplay import Samples

Array = npt.NDArray[Any]
Say = Callable[[str], object]
ALL = ("EMBEDDING", "BIAS", "WHOLE", "MIXING")
OWN = {
    VALUE: ("OUTPUT", "OUTPUT_BIAS"),
    POLICY: (
        *("ROW_WHOLE", "ROW_GROUP", "ROW_BIAS"),
        *("OWN_EMBEDDING", "OWN_BIAS", "OWN_OUTPUT"),
    ),
    BELIEF: ("BELIEF_OUTPUT",),
}
"""The arrays that only a value has, only a policy, only a belief."""
WORTH_INFERRING = 0.005
"""How much lower than by guessing a belief's loss must be for the search to use it."""
MEAN, SQUARE = 0.9, 0.999
"""Adam's decay rates of gradients and of their squares."""


@dataclass(frozen=True)
class TrainingSettings:
    """The settings of a network's training.

    Attributes:
        hidden: how wide the hidden layer of a group is,
        second: the second layer,
        own: the layer of an action's own inputs.
        epochs: the number of passes over all samples.
        batch_size: the samples of one step.
        learning_rate: of the policy at first; a third of it after 6 tenths of the epochs, a tenth
            of it in the last.
        weight_decay: of the policy, in parts of the learning rate.
        value_learning_rate, value_weight_decay: the same of the value.
        lead_weight: the weight of the lead beside the result.
        td_lambda: the lambda of TD(lambda): the weight of later states' targets against the
            prediction at the same player's next move; 1: only the end of the game counts. Below 1
            the value is trained twice, and the first gives the predictions.
    """

    hidden: int = 32
    second: int = 32
    own: int = 16
    epochs: int = 6
    batch_size: int = 128
    learning_rate: float = 1.5e-3
    weight_decay: float = 0.1
    value_learning_rate: float = 1.5e-3
    value_weight_decay: float = 0.1
    lead_weight: float = 0.3
    td_lambda: float = 1.0

    @staticmethod
    def of(game: Game) -> TrainingSettings:
        """Return a game's settings: those of its ``features`` (`TRAINING`), or the usual ones."""
        return TrainingSettings(**getattr(own_features(game), "TRAINING", {}))

    def rate_of(self, net: int, epoch: int) -> float:
        """Return the learning rate of an epoch, from 0, of the value or the policy."""
        done = epoch / self.epochs
        first = self.value_learning_rate if net == VALUE else self.learning_rate
        return first * (1.0 if done < 0.6 else 0.3 if done < 0.85 else 0.1)


class Losses(NamedTuple):
    """The losses on games held back: before training, and of the best epoch."""

    before: float
    after: float


def _generator(seed: int) -> np.random.Generator:
    """Return a source of random numbers; NumPy itself takes no negative seed."""
    return np.random.default_rng(seed % 2**64)


def untrained(game: Game, settings: TrainingSettings, seed: int) -> Network:
    """Return a network with random weights.

    If the game has no features of its own, or if these say so (`CORRECTS_ADVICE`), the network
    begins as the advice and learns corrections to it; else it learns everything itself.
    """
    rng = _generator(seed)
    shape = NetworkShape.of(game)
    arrays = shape.arrays(settings.hidden, settings.second, settings.own)
    for name, spread in (
        ("EMBEDDING", 0.15 if shape.groups > 1 else 0.05),
        ("MIXING", 0.5 / settings.hidden**0.5),
        ("OWN_EMBEDDING", 0.2),
        ("OWN_OUTPUT", 0.3),
        ("BELIEF_OUTPUT", 0.15),
    ):
        arrays[name][:] = rng.normal(0, spread, arrays[name].shape)
    features = own_features(game)
    if features is None or getattr(features, "CORRECTS_ADVICE", False):
        arrays["USES_ADVICE"][:] = 1
        arrays["OWN_OUTPUT"][:] = 0
    else:
        for name in ("OUTPUT", "ROW_WHOLE", "ROW_GROUP"):
            arrays[name][:] = rng.normal(0, 0.15, arrays[name].shape)
    return Network(arrays, {"game": game.name, "options": options_of(game)})


def train(
    game: Game, start: Network, samples: Samples, settings: TrainingSettings, seed: int, say: Say
) -> Network:
    """Return a network trained on samples; the same arguments give the same one.

    Each step takes a whole batch, and what is left over in an epoch takes none; where there is less
    than a batch, a step takes all there is.

    Args:
        game: of the samples.
        start: the network to begin with.
        samples: to learn from, of 10 games or more: one in 10 is held back for validation.
        settings: of the training.
        seed: of the order of samples, any whole number.
        say: called with messages on the progress.

    Raises:
        Refused: the samples are of fewer games, or can't be encoded (`PolicySet.of`).
    """
    if len(samples.seeds) < CHECKED:
        raise Refused(f"training takes the samples of {CHECKED} games or more")
    arrays = {name: array.copy() for name, array in start.arrays.items()}
    advised, infers = arrays["USES_ADVICE"], arrays["INFERS"]
    values = ValueSet.of(game, samples, bool(advised[VALUE]))
    losses = _Trainer(game, arrays, VALUE, settings).fit(_value_task(values, settings), seed)
    say(f"value: {_losses_text(losses)}")
    if settings.td_lambda < 1.0:
        values = values.with_td_targets(*_expected(game, arrays, values), settings.td_lambda)
        _begin_again(arrays, start)
        losses = _Trainer(game, arrays, VALUE, settings).fit(_value_task(values, settings), seed)
        say(f"value by what is expected: {_losses_text(losses)}")
    policies = PolicySet.of(game, samples, bool(advised[POLICY]))
    losses = _Trainer(game, arrays, POLICY, settings).fit(_policy_task(policies), seed)
    say(f"policy: {_losses_text(losses)}")
    beliefs = BeliefSet.of(game, samples, seed)
    if beliefs.hidden > 0.0:
        losses = _Trainer(game, arrays, BELIEF, settings).fit(_belief_task(beliefs), seed)
        say(f"belief: {_losses_text(losses)}")
        infers[0] = 1 if losses.after < log(2.0) - WORTH_INFERRING else 0
    return Network({name: _rounded(array) for name, array in arrays.items()}, dict(start.about))


def _rounded(array: Array) -> Array:
    """Return numbers rounded to 12 binary digits, which are as good and compress better."""
    if array.dtype != np.float32:
        return array
    shorter: Array = (array.view(np.uint32) + 0x800 & 0xFFFFF000).astype(np.uint32)
    return shorter.view(np.float32)


def _begin_again(arrays: dict[str, Array], start: Network) -> None:
    """Reset the parameters of a value to those with which it began."""
    for name in ALL:
        arrays[name][VALUE] = start.arrays[name][VALUE]
    for name in OWN[VALUE]:
        arrays[name][:] = start.arrays[name]


def _expected(game: Game, arrays: dict[str, Array], values: ValueSet) -> tuple[Array, Array]:
    """Return the value's predictions for each state: the chance to win, and the lead."""
    trainer = _Trainer(game, arrays, VALUE, TrainingSettings())
    out = np.zeros((2, len(values.inputs)))
    _rules().write_expected(
        values.inputs, values.bases, *trainer.sizes, trainer.parameters, trainer.layers, *out
    )
    return out[0], out[1]


def _losses_text(losses: Losses) -> str:
    return f"loss {losses.before:.4f} before, {losses.after:.4f} after"


@cache
def _rules() -> Rules:
    return link("gradients", [], [gradient_loops], interface=interface, compiled=True)


class _Task(NamedTuple):
    """The training data of a part of a network, with the rule for its gradients.

    Attributes:
        rule: adds the gradients of samples (`gradient_loops`).
        games: the number of each sample's game.
        data: the samples, as the rule takes them.
    """

    rule: str
    games: Array
    data: tuple[Any, ...]

    def gradients(self, trainer: _Trainer, order: Array, start: int, stop: int) -> float:
        """Add the gradients of some samples; return the sum of their losses."""
        add = getattr(_rules(), self.rule)
        arrays = trainer.parameters, trainer.gradients, trainer.layers
        return float(add(*self.data, order, start, stop, *trainer.sizes, *arrays))


def _value_task(data: ValueSet, settings: TrainingSettings) -> _Task:
    samples = data.inputs, data.bases, data.targets, data.leads
    return _Task("value_gradients", data.games, (*samples, settings.lead_weight))


def _belief_task(data: BeliefSet) -> _Task:
    return _Task("belief_gradients", data.games, (data.inputs, data.is_real))


def _policy_task(data: PolicySet) -> _Task:
    samples = data.inputs, data.ends, data.marks, data.bases, data.shares
    most = int(np.diff(data.ends).max(initial=0))
    return _Task("policy_gradients", data.games, (*samples, np.zeros(most)))


class _Trainer:
    """Changes the arrays of a network, in place, by gradients.

    Attributes:
        sizes: the groups, and the inputs of each.
        parameters: the arrays that are trained,
        gradients: and an array for the gradients of each.
        layers: a buffer for the layers of a sample, and for their gradients.
    """

    def __init__(
        self, game: Game, arrays: dict[str, Array], net: int, settings: TrainingSettings
    ) -> None:
        self.settings, self._net = settings, net
        shape = NetworkShape.of(game)
        self.sizes = shape.groups, shape.width
        self.parameters = (*(arrays[n][net] for n in ALL), *(arrays[n] for n in OWN[net]))
        self.gradients = tuple(np.zeros_like(array) for array in self.parameters)
        self._means = [np.zeros_like(array) for array in self.parameters]
        self._squares = [np.zeros_like(array) for array in self.parameters]
        self._steps = 0
        hidden, second = len(arrays["BIAS"][0]), len(arrays["OUTPUT"])
        widths = ((shape.groups, hidden), hidden, second, (shape.groups, hidden), second)
        self.layers = tuple(np.zeros(width, np.float32) for width in widths)

    def fit(self, task: _Task, seed: int) -> Losses:
        """Train for all epochs; keep the weights of the one with the least validation loss."""
        rng = _generator(seed)
        rows, checks = split(task.games)
        best = before = self._loss(task, checks)
        best_weights = [array.copy() for array in self.parameters]
        for epoch in range(self.settings.epochs):
            self._epoch(task, rng.permutation(rows), self.settings.rate_of(self._net, epoch))
            if (loss := self._loss(task, checks)) < best:
                best, best_weights = loss, [array.copy() for array in self.parameters]
        for array, own in zip(self.parameters, best_weights, strict=True):
            array[:] = own
        return Losses(before, best)

    def _epoch(self, task: _Task, order: Array, rate: float) -> None:
        batch = max(1, min(self.settings.batch_size, len(order)))
        for start in range(0, len(order) - batch + 1, batch):
            task.gradients(self, order, start, start + batch)
            self._step(rate, batch)

    def _loss(self, task: _Task, rows: Array) -> float:
        loss = task.gradients(self, rows, 0, len(rows)) / max(1, len(rows))
        for gradient in self.gradients:
            gradient[:] = 0
        return loss

    def _step(self, rate: float, count: int) -> None:
        """Apply the mean of the gradients, and reset them."""
        self._steps += 1
        for k, gradient in enumerate(self.gradients):
            gradient[:] = gradient / np.float32(count)
            self.parameters[k][:] -= np.float32(rate) * self._change(k, gradient)
            gradient[:] = 0

    def _change(self, k: int, gradient: Array) -> Array:
        """Return the change of the ``k``-th array, to subtract: Adam's step and weight decay."""
        mean, square = self._means[k], self._squares[k]
        mean[:] = MEAN * mean + (1 - MEAN) * gradient
        square[:] = SQUARE * square + (1 - SQUARE) * gradient * gradient
        first, other = 1 - MEAN**self._steps, 1 - SQUARE**self._steps
        change: Array = (mean / first) / (np.sqrt(square / other) + 1e-8)
        settings = self.settings
        decay = settings.value_weight_decay if self._net == VALUE else settings.weight_decay
        change += decay * self.parameters[k]
        return change
