"""Build Your Arboretum, ruling by ruling."""

from __future__ import annotations

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import spinney
from spinney.core.interface import LATE
from spinney.core.narration import narrate
from spinney.core.notation import log, read
from spinney.core.prompts import labels, prompt
from spinney.core.state import State
from spinney.core.suggestions import benefit, describe
from spinney.games.build_your_arboretum.rules import record as board
from spinney.games.build_your_arboretum.text.names import card_name, cell_name
from spinney.games.build_your_arboretum.text.notation import read_card, read_cell, read_group
from spinney.kernel.records import Record

GAME = spinney.game("build-your-arboretum")
SUITS = "PQRSTUVW"
DECK = [f"{suit}{number}" for number in range(1, 9) for suit in SUITS]
RED, BLUE = 0, 1


def start(first: str = "red", deck: list[str] | None = None, advantage: str = "red") -> State:
    """The first bidding of a game with a known deck: round 1 offers P1 Q1 R1 S1 T1."""
    game = spinney.game("build-your-arboretum", dm_advantage=advantage)
    return game.new(deck=deck or DECK).play(game.player(advantage), f"first {first}")


def bid(state: State, red: str, blue: str) -> State:
    return state.play(RED, f"bid {red}").play(BLUE, f"bid {blue}")


def play(state: State, *moves: str) -> State:
    """Play moves by whoever is awaited."""
    for move in moves:
        assert len(state.to_act) == 1
        state = state.play(state.to_act[0], move)
    return state


def changed(state: State, **fields: object) -> State:
    """The state with some fields changed: lists for arrays, numbers for numbers."""
    return State.from_json({**state.to_json(), "fields": {**state.record.to_json(), **fields}})


def skip_rounds(state: State, rounds: int) -> State:
    for _ in range(rounds):
        state = bid(state, "none", "none")
    return state


def pile(state: State, place: int) -> list[str]:
    return [card_name(c) for c in range(64) if state.record.where[c] == place]


def order(state: State) -> str:
    return "".join("RB"[p] for p in state.record.order if p >= 0)


def refused(state: State, player: int, move: str) -> str:
    with pytest.raises(spinney.Refused) as caught:
        state.play(player, move)
    return str(caught.value)


def table(state: State, **piles: str) -> State:
    """Lay cards anew: ``red_board="Q7 T4"``, ``blue_garden="P1@A1"``, ``offer``, ``refuse``.

    Cards not named that have come out are gone; the deck keeps what has not.
    """
    record = state.record
    for c in range(64):
        if record.where[c] != board.DECK:
            record.where[c] = board.GONE
    named = [word.split("@")[0] for words in piles.values() for word in words.split()]
    bring_out(record, [read_card(name) for name in named])
    for p, name in enumerate(("red", "blue")):
        cards = [read_card(word) for word in piles.get(f"{name}_board", "").split()]
        for card in cards:
            record.where[card] = board.BOARD + p
        record.boarded[p] = len(cards)
        plant(record, p, piles.get(f"{name}_garden", "").split())
    for name, place in (("offer", board.OFFER), ("refuse", board.REFUSE)):
        for word in piles.get(name, "").split():
            record.where[read_card(word)] = place
    state = State(state.game, bytes(record))
    assert state.is_consistent
    return state


def bring_out(record: board.Arboreta, cards: list[int]) -> None:
    """Move cards to the part of the deck that has come out, and mark them as gone."""
    for card in cards:
        at = next(i for i in range(64) if record.deck[i] == card)
        if at >= record.dealt:
            out = next(i for i in range(record.dealt) if record.deck[i] not in cards)
            record.where[record.deck[out]] = board.DECK
            record.deck[at], record.deck[out] = record.deck[out], card
        record.where[card] = board.GONE


def plant(record: board.Arboreta, p: int, places: list[str]) -> None:
    for cell in range(36):
        record.grid[p, cell] = -1
    for word in places:
        tree, place = word.split("@")
        record.grid[p, read_cell(place)] = read_card(tree)
        record.where[read_card(tree)] = board.GARDEN + p
    record.planted[p] = len(places)


def late_state() -> State:
    """The bidding of round 8, when most cards have come out."""
    return skip_rounds(start(), 7)


# The deck and the rounds.


def test_the_whole_deck_comes_out() -> None:
    state, seen = start(), []
    for expected in (5, 5, 5, 5, 5, 6, 6, 6, 7, 7, 7):
        offer = pile(state, board.OFFER)
        assert len(offer) == expected
        seen += offer
        state = bid(state, "none", "none")
    assert sorted(seen) == sorted(DECK)
    assert state.over


def test_the_advantage_chooses_who_starts() -> None:
    for advantage in ("red", "blue"):
        game = spinney.game("build-your-arboretum", dm_advantage=advantage)
        state = game.new(seed=1)
        assert state.to_act == (game.player(advantage),)
        for first in ("red", "blue"):
            after = state.play(state.to_act[0], f"first {first}")
            assert after.record.start == game.player(first)


def test_nobody_bids_and_the_round_is_over() -> None:
    state = bid(start(), "none", "none")
    assert state.record.round_number == 2
    assert pile(state, board.REFUSE) == ["P1", "Q1", "R1", "S1", "T1"]


def test_the_refuse_leaves_the_game_after_a_round() -> None:
    state = skip_rounds(start(), 2)
    assert pile(state, board.GONE) == ["P1", "Q1", "R1", "S1", "T1"]
    assert len(pile(state, board.REFUSE)) == 5


def test_an_end_of_round_is_two_stages() -> None:
    state = start().play(RED, "bid none")
    stages = [
        transition.action
        for transition in state.transitions(BLUE, "bid none")
        if transition.player < 0
    ]
    assert stages == [board.SWEEP_STAGE, board.OFFER_STAGE]


# Bids and the order of turns.


@pytest.mark.parametrize("groups", ["6g", "3b 3g", "1g 1b 1g 1b 1g", "2g"])
def test_bids_of_the_first_round(groups: str) -> None:
    most = 6 if sum(int(group[0]) for group in groups.split()) > 5 else 5
    legal = [f"bid {groups}" in start().legal(player) for player in (RED, BLUE)]
    assert legal == [most == 5, True]


def test_the_first_starting_player_has_a_parrot_less_in_round_one_only() -> None:
    state = start("blue")
    assert "and you can send 5" in refused(state, BLUE, "bid 6g")
    assert "bid 6g" in state.legal(RED)
    assert "bid 6g" in skip_rounds(state, 1).legal(BLUE)


def test_groups_do_not_grow() -> None:
    assert "try: bid 3g 2b" in refused(start(), BLUE, "bid 2b 3g")


def send(state: State, player: int, *groups: str) -> State:
    """The state inside a bid, after these groups of it."""
    for group in groups:
        state = state.apply_action(player, board.GROUP + read_group(group))
    return state


def test_a_bid_that_was_begun_ends_with_a_word_of_its_own() -> None:
    state = send(start(), BLUE, "3g", "2b")
    view = state.observe(BLUE)
    assert set(view.legal) == {"done", "bid 1g", "bid 1b"}
    assert prompt(view) == "Send more parrots, or end your bid"
    assert describe(view, "done") == "Send parrots: 3 to the garden and 2 to the bulletin"
    assert describe(view, "bid 1b") == "Send parrots: 3 to the garden and 2 + 1 to the bulletin"
    assert benefit(view, "done").startswith("Up to 2 turns.")
    assert labels(view)["done"].text == "Send no more"
    assert state.play(BLUE, "done") == start().play(BLUE, "bid 3g 2b")
    assert refused(state, BLUE, "bid none") == (
        "you have sent parrots already; to send no more, try: done"
    )
    assert [line.text for line in log(BLUE, state.transitions(BLUE, "done"))] == ["done"]
    whole = send(state, BLUE, "1g").observe(BLUE)
    assert list(whole.legal) == ["done"]
    assert prompt(whole) == "You have sent all you can: end your bid"


def test_done_ends_nothing_that_has_not_begun() -> None:
    message = "'done' ends a bid or a hire, and none has begun"
    for state in (start(), hiring("Q7"), bid(start(), "1g", "none")):
        assert "done" not in state.legal(RED)
        assert refused(state, RED, "done") == message


@pytest.mark.parametrize(
    ("sent", "move", "message"),
    [
        ((), "skip", "this is the time to bid; name the groups, as: bid 3b 2g 1g; or: bid none"),
        (("3b",), "skip", "this is the time to bid; name the groups, as: bid 3b; or: done"),
        (("4b",), "skip", "this is the time to bid; name the groups, as: bid 2g; or: done"),
        (("6b",), "skip", "this is the time to bid, and you can send no parrots; try: done"),
        (("3b", "1g"), "bid 3g", "these are 3 parrots, and you can send 2 more"),
        (("1b",), "bid 3g", "no group can be larger than the one before it; try: bid 1g"),
        (("2b",), "bid 1b 3g", "no group can be larger than the one before it; try: bid 2g 1b"),
    ],
)
def test_refusals_inside_a_bid_count_what_was_sent(
    sent: tuple[str, ...], move: str, message: str
) -> None:
    assert refused(send(start(), BLUE, *sent), BLUE, move) == message


def test_an_empty_bid_is_told_with_its_notation() -> None:
    transitions = start().play(RED, "bid none").transitions(BLUE, "bid 2g")
    assert [sentence.notation for sentence in narrate(-1, transitions, -1)] == [
        "bid none",
        "bid 2g",
    ]


def test_the_order_of_the_worked_example() -> None:
    state = changed(skip_rounds(start(), 8), parrots=[9, 10])
    assert order(bid(state, "3b 2g 2g", "3b 3g 2b 1b 1g")) == "RBBRBRBB"


@pytest.mark.parametrize(
    ("first", "red", "blue", "expected"),
    [
        ("red", "2g 2g", "2g 2g", "RBRB"),
        ("blue", "2g 2g", "2g 2g", "BRBR"),
        ("red", "1g 1g 1g", "1g", "RBRR"),
        ("blue", "1g 1g 1g", "1g", "BRRR"),
        ("red", "1g", "2g 1g", "BRB"),
        ("red", "1g 1g 1g 1g 1g", "1g 1g 1g 1g 1g 1g", "RBRBRBRBR"),
        ("red", "none", "3g 3g", "BB"),
    ],
)
def test_orders(first: str, red: str, blue: str, expected: str) -> None:
    assert order(bid(start(first), red, blue)) == expected


def test_a_tenth_turn_is_not_played_even_after_skips() -> None:
    state = bid(start(), "1g 1g 1g 1g 1g", "1g 1g 1g 1g 1g 1g")
    state = play(state, "skip", "skip")
    assert state.record.round_number == 2


def test_plans_belong_to_groups_in_the_order_submitted() -> None:
    state = bid(start(), "2g 1b", "none")
    assert {move.split()[0] for move in state.legal(RED)} == {"plant", "start", "skip"}
    state = play(state, "plant P1 A1")
    assert {move.split()[0] for move in state.legal(RED)} == {"take", "start", "skip"}


# Planting and digging.


def test_the_first_tree_goes_anywhere_and_the_next_beside_it() -> None:
    state = bid(start(), "2g 2g", "none")
    assert len(state.legal(RED)) == 2 + 5 * 36
    state = play(state, "plant P1 B2")
    cells = {move.split()[2] for move in state.legal(RED) if "plant" in move}
    assert cells == {"A2", "B1", "B3", "C2"}


def test_edges_are_no_neighbours() -> None:
    state = play(bid(start(), "2g 2g", "none"), "plant P1 F1")
    cells = {move.split()[2] for move in state.legal(RED) if "plant" in move}
    assert cells == {"E1", "F2"}


def test_digging_needs_a_refuse_pile() -> None:
    assert not [s for s in bid(start(), "1g", "none").legal(RED) if s.startswith("dig")]
    state = bid(skip_rounds(start(), 1), "1g", "none")
    assert "dig P1 A1" in state.legal(RED)
    assert pile(play(state, "dig P1 A1"), board.GARDEN) == ["P1"]


def test_the_first_tree_may_be_dug() -> None:
    state = bid(skip_rounds(start(), 1), "1g", "none")
    assert len([s for s in state.legal(RED) if s.startswith("dig")]) == 5 * 36


def full_garden() -> State:
    """Red's garden is full: 36 trees, and a turn to garden."""
    cells = [cell_name(cell) for cell in range(36)]
    trees = " ".join(f"{c}@{cell}" for c, cell in zip(DECK[:36], cells, strict=True))
    state = table(skip_rounds(start(), 9), red_garden=trees, offer="P8 Q8", refuse="R8")
    return bid(state, "1g", "none")


def test_a_full_garden_can_only_start_or_skip() -> None:
    assert list(full_garden().legal(RED)) == ["skip", "start"]


def test_without_any_action_only_skip_is_left() -> None:
    state = bid(table(late_state(), offer=""), "1b 1b", "none")
    state = play(state, "start")
    assert list(state.legal(RED)) == ["skip"]


def test_the_end_of_a_bid_is_described_by_what_has_begun() -> None:
    """Whoever has named no group bids none; after a group it is the end of the bid."""
    before = start()
    begun = before.apply_action(RED, board.GROUP)
    assert GAME.describe(board.DONE) == "bid none"
    assert GAME.describe(board.DONE, before.observe(RED)) == "bid none"
    assert GAME.describe(board.DONE, begun.observe(RED)) == "done"
    assert GAME.describe(board.DONE, begun.observe(BLUE)) == "bid none"


def test_planting_is_a_card_and_then_a_cell() -> None:
    """What can be said is what it was when the two were one action."""
    state = play(bid(skip_rounds(start(), 1), "2g 2g", "none"), "plant U1 B2")
    assert GAME.num_actions == board.AT + 36 == 395
    actions = [GAME.describe(action) for action in state.legal_actions(RED)]
    assert actions[:3] == ["skip", "start", "plant P2"]
    assert actions[-1] == "dig T1"
    held = state.apply_action(RED, board.DIG + read_card("P1"))
    assert held.mid_move(RED)
    assert held.to_act == (RED,)
    assert held.is_consistent
    cells = [GAME.describe(action) for action in held.legal_actions(RED)]
    assert cells == ["B1", "A2", "C2", "B3"]
    for action, cell in zip(held.legal_actions(RED), cells, strict=True):
        assert held.apply_action(RED, action) == state.play(RED, f"dig P1 {cell}")
    for viewer in (-1, BLUE):
        assert held.observe(viewer).record.held == read_card("P1")


@pytest.mark.parametrize(
    ("groups", "fields"),
    [
        ("1g", {"held": read_card("W8")}),  # in the deck
        ("1g", {"held": 64}),
        ("1g", {"held": read_card("P1"), "dug": 1}),
        ("1b", {"held": read_card("P1")}),
        ("none", {"held": read_card("P1")}),
    ],
)
def test_a_card_is_held_only_where_it_can_be_planted(groups: str, fields: dict[str, int]) -> None:
    state = skip_rounds(start(), 1)
    garden = bid(state, "1g", "none")
    assert changed(garden, held=read_card("P1")).is_consistent  # to dig it
    with pytest.raises(spinney.Refused, match="this is not a state"):
        changed(bid(state, groups, "none"), **fields)


def test_what_is_planted_is_seen_before_its_cell_is_chosen() -> None:
    state = bid(start(), "1g", "none").apply_action(RED, board.PLANT + read_card("Q1"))
    assert "Choose where Lilac 1 goes." in str(state.observe(RED))
    assert "Red chooses where Lilac 1 goes." in str(state.observe(BLUE))
    assert state.observe(RED).words >= {"A1", "F6"}
    assert re.search('id="card-Q1" class="[^"]*picked', state.observe(RED).svg())


@pytest.mark.parametrize(
    ("groups", "move", "rest", "told"),
    [
        ("1g", "plant Q1 A1", "A1", "planted Lilac 1"),
        ("1g", "dig R8 A1", "A1", "planted Myrtle 8 from the refuse pile"),
        ("1b", "take Q1 drop P5", "drop P5", "advertised Lilac 1 and dropped Cassia 5"),
    ],
)
def test_the_rest_of_a_move_is_told_with_the_card_it_began_with(
    groups: str, move: str, rest: str, told: str
) -> None:
    state = table(late_state(), red_board=FULL_BOARD, offer="Q1", refuse="R8")
    state = bid(state, groups, "none")
    whole = next(narrate(-1, state.transitions(RED, move), -1))
    assert whole.text.endswith(told)
    begun = state.apply_action(RED, read(state.observe(RED), move)[0])
    assert next(narrate(-1, begun.transitions(RED, rest), -1)).text == whole.text


# Actions once a round.


@pytest.mark.parametrize(
    ("groups", "taken", "verb"),
    [("1g", "start", "start"), ("1g", "dig P8 A1", "dig"), ("1b", "hire Q7", "hire")],
)
def test_taken_once_a_round_for_both(groups: str, taken: str, verb: str) -> None:
    state = table(late_state(), red_board="Q7", blue_board="T8", refuse="P8 R8", offer="P1")
    state = bid(state, groups, groups)
    assert any(s.startswith(verb) for s in state.legal(RED))
    state = play(state, taken)
    assert state.to_act == (BLUE,)
    assert not any(s.startswith(verb) for s in state.legal(BLUE))
    again = {"start": "start", "dig": "dig R8 A1", "hire": "hire T8"}[verb]
    assert f"{verb} is taken this round" in refused(state, BLUE, again)
    state = bid(play(state, "skip"), groups, groups)
    assert "start" in state.legal(state.to_act[0])


def test_start_needs_nothing_and_may_be_taken_by_who_has_it() -> None:
    state = bid(table(late_state(), offer=""), "1g", "1b")
    assert "start" in state.legal(RED)
    after = bid(play(state, "start", "skip"), "none", "none")
    assert after.record.start == RED


def test_start_passes_the_start_on_from_the_next_round() -> None:
    state = play(bid(start(), "none", "2b 1g"), "start")
    assert state.record.start == RED
    assert play(state, "skip").record.start == BLUE


def test_start_with_either_plan() -> None:
    for plan in "gb":
        assert "start" in bid(start(), f"1{plan}", "none").legal(RED)


# Taking.


def test_taking_with_room_drops_nothing() -> None:
    state = bid(start(), "1b", "none")
    assert [s for s in state.legal(RED) if "drop" in s] == []
    assert "your board has room" in refused(state, RED, "take P1 drop Q1")
    assert pile(play(state, "take P1"), board.BOARD) == ["P1"]


FULL_BOARD = "P2 P3 P4 P5 P6 P7 P8"


def test_taking_onto_a_full_board_drops_one_of_the_seven() -> None:
    state = bid(table(late_state(), red_board=FULL_BOARD, offer="Q1"), "1b 1b", "none")
    takes = [s for s in state.legal(RED) if s.startswith("take")]
    assert takes == [f"take Q1 drop {card}" for card in FULL_BOARD.split()]
    assert "add what you drop" in refused(state, RED, "take Q1")
    assert "just taken can't be dropped" in refused(state, RED, "take Q1 drop Q1")
    assert "R5 is not on your board" in refused(state, RED, "take Q1 drop R5")
    state = play(state, "take Q1 drop P5")
    assert pile(state, board.OFFER) == ["P5"]
    assert len(pile(state, board.BOARD)) == 7


def test_what_is_dropped_is_in_the_offering_at_once_also_for_the_dropper() -> None:
    state = bid(table(late_state(), red_board=FULL_BOARD, offer="Q1"), "1b 1b", "none")
    state = play(state, "take Q1 drop P5")
    assert "take P5 drop Q1" in state.legal(RED)


def test_half_way_through_taking_a_card_is_to_be_dropped() -> None:
    state = bid(table(late_state(), red_board=FULL_BOARD, offer="Q1"), "1b 1b", "none")
    state = state.apply_action(RED, board.TAKE + read_card("Q1"))
    for nonsense in ("skip", "start", "take Q1", "hire P8", "plant P1 A1", "D5", "bid none"):
        assert refused(state, RED, nonsense) == (
            "drop another card first; you can drop: P2, P3, P4, P5, P6, P7, P8"
        )
    assert refused(state, RED, "drop Q1") == (
        "the card just taken can't be dropped; one of these can: P2, P3, P4, P5, P6, P7, P8"
    )
    assert "R5 is not on your board" in refused(state, RED, "drop R5")


# Hiring.


def hiring(cards: str) -> State:
    return bid(table(late_state(), red_board=cards, offer="P1"), "2b 1b", "none")


def test_a_parrot_costs_one_more_than_one_has() -> None:
    state = hiring("Q3 R4 S1")
    hires = [s for s in state.legal(RED) if s.startswith("hire")]
    assert hires == ["hire Q3 R4", "hire Q3 R4 S1"]
    assert "add up to 4; the next parrot costs at least 7" in refused(state, RED, "hire Q3 S1")


def test_more_than_needed_may_be_given() -> None:
    assert "hire Q7 T4" in hiring("Q7 T4").legal(RED)
    assert "hire Q8" in hiring("Q8").legal(RED)


def test_a_cancelled_eight_is_worth_eight_for_hiring() -> None:
    state = table(late_state(), red_board="Q8", blue_board="Q1", offer="P1")
    assert "hire Q8" in bid(state, "1b", "none").legal(RED)


def test_any_order_of_cards_is_understood_once_each() -> None:
    state = hiring("Q3 R4 S1")
    assert state.play(RED, "hire S1 R4 Q3") == state.play(RED, "hire Q3 R4 S1")
    assert "only once" in refused(state, RED, "hire Q3 Q3 R4")


def test_half_way_through_a_hire_it_is_to_be_finished() -> None:
    state = hiring("Q3 R4 S1").apply_action(RED, board.GIVE + read_card("Q3"))
    for nonsense in ("skip", "start", "take P1", "drop R4", "plant P1 A1", "D5", "first red"):
        assert refused(state, RED, nonsense) == (
            "finish the hire first; you can still give: R4, S1"
        )
    assert refused(state, RED, "bid none") == "finish the hire first; you can still give: R4, S1"
    assert "add up to 3; the next parrot costs at least 7" in refused(state, RED, "done")
    assert "add up to 4; the next" in refused(state, RED, "hire S1")
    assert "only once" in refused(state, RED, "hire Q3")
    assert "T5 is not on your board" in refused(state, RED, "hire T5")
    begun = hiring("Q3 R8 S1").apply_action(RED, board.GIVE + read_card("R8"))
    assert refused(begun, RED, "hire Q3") == "cards are given in order; after R8 you can give: S1"
    assert state.play(RED, "hire R4") == hiring("Q3 R4 S1").play(RED, "hire Q3 R4")


def test_a_hire_that_is_paid_ends_with_a_word_of_its_own() -> None:
    whole, state = hiring("Q3 R4 S1"), hiring("Q3 R4 S1")
    for card in ("Q3", "R4"):
        state = state.apply_action(RED, board.GIVE + read_card(card))
    view = state.observe(RED)
    assert list(view.legal) == ["done", "hire S1"]
    assert prompt(view) == "Hire the parrot, or give more cards for it"
    assert describe(view, "done") == "Hire a parrot for Lilac 3 and Myrtle 4"
    assert describe(view, "hire S1") == "Hire a parrot for Lilac 3, Myrtle 4 and Poplar 1"
    assert benefit(view, "done").endswith("You have 7 parrots then, against 6.")
    assert labels(view)["done"].text == "Hire a parrot"
    assert state.play(RED, "Done") == whole.play(RED, "hire Q3 R4")
    assert refused(state, RED, "bid none") == "finish the hire first; try: done"
    assert refused(state, RED, "skip") == "finish the hire first; try: done"


def test_a_hire_that_was_begun_is_told_with_all_its_cards() -> None:
    state = hiring("Q3 R4").apply_action(RED, board.GIVE + read_card("Q3"))
    begun = state.apply_action(RED, board.GIVE + read_card("R4"))
    transitions = begun.transitions(RED, "done")
    for observer in (-1, RED, BLUE):
        assert [line.text for line in log(observer, transitions, announced=False)] == ["done"]
        told = next(narrate(observer, transitions, RED))
        assert told.text == "You hired a parrot for Lilac 3 and Myrtle 4 and have 7 now"
        assert told.notation == "done"


def test_the_prompt_inside_a_hire_says_what_is_missing() -> None:
    state = hiring("Q3 R4").apply_action(RED, board.GIVE + read_card("Q3"))
    assert prompt(state.observe(RED)) == "Give more cards for the parrot"
    state = state.apply_action(RED, board.GIVE + read_card("R4"))
    assert prompt(state.observe(RED)) == "Hire the parrot"


def test_a_hired_parrot_bids_from_the_next_round_on() -> None:
    state = play(hiring("Q7"), "hire Q7")
    assert state.record.parrots[RED] == 7
    assert "Q7" in pile(state, board.OFFER)
    assert "take Q7" in state.legal(RED)
    assert "bid 7g" in play(state, "skip").legal(RED)


def test_hiring_needs_no_offering() -> None:
    state = bid(table(late_state(), red_board="Q7", offer=""), "1b", "none")
    assert list(state.legal(RED)) == ["skip", "start", "hire Q7"]


# Skipping.


def test_a_skip_is_for_the_rest_of_the_round() -> None:
    state = play(bid(start(), "1g 1g 1g", "1g 1g 1g"), "skip")
    assert state.to_act == (BLUE,)
    state = play(state, "plant P1 A1", "plant Q1 A2")
    assert state.to_act == (BLUE,)


def test_everyone_skips_and_the_round_is_over() -> None:
    state = play(bid(start(), "1g 1g", "1g"), "skip", "skip")
    assert state.record.round_number == 2


# Time.


def test_who_does_not_bid_in_time_has_no_groups() -> None:
    state = start().play(RED, "bid 3g")
    state = state.forfeit(BLUE, LATE)[-1].state
    assert order(state) == "R"


def test_who_does_not_bid_in_time_loses_what_was_begun() -> None:
    state = start()
    begun = state.apply_action(BLUE, board.GROUP)
    assert begun.mid_move(BLUE)
    assert begun.forfeit(BLUE, LATE)[-1].state == state.forfeit(BLUE, LATE)[-1].state


def test_who_is_late_on_a_turn_skips() -> None:
    state = bid(start(), "1g 1g", "1g")
    assert state.forfeit(RED, LATE)[-1].state == play(state, "skip")


@pytest.mark.parametrize(
    ("groups", "first"),
    [
        ("1b", board.TAKE),
        ("1b", board.GIVE + read_card("P8")),
        ("1g", board.PLANT),
        ("1g", board.DIG + read_card("Q1")),
    ],
)
def test_a_move_cut_short_by_the_clock_is_taken_back(groups: str, first: int) -> None:
    lying = table(late_state(), red_board=FULL_BOARD, offer="P1", refuse="Q1")
    state = bid(lying, groups, "1g")
    begun = state.apply_action(RED, first)
    assert begun.mid_move(RED)
    assert begun.forfeit(RED, LATE)[-1].state == play(state, "skip")


def test_who_does_not_choose_in_time_starts() -> None:
    state = GAME.new(seed=1)
    assert state.forfeit(RED, LATE)[-1].state == state.play(RED, "first red")


def test_allowances_are_for_bidding_and_for_playing_each_round() -> None:
    state = GAME.new(deck=DECK)
    assert state.period(RED) == 0
    state = state.play(RED, "first red")
    assert [state.period(p) for p in (RED, BLUE)] == [2, 2]
    assert bid(state, "1g", "none").period(RED) == 3
    assert skip_rounds(state, 1).period(RED) == 4


# Scoring.


def scored(red_garden: str = "", red_board: str = "", blue_board: str = "") -> tuple[int, int]:
    """Points from trees alone: the start is blue's, and parrots are equal."""
    state = table(late_state(), red_garden=red_garden, red_board=red_board, blue_board=blue_board)
    red, blue = changed(state, start=1).scores
    return red, blue - 1


@pytest.mark.parametrize(
    ("garden", "points"),
    [
        ("P2@A1", 0),  # one card is not a path
        ("P1@A1", 0),
        ("P2@A1 P4@A2", 2),
        ("P4@A1 P2@A2", 2),  # either way round
        ("P2@A1 P4@B2", 0),  # not by a corner
        ("P2@A1 Q3@A2 P4@A3", 3),
        ("P2@A1 Q2@A2 P4@A3", 0),  # equal numbers do not rise
        ("P1@A1 P2@A2", 3),
        ("P2@A1 P8@A2", 4),
        ("P1@A1 P8@A2", 5),
        ("P2@A1 P3@A2 P4@A3", 3),  # three of a suit are not doubled
        ("P2@A1 P3@A2 P4@A3 P5@A4", 8),
        ("P1@A1 P2@A2 P3@A3 P4@A4", 9),
        ("P5@A1 P6@A2 P7@A3 P8@A4", 10),
        ("P1@A1 P3@A2 P5@A3 P8@A4", 11),
        ("P2@A1 P3@A2 Q4@A3 P5@A4", 4),  # another suit in between: not doubled
        ("P1@A1 Q2@A2 R3@A3 S4@A4 T5@A5 P6@A6", 7),
        ("P2@A1 P3@A2 P4@A3 P5@A4 Q6@A5 P8@A6", 8),  # four doubled, not six and 2
        ("P4@B1 P5@C1 P3@A1 P2@A2", 8),  # round a corner
    ],
)
def test_paths(garden: str, points: int) -> None:
    red, _ = scored(garden)
    # Every suit in the garden may be scored at 0 to 0; only P has two cards here.
    assert red == points


def test_one_card_serves_several_suits() -> None:
    assert scored("P2@A1 Q3@A2 P4@A3 Q5@A4")[0] == 3 + 3


@pytest.mark.parametrize(
    ("red", "blue", "points"),
    [
        ("", "", 2),  # 0 to 0: both may score
        ("P5", "P3", 2),
        ("P3", "P5", 0),
        ("P5", "P3 P2", 2),  # a tie
        ("P8", "P1", 0),  # the 8 is cancelled: 0 against 1
        ("P8 P1", "P7", 2),  # one's own 1 does nothing: 9 against 7
        ("", "P8", 0),
        ("P1", "P8", 2),  # blue's 8 is cancelled
    ],
)
def test_rights(red: str, blue: str, points: int) -> None:
    assert scored("P4@A1 P6@A2", red, blue)[0] == points


def test_parrots_and_start() -> None:
    state = changed(late_state(), parrots=[9, 6])
    assert state.scores == (2 * 3 + 1, 0)


def test_equal_points_are_won_by_the_advantage() -> None:
    for advantage, winner in (("red", (1, -1)), ("blue", (-1, 1))):
        state = skip_rounds(start("red", advantage=advantage), 10)
        # Red has the start's one point; blue a path of three less two for red's parrot: 3 to 3.
        state = changed(table(state, blue_garden="P2@A1 P4@A2 P5@A3"), parrots=[7, 6])
        state = skip_rounds(state, 1)
        assert state.scores == (3, 3)
        assert state.outcome == winner


# Who knows what.


def test_the_order_of_the_deck_is_nobodys() -> None:
    one, two = start(), start(deck=[*DECK[:5], *reversed(DECK[5:])])
    for viewer in (-1, RED, BLUE):
        assert one.observe(viewer) == two.observe(viewer)


def test_bids_are_secret_until_both_are_in() -> None:
    state = start()
    one, two = state.play(RED, "bid 3g"), state.play(RED, "bid 1b 1b")
    for viewer in (-1, BLUE):
        assert one.observe(viewer) == two.observe(viewer) == state.observe(viewer)
    assert one.observe(RED) != two.observe(RED)
    assert one.observe(BLUE).to_act == (RED, BLUE)


def test_what_is_heard_of_bids() -> None:
    state = start().play(RED, "bid 3g 1b")
    transitions = state.transitions(BLUE, "bid none")
    tell = GAME.notation.tell
    events = [code for transition in transitions for code in transition.events(-1)]
    assert tell([code for code in events if code >= board.GROUPS]) == "red bid 3g 1b; blue bid none"


# Refusals.


@pytest.mark.parametrize(
    ("move", "reason"),
    [
        ("", "no move begins with ''"),
        ("plnt P1 A1", "did you mean plant"),
        ("plant P9 A1", "'P9' is not a card"),
        ("plant P1 G1", "'G1' is not a cell"),
        ("plant P1", "write it like: plant Q7 D5"),
        ("plant U8 A1", "U8 is not in the offering; there: P1, Q1, R1, S1, T1"),
        ("dig P1 A1", "P1 is not in the refuse pile; there: nothing"),
        ("take P1", "this group is for the garden: plant, dig, start, or skip"),
        ("hire P1", "this group is for the garden"),
        ("hire", "name the cards you give"),
        ("bid 1g", "the round is being played; you can play: plant, start, skip"),
        ("first red", "the round is being played"),
        ("start now", "start, and nothing else"),
        ("take P1 drop", "or with a full board"),
        ("D5", "also name the card that goes there, as: plant P1 D5"),
        ("drop P1", "this group is for the garden"),
        ("drop", "write it like: drop W5"),
    ],
)
def test_refusals_in_play(move: str, reason: str) -> None:
    assert reason in refused(bid(start(), "1g", "none"), RED, move)


@pytest.mark.parametrize(
    ("move", "reason"),
    [
        ("bid", "name the groups"),
        ("bid 3x", "'3x' is not a group"),
        ("bid 18g", "'18g' is not a group"),
        ("bid 7g", "these are 7 parrots, and you can send 6"),
        ("skip", "this is the time to bid"),
        ("bid none 1g", "'none' is not a group"),
    ],
)
def test_refusals_in_bidding(move: str, reason: str) -> None:
    assert reason in refused(start(), BLUE, move)


def test_refusals_of_places() -> None:
    state = play(bid(start(), "2g 1g", "none"), "plant P1 B2")
    assert "B2 is taken by P1" in refused(state, RED, "plant Q1 B2")
    assert "E5 is not beside a tree of yours" in refused(state, RED, "plant Q1 E5")
    assert "it is not blue's turn: red must choose" in refused(state, BLUE, "skip")


def test_the_rest_of_a_move_can_be_said_alone() -> None:
    state = play(bid(start(), "2g 1g", "none"), "plant P1 B2")
    held = state.apply_action(RED, board.PLANT + read_card("Q1"))
    assert held.play(RED, "b3") == state.play(RED, "plant Q1 B3")
    assert "B2 is taken by P1" in refused(held, RED, "B2")
    assert refused(held, RED, "plant Q1 B3") == "name the cell where Q1 goes, as: B1"
    assert refused(state, RED, "B2") == "also name the card that goes there, as: plant Q1 B1"
    full = bid(table(late_state(), red_board=FULL_BOARD, offer="Q1"), "1b", "none")
    assert "name first what you take, as: take Q1 drop P5" in refused(full, RED, "drop P5")
    assert "name first what you take, as: take Q1 drop P2" in refused(full, RED, "drop W8")
    room = bid(table(late_state(), red_board="Q7", offer="Q1"), "1b", "none")
    assert refused(room, RED, "drop Q7") == (
        "a card drops only from a full board; you can play: take, hire, start, skip"
    )
    bare = bid(table(late_state(), offer=""), "1g", "none")
    assert refused(bare, RED, "D5") == "a cell alone is not a move; you can play: start, skip"
    dig = bid(table(late_state(), offer="", refuse="Q1"), "1g", "none")
    assert refused(dig, RED, "D5") == "also name the card that goes there, as: dig Q1 D5"
    taken = full.apply_action(RED, board.TAKE + read_card("Q1"))
    assert taken.play(RED, "drop P5") == full.play(RED, "take Q1 drop P5")
    assert "just taken can't be dropped" in refused(taken, RED, "drop Q1")
    assert "R5 is not on your board" in refused(taken, RED, "drop R5")


def test_refusals_before_and_after() -> None:
    assert "try: first red, or: first blue" in refused(GAME.new(seed=1), RED, "bid none")
    assert "write it like: first red, or: first blue" in refused(
        GAME.new(seed=1), RED, "first green"
    )
    over = skip_rounds(start(), 11)
    assert refused(over, RED, "skip") == "the game is over"


def test_capitals_do_not_matter() -> None:
    state = bid(start(), "1g", "none")
    assert state.play(RED, "PLANT p1 b2") == state.play(RED, "plant P1 B2")


WORDS = (
    "first red blue bid none done 1g 3b 9g 99b plant dig take hire start skip drop P1 Q8 X3 A1 G7"
)


@settings(max_examples=200)
@given(
    st.lists(st.sampled_from(WORDS.split()) | st.text(max_size=5), max_size=6).map(" ".join),
    st.integers(0, 3),
)
def test_any_words_are_understood_or_refused(move: str, transition: int) -> None:
    bidding = start()
    playing = bid(bidding, "1g 1b", "1b")
    state = (GAME.new(seed=1), bidding, playing, skip_rounds(bidding, 11))[transition]
    for player in (RED, BLUE):
        if move in state.legal(player):
            assert state.play(player, move).is_consistent
        else:
            assert len(refused(state, player, move)) > 5


# What is loaded.


@pytest.mark.parametrize(
    "spoil",
    [
        {"phase": 9},
        {"round_number": 12},
        {"start": 2},
        {"next_start": 3},
        {"turn": 5},
        {"order": [5, 0, -1, -1, -1, -1, -1, -1, -1]},
        {"dealt": 6},
        {"parrots": [5, 6]},
        {"groups": [3, 0]},
        {"used": [9, 0]},
        {"bid": [1, 2, *[0] * 32], "groups": [2, 0]},
        {"bid": [9, 0, *[0] * 32], "groups": [1, 0]},
        {"boarded": [1, 0]},
        {"planted": [0, 5]},
        {"grid": [63, *[-1] * 71]},
        {"grid": [64, *[-1] * 71]},
        {"where": [0] * 64},
        {"where": [6, *[0] * 63]},
        {"deck": [0] * 64},
        {"deck": [-1] * 64},
        {"turns": 9},
        {"turns": 2, "order": [0, 0, -1, -1, -1, -1, -1, -1, -1]},
        {"where": [50, *[0] * 63]},
        {"grid": [-5, *[-1] * 71]},
        {"ready": [1, 5]},
        {"skipped": [0, 1]},
        {"hired": 9},
        {"dug": -1},
        {"taken": -100},
        {"given": 3},
        {"last": 99},
        {"parrots": [7, 6]},
    ],
)
def test_unsound_records_are_found(spoil: dict[str, object]) -> None:
    good = bid(start(), "2g 1b", "1g")
    assert good.is_consistent
    record = type(good.record).from_json({**good.record.to_json(), **spoil})
    assert isinstance(record, Record)
    assert not State(GAME, bytes(record)).is_consistent


GIVEN = board.GIVE + read_card("Q3")


@pytest.mark.parametrize(
    "spoil",
    [
        {"given": 4},
        {"last": -1},
        {"last": read_card("R4")},
        {"hired": 1},
        {"taken": read_card("R4")},
        {"parrots": [9, 6]},  # the cards left could not pay for a tenth
    ],
)
def test_unsound_hires_are_found(spoil: dict[str, object]) -> None:
    good = hiring("Q3 R4 S1").apply_action(RED, GIVEN)
    assert good.is_consistent
    assert not State(
        GAME, bytes(type(good.record).from_json({**good.record.to_json(), **spoil}))
    ).is_consistent


def test_hints_for_one_card_after_another_count_each_alone() -> None:
    deck = [
        "P1",
        "P2",
        "R1",
        "S1",
        "T1",
        *(c for c in DECK if c not in ["P1", "P2", "R1", "S1", "T1"]),
    ]
    view = bid(start(deck=deck), "1b", "1g").observe(RED)
    before = bytes(view.record)
    hints = [benefit(view, f"take {card}") for card in ("P1", "P2", "P1")]
    assert [text.rpartition("advertise ")[2] for text in hints] == [
        "1 of Cassia, against 0.",
        "2 of Cassia, against 0.",
        "1 of Cassia, against 0.",
    ]
    assert bytes(view.record) == before
