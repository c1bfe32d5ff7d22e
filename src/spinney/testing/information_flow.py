"""Promises about hidden information."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Hashable, Iterable, Iterator, Sequence
from html import unescape
from math import sqrt
from random import Random

from spinney.core import notation, rendering
from spinney.core.interface import ILLEGAL, LATE, MALFORMED
from spinney.core.named_fields import named_fields
from spinney.core.rendering import LAYOUTS, SHEET
from spinney.core.state import Observation, State
from spinney.core.transition import Transition
from spinney.testing.notation import garbage, refusal
from spinney.testing.random_play import transitions_of
from spinney.testing.violations import hold

SAMPLES = 24
"""The number of determinizations of one view that are compared."""
RARE = 5
"""Determinizations that should be drawn less often are counted together."""
MOST_DRAWS = 40_000
"""The most draws to enumerate determinizations of which some are rare."""


def views(state: State) -> list[Observation]:
    """Return what each player sees, and a spectator."""
    return [state.observe(player) for player in range(-1, state.game.num_players)]


def check_view(state: State, view: Observation, seed: int) -> None:
    """Check that an observation suffices to choose, and that determinizing keeps it."""
    own = view.player
    again = State(view.game, view.data).observe(own)
    hold(again == view, "observing twice changes nothing", state, view)
    if own >= 0:
        hold(
            (own in view.to_act) == (own in state.to_act),
            "players know whether it is their turn",
            state,
            view,
        )
        hold(
            view.legal_actions == state.legal_actions(own),
            "legal actions follow from the observation",
            state,
            view,
        )
        hold(
            view.mid_move == state.mid_move(own),
            "players know whether they are mid-move",
            state,
            view,
        )
        hold(
            len(view.legal) == len(state.legal(own)),
            "legal moves follow from the observation",
            state,
            view,
        )
    determinized = view.determinize(seed)
    hold(
        determinized.is_consistent,
        "a determinization is consistent",
        state,
        view,
        "seed",
        seed,
    )
    hold(determinized.observe(own) == view, "a determinization looks the same", state, view)


# Two states give an observer the same events if and only if they look the same afterwards.


def check_events(view: Observation, rng: Random, depth: int = 4) -> None:
    """Play on at random in determinizations, and compare events with observations.

    Courses with the same events so far differ in the next events if and only if they differ in the
    next observation. (Later they may become equal again: knowledge can be lost.) A player who gets
    any event of a forfeit also learns that it is one.
    """
    observations: dict[Hashable, bytes] = {}
    learnt: dict[Hashable, Hashable] = {}
    courses = [play_on(view.determinize(rng.getrandbits(60)), rng, depth) for _ in range(SAMPLES)]
    for course in courses:
        events: tuple[tuple[int, ...], ...] = ()
        for at, transition in enumerate(course):
            codes, before = transition.events(view.player), events
            forfeited = transition.player >= 0 > transition.action and bool(codes)
            events = (*events, (-1, *codes) if forfeited else codes) if codes else events
            look = transition.state.observe(view.player).data
            context = ("after", course[: at + 1], "events", events)
            hold(
                observations.setdefault(events, look) == look,
                "same events, same observations",
                view,
                *context,
            )
            hold(
                learnt.setdefault((before, look, forfeited), events) == events,
                "same observations, same events",
                view,
                *context,
            )


def play_on(state: State, rng: Random, depth: int) -> list[Transition]:
    """Return the transitions of a few random decisions, forfeits among them.

    Few different actions are tried, so that some states take the same course.
    """
    course: list[Transition] = []
    for _ in range(depth):
        if state.over:
            break
        player = state.to_act[rng.getrandbits(8) % len(state.to_act)]
        if rng.random() < 0.1:
            course += state.forfeit(player, rng.choice((LATE, MALFORMED, ILLEGAL)))
        else:
            actions = state.legal_actions(player)
            course += transitions_of(state, player, actions[rng.getrandbits(1) % len(actions)])
        state = course[-1].state
    return course


# Words that can be clicked.

WORD = re.compile(r'data-word="([^"]*)"')


def check_words(view: Observation) -> None:
    """Check that each clickable word of a board is one word of a move, without spaces."""
    for layout in LAYOUTS:
        for board in rendering.boards(view, layout):
            for word in map(unescape, WORD.findall(board.body)):
                whole = bool(word) and not any(map(str.isspace, word))
                hold(whole, "a piece to click bears one word", view, f"{word!r} on {board.name!r}")


# Secrets never change what a player sees, what is written for them, or how they play.


def check_non_interference(state: State, view: Observation, rng: Random) -> None:
    """Check that states that differ only in secrets give the viewer the same bytes."""
    one, two = view.determinize(rng.getrandbits(60)), view.determinize(rng.getrandbits(60))
    moves = garbage(state, rng)
    for determinized in (one, two):
        seen = everything_seen(determinized, view.player, moves)
        real = everything_seen(state, view.player, moves)
        hold(
            seen == real, "what a player can't know changes nothing", state, difference(seen, real)
        )


def everything_seen(state: State, player: int, moves: list[str]) -> list[str]:
    """Return every text that the program makes for one viewer of a state."""
    view = state.observe(player)
    seen = [str(view), *(view.svg(layout) for layout in (*LAYOUTS, SHEET)), str(view.to_json())]
    seen.append(json.dumps(named_fields(view)))
    seen += [" ".join(sorted(view.words)), str(view.to_act), str(view.over)]
    if player >= 0:
        seen += [str(refusal(state, player, move)) for move in moves]
    return seen


def difference(one: list[str], two: list[str]) -> str:
    """Return the first texts that differ."""
    return next((f"{a!r} or {b!r}" for a, b in zip(one, two, strict=True) if a != b), "")


def check_logs(view: Observation, rng: Random) -> None:
    """Check that logs are made of events: courses with the same events have the same log."""
    read: dict[Hashable, list[notation.Line]] = {}
    for _ in range(SAMPLES):
        course = play_on(view.determinize(rng.getrandbits(60)), rng, 2)
        events = tuple((m.player, m.events(view.player)) for m in course if m.events(view.player))
        lines = list(notation.log(view.player, course))
        hold(read.setdefault(events, lines) == lines, "same events, same log", view, lines)


# Filling in.


def draw_determinizations(view: Observation, draws: int, rng: Random) -> Counter[bytes]:
    """Return the records of a number of draws, and how often each was drawn."""
    return Counter(view.determinize(rng.getrandbits(60)).data for _ in range(draws))


def count_deals(view: Observation, deals: Iterable[bytes]) -> dict[bytes, int]:
    """Return how many deals look like each of these records.

    A game whose records don't distinguish equal cards has the rule ``multiplicity``.
    """
    multiplicity = getattr(view.game.rules, "multiplicity", None)
    if multiplicity is None:
        return dict.fromkeys(deals, 1)
    return {data: multiplicity(view.game.record_class.from_bytes(data)) for data in deals}


def check_uniform(view: Observation, rng: Random) -> bool:
    """Check that each deal is drawn equally often. False: there are too many to enumerate."""
    first = draw_determinizations(view, 300, rng)
    if len(first) > 270:  # 300 draws from 2,000 hit about 280 of them
        return False
    draws = 40 * len(first) + 2_000
    counts = first + draw_determinizations(view, draws, rng)
    if len(counts) < 2:
        return True
    cells = list(_cells(counts, count_deals(view, counts)))
    spread = sum((count - mean) ** 2 / mean for count, mean in cells)
    free = len(cells) - 1
    hold(spread < free + 6 * sqrt(2 * free) + 6, "determinizations are uniform", view, spread)
    return True


def _cells(counts: Counter[bytes], ways: dict[bytes, int]) -> Iterator[tuple[int, float]]:
    """Yield how often each was drawn and should have been; rare ones are taken together."""
    share = counts.total() / sum(ways.values())
    rare, expected = 0, 0.0
    for determinized, count in counts.items():
        mean = ways[determinized] * share
        if mean < RARE:
            rare, expected = rare + count, expected + mean
        else:
            yield count, mean
    if expected:
        yield rare, max(expected, RARE)


def check_memory(view: Observation, state: State, rng: Random, forgets: bool) -> bool:
    """Check that knowledge lasts: drawing and then playing equals playing and then drawing.

    Of all states a view allows, those in which the next events can be as they were must be just
    the states that the next view allows. Only where there are few. False: too many.

    What players know of what others know is not modelled: fields that a game's rules name in
    ``SECOND_HAND`` make no two states different.
    """
    before = _enumerated(view, draw_determinizations(view, 400, rng), rng)
    if not 0 < len(before) <= 60 or _hides_a_choice(state, view.player):
        return False
    course = _joint_decision(state, view.player, rng)
    if not course:
        return False
    possible = [(State(view.game, data), 0) for data in before]
    allowed = {
        _essence(determinized)
        for determinized, _ in _with_same_events(possible, course, view.player)
    }
    after = course[-1].state.observe(view.player)
    drawn = _enumerated(after, draw_determinizations(after, 60 * len(allowed) + 100, rng), rng)
    imagined = {_essence(State(view.game, data)) for data in drawn}
    if not drawn:
        return False
    lost, made_up = len(allowed - imagined), len(imagined - allowed)
    hold(
        forgets or not made_up,
        "what was known stays known",
        view,
        f"{made_up} states were ruled out before",
    )
    hold(not lost, "nothing is known too early", view, f"{lost} states were not ruled out")
    return True


def _enumerated(view: Observation, counts: Counter[bytes], rng: Random) -> Counter[bytes]:
    """Return the records found, after more draws, so that states of few deals are among them.

    An empty counter if that takes too many draws.
    """
    if not hasattr(view.game.rules, "multiplicity"):
        return counts
    while True:
        ways = count_deals(view, counts)
        # A state that was not found yet may have a fraction of the fewest deals seen.
        needed = 60 * sum(ways.values()) // min(ways.values())
        if needed <= counts.total():
            return counts
        if needed > MOST_DRAWS:
            return Counter()
        counts += draw_determinizations(view, needed, rng)


def _essence(determinized: State) -> bytes:
    """Return a state without its second-hand knowledge."""
    record = determinized.game.record_class.from_bytes(determinized.data)
    blank = type(record)()
    for name in getattr(determinized.game.rules, "SECOND_HAND", ()):
        getattr(record, name).data[:] = getattr(blank, name).data
    return bytes(record)


def _joint_decision(state: State, observer: int, rng: Random) -> list[Transition]:
    """Return random transitions until no choice is hidden; none if that takes too long."""
    course: list[Transition] = []
    while not course or _hides_a_choice(course[-1].state, observer):
        current = course[-1].state if course else state
        player = rng.choice(current.to_act)
        actions = current.legal_actions(player)
        if len(course) > 8 or (player != observer and len(actions) > MANY_ACTIONS):
            return []
        course += transitions_of(current, player, rng.choice(actions))
    return course


def _hides_a_choice(state: State, observer: int) -> bool:
    """Is there a choice, or part of one, that observing withdraws?"""
    determinized = state.observe(observer).determinize(0)
    players = range(state.game.num_players)
    return determinized.to_act != state.to_act or any(
        determinized.mid_move(p) != state.mid_move(p) for p in players
    )


MANY_ACTIONS = 12
Reached = list[tuple[State, int]]


def _with_same_events(possible: Reached, course: list[Transition], observer: int) -> Reached:
    """Return the states that the same events can lead to, and how many transitions that takes."""
    for transition in course:
        if transition.player < 0:
            continue  # a stage comes along with the action before it
        possible = [
            (transitions[-1].state, at + len(transitions))
            for determinized, at in possible
            for transitions in _continuations(determinized, transition, observer)
            if _events_of(transitions, observer)
            == _events_of(course[at : at + len(transitions)], observer)
        ]
    # Where a choice takes several actions, another may have been made in fewer of them.
    return [(determinized, at) for determinized, at in possible if at == len(course)]


def _continuations(
    determinized: State, transition: Transition, observer: int
) -> list[tuple[Transition, ...]]:
    """Return the observer's own action, or another player's legal actions."""
    actions = determinized.legal_actions(transition.player)
    if transition.player == observer:
        actions = tuple(action for action in actions if action == transition.action)
    return [transitions_of(determinized, transition.player, action) for action in actions]


def _events_of(transitions: Sequence[Transition], observer: int) -> list[tuple[int, ...]]:
    return [transition.events(observer) for transition in transitions]
