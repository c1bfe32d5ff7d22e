"""Reading the games that the contest's referee played."""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import spinney
from spinney.core.interface import ILLEGAL, LATE, MALFORMED
from spinney.core.state import State
from spinney.core.transition import Transition
from spinney.games.spring_2021.rules.geometry import CELLS
from spinney.games.spring_2021.rules.record import Forest
from spinney.games.spring_2021.rules.trees import all_trees, richness
from spinney.games.spring_2021.text.protocol import Referee

DATA = Path(__file__).resolve().parent.parent / "data" / "spring-2021"
FILES = ("states.jsonl.gz", "with-protocol-text.jsonl.gz")


GAME = spinney.game("spring-2021")
RICH = ["3"] * 7 + ["2"] * 12 + ["1"] * 18
RED, BLUE = 0, 1


def forest(red: str, blue: str, unusable: str = "", **fields: object) -> State:
    """A forest with these trees, ``"22 27/3"``, at the first choice of a day.

    Both have 50 sun unless said otherwise; ``fields`` of the record are put in their place.
    """
    soil = ["0" if str(cell) in unusable.split() else RICH[cell] for cell in range(CELLS)]
    state = GAME.new(soil=soil, red=red.split(), blue=blue.split())
    return changed(state, **{"sun": [50, 50], **fields})


def changed(state: State, **fields: object) -> State:
    """The state with some fields changed: lists for arrays, numbers for numbers."""
    return State.from_json({**state.to_json(), "fields": {**state.record.to_json(), **fields}})


def turn(state: State, red: str = "", blue: str = "") -> State:
    """A turn: what both say, or the one who is awake. It ends with what follows by itself."""
    for player, move in ((RED, red), (BLUE, blue)):
        if move:
            state = state.play(player, move)
    return state


def fault(state: State, player: int, reason: int, other: str = "") -> State:
    """A turn in which one player forfeits the choice and the other says something."""
    if other:
        state = state.play(1 - player, other)
    return state.forfeit(player, reason)[-1].state


def tree(state: State, cell: int) -> tuple[int, int, int] | None:
    """The tree on a cell: its size, owner, and whether it is dormant."""
    return {c: (size, owner, dormant) for c, size, owner, dormant in trees(state.record)}.get(cell)


def games(file: str) -> Iterator[dict[str, Any]]:
    """The recorded games of a file."""
    with gzip.open(DATA / file, "rt", encoding="utf-8") as lines:
        yield from map(json.loads, lines)


def trees(s: Forest) -> list[list[int]]:
    """All trees as the files tell them: cell, size, owner, dormant."""
    return [[*tree] for tree in all_trees(s)]


def soil(s: Forest) -> list[int]:
    """The richness of each cell."""
    return [richness(s, cell) for cell in range(CELLS)]


def table(state: State) -> dict[str, Any]:
    """A state as the files tell it, except for who is active."""
    s = state.record
    return {
        "day": s.day,
        "nutrients": s.nutrients,
        "sun": list(s.sun),
        "score": [-1 if s.out[p] else s.points[p] for p in range(2)],
        "waiting": list(s.asleep),
        "trees": trees(s),
    }


class Turn(NamedTuple):
    """A joint choice: what each player to act is sent, and what then happens."""

    requests: dict[int, list[str]]
    transitions: list[Transition]


def take_turn(state: State, referee: Referee, turn: dict[str, Any]) -> Turn:
    """Let the players of a recorded turn answer, and tell what came of it.

    What they are sent is written only where the turn's file has it, to be compared with: it takes
    longer than the turn.
    """
    requests = referee.requests(state) if "in" in turn else {p: [] for p in state.to_act}
    transitions: list[Transition] = []
    now = state
    for player in requests:
        transitions += answered(now, state, referee, player, turn)
        now = transitions[-1].state
    return Turn(requests, transitions)


def answered(
    now: State, before: State, referee: Referee, player: int, turn: dict[str, Any]
) -> tuple[Transition, ...]:
    """What one player's answer brings about."""
    line = turn["out"][player]
    if turn.get("timeout", [0, 0])[player]:
        return now.forfeit(player, LATE)
    said = referee.read(before, player, line)
    assert said.reason in (0, MALFORMED, ILLEGAL)
    return now.transitions(player, said.move) if said.move else now.forfeit(player, said.reason)
