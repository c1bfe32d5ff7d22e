"""The trace of a game in play: decisions, choices, leads, the weight of each move."""

from __future__ import annotations

from functools import cache
from types import ModuleType
from typing import Any, NamedTuple

import numpy as np

from spinney.core.interface import PLAYERS, legal, num_players, outcome, score
from spinney.kernel.records import Floats, Ints, Record, f64, i64
from spinney.kernel.rule import lowest, rule
from spinney.search.one_ply import LONGEST, MOVES_TRIED, is_repeated


class TraceRecord(Record):
    """The counters of one game in compiled code; `trace_record_for` returns the class."""

    read: int
    """How many numbers of a script have been read."""
    moves: Ints
    """The moves of each player."""
    choices: Ints
    """By number of legal actions, how often a player chose from that many."""
    turns: int
    """The number of turns: consecutive moves of one player, or simultaneous ones of several."""
    acting: int
    """The players who were to act most recently, a bit each."""
    first: int
    """1 + the player of the first turn; 0: it was that of several."""
    leader: int
    """1 + the player who was alone in the lead last; 0: nobody was yet."""
    lead_changes: int
    """How often the player alone in the lead changed."""
    behind: Ints
    """1 + the last turn after which a player was not alone in the lead; 0: they always were."""
    points: Ints
    """The scores, if the game ended now."""
    outcome: Ints
    """How it ended for each player, as the interface's `outcome` has it."""
    spreads: int
    """The decisions of which the value of the moves was compared,"""
    spread: float
    """and the sum of the differences between the best and the median move."""
    sorted: Floats
    """The values of different moves, in order."""


@cache
def trace_record_for(rules: ModuleType) -> type[TraceRecord]:
    """Return the record for a game."""
    players = rules.PLAYERS
    fields = {
        "read": i64(),
        "moves": i64(players),
        "choices": i64(rules.ACTIONS + 1),
        "turns": i64(),
        "acting": i64(),
        "first": i64(),
        "leader": i64(),
        "lead_changes": i64(),
        "behind": i64(players),
        "points": i64(players),
        "outcome": i64(players),
        "spreads": i64(),
        "spread": f64(),
        "sorted": f64(MOVES_TRIED),
    }
    return type("SizedTraceRecord", (TraceRecord,), fields)


class GameTrace(NamedTuple):
    """The trace of one game.

    Attributes:
        moves: how many each player made.
        scores: the final scores.
        outcome: 1 for a win, 0 for a shared one, -1 for a loss.
        choices: how often a player chose from how many legal actions, as pairs ``(actions,
            times)``, ascending.
        turns: what one player does in a row, or several at the same time.
        first: the player whose turn was the first; -1: it was that of several.
        lead_changes: how often another player came to be alone in the lead.
        behind: the last turn, from 1, after which a player was not alone in the lead; 0: before the
            first; -1: never.
        spreads: at how many decisions the values of the moves were compared,
        spread: and the sum of what the best was above the median, in rewards from 0 to 1.
    """

    moves: tuple[int, ...] = ()
    scores: tuple[int, ...] = ()
    outcome: tuple[int, ...] = ()
    choices: tuple[tuple[int, int], ...] = ()
    turns: int = 0
    first: int = -1
    lead_changes: int = 0
    behind: tuple[int, ...] = ()
    spreads: int = 0
    spread: float = 0.0


def trace_of(record: Any, players: int) -> GameTrace:
    """Return the trace in a record of a batch, compiled or not."""
    fields = vars(record) if isinstance(record, Record) else {n: record[n] for n in FIELDS}
    return GameTrace(
        _ints(fields["moves"], players),
        _ints(fields["points"], players),
        _ints(fields["outcome"], players),
        _counted(fields["choices"]),
        int(fields["turns"]),
        int(fields["first"]) - 1,
        int(fields["lead_changes"]),
        tuple(turn - 1 for turn in _ints(fields["behind"], players)),
        int(fields["spreads"]),
        float(fields["spread"]),
    )


FIELDS = (
    *("moves", "points", "outcome", "choices", "turns", "first"),
    *("lead_changes", "behind", "spreads", "spread"),
)
"""The fields that `trace_of` reads."""


def _counted(often: Any) -> tuple[tuple[int, int], ...]:
    """Return which numbers are not 0, and these."""
    if not isinstance(often, np.ndarray):
        return tuple((n, count) for n, count in enumerate(often) if count)
    found = often.nonzero()[0]
    return tuple(zip(found.tolist(), often[found].tolist(), strict=True))


def _ints(values: Any, count: int) -> tuple[int, ...]:
    numbers = values.tolist() if isinstance(values, np.ndarray) else list(values)
    return tuple(numbers[:count])


@rule
def note_choice(s: Any, p: int, actions: Ints, trace: TraceRecord) -> None:
    """Note how many actions a player can choose from."""
    trace.choices[legal(s, p, actions)] += 1


@rule
def note_turn(s: Any, acting: int, trace: TraceRecord) -> None:
    """Note who leads, and that a turn begins, unless the same player's goes on."""
    alone = acting & (acting - 1) == 0
    if alone and acting == trace.acting:
        return
    note_lead(s, trace)
    if alone and trace.turns == 0:
        trace.first = lowest(acting) + 1
    trace.acting = acting
    trace.turns += 1


@rule
def note_end(s: Any, trace: TraceRecord) -> None:
    """Note who leads and wins in the end."""
    note_lead(s, trace)
    outcome(s, trace.outcome)


@rule
def note_lead(s: Any, trace: TraceRecord) -> None:
    """Note who is alone in the lead, by the points if the game ended now."""
    score(s, trace.points)
    best = 0
    sharing = 1
    for p in range(1, num_players(s)):
        if trace.points[p] > trace.points[best]:
            best = p
            sharing = 1
        elif trace.points[p] == trace.points[best]:
            sharing += 1
    for p in range(num_players(s)):
        if p != best or sharing > 1:
            trace.behind[p] = trace.turns + 1
    if sharing == 1 and trace.leader != best + 1:
        trace.lead_changes += 1 if trace.leader > 0 else 0
        trace.leader = best + 1


@rule
def note_spread(tried: Ints, values: Floats, tries: int, n: int, trace: TraceRecord) -> None:
    """Note by how much the best of the different moves that were tried is above the median.

    ``n`` is the number of first actions. Where only one move can be made, nothing is noted.
    """
    count = 0
    for t in range(tries):
        if is_repeated(tried, t, n) < 0:
            k = count
            while k > 0 and trace.sorted[k - 1] > values[t]:
                trace.sorted[k] = trace.sorted[k - 1]
                k -= 1
            trace.sorted[k] = values[t]
            count += 1
    if count > 1:
        middle = (trace.sorted[count // 2] + trace.sorted[(count - 1) // 2]) / 2
        trace.spread += trace.sorted[count - 1] - middle
        trace.spreads += 1


@rule
def read_script(script: Ints, acting: int, chosen: Ints, trace: TraceRecord) -> None:
    """Write a script's next moves as the choices of the players to act, each with -1 after it."""
    for p in range(PLAYERS):
        if acting >> p & 1:
            k = p * LONGEST
            while script[trace.read] >= 0:
                chosen[k] = script[trace.read]
                trace.read += 1
                k += 1
            chosen[k] = -1
            trace.read += 1
