"""Common sense in Forest Garden."""

from __future__ import annotations

from typing import Any

import pytest
from benchmarks.reference_players.forest_garden import UNSEEN, CommonSense, Garden, GardenEvaluation
from benchmarks.speed import middle

import spinney
from spinney.core.state import State
from spinney.games.forest_garden.deck.plants import own


def play(state: State, *sensible: int) -> State:
    """Play on to the end; who isn't sensible draws."""
    player, seed = CommonSense(), 0
    while not state.over:
        seed += 1
        said = [
            (p, player.choose(state.observe(p), seed + p))
            if p in sensible
            else (p, state.legal(p).sample(seed + p))
            for p in state.to_act
        ]
        for p, move in said:
            state = state.play(p, move)  # refuses what is illegal
    return state


@pytest.mark.parametrize("seat", [0, 1])
def test_common_sense_beats_chance_by_far(seat: int) -> None:
    for seed in (1, 2):
        end = play(spinney.game("forest-garden").new(seed=seed), seat)
        assert end.scores[seat] > end.scores[1 - seat] + 40


@pytest.mark.long
@pytest.mark.parametrize(
    ("players", "options"),
    [
        (7, {"special_tie": "forfeit", "nitrogen": "always"}),
        (3, {"direct_sale": True, "tasks": True}),
    ],
)
def test_it_plays_with_everything_there_is(players: int, options: dict[str, Any]) -> None:
    state = spinney.game("forest-garden", players=players, **options).new(seed=4)
    assert min(play(state, *range(players)).scores) > 120


def test_it_leaves_to_the_rich_what_they_will_want() -> None:
    state = middle(spinney.game("forest-garden", players=2))
    rich, poor = GardenEvaluation(state.observe(0)), GardenEvaluation(state.observe(0))
    rich.s.storage[0], rich.s.storage[1] = 9, 0
    poor.s.storage[0], poor.s.storage[1] = 0, 9
    wanted = poor.favourite(1)
    card = dict(poor.offers)[wanted]
    assert poor.hope(wanted, card) == UNSEEN
    assert rich.hope(wanted, card) == rich.mine.worth(card) - rich.cube


def test_a_plant_is_worth_more_with_its_partner() -> None:
    s = spinney.game("forest-garden").new(seed=1).record
    needs = next(p for p in own() if p.fertilization == "cross" and p.partner_bonus > 0)
    partner = next(p for p in own() if p.serves(needs))
    alone = Garden(s, 0, own()).worth(needs.number)
    s.garden[0, 0] = partner.number
    assert Garden(s, 0, own()).worth(needs.number) > alone + 0.5 * needs.partner_bonus
