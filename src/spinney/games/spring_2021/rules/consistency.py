"""Check that a record is consistent: nothing lost, nothing twice. For tests and loaded states."""

from __future__ import annotations

from spinney.games.spring_2021.rules.geometry import ALL, CELLS, SIZES
from spinney.games.spring_2021.rules.legal_moves import allowed
from spinney.games.spring_2021.rules.record import (
    ACTIONS,
    BRONZE,
    CHOOSING,
    DAYS,
    FORFEIT,
    GATHERING,
    LEAGUE_DAYS,
    MOVING,
    NO_CELL,
    NOTHING,
    NUTRIENTS,
    OVER,
    PENALTY,
    PLAYERS,
    RICHEST,
    SEED,
    TARGET,
    WOOD_2,
    Forest,
)
from spinney.games.spring_2021.rules.trees import owned
from spinney.kernel.rule import rule

MOST_SUN = DAYS * CELLS * (SIZES - 1)
MOST_POINTS = DAYS * CELLS * (NUTRIENTS + 4)


@rule
def is_consistent(s: Forest) -> bool:
    if not (BRONZE <= s.league <= WOOD_2 and is_soil_consistent(s) and are_trees_consistent(s)):
        return False
    for p in range(PLAYERS):
        if not is_player_consistent(s, p):
            return False
    return is_time_consistent(s)


@rule
def is_soil_consistent(s: Forest) -> bool:
    """Has each cell one richness?"""
    cells = 0
    for level in range(RICHEST + 1):
        if s.soil[level] & ~ALL != 0 or s.soil[level] & cells != 0:
            return False
        cells |= s.soil[level]
    return cells == ALL


@rule
def are_trees_consistent(s: Forest) -> bool:
    """Is at most one tree on each cell, on usable ones only, and only trees dormant?"""
    cells = s.soil[0]
    for p in range(PLAYERS):
        for size in range(SIZES):
            if s.trees[p, size] & ~ALL != 0 or s.trees[p, size] & cells != 0:
                return False
            cells |= s.trees[p, size]
    return s.dormant & ~(owned(s, 0) | owned(s, 1)) == 0


@rule
def is_player_consistent(s: Forest, p: int) -> bool:
    """Are a player's numbers possible, and is a choice one that could be made?"""
    if not (0 <= s.sun[p] <= MOST_SUN and 0 <= s.points[p] <= MOST_POINTS):
        return False
    if not 0 <= s.out[p] <= s.asleep[p] <= 1:
        return False
    return is_past_consistent(s, p) and is_choice_consistent(s, p)


@rule
def is_past_consistent(s: Forest, p: int) -> bool:
    """Is what a player did last a whole move?"""
    did = s.did[p]
    if did < PENALTY or did >= ACTIONS or SEED <= did < TARGET:
        return False
    first = s.did_first[p]
    return SEED <= first < TARGET if did >= TARGET else first == NOTHING


@rule
def is_choice_consistent(s: Forest, p: int) -> bool:
    """Can a player have chosen this, whole or half?"""
    choice = s.choice[p]
    sower = s.sower[p]
    if choice == NOTHING and sower == NO_CELL:
        return True
    if s.phase != CHOOSING or s.asleep[p] == 1 or sower < NO_CELL or sower >= CELLS:
        return False
    if sower == NO_CELL:
        return choice in (FORFEIT, PENALTY) or (choice < SEED and allowed(s, p, choice))
    if not allowed(s, p, SEED + sower):
        return False
    return choice == NOTHING or (choice >= TARGET and allowed(s, p, choice))


@rule
def is_time_consistent(s: Forest) -> bool:
    """Do the day and the phase agree with who is awake and who is out?"""
    days = LEAGUE_DAYS[s.league]
    if not (0 <= s.nutrients <= NUTRIENTS and 0 <= s.day <= days):
        return False
    someone_out = s.out[0] == 1 or s.out[1] == 1
    all_asleep = s.asleep[0] == 1 and s.asleep[1] == 1
    if s.phase == OVER:
        return someone_out or (s.day == days and all_asleep)
    if s.day == days or someone_out:
        return False
    if s.phase == CHOOSING:
        return not all_asleep
    return s.phase == GATHERING or (s.phase == MOVING and all_asleep)
