"""The leagues of Spring Challenge 2021: deals, whole games and protocol against a slow referee."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.games import spring
from tests.games.test_spring_2021_board import Random

import spinney
from spinney.core import rendering
from spinney.core.game import Game
from spinney.core.interface import ILLEGAL
from spinney.core.state import State
from spinney.games.spring_2021.rules.geometry import CELLS, OPPOSITE, distance
from spinney.games.spring_2021.text.protocol import Client, Referee
from spinney.games.spring_2021.view_model import SpringView
from spinney.match import Clock, Header, Match
from spinney.match.record_reader import read_record
from spinney.players.protocol.program_protocols import ContestProtocol
from spinney.testing import check_game

SEEDS = st.integers(-(2**63), 2**63 - 1)
DAYS = {"wood-2": 1, "wood-1": 6}
PAIRS = {"wood-2": (6, 3, 0), "wood-1": (4, 1, 1)}
"""How many pairs of trees, their size, and within what distance of them no other is drawn."""
LEAGUES = pytest.mark.parametrize("league", DAYS)


def game(league: str) -> Game:
    return spinney.game("spring-2021", league=league)


class LowerLeague:
    """A game of a lower league, written once more as the referee's notes have it."""

    def __init__(self, league: str, seed: int) -> None:
        self.rng, self.league = Random(seed), league
        pairs, size, near = PAIRS[league]
        cells: list[int] = []
        self.tries = 0
        while len(cells) < 2 * pairs:
            self.tries += 1
            cells, left = [], list(range(1, CELLS))
            for _ in range(pairs):
                if left:
                    one = left[self.rng.next_int(len(left))]
                    two = int(OPPOSITE[one])
                    cells += [one, two]
                    left = [c for c in left if min(distance(c, one), distance(c, two)) > near]
        self.trees = {cell: [size, k % 2, 0] for k, cell in enumerate(cells)}
        self.sun, self.points, self.asleep = [0, 0], [0, 0], [0, 0]
        self.day, self.nutrients = 0, 20
        self.gather()

    def gather(self) -> None:
        self.asleep = [0, 0]
        for tree in self.trees.values():
            tree[2] = 0
            self.sun[tree[1]] += tree[0]

    def cost(self, p: int, size: int) -> int:
        return (1, 3, 7)[size] + sum(t[:2] == [size + 1, p] for t in self.trees.values())

    def listed(self, p: int) -> list[str]:
        """What a player is told that can be said, shuffled."""
        mine = {c: t for c, t in sorted(self.trees.items()) if t[1] == p and not t[2]}
        complete = [f"COMPLETE {c}" for c, t in mine.items() if t[0] == 3 and self.sun[p] >= 4]
        grow = [
            f"GROW {c}" for c, t in mine.items()
            if self.league == "wood-1" and t[0] < 3 and self.sun[p] >= self.cost(p, t[0])
        ]  # fmt: skip
        return ["WAIT", *self.shuffled(complete), *self.shuffled(grow)]

    def shuffled(self, lines: list[str]) -> list[str]:
        for size in range(len(lines), 1, -1):
            k = self.rng.next_int(size)
            lines[size - 1], lines[k] = lines[k], lines[size - 1]
        return lines

    def carry_out(self, said: dict[int, str]) -> None:
        fallen, costs = 0, {}
        for p, line in said.items():
            if line.startswith("GROW"):
                costs[p] = self.cost(p, self.trees[int(line.split()[1])][0])
        for p, line in said.items():
            verb, *cells = line.split()
            if verb == "WAIT":
                self.asleep[p] = 1
            elif verb == "GROW":
                self.sun[p] -= costs[p]
                tree = self.trees[int(cells[0])]
                tree[0], tree[2] = tree[0] + 1, 1
            else:
                cell = int(cells[0])
                del self.trees[cell]
                self.sun[p] -= 4
                soil = 4 if cell < 7 else 2 if cell < 19 else 0
                self.points[p] += self.nutrients + soil
                fallen += 1
        self.nutrients = max(0, self.nutrients - fallen)
        if self.asleep == [1, 1]:
            self.day += 1
            if self.day < DAYS[self.league]:
                self.gather()

    @property
    def over(self) -> bool:
        return self.day == DAYS[self.league]

    def scores(self) -> tuple[int, ...]:
        scores = [self.points[p] + self.sun[p] // 3 for p in range(2)]
        if scores[0] == scores[1]:
            for tree in self.trees.values():
                scores[tree[1]] += 1
        return tuple(scores)

    def table(self) -> dict[str, Any]:
        return {
            "day": self.day,
            "nutrients": self.nutrients,
            "sun": self.sun,
            "score": self.points,
            "waiting": self.asleep,
            "trees": [[c, *t] for c, t in sorted(self.trees.items())],
        }


def listed(lines: list[str]) -> list[str]:
    """What can be said, by a request."""
    return [line for line in lines if line.split()[0] in ("WAIT", "GROW", "COMPLETE", "SEED")]


def both(league: str, seed: int) -> Iterator[tuple[LowerLeague, State]]:
    """A random game, played by both referees side by side; with each state the lists as well."""
    wood, rng = LowerLeague(league, seed), random.Random(seed)
    state, referee = game(league).new(seed=seed), Referee(seed, game(league))
    while True:
        yield wood, state
        if wood.over or state.over:
            return
        requests = referee.requests(state)
        lists = {p: wood.listed(p) for p in range(2) if not wood.asleep[p]}
        assert {p: listed(lines) for p, lines in requests.items()} == lists
        said = {p: rng.choice(lines[1:] or lines) if rng.random() < 0.8 else "WAIT"
                for p, lines in lists.items()}  # fmt: skip
        for p, line in said.items():
            state = state.play(p, line)
        wood.carry_out(said)


@LEAGUES
@settings(max_examples=60, deadline=None)
@given(SEEDS)
def test_whole_games_are_the_slow_referees(league: str, seed: int) -> None:
    for wood, state in both(league, seed):
        assert spring.soil(state.record) == [3] * 7 + [2] * 12 + [1] * 18
        assert spring.table(state) == wood.table()
        assert state.over == wood.over
    assert state.scores == wood.scores()


def test_first_trees_are_drawn_anew_where_no_cell_is_left() -> None:
    """Deals of Wood 1 in which it happens, found by the slow referee."""
    anew = [seed for seed in range(3000) if LowerLeague("wood-1", seed).tries > 1][:20]
    assert anew
    for seed in anew:
        state = game("wood-1").new(seed=seed)
        assert spring.table(state) == LowerLeague("wood-1", seed).table()


@pytest.mark.long
@LEAGUES
def test_a_league_keeps_every_promise_of_the_interface(league: str) -> None:
    assert check_game(game(league), games=6, seed=3, few=3).counts["games"] == 6


@LEAGUES
def test_what_a_league_does_not_have_is_refused_and_told(league: str) -> None:
    state = game(league).new(seed=4)
    cell, size, owner, _ = spring.trees(state.record)[0]
    lines = [f"SEED {cell} 0", *([f"GROW {cell}"] if size == 3 else [])]
    for line in lines:
        with pytest.raises(spinney.Refused, match=f"in Wood {league[-1]} nobody can"):
            state.play(owner, line)
        assert Referee(4, game(league)).read(state, owner, line).reason == ILLEGAL
    text = str(state)
    assert f"Day 1 of {DAYS[league]}, Wood {league[-1]}" in text
    assert "no shadows" in text
    boards = {board.name: board for board in rendering.boards(state.observe(0))}
    model = SpringView(state.observe(0))
    offers = {offer.verb for cell in range(CELLS) for offer in model.offers(cell)}
    assert offers == {"COMPLETE" if league == "wood-2" else "GROW"}
    assert "spooky" not in boards["legend"].body
    assert boards["sky"].body.count('id="day-') == DAYS[league]
    assert "hatching" not in boards["forest"].body


@LEAGUES
def test_contest_programs_play_a_league(league: str) -> None:
    """Who reads what is sent sees the same forest, and the same can be said."""
    own, state = game(league), game(league).new(seed=11)
    protocol = ContestProtocol(own, 11)
    assert protocol._referee._random == Referee(11, own)._random != Referee(11)._random
    lines = Referee(11, own).requests(state)[0]
    view = Client(own).read(iter([f"{line}\n" for line in lines]).__next__)
    assert view is not None
    assert sorted(view.legal) == sorted(state.legal(0)) == sorted(listed(lines))


def test_a_record_tells_its_league_unless_it_is_the_whole_game() -> None:
    for league in ("bronze", "wood-1", "wood-2"):
        seats = ("random", "random")
        match = Match.begin(Header(game(league), seats, 5, {}, Clock(), "2026-01-01"))
        text = match.record()
        assert ("league" in text) is (league != "bronze")
        assert read_record(text).header.game == game(league)


def test_a_state_kept_before_seeds_took_two_actions_is_refused() -> None:
    kept = "eNpjYICDBgEGfMCBA5uoEJz14788yJD_7GBeLpo6JiAEgf9QAOaIMDAAAIutDQQ"
    with pytest.raises(spinney.Refused, match="it has another size"):
        game("bronze").state(kept)


def test_a_league_that_does_not_exist_is_no_state() -> None:
    state = game("wood-1").new(seed=1)
    for fields in ({"league": 3}, {"league": -1}, {"day": 7}):
        with pytest.raises(spinney.Refused, match="this is not a state"):
            spring.changed(state, **fields)
