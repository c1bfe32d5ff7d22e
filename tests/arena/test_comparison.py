"""Saved reports, what differs between two, sweeps of options and constants."""

from __future__ import annotations

import csv
import json
import pickle
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import spinney
from spinney.arena.comparison import SavedReport, differences
from spinney.arena.report import SimulationReport, report
from spinney.arena.report_output import read_report, report_csv, report_json, sweep_json
from spinney.arena.simulate import Simulation, run_simulation
from spinney.arena.sweep import combinations, read_axis
from spinney.core import compilation
from spinney.core.errors import Refused

MINI = spinney.game("arboretum", size="mini")
FOREST = spinney.game("forest-garden")


@pytest.fixture(scope="module")
def run() -> tuple[Simulation, SimulationReport]:
    simulation = Simulation(MINI, 30, "random", seed=-3)
    return simulation, report(list(run_simulation(simulation)))


def saved(deals: list[int], **columns: list[float]) -> SavedReport:
    found = {key: np.array(column, float) for key, column in columns.items()}
    return SavedReport("", np.array(deals), found)


# Differences.


def test_games_with_the_same_deal_are_compared_with_each_other() -> None:
    before = saved([1, 2, 3, 4], score=[10, 50, 90, 0])
    after = saved([4, 3, 2, 9], score=[1, 92, 50, 7])
    (found,) = differences(before, after)
    assert found.pairs == 3
    assert found.difference.value == pytest.approx(1.0)
    assert found.difference.margin < 3
    assert not found.clear


def test_without_common_deals_games_are_independent() -> None:
    rng = np.random.default_rng(3)
    one, other = rng.normal(5, 1, size=(2, 400))
    before = SavedReport("", np.arange(400), {"score": one})
    after = SavedReport("", np.arange(400) + 400, {"score": other + 1})
    (found,) = differences(before, after)
    assert found.pairs == 0
    assert found.difference.margin == pytest.approx(1.96 * np.sqrt(2 / 400), rel=0.1)
    assert found.clear


def test_a_measure_that_one_lacks_is_not_compared() -> None:
    nothing = float("nan")
    before = saved([1, 2], score=[1, 2], agency=[1, 2], first=[nothing, nothing])
    after = saved([1, 2], score=[2, 4], shared=[0, 0], first=[1, 1])
    assert [found.key for found in differences(before, after)] == ["score"]


# Files.


def test_a_saved_report_reads_back(
    run: tuple[Simulation, SimulationReport], tmp_path: Path
) -> None:
    report = report_json(*run)
    path = tmp_path / "report.json"
    path.write_text(json.dumps(report, allow_nan=False))
    found, original = read_report(path), SavedReport.of(*run)
    assert found.title == original.title
    assert found.deals.tolist() == list(range(-3, 27))
    assert all(one.difference.value == 0 for one in differences(found, original))
    assert report["figures"]["branching"]["value"] == run[1].figures["branching"].value
    assert sum(one["share"]["value"] for one in report["scores"]) == pytest.approx(1)


def test_the_table_has_a_row_for_each_game(run: tuple[Simulation, SimulationReport]) -> None:
    rows = list(csv.DictReader(report_csv([run, run]).splitlines()))
    assert len(rows) == 60
    assert [int(row["deal"]) for row in rows[:3]] == [-3, -2, -1]
    lengths = [float(row["length"]) for row in rows[:30]]
    assert lengths == run[1].columns["length"].tolist()
    assert rows[0]["agency"] == ""


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("[]", "is not a report"),
        ("{", "is not a report"),
        ('{"schema": 7}', "has schema 7; this version reads 1"),
        ('{"schema": 1, "deals": [1], "per_game": {"score": [1, 2]}, "title": ""}', "not every"),
    ],
)
def test_what_is_no_saved_report_is_refused(text: str, reason: str, tmp_path: Path) -> None:
    path = tmp_path / "report.json"
    path.write_text(text)
    with pytest.raises(Refused, match=reason):
        read_report(path)
    with pytest.raises(Refused, match="can't read"):
        read_report(tmp_path / "none.json")


# Sweeps.


def combined(simulation: Simulation, *axes: str) -> list[Simulation]:
    return list(combinations(simulation, [read_axis(axis) for axis in axes]))


def test_every_combination_has_the_same_deals() -> None:
    base = Simulation(spinney.game("arboretum"), 5, "random", seed=9)
    found = combined(base, "players=2,3", "edition=v11,published", "level=random,seedling")
    assert len(found) == 8
    assert [one.game.num_players for one in found] == [2] * 4 + [3] * 4
    assert [one.level for one in found[:2]] == ["random", "seedling"]
    assert [one.game.chosen["edition"] for one in found[:3]] == ["v11", "v11", "published"]
    assert all([one.deal(k) for k in range(5)] == [base.deal(k) for k in range(5)] for one in found)


def test_a_sweep_tells_differences_from_the_first(
    run: tuple[Simulation, SimulationReport],
) -> None:
    sweep = sweep_json([run, run, run])
    assert len(sweep["runs"]) == 3
    assert [len(found) for found in sweep["differences"]] == [len(run[1].columns) - 1] * 2


@pytest.mark.parametrize(
    ("axes", "reason"),
    [
        (("players",), "is not a sweep; write one as players=2,3,4"),
        (("players=2,2",), "has a value twice"),
        (("players=2,9",), "players can't be '9'"),
        (("players=2", "players=3"), "each option is swept once"),
        (("plyers=2",), "did you mean players"),
        (("level=random,bush",), "there is no level 'bush'"),
        (("YIELDS[3]=1",), "no array 'YIELDS'; did you mean YIELD?"),
        (("YIELD[224]=1",), "is not a place of it"),
        (("YIELD[1,2]=1",), "is not a place of it"),
        (("YIELD[3]=40000",), "holds numbers from -32768 to 32767"),
        (("YIELD[3]=x",), "must be a whole number"),
        *(
            ((f"YIELD[{index}]=1",), f"'YIELD[{index}]' is not a constant with its index; write")
            for index in ("1 2", "1,,2", "", "x", "-1", "9" * 5000)
        ),
    ],
)
def test_what_is_no_sweep_is_refused(axes: tuple[str, ...], reason: str) -> None:
    with pytest.raises(Refused) as refusal:
        combined(Simulation(FOREST, 5, "random"), *axes)
    assert reason in str(refusal.value)


def test_a_changed_constant_changes_the_rules_and_nothing_else() -> None:
    other = FOREST.with_constant("YIELD", (100,), 99).with_constant("YIELD", (100,), 7)
    assert other != FOREST
    assert other.changes == (("YIELD", (100,), 7),)
    yields: Any = other.constants["YIELD"]
    assert (yields[100], yields[99]) == (7, FOREST.constants["YIELD"][99])
    assert FOREST.constants["YIELD"][100] != 7
    assert other.code_key == FOREST.code_key  # compiled code is shared
    again = pickle.loads(pickle.dumps(other))  # noqa: S301
    assert (again, again.constants["YIELD"][100]) == (other, 7)
    assert other.with_options(players=3).changes == other.changes
    assert compilation.interpreted(other) is not compilation.interpreted(FOREST)
