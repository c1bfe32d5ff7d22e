"""The interface: the functions that a game's rules and advice consist of.

A game defines these names in its ``rules.py``, those of advice in ``advice.py``, and those of a
network's inputs in ``features.py``. Code written once for all games (`core.batch`, `search`)
imports them from here, and `link` replaces them by the game's own. A function with a body here is
a default: a game may leave it out.

Throughout, ``s`` is the game's record, players count from 0, ``r`` is a random state that is
passed in and returned, and ``out`` is an array to write to. Rules trust their callers: code that
receives actions from outside checks them against `legal` first.
"""

from __future__ import annotations

from typing import Any

from spinney.kernel.records import Floats, Ints
from spinney.kernel.rng import below
from spinney.kernel.rule import rule, scratch

PLAYERS = 0
"""The most players the game can have."""
ACTIONS = 0
"""Actions are numbers 0 <= action < ACTIONS: the fixed action space."""
CODES = 0
"""Codes of events are below CODES; those from ACTIONS on are facts."""

SIZES = ("PLAYERS", "ACTIONS", "CODES")
"""The numbers that every game defines."""

MOST_ACTIONS_OF_MOVE = 64
"""The most actions of a move."""
FACTS = 64
"""How many more codes than CODES an observer may learn from one transition."""

States = Any
"""A batch of records."""

LATE, MALFORMED, ILLEGAL = 1, 2, 3
"""Why a player forfeits a choice (`forfeit`)."""


@rule
def deal(s: Any, options: Ints, r: int) -> int:
    """Shuffle a new game into the record; return the next random state.

    ``options`` are the game's, as numbers; ``r`` is the seed, any signed 64-bit number. The
    record may have been used before: `deal` and `begin` together set every field.
    """
    raise NotImplementedError


@rule
def begin(s: Any) -> None:
    """Begin from the order that lies in the record. All chance has been dealt by then."""
    raise NotImplementedError


@rule
def num_players(s: Any) -> int:
    """Return the number of players of this game."""
    return PLAYERS


@rule
def to_act(s: Any) -> int:
    """Return the players who owe a decision, a bit each; 0 when none is due."""
    raise NotImplementedError


@rule
def legal(s: Any, player: int, out: Ints) -> int:
    """Write the legal next actions of a player to act, ascending; return how many."""
    raise NotImplementedError


@rule
def sample(s: Any, player: int, r: int, out: Ints) -> int:
    """Return a legal next action drawn with the random state ``r``; ``out`` is a buffer.

    For a game where drawing one is much cheaper than listing all.
    """
    return out[below(r, legal(s, player, out))]


@rule
def mid_move(s: Any, player: int) -> bool:
    """Is this player inside a move? A move has MOST_ACTIONS_OF_MOVE actions at most."""
    return False


@rule
def apply(s: Any, player: int, action: int) -> None:
    """Take a legal action; when the last player to act has chosen, resolve all choices together.

    They are resolved here or as the next stage of `settle`, whichever is clearer. Every action
    inside a move leaves a record that can be observed. A move ends where something hidden
    is revealed: what follows from that is another move.
    """
    raise NotImplementedError


@rule
def settle(s: Any) -> int:
    """Perform the next automatic stage, if one is due, and return its number.

    If none is due, return 0 and change nothing. It is called whenever nobody is to act.
    """
    return 0


@rule
def forfeit(s: Any, player: int, reason: int) -> None:
    """Do what the game does when a player to act fails to choose; it counts as the choice.

    ``reason`` is LATE, MALFORMED or ILLEGAL. A choice made in part is withdrawn or completed. What
    is done instead may depend on nothing that the player can't know.
    """
    raise NotImplementedError


@rule
def period(s: Any, player: int) -> int:
    """Return the number of the span of time that an allowance of thinking time covers.

    When the number changes, a clock that counts per phase starts anew. 0: the choice belongs to
    none; its time is counted only where the clock says so.
    """
    return 0


@rule
def observe(s: Any, player: int) -> None:
    """Blank in place what the player may not know; -1 is a spectator.

    Also takes back choices of others that are not revealed. What blanks would destroy and the
    player may know (how many cards a hand has, what was seen of a deck) needs fields of its own.
    """


@rule
def determinize(s: Any, player: int, r: int) -> int:
    """Fill the blanks of that player's observation, uniformly among what it leaves possible.

    A spectator's too. Choices that `observe` took back stay open: their players make them again.
    """
    return r


@rule
def events(was: Any, s: Any, observer: int, player: int, action: int, out: Ints) -> int:
    """Write what the observer has just learnt, as codes; return how many, CODES + FACTS at most.

    ``was`` is the record before and ``s`` after ``apply(s, player, action)``; after a stage it is
    called as player -1 with the stage's number, after ``forfeit(s, player, reason)`` with action
    -reason. Codes below ACTIONS are the player's own actions, those from ACTIONS on are facts; as
    no record goes with them into a log, they name cards, places and other players themselves.

    From one moment to the next, two courses of events must have the same codes for an observer if
    and only if they then look the same to them (forfeits are compared among forfeits). So a stage
    is always seen, by a code of its own if nothing else.
    """
    raise NotImplementedError


@rule
def infoset(s: Any, player: int) -> int:
    """Return a hash, never 0, of all that a player to act knows and that matters from here on.

    It takes the place of the events seen: the search finds again what it learnt on another way to
    the same information set, or a turn ago. It must tell apart whatever the observation does and
    could still make a difference. By default 0: the search goes by the events the player saw.
    """
    return 0


@rule
def score(s: Any, out: Ints) -> None:
    """Write each player's points as if the game ended now."""
    raise NotImplementedError


@rule
def outcome(s: Any, out: Ints) -> None:
    """Write 1 for a win, 0 for a shared win, -1 for a loss, by player, tie-break included.

    By default the most points win.
    """
    score(s, out)
    most = out[0]
    winners = 0
    for p in range(num_players(s)):
        most = max(most, out[p])
    for p in range(num_players(s)):
        winners += 1 if out[p] == most else 0
    for p in range(num_players(s)):
        out[p] = -1 if out[p] < most else 1 if winners == 1 else 0


@rule
def is_consistent(s: Any) -> bool:
    """Is the record consistent, nothing lost and nothing twice?

    For tests and for loaded records.
    """
    return True


# Heuristics (advice.py). The defaults know nothing: the search relies on playouts alone.


@rule
def prior(s: Any, player: int, actions: Ints, n: int, weights: Floats) -> None:
    """Write a weight for each of the ``n`` legal actions: how promising it looks.

    What weighs 0 is left out of the search; something must weigh more.
    """
    for i in range(n):
        weights[i] = 1.0


@rule
def value(s: Any, out: Floats) -> None:
    """Write each player's expected reward, 0 to 1, also for a game that is over.

    By default a player's share of the points, which is no more than a hint.
    """
    n = num_players(s)
    points = scratch(PLAYERS)
    score(s, points)
    least = points[0]
    total = 0.0
    for p in range(n):
        least = min(least, points[p])
    for p in range(n):
        total += points[p] - least + 1
    for p in range(n):
        out[p] = (points[p] - least + 1) / total


@rule
def is_quiet(s: Any) -> bool:
    """Is this a good place to stop a playout and call `value`?"""
    return False


# The functions that the search calls. By default they call the advice; if the game has a trained
# network, it replaces them (`spinney.search.network`).


@rule
def action_weights(
    states: States, i: int, spare: int, player: int, actions: Ints, n: int, weights: Floats
) -> None:
    """Write a weight for each of the ``n`` legal actions in ``states[i]``, as `prior` does.

    ``states[spare]`` is a buffer.
    """
    prior(states[i], player, actions, n, weights)


@rule
def keeps_weights() -> bool:
    """Do these weights take so long that a search keeps them in its tree?"""
    return False


@rule
def evaluate(s: Any, out: Floats) -> None:
    """Write each player's expected reward, 0 to 1, where a playout ends."""
    value(s, out)


@rule
def is_leaf(s: Any) -> bool:
    """Can a playout end here?"""
    return is_quiet(s)


@rule
def infers() -> bool:
    """Does a search infer what is hidden from what was done (`plausibility`)?

    Else all determinizations are equally likely.
    """
    return False


@rule
def plausibility(s: Any, observer: int) -> float:
    """Return the relative likelihood of a determinization, from a player's view; above 0."""
    return 1.0


# The input of a network (features.py). See `spinney.search.network`.


@rule
def features(s: Any, viewer: int, out: Ints) -> None:
    """Write which inputs of the network are on, as a player sees the state; -1: none.

    First those of each group, then those of the whole. Where a game has none of its own, they are
    made of what its record's fields mean (`spinney.search.field_inputs`).
    """
    raise NotImplementedError


@rule
def is_valued(s: Any) -> bool:
    """Does the network's value cover such a state? Called only if nobody is inside a move."""
    return True


@rule
def action_features(s: Any, player: int, action: int, out: Ints) -> int:
    """Write what an action is to the network; return how many numbers that took, at least 2.

    First the row that weighs it by the whole state, -1: none; then the group of the inputs that it
    concerns, -1: none; then the inputs of its own that are on.
    """
    out[0] = action
    out[1] = -1
    return 2
