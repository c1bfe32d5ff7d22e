"""Single decisions: what is hidden and what it matters. Skill depth: levels against each other."""

from __future__ import annotations

import json
import math
from pathlib import Path
from typing import Any

import pytest
from tests.hedges import hedge
from tests.html_tags import Tags

import spinney
from spinney.arena.decisions import SampledDecision, figures, look_into
from spinney.arena.elo import Interval, expected_share
from spinney.arena.html_report.interval_charts import figure
from spinney.arena.simulate import Simulation, play_choices
from spinney.arena.skill import SkillDepth, play_skill
from spinney.arena.statistics import Estimate
from spinney.arena.wording import elo_text, share_text
from spinney.cli import main
from spinney.core.errors import Refused
from spinney.core.information_sets import information_bits
from spinney.core.state import State
from spinney.search.action_values import action_values

MINI = spinney.game("arboretum", size="mini")
BYA = spinney.game("build-your-arboretum")


def test_information_sets_have_as_many_states_as_determinizations() -> None:
    """Of the mini game's few states, which differ by the other's hand, sampling finds each."""
    for view in play_choices(Simulation(MINI, 1, "random"), 0).views:
        hands = {
            tuple(c for c, where in enumerate(iter(state.record.where)) if where == holds)
            for holds in [_in_hand_of(1 - view.player)]
            for state in map(view.determinize, range(60))
        }
        assert information_bits(view) == pytest.approx(math.log2(len(hands)))


def _in_hand_of(player: int) -> int:
    from spinney.games.arboretum.rules.record import HAND

    return HAND + player


def test_the_first_hands_of_two_are_counted() -> None:
    view = spinney.game("arboretum", edition="published").new(3).observe(0)
    assert information_bits(view) == pytest.approx(math.log2(math.comb(41, 7)))
    assert information_bits(BYA.new(3).observe(0)) == 0
    assert math.isnan(information_bits(hedge().new(3).observe(0)))


def test_hands_and_tasks_of_others_are_counted() -> None:
    """In Forest Garden, too, there are as many as sampling finds; backs show continents."""
    state, sizes = spinney.game("forest-garden", tasks=True).new(seed=5), set[int]()
    for number in range(70):
        player = state.to_act[0]
        view = state.observe(player)
        if number % 8 == 0:
            found = {_hand_and_task(view.determinize(seed), 1 - player) for seed in range(4000)}
            assert information_bits(view) == pytest.approx(math.log2(len(found)))
            sizes.add(len(found))
        state = state.play(player, view.legal.sample(number))
    assert len(sizes) > 2


def _hand_and_task(state: State, player: int) -> tuple[object, ...]:
    record = state.record
    return (frozenset(record.hand[player, k] for k in range(3)), record.task[player])


def test_every_action_of_a_choice_gets_a_value() -> None:
    views = play_choices(Simulation(BYA, 1, "random"), 0).views
    view = next(view for view in views if 1 < len(view.legal_actions) < 9)
    found = action_values(view, 200, 1)
    assert len(found) == len(view.legal_actions)
    assert all(value is None or 0 <= value <= 1 for value in found)
    assert found == action_values(view, 200, 1)


def test_decisions_are_taken_evenly_from_a_game() -> None:
    found = list(look_into(Simulation(MINI, 2, "random"), 2))
    assert [len(game) for game in found] == [8, 8]
    assert [int(4 * one.at) for one in found[0]] == [0, 0, 1, 1, 2, 2, 3, 3]
    assert found == list(look_into(Simulation(MINI, 2, "random"), 2))


def test_decisions_are_averaged_by_game_and_quarter() -> None:
    nothing = math.nan
    games = [
        [SampledDecision(0.0, 2, nothing), SampledDecision(0.9, 4, 0.2)],
        [SampledDecision(0.1, 5, 0.1), SampledDecision(0.5, nothing, 0.3)],
    ]
    assert figures(games).bits.value == 4
    assert figures(games).spread.value == pytest.approx(0.2)
    assert figures(games, 0).bits.value == 3.5
    assert math.isnan(figures(games, 1).bits.value)


# Skill depth.


@pytest.fixture(scope="module")
def found() -> SkillDepth:
    return play_skill(Simulation(MINI, 20, "random", seed=5), ("random", "seedling"), 3)


def test_each_level_plays_each_other_and_itself(found: SkillDepth) -> None:
    assert found.matrix.keys() == {(0, 1), (1, 0)}
    one, other = found.matrix[1, 0], found.matrix[0, 1]
    assert (one.value, one.low, one.high) == (-other.value, -other.high, -other.low)
    assert found.depth.value == one.value
    assert [len(seats) for seats in found.seats] == [2, 2]
    assert all(sum(seat.won.value for seat in seats) == pytest.approx(1) for seats in found.seats)


def test_depth_is_the_way_from_level_to_level() -> None:
    steps = {(1, 0): Interval(191, 151, 231), (2, 1): Interval(100, 70, 130)}
    depth = SkillDepth(("a", "b", "c"), 10, steps, (), ())
    assert depth.depth == Interval(291, 241, 341)
    assert depth.ladder == pytest.approx(291 / 190.85 + 1, rel=1e-3)
    assert expected_share(191) == pytest.approx(0.75, abs=0.001)
    never = {**steps, (2, 1): Interval(math.inf, 147, math.inf)}
    assert SkillDepth(("a", "b", "c"), 10, never, (), ()).depth.low == 298


def test_depth_is_unknown_if_one_step_was_always_won_and_another_always_lost() -> None:
    won, lost = Interval(math.inf, 147, math.inf), Interval(-math.inf, -math.inf, -147)
    depth = SkillDepth(("a", "b", "c"), 10, {(1, 0): won, (2, 1): lost}, (), ()).depth
    assert (math.isnan(depth.value), depth.low, depth.high) == (True, -math.inf, math.inf)
    assert elo_text(depth) == "unknown"


@pytest.mark.parametrize(
    ("levels", "reason"),
    [
        (("random",), "needs two levels or more"),
        (("random", "random"), "needs two levels or more, each once"),
        (("random", "bush"), "there is no level 'bush'"),
    ],
)
def test_what_is_no_ladder_is_refused(levels: tuple[str, ...], reason: str) -> None:
    with pytest.raises(Refused, match=reason):
        play_skill(Simulation(MINI, 2, "random"), levels, 2)


def test_elo_in_words() -> None:
    assert elo_text(Interval(120.4, 80, 170)) == "+120.4 ± 45.0"
    assert elo_text(Interval(120.4, 80, 170), 0) == "+120 ± 45"
    assert elo_text(Interval(math.inf, 147, math.inf)) == "over +147"
    assert elo_text(Interval(-math.inf, -math.inf, -147)) == "under -147"
    assert elo_text(Interval(math.inf, -math.inf, math.inf)) == "unknown"
    assert elo_text(Interval(-88.7, -math.inf, math.inf)) == "-88.7 (-∞ to +∞)"
    assert elo_text(Interval(-88.7, -math.inf, 51)) == "-88.7 (-∞ to +51)"


def test_the_interval_of_a_share_stays_in_0_to_100() -> None:
    assert share_text(0.625, 0.091) == "62.5 ± 9.1 %"
    assert share_text(0.625, 1.0) == "62.5 % (0 to 100)"
    assert share_text(0.975, 0.074) == "97.5 % (90.1 to 100)"
    assert share_text(0.5, None) == "50.0 %"


def test_a_report_shows_both(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    report, drawn, page = (tmp_path / f"report.{kind}" for kind in ("json", "svg", "html"))
    order = ("simulate", "arboretum", "--option", "size=mini", "--level", "random", "--games", "10")
    deeper = ("--decisions", "2", "--skill", "random, seedling", "--skill-deals", "2")
    files = ("--json", str(report), "--svg", str(drawn), "--html", str(page))
    assert main([*order, "--seed", "4", "--jobs", "1", *deeper, *files]) == 0
    heard = capsys.readouterr().out
    for words in (
        "hidden, in bits",
        "quarter 4",
        "Elo against",
        "From random to seedling",
        "first player",
    ):
        assert words in heard
    assert max(map(len, heard.splitlines())) <= 80
    saved = json.loads(report.read_text())
    assert saved["decisions"]["decisions"] == 16
    assert len(saved["skill"]["elo"]) == 2
    for words in ("Hidden information", "Wins of each seat, in %: seedling", "Lead changes"):
        assert words in drawn.read_text()
    check_page(page.read_text(), saved)


def check_page(html: str, saved: dict[str, Any]) -> None:
    """Every figure of the saved report is on the page, which is whole and runs nothing else."""
    tags = Tags(html)
    assert len(tags.named("table")) == len(tags.named("caption")) == 5
    assert len(tags.named("figure")) == len(tags.named("figcaption")) == 13
    assert all(given.get("scope") in ("col", "row") for given in tags.named("th"))
    ids = {given["id"] for _, given in tags.found if given.get("id")}
    assert {(given["href"] or "")[1:] for given in tags.named("a")} <= ids
    assert "nan" not in html
    for one in saved["figures"].values():
        scale = 100 if one["unit"] == "%" else 1
        assert one["title"] in html or one["title"].startswith("Wins of seat")
        assert figure(Estimate(scale * one["value"], scale * one["margin"])) in html
    command = "simulate arboretum --option size=mini --games 10 --level random --seed=4"
    assert f"{command} --decisions 2 --skill random,seedling --skill-deals 2" in html
