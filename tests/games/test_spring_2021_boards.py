"""The picture of Spring Challenge 2021: what it shows, what can be named, and what keeps still."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from functools import cache
from itertools import pairwise
from xml.etree import ElementTree as ET

import pytest
from tests.games.spring import BLUE, GAME, RED, fault, forest, turn
from tests.processor_time import relative_time

from spinney.core import rendering, score_sheet
from spinney.core.interface import ILLEGAL, LATE
from spinney.core.state import Observation, State
from spinney.drawing import Board, Unavailable
from spinney.games.spring_2021.rules.geometry import CELLS, NEAR, SHADOW, members
from spinney.games.spring_2021.rules.record import GATHERING, Forest
from spinney.games.spring_2021.rules.trees import income, richness, size_at, spooked
from spinney.games.spring_2021.view.hexagons import Hexagons
from spinney.games.spring_2021.view_model import SpringView
from spinney.games.spring_2021.view_model.light import FULL_SUN, SHADE, SPOOKY
from spinney.games.spring_2021.view_model.offers import Offer

WORD = re.compile(r'<g id="([^"]+)"[^>]*data-word="([^"]+)"')
SCALE_AT_375 = 343 / 360


@cache
def played(seed: int = 5) -> tuple[State, ...]:
    """A game of players who rather grow than sleep, every action and stage of it."""
    chooser, states = random.Random(seed), [GAME.new(seed=seed)]
    while not states[-1].over:
        state = states[-1]
        player = state.to_act[0]
        transitions = state.transitions(player, _choice([*state.legal(player)], chooser))
        states += [transition.state for transition in transitions]
    return tuple(states)


def _choice(legal: list[str], chooser: random.Random) -> str:
    grows = [said for said in legal if said.startswith("GROW")]
    others = [said for said in legal if not said.startswith(("GROW", "WAIT"))]
    if grows and chooser.random() < 0.8:
        return chooser.choice(grows)
    return chooser.choice(others) if others and chooser.random() < 0.3 else "WAIT"


def some() -> Iterator[State]:
    yield from played()[::9]
    yield played()[-1]


def viewers(state: State) -> list[Observation]:
    return [state.observe(player) for player in (-1, 0, 1)]


def board(state: State | Observation, name: str, layout: str = "wide") -> Board:
    return next(board for board in rendering.boards(state, layout) if board.name == name)


def drawn(board: Board) -> ET.Element:
    return ET.fromstring(board.svg())  # noqa: S314  (what is read here was written here)


def words_on(boards: list[Board]) -> set[str]:
    return {word for board in boards for _, word in WORD.findall(board.body)}


def cell(view: State | Observation, number: int) -> str:
    """A cell as it is drawn."""
    body = board(view, "forest").body
    return body.partition(f'<g id="cell-{number}"')[2].partition('<g id="cell-')[0]


# Every picture.


@pytest.mark.parametrize("layout", rendering.LAYOUTS)
def test_every_picture_of_a_long_game_is_sound(layout: str) -> None:
    for state in some():
        for view in viewers(state):
            boards = rendering.boards(view, layout)
            ids = [part.get("id") for b in boards for part in drawn(b).iter() if part.get("id")]
            assert len(ids) == len(set(ids))
            assert words_on(boards) == view.words - {"SEED", "GROW", "COMPLETE"}
            assert " style=" not in "".join(board.body for board in boards)


@pytest.mark.parametrize("layout", rendering.LAYOUTS)
def test_boards_have_their_areas(layout: str) -> None:
    named = re.findall(r"'([\w-]+)'", repr(rendering.areas(GAME, layout)))
    assert sorted(named) == sorted(b.name for b in rendering.boards(GAME.new(seed=1), layout))


def test_a_word_is_borne_by_one_piece() -> None:
    for state in some():
        for view in viewers(state):
            found = [word for b in rendering.boards(view) for _, word in WORD.findall(b.body)]
            assert len(found) == len(set(found))


def test_the_picture_is_drawn_in_time() -> None:
    states = played()
    views = [state.observe(0) for state in states[len(states) // 2 :]]
    assert relative_time(lambda: rendering.boards(views.pop())) < 3


def test_the_same_view_gives_the_same_picture() -> None:
    view = played()[60].observe(0)
    again = Observation.from_json(view.to_json())
    for layout in rendering.LAYOUTS:
        for theme in (None, "light", "dark"):
            assert rendering.svg(view, layout, theme) == rendering.svg(again, layout, theme)


# The forest.


def test_cells_keep_their_order_and_their_places() -> None:
    placed = re.compile(r'<g id="(cell-\d+)" class="[^"]*" transform="([^"]+)"')
    firsts = [placed.findall(board(state, "forest").body) for state in some()]
    assert len(firsts[0]) == CELLS
    assert all(found == firsts[0] for found in firsts)


def test_a_tree_that_grows_changes_in_place() -> None:
    before = forest("22 23/2", "31 33/3")
    after = turn(before, "GROW 22", "GROW 31")
    for state, symbol in ((before, "broadleaf-1"), (after, "broadleaf-2")):
        assert f'<g id="tree-22" class="piece wood wood-red{_dormant(state)}' in cell(state, 22)
        assert f'href="#{symbol}"' in cell(state, 22)
    assert 'href="#conifer-3"' in cell(before, 33)


def _dormant(state: State) -> str:
    return " dormant" if 22 in SpringView(state).dormant else ""


def test_dormant_trees_have_their_eyes_closed() -> None:
    state = turn(forest("22", "31"), "GROW 22", "WAIT")
    assert "lids" in cell(state, 22)
    assert "lids" not in cell(state, 31)
    assert "Has done its work for today" in cell(state, 22)


def test_soils_and_unusable_ground_differ() -> None:
    state = forest("22", "31", unusable="0 9")
    assert "#ground-0" in cell(state, 0)
    assert "Nothing grows here" in cell(state, 0)
    kinds = {re.findall(r"soil-\d", cell(state, number))[0] for number in (0, 1, 7, 19)}
    assert kinds == {"soil-0", "soil-3", "soil-2", "soil-1"}


def test_the_sun_stands_opposite_to_where_shadows_fall() -> None:
    centre = 640 / 2
    places = {}
    for day in range(6):
        body = board(forest("22", "31", day=day), "forest").body
        found = re.findall(r'<g id="sun"[^>]*translate\(([\d.]+) ([\d.]+)\)', body)[0]
        places[day] = tuple(map(float, found))
    assert len(set(places.values())) == 6
    assert places[0][0] < centre < places[3][0]  # shadows fall to the right on the first day
    assert places[1][1] > places[4][1]  # and then up: the sun stands below


def shading(record: Forest, cell: int, day: int) -> list[int]:
    """The sizes of the trees that shade a cell on a day."""
    return [
        size
        for p in (RED, BLUE)
        for size in (1, 2, 3)
        for c in members(record.trees[p, size])
        if SHADOW[day, size, c] >> cell & 1
    ]


def test_light_and_shade_are_those_of_the_rules() -> None:
    for state in some():
        model, record = SpringView(state), state.record
        for day in range(6):
            dark = spooked(record, day)
            for number in range(CELLS):
                light = model.light(number, day)
                assert (light == SPOOKY) == bool(dark >> number & 1)
                assert (light == FULL_SUN) == (not model.shader(number, day))
                assert model.shader(number, day) == max(shading(record, number, day), default=0)
            for p in (RED, BLUE):
                assert model.income(p, day) == income(record, p, day)


def test_shade_and_spooky_shade_are_seen() -> None:
    state = forest("29/2", "14 33")  # on the first day shadows fall to the right
    assert "#spooky-0" in cell(state, 14)
    assert "wood-blue spooked" in cell(state, 14)
    assert "#shade-0" in cell(state, 5)
    assert "spooked" not in cell(state, 33)
    assert not re.search("#(shade|spooky)", cell(state, 13))
    assert SpringView(state).light(5, 0) == SHADE
    assert int(NEAR[29, 0]) == 14


def test_tomorrows_shadows_are_there_to_be_shown() -> None:
    state = forest("29/2", "14", day=0)
    tomorrow = SHADOW[1, 2, 29] | SHADOW[1, 1, 14]
    for number in range(CELLS):
        drawn = cell(state, number)
        assert ("#coming-1" in drawn) == bool(tomorrow >> number & 1)
        assert drawn.count('class="display-tomorrow" display="none"') == drawn.count("#coming")
    last = board(forest("29/2", "14", day=23), "forest").body
    assert "#coming" not in last  # there is no morning after the last day
    assert "#coming" not in rendering.svg(state.observe(RED))  # nor in a file


def test_a_scene_reads_the_bitboards() -> None:
    for state in some():
        model, record = SpringView(state), state.record
        for number in range(CELLS):
            assert model.soil[number] == richness(record, number)
            assert model.size[number] == size_at(record, number)


def test_a_cell_tells_its_story() -> None:
    state = forest("29/2 0", "14", day=0)
    caption = SpringView(state).caption(14).splitlines()
    assert caption[:4] == [
        "14: Good soil, 2 points more",
        "Blue’s small tree",
        "Brings no sun today",
        "Today: in the shadow of a medium tree",
    ]
    assert not any(line.startswith("Day 4:") for line in caption)  # 0 is two cells away
    assert (
        SpringView(state).caption(20).splitlines()[-1] == "No shadow falls here in the days to come"
    )
    assert SpringView(forest("29/2", "14", day=23)).caption(20).count("Day") == 0


def test_stories_name_the_days_of_the_next_round_of_the_sun() -> None:
    days = re.compile(r"Day (\d+):")
    for state in some():
        model = SpringView(state)
        for number in range(CELLS):
            mentioned = [int(day) for day in days.findall(model.caption(number))]
            assert all(model.day + 1 < day <= min(model.day + 7, 24) for day in mentioned)


# Players, days and commands.


def test_what_a_player_has_is_told() -> None:
    state = forest("22 23/0 24/2", "31", sun=[7, 1], points=[20, 0])
    near = board(state.observe(RED), "near")
    description = "7 sun. 22 points. 1 seed. 1 small tree. 1 medium tree. 0 large trees. to choose."
    assert near.description == description
    assert "1 medium tree; one more costs 4 sun" in near.body
    assert ">incl. 2 at the end<" in near.body
    assert board(state.observe(BLUE), "near").title == "Blue"


def test_board_description_and_score_sheet_tell_the_same_points() -> None:
    for state in some():
        totals = score_sheet.sheet(state).totals
        for p, name in ((RED, "near"), (BLUE, "far")):
            text = f"{totals[p]} point{'' if totals[p] == 1 else 's'}"
            assert f">{text}<" in board(state, name).body
            assert f" {text}." in board(state, name).description


def test_who_sleeps_is_seen() -> None:
    state = turn(forest("22", "31"), "WAIT", "GROW 31")
    assert "sleeps" in board(state, "near").body
    assert "lids" in board(state, "near").body
    assert "lids" not in board(state, "far").body
    assert SpringView(state).status == "Red sleeps."
    assert SpringView(state.observe(RED)).status == "You sleep. Blue chooses."
    assert (
        SpringView(state.observe(BLUE)).status == "Red sleeps."
    )  # the headline says who is to choose


def test_what_happens_by_itself_is_told() -> None:
    state = forest("22", "31").play(RED, "WAIT")
    statuses = [
        SpringView(transition.state).status for transition in state.transitions(BLUE, "WAIT")
    ]
    assert statuses[:3] == ["Both have chosen.", "The sun moves on.", "The sun rises on day 2."]
    assert SpringView(GAME.opening(1)[0].state).doing(RED) == ""


def test_both_choices_are_shown_when_they_are_revealed() -> None:
    state = turn(forest("22", "31"), "GROW 22", "SEED 31 32")
    body = board(state, "forest").body
    assert "Red: Grew a tree" in body
    assert "Blue: Sowed a seed" in body
    assert "stitch frame-red" in cell(state, 22)
    assert "stitch frame-blue" in cell(state, 32)
    assert "stitch" not in cell(state, 33)
    assert re.findall(r'class="flight ([\w-]+)"', body) == ["frame-blue"]


def test_nobody_waits_for_tomorrow_after_the_last_day() -> None:
    night = forest("22", "31", day=22).play(RED, "WAIT").transitions(BLUE, "WAIT")
    assert SpringView(night[1].state).last.done == ("Waits for tomorrow",) * 2
    over = turn(forest("22", "31", day=23), "WAIT", "WAIT")
    assert over.over
    assert SpringView(over).last.done == ("", "")


def test_seeds_that_meet_are_crossed_out() -> None:
    state = turn(forest("22/2", "7"), "SEED 22 8", "SEED 7 8")
    body = board(state, "forest").body
    assert 'id="clash-8"' in body
    assert "The seeds met: none took root" in " ".join(re.findall(">([^<]+)<", body))


def test_gains_are_told_where_they_arise() -> None:
    before = forest("22/3", "31/3", nutrients=9)
    after = turn(before, "COMPLETE 22", "COMPLETE 31")
    for number, player in ((22, RED), (31, BLUE)):
        gain = after.record.points[player] - before.record.points[player]
        body = board(after, "forest").body.partition(f'id="completed-{number}"')[2]
        assert re.findall(r">\+(\d+)<", body)[0] == str(gain)
    none_left = turn(forest("22/3", "31/3", nutrients=1), "COMPLETE 22", "COMPLETE 31")
    assert 'id="completed-22"' in board(none_left, "forest").body
    assert "gain" not in board(none_left, "forest").body  # the forest doesn't tell what it was


def test_every_morning_tells_what_each_tree_has_brought() -> None:
    mornings = 0
    for was, state in pairwise(played()):
        model = SpringView(state)
        gained = [state.record.sun[p] - was.record.sun[p] for p in (RED, BLUE)]
        if model.last.dawn and not SpringView(was).last.dawn:
            mornings += 1
            brought = [
                sum(gain for c, gain in model.last.gathered if model.owner[c] == p)
                for p in (RED, BLUE)
            ]
            assert brought == gained
        elif was.record.phase == GATHERING:
            raise AssertionError("a morning without its gains")
    assert mornings == 23  # the first is part of the deal


def test_a_panel_says_what_its_player_does_as_far_as_the_viewer_knows() -> None:
    """While both may choose, nobody knows whether the other has."""
    both = forest("22 23/0 24/3 0/2", "31", sun=[3, 9]).with_names(("You", "Ben"))
    mine = SpringView(both.observe(RED))
    assert (mine.doing(RED), mine.doing(BLUE)) == ("your turn", "")
    assert SpringView(both.observe(BLUE)).doing(BLUE) == "to choose"
    slept = turn(both, "WAIT", "GROW 31")
    assert SpringView(slept.observe(RED)).doing(RED) == "sleep"
    assert SpringView(slept.observe(BLUE)).doing(BLUE) == "to choose"


def test_a_tree_says_what_it_offers_and_why_not() -> None:
    state = forest("22 23/0 24/3 0/2", "31", sun=[3, 9])
    model = SpringView(state.observe(RED))
    assert model.offers(31) == model.offers(5) == ()  # not one's own
    assert model.offers(23) == (Offer("GROW", "Grow into a small tree", "2 sun", ""),)
    too_dear = "Not enough sun: completing costs 4, you have 3."
    assert model.unavailable(24) == (Unavailable("Complete the tree", too_dear),)
    assert model.caption(22).splitlines()[-2:] == [
        "Not enough sun: growing costs 4, you have 3.",
        "Sow a seed: 1 sun",
    ]
    shown = cell(state.observe(RED), 24)
    assert f'data-unavailable="[[&quot;Complete the tree&quot;,&quot;{too_dear}&quot;]]"' in shown
    assert too_dear not in cell(state.observe(BLUE), 24)
    rested = SpringView(turn(state, "SEED 22 21", "WAIT").observe(RED))
    done = "This tree has done its work for today. Tomorrow it can act again."
    assert {offer.reason for offer in rested.offers(22)} == {done}
    assert rested.caption(22).splitlines()[-1:] == [done]  # and not once for each offer
    assert rested.caption(22).count("for today") == 1
    rock = " ".join(str(c) for c in range(CELLS) if c not in (22, 31))
    walled = SpringView(forest("22", "31", unusable=rock).observe(RED))
    assert walled.offers(22)[1].reason == "No free soil is in reach of this tree."


def test_offers_agree_with_the_rules() -> None:
    for state in some():
        for p in state.to_act:
            view = state.observe(p)
            model = SpringView(view)
            offers = {(o.verb, c) for c in range(CELLS) for o in model.offers(c) if not o.reason}
            moves = (move.split() for move in view.legal)
            assert offers == {(move[0], int(move[1])) for move in moves if len(move) > 1}


def test_the_seeds_range_is_there_to_be_shown() -> None:
    view = forest("22/2", "31").observe(RED)
    body = board(view, "forest").body
    assert body.count('class="sowable" display="none"') == len(
        {move.split()[2] for move in view.legal if move.startswith("SEED")}
    )
    assert 'class="sowable"' not in rendering.svg(view)


def test_a_choice_is_its_owners_secret_until_then() -> None:
    start = forest("22", "31")
    for said in ("GROW 22", "SEED 22 23", "WAIT"):
        state = start.play(RED, said)
        for layout in rendering.LAYOUTS:
            for observer in (-1, BLUE):
                view, was = state.observe(observer), start.observe(observer)
                assert rendering.svg(view, layout) == rendering.svg(was, layout)
                assert str(view) == str(was)
        doing = {"GROW 22": "will grow", "SEED 22 23": "will sow", "WAIT": "will sleep"}[said]
        assert doing in board(state.observe(RED), "near").body
        planned = [c for c in range(CELLS) if 'class="planned"' in cell(state.observe(RED), c)]
        assert planned == [int(word) for word in said.split()[1:]]
        assert not words_on(rendering.boards(state.observe(RED)))


def test_faults_are_told() -> None:
    asleep = fault(forest("22", "31"), RED, ILLEGAL, "GROW 31")
    assert "Red: Move not allowed" in board(asleep, "forest").body
    out = fault(forest("22", "31"), BLUE, LATE, "GROW 22")
    assert "Blue: Made no move in time" in board(out, "forest").body
    assert ">out<" in board(out, "far").body
    assert SpringView(out).status == "The game is over."


def test_the_days_are_counted() -> None:
    sky = board(forest("22", "31", day=6, nutrients=13), "sky")
    assert sky.title == "Day 7 of 24"
    assert "Nutrients 13" in sky.body
    assert [sky.body.count(f'class="day {when}"') for when in ("gone", "today", "coming")] == [
        6,
        1,
        17,
    ]
    assert board(played()[-1], "sky").title == "Day 24 of 24"


@pytest.mark.parametrize("layout", rendering.LAYOUTS)
def test_waiting_has_its_fixed_place(layout: str) -> None:
    for state in some():
        for view in viewers(state):
            button = board(view, "actions", layout)
            assert ('data-word="WAIT"' in button.body) == ("WAIT" in view.words)
            assert button.body.count("translate(8 8)") == 1


@pytest.mark.parametrize("part", ["cell", "button"])
def test_on_a_phone_everything_nameable_is_44_wide(part: str) -> None:
    if part == "cell":
        cells = Hexagons(float((360 - 2 * 17.8) / 7), 0.9)
        assert min(cells.width, cells.height) * SCALE_AT_375 >= 44
        return
    body = board(forest("22", "31").observe(RED), "actions", "narrow").body
    (size,) = re.findall(r'class="face" width="([\d.]+)" height="([\d.]+)"', body)
    assert min(map(float, size)) * SCALE_AT_375 >= 44


# As text, and at the end.


def test_the_text_fits_a_terminal() -> None:
    for state in some():
        for view in (state, *viewers(state)):
            lines = str(view).splitlines()
            assert max(map(len, lines)) <= 80
            assert len(lines) <= 24


def test_the_text_shows_the_forest() -> None:
    text = str(turn(forest("29/2 22", "14", unusable="0"), "GROW 22", "WAIT"))
    assert "29 R2." in text
    assert '14 B1:"' in text
    assert "22 r2." in text
    assert " 0 ##" in text
    assert "shadows fall to the right" in text


def test_terminals_write_trees_in_their_owners_colours() -> None:
    inks = GAME.part("view").INKS  # type: ignore[union-attr]
    red, blue = (next(re.compile(p) for p in inks if letter in p) for letter in "RB")
    assert red.findall("R3 r0 B1") == ["R3", "r0"]
    assert blue.findall("R3 r0 B1 b2") == ["B1", "b2"]


def test_totals_are_the_scores() -> None:
    out = fault(forest("22", "31", points=[9, 30]), BLUE, LATE, "GROW 22")
    for state in (*some(), out, turn(forest("22", "31"), "WAIT", "WAIT")):
        made = score_sheet.sheet(state)
        assert made.totals == state.scores
        assert made.over == state.over


def test_sheets_explain() -> None:
    tie = score_sheet.sheet(forest("22 23", "31", sun=[7, 6], points=[3, 3]))
    assert [row.key for row in tie.rows] == ["completed", "sun", "trees"]
    assert tie.rows[1].reasons[0] == "7 sun, 3 to a point"
    assert tie.rows[2].cells == (("22", "23"), ("31",))
    assert tie.verdict == "If the game ended now, Red would win 7 to 6."
    apart = score_sheet.sheet(forest("22", "31", sun=[0, 0], points=[8, 3]))
    assert [row.key for row in apart.rows] == ["completed", "sun"]
    draw = forest("22", "31", sun=[4, 5], day=23)
    assert score_sheet.sheet(turn(draw, "WAIT", "WAIT")).verdict == "A draw: both have 2."
    out = score_sheet.sheet(fault(forest("22", "31", points=[9, 30]), BLUE, LATE, "GROW 22"))
    assert out.rows[-1].key == "out"
    assert out.totals[BLUE] == -1
    assert out.verdict.startswith("Red wins ")


def test_the_trees_that_break_a_tie_are_ringed() -> None:
    state = forest("22 23", "31", sun=[3, 3])
    rows = score_sheet.sheet(state).rows
    marked = rendering.svg(state.observe(0), "wide", None, rows)
    assert 'id="path-red-trees"' in marked
    assert "path-red-trees" not in rendering.svg(state.observe(0))
