"""Common sense in Forest Garden; and that everybody who is to be measured can be found."""

from __future__ import annotations

from typing import Any

import pytest
from benchmarks.measuring import rate
from benchmarks.speed import middle
from benchmarks.strength import PAIRINGS, Pairing, chosen, key
from benchmarks.strength import play as play_pairing
from benchmarks.yardsticks import entrant, spring_2021
from benchmarks.yardsticks.forest_garden import UNSEEN, CommonSense, Garden, Table

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
    rich, poor = Table(state.observe(0)), Table(state.observe(0))
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


# What is measured.


def test_whoever_is_to_be_measured_is_there(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(spring_2021, "linked", lambda: None)  # to be there nothing need be compiled
    assert len({key(pairing) for pairing in PAIRINGS}) == len(PAIRINGS)
    for pairing in PAIRINGS:
        for name in (pairing.one, pairing.two):
            assert entrant(pairing.game, name).seat.rpartition(":")[2] == name


def test_at_a_full_table_ranks_are_compared() -> None:
    pairing = Pairing("arboretum", "many", "common sense", "greed", 1, players=4)
    games = [play_pairing(pairing, number) for number in range(pairing.games)]
    assert len(games) == 2
    for game in games:
        assert game.score + game.other == 1 + 4, "two and two share all ranks"
        assert game.score == 1.5 + 2 * (1 - game.won), "behind as many as rank higher"


def test_words_choose_what_is_played() -> None:
    assert chosen([]) == list(PAIRINGS)
    assert {pairing.game for pairing in chosen(["arboretum"])} == {"arboretum"}
    assert [key(pairing) for pairing in chosen(["denial"])] == [
        "build-your-arboretum 2: tree - denial"
    ]
    assert chosen(["arboretum", "denial"]) == []
    with pytest.raises(SystemExit, match="not known: denail; there are acorn, "):
        chosen(["denail"])


def test_a_rate_is_what_is_done_a_second() -> None:
    numbers = iter(range(100))
    figure = rate("sums", "per second", lambda: sum(range(20_000)) * 0 + next(numbers))
    assert figure.value > 0
    assert 5 <= next(numbers) < 20  # the median of several runs
