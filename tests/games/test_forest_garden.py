"""Forest Garden, ruling by ruling: the deal, a round's offers, draws and special actions."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from tests.games.forest_garden import (
    choose,
    deck,
    garden,
    hand,
    known,
    late,
    log_lines,
    offers,
    pile,
    plain,
    plant,
    play,
    refused,
    storage,
    table,
    transitions,
)

import spinney
from spinney.core.interface import LATE
from spinney.core.narration import narrate
from spinney.core.state import State
from spinney.games.forest_garden.deck.plant import IDS
from spinney.games.forest_garden.rules import record
from spinney.games.forest_garden.rules.deal import begin
from spinney.games.forest_garden.rules.record import CHOOSING, DECK_SIZE, NONE
from spinney.games.forest_garden.text.notation import deal_of

pytestmark = pytest.mark.usefixtures("interpreted")

GAME = "forest-garden"
SHRUBS, LARGE_SHRUBS = plain(1), plain(2)


def new(players: int = 2, seed: int = 1, **options: object) -> State:
    return spinney.game(GAME, players=players, **options).new(seed=seed)


def continents(state: State) -> str:
    """The continent of each deck."""
    s = state.record
    return " ".join(("AS", "EU", "NA")[s.origin[d]] for d in range(s.players))


# The deal.


@pytest.mark.parametrize("players", range(2, 8))
def test_there_are_as_many_decks_as_players_of_32_cards_of_one_continent(players: int) -> None:
    state = new(players)
    found = set()
    for d in range(players):
        cards = deck(state, d)
        assert len(cards) == DECK_SIZE
        assert {card[:2] for card in cards} == {continents(state).split()[d]}
        found |= set(cards)
    assert len(found) == DECK_SIZE * players


@pytest.mark.parametrize(
    ("players", "decks"),
    [
        (2, {"EU EU", "NA NA"}),
        (3, {"AS AS AS"}),
        (4, {"EU EU NA NA"}),
        (5, {"AS AS AS EU EU", "AS AS AS NA NA"}),
        (6, {"AS AS AS EU EU NA", "AS AS AS EU NA NA"}),
        (7, {"AS AS AS EU EU NA NA"}),
    ],
)
def test_which_continents_serve_is_drawn_by_lot_where_there_is_a_choice(
    players: int, decks: set[str]
) -> None:
    found = Counter(continents(new(players, seed)) for seed in range(24))
    assert set(found) == decks
    assert min(found.values()) > 3


def test_or_chosen() -> None:
    for wanted, decks in (("EU", "EU EU"), ("NA", "NA NA")):
        found = {continents(new(2, seed, continents=wanted)) for seed in range(8)}
        assert found == {decks}
    assert continents(new(5, continents="NA, AS")) == "AS AS AS NA NA"
    for half, decks in (("EU", "AS AS AS EU NA NA"), ("NA", "AS AS AS EU EU NA")):
        assert {continents(new(6, seed, half=half)) for seed in range(8)} == {decks}


@pytest.mark.parametrize(
    ("players", "wanted"), [(2, "AS"), (2, "EU NA"), (3, "EU"), (4, "EU"), (5, "EU NA"), (7, "AS")]
)
def test_continents_that_do_not_serve(players: int, wanted: str) -> None:
    with pytest.raises(spinney.Refused, match=f"with {players} players the decks of .* are used"):
        spinney.game(GAME, players=players, continents=wanted)


@pytest.mark.parametrize(
    ("option", "value"),
    [("players", 1), ("players", 8), ("half", "AS"), ("nitrogen", "twice"), ("tasks", "maybe")],
)
def test_options_that_can_not_be(option: str, value: object) -> None:
    with pytest.raises(spinney.Refused, match=f"{option} can't be"):
        spinney.game(GAME, **{option: value})


def test_with_six_players_half_of_a_continent_stays_in_the_box_unseen() -> None:
    for half in ("EU", "NA"):
        state = new(6, half=half)
        boxed = [IDS[state.record.box[i]] for i in range(DECK_SIZE)]
        assert {card[:2] for card in boxed} == {half}
        assert not set(boxed) & {card for d in range(6) for card in deck(state, d)}
        for p in range(-1, 6):
            view = state.observe(p).record
            assert all(view.box[i] < NONE for i in range(DECK_SIZE))
            assert record.continent_of(view.box[0]) == ("AS", "EU", "NA").index(half)
    assert new(7).record.box[0] == NONE


def test_everybody_begins_with_one_cube_an_empty_garden_and_no_card() -> None:
    state = new(4)
    assert storage(state) == [1, 1, 1, 1]
    assert all(garden(state, p) == {} and hand(state, p) == [] for p in range(4))
    assert pile(state) == []


def test_seeds_deal_different_games_and_the_same_again() -> None:
    assert new(5, 3) == new(5, 3)
    assert len({new(2, seed).data for seed in range(20)}) == 20


def test_every_order_of_a_deck_is_shuffled_from_the_whole_continent() -> None:
    tops = {deck(new(3, seed), 0)[0] for seed in range(60)}
    assert len(tops) > 30


# Given deals.


def test_a_deal_can_be_told_and_given_again() -> None:
    for players in range(2, 8):
        for seed in range(4):
            state = new(players, seed, tasks=True)
            assert state.game.new(**deal_of(state.record)) == state


def test_decks_come_from_their_top_and_lots_by_round() -> None:
    decks: Any = [[f"EU{k:02}" for k in range(1, 33)], [f"EU{k:02}" for k in range(33, 65)]]
    lots: Any = ["21"] * 20 + [[0, 1]]
    state = spinney.game(GAME).new(decks=decks, lots=lots, tasks=[])
    assert deck(state, 0) == decks[0]
    assert deck(state, 1) == decks[1]
    assert deal_of(state.record)["lots"] == ["21"] * 20 + ["12"]
    assert deal_of(state.record)["decks"] == [*decks[0], *decks[1]]


EU, NA = ([f"{c}{k:02}" for k in range(1, 65)] for c in ("EU", "NA"))


@pytest.mark.parametrize(
    ("given", "reason"),
    [
        ({"decks": EU[1:]}, "with 2 players there are 2 decks of 32 cards; given are 63 cards"),
        ({"decks": [*EU[1:], "EU02"]}, "EU02 is given twice"),
        ({"decks": [*EU[1:], "NA01"]}, "deck 2 has cards of two continents"),
        ({"decks": [*NA[:32], *EU[:32]]}, "decks come in the order of their continents"),
        ({"decks": [*EU[:32], *NA[:32]]}, "the decks can't be of EU NA; they can be of EU or NA"),
        ({"decks": [*EU[1:], "EU99"]}, "there is no card 'EU99'"),
        ({"decks": EU, "box": NA[:32]}, "with 2 players 32 cards can't stay in the box"),
        ({"decks": EU, "lots": ["12"]}, "a lot for each of the 21 rounds, and given are 1"),
        ({"decks": EU, "lots": ["11"] * 21}, "'11' is not an order of 2 seats"),
        ({"decks": EU, "lots": ["ab"] * 21}, "'ab' is not an order of 2 seats"),
        ({"decks": EU, "tasks": ["white", "dry"]}, "played without additional tasks"),
        ({"cards": EU}, "is dealt from: decks, box, lots, tasks"),
    ],
)
def test_deals_that_can_not_be(given: dict[str, Any], reason: str) -> None:
    with pytest.raises(spinney.Refused) as caught:
        spinney.game(GAME).new(**given)
    assert reason in str(caught.value)


@pytest.mark.parametrize(
    ("tasks", "reason"),
    [
        (["white", "wite"], "there is no task 'wite'; did you mean white?"),
        (["white", "white"], "each of the 2 players is given a task, all different"),
        (["white"], "each of the 2 players is given a task, all different"),
    ],
)
def test_tasks_that_can_not_be(tasks: list[str], reason: str) -> None:
    game = spinney.game(GAME, tasks=True)
    assert game.new(decks=EU, tasks=["dry", "early"]).is_consistent
    with pytest.raises(spinney.Refused) as caught:
        game.new(decks=EU, tasks=tasks)
    assert reason in str(caught.value)


def test_what_is_given_must_fit_the_continents_that_were_chosen() -> None:
    with pytest.raises(spinney.Refused, match="the decks can't be of NA; they can be of EU"):
        spinney.game(GAME, continents="EU").new(decks=NA)
    asia = [f"AS{k:02}" for k in range(1, 97)]
    given: Any = {"decks": [*asia, *EU, *NA[:32]], "box": NA[32:]}
    assert spinney.game(GAME, players=6).new(**given).is_consistent
    with pytest.raises(spinney.Refused, match="the box can't be of NA; they can be of EU"):
        spinney.game(GAME, players=6, half="EU").new(**given)


def test_a_deal_is_told_only_at_the_beginning() -> None:
    with pytest.raises(spinney.Refused, match="just begun"):
        deal_of(new().play(0, "draw 1").record)


# First cards.


def test_in_seat_order_each_draws_from_a_deck_of_choice_before_the_offers() -> None:
    state = new(3)
    for p in range(3):
        assert state.to_act == (p,)
        assert list(state.legal(p)) == ["draw 1", "draw 2", "draw 3"]
        assert offers(state) == [None, None, None]
        top = deck(state, 2)[0]
        state = state.play(p, "draw 3")
        assert hand(state, p) == [top]
        assert known(state, p, top) == {p}
    assert state.to_act == (0, 1, 2)
    assert [len(deck(state, d)) for d in range(3)] == [32, 32, 29]


def test_a_first_card_is_seen_by_who_draws_it_but_its_continent_by_all() -> None:
    state = new(4)
    happened = state.transitions(0, "draw 4")
    after = happened[-1].state
    (card,) = hand(after, 0)
    assert hand(after.observe(1), 0) == ["NA?"]
    assert hand(after.observe(0), 0) == [card]
    assert card in log_lines(happened, 0)[1]
    assert log_lines(happened, 1) == ["draw 4"]


# Offers.


def test_all_tops_are_turned_up_and_what_is_face_up_stays() -> None:
    state = table(players=3)
    before = offers(state)
    assert None not in before
    state = choose(state, "1", "special", "special")
    assert offers(state) == [None, *before[1:]]
    card = deck(state, 0)[0]
    while state.record.round_number == 1:
        state = late(state)
    assert offers(state) == [card, *before[1:]]


def test_the_offer_is_the_top_of_its_deck_and_counts_in_it() -> None:
    state = table()
    assert [len(deck(state, d)) for d in (0, 1)] == [32, 30]
    assert state.record.left[0] == 32
    assert offers(state)[0] == deck(state, 0)[0]


# Choices.


def test_everybody_chooses_at_once_and_unseen() -> None:
    state = table(players=3)
    assert state.to_act == (0, 1, 2)
    for p in (0, 1, 2):
        assert list(state.legal(p)) == ["choose 1", "choose 2", "choose 3", "choose special"]
    happened = state.transitions(1, "choose 2")
    after = happened[-1].state
    assert after.to_act == (0, 2)
    assert after.observe(0) == state.observe(0)
    assert [log_lines(happened, p) for p in (-1, 0, 1, 2)] == [[], [], ["choose 2"], []]


def test_choices_are_revealed_together_and_are_public() -> None:
    state = table(players=3, storage=[1, 1, 1])
    state = choose(state, "3", "special")
    (card, *_), happened = offers(state)[2:], state.transitions(2, "choose 3")
    for p in (-1, 0, 1):
        line = log_lines(happened, p)[0]
        assert f"player 1 chooses 3 ({plant(str(card)).english}" in line
        assert "player 2 chooses a special action" in line
        assert "player 3 chooses 3" in line


def test_a_special_action_needs_a_cube_when_it_is_chosen() -> None:
    state = table(storage=[0, 1])
    assert list(state.legal(0)) == ["choose 1", "choose 2"]
    assert "choose special" in state.legal(1)


def test_a_deck_without_a_card_can_not_be_chosen() -> None:
    state = table(left=[0, 5])
    assert list(state.legal(0)) == ["choose 2", "choose special"]
    assert "deck 1 has no card left" in refused(state, 0, "choose 1")


def test_who_can_choose_anything_must_and_who_can_not_passes() -> None:
    state = table(left=[0, 0], storage=[0, 1])
    assert state.to_act == (1,)
    assert list(state.legal(1)) == ["choose special"]
    happened = state.transitions(1, "choose special")
    assert log_lines(happened)[0] == ("player 1 chooses nothing; player 2 chooses a special action")
    assert len(hand(happened[-1].state, 0)) == 1


def test_with_nothing_to_choose_for_anybody_the_rounds_go_by() -> None:
    cards = hand(table(left=[0, 0]), 0)
    state = table(left=[0, 0], storage=[0, 0], round_=18)
    assert state.record.round_number == record.ROUNDS
    assert state.to_act == (0,)  # the last hand card
    assert hand(state, 0) == cards


def test_with_seven_players_the_two_decks_at_six_are_chosen_apart() -> None:
    state = table(players=7)
    assert list(state.legal(0))[5:] == ["choose 6", "choose 7", "choose special"]
    state = choose(state, *"1234567"[:5], "6", "7")
    assert all(len(hand(state, p)) == 2 for p in range(7))
    assert storage(state) == [1] * 7


# Who gets what.


def test_alone_one_takes_the_card_for_nothing() -> None:
    state = table(storage=[3, 3])
    one, two = offers(state)
    state = choose(state, "2", "1")
    assert hand(state, 0)[-1] == two
    assert hand(state, 1)[-1] == one
    assert storage(state) == [3, 3]
    assert offers(state) == [None, None]


def test_the_largest_storage_wins_and_pays_a_cube() -> None:
    state = table(players=3, storage=[2, 4, 3])
    card, below = deck(state, 0)[:2]
    third = deck(state, 0)[2]
    state = choose(state, "1", "1", "1")
    assert [hand(state, p)[-1] for p in (0, 1, 2)] == [third, card, below]
    assert storage(state) == [2, 3, 3]


def test_the_others_draw_in_order_of_inventory_and_then_of_seats() -> None:
    state = table(players=5, storage=[2, 2, 5, 3, 2], continents="AS EU")
    cards = deck(state, 3)[:5]
    state = choose(state, "4", "4", "4", "4", "4")
    order = [2, 3, 0, 1, 4]
    assert [hand(state, p)[-1] for p in order] == cards


def test_between_equal_storages_the_cubes_on_plants_decide() -> None:
    one, two = SHRUBS[:2]
    state = table([f"{one}@1.1+1", f"{two}@1.1+2"], storage=[3, 3])
    card = offers(state)[0]
    happened = transitions(choose(state, "1"), "choose 1")
    state = happened[-1].state
    assert hand(state, 1)[-1] == card
    assert storage(state) == [3, 2]
    assert (
        "player 2, with as much in storage (3) but more in the garden (2 to 1), takes it for 1 cube"
        in str(log_lines(happened))
    )


def test_a_richer_garden_never_beats_a_fuller_storage() -> None:
    one, two = SHRUBS[:2]
    state = table([f"{one}@1.1+2 {two}@1.2+2", ""], storage=[3, 4])
    card = offers(state)[0]
    assert hand(choose(state, "1", "1"), 1)[-1] == card


def test_dark_cubes_count_on_plants_and_not_on_areas_still_empty() -> None:
    one, two = SHRUBS[:2]
    waiting = {(0, "1.5"): 5, (1, "1.1"): 1}
    state = table([f"{one}@1.1+1", f"{two}@1.1"], storage=[3, 3], dark=waiting)
    card = offers(state)[0]
    assert hand(choose(state, "1", "1"), 1)[-1] == card


def test_dark_cubes_under_a_male_count() -> None:
    state = table([f"{SHRUBS[0]}@1.1+1", "EU26@3.1"], storage=[3, 3], dark={(1, "3.1"): 1})
    card = offers(state)[0]
    assert hand(choose(state, "1", "1"), 1)[-1] == card


def test_tied_for_the_most_the_card_is_discarded_and_all_draw() -> None:
    state = table(players=3, storage=[2, 4, 4])
    card, *below = deck(state, 0)[:4]
    happened = transitions(choose(state, "1", "1"), "choose 1")
    state = happened[-1].state
    assert pile(state) == [card]
    assert [hand(state, p)[-1] for p in (1, 2, 0)] == below  # the tied first, then who has less
    assert storage(state) == [2, 4, 4]
    assert "it is discarded, and all of them draw" in str(log_lines(happened))


def test_a_tie_below_the_most_decides_nothing() -> None:
    state = table(players=3, storage=[2, 4, 2])
    card = offers(state)[0]
    state = choose(state, "1", "1", "1")
    assert hand(state, 1)[-1] == card
    assert pile(state) == []


def test_who_wins_with_an_empty_storage_pays_nothing() -> None:
    state = table([f"{SHRUBS[0]}@1.1+1", ""], storage=[0, 0])
    card = offers(state)[0]
    happened = transitions(choose(state, "1"), "choose 1")
    assert hand(happened[-1].state, 0)[-1] == card
    assert storage(happened[-1].state) == [0, 0]
    assert "takes it for nothing, having no cube" in str(log_lines(happened))


def test_offers_are_settled_in_the_order_of_their_numbers_draws_included() -> None:
    state = table(players=4)
    lines = log_lines(transitions(choose(state, "3", "1", "3"), "choose 1"))
    told_ = [line for line in lines if "draws" in line or "take" in line or "discarded" in line]
    decks = [int(line[-1]) for line in told_ if "draws from deck" in line]
    assert decks == [1, 1, 3, 3]


def test_a_card_taken_from_the_offer_is_known_to_all_and_a_drawn_one_is_not() -> None:
    state = table(storage=[3, 2])
    state = choose(state, "1", "1")
    taken, drawn = hand(state, 0)[-1], hand(state, 1)[-1]
    assert known(state, 0, taken) == {-1}
    assert known(state, 1, drawn) == {1}
    assert hand(state.observe(0), 1) == ["EU?", "EU?"]
    assert set(hand(state.observe(-1), 0)) == {"EU?", taken}


def test_a_discarded_offer_lies_under_what_is_sold_that_round() -> None:
    state = table()
    card = str(offers(state)[0])
    state = choose(state, "1", "1")
    sold = hand(state, 0)[0]
    assert pile(play(state, f"sell {sold}")) == [card, sold]


# Empty decks.


def test_who_must_draw_from_an_empty_deck_draws_from_the_next() -> None:
    state = table(players=3, left=[1, 32, 30], storage=[3, 2, 1])
    top, below = deck(state, 1)[:2]
    happened = transitions(choose(state, "1", "1"), "choose 2")
    state = happened[-1].state
    assert hand(state, 1)[-1] == below  # not the offer, which another has chosen
    assert hand(state, 2)[-1] == top
    assert "deck 1 has no card face down; player 2 draws from deck 2" in log_lines(happened)


def test_a_deck_with_its_offer_alone_is_passed_over_and_after_the_last_comes_the_first() -> None:
    state = table(players=3, left=[9, 1, 1], storage=[3, 2, 1])
    below = deck(state, 0)[1]
    state = choose(state, "2", "2", "3")
    assert hand(state, 1)[-1] == below


def test_deck_7_follows_6_and_precedes_1() -> None:
    state = table(players=7, left=[9, 1, 1, 1, 1, 1, 1], storage=[3, 2, 1, 1, 1, 1, 1])
    below = deck(state, 0)[1]
    state = choose(state, "7", "7", "1", "2", "3", "4", "5")
    assert hand(state, 1)[-1] == below


def test_if_there_is_none_to_draw_one_gets_no_card_and_plays_none() -> None:
    state = table(left=[1, 1], storage=[3, 2])
    happened = transitions(choose(state, "1"), "choose 1")
    state = happened[-1].state
    assert len(hand(state, 1)) == 1
    assert "no deck has a card face down: player 2 gets none" in log_lines(happened)
    state = play(state, f"sell {hand(state, 0)[0]}")
    assert state.record.phase == CHOOSING
    assert state.record.round_number == 2


# Plays.


def test_those_who_received_a_card_play_in_seat_order() -> None:
    state = choose(table(players=4), "4", "3", "2", "1")
    for p in range(4):
        assert state.to_act == (p,)
        assert len(hand(state, p)) == 2
        state = late(state)
    assert state.record.round_number == 2


def test_either_card_can_be_played_and_one_is_left() -> None:
    state = choose(table(hands=[SHRUBS[0]], tops=[LARGE_SHRUBS[0]]), "1", "2")
    for card, other in (hand(state, 0), reversed(hand(state, 0))):
        verbs = {way.split()[0] for way in state.legal(0) if card in way}
        assert verbs == {"sell", "grow"}
        assert hand(play(state, f"sell {card}"), 0) == [other]


@pytest.mark.parametrize(("row", "price"), [(1, 1), (2, 1), (3, 2), (4, 2), (5, 2)])
def test_a_shrub_sells_for_one_and_a_tree_for_two(row: int, price: int) -> None:
    card = plain(row)[0]
    state = play(choose(table(hands=[card]), "1", "2"), f"sell {card}")
    assert storage(state) == [1 + price, 1]
    assert pile(state) == [card]
    assert plant(card).tree == (price == 2)


# Special actions.


def special(state: State, *others: str) -> State:
    """Player 1 chooses a special action, the others as said; they sell what they can."""
    state = choose(state, "special", *others)
    while state.record.doing == record.PLAY:
        state = late(state)
    return state


def test_special_actions_wait_until_all_others_have_played() -> None:
    state = choose(table(players=3), "special", "1", "special")
    assert state.to_act == (1,)
    state = late(state)
    assert state.to_act[0] in (0, 2)
    assert state.record.doing == record.ACTION


def test_the_alternative_offer() -> None:
    state = table(players=3, storage=[2, 1, 1])
    shown = offers(state)
    state = special(state, "2", "special")
    below = [deck(state, 0)[1], deck(state, 1)[0], deck(state, 2)[1]]
    state = play(state, "swap")
    assert storage(state)[0] == 1
    assert pile(state)[-2:] == [shown[0], shown[2]]  # in the order of the decks
    assert offers(state) == below
    assert list(state.legal(0)) == sorted(f"pick {card}" for card in below)
    state = play(state, f"pick {below[1]}")
    assert hand(state, 0)[-1] == below[1]
    assert known(state, 0, below[1]) == {-1}
    assert offers(state) == [below[0], None, below[2]]
    assert state.to_act == (0,)
    assert len(hand(state, 0)) == 2  # and one of them is played now
    state = late(state)
    assert state.to_act == (2,)  # whose turn comes after that


def test_what_is_left_of_the_alternative_offer_stays_for_the_next_round() -> None:
    state = special(table(storage=[1, 1]), "1")
    state = play(state, "swap")
    one, two = offers(state)
    state = late(play(state, f"pick {one}"))
    assert state.record.round_number == 2
    assert offers(state)[1] == two


def test_one_of_the_alternative_offer_must_be_taken() -> None:
    state = play(special(table(), "1"), "swap")
    assert "decline" not in state.legal(0)
    assert all(way.startswith("pick ") for way in state.legal(0))


def test_an_alternative_offer_needs_a_card_face_down() -> None:
    state = table(left=[1, 1], storage=[5, 1])
    state = special(state, "1")
    assert "swap" not in state.legal(0)
    assert "search discard" in state.legal(0)


def test_who_can_pay_for_neither_special_action_does_and_pays_nothing() -> None:
    """There is nothing face down to turn up, and 2 cubes are too few for a search."""
    state = choose(table(players=3, left=[1, 1, 1], storage=[2, 1, 1]), "special", "1", "2")
    held, shown = hand(state, 0), offers(state)[2]
    happened = [*state.forfeit(1, LATE)]
    happened += happened[-1].state.forfeit(2, LATE)
    state = happened[-1].state
    assert (
        "player 1 can perform no special action: there is nothing to turn up, and a search costs "
        "3 cubes"
    ) in log_lines(happened)
    told = [sentence.text for sentence in narrate(0, happened, 0)]
    assert any(
        text.startswith("You lose your special action: no deck has a card left to turn up")
        for text in told
    )
    assert (hand(state, 0), storage(state)[0]) == (held, 2)
    assert offers(state)[2] == shown


def test_a_search_takes_any_card_of_a_deck_and_keeps_its_order() -> None:
    state = special(table(storage=[4, 1]), "2")
    before = deck(state, 0)
    state = play(state, "search 1")
    assert storage(state)[0] == 1
    assert list(state.legal(0)) == sorted(f"pick {card}" for card in before)
    state = play(state, f"pick {before[7]}")
    assert hand(state, 0)[-1] == before[7]
    assert known(state, 0, before[7]) == {0}
    assert deck(state, 0) == [card for card in before if card != before[7]]
    assert offers(state)[0] == before[0]  # it lies face up still


def test_a_search_may_take_the_card_that_lies_face_up() -> None:
    state = special(table(storage=[3, 1]), "2")
    top = str(offers(state)[0])
    state = play(state, "search 1", f"pick {top}")
    assert known(state, 0, top) == {-1}
    assert offers(state)[0] is None


def test_a_search_of_the_discard_pile_may_take_what_was_just_sold() -> None:
    lying = SHRUBS[:2]
    state = choose(table(storage=[3, 1], pile=" ".join(lying)), "special", "1")
    sold = hand(state, 1)[0]
    state = play(state, f"sell {sold}", "search discard")
    assert list(state.legal(0)) == sorted(f"pick {card}" for card in [*lying, sold])
    state = play(state, f"pick {lying[1]}")
    assert pile(state) == [lying[0], sold]
    assert known(state, 0, lying[1]) == {-1}


def test_a_search_of_what_is_empty_is_none() -> None:
    state = special(table(players=3, storage=[3, 1, 1], left=[0, 32, 32]), "2", "2")
    ways = list(state.legal(0))
    assert "search 1" not in ways
    assert "search 2" in ways
    clear = choose(table(storage=[3, 1], pile=""), "special", "1")
    card = next(way for way in clear.legal(1) if way.startswith("grow"))
    assert "search discard" not in play(clear, card).legal(0)


def test_a_search_needs_three_cubes_and_a_swap_one() -> None:
    for cubes, verbs in ((1, {"swap"}), (2, {"swap"}), (3, {"swap", "search"})):
        state = special(table(storage=[cubes, 1]), "1")
        assert {way.split()[0] for way in state.legal(0)} == verbs


def test_which_special_action_it_is_is_decided_at_its_turn_and_one_must_be() -> None:
    state = special(table(storage=[5, 1]), "1")
    assert {way.split()[0] for way in state.legal(0)} == {"swap", "search"}


@pytest.mark.parametrize("lot", ["123", "312", "231"])
def test_the_fullest_storage_acts_first_and_the_lot_decides_between_equals(lot: str) -> None:
    state = table(players=3, storage=[1, 1, 1], lots=[lot] * 21)
    state = choose(state, "special", "special", "special")
    order = []
    while state.record.round_number == 1:
        if state.record.doing == record.ACTION:
            order.append(state.to_act[0])
        state = late(state) if state.record.doing != record.ACTION else acted(state)
    assert order == [int(seat) - 1 for seat in lot]


def acted(state: State) -> State:
    """The player in turn performs the alternative offer and takes its first card."""
    state = play(state, "swap")
    return play(state, next(iter(state.legal(state.to_act[0]))))


def test_of_unequal_storages_the_lot_has_no_say() -> None:
    state = table(players=3, storage=[1, 3, 2], lots=["123"] * 21)
    happened = transitions(choose(state, "special", "special"), "choose special")
    assert log_lines(happened)[1] == (
        "special action of player 2, with 3 in storage; special action of player 3, with 2 in "
        "storage; special action of player 1, with 1 in storage"
    )


def test_a_lot_decides_only_between_those_who_are_equal() -> None:
    state = table(players=4, storage=[2, 5, 2, 2], lots=["4312"] * 21)
    happened = transitions(choose(state, "special", "special", "special"), "choose special")
    assert log_lines(happened)[1] == (
        "special action of player 2, with 5 in storage; special actions of player 4 and then "
        "player 3 and then player 1, by lot, with 2 in storage each"
    )


@pytest.mark.parametrize(
    ("storages", "acting"),
    [([5, 4, 4], [0]), ([5, 5, 3], [2]), ([4, 4, 4], []), ([5, 4, 3], [0, 1, 2])],
)
def test_forfeit_each_group_of_equals_loses_its_action(
    storages: list[int], acting: list[int]
) -> None:
    state = table(players=3, storage=storages, special_tie="forfeit")
    held = [hand(state, p) for p in range(3)]
    happened = transitions(choose(state, "special", "special"), "choose special")
    state = happened[-1].state
    assert ("lose their special actions" in str(log_lines(happened))) == (len(acting) < 3)
    order = []
    while state.record.round_number == 1:
        if state.record.doing == record.ACTION:
            order.append(state.to_act[0])
        state = late(state) if state.record.doing != record.ACTION else acted(state)
    assert order == acting
    for p in set(range(3)) - set(acting):
        assert (hand(state, p), storage(state)[p]) == (held[p], storages[p])


def test_with_forfeit_garden_cubes_break_no_tie() -> None:
    gardens = [f"{SHRUBS[0]}@1.1+2", ""]
    state = table(gardens, storage=[3, 3], special_tie="forfeit")
    assert choose(state, "special", "special").record.round_number == 2


def test_who_waits_keeps_a_single_card_until_then() -> None:
    state = choose(table(), "special", "1")
    assert len(hand(state, 0)) == 1
    assert state.to_act == (1,)


# Who knows what.


def test_who_searched_a_deck_knows_its_order_and_what_another_draws_from_it() -> None:
    state = special(table(players=3, storage=[4, 20, 8]), "3", "3")
    order = deck(state, 0)
    state = late(play(state, "search 1", f"pick {order[0]}"))
    view = state.observe(0)
    assert deck(view, 0) == order[1:]
    assert set(deck(state.observe(1), 0)[1:]) == {"AS?"}
    state = choose(state, "2", "1", "1")  # player 3 draws the third of that deck
    assert hand(state, 2)[-1] == order[2]
    assert known(state, 2, order[2]) == {0, 2}
    assert order[2] in hand(state.observe(0), 2)
    assert hand(state.observe(1), 2).count("AS?") == 2


def test_what_was_known_of_a_deck_is_forgotten_when_another_takes_from_inside_it() -> None:
    state = special(table(players=3, storage=[9, 9, 9], lots=["123"] * 21), "special", "3")
    order = deck(state, 0)
    state = late(play(state, "search 1", f"pick {order[5]}"))
    assert deck(state.observe(0), 0)[1] == order[1]
    state = play(state, "search 1", f"pick {order[9]}")
    left = [card for card in order if card not in (order[5], order[9])]
    assert deck(state.observe(0), 0) == [order[0], *["AS?"] * (len(left) - 1)]
    assert deck(state.observe(1), 0) == left


def test_a_look_for_a_bonus_makes_the_others_forget_too() -> None:
    """Player 1 has searched the deck, player 2 keeps one of its top seven."""
    state = special(table(players=3, storage=[9, 9, 9]), "2", "3")
    order = deck(state, 0)
    state = play(state, "search 1", f"pick {order[5]}")
    rigged = state.record
    rigged.who, rigged.doing, rigged.bonus = 1, record.BONUS, record.COLOUR_BONUS
    rigged.used[1] = 1
    state = play(State(state.game, bytes(rigged)), "bonus 1", f"pick {order[3]}")
    left = [card for card in order if card not in (order[3], order[5])]
    assert deck(state.observe(0), 0) == [order[0], *["AS?"] * (len(left) - 1)]
    assert deck(state.observe(1), 0) == [*left[:6], *["AS?"] * (len(left) - 6)]


def test_taking_the_face_up_card_lets_nobody_forget() -> None:
    state = special(table(players=3, storage=[9, 9, 9], lots=["123"] * 21), "special", "3")
    order = deck(state, 0)
    state = late(play(state, "search 1", f"pick {order[5]}"))
    state = play(state, "search 1", f"pick {order[0]}")
    left = [card for card in order if card not in (order[0], order[5])]
    assert deck(state.observe(0), 0) == left


def test_which_deck_is_searched_is_public_but_not_what_is_taken() -> None:
    state = special(table(storage=[4, 1]), "2")
    card = deck(state, 0)[3]
    happened = transitions(state, "search 1", f"pick {card}")
    assert log_lines(happened, 1) == ["search 1 (for 3 cubes)", "player 1 keeps a card of deck 1"]
    assert log_lines(happened, 0)[0] == "search 1 (for 3 cubes)"
    assert log_lines(happened, 0)[1].startswith("looking at: ")
    assert any(one.text.startswith("Looked at: ") for one in narrate(0, happened, 0))
    assert log_lines(happened, 0)[2] == f"pick {card} ({plant(card).english})"


def test_when_the_open_card_is_played_the_other_stays_hidden_and_the_reverse() -> None:
    state = choose(table(), "1", "2")
    hidden, shown = hand(state, 0)
    assert hand(play(state, f"sell {shown}").observe(1), 0) == ["EU?"]
    assert hand(play(state, f"sell {hidden}").observe(1), 0) == [shown]


def test_lots_are_hidden_from_all() -> None:
    state = table(players=3)
    for p in range(-1, 3):
        view = state.observe(p).record
        assert all(view.lot[n] == record.HIDDEN_LOT for n in range(1, record.ROUNDS))


# Who is late.


def test_who_is_late_choosing_has_chosen_nothing_and_gets_no_card() -> None:
    state = table(storage=[5, 5]).play(1, "choose 1")
    happened = state.forfeit(0, LATE)
    assert "player 1 chooses nothing" in log_lines(happened)[0]
    state = happened[-1].state
    assert state.to_act == (1,)
    assert len(hand(state, 0)) == 1


def test_who_is_late_otherwise_draws_from_the_first_deck_or_sells_the_first_card() -> None:
    state = new(3)
    drawn = late(state)
    assert hand(drawn, 0) == [deck(state, 0)[0]]
    state = choose(table(), "1", "2")
    assert pile(late(state)) == [min(hand(state, 0))]


def test_who_is_late_performs_no_special_action_and_pays_nothing() -> None:
    state = special(table(storage=[5, 1]), "1")
    happened = state.forfeit(0, LATE)
    assert log_lines(happened)[0] == "player 1 performs no special action"
    state = happened[-1].state
    assert state.record.round_number == 2
    assert storage(state)[0] == 5


def test_who_has_paid_and_is_late_takes_the_first_card() -> None:
    state = play(special(table(storage=[5, 1]), "1"), "search 1")
    after = late(state)
    assert hand(after, 0)[-1] == min(deck(state, 0))


# The whole.


def test_a_state_is_at_most_two_kilobytes() -> None:
    assert len(new().data) <= 2048


def test_a_game_begins_the_same_on_a_record_used_before() -> None:
    state = new(3, 9)
    used = state.record
    for turn in range(60):
        state = state.play(state.to_act[0], state.legal(state.to_act[0]).sample(turn))
    begin(used)
    assert State(state.game, bytes(used)) == new(3, 9)
