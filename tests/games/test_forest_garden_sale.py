"""Forest Garden's direct sale, ruling by ruling."""

from __future__ import annotations

from typing import Any

import pytest
from tests.games.forest_garden import (
    choose,
    free_place,
    hand,
    known,
    late,
    log_lines,
    pile,
    placed,
    plain,
    plant,
    play,
    refused,
    storage,
    table,
    transitions,
)

from spinney.core.state import State
from spinney.games.forest_garden.rules import record
from spinney.games.forest_garden.rules.record import ROUNDS

pytestmark = pytest.mark.usefixtures("interpreted")


def market(storages: tuple[int, ...] = (1, 5, 5), **how: Any) -> State:
    """Player 1 is to play one of two cards, and plants can be sold to players."""
    players = len(storages)
    how = {"direct_sale": True, "players": players, **how}
    state = table(storage=storages, **how)
    return choose(state, *map(str, range(1, players + 1)))


def ways(state: State, verb: str) -> set[str]:
    return {way for way in state.legal(state.to_act[0]) if way.startswith(verb)}


# Offering.


def test_only_with_the_option() -> None:
    state = market(direct_sale=False)
    assert ways(state, "offer") == set()
    card = hand(state, 0)[0]
    assert "can't sell plants to other players" in refused(state, 0, f"offer {card} to 2")


def test_each_card_can_be_offered_to_each_player_with_three_cubes() -> None:
    state = market((9, 3, 2, 4), continents="EU NA")
    one, two = sorted(hand(state, 0))
    assert ways(state, "offer") == {f"offer {c} to {p}" for c in (one, two) for p in (2, 4)}
    assert ways(market((9, 2, 1)), "offer") == set()


def test_the_offered_card_is_shown_to_all_accepted_or_not() -> None:
    state = market()
    card = hand(state, 0)[0]
    assert known(state, 0, card) == {0}
    state = play(state, f"offer {card} to 3")
    assert state.to_act == (2,)
    assert list(state.legal(2)) == ["accept", "refuse"]
    assert known(state, 0, card) == {-1}
    after = play(state, "refuse")
    assert known(after, 0, card) == {-1}
    assert card in hand(after.observe(-1), 0)


@pytest.mark.parametrize("row", range(1, 6))
def test_the_price_is_three_whatever_the_size_and_goes_to_the_seller_at_once(row: int) -> None:
    card = plain(row)[0]
    state = market((1, 5), players=2, hands=[card])
    state = play(state, f"offer {card} to 2", "accept")
    assert storage(state) == [4, 2]
    assert state.to_act == (1,)
    assert card in hand(state, 1)
    assert pile(state) == []


# Answering.


def test_who_buys_plays_one_of_all_cards_at_once() -> None:
    """Also who has yet to play this round: two cards and the bought one, and later another."""
    state = market()
    card = hand(state, 0)[0]
    state = play(state, f"offer {card} to 2", "accept")
    assert state.record.doing == record.PLAY
    assert len(hand(state, 1)) == 3
    assert {way.split()[1] for way in state.legal(1)} == set(hand(state, 1))
    other = next(held for held in hand(state, 1) if held != card)
    state = play(state, f"sell {other}")
    assert state.to_act == (1,)
    assert len(hand(state, 1)) == 2
    assert card in hand(state, 1)
    state = late(state)
    assert state.to_act == (2,)
    assert len(hand(state, 0)) == 1


def test_a_buyer_with_one_card_has_one_again() -> None:
    state = table(players=3, storage=[1, 5, 5], direct_sale=True)
    state = choose(state, "1", "special", "3")
    card = hand(state, 0)[0]
    state = play(state, f"offer {card} to 2", "accept")
    assert (state.to_act, len(hand(state, 1))) == ((1,), 2)
    state = late(state)
    assert len(hand(state, 1)) == 1
    assert state.to_act == (2,)


def test_a_buyer_can_sell_the_bought_card_to_the_supply() -> None:
    card = plain(3)[0]
    state = market((1, 5), players=2, hands=[card])
    state = play(state, f"offer {card} to 2", "accept", f"sell {card}")
    assert storage(state) == [4, 4]
    assert pile(state) == [card]


def test_after_a_refusal_the_seller_plays_either_card() -> None:
    state = market()
    one, two = hand(state, 0)
    state = play(state, f"offer {one} to 2", "refuse")
    assert state.to_act == (0,)
    assert {f"sell {one}", f"sell {two}"} <= set(state.legal(0))
    assert hand(play(state, f"sell {one}"), 0) == [two]


# Once a round.


def test_a_refused_card_can_be_offered_to_nobody_this_round_but_the_other_can() -> None:
    state = market()
    one, two = hand(state, 0)
    state = play(state, f"offer {one} to 2", "refuse")
    assert ways(state, "offer") == {f"offer {two} to 2", f"offer {two} to 3"}
    assert "has been offered to a player this round already" in refused(
        state, 0, f"offer {one} to 3"
    )
    state = play(state, f"offer {two} to 3", "refuse")
    assert ways(state, "offer") == set()


def test_nor_by_its_next_owner_but_others_may_be_offered_back() -> None:
    state = market((5, 5), players=2)
    one = hand(state, 0)[0]
    state = play(state, f"offer {one} to 2", "accept")
    held = hand(state, 1)
    assert ways(state, "offer") == {f"offer {card} to 1" for card in held if card != one}
    back = next(card for card in held if card != one)
    state = play(state, f"offer {back} to 1", "accept")
    assert storage(state) == [5, 5]
    assert state.to_act == (0,)
    assert back in hand(state, 0)
    assert f"offer {back} to 2" not in state.legal(0)


def test_chains_end_as_each_card_is_offered_once() -> None:
    state = market((30, 30, 30))
    offered: list[str] = []
    while "offer" in {way.split()[0] for way in state.legal(state.to_act[0])}:
        way = next(way for way in state.legal(state.to_act[0]) if way.startswith("offer"))
        offered.append(way.split()[1])
        state = play(state, way, "accept")
    assert len(offered) == len(set(offered)) == 4  # all that the two who trade hold
    while state.record.round_number == 1:
        state = late(state)
    assert [len(hand(state, p)) for p in range(3)] == [1, 1, 1]


def test_in_the_next_round_it_can_be_offered_again() -> None:
    state = market()
    one, two = hand(state, 0)
    state = play(state, f"offer {one} to 2", "refuse", f"sell {two}")
    while state.record.round_number == 1:
        state = late(state)
    state = choose(state, "1", "2", "3")
    assert ways(state, f"offer {one}")


# Wherever a card is played.


def test_after_a_special_action_too() -> None:
    state = table(players=2, storage=[2, 5], direct_sale=True)
    state = late(choose(state, "special", "1"))
    state = play(state, "swap")
    state = play(state, next(iter(state.legal(0))))
    assert ways(state, "offer")


def test_after_a_bonus_too() -> None:
    colours = {plant(c).flower_colour: c for row in (5, 4, 3, 2, 1) for c in plain(row)}
    *grown, card = list(colours.values())[:4]
    state = market((1, 5), players=2, gardens=[placed(grown)], hands=[card])
    state = play(state, f"grow {card} {free_place(grown, card)}", "bonus 1")
    state = play(state, next(iter(state.legal(0))))
    assert ways(state, "offer")


def test_the_last_cards_belong_to_round_21() -> None:
    state = market((9, 9), players=2, round_=ROUNDS)
    one, two = hand(state, 0)
    state = play(state, f"offer {one} to 2", "refuse", f"sell {two}")
    state = play(state, f"sell {hand(state, 1)[0]}")
    assert state.record.phase == record.LAST
    assert hand(state, 0) == [one]
    assert ways(state, "offer") == set()


def test_in_the_last_step_a_buyer_plays_one_now_and_the_rest_later() -> None:
    state = market((9, 9), players=2, round_=ROUNDS)
    kept = hand(state, 0)[0]
    state = play(state, f"sell {hand(state, 0)[1]}", f"sell {hand(state, 1)[1]}")
    state = play(state, f"offer {kept} to 2", "accept")
    assert (state.to_act, len(hand(state, 1))) == ((1,), 2)
    state = late(state)
    assert (state.to_act, len(hand(state, 1))) == ((1,), 1)
    state = late(state)
    assert state.over


def test_in_the_last_step_a_buyer_with_an_empty_hand_plays_the_bought_card() -> None:
    state = market((9, 9), players=2, round_=ROUNDS)
    state = play(state, f"sell {hand(state, 0)[1]}", f"sell {hand(state, 1)[1]}")
    state = late(state)  # player 1 has none left
    bought = hand(state, 1)[0]
    state = play(state, f"offer {bought} to 1", "accept")
    assert (state.to_act, hand(state, 0)) == ((0,), [bought])
    assert late(state).over


# Special actions.


def test_the_order_of_special_actions_is_fixed_before_a_sale_changes_storages() -> None:
    state = table(players=3, storage=[9, 6, 5], direct_sale=True)
    state = choose(state, "special", "special", "special")
    assert state.to_act == (0,)
    state = play(state, "swap")
    state = play(state, next(iter(state.legal(0))))
    card = hand(state, 0)[0]
    state = play(state, f"offer {card} to 2", "accept")
    assert storage(state)[1] < storage(state)[2]
    state = late(state)
    assert (state.to_act, state.record.doing) == ((1,), record.ACTION)


def test_who_has_bought_away_the_cubes_gets_no_card_and_pays_nothing() -> None:
    state = table(players=3, storage=[9, 3, 1], direct_sale=True)
    state = choose(state, "1", "special", "3")
    card = hand(state, 0)[0]
    state = play(state, f"offer {card} to 2", "accept")
    shrub = next(way for way in state.legal(1) if way.startswith("grow"))
    state = play(state, shrub)
    assert storage(state)[1] == 0
    happened = transitions(state, f"sell {hand(state, 2)[0]}")
    assert log_lines(happened)[2] == "player 2 can perform no special action: the storage is empty"
    assert len(hand(happened[-1].state, 1)) == 1
    assert happened[-1].state.record.round_number == 2


# Who is late, and what is told.


def test_who_is_late_refuses() -> None:
    state = market()
    state = play(state, f"offer {hand(state, 0)[0]} to 2")
    after = late(state)
    assert after.to_act == (0,)
    assert storage(after) == storage(state)


def test_a_sale_is_told_with_name_and_price() -> None:
    card = plain(3)[0]
    state = market((1, 5), players=2, hands=[card])
    happened = transitions(state, f"offer {card} to 2", "accept")
    assert log_lines(happened) == [
        f"offer {card} to 2 ({plant(card).english}, for 3 cubes)",
        f"accept ({plant(card).english}, for 3 cubes)",
    ]
