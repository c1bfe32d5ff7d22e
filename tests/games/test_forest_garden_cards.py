"""Plant cards: all that is printed on them is there, in signs and in words, small and legible."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from xml.etree import ElementTree as ET

import pytest

from spinney.drawing import stylesheet
from spinney.drawing.colour import contrast
from spinney.drawing.style import plain_rules
from spinney.drawing.symbols import SYMBOLS, used
from spinney.games.forest_garden.deck.plant import COLOURS, CONTINENTS, SEASONS, Plant
from spinney.games.forest_garden.deck.plant import FRUITS as TYPES
from spinney.games.forest_garden.deck.plants import own
from spinney.games.forest_garden.view import card_faces
from spinney.games.forest_garden.view import plant as picture_plant
from spinney.games.forest_garden.view.captions import DIRECTION
from spinney.games.forest_garden.view.card import (
    Growth,
    back,
    fitting,
    full,
    offered,
    plant_caption,
    planted,
    tiny,
)
from spinney.games.forest_garden.view.foliage import BOX, FOOT
from spinney.games.forest_garden.view.habits import habits
from spinney.games.forest_garden.view.plant import BLOOMS, FRUITS, LEAVES, TINY, habit, look, plant

SVG = "{http://www.w3.org/2000/svg}"
DECK = list(own())
Drawer = Callable[..., str]


def parsed(drawn: str) -> ET.Element:
    return ET.fromstring(f'<svg xmlns="http://www.w3.org/2000/svg">{drawn}</svg>')  # noqa: S314


def card(name: str) -> Plant:
    return own()[own().number(name)]


def species(name: str) -> Plant:
    return next(row for row in DECK if row.scientific == name)


def texts(drawn: str) -> list[str]:
    return [part.text or "" for part in parsed(drawn).iter(f"{SVG}text")]


# What a card says.


@pytest.mark.parametrize("row", DECK, ids=lambda row: row.id)
def test_everything_printed_is_in_the_words(row: Plant) -> None:
    said = plant_caption(row)
    shown = [row.id, row.english, row.scientific, row.german, f"Yield {row.yield_}"]
    shown += [f"Flowers: {row.flower_colour}, {SEASONS[row.flowering]}"]
    shown += [row.size.replace("_", " ").capitalize(), f"{row.height_m:g} m", row.fruit_type]
    shown += row.partners
    shown += [DIRECTION[way] for way in row.arrows] if row.nitrogen else []
    assert [part for part in shown if part not in said] == []
    assert (f"harvest: {SEASONS[row.harvest]} ({row.harvest})" in said) or (
        row.male or row.flower_eaten
    )
    kinds = {"Female": row.sex == "female", "Male": row.sex == "male"}
    kinds |= {"both sexes": row.sex == "both", "Edible leaves": row.leaf}
    kinds |= {"eaten": row.flower_eaten, "Nitrogen collector": row.nitrogen}
    kinds |= {"Cross-": row.fertilization == "cross", "Self-": row.fertilization == "self"}
    kinds |= {f"{row.partner_bonus} more with": row.partner_bonus > 0}
    assert {kind: kind in said for kind in kinds} == kinds


def test_words_are_the_label_and_come_as_a_story_too() -> None:
    row = card("EU33")
    assert plant_caption(row, lines=True).split("\n") == plant_caption(row).split("; ")
    for draw in (full, offered, planted, tiny):
        (piece,) = parsed(draw("c", row, 0, 0, 60, word="EU33"))
        assert piece.get("aria-label") == plant_caption(row)
        (piece,) = parsed(draw("c", row, 0, 0, 60, word="EU33", label="it"))
        assert piece.get("aria-label") == "it"


def test_each_plants_description_warns_of_eating_it() -> None:
    for card in own():
        assert "Don’t rely on this card" in plant_caption(card)


def test_a_file_without_heights_and_marks_can_be_told_and_drawn() -> None:
    row = replace(card("EU33"), height_m=None, plant_size=None, scientific="Dala graata")
    assert plant_caption(row).endswith(
        f"Yield {row.yield_}, {row.partner_bonus} more with a partner"
    )
    assert " m," not in plant_caption(row)
    assert parsed(full("c", row, 0, 0, 160) + planted("d", row, 0, 0, 60)) is not None


@pytest.mark.parametrize("draw", [full, offered])
@pytest.mark.parametrize("row", DECK, ids=lambda row: row.id)
def test_everything_printed_is_on_the_card(row: Plant, draw: Drawer) -> None:
    drawn = draw("c", row, 0, 0, 160)
    shown = texts(drawn)
    names = [row.english, row.scientific, row.german] if draw is full else [row.english]
    named = "".join(names).replace(" ", "")
    cut, ellipsis, _ = "".join(shown[:2]).replace(" ", "").partition("…")
    if draw is offered and ellipsis:  # the longest names
        assert named.startswith(cut)
        assert len(named) > 14
    else:
        assert "".join(shown).replace(" ", "").startswith(named)
    assert draw is offered or row.id in shown
    assert str(row.yield_) in shown
    assert (f"+{row.partner_bonus}" in shown) == (row.partner_bonus > 0)
    assert draw is offered or all(any(name in line for line in shown) for name in row.partners)
    wanted = {
        "meadow",
        f"blossom-{row.flower_colour}",
        f"fruit-{row.fruit_type}",
        f"sign-{row.sex}",
    }
    wanted |= {f"sign-{row.fertilization}"} | ({"sign-leaf"} if row.leaf else set())
    wanted |= {"sign-eaten"} if row.flower_eaten else set()
    wanted |= {"sign-nitrogen"} if row.nitrogen else set()
    assert {name for name in used(drawn) if not name.startswith("plant-")} == wanted
    assert f"edge-{row.continent}" in drawn
    assert ('class="toward"' in drawn) == bool(row.arrows)
    assert ("cube-field" in drawn) == (not row.male)
    assert ("crossed" in drawn) == (row.fertilization == "cross" and not row.male)
    seasons = [str(row.flowering)] + [str(row.harvest)] * (not row.male and not row.flower_eaten)
    assert [text for text in shown if text.isdigit()][: len(seasons)] == seasons


def test_signs_of_a_full_card_have_words_of_their_own() -> None:
    for draw in (full, offered):
        drawn = parsed(draw("c", card("EU33"), 0, 0, 160))
        titles = [part.text or "" for part in drawn.iter(f"{SVG}title")]
        assert "Flowers: yellow, early spring (1)" in titles
        assert any(title.startswith("Cross-pollinator") for title in titles)


def test_a_card_shows_as_much_as_can_be_read_at_its_size() -> None:
    row = card("EU33")
    for size, draw in ((200, full), (199, offered), (72, offered), (71, planted), (53, planted)):
        assert fitting("c", row, 0, 0, size) == draw("c", row, 0, 0, size)
    assert fitting("c", row, 0, 0, 38) == tiny("c", row, 0, 0, 38)
    assert fitting("c", row, 0, 0, 30) == tiny("c", row, 0, 0, 30, marks="remote")


def test_letters_that_hang_from_a_name_are_clear_of_the_signs() -> None:
    row = next(plant for plant in DECK if len(card_faces.halved(plant.name, 9)) == 2)
    drawn = [part.attrib for part in parsed(offered("c", row, 0, 0, 80)).iter()]
    lines = [float(part["y"]) for part in drawn if part.get("class") == "title-line"]
    moved = (re.match(r"translate\(0 (.+)\)", part.get("transform", "")) for part in drawn)
    signs = [float(found[1]) for found in moved if found and float(found[1])]
    assert len(lines) == 2
    assert max(lines) + 0.22 * 12.5 + 2 < min(signs)


# Signs.


def test_there_is_a_sign_for_everything() -> None:
    symbols = card_faces
    drawn = [symbols.blossom(colour, 0, 0, 9) for colour in COLOURS]
    drawn += [symbols.fruit(kind, 0, 0, 9) for kind in TYPES]
    drawn += [symbols.sign(name, 0, 0, 9) for name in symbols.SIGNS]
    drawn += [symbols.cube(value, 0, 0, 9) for value in (1, 2)]
    named = [name for sign in drawn for name in used(sign)]
    assert len(named) == len(set(named)) == len(drawn) == 7 + 12 + 8 + 2
    outlines = [re.sub(r'class="[^"]*"|id="[^"]*"', "", SYMBOLS[name]) for name in named]
    assert len(set(outlines)) == len(named)  # not by colour alone
    assert "<title>a nut</title>" in symbols.fruit("nut", 0, 0, 9, "a nut")


def test_arrows_point_where_nitrogen_goes() -> None:
    ways = tuple(DIRECTION)
    corners = {
        way: re.search(r"M([\d.]+) ([\d.]+)", card_faces.arrows((way,), 80, 100, 6)) for way in ways
    }
    places = {way: (float(at[1]), float(at[2])) for way, at in corners.items() if at}
    assert places == {
        "W": (2, 50),
        "E": (78, 50),
        "NW": (20, 2),
        "NE": (60, 2),
        "SW": (20, 98),
        "SE": (60, 98),
    }
    assert card_faces.arrows(ways, 80, 100, 6).count("M") == 6
    assert card_faces.arrows((), 80, 100, 6) == ""


# Growth.


def test_a_planted_card_shows_its_cube_and_those_that_wait() -> None:
    row = card("EU33")
    drawn = [planted("c", row, 0, 0, 60, growth=Growth(cube=cube)) for cube in (0, 1, 2)]
    assert [re.findall("#cube-.", one) for one in drawn] == [[], ["#cube-1"], ["#cube-2"]]
    assert planted("c", row, 0, 0, 60, growth=Growth(waiting=2)).count("#cube-2") == 2
    assert tiny("c", row, 0, 0, 24, growth=Growth(cube=1, waiting=3)).count("#cube-2") == 3


def test_a_partner_that_is_there_is_seen() -> None:
    alone, paired = (
        planted("c", card("EU33"), 0, 0, 60, growth=Growth(partnered=partnered))
        for partnered in (False, True)
    )
    assert alone != paired
    assert alone.count("crossed") == paired.count("crossed") + 1  # the field's stays dashed


def test_a_year_is_seen_on_a_planted_card() -> None:
    hazel, pine = species("Corylus avellana"), species("Pinus cembra")
    bare = [season for season in range(10) if " bare " in plant(hazel, 0, 0, 60, season=season)]
    assert bare == [0, 1]
    assert not any("bare" in plant(pine, 0, 0, 60, season=season) for season in range(10))
    in_flower = [s for s in range(10) if "bloom-yellow" in plant(hazel, 0, 0, 60, season=s)]
    assert in_flower == [hazel.flowering]
    assert "foliage-gold" in plant(hazel, 0, 0, 60, season=8)


def test_fruit_ripens_and_males_bear_none() -> None:
    hazel = species("Corylus avellana")
    fruit = [plant(hazel, 0, 0, 60, season=season, bearing=True) for season in (4, 7)]
    assert ["ripe-unripe" in one for one in fruit] == [True, False]
    assert "ripe-brown" in fruit[1]
    assert "ripe" not in plant(hazel, 0, 0, 60, season=7)
    male = next(row for row in DECK if row.male)
    assert "ripe" not in plant(male, 0, 0, 60, bearing=True)


# Plants.


def test_plants_grow_as_they_do() -> None:
    grown = {
        "Corylus avellana": "hazel",
        "Pinus cembra": "stonepine",
        "Vitis vinifera": "vine",
        "Yucca baccata": "rosette",
        "Juniperus communis": "column",
        "Rubus fruticosus": "canes",
    }
    assert {name: habit(species(name)).name[:-2] for name in grown} == grown


def top(row: Plant) -> float:
    """How high a plant is drawn, in the units of its box."""
    found = re.search(r"scale\((\S+) (\S+)\)\"/>", plant(row, 0, 0, BOX, detail=TINY))
    assert found
    return float(found[2]) * habit(row).height


def test_taller_plants_are_drawn_taller_and_all_within_their_box() -> None:
    heights = {row.id: top(row) for row in DECK}
    assert all(6 < height < FOOT[1] for height in heights.values())
    mean = {
        size: sum(heights[row.id] for row in DECK if row.size == size)
        / sum(row.size == size for row in DECK)
        for size in ("small_shrub", "large_shrub", "small_tree", "medium_tree", "large_tree")
    }
    assert list(mean.values()) == sorted(mean.values())
    assert mean["large_tree"] > 1.8 * mean["small_shrub"]


def test_any_two_plants_are_drawn_differently() -> None:
    for detail in range(3):
        assert len({plant(row, 0, 0, 60, detail=detail) for row in DECK}) == len(DECK)
    assert plant(DECK[0], 0, 0, 60) == plant(DECK[0], 0, 0, 60)  # the same each time


def test_what_looks_are_made_of_is_there() -> None:
    css = stylesheet()
    listed = picture_plant._listed()
    assert [*listed] == sorted(listed)
    for name, held in listed.items():
        genus = held if " " not in name else listed[name.split()[0]] | held
        assert set(genus["habits"].split()) <= set(habits())
        assert genus["leaf"] in LEAVES
        assert genus["bloom"] in BLOOMS
        assert f".foliage-{genus['tone']} {{" in css
        assert f".bark-{genus['bark']} {{" in css
        assert f".ripe-{genus['ripe']} {{" in css
        assert genus["autumn"] == "evergreen" or f".foliage-{genus['autumn']} {{" in css
    assert set(FRUITS) == set(TYPES)
    assert all(f".bloom-{colour} {{" in css for colour in COLOURS)
    assert all(row.scientific.split()[0] in listed for row in DECK)


def test_plants_that_nobody_listed_grow_by_size_and_fruit() -> None:
    kinds = {
        (size, fruit): habit(
            replace(DECK[0], scientific="Dala graata", size=size, fruit_type=fruit)
        ).name
        for size in ("small_shrub", "large_shrub", "small_tree", "medium_tree", "large_tree")
        for fruit in ("cone", "berry")
    }
    assert len(set(kinds.values())) >= 8
    conifer = replace(DECK[0], scientific="Dala graata", fruit_type="cone")
    assert look(conifer).evergreen
    colours = {
        look(replace(DECK[0], scientific=f"Dala {k}", fruit_type="berry")) for k in range(30)
    }
    assert len(colours) > 10


# As pictures.


@pytest.mark.parametrize(
    ("draw", "most", "mean"),
    [(full, 4700, 3800), (offered, 2600, 2200), (planted, 1900, 1450), (tiny, 1400, 1080)],
)
def test_cards_are_small(draw: Drawer, most: int, mean: int) -> None:
    grown = {} if draw in (full, offered) else {"growth": Growth(cube=1, season=4)}
    sizes = [len(draw("c", row, 10, 20, 60, label="x", **grown)) for row in DECK]
    assert max(sizes) <= most
    assert sum(sizes) / len(sizes) <= mean


def test_cards_are_well_formed_and_coloured_by_class_alone() -> None:
    everything = "".join(
        full(f"f{row.id}", row, 0, 0, 160, lean=2)
        + offered(f"o{row.id}", row, 0, 0, 80)
        + planted(f"p{row.id}", row, 0, 0, 60, word=row.id, growth=Growth(2, 1, 3, True))
        + tiny(f"t{row.id}", row, 0, 0, 24)
        for row in DECK
    )
    ids = [part.get("id") for part in parsed(everything).iter() if part.get("id")]
    assert len(ids) == len(set(ids)) == 5 * len(DECK)  # of the planted ones the cube, too
    assert not re.search(r"style=|font-|url\(|http|var\(|fill=\"|stroke=\"", everything)
    rules = plain_rules("light")
    known = set(re.findall(r"\.([a-z][\w-]*)", rules)) | {"piece", "card", "lift"}
    for name in set(re.findall(r'class="([^"]+)"', everything)):
        assert set(name.split()) <= known
    assert all(name in SYMBOLS for name in set(re.findall(r'href="#([\w-]+)"', everything)))


@pytest.mark.parametrize("continent", CONTINENTS)
def test_backs_tell_the_continent(continent: str) -> None:
    drawn = back("b", continent, 0, 0, 60, count=32)
    assert texts(drawn) == [continent, "32"]
    assert texts(back("b", continent, 0, 0, 60)) == [continent]
    rule = re.search(rf"\.back-{continent} {{ color: (#\w+); fill: var\(--card\);", stylesheet())
    assert rule
    assert min(contrast(rule[1], paper) for paper in papers("card")) >= 4.5


def papers(name: str) -> list[str]:
    """Return the colours of a paper: by day, and by night."""
    found = re.findall(rf"--{name}: (#\w+);", stylesheet())
    assert len(found) == 3  # the dark of the system, and the dark chosen
    return found


def test_words_read_on_their_paper() -> None:
    css = stylesheet()
    ink = re.search(r"\.plantcard { color: (#\w+); fill: var\(--card\);", css)
    disk = re.search(r"\.disk { fill: (#\w+);", css)
    assert ink
    assert disk
    below = [disk[1], *papers("card"), *papers("lawn")]
    assert min(contrast(ink[1], paper) for paper in below) >= 4.5
