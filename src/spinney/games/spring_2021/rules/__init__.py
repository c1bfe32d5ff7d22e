"""The rules of Spring Challenge 2021. `spinney.core.interface` says what each function does."""

from __future__ import annotations

from spinney.core.interface import ILLEGAL
from spinney.games.spring_2021.rules.consistency import is_consistent
from spinney.games.spring_2021.rules.deal import deal
from spinney.games.spring_2021.rules.events import events
from spinney.games.spring_2021.rules.geometry import DIRECTIONS
from spinney.games.spring_2021.rules.information import infoset, observe
from spinney.games.spring_2021.rules.legal_moves import cost, is_sowing, legal, meet, sample
from spinney.games.spring_2021.rules.record import (
    ACTIONS,
    CHOOSING,
    CODES,
    COMPLETE,
    FORFEIT,
    GATHER_STAGE,
    GATHERING,
    GROW,
    LARGEST,
    LEAGUE_DAYS,
    MOVE_STAGE,
    MOVING,
    NO_CELL,
    NOTHING,
    NUTRIENTS,
    OVER,
    PENALTY,
    PLAYERS,
    RESOLVE_STAGE,
    SEED,
    TARGET,
    WAIT,
    Forest,
)
from spinney.games.spring_2021.rules.scoring import completion_points, score
from spinney.games.spring_2021.rules.trees import size_at, spooked, sunlit
from spinney.kernel.rule import rule

# What the interface asks for and other modules of this folder provide.
__all__ = [
    "ACTIONS",
    "CODES",
    "PLAYERS",
    "Forest",
    "deal",
    "events",
    "infoset",
    "is_consistent",
    "legal",
    "observe",
    "sample",
    "score",
]


@rule
def begin(s: Forest) -> None:
    s.day = 0
    s.nutrients = NUTRIENTS
    s.dormant = 0
    s.phase = GATHERING
    for p in range(PLAYERS):
        s.sun[p] = 0
        s.points[p] = 0
        s.choice[p] = NOTHING
        s.sower[p] = NO_CELL
        s.did[p] = NOTHING
        s.did_first[p] = NOTHING
        s.asleep[p] = 0
        s.out[p] = 0


# Choosing, unseen by each other.


@rule
def to_act(s: Forest) -> int:
    if s.phase != CHOOSING:
        return 0
    bits = 0
    for p in range(PLAYERS):
        if s.asleep[p] == 0 and s.choice[p] == NOTHING:
            bits |= 1 << p
    return bits


@rule
def mid_move(s: Forest, p: int) -> bool:
    return is_sowing(s, p)


@rule
def apply(s: Forest, p: int, action: int) -> None:
    if SEED <= action < TARGET:
        s.sower[p] = action - SEED
    else:
        s.choice[p] = action


@rule
def forfeit(s: Forest, p: int, reason: int) -> None:
    s.sower[p] = NO_CELL
    s.choice[p] = PENALTY if reason == ILLEGAL else FORFEIT


# What happens by itself: both choices are carried out, the sun moves, everyone harvests.


@rule
def settle(s: Forest) -> int:
    if s.phase == CHOOSING and to_act(s) == 0:
        resolve(s)
        return RESOLVE_STAGE
    if s.phase == MOVING:
        move_sun(s)
        return MOVE_STAGE
    if s.phase == GATHERING:
        gather(s)
        return GATHER_STAGE
    return 0


@rule
def resolve(s: Forest) -> None:
    """Carry out both choices. Each was made, and costs, as the turn found the forest."""
    clash = meet(s.choice[0], s.choice[1])
    fallen = 0
    for p in range(PLAYERS):
        action = s.choice[p]
        fallen += 1 if COMPLETE <= action < SEED else 0
        if clash:  # nothing is planted and nothing paid
            s.dormant |= 1 << s.sower[p]
        elif action >= 0:
            carry_out(s, p, action)
        else:
            fail(s, p, action)
        remember(s, p)
    s.nutrients = max(0, s.nutrients - fallen)
    end_turn(s)


@rule
def remember(s: Forest, p: int) -> None:
    """Keep what a player did, and make room for the next choice."""
    s.did[p] = s.choice[p]
    s.did_first[p] = NOTHING if s.sower[p] == NO_CELL else SEED + s.sower[p]
    s.choice[p] = NOTHING
    s.sower[p] = NO_CELL


@rule
def end_turn(s: Forest) -> None:
    """The day is over when both sleep, and the game when somebody is out of it."""
    if s.out[0] == 1 or s.out[1] == 1:
        s.phase = OVER
    elif s.asleep[0] == 1 and s.asleep[1] == 1:
        s.phase = MOVING


@rule
def fail(s: Forest, p: int, choice: int) -> None:
    """Put a player to sleep for an illegal command, and out of the game for none."""
    if choice == NOTHING:  # slept already
        return
    s.asleep[p] = 1
    if choice == FORFEIT:
        s.out[p] = 1


@rule
def carry_out(s: Forest, p: int, action: int) -> None:
    if action == WAIT:
        s.asleep[p] = 1
        return
    s.sun[p] -= cost(s, p, action)
    if action >= TARGET:
        sow_seed(s, p, s.sower[p], action - TARGET)
    elif action >= COMPLETE:
        complete_tree(s, p, action - COMPLETE)
    else:
        grow_tree(s, p, action - GROW)


@rule
def sow_seed(s: Forest, p: int, cell: int, target: int) -> None:
    s.trees[p, 0] |= 1 << target
    s.dormant |= 1 << cell | 1 << target


@rule
def grow_tree(s: Forest, p: int, cell: int) -> None:
    size = size_at(s, cell)
    s.trees[p, size] ^= 1 << cell
    s.trees[p, size + 1] ^= 1 << cell
    s.dormant |= 1 << cell


@rule
def complete_tree(s: Forest, p: int, cell: int) -> None:
    s.points[p] += completion_points(s, cell)
    s.trees[p, LARGEST] ^= 1 << cell


@rule
def move_sun(s: Forest) -> None:
    """End a day; after the last there is no further harvest."""
    s.day += 1
    s.phase = OVER if s.day == LEAGUE_DAYS[s.league] else GATHERING


@rule
def gather(s: Forest) -> None:
    """Begin a day: everyone and everything wakes, and trees that are not spooked give sun."""
    dark = spooked(s, s.day % DIRECTIONS)
    for p in range(PLAYERS):
        s.sun[p] += sunlit(s, p, dark)
        s.asleep[p] = 0
    s.dormant = 0
    s.phase = CHOOSING


@rule
def period(s: Forest, p: int) -> int:
    """A clock per phase gives so much time for each day."""
    return s.day + 1 if s.phase == CHOOSING else 0
