"""Forest Garden, ruling by ruling: bonuses, the last round, the score, the tasks."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any

import pytest
from tests.games.forest_garden import (
    PLANTS,
    changed_deck,
    choose,
    deck,
    free_place,
    game,
    hand,
    known,
    late,
    log_lines,
    offers,
    pile,
    placed,
    plain,
    plant,
    plants,
    play,
    storage,
    table,
    transitions,
)

from spinney.core.state import State
from spinney.games.forest_garden.deck.plant import Plant
from spinney.games.forest_garden.deck.plants import FEWEST, TASKS
from spinney.games.forest_garden.rules import record
from spinney.games.forest_garden.rules.record import ROUNDS

pytestmark = pytest.mark.usefixtures("interpreted")


def is_quiet(p: Plant) -> bool:
    """Is it a plant that brings about nothing else when it is planted?"""
    return p.sex == "both" and not p.nitrogen


def hues(cards: Sequence[str]) -> set[str]:
    return {plant(card).flower_colour for card in cards}


def types(cards: Sequence[str]) -> set[str]:
    return {plant(card).fruit_type for card in cards}


def variety(
    colours: int,
    fruits: int,
    new: tuple[bool | None, bool],
    continent: str = "EU",
    card: str = "",
) -> tuple[list[str], str]:
    """Plants with at most so many colours and fruit types, and a card that adds to them.

    There are just so many of what it adds to; None: whether it does is no matter. The card is
    looked for, too, unless it is given.
    """
    rng = Random(1)
    for _ in range(2000):
        pool = [c for c in plants(is_quiet, continent=continent) if c != card]
        rng.shuffle(pool)
        cards = grown_of(pool, colours, fruits)
        for more in [card] if card else pool:
            if more in cards or not fits([*cards, more]):
                continue
            just = (len(hues(cards)) == colours, len(types(cards)) == fruits)
            if all(
                one is None or (one == added and (exact or not added))
                for one, added, exact in zip(new, adds(cards, more), just, strict=True)
            ):
                return cards, more
    raise AssertionError("there is none")


def adds(cards: Sequence[str], card: str) -> tuple[bool, bool]:
    """Does a card add a colour, does it add a fruit type?"""
    return not hues([card]) <= hues(cards), not types([card]) <= types(cards)


def grown_of(pool: Sequence[str], colours: int, fruits: int) -> list[str]:
    """As many plants as bring variety, but no more of it than said."""
    found: list[str] = []
    for card in pool:
        seen = [*found, card]
        more = len(hues(seen)) + len(types(seen)) > len(hues(found)) + len(types(found))
        if more and fits(seen) and len(hues(seen)) <= colours and len(types(seen)) <= fruits:
            found = seen
    return found


def fits(cards: Sequence[str]) -> bool:
    """Is there an area for each?"""
    rows = Counter(plant(card).row for card in cards)
    return all(number <= 6 - row for row, number in rows.items())


def about_to(
    colours: int,
    fruits: int,
    new: tuple[bool | None, bool],
    card: str = "",
    players: int = 2,
    **how: Any,
) -> tuple[State, str]:
    """Player 1 may plant a card that adds a colour or a fruit type; and the move."""
    cards, card = variety(colours, fruits, new, "EU" if players == 2 else "AS", card)
    state = table([placed(cards)], players=players, hands=[card], **how)
    state = choose(state, *map(str, range(1, players + 1)))
    return state, f"grow {card} {free_place(cards, card)}"


def reached(colours: int, fruits: int, new: tuple[bool | None, bool], **how: Any) -> State:
    """Player 1 has planted it."""
    return play(*about_to(colours, fruits, new, **how))


COLOUR, FRUIT, BOTH = (True, False), (False, True), (True, True)


# When a bonus is due.


@pytest.mark.parametrize(("players", "colours", "fruits"), [(2, 4, 5), (3, 5, 6)])
def test_five_colours_or_six_fruits_with_two_players_four_or_five(
    players: int, colours: int, fruits: int
) -> None:
    state = reached(colours - 1, 2, COLOUR, players=players)
    assert (state.record.doing, state.record.bonus) == (record.BONUS, record.COLOUR_BONUS)
    assert list(state.legal(0)) == ["decline", *(f"bonus {d + 1}" for d in range(players))]
    state = reached(2, fruits - 1, FRUIT, players=players)
    assert (state.record.doing, state.record.bonus) == (record.BONUS, record.FRUIT_BONUS)
    fewer = reached(colours - 2, 2, COLOUR, players=players)
    assert (fewer.record.doing, fewer.to_act) == (record.PLAY, (1,))
    fewer = reached(2, fruits - 2, FRUIT, players=players)
    assert (fewer.record.doing, fewer.to_act) == (record.PLAY, (1,))


def test_inconspicuous_is_a_colour() -> None:
    for card in plants(is_quiet, flower_colour="inconspicuous")[:3]:
        assert reached(3, 3, COLOUR, card=card).record.bonus == record.COLOUR_BONUS


def test_of_males_the_colour_counts_and_the_fruit_does_not() -> None:
    assert plant("EU55").male
    state = reached(3, 3, COLOUR, card="EU55")
    assert state.record.bonus == record.COLOUR_BONUS
    assert plant("EU26").male
    assert reached(2, 4, FRUIT, card="EU26").record.used[0] == 0


@pytest.mark.parametrize("kind", ["flower_eaten", "leaf", "female"])
def test_fruits_count_of_eaten_flowers_and_leaves_and_of_females(kind: str) -> None:
    where = {
        "flower_eaten": lambda p: p.flower_eaten,
        "leaf": lambda p: p.leaf,
        "female": lambda p: p.sex == "female" and not p.nitrogen,
    }
    card = plants(where[kind])[0]
    state = reached(2, 4, (None, True), card=card)
    assert state.record.bonus == record.FRUIT_BONUS


def test_each_bonus_comes_once() -> None:
    state, move = about_to(4, 4, COLOUR)
    used = state.record
    used.used[0] = 1 << record.COLOUR_BONUS
    state = play(State(state.game, bytes(used)), move)
    assert state.to_act == (1,)
    first = reached(3, 2, COLOUR)
    assert play(first, "decline").record.used[0] == 1 << record.COLOUR_BONUS


# What a bonus is.


def test_one_looks_at_the_top_seven_the_face_up_card_included_and_keeps_one() -> None:
    state = reached(3, 2, COLOUR)
    top = deck(state, 1)[:7]
    assert offers(state)[1] is None  # player 2 took it
    assert len(hand(state, 0)) == 1
    happened = transitions(state, "bonus 2")
    state = happened[-1].state
    assert list(state.legal(0)) == sorted(f"pick {card}" for card in top)
    assert log_lines(happened, 0)[1].count(" EU") == 7
    assert log_lines(happened, 1) == ["bonus 2"]
    rest = deck(state, 1)
    state = play(state, f"pick {top[3]}")
    assert top[3] in hand(state, 0)
    assert deck(state, 1) == [card for card in rest if card != top[3]]
    assert known(state, 0, top[3]) == {0}
    assert state.to_act == (0,)
    assert {way.split()[0] for way in state.legal(0)} <= {"sell", "grow"}
    assert late(state).to_act == (1,)


def test_the_offer_goes_back_face_up_and_if_kept_is_known_to_all() -> None:
    cards, card = variety(4, 2, COLOUR, "AS")
    state = table([placed(cards)], players=3, hands=[card])
    state = play(choose(state, "1", "special", "special"), f"grow {card} {free_place(cards, card)}")
    top = str(offers(state)[1])
    state = play(state, "bonus 2")
    assert f"pick {top}" in state.legal(0)
    kept = play(state, f"pick {top}")
    assert known(kept, 0, top) == {-1}
    assert offers(kept)[1] is None
    other = next(way for way in state.legal(0) if way != f"pick {top}")
    assert offers(play(state, other))[1] == top


def test_of_fewer_than_seven_all_are_seen_and_an_empty_deck_is_no_choice() -> None:
    state = reached(3, 2, COLOUR, left=[1, 4])
    assert list(state.legal(0)) == ["decline", "bonus 2"]
    assert len(list(play(state, "bonus 2").legal(0))) == 3


def test_once_one_has_looked_a_card_must_be_kept() -> None:
    state = reached(3, 2, COLOUR)
    state = play(state, "bonus 1")
    assert all(way.startswith("pick ") for way in state.legal(0))


def test_a_bonus_can_be_declined() -> None:
    state = reached(3, 2, COLOUR)
    after = play(state, "decline")
    assert after.to_act == (1,)
    assert [len(deck(after, d)) for d in (0, 1)] == [len(deck(state, d)) for d in (0, 1)]
    assert after.record.used[0] == 1  # and is gone


def test_without_a_card_in_any_deck_the_bonus_is_gone() -> None:
    state, move = about_to(3, 2, COLOUR, left=[1, 1])
    happened = transitions(state, move)
    assert happened[-1].state.to_act == (1,)
    assert happened[-1].state.record.used[0] == 1
    assert log_lines(happened)[1] == (
        "player 1 has 4 flower colours: a bonus, but no deck has a card left"
    )


def test_who_looked_knows_what_lies_there() -> None:
    state = reached(3, 2, COLOUR)
    order = deck(state, 1)
    state = play(state, "bonus 2", f"pick {order[2]}")
    seen = deck(state.observe(0), 1)
    assert seen[:6] == [card for card in order[:7] if card != order[2]]
    assert set(seen[6:]) == {"EU?"}
    assert set(deck(state.observe(1), 1)) == {"EU?"}


def both() -> State:
    """Player 1 has reached both bonuses with one planting."""
    return reached(3, 4, BOTH)


def test_both_at_once_the_colours_come_first_wholly() -> None:
    state = both()
    assert state.record.bonus == record.COLOUR_BONUS
    top = deck(state, 0)[0]
    state = play(state, "bonus 1", f"pick {top}")
    assert state.record.doing == record.PLAY
    state = play(state, f"sell {top}")
    assert (state.to_act, state.record.doing) == ((0,), record.BONUS)
    assert state.record.bonus == record.FRUIT_BONUS
    assert play(state, "decline").to_act == (1,)
    assert play(both(), "decline").record.bonus == record.FRUIT_BONUS


def test_the_play_of_a_bonus_card_can_reach_the_other_bonus_at_once() -> None:
    cards, card = variety(3, 4, COLOUR)
    grown = [*cards, card]
    second = next(
        c
        for c in plants(is_quiet)
        if c not in grown and plant(c).fruit_type not in types(grown) and fits([*grown, c])
    )
    state = table([placed(cards)], hands=[card], tops=["", f"{plain(1)[-1]} {second}"])
    state = play(choose(state, "1", "2"), f"grow {card} {free_place(cards, card)}")
    state = play(state, "bonus 2", f"pick {second}")
    state = play(state, f"grow {second} {free_place(grown, second)}")
    assert (state.to_act, state.record.bonus) == ((0,), record.FRUIT_BONUS)


def test_a_bonus_comes_on_top_of_the_rounds_card() -> None:
    """So three cards are played in a round."""
    state = both()
    held = hand(state, 0)
    first, second = deck(state, 0)[0], deck(state, 1)[0]
    state = play(state, "bonus 1", f"pick {first}", f"sell {first}")
    state = play(state, "bonus 2", f"pick {second}", f"sell {second}")
    assert hand(state, 0) == held
    assert pile(state) == [first, second]
    assert state.to_act == (1,)


def test_a_bonus_after_a_special_action_comes_before_the_next_players() -> None:
    cards, card = variety(4, 2, COLOUR, "AS")
    state = table([placed(cards)], players=3, hands=[card], storage=[9, 1, 1])
    state = play(choose(state, "special", "special", "3"), "sell " + hand(state, 2)[0])
    state = play(state, "swap")
    state = play(state, next(iter(state.legal(0))), f"grow {card} {free_place(cards, card)}")
    assert (state.to_act, state.record.doing) == ((0,), record.BONUS)
    assert play(state, "decline").to_act == (1,)


# The last round.


def last(state: State) -> State:
    """Both take an offer and sell it: the last cards are to be played."""
    state = choose(state, "1", "2")
    for p in (0, 1):
        state = play(state, f"sell {hand(state, p)[1]}")
    return state


def test_after_round_21_everybody_plays_the_last_card_in_seat_order() -> None:
    happened = transitions(choose(table(round_=ROUNDS), "1"), "choose 2")
    state = happened[-1].state
    state = play(state, f"sell {hand(state, 0)[1]}")
    happened = transitions(state, f"sell {hand(state, 1)[1]}")
    assert (
        log_lines(happened)[-1]
        == "the last round is over; now everybody plays the last card in hand"
    )
    state = happened[-1].state
    assert state.to_act == (0,)
    card = hand(state, 0)[0]
    assert {way.split()[1] for way in state.legal(0)} == {card}
    state = late(state)
    assert state.to_act == (1,)
    state = late(state)
    assert state.over
    assert [hand(state, p) for p in (0, 1)] == [[], []]


def test_round_21_has_its_season(tmp_path: Path) -> None:
    shrub = plain(1)[0]
    deck_ = changed_deck(tmp_path, **{shrub: {"harvest": "0"}})
    state = table([f"{shrub}@1.1+1"], round_=21, season=True, plants=deck_)
    happened = state.settled()[1:]
    lines = log_lines(happened)
    assert lines[0] == "round 21 of 21, the last: winter"
    assert lines[1] == f"player 1 harvests 1: {plant(shrub).english} 1.1 (1)"
    assert storage(happened[-1].state) == [2, 1]


def test_the_last_card_can_be_grown_for_the_usual_fee() -> None:
    trees = plain(5)
    state = last(table([f"{trees[0]}@5.1"], hands=[trees[1]], storage=[5, 1], round_=ROUNDS))
    had = storage(state)[0]
    state = play(state, f"grow {trees[1]} 5.2")
    assert storage(state)[0] == had - 5


def test_a_bonus_in_the_last_step_keeps_a_card_that_must_be_played_too() -> None:
    cards, card = variety(3, 2, COLOUR)
    state = last(table([placed(cards)], hands=[card], round_=ROUNDS))
    state = play(state, f"grow {card} {free_place(cards, card)}")
    assert state.record.doing == record.BONUS
    top = deck(state, 0)[0]
    state = play(state, "bonus 1", f"pick {top}")
    assert hand(state, 0) == [top]
    assert state.to_act == (0,)
    state = late(late(state))
    assert state.over
    assert hand(state, 0) == hand(state, 1) == []


def test_who_got_no_card_in_round_21_still_plays_the_last() -> None:
    state = table(left=[1, 0], storage=[1, 0], round_=ROUNDS)
    state = choose(state, "1", "1")
    state = play(state, f"sell {hand(state, 0)[1]}")
    assert state.to_act == (0,)
    assert late(state).to_act == (1,)


# The score.


def score(gardens: Sequence[str], **how: Any) -> tuple[int, ...]:
    return table(gardens, storage=[0, 0], **how).scores


def test_plants_count_their_value_and_storage_its_cubes() -> None:
    one, two = plain(3)[:2]
    value = plant(one).yield_ + plant(two).yield_
    assert score([f"{one}@3.1 {two}@3.2"]) == (value, 0)
    assert table([f"{one}@3.1 {two}@3.2"], storage=[5, 2]).scores == (value + 5, 2)


def test_cubes_that_lie_in_the_garden_count_nothing() -> None:
    one = plain(3)[0]
    assert score([f"{one}@3.1+2"], dark={(0, "1.1"): 3, (0, "3.1"): 1}) == (plant(one).yield_, 0)


def test_a_partner_in_ones_own_garden_brings_its_points_once() -> None:
    card = next(c for c in plants(sex="both") if plant(c).partner_bonus and plant(c).row < 4)
    partners = [c for c in plants() if plant(c).serves(plant(card)) and plant(c).sex == "both"]
    other = partners[0]
    alone = plant(card).yield_
    extra = plant(card).partner_bonus
    back = plant(other).partner_bonus if plant(card).serves(plant(other)) else 0
    assert score([placed([card])]) == (alone, 0)
    assert score([placed([card]), placed([other])]) == (alone, plant(other).yield_)
    assert score([placed([card, other])]) == (alone + extra + plant(other).yield_ + back, 0)
    if len(partners) > 1:
        three = [card, *partners[:2]]
        extras = [
            plant(c).partner_bonus for c in three if any(plant(o).serves(plant(c)) for o in three)
        ]
        total = sum(plant(c).yield_ for c in three) + sum(extras)
        assert score([placed(three)]) == (total, 0)


def test_partners_on_additional_places_count() -> None:
    female, male = plant("EU35"), plant("EU36")
    shrubs = plain(2)[:4]
    row = " ".join(f"{c}@2.{i + 1}" for i, c in enumerate([male.id, *shrubs[:3]]))
    value = sum(plant(c).yield_ for c in shrubs[:3]) + male.yield_ + female.yield_
    assert score([f"{row} {female.id}@2.5"]) == (value + female.partner_bonus, 0)


def test_males_count_their_value() -> None:
    assert score(["EU26@3.1"]) == (plant("EU26").yield_, 0)


def test_the_most_points_win_and_ties_share() -> None:
    for storages, outcome in (([5, 3], (1, -1)), ([3, 5], (-1, 1)), ([4, 4], (0, 0))):
        state = table(storage=[0, 0], left=[0, 0], round_=ROUNDS)
        s = state.record
        for p in (0, 1):
            card = hand(state, p)[0]
            s.storage[p] = storages[p] - (2 if plant(card).tree else 1)
        state = late(late(State(state.game, bytes(s))))
        assert state.over
        assert state.outcome == outcome
    state = table(players=3, storage=[0, 0, 0], left=[0, 0, 0], round_=ROUNDS)
    while not state.over:
        state = late(state)
    best = max(state.scores)
    assert state.outcome == tuple(
        -1 if points < best else int(state.scores.count(best) == 1) for points in state.scores
    )


# Tasks.


def test_everybody_has_another_task_and_sees_only_that() -> None:
    state = game(7, tasks=True).new(seed=3)
    dealt = [state.record.task[p] for p in range(7)]
    assert len(set(dealt)) == 7
    for p in range(7):
        seen = state.observe(p).record.task
        assert [seen[q] for q in range(7)] == [
            dealt[q] if q == p else record.HIDDEN_TASK for q in range(7)
        ]
    for seed in range(6):
        determinized = state.observe(2).determinize(seed).record
        assert determinized.task[2] == dealt[2]
        assert len({determinized.task[q] for q in range(7)}) == 7


def test_there_are_nine_tasks_and_any_can_be_dealt() -> None:
    assert len(TASKS) == 9
    three = game(3, tasks=True)
    found = {three.new(seed=seed).record.task[0] for seed in range(60)}
    winnable = {
        k
        for k, task in enumerate(TASKS)
        if sum(task.counts(p) for p in PLANTS if p.continent == "AS") >= FEWEST
    }
    assert found == winnable


def counting(task: str, n: int, skip: Sequence[str] = ()) -> list[str]:
    """So many plants that count for a task, with room for all."""
    (counts,) = [one.counts for one in TASKS if one.name == task]
    cards: list[str] = []
    for card in plants(lambda p: counts(p) and is_quiet(p) and p.id not in skip):
        if Counter(plant(c).row for c in cards)[plant(card).row] < 6 - plant(card).row:
            cards.append(card)
    assert len(cards) >= n
    return cards[:n]


@pytest.mark.parametrize("task", [task.name for task in TASKS])
def test_a_task_is_worth_ten_for_strictly_the_most(task: str) -> None:
    other = "early" if task != "early" else "white"
    for mine, theirs, points in ((2, 1, 10), (1, 1, 0), (1, 2, 0), (1, 0, 10), (0, 0, 0)):
        cards = counting(task, mine)
        others = counting(task, theirs, cards)
        gardens = [placed(cards), placed(others)]
        on = tasked(gardens, [task, other])
        off = score(gardens)
        assert on[0] - off[0] == points


def tasked(gardens: Sequence[str], names: Sequence[str]) -> tuple[int, ...]:
    """The scores with these tasks."""
    state = table(gardens, storage=[0, 0])
    s = state.record
    s.tasks = 1
    for p, wanted in enumerate(names):
        s.task[p] = [task.name for task in TASKS].index(wanted)
    return State(game(tasks=True), bytes(s)).scores


def test_several_may_have_done_their_tasks() -> None:
    cards = counting("early", 2)
    others = counting("late", 2, cards)
    gardens = [placed(cards), placed(others)]
    on, off = tasked(gardens, ["early", "late"]), score(gardens)
    assert [one - two for one, two in zip(on, off, strict=True)] == [10, 10]


def test_a_task_about_fruit_does_not_count_males_and_all_others_do() -> None:
    by_name = {task.name: task for task in TASKS}
    about_fruit = {"dry", "soft", "orchard"}
    for p in PLANTS:
        if p.male:
            assert not any(by_name[name].counts(p) for name in about_fruit)
    males = [p for p in PLANTS if p.male]
    for name in ("white", "plain", "bright", "early", "late"):
        female_too = any(by_name[name].counts(p) for p in males)
        assert female_too or name in ("white", "bright", "late")


def test_tasks_are_told_at_the_end() -> None:
    state = table(storage=[0, 0], left=[0, 0], round_=ROUNDS).record
    state.tasks = 1
    state.task[0], state.task[1] = 0, 1
    ready = State(game(tasks=True), bytes(state))
    happened = [*ready.forfeit(0, 1)]
    happened += happened[-1].state.forfeit(1, 1)
    assert log_lines(happened)[-1] == (
        "player 1 was to own the most plants with white flowers and has 0, others at most 0: "
        "nothing; player 2 was to own the most plants with green or inconspicuous flowers and has "
        "0, others at most 0: nothing"
    )
    assert happened[-1].state.over
