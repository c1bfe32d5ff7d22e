"""Scoring in Arboretum, move by move: the right, the path, points, the winner."""

from __future__ import annotations

import pytest
from tests.games.arboretum import table

from spinney.core.state import State
from spinney.games.arboretum import TREES
from spinney.games.arboretum.rules.scoring import (
    cancelled,
    colours_grown,
    garden_paths,
    hand_total,
    highest_total,
    may_score,
)
from spinney.kernel.rule import scratch

CASSIA, LILAC = TREES.index("cassia"), TREES.index("lilac")
PAIR = "cassia2@0,0 cassia4@1,0"  # a path of 2 points


def totals(state: State, colour: int = CASSIA) -> list[int]:
    return [hand_total(state.record, p, colour) for p in range(state.game.num_players)]


def rights(state: State, colour: int = CASSIA) -> list[bool]:
    return [may_score(state.record, p, colour) for p in range(state.game.num_players)]


def worth(garden: str, colour: int = CASSIA) -> int:
    """What the best path of a colour in a garden is worth."""
    out = scratch(len(TREES))
    garden_paths(table([garden]).record, 0, out)
    return int(out[colour])


# Who may score.


def test_the_highest_total_in_hand_has_the_right() -> None:
    state = table([PAIR, "cassia5@0,0 cassia6@1,0"], ["cassia3", "cassia1 cassia7"])
    assert totals(state) == [3, 8]
    assert rights(state) == [False, True]
    assert state.scores == (0, 2)


def test_numbers_are_added_not_cards_counted() -> None:
    state = table([PAIR, ""], ["cassia1 cassia3 cassia6", "cassia7 cassia5"])
    assert totals(state) == [10, 12]
    assert rights(state) == [False, True]


def test_colours_are_looked_at_one_by_one() -> None:
    gardens = [f"{PAIR} lilac5@1,1 lilac6@0,1", f"{PAIR} lilac7@1,1"]
    state = table([gardens[0], ""], ["cassia8", "lilac1"])
    assert rights(state, CASSIA) == [True, False]
    assert rights(state, LILAC) == [False, True]
    assert state.scores == (2, 0)


def test_only_hands_decide_not_what_lies_on_the_table() -> None:
    state = table(["cassia7@0,0 cassia8@1,0", PAIR], ["", "cassia1"])
    assert rights(state) == [False, True]
    assert state.scores == (0, 2)


def test_all_tied_for_the_highest_total_may_score() -> None:
    gardens = [PAIR, "cassia6@0,0 cassia8@1,0", ""]
    state = table(gardens, ["cassia7 cassia1", "cassia3 cassia5", "lilac8"])
    assert totals(state) == [8, 8, 0]
    assert rights(state) == [True, True, False]
    assert state.scores == (2, 4, 0)


def test_if_nobody_holds_the_colour_all_with_a_path_may_score_it() -> None:
    state = table([PAIR, "cassia5@0,0 cassia6@1,0", ""])
    assert highest_total(state.record, CASSIA) == 0
    assert rights(state) == [True, True, True]
    assert state.scores == (2, 2, 0)


def test_who_wins_the_right_may_have_no_path_and_nobody_scores() -> None:
    state = table([PAIR, ""], ["", "cassia1"])
    assert rights(state) == [False, True]
    assert state.scores == (0, 0)


# The cancelled 8.


@pytest.mark.parametrize(
    ("hands", "expected"),
    [
        (("cassia8", "cassia7"), [8, 7]),
        (("cassia8", "cassia1"), [0, 1]),  # cancelled; the 1 still counts 1
        (("cassia8 cassia2", "cassia1"), [2, 1]),  # the rest of the hand counts
        (("cassia8 cassia1", "cassia7"), [9, 7]),  # one's own 1 does no harm
        (("cassia8", "lilac1"), [8, 0]),  # nor does another colour's
        (("cassia8", "", "cassia1"), [0, 0, 1]),  # any other player's does
        (("cassia1", "", "", "cassia8"), [1, 0, 0, 0]),
        (("", "cassia8 cassia3", "cassia4", "cassia1"), [0, 3, 4, 1]),
    ],
)
def test_another_players_1_cancels_an_8(hands: tuple[str, ...], expected: list[int]) -> None:
    state = table(["", ""], hands)
    assert totals(state) == expected
    assert rights(state) == [total == max(expected) for total in expected]


def test_a_cancelled_8_is_told() -> None:
    state = table(["", ""], ["cassia8 lilac8 lilac1", "cassia1", "lilac2"])
    assert cancelled(state.record, 0, CASSIA)
    assert not cancelled(state.record, 0, LILAC)
    assert not cancelled(state.record, 1, CASSIA)


def test_only_the_1_in_a_hand_cancels() -> None:
    state = table(["", "cassia1@0,0 cassia2@1,0"], ["cassia8", ""])
    assert totals(state) == [8, 0]


# Paths.


@pytest.mark.parametrize(
    ("garden", "points"),
    [
        ("", 0),
        ("cassia2@0,0", 0),  # one card is not a path
        ("cassia1@0,0", 0),
        ("cassia8@0,0", 0),
        ("cassia2@0,0 cassia4@1,0", 2),  # the shortest: two of the colour
        ("cassia4@0,0 cassia2@1,0", 2),  # in either direction
        ("cassia2@0,0 cassia4@0,1", 2),
        ("cassia2@0,0 lilac1@1,0 cassia4@1,1", 0),  # not by a corner
        ("cassia2@0,0 lilac6@1,0 cassia7@2,0", 3),  # others in between
        ("cassia2@0,0 lilac3@1,0 myrtle4@2,0 dogwood5@3,0 cassia7@4,0", 5),
        ("cassia2@0,0 lilac2@1,0 cassia4@2,0", 0),  # each is greater, not equal
        ("cassia2@0,0 lilac5@1,0 cassia4@2,0", 0),  # nor smaller
        ("lilac1@0,0 cassia2@1,0 cassia4@2,0", 2),  # begins on the colour
        ("cassia2@0,0 cassia4@1,0 lilac5@2,0", 2),  # ends on it
        ("lilac2@0,0 lilac4@1,0 cassia6@2,0", 0),
        ("cassia2@0,0 cassia5@1,0 cassia7@2,0 lilac3@1,1", 3),
        # Numbers may be left out; a path may turn, and skip what is beside it.
        ("cassia2@0,0 lilac4@0,1 cassia5@1,1 myrtle6@2,1 cassia7@2,0", 5),
    ],
)
def test_a_path_rises_card_by_card_and_begins_and_ends_on_its_colour(
    garden: str, points: int
) -> None:
    assert worth(garden) == points


def test_the_longest_path_is_of_eight_cards() -> None:
    trees = ["cassia", "lilac", "myrtle", "lilac", "dogwood", "lilac", "myrtle", "cassia"]
    row = " ".join(f"{tree}{k + 1}@{k},0" for k, tree in enumerate(trees))
    assert worth(row) == 8 + 1 + 2
    pure = " ".join(f"cassia{k + 1}@{k},0" for k in range(8))
    assert worth(pure) == 2 * 8 + 1 + 2


@pytest.mark.parametrize(
    ("garden", "points"),
    [
        ("cassia2@0,0 cassia3@1,0 cassia4@2,0", 3),  # three of one colour are not doubled
        ("cassia2@0,0 cassia3@1,0 cassia4@2,0 cassia5@3,0", 8),
        ("cassia2@0,0 cassia3@1,0 lilac4@2,0 cassia5@3,0", 4),  # four, but not all of it
        ("cassia2@0,0 cassia3@1,0 cassia4@2,0 lilac5@3,0 cassia6@4,0", 5),
        ("cassia2@0,0 cassia3@0,1 cassia4@1,1 cassia5@1,0 cassia6@2,0", 10),
        # Four of the colour, doubled, beat six with others among them.
        (
            "cassia2@0,0 cassia3@1,0 cassia5@2,0 cassia6@3,0 lilac4@1,1 lilac7@4,0 cassia1@0,9",
            8,
        ),
    ],
)
def test_a_path_of_four_or_more_all_of_its_colour_counts_double(garden: str, points: int) -> None:
    assert worth(garden.replace(" cassia1@0,9", "")) == points


@pytest.mark.parametrize(
    ("garden", "points"),
    [
        ("cassia1@0,0 cassia4@1,0", 2 + 1),  # starts on a 1
        ("cassia4@0,0 cassia8@1,0", 2 + 2),  # ends on an 8
        ("cassia1@0,0 cassia8@1,0", 2 + 1 + 2),  # both
        ("cassia1@0,0 lilac2@1,0 cassia8@2,0", 3 + 1 + 2),
        ("lilac1@0,0 cassia4@1,0 cassia5@2,0", 2),  # the 1 of another colour starts nothing
        ("cassia4@0,0 cassia5@1,0 lilac8@2,0", 2),
        # Bonuses are added after doubling.
        ("cassia1@0,0 cassia3@1,0 cassia4@2,0 cassia5@3,0", 2 * 4 + 1),
        ("cassia3@0,0 cassia4@1,0 cassia5@2,0 cassia8@3,0", 2 * 4 + 2),
        ("cassia1@0,0 cassia4@1,0 cassia5@2,0 cassia8@3,0", 2 * 4 + 1 + 2),
        ("cassia1@0,0 cassia2@1,0 cassia3@2,0", 3 + 1),
    ],
)
def test_bonuses_for_a_1_and_an_8_are_not_doubled(garden: str, points: int) -> None:
    assert worth(garden) == points


def test_the_best_of_several_paths_counts_once() -> None:
    """A pure path doubled against a longer mixed one with bonuses: whatever is worth more."""
    pure = "cassia3@0,0 cassia4@1,0 cassia5@2,0 cassia6@3,0"
    assert worth(pure) == 8
    longer = f"{pure} lilac2@0,1 cassia1@-1,1 lilac7@4,0 cassia8@5,0"
    assert worth(longer) == 8 + 1 + 2
    two = "cassia2@0,0 cassia4@1,0 lilac1@0,1 cassia6@0,2 cassia7@1,2 cassia8@2,2"
    assert worth(two) == 3 + 2


def test_a_card_may_serve_in_paths_of_several_colours() -> None:
    garden = "cassia1@0,0 lilac2@1,0 cassia3@2,0 lilac4@3,0 cassia5@4,0"
    assert worth(garden) == 5 + 1
    assert worth(garden, LILAC) == 3
    assert table([garden]).scores == (5 + 1 + 3, 0)


def test_paths_are_found_wherever_a_garden_grows() -> None:
    """Also across rows: the end of one and the beginning of the next are not neighbours."""
    column = " ".join(f"cassia{8 - k}@0,{k}" for k in range(8))
    assert worth(column) == 2 * 8 + 1 + 2
    left = " ".join(f"cassia{8 - k}@{-k},0" for k in range(8))
    assert worth(left) == 2 * 8 + 1 + 2


def test_the_guides_examples_are_right() -> None:
    garden = "lilac1@0,0 lilac2@1,0 dogwood4@2,0 lilac6@2,1 lilac8@3,1 myrtle7@3,0"
    assert worth(garden, LILAC) == 8
    assert table([garden]).scores == (8, 0)
    assert worth(garden.replace("dogwood4", "lilac4"), LILAC) == 13
    assert table([garden], ["lilac3", "lilac7"]).scores == (0, 0)


# The winner.


def test_the_most_points_win() -> None:
    assert table([PAIR, "lilac1@0,0 lilac2@1,0"]).outcome == (-1, 1)
    assert table([PAIR, "lilac1@0,0", "myrtle5@0,0 myrtle6@1,0 myrtle7@2,0"]).outcome == (-1, -1, 1)


def test_who_tie_share_the_victory() -> None:
    assert table([PAIR, "lilac2@0,0 lilac3@1,0", ""]).outcome == (0, 0, -1)
    assert table().outcome == (0, 0)


def test_points_are_counted_as_if_the_game_ended_now_also_before() -> None:
    assert table([PAIR]).observe(1).scores == (2, 0)


def test_colours_in_an_arboretum_are_counted() -> None:
    garden = "cassia1@0,0 cassia2@1,0 lilac2@2,0 willow8@3,0"
    assert [colours_grown(table([garden, ""]).record, p) for p in (0, 1)] == [3, 0]
