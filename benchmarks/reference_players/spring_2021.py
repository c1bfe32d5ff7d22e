"""Two opponents for Spring Challenge 2021, written after the descriptions of good contestants.

The tree search goes to the end of the game with random playouts, pruned hard, and keeps its tree
from turn to turn. The beam search looks six days ahead at sun and trees, first for the opponent,
then for itself against that. Neither learns anything beforehand.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

import numpy as np

import spinney
from benchmarks.reference_players import spring_entry
from benchmarks.reference_players.spring_beam import (
    DEFAULT_WEIGHTS,
    BeamState,
    BeamWeights,
    BeamWorkspace,
    Line,
    Offer,
    Trace,
    places,
)
from benchmarks.reference_players.spring_moves import actions_of
from benchmarks.reference_players.spring_tree import (
    DEFAULT_SETTINGS,
    Choice,
    Node,
    TreeSettings,
    TreeWorkspace,
)
from spinney.core import interface
from spinney.core.state import Observation
from spinney.games.spring_2021.rules.record import DAYS, WAIT
from spinney.kernel.linker import Rules, link
from spinney.kernel.records import Record
from spinney.kernel.rng import seeded

Progress = Callable[[int], object]
GAME = spinney.game("spring-2021")
SPARE = 0.003
"""Seconds that are kept back for what is not search."""


@cache
def linked() -> Rules:
    """Return both searches linked with the game, and compiled: no turn pays for that."""
    rules = link(
        "spring-references", [GAME.rules], [spring_entry], interface=interface, compiled=True
    )
    precompile(rules, GAME.new(seed=1).data)
    return rules


def precompile(rules: Rules, data: bytes) -> None:
    """Compile what Python calls, or load it from the cache, by a first little search."""
    batch = GAME.record_class.batch(places(1))
    batch[0] = np.frombuffer(data, batch.dtype)[0]
    nodes, choices, tree_workspace = Node.batch(8), Choice.batch(8), TreeWorkspace.batch(1)
    settings = filled(TreeSettings, DEFAULT_SETTINGS)
    rules.search_tree(batch, nodes, choices, tree_workspace, settings, 1, 1)
    rules.tree_step(batch, 0, nodes, choices)
    rules.prune_tree(0, nodes, choices, Node.batch(8), Choice.batch(8), tree_workspace)
    beam, offers, traces = BeamState.batch(places(1)), Offer.batch(1), Trace.batch(8)
    line, plan, beam_workspace = Line.batch(1), Line.batch(1), filled(BeamWorkspace, {"room": 1})
    weights = filled(BeamWeights, DEFAULT_WEIGHTS)
    rules.begin_beam(batch, beam, traces, line, beam_workspace, 0, 1, 1)
    rules.search_beam(batch, beam, offers, traces, line, plan, weights, beam_workspace, 1)


def filled(kind: type[Record], values: Mapping[str, Any]) -> Any:
    """Return a batch of one record with these values."""
    batch = kind.batch(1)
    for name, value in values.items():
        batch[name] = value
    return batch


def fresh(view: Observation) -> bool:
    """Has nothing been done in this game yet?"""
    return bool(max(view.record.did) < 0)


class Budget:
    """How much of a turn's work is left, by time or, for answers that never vary, by count.

    Time is the processor's, so it makes no difference what else a machine has to do.

    Args:
        seconds: for the whole answer.
        count: playouts or states instead.
    """

    def __init__(self, seconds: float, count: int | None) -> None:
        self.begun, self.seconds, self.count = time.process_time(), seconds - SPARE, count
        self.done = 0

    def left(self, share: float = 1.0) -> float:
        """Return how many more there may be, at the pace so far, of a share of all."""
        if self.count is not None:
            return share * self.count - self.done
        used = time.process_time() - self.begun
        return (share * self.seconds - used) * (self.done + 1) / used


class TreeSearch:
    """Tree search to the end of the game.

    Args:
        seconds: for each answer.
        playouts: for each answer instead, so that it doesn't depend on the clock.
        settings: instead of `DEFAULT_SETTINGS`.
    """

    seat = "tree search"
    SLICE = 50  # playouts between two looks at the clock, well below a millisecond
    NODES, CHOICES = 1 << 19, 1 << 21

    def __init__(
        self, seconds: float = 0.1, playouts: int | None = None, **settings: float
    ) -> None:
        self.seconds, self.playouts, self.rules = seconds, playouts, linked()
        self.nodes, self.choices = Node.batch(self.NODES), Choice.batch(self.CHOICES)
        self.spare = Node.batch(self.NODES), Choice.batch(self.CHOICES)
        self.workspace = TreeWorkspace.batch(1)
        self.settings = filled(TreeSettings, {**DEFAULT_SETTINGS, **settings})
        self.done = 0

    def choose(self, view: Observation, seed: int, progress: Progress | None = None) -> str:
        """Return a move for the viewer."""
        budget = Budget(self.seconds, self.playouts)
        batch = np.frombuffer(view.data * 2, GAME.record_class.dtype).copy()
        self.prune(view)
        r = seeded(seed)
        while budget.left() > 0:
            n = int(max(1, min(self.SLICE, budget.left())))
            r = self.rules.search_tree(
                batch, self.nodes, self.choices, self.workspace, self.settings, n, r
            )
            budget.done += n
            if progress:
                progress(budget.done)
        self.done = budget.done
        command = self.rules.tree_step(batch, view.player, self.nodes, self.choices)
        return str(GAME.notation.write(actions_of(max(command, WAIT))))

    def prune(self, view: Observation) -> None:
        """Forget what can't come any more, once there is much of it, and all in a new game."""
        if fresh(view):
            self.keep_since(DAYS + 1)
        elif self.crowded:
            self.keep_since(view.record.day)
            if self.crowded:
                self.keep_since(DAYS + 1)

    @property
    def crowded(self) -> bool:
        """Is a third of the room taken?"""
        nodes, choices = self.workspace["nodes"][0], self.workspace["choices"][0]
        return bool(3 * nodes > self.NODES or 3 * choices > self.CHOICES)

    def keep_since(self, day: int) -> None:
        """Keep only what can be reached on a day or later."""
        self.rules.prune_tree(day, self.nodes, self.choices, *self.spare, self.workspace)
        (self.nodes, self.choices), self.spare = self.spare, (self.nodes, self.choices)


class BeamSearch:
    """Beam search six days ahead against the opponent's best line.

    A small search first tells what states cost now, then a wide one takes the time that is left.

    Args:
        seconds: for each answer.
        states: for each answer instead, so that it doesn't depend on the clock.
        room: the widest beam.
        weights: instead of `DEFAULT_WEIGHTS`.
    """

    seat = "beam search"
    SLICE = 400  # states between two looks at the clock, well below a millisecond
    NARROW = 20  # the width of the first search
    REPLY = 0.35  # the part of the time for the opponent's line

    def __init__(
        self, seconds: float = 0.1, states: int | None = None, room: int = 6000, **weights: Any
    ) -> None:
        self.seconds, self.states, self.room, self.rules = seconds, states, room, linked()
        self.batch = GAME.record_class.batch(places(room))
        self.beam, self.offers = BeamState.batch(places(room)), Offer.batch(20 * room)
        self.traces, self.workspace = Trace.batch(120 * room), filled(BeamWorkspace, {"room": room})
        self.weights = filled(BeamWeights, {**DEFAULT_WEIGHTS, **weights})
        self.ours, self.theirs, self.draft = Line.batch(1), Line.batch(1), Line.batch(1)
        self.runs = self.done = self.width = 0

    def choose(self, view: Observation, seed: int, progress: Progress | None = None) -> str:  # noqa: ARG002
        """Return a move for the viewer. Nothing here is drawn by lot."""
        budget = Budget(self.seconds, self.states)
        self.batch[0] = np.frombuffer(view.data, self.batch.dtype)[0]
        if fresh(view):
            self.ours["commands"] = self.theirs["commands"] = WAIT
            self.workspace["seen"] = self.runs = 0
        me = view.player
        self.look(budget, self.REPLY, 1 - me, self.ours, self.theirs)
        self.look(budget, 1.0, me, self.theirs, self.ours)
        self.done = budget.done
        if progress:
            progress(self.done)
        command = int(self.ours["commands"][0, view.record.day, 0])
        return str(GAME.notation.write(actions_of(command)))

    def look(self, budget: Budget, share: float, player: int, line: Any, plan: Any) -> None:
        """Find a player's best plan against a line of the other's, the wider the more is left."""
        width, finished = self.NARROW, True
        while finished:
            before = budget.done
            finished = self.run(budget, share, player, line, width)
            far = self.workspace["reached"][0]
            if finished or far >= (1 if width == self.NARROW else 4):
                plan[0], self.width = self.draft[0], width
            used, left = budget.done - before, budget.left(share)
            if left < 2 * used or width == self.room:
                return
            width = min(self.room, int(0.9 * width * left / max(1, used)))

    def run(self, budget: Budget, share: float, player: int, line: Any, width: int) -> bool:
        """Search with a beam of some width; return whether there was time to finish."""
        self.runs += 1
        a, beam, traces, workspace = self.batch, self.beam, self.traces, self.workspace
        workspace["states"], before = 0, budget.done
        more = self.rules.begin_beam(a, beam, traces, line, workspace, player, width, self.runs)
        while more:
            more = self.rules.search_beam(
                a, beam, self.offers, traces, line, self.draft, self.weights, workspace, self.SLICE
            )
            budget.done = before + int(workspace["states"][0])
            if more and workspace["reached"][0] > 0 and budget.left(share) <= 0:
                return False
        return True
