"""The program's own deck of 224 plants: counts, ranges, spellings, partners, nature's demands."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from dataclasses import replace
from importlib.resources import files
from statistics import fmean

import pytest
from tests.games.forest_garden import can_be_won

import spinney
from spinney.games.forest_garden.deck.plant import (
    ARROWS,
    COLOURS,
    CONTINENTS,
    FRUITS,
    MARKS,
    SIZES,
    Plant,
    is_of,
)
from spinney.games.forest_garden.deck.plants import TASKS, Task, own

DECK = own()
BY_ID = {plant.id: plant for plant in DECK}
SPECIES = defaultdict(list)
for _plant in DECK:
    SPECIES[_plant.scientific].append(_plant)
PAIRS = [cards for cards in SPECIES.values() if len(cards) > 1]
COUNTS = {  # small shrubs and climbers, large shrubs, small, medium, large trees
    "AS": (25, 23, 19, 15, 14),
    "EU": (16, 16, 12, 10, 10),
    "NA": (17, 15, 13, 9, 10),
}
HEIGHTS = {
    "small_shrub": (0, 2),
    "large_shrub": (2, 5),
    "small_tree": (5, 10),
    "medium_tree": (10, 20),
    "large_tree": (20, 40),
}
HEADER = (
    "id,continent,scientific,english,german,sex,size,height_m,plant_size,fruit_size,usability,"
    "taste,yield,partner_bonus,flower_colour,flowering,fruit_type,harvest,flower_eaten,leaf,"
    "fertilization,partners,nitrogen,arrows"
)
COLLECTING_GENERA = {
    "Caragana",
    "Comptonia",
    "Elaeagnus",
    "Hippophae",
    "Myrica",
    "Robinia",
    "Shepherdia",
}


def of(continent: str) -> list[Plant]:
    return [plant for plant in DECK if plant.continent == continent]


def genus(plant: Plant) -> str:
    return plant.scientific.split()[0]


def name(plant: Plant) -> str:
    return f"{plant.id} {plant.scientific}"


# The file.


def test_the_file_is_a_tidy_table() -> None:
    data = files("spinney.games.forest_garden.deck").joinpath("plants.csv").read_bytes()
    lines = data.decode("utf-8").split("\n")
    assert b"\r" not in data
    assert lines[0] == HEADER
    assert [line[:4] for line in lines[1:-1]] == [plant.id for plant in DECK]
    assert lines[-1] == ""
    for line in lines[1:-1]:
        assert all(cell == cell.strip() for cell in line.split(",")), line


def test_rows_of_a_continent_go_from_large_trees_to_small_shrubs() -> None:
    for continent in CONTINENTS:
        rows = [plant.row for plant in of(continent)]
        assert rows == sorted(rows, reverse=True)


# Counts.


@pytest.mark.parametrize("continent", CONTINENTS)
def test_so_many_plants_of_each_size(continent: str) -> None:
    found = Counter(plant.size for plant in of(continent))
    assert tuple(found[size] for size in SIZES) == COUNTS[continent]


def test_every_fruit_and_colour_occurs() -> None:
    assert {plant.fruit_type for plant in DECK if not plant.male} == {*FRUITS}
    assert {plant.flower_colour for plant in DECK} == {*COLOURS}


@pytest.mark.parametrize("continent", CONTINENTS)
def test_a_continent_has_fruits_and_colours_enough(continent: str) -> None:
    assert len({plant.fruit_type for plant in of(continent) if not plant.male}) >= 9
    assert len({plant.flower_colour for plant in of(continent)}) >= 6


# Names.


def test_a_species_comes_once_or_as_male_and_female() -> None:
    for scientific, cards in SPECIES.items():
        assert sorted(card.sex for card in cards) in (["both"], ["female", "male"]), scientific


def test_no_species_belongs_to_two_continents() -> None:
    for scientific, cards in SPECIES.items():
        assert len({card.continent for card in cards}) == 1, scientific


@pytest.mark.parametrize("language", ["english", "german"])
def test_a_name_means_one_species(language: str) -> None:
    meanings = defaultdict(set)
    for plant in DECK:
        meanings[getattr(plant, language).lower()].add(plant.scientific)
    assert {word: found for word, found in meanings.items() if len(found) > 1} == {}


@pytest.mark.parametrize(
    ("language", "pattern"),
    [
        ("scientific", r"[A-Z][a-z]+( ×)? [a-z]+(-[a-z]+)?"),
        ("english", r"[A-Z][a-z]+('s|s')?([ -][A-Za-z][a-z]+('s)?)*"),
        ("german", r"[A-ZÄÖÜ][a-zäöüß]+([ -][A-Za-zÄÖÜäöüß][a-zäöüß]+)*"),
    ],
)
def test_names_are_spelt_as_names_are(language: str, pattern: str) -> None:
    for plant in DECK:
        assert re.fullmatch(pattern, getattr(plant, language)), name(plant)


def test_a_german_name_begins_or_ends_with_a_noun() -> None:
    for plant in DECK:
        assert plant.german.split()[-1][0].isupper(), name(plant)


@pytest.mark.parametrize("cards", PAIRS, ids=lambda cards: cards[0].scientific)
def test_male_and_female_are_one_species(cards: list[Plant]) -> None:
    plant = ("english", "german", "size", "height_m", "leaf", "nitrogen")
    year = ("flowering", "fruit_type", "harvest", "flower_eaten")
    for field in (*plant, *year):
        assert len({getattr(card, field) for card in cards}) == 1, field


def test_pairs_stand_side_by_side_the_female_first() -> None:
    for cards in PAIRS:
        female, male = cards
        assert (female.sex, male.sex) == ("female", "male")
        assert male.number == female.number + 1


# Sizes and marks.


@pytest.mark.parametrize("size", SIZES)
def test_heights_are_within_the_class(size: str) -> None:
    low, high = HEIGHTS[size]
    for plant in DECK:
        if plant.size == size:
            assert low < (plant.height_m or 0) <= high, name(plant)


def test_four_marks_make_the_yield() -> None:
    for plant in DECK:
        marks = [getattr(plant, mark) for mark in MARKS]
        assert all(1 <= mark <= 5 for mark in marks), name(plant)
        assert sum(marks) == plant.yield_, name(plant)
        assert plant.plant_size == plant.row, name(plant)


def test_a_male_is_worth_less_than_its_female() -> None:
    for female, male in PAIRS:
        assert male.yield_ < female.yield_, name(male)
        assert male.fruit_size == 1, name(male)


@pytest.mark.parametrize("continent", CONTINENTS)
def test_trees_are_worth_more_than_shrubs_on_average(continent: str) -> None:
    trees = [plant.yield_ for plant in of(continent) if plant.tree]
    shrubs = [plant.yield_ for plant in of(continent) if not plant.tree]
    assert 1 < fmean(trees) - fmean(shrubs) < 4


# Seasons.


def test_fruit_is_harvested_later_than_it_flowers_unless_flowers_are_eaten() -> None:
    for plant in DECK:
        assert (plant.flowering == plant.harvest) == plant.flower_eaten, name(plant)
        over_winter = plant.flowering == 9
        assert plant.flowering <= plant.harvest or over_winter, name(plant)


@pytest.mark.parametrize(
    ("species", "phase"),
    [
        ("Corylus avellana", 1),  # each begins or marks its phenological season
        ("Prunus avium", 2),
        ("Ribes uva-crispa", 2),
        ("Malus domestica", 3),
        ("Crataegus monogyna", 3),
        ("Sambucus nigra", 4),
        ("Robinia pseudoacacia", 4),
        ("Tilia cordata", 5),
    ],
)
def test_the_plants_that_mark_a_season_flower_in_it(species: str, phase: int) -> None:
    assert SPECIES[species][0].flowering == phase


@pytest.mark.parametrize(
    ("species", "phase"),
    [
        ("Ribes rubrum", 5),
        ("Sorbus aucuparia", 6),
        ("Sambucus nigra", 7),
        ("Quercus robur", 8),
        ("Juglans regia", 8),
        ("Mespilus germanica", 9),
    ],
)
def test_the_plants_that_mark_a_season_are_ripe_in_it(species: str, phase: int) -> None:
    assert SPECIES[species][0].harvest == phase


# Partners.


def test_every_named_partner_grows_in_its_continents_deck() -> None:
    for plant in DECK:
        for kind in plant.partners:
            mates = [other for other in of(plant.continent) if is_of(other.scientific, kind)]
            assert any(other.serves(plant) for other in mates), f"{name(plant)}: {kind}"


def test_partners_are_of_the_same_genus() -> None:
    for plant in DECK:
        assert all(kind.split()[0] == genus(plant) for kind in plant.partners), name(plant)


def test_a_bonus_can_be_got_and_is_small() -> None:
    for plant in DECK:
        assert 0 <= plant.partner_bonus <= 3, name(plant)
        assert not plant.partner_bonus or plant.partners, name(plant)


def test_a_female_needs_a_male_of_her_species_and_he_needs_nobody() -> None:
    for female, male in PAIRS:
        assert female.partners == (female.scientific,)
        assert male.serves(female)
        assert not male.serves(male)
        assert (male.fertilization, male.partners) == ("self", ())


# What nature asks.


@pytest.mark.parametrize("continent", CONTINENTS)
def test_males_females_collectors_and_salad_trees_in_sensible_numbers(continent: str) -> None:
    plants = of(continent)
    sexes = Counter(plant.sex for plant in plants)
    assert sexes["male"] == sexes["female"]
    assert 0.04 <= sexes["female"] / len(plants) <= 0.10
    assert 0.05 <= sum(plant.nitrogen for plant in plants) / len(plants) <= 0.12
    assert 0.05 <= sum(plant.leaf for plant in plants) / len(plants) <= 0.18
    assert 0.20 <= sum(plant.fertilization == "cross" for plant in plants) / len(plants) <= 0.40
    assert 1 <= sum(plant.flower_eaten for plant in plants) <= 3


def test_a_genus_has_one_kind_of_fruit() -> None:
    """What flowers of one build become is of one kind."""
    fruits = defaultdict(set)
    for plant in DECK:
        fruits[genus(plant)].add(plant.fruit_type)
    assert {one: found for one, found in fruits.items() if len(found) > 1} == {}


@pytest.mark.parametrize(
    ("family", "fruit"),
    [
        (("Castanea", "Fagus", "Quercus", "Corylus", "Juglans", "Carya", "Tilia"), "nut"),
        (("Amelanchier", "Malus", "Pyrus", "Sorbus", "Cydonia", "Mespilus", "Crataegus"), "pome"),
        (("Prunus", "Viburnum", "Sambucus", "Cornus", "Elaeagnus", "Hippophae"), "drupe"),
        (("Ribes", "Vaccinium", "Vitis", "Berberis", "Actinidia", "Lonicera"), "berry"),
        (("Rubus", "Rosa"), "aggregate"),
        (("Ulmus", "Acer", "Fraxinus"), "samara"),
        (("Pinus", "Juniperus"), "cone"),
        (("Taxus", "Ginkgo"), "seed"),
        (("Morus", "Ficus"), "multiple"),
    ],
)
def test_kin_bear_the_fruit_that_botanists_say(family: tuple[str, ...], fruit: str) -> None:
    found = {genus(plant): plant.fruit_type for plant in DECK if genus(plant) in family}
    assert found == dict.fromkeys(family, fruit)


def test_just_these_genera_collect_nitrogen() -> None:
    for plant in DECK:
        assert plant.nitrogen == (genus(plant) in COLLECTING_GENERA), name(plant)


def test_collectors_have_two_to_four_arrows_in_order() -> None:
    for plant in DECK:
        if plant.nitrogen:
            assert 2 <= len(plant.arrows) <= 4, name(plant)
            assert plant.arrows == tuple(arrow for arrow in ARROWS if arrow in plant.arrows)
        else:
            assert plant.arrows == (), name(plant)


def reaches(row: int, place: int, arrow: str) -> bool:
    """Does an arrow of a plant on a regular place point to one of the 15 areas?"""
    north = {"N": 1, "S": -1}.get(arrow[0], 0)
    aside = {"W": -1, "E": 1, "NW": -1, "NE": 0, "SW": 0, "SE": 1}[arrow]
    return 1 <= row + north <= 5 and 1 <= place + aside <= 6 - (row + north)


def test_every_arrow_points_into_the_garden_from_some_place() -> None:
    for plant in DECK:
        for arrow in plant.arrows:
            places = range(1, 7 - plant.row)
            assert any(reaches(plant.row, place, arrow) for place in places), name(plant)


def test_the_flowers_eaten_are_those_of_magnolias_yuccas_and_judas_trees() -> None:
    for plant in DECK:
        assert plant.flower_eaten == (genus(plant) in {"Magnolia", "Yucca", "Cercis"}), name(plant)


@pytest.mark.parametrize(
    ("species", "continent", "fruit"),
    [
        ("Prunus tomentosa", "AS", "drupe"),
        ("Prunus dulcis", "AS", "drupe"),
        ("Cydonia oblonga", "AS", "pome"),
        ("Magnolia kobus", "AS", "follicle"),
        ("Prunus avium", "EU", "drupe"),
        ("Cercis siliquastrum", "EU", "legume"),
        ("Corylus avellana", "EU", "nut"),
        ("Robinia pseudoacacia", "NA", "legume"),
        ("Yucca baccata", "NA", "berry"),
    ],
)
def test_the_plants_that_the_rules_speak_of(species: str, continent: str, fruit: str) -> None:
    (plant,) = SPECIES[species]
    assert (plant.continent, plant.fruit_type, plant.sex) == (continent, fruit, "both")


def test_partners_as_the_rules_speak_of_them() -> None:
    assert any("Prunus tomentosa" in plant.partners for plant in DECK)
    hazels = [plant for plant in DECK if genus(plant) == "Corylus"]
    assert all(plant.partners == ("Corylus",) for plant in hazels)
    assert {plant.continent for plant in hazels} == {*CONTINENTS}


# The additional tasks.


def test_there_are_nine_tasks_with_names_and_words_of_their_own() -> None:
    assert len(TASKS) == 9
    assert len({task.name for task in TASKS}) == len({task.words for task in TASKS}) == 9
    assert all(task.words.endswith(".") and "\n" not in task.words for task in TASKS)


@pytest.mark.parametrize("continent", CONTINENTS)
@pytest.mark.parametrize("task", TASKS, ids=lambda task: task.name)
def test_a_task_is_about_neither_too_few_nor_too_many_plants(task: Task, continent: str) -> None:
    plants = of(continent)
    assert 1 / 7 <= sum(map(task.counts, plants)) / len(plants) <= 1 / 2


IN_PLAY = [(2, "EU"), (2, "NA"), (3, "AS"), (4, "EU NA"), (5, "AS EU"), (5, "AS NA")]
IN_PLAY += [(6, "AS EU NA"), (7, "AS EU NA")]


@pytest.mark.parametrize("task", TASKS, ids=lambda task: task.name)
@pytest.mark.parametrize(("players", "continents"), IN_PLAY)
def test_a_task_can_be_won_with_the_decks_in_play(
    task: Task, players: int, continents: str
) -> None:
    """Enough plants for everybody to have one and for somebody to have more; half may be away."""
    plants = [plant for plant in DECK if plant.continent in continents.split()]
    fewest = sum(map(task.counts, plants))
    if players == 6:
        fewest -= min(32, max(sum(map(task.counts, of(c))) for c in ("EU", "NA")))
    assert can_be_won(task, plants)
    assert fewest > players


def test_every_task_is_dealt() -> None:
    for players in range(2, 8):
        game = spinney.game("forest-garden", players=players, tasks=True)
        dealt = {task for seed in range(60) for task in game.new(seed=seed).record.task}
        assert dealt >= set(range(9)), players


@pytest.mark.parametrize("task", TASKS, ids=lambda task: task.name)
def test_tasks_about_fruit_do_not_count_males_the_others_do(task: Task) -> None:
    for plant in DECK:
        as_male = task.name not in {"dry", "soft", "orchard"}
        assert task.counts(replace(plant, sex="male")) == (task.counts(plant) and as_male)


@pytest.mark.parametrize(
    ("task", "counted", "not_counted"),
    [
        ("white", "EU06", "EU01"),
        ("plain", "EU02", "EU06"),
        ("bright", "EU07", "EU06"),
        ("early", "EU33", "EU22"),
        ("late", "EU05", "EU22"),
        ("dry", "EU02", "EU06"),
        ("soft", "EU49", "EU06"),
        ("orchard", "EU06", "EU49"),
        ("cross", "EU13", "EU17"),
    ],
)
def test_which_plants_count_for_a_task(task: str, counted: str, not_counted: str) -> None:
    (found,) = (each for each in TASKS if each.name == task)
    assert found.counts(BY_ID[counted])
    assert not found.counts(BY_ID[not_counted])
