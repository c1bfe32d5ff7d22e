"""Spring Challenge 2021, ruling by ruling."""

from __future__ import annotations

from random import Random

import pytest
from tests.games.spring import BLUE, GAME, RED, RICH, changed, fault, forest, tree, turn

import spinney
from spinney.core.interface import ILLEGAL, LATE, MALFORMED
from spinney.core.notation import check_text, log
from spinney.core.score_rows import Scored, score_rows
from spinney.core.score_sheet import sheet
from spinney.core.state import State
from spinney.core.transition import Transition
from spinney.games.spring_2021.rules.record import (
    GATHER_STAGE,
    MOVE_STAGE,
    RESOLVE_STAGE,
    SEED,
    TARGET,
)
from spinney.testing import check_game
from spinney.testing.information_flow import check_memory


def refused(state: State, player: int, move: str) -> str:
    with pytest.raises(spinney.Refused) as caught:
        state.play(player, move)
    return str(caught.value)


def sun(state: State) -> list[int]:
    return list(state.record.sun)


def income(state: State) -> list[int]:
    """What both harvest when the next day begins."""
    before = sun(state)
    after = turn(state, "WAIT", "WAIT")
    return [now - then for now, then in zip(sun(after), before, strict=True)]


def tomorrow(state: State, days: int = 1) -> State:
    for _ in range(days):
        state = turn(state, "WAIT", "WAIT")
    return state


# A day.


def test_the_first_day_begins_with_a_harvest_from_no_sun() -> None:
    opening = GAME.opening(9000)
    assert list(opening[0].state.record.sun) == [0, 0]
    assert [transition.action for transition in opening] == [0, GATHER_STAGE]
    assert sun(opening[-1].state) == [2, 2]


def test_turns_go_on_until_both_wait_then_the_sun_moves_and_all_wake() -> None:
    state = turn(forest("22", "31"), "GROW 22", "GROW 31")
    state = state.play(RED, "WAIT")
    assert state.to_act == (BLUE,)
    transitions = state.transitions(BLUE, "WAIT")
    assert [transition.action for transition in transitions[1:]] == [
        RESOLVE_STAGE,
        MOVE_STAGE,
        GATHER_STAGE,
    ]
    slept, moved, woken = (transition.state.record for transition in transitions[1:])
    assert list(slept.asleep) == list(moved.asleep) == [1, 1]
    assert (slept.day, moved.day, woken.day) == (0, 1, 1)
    assert slept.dormant == moved.dormant == 1 << 22 | 1 << 31
    assert list(woken.asleep) == [0, 0]
    assert woken.dormant == 0
    assert list(slept.sun) == list(moved.sun) == [47, 47]
    assert list(woken.sun) == [49, 49]


def test_there_are_24_harvests_and_none_after_the_last_move() -> None:
    state, harvests = forest("22", "31", sun=[0, 0]), 1
    while not state.over:
        state = state.play(RED, "WAIT")
        transitions = state.transitions(BLUE, "WAIT")
        harvests += sum(transition.action == GATHER_STAGE for transition in transitions[1:])
        state = transitions[-1].state
    assert harvests == 24
    assert state.record.day == 24
    assert sun(state) == [23, 23]


def test_a_sleeping_player_is_not_asked_and_the_other_goes_on_alone() -> None:
    state = turn(forest("22 25", "31"), "GROW 22", "WAIT")
    assert state.to_act == (RED,)
    assert state.legal_actions(BLUE) == ()
    assert "not blue's turn" in refused(state, BLUE, "WAIT")
    state = turn(state, "GROW 25")
    assert state.to_act == (RED,)
    assert turn(state, "WAIT").record.day == 1


def test_a_day_can_have_any_number_of_turns() -> None:
    cells = [cell for cell in range(36) if cell != 31]
    state = forest(" ".join(f"{cell}/0" for cell in cells), "31", sun=[2000, 0])
    state = state.play(BLUE, "WAIT")
    for cell in cells:
        state = turn(state, f"GROW {cell}")
    assert state.record.day == 0
    assert list(state.legal(RED)) == ["WAIT"]


# Shadows. The cells 31 15 5 0 2 9 22 lie in a row; on day 1 shadows fall along it.


@pytest.mark.parametrize("size", range(4))
def test_a_tree_shades_as_many_cells_as_it_is_large(size: int) -> None:
    for actions, cell in enumerate((15, 5, 0, 2), 1):
        assert income(forest(f"31/{size}", f"{cell}"))[BLUE] == (1 if actions > size else 0)


@pytest.mark.parametrize("day", range(1, 24))
def test_shadows_fall_in_the_direction_of_the_day(day: int) -> None:
    """Of the six cells around the middle, 1 lies in direction 0, 2 in direction 1, and so on."""
    dark = [cell for cell in range(1, 7) if income(forest("0/3", f"{cell}", day=day - 1)) == [3, 0]]
    assert dark == [day % 6 + 1]


def test_on_the_first_day_shadows_fall_to_the_right() -> None:
    assert sun(GAME.new(soil=RICH, red=["0/3"], blue=["1"])) == [3, 0]


@pytest.mark.parametrize(
    ("shading", "standing", "harvest"),
    [(1, 1, 0), (2, 1, 0), (1, 2, 2), (2, 2, 0), (2, 3, 3), (3, 3, 0), (3, 1, 0), (0, 1, 1)],
)
def test_a_shadow_is_spooky_for_trees_no_larger(shading: int, standing: int, harvest: int) -> None:
    assert income(forest(f"31/{shading}", f"15/{standing}"))[BLUE] == harvest


def test_the_largest_of_several_shadows_counts_however_near() -> None:
    assert income(forest("31/3 5/1", "0/2"))[BLUE] == 0  # the small one nearer would not do
    assert income(forest("15/1 5/1", "0/2"))[BLUE] == 2


def test_shadows_fall_over_trees_and_unusable_cells() -> None:
    assert income(forest("31/3", "15/3 0/2"))[BLUE] == 0
    assert income(forest("31/3", "0/2", unusable="15 5"))[BLUE] == 0


def test_ones_own_trees_spook_too() -> None:
    assert income(forest("31/2 15/2", "20")) == [2, 1]


def test_seeds_cast_no_shadow_and_give_no_sun() -> None:
    assert income(forest("31/0", "15/1")) == [0, 1]


# What can be done, and what it costs.


@pytest.mark.parametrize(
    ("trees", "command", "paid"),
    [
        ("22", "SEED 22 9", 0),
        ("22 3/0", "SEED 22 9", 1),
        ("22 3/0 4/0 5/0", "SEED 22 9", 3),
        ("22/0", "GROW 22", 1),
        ("22/0 3/1 4/1", "GROW 22", 3),
        ("22/1 3/1", "GROW 22", 3),
        ("22/1 3/2", "GROW 22", 4),
        ("22/2 3/2", "GROW 22", 7),
        ("22/2 3/3 4/3", "GROW 22", 9),
        ("22/3 3/3", "COMPLETE 22", 4),
    ],
)
def test_costs_count_the_trees_one_has_of_the_size_to_come(
    trees: str, command: str, paid: int
) -> None:
    others = "28/0 29/0 30/1 31/1 32/2 33/2 34/3 35/3"  # the other's trees make nothing dearer
    state = forest(trees, others)
    assert sun(turn(state, command, "WAIT")) == [50 - paid, 50]
    poor = changed(state, sun=[paid - 1, 0]) if paid else state
    enough = changed(state, sun=[paid, 0])
    assert command in enough.legal(RED)
    assert paid == 0 or command not in poor.legal(RED)
    if paid:
        assert f"that costs {paid} sun, and you have {paid - 1}" in refused(poor, RED, command)


@pytest.mark.parametrize(("size", "cells"), [(1, 3), (2, 8), (3, 15)])
def test_a_seed_reaches_every_cell_near_enough(size: int, cells: int) -> None:
    """Not only along straight lines, and whatever stands between. 20 and 21 lie on the edge."""
    state = forest(f"22/{size}", "31")
    targets = {said.split()[2] for said in state.legal(RED) if said.startswith("SEED")}
    assert len(targets) == cells
    assert ("10" in targets) == (size >= 2)  # two away, round a corner
    fenced = forest(f"22/{size} 9/0 21/0 23/0", "31")
    targets = {said.split()[2] for said in fenced.legal(RED) if said.startswith("SEED 22")}
    assert len(targets) == cells - 3


def test_seeds_need_a_free_usable_cell_and_a_tree_that_is_no_seed() -> None:
    state = forest("22 23/0", "31", unusable="9 13")
    assert "nothing grows on 9" in refused(state, RED, "SEED 22 9")
    assert "23 is taken by a seed" in refused(state, RED, "SEED 22 23")
    assert "on 23 is a seed, which can't sow" in refused(state, RED, "SEED 23 10")
    assert "3 cells from 22, and a small tree sows no further than 1" in refused(
        state, RED, "SEED 22 0"
    )


def test_only_large_trees_are_completed_and_they_do_not_grow() -> None:
    state = forest("22/3 25/2", "31")
    assert "can't grow further; you can play: GROW 25" in refused(state, RED, "GROW 22")
    assert "on 25 is a medium tree; you can play: COMPLETE 22" in refused(state, RED, "COMPLETE 25")
    after = turn(state, "COMPLETE 22", "WAIT")
    assert tree(after, 22) is None


@pytest.mark.parametrize("verb", ["GROW", "COMPLETE"])
def test_only_ones_own_trees_do_anything(verb: str) -> None:
    state = forest("22/3", "31/3")
    assert "the tree on 31 is not yours" in refused(state, RED, f"{verb} 31")
    assert "there is no tree on 5" in refused(state, RED, f"{verb} 5")
    assert "the tree on 31 is not yours" in refused(state, RED, "SEED 31 5")


def test_a_seed_may_grow_when_awake() -> None:
    state = turn(forest("22/0", "31"), "GROW 22", "WAIT")
    assert tree(state, 22) == (1, RED, 1)


def test_source_target_and_subject_are_dormant_until_the_next_day() -> None:
    state = turn(forest("22 25", "31"), "SEED 22 9", "GROW 31")
    assert [tree(state, cell) for cell in (22, 9, 31, 25)] == [
        (1, RED, 1),
        (0, RED, 1),
        (2, BLUE, 1),
        (1, RED, 0),
    ]
    for move in ("GROW 22", "SEED 22 21", "GROW 9"):
        assert "is dormant until tomorrow" in refused(state, RED, move)
    state = tomorrow(state)
    assert state.record.dormant == 0
    assert {"GROW 22", "GROW 9"} <= set(state.legal(RED))


# Both at once.


def test_what_one_does_changes_neither_validity_nor_cost_of_the_other() -> None:
    state = turn(forest("22/2 8", "31/2 16"), "GROW 22", "GROW 31")
    assert sun(state) == [43, 43]
    nearby = turn(forest("22/3 2/0", "23"), "COMPLETE 22", "GROW 23")
    assert sun(nearby) == [46, 47]


def test_two_seeds_on_one_cell_plant_nothing_and_cost_nothing_but_the_day() -> None:
    state = turn(forest("22 25/0", "23 31/0"), "SEED 22 9", "SEED 23 9")
    assert tree(state, 9) is None
    assert sun(state) == [50, 50]
    assert tree(state, 22) == (1, RED, 1)
    assert tree(state, 23) == (1, BLUE, 1)


def test_there_is_no_clash_with_an_illegal_seed() -> None:
    """Blue's tree is not large enough; so only red sows."""
    state = fault(forest("22", "31"), BLUE, ILLEGAL, "SEED 22 9")
    assert tree(state, 9) == (0, RED, 1)
    assert tree(state, 31) == (1, BLUE, 0)


def test_a_cell_is_not_free_while_its_tree_is_being_completed() -> None:
    state = forest("22/3", "23").play(RED, "COMPLETE 22")
    assert "22 is taken by a large tree" in refused(state, BLUE, "SEED 23 22")
    assert "SEED 23 22" not in state.legal(BLUE)
    later = turn(forest("22/3", "23"), "COMPLETE 22", "GROW 23")
    assert "SEED 23 22" not in later.legal(BLUE)
    assert "SEED 23 22" in tomorrow(later).legal(BLUE)


@pytest.mark.parametrize(("cell", "bonus"), [(0, 4), (6, 4), (7, 2), (18, 2), (19, 0), (36, 0)])
def test_a_completed_tree_gives_the_nutrients_and_more_on_rich_soil(cell: int, bonus: int) -> None:
    state = turn(forest(f"{cell}/3", "31"), f"COMPLETE {cell}", "WAIT")
    assert list(state.record.points) == [20 + bonus, 0]
    assert state.record.nutrients == 19


def test_two_completions_in_a_turn_both_get_the_turns_nutrients() -> None:
    state = turn(forest("22/3", "31/3"), "COMPLETE 22", "COMPLETE 31")
    assert list(state.record.points) == [20, 20]
    assert state.record.nutrients == 18


@pytest.mark.parametrize("nutrients", [0, 1, 2])
def test_nutrients_never_fall_below_nothing(nutrients: int) -> None:
    state = turn(forest("22/3", "31/3", nutrients=nutrients), "COMPLETE 22", "COMPLETE 31")
    assert list(state.record.points) == [nutrients, nutrients]
    assert state.record.nutrients == max(0, nutrients - 2)


# Faults.


def test_who_says_something_illegal_sleeps_for_the_rest_of_the_day_and_pays_nothing() -> None:
    state = fault(forest("22 25", "31"), RED, ILLEGAL, "GROW 31")
    assert list(state.record.asleep) == [1, 0]
    assert list(state.record.out) == [0, 0]
    assert sun(state) == [50, 47]
    assert tree(state, 22) == (1, RED, 0)
    state = turn(state, blue="WAIT")
    assert state.to_act == (RED, BLUE)


@pytest.mark.parametrize("reason", [LATE, MALFORMED])
def test_who_is_late_or_says_nothing_that_can_be_read_is_out(reason: int) -> None:
    state = fault(forest("22", "31"), RED, reason, "GROW 31")
    assert tree(state, 31) == (2, BLUE, 1)  # the other's command is still carried out
    assert state.over
    assert state.scores[RED] == -1
    assert state.outcome == (-1, 1)
    assert sheet(state).verdict == "Blue wins 16 to -1, Red gave no command."


@pytest.mark.parametrize("reason", [LATE, MALFORMED])
def test_one_who_is_alone_awake_can_be_out_too(reason: int) -> None:
    state = turn(forest("22", "31"), "WAIT", "GROW 31")
    state = state.forfeit(BLUE, reason)[-1].state
    assert state.over
    assert state.outcome == (1, -1)


def test_when_both_are_out_it_is_a_draw() -> None:
    state = forest("22", "31").forfeit(RED, LATE)[-1].state
    state = state.forfeit(BLUE, MALFORMED)[-1].state
    assert state.over
    assert state.scores == (-1, -1)
    assert state.outcome == (0, 0)


def test_the_rows_of_who_is_out_come_to_minus_one() -> None:
    one = fault(forest("22 25/2", "31"), RED, LATE, "GROW 31")
    both = forest("22", "31").forfeit(RED, LATE)[-1].state.forfeit(BLUE, MALFORMED)[-1].state
    for state in (one, both):
        rows = score_rows(state)
        assert [sum(row.points[p] for row in rows) for p in (RED, BLUE)] == [*state.scores]
        assert list(rows) == [Scored(row.key, row.title, row.points) for row in sheet(state).rows]


def test_an_illegal_command_cannot_be_said_by_anyone() -> None:
    state = forest("22", "31")
    for move in ("GROW 5", "COMPLETE 22", "SEED 22 36"):
        assert move not in state.legal(RED)
        assert "; you can play: " in refused(state, RED, move)


# The end.


def ended(state: State) -> State:
    state = turn(changed(state, day=23), "WAIT", "WAIT")
    assert state.over
    return state


def test_three_sun_are_a_point_at_the_end() -> None:
    state = ended(forest("22", "31", sun=[11, 5], points=[30, 31]))
    assert state.scores == (33, 32)
    assert state.outcome == (1, -1)


def test_in_a_tie_every_tree_and_seed_is_a_point() -> None:
    state = ended(forest("22 25/3 3/0", "31 28", sun=[5, 3], points=[30, 30]))
    assert state.scores == (34, 33)
    assert state.outcome == (1, -1)


def test_a_tie_is_one_after_the_sun_was_counted() -> None:
    state = ended(forest("22", "31 28 30", sun=[6, 0], points=[30, 32]))
    assert state.scores == (33, 35)
    state = ended(forest("22", "31 28 30", sun=[6, 0], points=[30, 30]))
    assert state.scores == (32, 30)


def test_equal_trees_as_well_are_a_draw() -> None:
    state = ended(forest("22 25/0", "31/3 28", sun=[4, 3], points=[30, 30]))
    assert state.scores == (33, 33)
    assert state.outcome == (0, 0)


def test_a_sole_survivor_has_points_for_sun_and_trees() -> None:
    state = fault(forest("22 25", "31", sun=[8, 50], points=[10, 99]), BLUE, LATE, "SEED 22 9")
    assert state.scores == (10 + 8 // 3 + 3, -1)
    assert state.outcome == (1, -1)


# Choices are secret until both are made.


def test_a_choice_shows_to_nobody_else_until_both_are_made() -> None:
    state = forest("22", "31")
    chosen = state.play(RED, "GROW 22")
    assert chosen.to_act == (BLUE,)
    assert chosen.observe(BLUE) == state.observe(BLUE)
    assert chosen.observe(-1) == state.observe(-1)
    assert chosen.observe(RED) != state.observe(RED)
    transition = state.transitions(RED, "GROW 22")[0]
    assert [len(transition.events(p)) for p in (RED, BLUE, -1)] == [1, 0, 0]


def test_half_a_choice_shows_to_nobody_else_and_changes_nothing_for_them() -> None:
    state = forest("22", "31")
    half = state.apply_action(RED, SEED + 22)
    assert half.mid_move(RED)
    assert half.observe(RED).mid_move
    assert half.to_act == (RED, BLUE)
    for other in (BLUE, -1):
        assert half.observe(other) == state.observe(other)
        assert half.legal_actions(other) == state.legal_actions(other)
    assert half.legal_actions(RED) == tuple(TARGET + cell for cell in (9, 21, 23))
    assert half.observe(RED).legal_actions == half.legal_actions(RED)
    assert [*half.legal(RED)] == ["9", "21", "23"]
    assert half.play(RED, "9") == state.play(RED, "SEED 22 9")
    transition = state.transitions(RED, "SEED 22 9")[0]
    assert [len(transition.events(p)) for p in (RED, BLUE, -1)] == [1, 0, 0]


def test_who_fails_to_choose_within_a_choice_withdraws_it() -> None:
    state = forest("22", "31")
    half = state.apply_action(RED, SEED + 22)
    for reason in (LATE, MALFORMED, ILLEGAL):
        assert half.forfeit(RED, reason)[-1].state == state.forfeit(RED, reason)[-1].state


def test_only_a_tree_with_a_free_cell_in_reach_can_be_chosen_to_sow() -> None:
    fenced = forest("22 25", "31", unusable="9 21 23")
    assert {SEED + 22, SEED + 25} & {*fenced.legal_actions(RED)} == {SEED + 25}
    assert "nothing grows on 9" in refused(fenced, RED, "SEED 22 9")


def test_the_rest_of_a_move_is_asked_for() -> None:
    half = forest("22", "31").apply_action(RED, SEED + 22)
    for move in ("GROW 22", "SEED 22 9", "24"):
        assert refused(half, RED, move) == "the move isn't complete; what can follow: 9, 21, 23"


# The log tells the story.


def log_texts(state: State, red: str = "", blue: str = "", observer: int = -1) -> list[str]:
    transitions: list[Transition] = []
    for player, move in ((RED, red), (BLUE, blue)):
        if move:
            transitions += state.transitions(player, move)
            state = transitions[-1].state
    return [line.text for line in log(observer, transitions)]


def test_the_log_tells_both_commands_and_what_they_brought() -> None:
    state = forest("22/3 25/0", "31")
    assert log_texts(state, "COMPLETE 22", "SEED 31 15") == [
        "red completes 22 for 4 sun and earns 20 points; blue sows 15 from 31"
    ]
    assert log_texts(state, "GROW 25", "WAIT") == ["red grows 25 for 1 sun; blue falls asleep"]
    assert log_texts(state, "GROW 25", "WAIT", RED) == [
        "GROW 25",
        "red grows 25 for 1 sun; blue falls asleep",
    ]


def test_the_log_tells_clashes_days_and_harvests() -> None:
    assert log_texts(forest("22", "23"), "SEED 22 9", "SEED 23 9") == [
        "red sows 9 from 22; blue sows 9 from 23; the seeds meet on 9 and neither takes root"
    ]
    assert log_texts(forest("22", "31/3"), "WAIT", "WAIT") == [
        "both fall asleep",
        "the sun moves on: day 2",
        "red harvests 1 sun, blue 3",
    ]


def test_the_log_tells_the_end() -> None:
    state = forest("22", "31 28", day=23, points=[30, 31], sun=[9, 6])
    assert log_texts(state, "WAIT", "WAIT")[-1] == (
        "the last day is over; red earns 3 points for sun, blue 2; "
        "red adds 1 for the trees that stand, blue 2"
    )


OUT = (
    "red is out of the game; blue grows 31 for 3 sun; blue earns 15 points for sun; "
    "blue adds 1 for the trees that stand"
)


@pytest.mark.parametrize(
    ("reason", "own", "public"),
    [
        (LATE, "no command that counts", OUT),
        (MALFORMED, "no command that counts", OUT),
        (ILLEGAL, "a command that is not allowed", "red is sent to sleep; blue grows 31 for 3 sun"),
    ],
)
def test_the_log_tells_faults(reason: int, own: str, public: str) -> None:
    transitions = forest("22", "31").play(BLUE, "GROW 31").forfeit(RED, reason)
    assert [line.text for line in log(-1, transitions)] == [public]
    assert [line.text for line in log(RED, transitions)] == [f"red gave {own}", public]


# Moves and given deals.


@pytest.mark.parametrize("said", ["grow 22", " GROW   22 ", "Grow 022"])
def test_moves_are_read_kindly(said: str) -> None:
    state = forest("22", "31")
    assert state.play(RED, said) == state.play(RED, "GROW 22")


@pytest.mark.parametrize(
    ("said", "reason"),
    [
        ("", "no move begins with ''; write it like: WAIT, GROW 12, COMPLETE 12, SEED 3 7"),
        ("GRWO 3", "no move begins with 'GRWO'"),
        ("GROW", "write it like: GROW 12"),
        ("GROW 3 4", "write it like: GROW 12"),
        ("WAIT 3", "write it like: WAIT"),
        ("7", "no move begins with '7'"),
        ("SEED 3", "write it like: SEED 3 7"),
        ("GROW 37", "'37' is not a cell; cells are numbered from 0 to 36"),
        ("GROW -1", "'-1' is not a cell"),
        ("GROW ٣", "is not a cell"),
    ],
)
def test_what_is_no_move_is_refused(said: str, reason: str) -> None:
    assert reason in refused(forest("22", "31"), RED, said)


@pytest.mark.parametrize("said", ["", "PLANT 3", "GROW", "WAIT"])
def test_inside_a_sowing_only_cells_are_named(said: str) -> None:
    state = forest("22", "31")
    state = state.apply_action(RED, next(a for a in state.legal_actions(RED) if a >= SEED))
    message = refused(state, RED, said)
    assert message.startswith("the move isn't complete; what can follow: ")
    assert message.split(": ")[1].split(", ")[0] in state.legal(RED)


@pytest.mark.parametrize(
    ("league", "forms"),
    [("wood-1", "WAIT, GROW 12, COMPLETE 12"), ("wood-2", "WAIT, COMPLETE 12")],
)
def test_only_what_a_league_has_is_named(league: str, forms: str) -> None:
    game = spinney.game("spring-2021", league=league)
    message = f"no move begins with 'SOW'; write it like: {forms}"
    assert refused(game.new(seed=1), RED, "sow 3 7") == message
    with pytest.raises(spinney.Refused) as caught:
        check_text(game, "sow 3 7")
    assert str(caught.value) == message


def dealt(deal: dict[str, list[str]]) -> State:
    return GAME.new(soil=deal["soil"], red=deal["red"], blue=deal["blue"])


def test_a_forest_can_be_given() -> None:
    deal = {"soil": ["0", *RICH[1:]], "red": ["22", "27/3"], "blue": ["18/2", "31/0"]}
    state = dealt(deal)
    assert tree(state, 22) == (1, RED, 0)
    assert tree(state, 27) == (3, RED, 0)
    assert tree(state, 31) == (0, BLUE, 0)
    assert state.record.soil[0] == 1
    assert sun(state) == [4, 2]
    again = GAME.notation.deal_of(state.record)
    assert again == deal
    assert dealt(again) == state


@pytest.mark.parametrize(
    ("part", "value", "reason"),
    [
        ("soil", ["1"] * 36, "soil is 37 numbers 0 to 3"),
        ("soil", ["4"] * 37, "soil is 37 numbers 0 to 3"),
        ("red", ["37"], "'37' is not a cell"),
        ("red", ["22/4"], "'22/4' is not a tree"),
        ("red", ["22/"], "'22/' is not a tree"),
        ("red", ["31"], "no tree can be given on 31"),
        ("red", ["22", "22"], "no tree can be given on 22"),
        ("red", ["0"], "no tree can be given on 0"),
        ("red", [], "each player is given one tree at least"),
    ],
)
def test_what_can_not_be_a_forest_is_refused(part: str, value: list[str], reason: str) -> None:
    deal = {"soil": ["0", *RICH[1:]], "red": ["22"], "blue": ["31"]}
    with pytest.raises(spinney.Refused, match=reason):
        dealt({**deal, part: value})


def test_a_given_forest_needs_all_its_parts() -> None:
    with pytest.raises(spinney.Refused, match="is dealt from: soil, red, blue, or from a seed"):
        GAME.new(soil=RICH)


def test_a_state_is_small() -> None:
    assert GAME.record_class.dtype.itemsize == 136


@pytest.mark.parametrize(
    "fields",
    [
        {"soil": [1, 0x1FFFF80000, 0x7FF80, 0x7F]},  # the centre has two kinds of soil
        {"soil": [0, 0x1FFFF80000, 0x7FF80, 0x7E]},  # or none
        {"soil": [0, 0x1FFFF80000, 0x7FF80, 0x7F | 1 << 37]},
        {"trees": [1 << 22, 1 << 22, 0, 0, 0, 1 << 31, 0, 0]},  # two on one cell
        {"trees": [0, 1 << 22, 0, 0, 0, 1 << 22, 0, 0]},
        {"trees": [0, 1 << 37, 0, 0, 0, 1 << 31, 0, 0]},
        {"trees": [0, 1 << 4, 0, 0, 0, 1 << 31, 0, 0]},  # on an unusable cell
        {"dormant": 1},  # where nothing stands
        {"sun": [-1, 0]},
        {"points": [0, -1]},
        {"nutrients": 21},
        {"asleep": [1, 1]},  # and yet it is their turn
        {"asleep": [2, 0]},
        {"out": [1, 0]},
        {"out": [1, 0], "asleep": [1, 0]},  # and yet the game goes on
        {"day": 24},
        {"day": -1},
        {"phase": 3},  # over, on the first day
        {"phase": 4},
        {"phase": 1},  # the sun moves while they are awake
        {"choice": [-4, -1]},
        {"choice": [149, -1]},
        {"choice": [75, -1]},  # SEED 0, which is half a move
        {"choice": [121, -1]},  # to cell 9, from nowhere
        {"choice": [1, -1], "sower": [22, -1]},  # growing, and a tree that sows
        {"choice": [-2, -1], "sower": [22, -1]},
        {"choice": [112, -1], "sower": [22, -1]},  # to cell 0, which is too far
        {"choice": [0, -1], "asleep": [1, 0]},
        {"sower": [0, -1]},  # where no tree is
        {"sower": [31, -1]},  # the other's
        {"sower": [37, -1]},
        {"sower": [-2, -1]},
        {"sower": [22, -1], "asleep": [1, 0]},
        {"did": [149, -1]},
        {"did": [75, -1]},  # half a move
        {"did": [112, -1]},  # to cell 0, from nowhere
        {"did": [4, -1], "did_first": [78, -1]},  # GROW 3, from SEED 3
        {"did": [112, -1], "did_first": [3, -1]},
    ],
)
def test_what_can_not_have_come_about_is_no_state(fields: dict[str, object]) -> None:
    state = forest("22", "31", unusable="4")
    with pytest.raises(spinney.Refused, match="this is not a state of Spring Challenge 2021"):
        changed(state, **fields)


@pytest.mark.long
def test_the_whole_game_keeps_every_promise() -> None:
    assert check_game(GAME, games=1, seed=3, often=0.02, few=2).counts["games"] == 1


def test_what_a_turn_reveals_is_known_from_then_on_however_many_actions_it_took() -> None:
    state = forest("22", "31")
    checked = [check_memory(state.observe(-1), state, Random(seed), False) for seed in range(4)]
    assert all(checked)
