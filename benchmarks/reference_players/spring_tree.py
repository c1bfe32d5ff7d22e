"""Tree search for Spring Challenge 2021: to the end of the game, each player choosing by itself.

Both choose at once, so a node has two lists of choices, and each player takes the one that looks
best by its own counts, as if the other's were chance: decoupled UCT. A node is a state of the
forest, found by its hash; so the order of commands within a day makes no difference, and what was
learnt is found again next turn.
"""

from __future__ import annotations

from math import log, sqrt
from typing import Any

from benchmarks.reference_players.spring_moves import (
    LAST,
    LAST_SEED,
    choose,
    free_seeds,
    key_of,
    pass_on,
    seed_command,
    sower,
    write_commands,
)
from spinney.core.kit.bit_sets import nth
from spinney.games.spring_2021.rules.legal_moves import completable, growable
from spinney.games.spring_2021.rules.record import (
    COMPLETE,
    GROW,
    LARGEST,
    PLAYERS,
    RICHEST,
    WAIT,
    Forest,
)
from spinney.games.spring_2021.rules.scoring import score
from spinney.kernel.records import Ints, Record, f64, i16, i32, i64
from spinney.kernel.rng import below, random, unit
from spinney.kernel.rule import lowest, ones, rule

MOST_STEPS = 1500
DEPTH = 400
"""More turns than a game has."""


class Node(Record):
    """A state of the forest that was reached."""

    key: int = i64()  # its hash; 0: there is no node at this place
    first: Ints = i32(PLAYERS)  # where each player's choices begin
    count: Ints = i16(PLAYERS)  # and how many there are; 0 before the second visit
    day: int = i16()


class Choice(Record):
    """What came of one command of one player."""

    command: int = i32()
    visits: int = i32()
    worth: float = f64()  # the sum of the player's rewards


class TreeSettings(Record):
    """How the search goes about it."""

    exploration: float = f64()
    winning: float = f64()  # the part of the reward for winning at all; the rest is for how much
    margin: float = f64()  # the lead in points that counts as full
    wait_probability: float = f64()  # how likely a playout waits although something could be done
    largest_probability: float = f64()  # how likely it grows a tree of the largest size possible
    first_complete: int = i64()  # the first day to complete a tree
    keep: int = i64()  # playouts complete with so many large trees or more
    late: int = i64()  # until this day
    unlimited: int = i64()  # from this day on the tree considers everything


DEFAULT_SETTINGS = {
    "exploration": 0.5,
    "winning": 0.5,
    "margin": 60.0,
    "wait_probability": 0.1,
    "largest_probability": 0.5,
    "first_complete": 12,
    "keep": 3,
    "late": 20,
    "unlimited": 22,
}


class TreeWorkspace(Record):
    """What a playout works with, and counts over all of them."""

    commands: Ints = i64(MOST_STEPS)
    path: Ints = i64(DEPTH * PLAYERS)  # the place of each player's choice, turn by turn; -1: asleep
    length: int = i64()  # how many turns of the playout were in the tree
    points: Ints = i64(PLAYERS)
    nodes: int = i64()  # how many there are
    choices: int = i64()


# What is considered.


@rule
def consider(s: Forest, p: int, settings: TreeSettings, out: Ints) -> int:
    """Write the commands that the tree considers for a player who is to act; return how many."""
    if s.day >= settings.unlimited:
        return write_commands(s, p, out)
    n = 0
    cells = growable(s, p)
    while cells != 0:
        out[n] = GROW + lowest(cells)
        n += 1
        cells &= cells - 1
    if s.day >= settings.first_complete:
        cells = completable(s, p)
        while cells != 0:
            out[n] = COMPLETE + lowest(cells)
            n += 1
            cells &= cells - 1
    cells = free_seeds(s, p) if s.day <= LAST_SEED else 0
    if cells == 0:
        out[n] = WAIT
        return n + 1
    while cells != 0:
        cell = lowest(cells)
        out[n] = seed_command(sower(s, p, cell), cell)
        n += 1
        cells &= cells - 1
    return n


# Playouts.


@rule
def playout_command(s: Forest, p: int, settings: TreeSettings, r: int) -> int:
    """Return a command of a playout, drawn from what is seldom wrong."""
    if s.day == LAST:
        return last_step(s, p)
    seeds = free_seeds(s, p) if s.day <= LAST_SEED else 0
    if seeds == 0 and unit(r) < settings.wait_probability:
        return WAIT
    r = random(r)
    grows = growable(s, p)
    if unit(r) < settings.largest_probability:
        grows = largest(s, p, grows)
    completes = completable(s, p) if ripe(s, p, settings) else 0
    trees = ones(grows) + ones(completes)
    ways = trees + (1 if seeds != 0 else 0)
    if ways == 0:
        return WAIT
    r = random(r)
    k = below(r, ways)
    if k < ones(grows):
        return GROW + nth(grows, k)
    if k < trees:
        return COMPLETE + nth(completes, k - ones(grows))
    target = nth(seeds, below(random(r), ones(seeds)))
    return seed_command(sower(s, p, target), target)


@rule
def largest(s: Forest, p: int, cells: int) -> int:
    """Return those of some of the player's trees that are largest."""
    for size in range(LARGEST, 0, -1):
        if cells & s.trees[p, size] != 0:
            return cells & s.trees[p, size]
    return cells


@rule
def ripe(s: Forest, p: int, settings: TreeSettings) -> bool:
    """May a playout complete trees now? Early on only with enough large ones."""
    if s.day < settings.first_complete:
        return False
    return s.day >= settings.late or ones(s.trees[p, LARGEST]) >= settings.keep


@rule
def last_step(s: Forest, p: int) -> int:
    """On the last day: complete what can be completed, the richest soil first."""
    trees = completable(s, p)
    if trees == 0:
        return WAIT
    for level in range(RICHEST, 0, -1):
        if trees & s.soil[level] != 0:
            return COMPLETE + lowest(trees & s.soil[level])
    return WAIT


@rule
def play_out(s: Forest, settings: TreeSettings, r: int) -> int:
    """Play to the end; return the next random state."""
    going = pass_on(s)
    while going:
        for p in range(PLAYERS):
            if s.asleep[p] == 0:
                r = random(r)
                choose(s, p, playout_command(s, p, settings, r))
        going = pass_on(s)
    return r


@rule
def reward(s: Forest, settings: TreeSettings, points: Ints) -> float:
    """Return what the end is worth to player 0, 0 to 1; to the other it is worth the rest."""
    score(s, points)
    lead = points[0] - points[1]
    won = 0.5
    if lead != 0:
        won = 1.0 if lead > 0 else 0.0
    much = min(1.0, max(0.0, 0.5 + 0.5 * lead / settings.margin))
    return settings.winning * won + (1.0 - settings.winning) * much


# The tree.


@rule
def find(nodes: Any, key: int) -> int:
    """Return the place of a node, or of the gap where it would go."""
    last = len(nodes) - 1
    place = key >> 8 & last
    while nodes[place].key != 0 and nodes[place].key != key:
        place = (place + 1) & last
    return place


@rule
def descend(
    a: Any, nodes: Any, choices: Any, workspace: TreeWorkspace, settings: TreeSettings
) -> None:
    """Play ``a[1]`` through the tree, by what looks best, until it is new or over."""
    s = a[1]
    workspace.length = 0
    while workspace.length < DEPTH:
        key = key_of(s)
        node = nodes[find(nodes, key)]
        if node.key == 0:
            add(s, key, node, len(nodes), workspace)
            return
        if node.count[0] + node.count[1] == 0:
            if workspace.choices + 2 * MOST_STEPS > len(choices):
                return
            add_choices(s, node, choices, workspace, settings)
        choose_both(s, node, choices, workspace, settings)
        if not pass_on(s):
            return


@rule
def add(s: Forest, key: int, node: Node, room: int, workspace: TreeWorkspace) -> None:
    """Make a node of a state, if there is room."""
    if 4 * workspace.nodes < 3 * room:
        node.key = key
        node.day = s.day
        node.count[0] = 0
        node.count[1] = 0
        workspace.nodes += 1


@rule
def choose_both(
    s: Forest, node: Node, choices: Any, workspace: TreeWorkspace, settings: TreeSettings
) -> None:
    """Let everybody who is awake choose what looks best to them."""
    for p in range(PLAYERS):
        i = -1
        if s.asleep[p] == 0:
            i = most_promising(node, p, choices, settings.exploration)
            choose(s, p, choices[i].command)
        workspace.path[PLAYERS * workspace.length + p] = i
    workspace.length += 1


@rule
def add_choices(
    s: Forest, node: Node, choices: Any, workspace: TreeWorkspace, settings: TreeSettings
) -> None:
    """Give a node its choices."""
    for p in range(PLAYERS):
        n = consider(s, p, settings, workspace.commands) if s.asleep[p] == 0 else 0
        node.first[p] = workspace.choices
        node.count[p] = n
        for i in range(n):
            choice = choices[workspace.choices + i]
            choice.command = workspace.commands[i]
            choice.visits = 0
            choice.worth = 0.0
        workspace.choices += n


@rule
def most_promising(node: Node, p: int, choices: Any, exploration: float) -> int:
    """Return the place of the choice to try next: first each once, then by UCB."""
    best = node.first[p]
    most = -1.0
    tried = 0
    for i in range(node.first[p], node.first[p] + node.count[p]):
        if choices[i].visits == 0:
            return i
        tried += choices[i].visits
    curiosity = exploration * sqrt(log(tried + 1.0))
    for i in range(node.first[p], node.first[p] + node.count[p]):
        visits = choices[i].visits
        x = choices[i].worth / visits + curiosity / sqrt(visits * 1.0)
        if x > most:
            most = x
            best = i
    return best


@rule
def update_choices(choices: Any, workspace: TreeWorkspace, worth: float) -> None:
    """Note along the path how it went: ``worth`` for player 0, the rest for the other."""
    for k in range(PLAYERS * workspace.length):
        i = workspace.path[k]
        if i >= 0:
            choices[i].visits += 1
            choices[i].worth += worth if k % PLAYERS == 0 else 1.0 - worth


@rule
def most_visited(s: Forest, p: int, nodes: Any, choices: Any) -> int:
    """Return the player's command that was tried most from a state; -1 if none was."""
    node = nodes[find(nodes, key_of(s))]
    best = -1
    most = 0
    for i in range(node.first[p], node.first[p] + node.count[p]):
        if choices[i].visits > most:
            most = choices[i].visits
            best = choices[i].command
    return best


@rule
def keep_since(
    day: int, nodes: Any, choices: Any, to: Any, row: Any, workspace: TreeWorkspace
) -> None:
    """Copy what can still be reached on a day to emptied lists: nodes ``to``, choices ``row``."""
    workspace.nodes = 0
    workspace.choices = 0
    for place in range(len(to)):
        to[place].key = 0
    for place in range(len(nodes)):
        node = nodes[place]
        if node.key == 0 or node.day < day:
            continue
        kept = find(to, node.key)
        to[kept] = nodes[place]
        workspace.nodes += 1
        for p in range(PLAYERS):
            to[kept].first[p] = workspace.choices
            for i in range(node.count[p]):
                row[workspace.choices] = choices[node.first[p] + i]
                workspace.choices += 1
