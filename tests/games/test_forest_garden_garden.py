"""Gardens of Forest Garden, ruling by ruling: the year, pollination, nitrogen, placement."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from tests.games.forest_garden import (
    PLANTS,
    changed_deck,
    choose,
    cubes,
    dark,
    deck,
    game,
    garden,
    hand,
    log_lines,
    plain,
    plant,
    plants,
    play,
    refused,
    storage,
    table,
    transitions,
    year,
)

from spinney.core.state import State
from spinney.games.forest_garden.deck.plant import ARROWS, is_of
from spinney.games.forest_garden.rules import record
from spinney.games.forest_garden.rules.offers import in_garden
from spinney.games.forest_garden.rules.record import NEAR, PLACE_NAMES, ROUNDS, phase_of_year

pytestmark = pytest.mark.usefixtures("interpreted")

EARLY, MID, LATE_SPRING = 2, 3, 4
"""The rounds of the first year in which it is early spring, mid spring, late spring."""


def round_of(phase: int) -> int:
    """The round of the first year with that phase."""
    return phase + 1 if phase else 11


def through(state: State, rounds: int) -> State:
    """Let so many rounds go by in which both take an offer and sell what they took."""
    for _ in range(rounds):
        first, second = state.to_act
        state = choose(state, "1", "2")
        for p in (first, second):
            state = play(state, f"sell {hand(state, p)[1]}")
    return state


# The seasons.


def test_each_round_is_a_season_and_rounds_1_11_and_21_are_winter() -> None:
    state = table(round_=1, season=True)
    phases = []
    for number in range(1, ROUNDS + 1):
        rigged = state.record
        rigged.round_number = number - 1
        begun = year(State(state.game, bytes(rigged)))[0]
        assert begun.state.record.round_number == number
        phases.append(phase_of_year(begun.state.record))
    assert phases == [*range(10), *range(10), 0]


def test_the_first_round_begins_with_the_offers() -> None:
    state = game().new(seed=4)
    happened = [*state.transitions(0, "draw 1")]
    happened += happened[-1].state.transitions(1, "draw 1")
    lines = log_lines(happened)
    assert lines[2] == "round 1 of 21: winter"
    assert lines[3].startswith("turned up: 1 ")


# Flowers.


def test_what_is_in_flower_gets_a_cube_and_nothing_else_does() -> None:
    shrub = next(c for c in plain(1) if plant(c).flowering == 3)
    other = next(c for c in plain(2) if plant(c).flowering != 3)
    state = table([f"{shrub}@1.2 {other}@2.2"], round_=LATE_SPRING, season=True)
    after = year(state)[-1].state
    assert cubes(after, 0) == {"1.2": 1}
    assert storage(after) == [1, 1]


def test_a_plant_gets_no_cube_in_the_round_in_which_it_is_planted() -> None:
    shrub = next(c for c in plain(1) if plant(c).flowering == 3)
    state = table(hands=[shrub], round_=LATE_SPRING)
    state = play(choose(state, "1", "2"), f"grow {shrub} 1.1")
    assert cubes(state, 0) == {}
    assert cubes(play(state, f"sell {hand(state, 1)[0]}"), 0) == {}


def test_it_flowers_from_the_next_round_on() -> None:
    shrub = next(c for c in plain(1) if plant(c).flowering == 3)
    state = table(hands=[shrub], round_=MID)
    state = play(choose(state, "1", "2"), f"grow {shrub} 1.1")
    state = play(state, f"sell {hand(state, 1)[0]}")
    assert cubes(state, 0) == {"1.1": 1}


def test_males_get_no_cube() -> None:
    (male,) = plants(row=3, sex="male")
    state = table([f"{male}@3.1"], round_=round_of(plant(male).flowering), season=True)
    happened = year(state)
    assert cubes(happened[-1].state, 0) == {}
    assert not any("flower" in line or "vain" in line for line in log_lines(happened))


# Pollination.


def crossing(where: Any = lambda plant: True) -> tuple[str, str]:
    """A plant with both sexes that needs a partner, and another plant that will do."""
    for card in plants(fertilization="cross", sex="both", where=where):
        for other in plants():
            if plant(other).serves(plant(card)):
                return card, other
    raise AssertionError("there is none")


def flowers(gardens: list[str], phase: int) -> list[dict[str, int]]:
    """The cubes of all after the season in which it is that phase."""
    state = year(table(gardens, round_=round_of(phase), season=True))[-1].state
    return [cubes(state, p) for p in range(2)]


def at(card: str, i: int) -> str:
    """A card planted on a place of its row."""
    return f"{card}@{plant(card).row}.{i}"


def test_across_it_needs_a_partner_in_the_same_garden() -> None:
    card, other = crossing()
    phase, place = plant(card).flowering, f"{plant(card).row}.1"
    assert place not in flowers([at(card, 1)], phase)[0]
    assert place not in flowers([at(card, 1), at(other, 2)], phase)[0]
    assert flowers([f"{at(card, 1)} {at(other, 2)}"], phase)[0][place] == 1


def test_the_partner_need_not_be_in_flower() -> None:
    card, other = next(
        (one, two)
        for one in plants(fertilization="cross")
        for two in plants()
        if plant(two).serves(plant(one)) and plant(two).flowering != plant(one).flowering
    )
    gardens = [f"{at(card, 1)} {at(other, 2)}"]
    assert flowers(gardens, plant(card).flowering)[0] == {f"{plant(card).row}.1": 1}


def test_a_male_will_do_and_a_female_never_serves_a_female() -> None:
    female = plant("EU35")
    assert female.sex == "female"
    male = next(c for c in plants(sex="male") if plant(c).scientific == female.scientific)
    assert flowers(["EU35@2.1"], female.flowering)[0] == {}
    assert flowers([f"EU35@2.1 {male}@2.4"], female.flowering)[0] == {"2.1": 1}
    assert not any(
        plant(other).serves(plant(one))
        for one in plants(sex="female")
        for other in plants(sex="female")
    )


def test_a_card_never_serves_itself_but_another_of_its_genus_does() -> None:
    hazels = plants(where=lambda p: p.scientific.startswith("Corylus") and p.row == 2)
    one, two = hazels[:2]
    phase = plant(one).flowering
    assert flowers([f"{one}@2.1"], phase)[0] == {}
    assert flowers([f"{one}@2.1 {two}@2.2"], phase)[0]["2.1"] == 1


@pytest.mark.parametrize(
    ("name", "kind", "of"),
    [
        ("Prunus avium", "Prunus", True),
        ("Prunus avium", "Prunus avium", True),
        ("Prunus tomentosa var. x", "Prunus tomentosa", True),
        ("Sorbus × thuringiaca", "Sorbus thuringiaca", True),
        ("× Sorbaronia fallax", "Sorbaronia", True),
        ("Prunus", "Prunus avium", False),
        ("Prunus aviumoides", "Prunus avium", False),
        ("Sorbus aria", "Prunus", False),
    ],
)
def test_of_a_species_or_genus_by_whole_words_from_the_front(
    name: str, kind: str, of: bool
) -> None:
    assert is_of(name, kind) == of


def test_any_one_of_several_partners_will_do() -> None:
    card = next(c for c in plants(fertilization="cross", sex="both") if plant(c).row < 5)
    several = [c for c in plants() if plant(c).serves(plant(card))]
    for other in several:
        place = f"{plant(card).row}.1"
        assert flowers([f"{at(card, 1)} {at(other, 2)}"], plant(card).flowering)[0][place] == 1


def test_in_vain_is_told_with_its_reason() -> None:
    card, _ = crossing()
    happened = year(table([at(card, 1)], round_=round_of(plant(card).flowering), season=True))
    (line,) = [line for line in log_lines(happened) if line.startswith("flowering in vain")]
    assert f"{plant(card).english} {plant(card).row}.1 (no " in line
    assert plant(card).partners[0] in line


def test_in_vain_beside_another_female_has_another_reason(tmp_path: Path) -> None:
    """Here the bog myrtle is a sea buckthorn, too."""
    female = plant("EU35")
    deck_ = changed_deck(tmp_path, EU54={"scientific": f"{female.scientific} var. b"})
    how: Any = {"round_": round_of(female.flowering), "season": True, "plants": deck_}
    alone = log_lines(year(table(["EU35@2.1"], **how)))
    assert "Sea buckthorn ♀ 2.1 (no other Hippophae rhamnoides there)" in str(alone)
    beside = log_lines(year(table(["EU35@2.1 EU54@1.1"], **how)))
    assert "Sea buckthorn ♀ 2.1 (its only kin there is female too)" in str(beside)


# Harvest.


def test_a_cube_stays_until_the_harvest_over_the_winter_too() -> None:
    card = next(c for c in plain(2) if 5 <= plant(c).harvest <= 7)
    state = table([f"{card}@2.1+1"], round_=9)
    rounds = 0
    while cubes(state, 0):
        state = through(state, 1)
        rounds += 1
    assert rounds == plant(card).harvest + 10 - 8


def test_no_cube_no_harvest() -> None:
    card = next(c for c in plain(2) if plant(c).harvest == 6)
    for cube, got in ((0, 1), (1, 2), (2, 3)):
        state = table([f"{card}@2.1+{cube}"], round_=round_of(6), season=True)
        assert storage(year(state)[-1].state) == [got, 1]


def test_eaten_flowers_are_harvested_as_they_open() -> None:
    (tree,) = plants(flower_eaten=True)
    state = table([f"{tree}@3.1"], round_=round_of(plant(tree).flowering), season=True)
    happened = year(state)
    lines = log_lines(happened)
    name = plant(tree).english
    assert lines[1:3] == [
        f"flowering for player 1: {name} 3.1",
        f"player 1 harvests 1: {name} 3.1 (1)",
    ]
    assert storage(happened[-1].state) == [2, 1]
    assert cubes(happened[-1].state, 0) == {}


def test_a_dark_cube_doubles_eaten_flowers_too() -> None:
    (tree,) = plants(flower_eaten=True)
    state = table(
        [f"{tree}@3.1"],
        dark={(0, "3.1"): 1},
        round_=round_of(plant(tree).flowering),
        season=True,
    )
    after = year(state)[-1].state
    assert (storage(after), dark(after, 0)) == ([3, 1], {})


def test_flowering_comes_before_harvest(tmp_path: Path) -> None:
    """Were a plant ripe in the season of its flowers, its cube would be harvested at once."""
    deck_ = changed_deck(tmp_path, EU49={"flowering": "4", "harvest": "4"})
    state = table(["EU49@1.1"], round_=5, season=True, plants=deck_)
    assert storage(year(state)[-1].state) == [2, 1]


def test_of_eaten_flowers_the_season_of_fruit_counts_nothing(tmp_path: Path) -> None:
    (tree,) = plants(flower_eaten=True)
    deck_ = changed_deck(tmp_path, **{tree: {"harvest": "7"}})
    state = table([f"{tree}@3.1+1"], round_=8, season=True, plants=deck_)
    assert storage(year(state)[-1].state) == [1, 1]


# Leaves.


def test_leaves_are_harvested_in_late_spring_whatever_the_flowers_did() -> None:
    one, two, *_ = (c for c in plants(leaf=True) if plant(c).row in (2, 3))
    gardens = [f"{at(one, 1)}+1 {at(two, 1)}"]
    for phase in (2, 3, 4):
        state = year(table(gardens, round_=round_of(phase), season=True))[-1].state
        assert storage(state)[0] == 1 + 2 * (phase == 3)


def test_leaves_are_told() -> None:
    one, two, *_ = (c for c in plants(leaf=True) if plant(c).row in (2, 3))
    lines = log_lines(year(table([f"{at(one, 1)} {at(two, 1)}"], round_=4, season=True)))
    names = ", ".join(
        f"{plant(c).english} {plant(c).row}.1"
        for c in sorted((one, two), key=lambda c: plant(c).row)
    )
    assert f"player 1 harvests leaves for 2: {names}" in lines


def test_leaves_are_never_doubled() -> None:
    card = plants(leaf=True, where=lambda p: p.flowering != 3)[0]
    place = f"{plant(card).row}.1"
    for nitrogen in ("once", "always"):
        state = table([at(card, 1)], dark={(0, place): 1}, round_=4, season=True, nitrogen=nitrogen)
        after = year(state)[-1].state
        assert (storage(after)[0], dark(after, 0)) == (2, {place: 1})


def test_leaves_of_males_are_harvested(tmp_path: Path) -> None:
    assert plant("EU53").male
    deck_ = changed_deck(tmp_path, EU53={"leaf": "1"})
    state = table(["EU53@1.1"], round_=4, season=True, plants=deck_)
    assert storage(year(state)[-1].state) == [2, 1]


def test_leaves_of_what_was_planted_this_round_are_not() -> None:
    card = plants(leaf=True)[0]
    state = table(hands=[card], round_=4, storage=[0, 0])
    state = play(choose(state, "1", "2"), f"grow {card} {plant(card).row}.1")
    assert storage(state) == [0, 0]


# Neighbours.


def near(name: str) -> list[str | None]:
    """The places around one, from the west on by `ARROWS`."""
    around = NEAR[PLACE_NAMES.index(name)].tolist()
    return [PLACE_NAMES[place] if place >= 0 else None for place in around]


@pytest.mark.parametrize(
    ("name", "around"),
    [
        # W, E, NW, NE, SW, SE
        ("1.1", [None, "1.2", None, "2.1", None, None]),
        ("1.3", ["1.2", "1.4", "2.2", "2.3", None, None]),
        ("1.5", ["1.4", "1.6", "2.4", "2.5", None, None]),
        ("1.6", ["1.5", None, "2.5", None, None, None]),
        ("2.2", ["2.1", "2.3", "3.1", "3.2", "1.2", "1.3"]),
        ("2.5", ["2.4", None, "3.4", None, "1.5", "1.6"]),
        ("4.3", ["4.2", None, "5.2", None, "3.3", "3.4"]),
        ("5.1", [None, "5.2", None, "6.1", "4.1", "4.2"]),
        ("5.2", ["5.1", None, "6.1", None, "4.2", "4.3"]),
        ("6.1", [None, None, None, None, "5.1", "5.2"]),
    ],
)
def test_which_places_touch(name: str, around: list[str | None]) -> None:
    assert near(name) == around


def test_touching_is_mutual() -> None:
    opposite = dict(zip(ARROWS, ("E", "W", "SE", "SW", "NE", "NW"), strict=True))
    for name in PLACE_NAMES:
        for arrow, other in zip(ARROWS, near(name), strict=True):
            if other:
                assert near(other)[ARROWS.index(opposite[arrow])] == name


# Nitrogen.


def collector(state: State, card: str, place: str) -> State:
    """Player 1 plants a collector."""
    state = choose(state, "1", "2")
    return play(state, f"grow {card} {place}")


def arrows_from(card: str, place: str) -> set[str]:
    """The places a collector's arrows point to."""
    pairs = zip(ARROWS, near(place), strict=True)
    return {other for arrow, other in pairs if other and arrow in plant(card).arrows}


COLLECTORS = plants(nitrogen=True)
REGULAR = {name for name in PLACE_NAMES if not name.endswith(("6", "2.5", "3.4", "4.3", "5.2"))}
REGULAR -= {"6.1"}


@pytest.mark.parametrize("card", COLLECTORS)
def test_a_collector_lays_a_dark_cube_where_its_arrows_point(card: str) -> None:
    row = plant(card).row
    for i in range(1, 7 - row):
        state = collector(table(hands=[card]), card, f"{row}.{i}")
        assert dark(state, 0) == dict.fromkeys(arrows_from(card, f"{row}.{i}") & REGULAR, 1)
        assert dark(state, 1) == {}


def test_without_arrows_in_the_file_it_points_everywhere(tmp_path: Path) -> None:
    rows = [row.rsplit(",", 1)[0] for row in PLANTS.text.strip().splitlines()]
    (tmp_path / "deck.csv").write_text("\n".join(rows) + "\n", "utf-8")
    after = collector(table(hands=["EU35"], plants=tmp_path / "deck.csv"), "EU35", "2.2")
    assert dark(after, 0) == dict.fromkeys(("2.1", "2.3", "3.1", "3.2", "1.2", "1.3"), 1)


def test_the_plants_there_already_get_it_too_but_not_on_their_cube() -> None:
    tree = plain(3)[0]
    state = collector(table([f"{tree}@3.1+1"], hands=["EU36"]), "EU36", "2.2")
    assert dark(state, 0)["3.1"] == 1
    assert cubes(state, 0) == {"3.1": 1}


def full_row(row: int, n: int | None = None, skip: tuple[str, ...] = ()) -> list[str]:
    """As many plain plants as the row's areas, each with its place."""
    cards = [card for card in plain(row) if card not in skip]
    return [f"{cards[i]}@{row}.{i + 1}" for i in range(n if n is not None else 6 - row)]


def test_an_additional_place_gets_one_only_when_it_is_planted() -> None:
    """EU36 on 2.4 points to 1.4, 1.5, 3.3 and 3.4, the additional place of row 3."""
    assert "NE" in plant("EU36").arrows
    row = " ".join(full_row(3))
    free = collector(table([row], hands=["EU36"]), "EU36", "2.4")
    assert "3.4" not in dark(free, 0)
    extra = next(card for card in plain(3) if card not in row)
    planted = collector(table([f"{row} {extra}@3.4"], hands=["EU36"]), "EU36", "2.4")
    assert dark(planted, 0)["3.4"] == 1


def test_what_is_planted_on_an_additional_place_later_finds_none() -> None:
    row = full_row(3)
    extra = next(card for card in plain(3) if card not in " ".join(row))
    state = table([" ".join(row)], hands=["EU36"], storage=[9, 1], tops=[extra])
    state = collector(state, "EU36", "2.4")
    state = choose(play(state, f"sell {hand(state, 1)[0]}"), "1", "2")
    assert "3.4" not in dark(play(state, f"grow {extra} 3.4"), 0)


def test_the_dark_cube_replaces_the_light_one_once() -> None:
    shrub = next(c for c in plain(2) if plant(c).flowering == 3)
    state = table([f"{shrub}@2.1"], dark={(0, "2.1"): 1}, round_=4, season=True)
    first = year(state)[-1].state
    assert (cubes(first, 0), dark(first, 0)) == ({"2.1": 2}, {})
    state = table([f"{shrub}@2.1"], dark=dark_of(first), round_=14, season=True)
    assert cubes(year(state)[-1].state, 0) == {"2.1": 1}


def dark_of(state: State) -> dict[tuple[int, str], int]:
    return {(0, name): number for name, number in dark(state, 0).items()}


def test_the_doubled_harvest_is_two() -> None:
    shrub = next(c for c in plain(2) if plant(c).harvest == 6)
    state = table([f"{shrub}@2.1+2"], round_=7, season=True, storage=[0, 0])
    assert storage(year(state)[-1].state) == [2, 0]


def test_of_several_dark_cubes_one_is_used_each_time() -> None:
    shrub = next(c for c in plain(2) if plant(c).flowering == 3)
    state = table([f"{shrub}@2.1"], dark={(0, "2.1"): 3}, round_=4, season=True)
    after = year(state)[-1].state
    assert (cubes(after, 0), dark(after, 0)) == ({"2.1": 2}, {"2.1": 2})


def test_a_dark_cube_waits_over_flowers_in_vain_and_for_ever_under_a_male() -> None:
    card, _ = crossing()
    place = f"{plant(card).row}.1"
    state = table(
        [at(card, 1)], dark={(0, place): 1}, round_=round_of(plant(card).flowering), season=True
    )
    after = year(state)[-1].state
    assert (cubes(after, 0), dark(after, 0)) == ({}, {place: 1})
    male = plant("EU26")
    state = table(["EU26@3.1"], dark={(0, "3.1"): 1}, round_=round_of(male.flowering), season=True)
    after = year(state)[-1].state
    assert (cubes(after, 0), dark(after, 0)) == ({}, {"3.1": 1})


def test_collectors_feed_each_other_and_not_themselves() -> None:
    male, female = "EU36", "EU35"
    state = collector(table([f"{male}@2.1"], hands=[female]), female, "2.2")
    assert dark(state, 0) == dict.fromkeys(arrows_from(female, "2.2") & REGULAR, 1)
    assert "2.1" in dark(state, 0)
    assert "2.2" not in dark(state, 0)


def test_always_doubles_every_successful_flowering() -> None:
    shrub = next(c for c in plain(2) if plant(c).flowering == 3)
    waiting = {(0, "2.1"): 1}
    state = table([f"{shrub}@2.1"], dark=waiting, round_=4, season=True, nitrogen="always")
    after = year(state)[-1].state
    assert (cubes(after, 0), dark(after, 0)) == ({"2.1": 2}, {"2.1": 1})


def test_always_a_second_dark_cube_doubles_nothing_more() -> None:
    """But it lies there, and counts where gardens are compared."""
    shrub = next(c for c in plain(2) if plant(c).flowering == 3)
    waiting = {(0, "2.1"): 2}
    state = table([f"{shrub}@2.1"], dark=waiting, round_=4, season=True, nitrogen="always")
    after = year(state)[-1].state
    assert (cubes(after, 0), dark(after, 0)) == ({"2.1": 2}, {"2.1": 2})
    assert in_garden(after.record, 0) == 6


def test_the_supply_of_dark_cubes_has_no_end() -> None:
    everywhere = {(p, name): 3 for p in range(2) for name in sorted(REGULAR)}
    state = collector(table(hands=["EU35"], dark=everywhere), "EU35", "2.2")
    assert sum(dark(state, 0).values()) == 3 * len(REGULAR) + 2


# Placement.


def grows(state: State, card: str) -> list[str]:
    """Where a card of player 1's can be grown now."""
    ways = [way.split() for way in state.legal(0) if way.startswith(f"grow {card} ")]
    return [place for *_, place in ways]


def to_grow(row: int, garden_: str = "", card: str = "", **how: Any) -> tuple[State, str]:
    """Player 1 may play a plant of that row, or that card."""
    card = card or next(c for c in plain(row) if c not in garden_)
    return choose(table([garden_], hands=[card], **how), "1", "2"), card


@pytest.mark.parametrize("row", range(1, 6))
def test_each_size_has_a_row_with_any_place_free(row: int) -> None:
    state, card = to_grow(row)
    assert grows(state, card) == [f"{row}.{i}" for i in range(1, 7 - row)]


def test_places_need_not_be_filled_in_order_and_are_filled_once() -> None:
    cards = plain(1)
    state, card = to_grow(1, f"{cards[0]}@1.3")
    assert grows(state, card) == ["1.1", "1.2", "1.4", "1.5"]
    assert garden(play(state, f"grow {card} 1.5"), 0) == {"1.3": cards[0], "1.5": card}


@pytest.mark.parametrize("row", range(1, 5))
def test_an_additional_plant_comes_in_a_full_row_for_its_number_in_cubes(row: int) -> None:
    areas = full_row(row)
    nearly, card = to_grow(row, " ".join(areas[1:]), storage=[9, 1])
    assert grows(nearly, card) == [f"{row}.1"]
    state, card = to_grow(row, " ".join(areas), storage=[row, 1])
    assert grows(state, card) == [f"{row}.{7 - row}"]
    assert storage(play(state, f"grow {card} {row}.{7 - row}")) == [0, 1]


@pytest.mark.parametrize("row", range(1, 5))
def test_who_can_not_pay_can_not_plant_it(row: int) -> None:
    state, card = to_grow(row, " ".join(full_row(row)), storage=[row - 1, 1])
    assert grows(state, card) == []
    assert f"sell {card}" in state.legal(0)


@pytest.mark.parametrize("row", range(1, 5))
def test_a_row_has_one_additional_plant(row: int) -> None:
    cards = plain(row)
    areas = " ".join(f"{card}@{row}.{i + 1}" for i, card in enumerate(cards[: 7 - row]))
    if len(cards) > 7 - row:
        state, card = to_grow(row, areas, storage=[99, 1])
        assert grows(state, card) == []


def large(*places: str) -> str:
    return " ".join(f"{c}@{p}" for c, p in zip(plain(5), places, strict=False))


def test_there_can_be_two_additional_large_trees() -> None:
    first, card = to_grow(5, large("5.1"), storage=[5, 1])
    assert grows(first, card) == ["5.2"]
    assert storage(play(first, f"grow {card} 5.2")) == [0, 1]
    second, card = to_grow(5, large("5.1", "5.2"), storage=[6, 1])
    assert grows(second, card) == ["6.1"]
    assert storage(play(second, f"grow {card} 6.1")) == [0, 1]
    poor, card = to_grow(5, large("5.1", "5.2"), storage=[5, 1])
    assert grows(poor, card) == []
    third, card = to_grow(5, large("5.1", "5.2", "6.1"), storage=[99, 1])
    assert grows(third, card) == []


MALES = {3: "EU26", 2: "EU36", 1: "EU53"}


@pytest.mark.parametrize("row", MALES)
def test_a_male_in_the_row_makes_its_additional_plant_free(row: int) -> None:
    areas = f"{MALES[row]}@{row}.1 " + " ".join(full_row(row)[1:])
    state, card = to_grow(row, areas, storage=[0, 0])
    assert grows(state, card) == [f"{row}.{7 - row}"]
    assert storage(play(state, f"grow {card} {row}.{7 - row}")) == [0, 0]


@pytest.mark.parametrize("row", MALES)
def test_a_male_does_not_pay_for_itself(row: int) -> None:
    areas = " ".join(full_row(row))
    state, male = to_grow(row, areas, MALES[row], storage=[row, 1])
    assert storage(play(state, f"grow {male} {row}.{7 - row}")) == [0, 1]
    poor, male = to_grow(row, areas, MALES[row], storage=[row - 1, 1])
    assert grows(poor, male) == []


def test_a_male_on_the_additional_place_opens_no_further_one() -> None:
    areas = " ".join([*full_row(3), "EU26@3.4"])
    state, card = to_grow(3, areas, storage=[9, 9])
    assert grows(state, card) == []


def test_a_male_in_row_5_makes_5_2_free_but_not_6_1() -> None:
    trees = [c for c in plants(continent="AS", row=5) if plant(c).sex == "both"]
    (male,) = plants(continent="AS", row=5, sex="male")
    for placed, place, fee in (([], "5.2", 0), ([trees[1]], "6.1", 6)):
        grown = " ".join([f"{male}@5.1", *(f"{card}@5.2" for card in placed)])
        state = table([grown], players=3, hands=[trees[0]], storage=[6, 1, 1])
        state = choose(state, "1", "2", "3")
        assert grows(state, trees[0]) == [place]
        assert storage(play(state, f"grow {trees[0]} {place}"))[0] == 6 - fee
    # Nor does a male on 5.2, and it is not free itself.
    state = table([f"{trees[1]}@5.1"], players=3, hands=[male], storage=[5, 1, 1])
    state = play(choose(state, "1", "2", "3"), f"grow {male} 5.2")
    assert storage(state)[0] == 0


def test_what_is_planted_stays_where_it_is() -> None:
    state = game().new(seed=8)
    grown: list[dict[str, str]] = [{}, {}]
    turn = 0
    while not state.over:
        p = state.to_act[0]
        state = state.play(p, state.legal(p).sample(turn))
        turn += 1
        for q in range(2):
            assert grown[q].items() <= garden(state, q).items()
            grown[q] = garden(state, q)
    assert sum(map(len, grown)) > 15


def test_what_has_no_place_can_always_be_sold() -> None:
    cards = plain(5)
    state = table([large("5.1", "5.2", "6.1")], hands=[cards[3]], storage=[99, 1])
    state = choose(state, "1", "2")
    assert f"sell {cards[3]}" in state.legal(0)
    assert "row 6 is full" in refused(state, 0, f"grow {cards[3]} 5.1")


# What is told of planting.


def test_dark_cubes_are_told() -> None:
    happened = transitions(choose(table(hands=["EU35"]), "1", "2"), "grow EU35 2.2")
    assert log_lines(happened)[:2] == [
        "grow EU35 2.2 (Sea buckthorn ♀)",
        "dark cubes come on 2.1 and 2.3",
    ]


def test_a_fee_is_told() -> None:
    state, card = to_grow(3, " ".join(full_row(3)), storage=[3, 1])
    happened = transitions(state, f"grow {card} 3.4")
    assert log_lines(happened)[0] == f"grow {card} 3.4 ({plant(card).english}, for 3 cubes)"


def test_there_are_21_places() -> None:
    assert len(PLACE_NAMES) == 21 == len(set(PLACE_NAMES))
    assert len(REGULAR) == 15
    assert record.ROW.tolist() == [int(name[0]) for name in PLACE_NAMES]
    assert deck(table(), 0)
