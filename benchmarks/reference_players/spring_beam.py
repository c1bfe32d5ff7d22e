"""Beam search for Spring Challenge 2021: day by day, against a line of the other's commands.

A layer holds the states after so many commands of the same day, the best by `worth` of all that
the layer before led to. A player who waits ends the day: the other plays the rest of its line, the
sun moves, and the state waits among the ends until all are there; the best of them begin the next
day.
"""

from __future__ import annotations

from typing import Any

from benchmarks.reference_players.spring_moves import (
    LAST_SEED,
    choose,
    fold,
    free_seeds,
    is_allowed,
    pass_on,
    seed_command,
    sower,
)
from spinney.games.spring_2021.rules import resolve
from spinney.games.spring_2021.rules.geometry import CELLS, DIRECTIONS, SHADOW, SIZES
from spinney.games.spring_2021.rules.legal_moves import completable, growable
from spinney.games.spring_2021.rules.record import (
    COMPLETE,
    DAYS,
    GROW,
    LARGEST,
    NOTHING,
    OVER,
    PLAYERS,
    SEED,
    WAIT,
    Forest,
)
from spinney.games.spring_2021.rules.scoring import score
from spinney.games.spring_2021.rules.trees import has
from spinney.kernel.records import Floats, Ints, Record, f64, i64
from spinney.kernel.rule import lowest, ones, rule

ROOT, TRIAL, LAYERS = 0, 1, 2
"""Places in the batch: the root, the state at work on, and behind them two layers and the ends."""
ENDS = 2
"""The number of the layer of ends, which has twice the room."""
COMMANDS = 16
"""The most commands of a day that a line holds."""
BINS = 2048
SEEN = 1 << 16


class Line(Record):
    """What a player is to do, day by day."""

    commands: Ints = i64(DAYS, COMMANDS)  # in order, WAIT behind the last


class BeamState(Record):
    """What the beam knows of a state besides the state."""

    origin: int = i64()  # how it came about
    rank: int = i64()  # of its last command today: those that follow rank higher
    turn: int = i64()  # how many commands of the other's line were looked at today
    value: float = f64()


class Offer(Record):
    """A state that may be in the next layer: what it comes from."""

    parent: int = i64()
    command: int = i64()
    value: float = f64()


class Trace(Record):
    """A command and what came before it."""

    before: int = i64()
    day: int = i64()
    command: int = i64()


class BeamWeights(Record):
    """What a state is thought to be worth, in points."""

    sun: float = f64()  # a sun point on the last day
    sooner: float = f64()  # more for each day before
    income: float = f64()  # a sun point to be harvested
    later: float = f64()  # more for each day before
    tree: Floats = f64(SIZES)  # the part of a tree's completion, by size
    nutrients: float = f64()  # the part of the nutrients that is left by then
    first_complete: int = i64()
    depth: int = i64()  # how many days ahead


DEFAULT_WEIGHTS: dict[str, Any] = {
    "sun": 0.33,
    "sooner": 0.01,
    "income": 0.3,
    "later": 0.02,
    "tree": (0.1, 0.25, 0.5, 1.0),
    "nutrients": 0.6,
    "first_complete": 7,
    "depth": 6,
}


class BeamWorkspace(Record):
    """Where a search stands."""

    me: int = i64()
    room: int = i64()  # the most states of a layer that there is room for,
    width: int = i64()  # and the most that are kept
    layer: int = i64()  # 0 or 1: which of the two is being expanded
    length: int = i64()  # how many states it has
    at: int = i64()  # the next of them to expand
    offers: int = i64()
    ends: int = i64()
    traces: int = i64()
    states: int = i64()  # looked at, over the whole search
    reached: int = i64()  # days for which there is a plan
    run: int = i64()  # a number of its own for each search,
    salt: int = i64()  # and for each layer, so that what was seen before doesn't count
    bins: Ints = i64(BINS)
    seen: Ints = i64(SEEN)
    points: Ints = i64(PLAYERS)


def places(room: int) -> int:
    """Return how many places a batch has for layers of so many states."""
    return LAYERS + (ENDS + 2) * room


# What a state is worth.


@rule
def worth(s: Forest, p: int, weights: BeamWeights, workspace: BeamWorkspace) -> float:
    """Return the player's lead in points, by what there is and what it should bring."""
    if s.phase == OVER:
        score(s, workspace.points)
        return float(workspace.points[p] - workspace.points[1 - p])
    left = DAYS - 1 - s.day
    q = 1 - p
    total = float(s.points[p] - s.points[q])
    total += (weights.sun + weights.sooner * left) * (s.sun[p] - s.sun[q])
    total += (weights.income + weights.later * left) * lead_in_income(s, p)
    for size in range(SIZES):
        if left >= LARGEST - size:
            part = weights.tree[size]
            base = weights.nutrients * s.nutrients - 4.0 * weights.sun
            mine = s.trees[p, size]
            theirs = s.trees[q, size]
            total += part * base * (ones(mine) - ones(theirs))
            total += part * 2.0 * (ones(mine & s.soil[2]) - ones(theirs & s.soil[2]))
            total += part * 4.0 * (ones(mine & s.soil[3]) - ones(theirs & s.soil[3]))
    return total


@rule
def lead_in_income(s: Forest, p: int) -> int:
    """Return by how much more sun the player would harvest until the end if all stood still."""
    left = DAYS - 1 - s.day
    total = 0
    for k in range(1, min(left, DIRECTIONS) + 1):
        times = (left - k) // DIRECTIONS + 1
        total += times * lead_of_day(s, p, (s.day + k) % DIRECTIONS)
    return total


@rule
def lead_of_day(s: Forest, p: int, direction: int) -> int:
    """Return by how much more sun the player would harvest when the sun points that way."""
    shaded = 0
    total = 0
    for size in range(LARGEST, 0, -1):
        left = s.trees[0, size] | s.trees[1, size]
        while left != 0:
            shaded |= SHADOW[direction, size, lowest(left)]
            left &= left - 1
        light = ~shaded
        total += size * (ones(s.trees[p, size] & light) - ones(s.trees[1 - p, size] & light))
    return total


# The commands.


@rule
def rank_of(s: Forest, p: int, command: int) -> int:
    """Return the place of a command in the order of the day, which costs least.

    Completing first, then growing the larger trees, then sowing.
    """
    if command >= SEED:
        return 4 * CELLS
    if command >= COMPLETE:
        return command - COMPLETE
    cell = command - GROW
    for size in range(LARGEST):
        if has(s.trees[p, size], cell):
            return (LARGEST - size) * CELLS + cell
    return 0


@rule
def turn(s: Forest, p: int, command: int, line: Line, at: int) -> int:
    """Carry out a command, and the other's next of its line; return where that goes on."""
    q = 1 - p
    choose(s, p, command if s.asleep[p] == 0 else NOTHING)
    if s.asleep[q] == 0:
        choose(s, q, WAIT)
        while at < COMMANDS and line.commands[s.day, at] != WAIT:
            at += 1
            if is_allowed(s, q, line.commands[s.day, at - 1]):
                choose(s, q, line.commands[s.day, at - 1])
                break
    resolve(s)
    return at


@rule
def end_day(s: Forest, p: int, line: Line, at: int) -> None:
    """Let the other finish its day, and begin the next."""
    while s.asleep[1 - p] == 0:
        at = turn(s, p, WAIT, line, at)
    pass_on(s)


@rule
def key_for(s: Forest, p: int, salt: int) -> int:
    """Return a hash of what differs between states that face the same line."""
    key = fold(fold(salt, s.dormant), s.points[p] << 12 | s.nutrients << 4 | s.asleep[1 - p])
    for size in range(SIZES):
        key = fold(key, s.trees[p, size])
    return fold(key, s.sun[p] << 40 | s.trees[1 - p, LARGEST])


@rule
def is_new(workspace: BeamWorkspace, key: int) -> bool:
    """Was no such state seen in this layer? Forgets some: the table is small."""
    place = key >> 20 & SEEN - 1
    if workspace.seen[place] == key:
        return False
    workspace.seen[place] = key
    return True


# The search, a state at a time.


@rule
def begin_search(
    a: Any,
    beam: Any,
    traces: Any,
    line: Line,
    workspace: BeamWorkspace,
    me: int,
    width: int,
    run: int,
) -> bool:
    """Put the root into the first layer; return whether there is anything to choose.

    A sleeping player begins with the next day.
    """
    workspace.me = me
    workspace.width = width
    workspace.layer = 0
    workspace.length = 1
    workspace.at = 0
    workspace.offers = 0
    workspace.ends = 0
    workspace.traces = 1
    workspace.reached = 0
    workspace.run = run << 20
    workspace.salt = workspace.run + 1
    traces[0].before = -1
    a[LAYERS] = a[ROOT]
    beam[LAYERS].origin = 0
    beam[LAYERS].rank = -1
    beam[LAYERS].turn = 0
    if a[LAYERS].asleep[me] == 1:
        end_day(a[LAYERS], me, line, 0)
    return bool(a[LAYERS].phase != OVER)


@rule
def layer_at(workspace: BeamWorkspace, layer: int) -> int:
    """Return where a layer, 0 or 1 or the ENDS, begins in the batch."""
    return LAYERS + layer * workspace.room


@rule
def expand(
    a: Any,
    beam: Any,
    offers: Any,
    line: Line,
    weights: BeamWeights,
    workspace: BeamWorkspace,
) -> None:
    """Try all commands of the next state of the layer."""
    place = layer_at(workspace, workspace.layer) + workspace.at
    workspace.at += 1
    s = a[place]
    p = workspace.me
    rank = beam[place].rank
    cells = growable(s, p)
    while cells != 0:
        command = GROW + lowest(cells)
        if rank_of(s, p, command) > rank:
            offer(a, beam, offers, line, weights, workspace, place, command)
        cells &= cells - 1
    if s.day >= weights.first_complete:
        cells = completable(s, p)
        while cells != 0:
            command = COMPLETE + lowest(cells)
            if rank_of(s, p, command) > rank:
                offer(a, beam, offers, line, weights, workspace, place, command)
            cells &= cells - 1
    cells = free_seeds(s, p) if s.day <= LAST_SEED and rank < 4 * CELLS else 0
    while cells != 0:
        cell = lowest(cells)
        command = seed_command(sower(s, p, cell), cell)
        offer(a, beam, offers, line, weights, workspace, place, command)
        cells &= cells - 1
    wait(a, beam, line, weights, workspace, place)


@rule
def offer(
    a: Any,
    beam: Any,
    offers: Any,
    line: Line,
    weights: BeamWeights,
    workspace: BeamWorkspace,
    place: int,
    command: int,
) -> None:
    """Note what a command leads to."""
    if workspace.offers == len(offers):
        return
    a[TRIAL] = a[place]
    s = a[TRIAL]
    turn(s, workspace.me, command, line, beam[place].turn)
    workspace.states += 1
    if not is_new(workspace, key_for(s, workspace.me, workspace.salt)):
        return
    found = offers[workspace.offers]
    found.parent = place
    found.command = command
    found.value = worth(s, workspace.me, weights, workspace)
    workspace.offers += 1


@rule
def wait(
    a: Any, beam: Any, line: Line, weights: BeamWeights, workspace: BeamWorkspace, place: int
) -> None:
    """End the day here, and keep what the next one begins with."""
    if workspace.ends == 2 * workspace.room:
        return
    end = layer_at(workspace, ENDS) + workspace.ends
    a[end] = a[place]
    s = a[end]
    at = turn(s, workspace.me, WAIT, line, beam[place].turn)
    end_day(s, workspace.me, line, at)
    workspace.states += 1
    if not is_new(workspace, key_for(s, workspace.me, workspace.run ^ s.day << 50)):
        return
    beam[end].value = worth(s, workspace.me, weights, workspace)
    beam[end].origin = beam[place].origin
    beam[end].rank = -1
    beam[end].turn = 0
    workspace.ends += 1


@rule
def noted(traces: Any, workspace: BeamWorkspace, before: int, day: int, command: int) -> int:
    """Keep how a state came about."""
    i = workspace.traces
    traces[i].before = before
    traces[i].day = day
    traces[i].command = command
    workspace.traces += 1
    return i


@rule
def next_layer(
    a: Any, beam: Any, offers: Any, traces: Any, line: Line, workspace: BeamWorkspace
) -> None:
    """Make the best offers the next layer."""
    least = threshold(offers, 0, workspace.offers, workspace)
    to = layer_at(workspace, 1 - workspace.layer)
    n = 0
    for i in range(workspace.offers):
        if offers[i].value >= least and n < workspace.width:
            place = offers[i].parent
            a[to + n] = a[place]
            kept = beam[to + n]
            kept.rank = rank_of(a[place], workspace.me, offers[i].command)
            kept.turn = turn(a[to + n], workspace.me, offers[i].command, line, beam[place].turn)
            kept.origin = noted(
                traces, workspace, beam[place].origin, a[place].day, offers[i].command
            )
            n += 1
    workspace.layer = 1 - workspace.layer
    workspace.length = n
    workspace.at = 0
    workspace.offers = 0
    workspace.salt += 2


@rule
def next_day(a: Any, beam: Any, traces: Any, plan: Line, workspace: BeamWorkspace) -> None:
    """Make the best ends the first layer of the next day, and plan by the best of all."""
    first = layer_at(workspace, ENDS)
    best = first
    for i in range(first, first + workspace.ends):
        if beam[i].value > beam[best].value:
            best = i
    write_plan(traces, beam[best].origin, plan)
    least = threshold(beam, first, workspace.ends, workspace)
    to = layer_at(workspace, 0)
    n = 0
    for i in range(first, first + workspace.ends):
        if beam[i].value >= least and n < workspace.width:
            a[to + n] = a[i]
            beam[to + n] = beam[i]
            n += 1
    workspace.reached += 1
    workspace.layer = 0
    workspace.length = n
    workspace.at = 0
    workspace.ends = 0
    workspace.salt += 2


@rule
def write_plan(traces: Any, last: int, plan: Line) -> None:
    """Write the commands that led to a state, each on its day."""
    for day in range(DAYS):
        for k in range(COMMANDS):
            plan.commands[day, k] = WAIT
    i = last
    while traces[i].before >= 0:
        # From the last command to the first: each pushes those after it back.
        for k in range(COMMANDS - 1, 0, -1):
            plan.commands[traces[i].day, k] = plan.commands[traces[i].day, k - 1]
        plan.commands[traces[i].day, 0] = traces[i].command
        i = traces[i].before


@rule
def threshold(rated: Any, first: int, n: int, workspace: BeamWorkspace) -> float:
    """Return a value that about as many of these reach as a layer may have, or a few more."""
    if n <= workspace.width:
        return -1e9
    low = rated[first].value
    high = low
    for i in range(first, first + n):
        low = min(low, rated[i].value)
        high = max(high, rated[i].value)
    scale = (BINS - 1) / max(high - low, 1e-6)
    for b in range(BINS):
        workspace.bins[b] = 0
    for i in range(first, first + n):
        workspace.bins[int((rated[i].value - low) * scale)] += 1
    b = BINS - 1
    total = workspace.bins[b]
    while total < workspace.width and b > 0:
        b -= 1
        total += workspace.bins[b]
    return float(low + b / scale)


@rule
def search_on(
    a: Any, beam: Any, offers: Any, traces: Any, line: Line, plan: Line, weights: BeamWeights,
    workspace: BeamWorkspace,
    count: int,
) -> bool:  # fmt: skip
    """Go on for about so many states; return whether there is more to do."""
    limit = workspace.states + count
    while workspace.states < limit:
        if workspace.at < workspace.length:
            expand(a, beam, offers, line, weights, workspace)
        elif workspace.offers > 0:
            next_layer(a, beam, offers, traces, line, workspace)
        else:
            next_day(a, beam, traces, plan, workspace)
            over = a[layer_at(workspace, 0)].phase == OVER
            if over or workspace.reached == weights.depth:
                return False
    return True
