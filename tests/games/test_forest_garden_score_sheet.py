"""The score sheet of Forest Garden: its sums, its reasons, what it marks, and what it hides."""

from __future__ import annotations

import re

import pytest
from tests.games.test_forest_garden_boards import board_of, states, viewers

from spinney.core import rendering
from spinney.core.score_sheet import ScoreRow, ScoreSheet, sheet, text
from spinney.core.state import State
from spinney.games.forest_garden.deck.plant import SIZES
from spinney.games.forest_garden.rules.record import PLACE_NAMES, TASK_POINTS
from spinney.games.forest_garden.view_model import ForestGardenView

PLAYERS = (2, 4, 7)


@pytest.fixture(scope="module", params=PLAYERS)
def last(request: pytest.FixtureRequest) -> State:
    *_, last = states(request.param, 11, tasks=True)
    return last


@pytest.fixture(scope="module")
def middle() -> State:
    played = list(states(3, 6, tasks=True))
    return played[len(played) // 2]


def row(made: ScoreSheet, key: str) -> ScoreRow:
    return next(row for row in made.rows if row.key == key)


def test_totals_at_the_end_are_the_scores(last: State) -> None:
    for made in (sheet(last), *map(sheet, viewers(last))):
        assert made.over
        assert made.totals == last.scores
        assert made.title == "Why the score is what it is"


def test_every_plant_is_counted_in_the_row_of_its_size(last: State) -> None:
    model, made = ForestGardenView(last), sheet(last)
    for p in range(model.players):
        for size in SIZES:
            grown = [g for g in model.garden(p).grown.values() if g.size == size]
            reason = row(made, size).reasons[p]
            assert reason.split(", ") == [f"{g.english} {g.yield_}" for g in grown] or not grown
            assert row(made, size).points[p] == sum(plant.yield_ for plant in grown)


def test_reasons_add_up(last: State) -> None:
    for one in sheet(last).rows:
        if one.key not in ("task", "storage"):
            for points, reason in zip(one.points, one.reasons, strict=True):
                numbers = re.findall(r" (\d+)(?:,|$)", reason)
                assert points == sum(map(int, numbers))


def test_partners_count_where_they_grow(last: State) -> None:
    model, partners = ForestGardenView(last), row(sheet(last), "partners")
    for p in range(model.players):
        grown = model.garden(p).grown
        for place, plant in grown.items():
            if plant.partner_bonus:
                counted = PLACE_NAMES[place] in partners.cells[p]
                assert counted is any(other.serves(plant) for other in grown.values())


def test_storage_is_worth_its_cubes(last: State) -> None:
    assert row(sheet(last), "storage").points == tuple(
        ForestGardenView(last).storage[: last.game.num_players]
    )


def test_tasks_are_told_at_the_end(last: State) -> None:
    model, tasks = ForestGardenView(last), row(sheet(last), "task")
    assert all(tasks.reasons)
    for p, points in enumerate(tasks.points):
        found = re.match(r"plants .* (\d+); no other player has more than (\d+)$", tasks.reasons[p])
        assert found
        assert points == (TASK_POINTS if int(found[1]) > int(found[2]) else 0)
        assert len(tasks.cells[p]) == (int(found[1]) if points else 0)
    assert model.over


def test_what_a_row_counts_is_marked_in_the_gardens(last: State) -> None:
    view = last.observe(0)
    made = sheet(view)
    boards = {board.name: board.body for board in rendering.boards(view, "wide", made.rows)}
    bodies = "".join(body for name, body in boards.items() if "garden" in name)
    for one in made.rows:
        cells = sum(map(len, one.cells))
        assert bodies.count(f" row-{one.key}") == cells, one.key
    assert "row-small_shrub" not in board_of(view, "near-garden").body


# The result, and before the end.


def test_the_verdict_names_who_has_most(last: State) -> None:
    made = sheet(last)
    best = [
        name for name, t in zip(made.players, made.totals, strict=True) if t == max(made.totals)
    ]
    assert made.verdict.startswith(" and ".join(best))
    assert str(max(made.totals)) in made.verdict


def test_a_task_counts_before_the_end_for_its_owner_alone(middle: State) -> None:
    for p in range(3):
        made = sheet(middle.observe(p))
        assert [bool(reason) for reason in row(made, "task").reasons] == [q == p for q in range(3)]
        assert made.totals == middle.observe(p).scores
        assert "secret until the end" in row(made, "task").note
        assert made.verdict.startswith("If the game ended now, Player ")
    assert not any(row(sheet(middle.observe(-1)), "task").reasons)


def test_hidden_things_change_nothing_on_the_sheet(middle: State) -> None:
    for view in viewers(middle):
        determinizations = {sheet(view.determinize(seed).observe(view.player)) for seed in range(3)}
        assert determinizations == {sheet(view)}


def test_without_tasks_there_is_no_row_for_them() -> None:
    *_, last = states(2, 1)
    assert "task" not in {one.key for one in sheet(last).rows}


def test_a_sheet_reads_well_in_a_terminal(middle: State) -> None:
    lines = text(sheet(middle)).splitlines()
    assert max(map(len, lines)) <= 80
    assert lines[-1] == sheet(middle).verdict
