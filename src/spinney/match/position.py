"""`Position`: the state, clocks, seats and sealed choices of a match after an event."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import NamedTuple

from spinney.core.narration import Sentence
from spinney.core.notation import Line
from spinney.core.state import State
from spinney.core.transition import Transition
from spinney.match.bot_output import NOTHING, BotOutput
from spinney.match.time_used import TimeUsed


class Choice(NamedTuple):
    """A player's choice.

    Attributes:
        text: the move as it is written; empty if there was none.
        actions: the move as actions; empty if there was none.
        finished: is the player done with it?
        reason: of a forfeit, as `spinney.core.interface` numbers it; 0: none. It is final.
        bot_output: the other output of a program.
    """

    text: str
    actions: tuple[int, ...] = ()
    finished: bool = True
    reason: int = 0
    bot_output: BotOutput = NOTHING


class AppliedMove(NamedTuple):
    """A choice that was applied.

    Attributes:
        player: whose it was.
        choice: what it was.
        sealed: was it sealed first?
        before: the state in which it was applied.
    """

    player: int
    choice: Choice
    sealed: bool
    before: State

    @property
    def transitions(self) -> tuple[Transition, ...]:
        """Its transitions, one after another.

        Only those of the latest moves are cached: a long match has many, each with two states.
        """
        return _transitions(self.before, self.player, self.choice.actions, self.choice.reason)


@lru_cache(maxsize=64)  # the last moves at all tables are looked at by several
def _transitions(
    before: State, player: int, actions: tuple[int, ...], reason: int
) -> tuple[Transition, ...]:
    return before.apply_actions(player, actions) if actions else before.forfeit(player, reason)


NO_CHOICES: Mapping[int, Choice] = {}
"""The empty mapping that most positions share for sealed choices."""


@dataclass(frozen=True, slots=True)
class Position:
    """The state of a match after an event.

    Attributes:
        state: the game.
        times: the clocks.
        seats: who sits where now.
        choices: sealed choices, by player, while others still have to choose.
        resigned: who resigned; -1: nobody.
        timed_out: did they lose by running out of time (`late_loss`)?
        opening: how the game began, stage by stage; only of the position before any event.
        applied: the choices that the event made happen.
        follows: the version that came before this one in the course of the game: an earlier one
            than the last where something was taken back.
        lines: what each observer learnt of the event, cached.
        sentences: the same for people (`match.narration`), by observer and language, cached.
        counts: the number of events of which each observer has learnt something, cached.
    """

    state: State
    times: TimeUsed
    seats: tuple[str, ...]
    choices: Mapping[int, Choice] = field(default_factory=lambda: NO_CHOICES)
    resigned: int = -1
    timed_out: bool = False
    opening: tuple[Transition, ...] = ()
    applied: tuple[AppliedMove, ...] = ()
    follows: int = 0
    lines: dict[int, tuple[Line, ...]] = field(default_factory=dict, compare=False, repr=False)
    sentences: dict[tuple[int, str], tuple[Sentence, ...]] = field(
        default_factory=dict, compare=False, repr=False
    )
    counts: dict[int, int] = field(default_factory=dict, compare=False, repr=False)

    @property
    def over(self) -> bool:
        """Has the match ended?"""
        return self.resigned >= 0 or self.state.over

    @property
    def outcome(self) -> tuple[int, ...] | None:
        """1 for a win, 0 for a shared one, -1 for a loss, by player; None before the end."""
        if self.resigned < 0:
            return self.state.outcome
        players = self.state.game.num_players
        return tuple(-1 if p == self.resigned else int(players == 2) for p in range(players))

    @property
    def to_act(self) -> tuple[int, ...]:
        """The players who still owe a choice."""
        if self.over:
            return ()
        acting = self.state.to_act
        return tuple([p for p in acting if not self.finished(p)]) if self.choices else acting

    @property
    def simultaneous(self) -> bool:
        """Are several choosing at once, unseen by each other?"""
        return not self.over and len(self.state.to_act) > 1

    def finished(self, player: int) -> bool:
        """Has this player finished a sealed choice?"""
        return player in self.choices and self.choices[player].finished

    @property
    def due(self) -> int | None:
        """When the next clock runs out, in milliseconds since the beginning; None: none runs."""
        if self.times.paused or self.times.clock.kind == "none":
            return None
        return min((at for at in map(self.times.due, self.to_act) if at is not None), default=None)

    @property
    def late(self) -> int:
        """The player whose clock is the next to run out, the first by seat; -1: nobody."""
        due = [(at, p) for p in self.to_act if (at := self.times.due(p)) is not None]
        return min(due)[1] if due else -1

    @property
    def transitions(self) -> tuple[Transition, ...]:
        """All transitions of the event, one after another."""
        return (
            *self.opening,
            *(transition for move in self.applied for transition in move.transitions),
        )
