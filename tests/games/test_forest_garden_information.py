"""Hidden information in Forest Garden, by enumeration of small tables."""

from __future__ import annotations

from collections import Counter
from itertools import permutations
from math import sqrt
from pathlib import Path
from random import Random
from typing import Any

import pytest
from tests.games.forest_garden import (
    PLANTS,
    can_be_won,
    changed_deck,
    choose,
    deck,
    game,
    hand,
    plant,
    plants,
    play,
    table,
)

import spinney
from spinney.core import compilation
from spinney.core.state import Observation, State
from spinney.games.forest_garden.deck.deals import write_lot
from spinney.games.forest_garden.deck.plant import IDS, Plant
from spinney.games.forest_garden.deck.plants import FEWEST, TASKS
from spinney.games.forest_garden.rules import record as board
from spinney.games.forest_garden.rules.record import CHOOSING, ROUNDS, USED_LOT
from spinney.testing import check_game
from spinney.testing.information_flow import check_events, check_memory, check_uniform, views

pytestmark = pytest.mark.long


def varied() -> str:
    """A garden of three flower colours: with two players, a fourth brings a bonus."""
    chosen: list[Plant] = []
    for one in map(plant, plants(row=2)):
        if all(one.flower_colour != c.flower_colour for c in chosen):
            chosen.append(one)
    return " ".join(f"{one.id}@2.{k}" for k, one in enumerate(chosen[:3], 1))


def last_round(**how: Any) -> State:
    """A table in the last round, with no lots left but its own."""
    state = table(round_=ROUNDS, **how)
    record = state.record
    for n in range(ROUNDS - 1):
        record.lot[n] = USED_LOT
    return State(state.game, bytes(record))


def few(left: tuple[int, ...] = (3, 2), **how: Any) -> State:
    """Two players, and so few cards left that what is hidden can be enumerated."""
    return last_round(left=left, direct_sale=True, **how)


def imagined(view: Observation, draws: int = 600) -> Counter[bytes]:
    """The determinizations of a view, with their numbers."""
    return Counter(view.determinize(seed).data for seed in range(draws))


def determinizations(view: Observation, draws: int = 600) -> list[State]:
    return [State(view.game, data) for data in imagined(view, draws)]


def seen(view: Observation) -> list[str]:
    """The cards that the viewer sees in decks."""
    return [card for d in range(2) for card in deck(view, d) if not card.endswith("?")]


# Every determinization there can be, and each as often.


def test_what_is_hidden_is_the_other_hand_the_decks_and_the_lot() -> None:
    state = few((4, 2))  # one lies face up on each deck
    view = state.observe(0)
    hidden = [*deck(state, 0)[1:], *deck(state, 1)[1:], *hand(state, 1)]
    found = {
        (
            *deck(determinized, 0)[1:],
            *deck(determinized, 1)[1:],
            *hand(determinized, 1),
            determinized.record.lot[ROUNDS - 1],
        )
        for determinized in determinizations(view, 2000)
    }
    assert found == {(*cards, lot) for cards in permutations(hidden) for lot in (0, 1)}


def test_a_spectator_knows_less() -> None:
    state = few()
    assert len(determinizations(state.observe(0))) == 2 * 24
    assert len(imagined(state.observe(-1), 4000)) == 2 * 120


@pytest.mark.parametrize("viewer", [-1, 0, 1])
def test_each_determinization_is_equally_likely(viewer: int) -> None:
    counts = imagined(few((3, 2)).observe(viewer), 20_000)
    mean = counts.total() / len(counts)
    spread = sum((count - mean) ** 2 / mean for count in counts.values())
    assert spread < len(counts) + 6 * sqrt(2 * len(counts))


def test_hidden_cards_are_of_the_continent_that_their_backs_show() -> None:
    state = game(5).new(seed=3)
    state = play(state, "draw 1", "draw 5", "draw 2", "draw 4", "draw 3")
    for determinized in (state.observe(0).determinize(seed) for seed in range(20)):
        for p in range(5):
            assert hand(determinized, p)[0][:2] == hand(state, p)[0][:2]
        assert determinized.observe(0) == state.observe(0)


def test_with_six_players_the_box_is_determinized_too() -> None:
    state = game(6, half="EU").new(seed=3)
    boxes = {tuple(state.observe(0).determinize(seed).record.box) for seed in range(10)}
    assert len(boxes) == 10
    for box in boxes:
        assert {IDS[card][:2] for card in box} == {"EU"}


def test_lots_are_determinized_uniformly() -> None:
    view = table(players=3).observe(1)
    found = Counter(write_lot(view.determinize(seed).record.lot[4], 3) for seed in range(1200))
    assert {*found} == {"".join(order) for order in permutations("123")}
    assert all(abs(count - 200) < 6 * sqrt(200) for count in found.values())


# Tasks.


def test_others_have_any_other_task_that_can_be_won() -> None:
    state = game(3, tasks=True).new(seed=4)
    own = state.record.task[0]
    pairs: Counter[tuple[int, int]] = Counter()
    for seed in range(1600):
        task = state.observe(0).determinize(seed).record.task
        assert task[0] == own
        pairs[task[1], task[2]] += 1
    others = [task for task in winnable("AS") if task != own]
    assert {*pairs} == {*permutations(others, 2)}
    mean = 1600 / len(pairs)
    assert sum((count - mean) ** 2 / mean for count in pairs.values()) < 56 + 6 * sqrt(112)


def winnable(*continents: str) -> list[int]:
    """The tasks for whose kind there are plants enough in some continents."""
    there = [one for one in PLANTS if one.continent in continents]
    return [number for number, task in enumerate(TASKS) if can_be_won(task, there)]


def test_a_spectator_knows_no_task() -> None:
    state = game(2, tasks=True).new(seed=4)
    found = {
        (s.task[0], s.task[1]) for s in (w.record for w in determinizations(state.observe(-1), 900))
    }
    assert found == {*permutations(winnable("EU"), 2)}


def test_a_task_of_which_too_few_plants_are_in_play_is_not_dealt(tmp_path: Path) -> None:
    """Here all flowers of Europe are white but seven."""
    changes = {name: {"flower_colour": "white"} for name in IDS if name.startswith("EU")}
    for number in range(1, FEWEST):
        changes[f"EU{number:02}"] = {"flower_colour": "red"}
    compilation.interpret()
    try:
        own = game(2, tasks=True, plants=changed_deck(tmp_path, **changes))
        dealt = {t for seed in range(60) for t in list(own.new(seed=seed).record.task)[:2]}
    finally:
        compilation.interpret(False)
    names = {TASKS[task].name for task in dealt}
    assert "white" in names
    assert names.isdisjoint({"plain", "bright"})


# What an action lets be known.


def test_of_two_hidden_cards_nobody_else_knows_which_one_was_kept() -> None:
    state = choose(few((4, 2), storage=[0, 1]), "1", "1")  # player 1 draws
    first, drawn = hand(state, 0)
    assert hand(state.observe(1), 0) == ["EU?", "EU?"]
    for sold, kept in ((first, drawn), (drawn, first)):
        view = play(state, f"sell {sold}").observe(1)
        possible = {*hand(state, 0), *deck(state, 0), *deck(state, 1)} - {sold}
        assert {hand(determinized, 0)[0] for determinized in determinizations(view)} == possible - {
            *seen(view)
        }
        assert kept in possible


def test_when_a_hidden_card_was_received_is_not_shown() -> None:
    """A card between two hidden ones would tell which of the two was played."""
    state = few(hands=["EU01", "EU03"], storage=[5, 0])
    s = state.record
    one, two, three = s.hand[0, 0], 128, 129
    looks = []
    for cards in ([one, two, three], [two, three, one]):
        record = state.record
        for k, card in enumerate(cards):
            record.hand[0, k] = card
            record.known[0, k] = board.EVERYBODY if card == two else board.bit(0)
        looks.append(hand(State(state.game, bytes(record)).observe(1), 0))
    assert looks == [[IDS[two], "EU?", "EU?"]] * 2


def test_who_knew_the_place_in_the_deck_knows_the_card_in_the_hand() -> None:
    """And imagines nothing else; the others imagine all they can't see."""
    state = choose(few((4, 3), storage=[9, 1]), "special", "2")
    state = play(state, f"sell {hand(state, 1)[0]}", "search 1", f"pick {deck(state, 0)[2]}")
    below = deck(state, 0)[1]
    assert deck(state.observe(0), 0) == deck(state, 0)
    assert {deck(determinized, 0)[1] for determinized in determinizations(state.observe(0))} == {
        below
    }
    assert (
        len({deck(determinized, 0)[1] for determinized in determinizations(state.observe(1))}) > 1
    )


# What is known stays known, and nothing is known too early.


def walk(state: State, rng: Random, forgets: bool) -> Counter[str]:
    """Play on at random, and hold every view of which the determinizations are few to the laws."""
    done: Counter[str] = Counter()
    while not state.over:
        for view in views(state):
            done["uniform"] += check_uniform(view, rng)
            done["memory"] += check_memory(view, state, rng, forgets)
            if done["steps"] % 4 == 0:
                check_events(view, rng)
        player = rng.choice(state.to_act)
        state = state.apply_action(player, rng.choice(state.legal_actions(player)))
        done["steps"] += 1
    return done


@pytest.mark.parametrize("seed", range(2))
def test_nothing_is_ever_forgotten_where_nobody_looks_into_decks(seed: int) -> None:
    done = walk(few(storage=[2, 2]), Random(seed), forgets=False)
    assert min(done["uniform"], done["memory"]) >= 10


@pytest.mark.parametrize("seed", range(2))
def test_nothing_is_known_too_early_where_everybody_does(seed: int) -> None:
    state = few(storage=[9, 9], gardens=[varied(), ""])
    done = walk(state, Random(seed), forgets=True)
    assert min(done["uniform"], done["memory"]) >= 10


def test_nor_with_three() -> None:
    state = last_round(players=3, left=(2, 2, 1), storage=[7, 3, 3], direct_sale=True)
    assert walk(state, Random(1), forgets=True)["memory"] >= 4


def test_choices_are_sealed() -> None:
    state = few(storage=[5, 5])
    assert state.record.phase == CHOOSING
    for choice in ("1", "2", "special"):
        after = state.play(0, f"choose {choice}")
        assert after.observe(1) == state.observe(1)
        assert after.observe(-1) == state.observe(-1)
        assert after.observe(0) != state.observe(0)


# All laws at once, over whole games.


@pytest.mark.parametrize(
    "options",
    [
        {"players": 2, "direct_sale": True, "tasks": True},
        {"players": 7, "special_tie": "forfeit", "nitrogen": "always"},
        {"players": 4, "special_tie": "agree", "direct_sale": True},
    ],
    ids=lambda options: f"{options['players']} players",
)
def test_the_game_keeps_every_promise(options: dict[str, Any]) -> None:
    report = check_game(
        spinney.game("forest-garden", **options), games=1, seed=8, often=0.01, forgets=True
    )
    assert report.counts["decisions"] > 100
