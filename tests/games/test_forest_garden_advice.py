"""The advice of Forest Garden: fair, without hidden knowledge, and right in its counts."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

import spinney
from spinney import search
from spinney.core.state import Observation, State
from spinney.games.forest_garden import advice, evaluation
from spinney.games.forest_garden.deck.plant import Plant
from spinney.games.forest_garden.deck.plants import own
from spinney.games.forest_garden.rules import record
from spinney.games.forest_garden.rules.cards import hand_size
from spinney.games.forest_garden.rules.garden import (
    LEAF_PHASE,
    flower,
    grow,
    harvest,
    pick_leaves,
    turn_year,
)
from spinney.games.forest_garden.rules.record import AT, PLACES, ForestGarden, place_number
from spinney.games.forest_garden.rules.scoring import score
from spinney.kernel.rule import CheckedArray, weights

OPTIONS: dict[int, dict[str, Any]] = {
    2: {"tasks": True, "direct_sale": True},
    3: {"special_tie": "agree"},
    4: {"tasks": True, "special_tie": "forfeit"},
    5: {"nitrogen": "always"},
    7: {"direct_sale": True},
}


def game(players: int, **options: Any) -> spinney.Game:
    return spinney.game("forest-garden", players=players, **options)


def course(players: int, seed: int, **options: Any) -> Iterator[State]:
    """Yield the states of a random game, the last one included."""
    state = game(players, **options).new(seed=seed)
    yield state
    while not state.over:
        seed += 1
        player = state.to_act[0]
        state = state.play(player, state.legal(player).sample(seed))
        yield state


@pytest.fixture(scope="module")
def states() -> list[State]:
    """A few states of a random game each of several numbers of players, and its end."""
    found = []
    for players, options in OPTIONS.items():
        whole = list(course(players, 10 * players, **options))
        found += [*whole[::17], whole[-1]]
    return found


def values(s: ForestGarden) -> list[float]:
    out = weights(s.players)
    advice.value(s, out)
    return list(out)


def preferences(value: State | Observation, player: int) -> list[float]:
    actions = value._legal_actions(player)
    out = weights(len(actions))
    advice.prior(value.record, player, CheckedArray(actions), len(actions), out)
    return list(out)


# Fair.


def test_the_win_is_shared_out(states: list[State]) -> None:
    for state in states:
        shares = values(state.record)
        assert sum(shares) == pytest.approx(1.0)
        assert min(shares) >= 0.0


@pytest.mark.parametrize("players", range(2, 8))
def test_nobody_is_ahead_at_the_beginning(players: int) -> None:
    assert values(game(players).new(seed=1).record) == pytest.approx([1 / players] * players)


def test_at_the_end_the_shares_are_in_the_order_of_the_points(states: list[State]) -> None:
    over = [state for state in states if state.over]
    assert len(over) == len(OPTIONS)
    for state in over:
        s, points = state.record, CheckedArray([0] * state.game.num_players)
        score(s, points)
        shares = values(s)
        for p in range(s.players):
            assert evaluation.expected(s, p) == pytest.approx(points[p], abs=0.2)
            for q in range(s.players):
                assert (points[p] > points[q]) <= (shares[p] > shares[q])


def test_whoever_has_played_the_last_card_has_the_points_of_it(states: list[State]) -> None:
    """Also while others still play theirs: no cube in storage is worth more than its point."""
    s = garden(round_number=record.ROUNDS, storage=7)
    s.phase, s.hand[0, 0] = record.LAST, record.NONE
    assert evaluation.to_come(s, 0) + hand_size(s, 0) == 0
    assert evaluation.expected(s, 0) == 7


def test_something_is_always_worth_trying(states: list[State]) -> None:
    for state in states:
        for player in state.to_act:
            found = preferences(state, player)
            assert min(found) >= 0.0
            assert max(found) > 0.0


def test_what_to_try_depends_on_nothing_hidden(states: list[State]) -> None:
    for state in states:
        for player in state.to_act:
            view = state.observe(player)
            assert preferences(view, player) == preferences(state, player)
            assert preferences(view.determinize(5), player) == preferences(state, player)


def test_playouts_stop_where_a_round_begins() -> None:
    rounds = []
    for state in course(3, seed=5):
        if advice.is_quiet(state.record):
            assert len(state.to_act) == 3
            rounds.append(state.record.round_number)
    assert rounds == list(range(1, 22))


# Counted right.


def garden(*grown: tuple[Plant, str], storage: int = 5, round_number: int = 1) -> ForestGarden:
    """A game of two in which player 0 has these plants on these places."""
    s: ForestGarden = game(2).new(seed=1).record
    for plant, place in grown:
        row, _, number = place.partition(".")
        grow(s, 0, plant.number, place_number(int(row), int(number)))
    s.storage[0], s.round_number = storage, round_number
    s.phase = record.CHOOSING
    return s


def plant(**wanted: Any) -> Plant:
    """Some plant that is like this."""
    return next(p for p in own() if all(getattr(p, name) == v for name, v in wanted.items()))


@pytest.mark.parametrize("now", [0, 1, 4, 11, 17, 21])
def test_cubes_to_come_are_those_that_the_year_brings(now: int) -> None:
    for bears in list(own())[::9]:
        if bears.male or bears.fertilization == "cross":
            continue
        s = garden((bears, f"{bears.row}.1"), storage=0, round_number=now)
        crops = evaluation.CROPS[now, bears.flowering, bears.ripe]
        leaves = evaluation.COMES[now, LEAF_PHASE] * bears.leaf
        for _ in range(now, record.ROUNDS):
            turn_year(s)
            flower(s)
            harvest(s)
            pick_leaves(s)
        assert s.storage[0] == crops + leaves, bears.id


def test_the_cards_to_come_are_those_that_come() -> None:
    """In a game without special actions, sales and bonuses, which not everybody gets."""
    state, played, expected = game(3).new(seed=4), [0, 0, 0], []
    while not state.over:
        for p in range(3):
            if state.record.dues == 0 and state.record.doing != record.BONUS:
                held = sum(state.record.hand[p, k] != record.NONE for k in range(3))
                due = evaluation.to_come(state.record, p) + held
                expected.append((p, played[p], due))
        p = state.to_act[0]
        said = [w for w in state.legal(p) if w != "choose special"]
        move = "decline" if "decline" in said else said[len(expected) % len(said)]
        played[p] += move.startswith(("grow", "sell"))
        state = state.play(p, move)
    assert played == [22, 22, 22]
    assert all(before + due == 22 for _, before, due in expected)


def test_who_has_a_special_action_still_gets_a_card() -> None:
    waiting = 0
    for state in course(4, seed=8):
        s = state.record
        for p in range(4):
            if s.phase == record.PLAYS and s.choice[p] == record.SPECIAL and s.dues == 0:
                waiting += 1
                assert evaluation.to_come(s, p) == record.ROUNDS - s.round_number + 1
    assert waiting > 0


# Cards.


def gain(s: ForestGarden, card: Plant) -> float:
    return evaluation.gain(s, 0, card.number, evaluation.to_come(s, 0))


def test_more_points_are_more() -> None:
    shrubs = [p for p in own() if p.row == 2 and p.fertilization == "self" and not p.nitrogen]
    poor, rich = min(shrubs, key=lambda p: p.yield_), max(shrubs, key=lambda p: p.yield_)
    assert gain(garden(round_number=21), poor) < gain(garden(round_number=21), rich)


def test_a_partner_helps_the_card_and_the_card_helps_its_partner() -> None:
    needs = plant(fertilization="cross", sex="both", row=3)
    partner = next(p for p in own() if p.serves(needs) and p.row == 3)
    alone, together = garden(), garden((partner, "3.1"))
    alone.used[0] = together.used[0] = 0b11  # else a second colour or fruit of a kind counts less
    assert gain(together, needs) > gain(alone, needs) + 0.5 * needs.partner_bonus
    lonely = garden((needs, "3.1"))
    assert gain(lonely, partner) > gain(alone, partner)


def test_an_additional_place_costs_its_fee_and_none_is_worth_nothing() -> None:
    trees = sorted((p for p in own() if p.row == 5 and not p.male), key=lambda p: p.yield_)
    card = trees[-1]
    one = garden((trees[0], "5.1"), round_number=20)
    poor = garden((trees[0], "5.1"), storage=0, round_number=20)
    last = garden((trees[0], "5.1"), (trees[1], "5.2"), (trees[2], "6.1"), round_number=20)
    assert gain(garden(round_number=20), card) > gain(one, card) > 0.0
    assert gain(poor, card) == gain(last, card) == 0.0


def test_a_male_is_worth_the_fee_it_saves_but_only_the_first_of_a_row() -> None:
    first, second = [p for p in own() if p.sex == "male" and p.row == 4 and not p.nitrogen][:2]
    cards = evaluation.to_come(garden(round_number=20), 0)
    alone, beside = garden(round_number=20), garden((first, "4.1"), round_number=20)
    saved = evaluation.freed(4, cards)
    assert saved > 0.0
    assert gain(alone, second) - gain(beside, second) == pytest.approx(saved, abs=0.2)
    tree = plant(sex="both", row=4, fertilization="self")
    full = [(p, f"4.{k}") for k, p in enumerate((tree, second), 1)]
    without = [(p, f"4.{k}") for k, p in enumerate((tree, tree), 1)]
    more = evaluation.rooms(garden(*full), 0, 4, cards) - evaluation.rooms(
        garden(*without), 0, 4, cards
    )
    assert more == pytest.approx(saved)


def test_a_collector_is_laid_where_most_areas_are() -> None:
    collector = plant(nitrogen=True, row=2)
    s = garden()
    s.held, s.doing, s.who = collector.number, record.PLACING, 0
    places = [place for place in range(PLACES) if record.ROW[place] == 2][:-1]
    actions = CheckedArray([AT + place for place in places])
    out = weights(len(actions))
    advice.prior(s, 0, actions, len(actions), out)
    areas = [advice.areas(s, 0, collector.number, place) for place in places]
    assert [round(x - 0.1) for x in out] == areas
    assert max(areas) > min(areas)


def test_a_dark_cube_is_for_what_bears_fruit() -> None:
    bears = plant(fertilization="self", nitrogen=False, row=2, sex="both")
    male = plant(sex="male", nitrogen=False)
    for card, wanted in ((bears, [0.0, 1.0, 0.0]), (male, [1.0, 0.0, 0.0])):
        s = garden()
        first = int(record.FIRST[card.row])
        s.dark[0, first + 1] = 1
        s.held, s.doing, s.who = card.number, record.PLACING, 0
        out = weights(3)
        advice.prior(s, 0, CheckedArray([AT + first + k for k in range(3)]), 3, out)
        assert list(out) == wanted


# Tied special actions.


def tied() -> State:
    """Everybody has a cube and has chosen a special action."""
    state = game(3, special_tie="agree").new(seed=1)
    for move in ("draw 1", "draw 2", "draw 3", *["choose special"] * 3):
        state = state.play(state.to_act[0], move)
    return state


def test_of_tied_players_each_would_rather_act_first_and_agrees_in_the_end() -> None:
    state = tied()
    me = state.to_act[0]
    found = preferences(state, me)
    assert found.index(max(found)) == me
    assert min(found) > 0.0
    state = state.play(me, f"first {me + 1}")
    accepts, refuses = preferences(state, state.to_act[0])
    assert accepts > 3 * refuses > 0.0


def test_who_has_forfeited_gets_no_card_this_round() -> None:
    s = tied().record
    assert evaluation.to_come(s, 2) == record.ROUNDS
    s.order[2] = record.NONE
    lost = next(p for p in range(3) if p not in (s.order[0], s.order[1]))
    assert evaluation.to_come(s, lost) == record.ROUNDS - 1
    assert evaluation.to_come(s, s.order[0]) == record.ROUNDS


def test_the_search_finds_an_agreement() -> None:
    state = tied()
    for _ in range(3):
        p = state.to_act[0]
        state = state.play(p, search.think(state.observe(p), search.Budget(300), 1).move)
    assert state.record.order[0] != record.NONE
    assert state.record.at == 1


# Playing.


@pytest.mark.parametrize("players", [2, 7])
def test_a_little_search_is_far_better_than_none(players: int) -> None:
    state, seed = game(players, **OPTIONS[players]).new(seed=3), 0
    while not state.over:
        said = []
        for p in state.to_act:
            seed += 1
            view = state.observe(p)
            thought = search.think(view, search.Budget(30), seed) if p == 0 else None
            said.append((p, thought.move if thought else view.legal.sample(seed)))
        for p, move in said:
            state = state.play(p, move)
    assert state.scores[0] > max(state.scores[1:]) + 30
