"""Arboretum, ruling by ruling: the deal, a turn, the end, and what is loaded."""

from __future__ import annotations

from itertools import pairwise

import pytest
from tests.games.arboretum import (
    cards,
    hand,
    late,
    pile,
    play,
    refused,
    start,
    table,
    turn,
    turns,
)

import spinney
from spinney import i18n
from spinney.core.interface import LATE
from spinney.core.state import State
from spinney.games.arboretum import DECK_COLOURS, TREES
from spinney.games.arboretum.rules import record as board
from spinney.games.arboretum.rules.record import DRAW1, DRAW2, HAND, PILE, SHOWN
from spinney.games.arboretum.text.names import card_name
from spinney.games.arboretum.text.notation import deal_of, read_card, read_cell
from spinney.i18n import in_language
from spinney.testing import check_game

FROM_DECK = ("draw deck", "draw deck")


# The deck and the deal.


@pytest.mark.parametrize(("players", "size"), [(2, 48), (3, 64), (4, 80)])
def test_the_deck_has_eight_of_each_colour_in_play(players: int, size: int) -> None:
    state = spinney.game("arboretum", players=players).new(seed=3)
    in_play = [c for c in range(board.CARDS) if state.record.where[c] != board.ABSENT]
    assert [card_name(c) for c in in_play] == cards(players)
    assert len(in_play) == state.record.cards == size


@pytest.mark.parametrize(("players", "left"), [(2, 33), (3, 41), (4, 49)])
def test_starter_discards_come_off_the_deck_for_all_but_the_first(players: int, left: int) -> None:
    record = start(players).record
    assert record.cards - record.top == left
    assert [record.piled[p] for p in range(players)] == [0, *[1] * (players - 1)]


@pytest.mark.parametrize(("players", "left"), [(2, 34), (3, 43), (4, 52)])
def test_as_published_nobody_starts_with_a_discard(players: int, left: int) -> None:
    state = start(players, edition="published")
    assert state.record.cards - state.record.top == left
    assert not any(state.record.piled[p] for p in range(players))
    assert list(state.legal(0)) == ["draw deck"]


def test_a_deck_is_dealt_from_its_front() -> None:
    state, deck = start(3), cards(3)
    assert [hand(state, p) for p in range(3)] == [deck[:7], deck[7:14], deck[14:21]]
    assert [pile(state, p) for p in range(3)] == [[], [deck[21]], [deck[22]]]
    assert hand(play(state, "draw deck"), 0) == [*deck[:7], deck[23]]


def test_seeds_deal_different_games_and_the_same_again() -> None:
    game = spinney.game("arboretum")
    assert game.new(seed=5) == game.new(seed=5)
    assert len({game.new(seed=seed) for seed in range(20)}) == 20


def test_player_one_goes_first_and_then_clockwise() -> None:
    state = start(4)
    for player in (0, 1, 2, 3, 0):
        assert state.to_act == (player,)
        state = turn(state, *FROM_DECK)


def test_the_first_player_can_be_drawn_by_lot() -> None:
    game = spinney.game("arboretum", players=3, first="lot")
    firsts = [game.new(seed=seed) for seed in range(60)]
    assert {state.to_act for state in firsts} == {(0,), (1,), (2,)}
    for state in firsts[:10]:
        (first,) = state.to_act
        assert [len(pile(state, p)) for p in range(3)] == [int(p != first) for p in range(3)]
        assert turn(state, *FROM_DECK).to_act == ((first + 1) % 3,)


@pytest.mark.parametrize(("language", "custom"), [("en", "watered"), ("de", "gegossen")])
def test_the_printed_custom_is_told_in_the_guide_and_where_the_first_player_is_chosen(
    language: str, custom: str
) -> None:
    game = spinney.game("arboretum")
    option = next(option for option in game.options if option.name == "first")
    with in_language(language):
        assert custom in game.guide()
        assert custom in i18n._(option.about)


def test_colours_are_the_first_unless_chosen() -> None:
    chosen = "willow, lilac cassia Poplar myrtle dogwood"
    game = spinney.game("arboretum", colours=chosen)
    assert game.chosen["colours"] == "cassia dogwood lilac myrtle poplar willow"
    s = game.new(seed=1).record
    colours = {TREES[c // 8] for c in range(board.CARDS) if s.where[c] != board.ABSENT}
    assert colours == set(game.chosen["colours"].split())
    backwards = spinney.game("arboretum", colours=list(reversed(TREES)), players=4)
    assert backwards.new(seed=1).is_consistent


@pytest.mark.parametrize(
    ("options", "reason"),
    [
        (
            {"colours": "lilac myrtle"},
            "2 players need 6 kinds of tree, and these are 2: lilac, myrtle",
        ),
        (
            {"colours": " ".join(TREES)},
            "2 players need 6 kinds of tree, and these are 10: cassia, ",
        ),
        ({"colours": "oak"}, "colours can't be 'oak'; there are: first, cassia"),
        ({"colours": "lilak"}, "did you mean lilac?"),
        ({"colours": ""}, "colours can't be ''"),
        ({"colours": 5}, "colours can't be 5"),
        ({"players": 5}, "players can't be 5; it can be: 2, 3, 4"),
        ({"edition": "v12"}, "it can be: v11, published"),
        ({"first": 2}, "first can't be 2; it can be: 1, lot"),
    ],
)
def test_options_that_can_not_be(options: dict[str, object], reason: str) -> None:
    with pytest.raises(spinney.Refused) as caught:
        spinney.game("arboretum", **options)
    assert reason in str(caught.value)


# Given deals.


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("first", ["1", "lot"])
@pytest.mark.parametrize("edition", ["v11", "published"])
def test_deals_are_told_and_dealt_again(players: int, first: str, edition: str) -> None:
    game = spinney.game("arboretum", players=players, first=first, edition=edition)
    for seed in range(5):
        state = game.new(seed=seed)
        deal = deal_of(state.record)
        assert sorted(deal["deck"], key=read_card) == cards(players)
        assert ("first" in deal) == (first == "lot")
        assert game.new(**deal) == state


def test_a_deal_is_told_only_at_the_beginning() -> None:
    for state in (play(start(), "draw deck"), turns(start(), 2, *FROM_DECK)):
        with pytest.raises(spinney.Refused, match="just begun"):
            deal_of(state.record)


def test_with_lots_the_first_player_is_given_too() -> None:
    game = spinney.game("arboretum", first="lot")
    assert game.new(deck=cards(), first=["2"]).to_act == (1,)
    assert game.new(deck=cards()).to_act == (0,)


@pytest.mark.parametrize(
    ("deck", "first", "reason"),
    [
        (cards()[1:], "1", "48 cards once; given are 47, without cassia1"),
        ([*cards()[1:], "cassia2"], "1", "given are 48, without cassia1"),
        ([*cards()[1:], "willow1"], "1", "without cassia1 and with willow1"),
        ([*cards(), "cassia1"], "1", "given are 49, without any missing"),
        (["oak1"], "1", "'oak' is not a tree"),
        (cards(), "2", "the first player can't be '2'; it can be: 1"),
        (cards(), "", "the first player can't be ''"),
    ],
)
def test_deals_that_can_not_be(deck: list[str], first: str, reason: str) -> None:
    with pytest.raises(spinney.Refused) as caught:
        spinney.game("arboretum").new(deck=deck, first=first.split())
    assert reason in str(caught.value)


# A turn: draw, draw, play, discard.


def test_a_turn_is_two_draws_a_play_and_a_discard() -> None:
    state = start()
    verbs: list[str] = []
    while state.to_act == (0,):
        moves = {move.split()[0] for move in state.legal(0)}
        assert len(moves) == 1
        verbs += moves
        state = late(state)
    assert verbs == ["draw", "draw", "play", "discard"]
    assert len(hand(state, 0)) == 7


def test_a_first_card_is_seen_before_the_second_is_chosen() -> None:
    state = play(start(), "draw 2")
    assert state.to_act == (0,)
    assert state.record.phase == DRAW2
    assert "crabapple7" in hand(state.observe(0), 0)
    assert list(state.legal(0)) == ["draw deck"]


def two_on_a_pile() -> State:
    """Player 1 is to draw, has one discard and player 2 has two."""
    state = turns(start(), 2, *FROM_DECK)
    assert [len(pile(state, p)) for p in (0, 1)] == [1, 2]
    return state


def test_any_top_card_can_be_drawn_the_same_pile_twice_and_ones_own() -> None:
    state = two_on_a_pile()
    (own,), (below, top) = pile(state, 0), pile(state, 1)
    assert list(state.legal(0)) == ["draw deck", "draw 1", "draw 2"]
    assert {own, top} <= set(hand(play(state, "draw 1", "draw 2"), 0))
    assert {below, top} <= set(hand(play(state, "draw 2", "draw 2"), 0))
    assert list(play(state, "draw 1").legal(0)) == ["draw deck", "draw 2"]


@pytest.mark.parametrize("source", ["draw deck", "draw 1", "draw 2"])
def test_any_card_in_hand_can_be_played_or_discarded_also_one_just_drawn(source: str) -> None:
    state = two_on_a_pile()
    drawn = play(state, source)
    (new,) = set(hand(drawn, 0)) - set(hand(state, 0))
    state = play(drawn, "draw deck")
    held = hand(state, 0)
    assert len(held) == 9
    assert {move.split()[1] for move in state.legal(0)} == set(held)
    after = play(state, f"play {new} 0,1")
    assert [move.split()[1] for move in after.legal(0)] == [c for c in held if c != new]
    other = next(card for card in held if card != new)
    assert pile(play(state, f"play {other} 0,1", f"discard {new}"), 0)[-1] == new


def test_the_first_card_is_the_origin_and_the_next_touch_one_by_a_side() -> None:
    state = play(start(), *FROM_DECK)
    assert {move.split()[2] for move in state.legal(0)} == {"0,0"}
    state = play(turn(play(state, "play cassia4 0,0", "discard cassia7"), *FROM_DECK), *FROM_DECK)
    cells = {move.split()[2] for move in state.legal(0)}
    assert cells == {"0,1", "1,0", "0,-1", "-1,0"}
    state = play(state, "play cassia1 0,1")
    assert state.record.cell[0, 1] == state.record.cell[0, 0] - board.SPAN  # up


def test_a_card_once_played_stays_where_it_is() -> None:
    state = turns(start(), 6, *FROM_DECK)
    before = state.record
    lying = [(before.card[0, k], before.cell[0, k]) for k in range(before.placed[0])]
    for _ in range(4):
        state = turn(state, *FROM_DECK)
        after = state.record
        assert [(after.card[0, k], after.cell[0, k]) for k in range(len(lying))] == lying
        cells = [after.cell[0, k] for k in range(after.placed[0])]
        assert len(set(cells)) == len(cells)


def test_a_discard_goes_on_top_of_ones_own_pile_and_ends_the_turn() -> None:
    state = play(start(), *FROM_DECK, "play cassia1 0,0", "discard cassia2")
    assert pile(state, 0) == ["cassia2"]
    assert state.to_act == (1,)
    assert state.record.phase == DRAW1


# The longest games, and gardens that grow as far as they can.


def longest(players: int, edition: str) -> State:
    """Nobody draws from the deck without need; every garden is a row to the right."""
    state = start(players, edition=edition)
    while not state.over:
        (player,) = state.to_act
        for _ in range(2):
            state = play(state, list(state.legal(player))[-1])
        state = play(state, f"play {hand(state, player)[0]} {state.record.placed[player]},0")
        state = late(state)
    return state


@pytest.mark.parametrize("edition", ["v11", "published"])
@pytest.mark.parametrize(("players", "all_turns"), [(2, 33), (3, 42), (4, 51)])
def test_a_garden_can_grow_in_one_direction_to_the_end(
    players: int, all_turns: int, edition: str
) -> None:
    state = longest(players, edition)
    placed = [state.record.placed[p] for p in range(players)]
    assert sum(placed) == all_turns
    assert max(placed) == -(-all_turns // players) <= board.MOST
    assert state.is_consistent


# The end.


def one_left() -> State:
    """The first player is to draw, and the deck has one card: 33 are an odd number."""
    state = turns(start(), 16, *FROM_DECK)
    assert state.record.cards - state.record.top == 1
    return state


def test_if_the_first_draw_empties_the_deck_the_second_is_from_a_pile() -> None:
    state = play(one_left(), "draw deck")
    assert list(state.legal(0)) == ["draw 1", "draw 2"]
    assert "the deck is empty; draw from a pile: draw 1 (" in refused(state, 0, "draw deck")


def test_there_is_no_reshuffle() -> None:
    piles = [pile(one_left(), p) for p in (0, 1)]
    state = play(one_left(), "draw deck")
    assert [pile(state, p) for p in (0, 1)] == piles
    assert state.record.top == state.record.cards


def test_the_turn_in_which_the_deck_runs_out_is_the_last_and_is_finished() -> None:
    on_first = play(one_left(), "draw deck", "draw 2")
    state = turns(turn(start(), "draw 2", "draw deck"), 15, *FROM_DECK)
    assert state.record.cards - state.record.top == 2
    on_second = play(state, *FROM_DECK)
    for state, player in ((on_first, 0), (on_second, 0)):
        assert state.to_act == (player,)
        assert not state.over
        end = late(late(state))
        assert end.over
        assert len(hand(end, 0)) == len(hand(end, 1)) == 7
        assert refused(end, player, "draw 1") == "the game is over"


def test_as_long_as_the_deck_has_a_card_the_game_goes_on() -> None:
    state = turn(one_left(), "draw 1", "draw 2")
    assert not state.over
    assert state.to_act == (1,)


def test_there_is_always_a_card_to_draw() -> None:
    """Even if nobody draws from a pile as long as there is a deck."""
    for players in (2, 3, 4):
        for edition in ("v11", "published"):
            state = start(players, edition=edition)
            while not state.over:
                assert state.legal_actions(state.to_act[0])
                state = late(state)


def test_hands_are_shown_in_a_stage_of_its_own() -> None:
    state = late(play(one_left(), "draw deck", "draw 2"))
    transitions = state.forfeit(0, LATE)
    assert [transition.action for transition in transitions if transition.player < 0] == [
        board.REVEAL_STAGE
    ]
    shown, before = transitions[-1].state.observe(-1), transitions[-2].state.observe(-1)
    assert len(hand(shown, 0)) == len(hand(shown, 1)) == 7
    assert len(hand(before, 0)) + len(hand(before, 1)) < 14


# Time.


def test_who_is_late_draws_from_the_deck_or_the_first_pile() -> None:
    assert late(start()) == play(start(), "draw deck")
    state = play(one_left(), "draw deck")
    assert late(state) == play(state, "draw 1")
    state = start(2, "cassia1 cassia2 cassia3 cassia4 cassia5 cassia6 cassia7")
    assert late(late(state)) == play(state, *FROM_DECK)


def test_who_is_late_plays_the_lowest_on_the_topmost_cell_and_discards_the_lowest() -> None:
    front = "lilac3 cassia3 dogwood5 cassia6 lilac8 myrtle2 lilac7"
    state = spinney.game("arboretum", colours="cassia crabapple dogwood lilac magnolia myrtle").new(
        deck=[
            *front.split(),
            *(
                f"{tree}{number}"
                for tree in ("cassia", "crabapple", "dogwood", "lilac", "magnolia", "myrtle")
                for number in range(1, 9)
                if f"{tree}{number}" not in front.split()
            ),
        ]
    )
    state = play(state, *FROM_DECK)
    assert hand(state, 0).count("myrtle2") == 1
    lowest = min(hand(state, 0), key=lambda card: (int(card[-1]), read_card(card)))
    assert late(state) == play(state, f"play {lowest} 0,0")
    state = late(state)
    lowest = min(hand(state, 0), key=lambda card: (int(card[-1]), read_card(card)))
    assert late(state) == play(state, f"discard {lowest}")
    state = play(turn(late(state), *FROM_DECK), *FROM_DECK)
    assert next(iter(state.record.cell)) == board.ORIGIN
    after = late(state)
    assert after.record.cell[0, 1] == read_cell("0,1")


def test_a_card_chosen_before_the_time_ran_out_is_played() -> None:
    state = play(start(), *FROM_DECK)
    begun = state.apply_action(0, board.PLAY + read_card("cassia7"))
    assert begun.mid_move(0)
    assert late(begun) == play(state, "play cassia7 0,0")


# Ties, as the editions have them.


def test_v11_shares_the_victory() -> None:
    gardens = ("cassia2@0,0 cassia4@1,0", "lilac2@0,0 lilac4@1,0 myrtle8@2,0")
    state = table(gardens)
    assert state.scores == (2, 2)
    assert state.outcome == (0, 0)


@pytest.mark.parametrize(
    ("gardens", "outcome"),
    [
        (("cassia2@0,0 cassia4@1,0", "lilac2@0,0 lilac4@1,0 myrtle8@2,0"), (-1, 1)),
        (("cassia2@0,0 cassia4@1,0 cassia8@0,1", "lilac2@0,0 lilac4@1,0"), (1, -1)),
        (("cassia2@0,0 cassia4@1,0 cassia5@0,1", "lilac2@0,0 lilac4@1,0"), (0, 0)),
        (
            (
                "cassia2@0,0 cassia4@1,0",
                "lilac2@0,0 lilac4@1,0",
                "myrtle1@0,0 dogwood2@1,0 magnolia3@2,0",
            ),
            (0, 0, -1),  # more colours don't help who has fewer points
        ),
    ],
)
def test_as_published_most_colours_decide_a_tie_which_else_is_shared(
    gardens: tuple[str, ...], outcome: tuple[int, ...]
) -> None:
    assert table(gardens, edition="published").outcome == outcome


def test_most_points_win_whatever_the_colours() -> None:
    gardens = ("cassia1@0,0 cassia4@1,0", "lilac2@0,0 lilac4@1,0 myrtle8@2,0")
    for edition in ("v11", "published"):
        assert table(gardens, edition=edition).outcome == (1, -1)


# The interface, and what is loaded.


@pytest.mark.long
@pytest.mark.parametrize(
    "options",
    [{}, {"players": 3, "first": "lot"}, {"players": 4, "edition": "published"}],
    ids=["two", "three, by lot", "four, as published"],
)
def test_arboretum_keeps_every_promise(options: dict[str, object]) -> None:
    report = check_game(spinney.game("arboretum", **options), games=1, seed=5, often=0.05)
    assert report.counts["decisions"] > 120
    assert report.counts["decisions compiled and interpreted"] > 120


def test_a_record_is_small() -> None:
    assert board.Arboretum.dtype.itemsize <= 768
    assert board.ACTIONS == 1254


def test_consecutive_cells_are_side_by_side_in_a_row() -> None:
    for left, right in pairwise(range(-board.MOST + 1, board.MOST)):
        assert read_cell(f"{right},3") == read_cell(f"{left},3") + 1


def first(values: list[int], length: int) -> list[int]:
    """These values, then -1."""
    return [*values, *[-1] * (length - len(values))]


@pytest.mark.parametrize(
    "spoil",
    [
        {"players": 5},
        {"players": 1},
        {"phase": 7},
        {"phase": -1},
        {"to_move": 2},
        {"to_move": 1},
        {"first": 1},
        {"lot": 2},
        {"edition": 2},
        {"cards": 47},
        {"top": 90},
        {"top": 20},
        {"held": 3},
        {"held": 90},
        {"phase": board.OVER},
        {"phase": board.DRAW1},
        {"hidden": [1, 2, 0, 0]},
        {"placed": [3, 2, 0, 0]},
        {"placed": [99, 2, 0, 0]},
        {"piled": [1, 2, 0, 0]},
        {"piled": [99, 2, 0, 0]},
        {"card": first([], 4 * board.MOST)},
        {"card": [80] * (4 * board.MOST)},
        {"cell": [0] * (4 * board.MOST)},
        {"pile": first([], 4 * board.PILED)},
        {"pile": [80] * (4 * board.PILED)},
        {"where": [board.DECK] * board.CARDS},
        {"where": [HAND + 3] * board.CARDS},
        {"where": [SHOWN] * board.CARDS},
        {"where": [PILE] * board.CARDS},
        {"where": [3] * board.CARDS},
        {"deck": [0] * board.CARDS},
        {"deck": [-1] * board.CARDS},
    ],
)
def test_unsound_records_are_found(spoil: dict[str, object]) -> None:
    good = play(turns(start(), 4, *FROM_DECK), *FROM_DECK)
    assert good.is_consistent
    assert not changed(good, **spoil).is_consistent


def changed(state: State, **fields: object) -> State:
    record = type(state.record).from_json({**state.record.to_json(), **fields})
    return State(state.game, bytes(record))


@pytest.mark.parametrize("places", [(1, 1), (0, 1)])
def test_nothing_lies_twice(places: tuple[int, int]) -> None:
    """The same cell, the same card, twice in a garden; the same card twice on a pile."""
    good = turns(start(), 6, *FROM_DECK)
    for field, size in (("cell", board.MOST), ("card", board.MOST), ("pile", board.PILED)):
        values = good.record.to_json()[field]
        values[2] = values[places[0]]
        values[1] = values[places[1]]
        assert len(values) == 4 * size
        assert not changed(good, **{field: values}).is_consistent


def test_turns_are_in_order_and_piles_no_higher_than_turns() -> None:
    state = turns(start(), 5, *FROM_DECK)
    assert state.is_consistent
    assert not changed(state, to_move=0).is_consistent
    moved = state.record
    top = moved.pile[0, moved.piled[0] - 1]
    moved.pile[0, moved.piled[0] - 1], moved.piled[0] = -1, moved.piled[0] - 1
    moved.pile[1, moved.piled[1]], moved.where[top] = top, PILE + 1
    moved.piled[1] += 1
    assert not State(state.game, bytes(moved)).is_consistent  # more discards than turns


def test_colours_are_in_the_game_whole_or_not_at_all() -> None:
    """As many cards as there should be, but of more colours."""
    parts = start().record
    for i, other in zip(range(parts.top, parts.top + 4), (79, 70, 61, 52), strict=True):
        parts.where[parts.deck[i]], parts.where[other] = board.ABSENT, board.DECK
        parts.deck[i] = other
    assert not State(start().game, bytes(parts)).is_consistent


@pytest.mark.parametrize("field", ["hidden", "placed", "piled", "card", "cell", "pile"])
def test_there_is_nothing_of_players_that_there_are_not(field: str) -> None:
    values = start().record.to_json()[field]
    values[-1] = 1  # of the fourth of two players
    assert not changed(start(), **{field: values}).is_consistent


def test_the_number_of_colours_is_for_the_number_of_players() -> None:
    assert {n: 8 * colours for n, colours in DECK_COLOURS.items()} == {
        n: int(board.DECK_SIZE[n]) for n in (2, 3, 4)
    }
    assert len(TREES) == board.KINDS
