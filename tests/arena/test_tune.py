"""Tuning finds what makes a player strong, goes on after any end, and says how sure it is."""

from __future__ import annotations

import csv
import json
import math
import random
import re
import shlex
import signal
import subprocess
import sys
from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from tests.players.programs import broken
from tests.waiting import PATIENCE

import spinney
from spinney.arena.folder_lock import lock
from spinney.arena.sprt import Sprt
from spinney.arena.tune import FinalTest, TuneRun
from spinney.arena.tune_games import DealScore, TunedDeal, play_deal
from spinney.arena.tune_importance import importance
from spinney.arena.tune_output import share_of, write_best, write_trials
from spinney.arena.tune_settings import (
    TuneSettings,
    check_places,
    read_parameter,
    start_values,
)
from spinney.arena.tune_store import TuneStore
from spinney.arena.tune_study import import_optuna
from spinney.arena.worker_pool import open_pool
from spinney.cli import main
from spinney.core.errors import Refused
from spinney.core.options import FileOption
from spinney.players.level_choice import choose
from spinney.players.player_specs import read
from spinney.players.resource_limits import ResourceLimits
from spinney.players.tuned_level import TunedSpec
from spinney.search.tuning import tuning_of
from spinney.terminal.tune import TuneArguments, again

GAME = spinney.game("build-your-arboretum")
PEAK = 0.7
"""The caution with which the toy is strongest."""
SETTINGS = TuneSettings(
    GAME,
    "toy --caution {caution} --noise {noise}",
    (read_parameter("caution", "0:1"), read_parameter("noise", "1:9:1")),
    (0.2, 5),
    trials=24,
    deals=40,
    seed=3,
    sprt=Sprt(0, 30),
    final_deals=600,
)


def strength(player: str) -> float:
    """The toy's Elo: it depends on its caution, and not on its noise."""
    found = re.fullmatch(r"toy --caution ([\d.]+) --noise \d+", player)
    assert found
    return -1500 * (float(found[1]) - PEAK) ** 2


class ToyPool:
    """Plays deals of two games by drawing lots, as the players' strengths tell."""

    def __init__(self, kill_after: int = 10**9) -> None:
        self.played: list[TunedDeal] = []
        self._kill_after = kill_after

    def play(self, items: Iterable[Any]) -> Iterator[DealScore]:
        for deal in items:
            if len(self.played) == self._kill_after:
                signal.raise_signal(signal.SIGKILL)
            self.played.append(deal)
            yield toss(deal)


def toss(deal: TunedDeal) -> DealScore:
    rng = random.Random(f"{deal}")
    lead = strength(deal.player) - strength(deal.against)
    wins = sum(rng.random() < 1 / (1 + math.exp(-lead / 173.7)) for _ in range(2))
    return DealScore(deal, wins / 2, 0, (True, True))


def tuned(path: Path, settings: TuneSettings = SETTINGS, resume: bool = False) -> TuneRun:
    run = TuneRun(settings, TuneStore(path, settings, resume), ToyPool())
    run.run()
    return run


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> TuneRun:
    """A tuning of the toy, never stopped."""
    return tuned(tmp_path_factory.mktemp("whole"))


def test_the_strongest_values_are_found(whole: TuneRun) -> None:
    assert whole.best.values[0] == pytest.approx(PEAK, abs=0.15)
    assert whole.best.share > 0.75
    assert whole.start.share == 0.5
    assert importance(SETTINGS.parameters, whole.trials)["caution"] > 0.9
    assert not importance(SETTINGS.parameters, whole.trials[:6]), "too few to tell"
    played = whole.pool.played  # type: ignore[attr-defined]
    assert {deal.number for deal in played} == set(range(40))
    assert whole.start.player not in {deal.player for deal in played}, "it would be even"


def test_hopeless_values_are_given_up_and_no_others(whole: TuneRun) -> None:
    pruned = [trial for trial in whole.trials if trial.pruned]
    assert pruned
    for trial in pruned:
        assert len(trial.scores) < SETTINGS.deals
        assert strength(trial.player) < strength(whole.best.player)
    assert all(len(trial.scores) == 40 for trial in whole.trials if not trial.pruned)


def test_the_final_test_is_on_other_deals(whole: TuneRun) -> None:
    final, before = FinalTest(whole), len(whole.store.scores)
    final.play()
    assert SETTINGS.sprt.verdict(final.tracker.scores) == "H1"
    fresh = list(whole.store.scores)[before:]
    assert len(fresh) == len(final.tracker.scores) < 600
    assert {deal.seed + deal.number for deal in fresh}.isdisjoint(range(3, 3 + 40))
    assert {deal.against for deal in fresh} == {whole.start.player}

    again = FinalTest(TuneRun(SETTINGS, TuneStore(whole.store.path, SETTINGS, True), ToyPool(0)))
    again.play()  # would be killed if it played anything
    assert again.tracker == final.tracker


def test_results_are_written_for_other_programs(whole: TuneRun) -> None:
    final = FinalTest(whole)
    final.play()
    write_trials(whole)
    write_best(whole, final.tracker)
    with (whole.store.path / "trials.csv").open(newline="") as file:
        rows = list(csv.DictReader(file))
    assert [row["player"] for row in rows] == [trial.player for trial in whole.trials]
    assert {row["pruned"] for row in rows} == {"0", "1"}
    assert share_of([1.0, 1.0, 0.5]).high == 1, "a share is no more than all"
    ends = [float(row[end]) for row in rows for end in ("low", "share", "high") if row[end]]
    assert 0 <= min(ends) < max(ends) <= 1
    best = json.loads((whole.store.path / "best.json").read_text())
    assert best["command"] == whole.best.player == rows[best["trial"]]["player"]
    assert best["share"]["low"] < best["share"]["value"] == whole.best.share
    assert best["final"]["verdict"] == "H1"
    assert best["final"]["elo"]["low"] > 0


@pytest.mark.skipif(sys.platform == "win32", reason="there nothing is killed by a signal")
def test_a_tuning_that_is_killed_goes_on_as_if_it_had_not_been(
    whole: TuneRun, tmp_path: Path
) -> None:
    code = "import sys; from tests.arena.test_tune import kill; kill(sys.argv[1])"
    done = subprocess.run(
        [sys.executable, "-c", code, str(tmp_path)], timeout=PATIENCE, check=False
    )
    assert done.returncode == -signal.SIGKILL
    with pytest.raises(Refused, match="--resume"):
        TuneStore(tmp_path, SETTINGS)
    for file in ("deals.jsonl", "trials.log"):  # whatever was being written is torn
        with (tmp_path / file).open("a") as end:
            end.write('{"torn')
    run = tuned(tmp_path, resume=True)
    assert run.trials == whole.trials
    deals = (tmp_path / "deals.jsonl").read_text().splitlines()
    assert len(deals) == len(set(deals)) == sum(len(trial.scores) for trial in run.trials) - 40


def kill(path: str) -> None:
    """Tune, until this process is killed in the middle of a trial."""
    TuneRun(SETTINGS, TuneStore(Path(path), SETTINGS), ToyPool(kill_after=237)).run()


def test_a_deal_that_can_not_be_written_is_refused(tmp_path: Path) -> None:
    store = TuneStore(tmp_path, SETTINGS)
    store.deals_file.mkdir()
    with pytest.raises(Refused, match=r"can't write .*deals\.jsonl: is a directory"):
        store.add(DealScore(TunedDeal("a", "b", 1, 0), 0.5, 0, (True, True)))


@pytest.mark.parametrize(
    "content", ["{", "[1]", "{}", '{"seed": 3}', '{"parameters": {}, "seed": "3"}']
)
@pytest.mark.parametrize("seed", [None, 3])
def test_another_programs_settings_are_refused(
    tmp_path: Path, content: str, seed: int | None
) -> None:
    (tmp_path / "settings.json").write_text(content)
    searched = (("exploration", "0.1:2:log"),)
    arguments = TuneArguments(GAME.name, "3", searched, seed=seed, out=tmp_path, resume=True)
    with pytest.raises(Refused, match=r"settings\.json .*; name another folder"):
        TuneStore(tmp_path, arguments.settings(), resume=True)


@pytest.mark.parametrize("line", [b"\xff", b"[]", b'{"player": [], "against": "b"}', b"oak"])
def test_a_damaged_line_of_deals_is_named(tmp_path: Path, line: bytes) -> None:
    store = TuneStore(tmp_path, SETTINGS)
    store.add(DealScore(TunedDeal("a", "b", 1, 0), 0.5, 0, (True, True)))
    with store.deals_file.open("ab") as file:
        file.write(line + b"\n")
    with pytest.raises(Refused, match=r"deals\.jsonl, line 2: this is not a deal"):
        TuneStore(tmp_path, SETTINGS, resume=True)


def test_the_command_that_goes_on_with_a_tuning_says_the_same_again(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    found: list[TuneArguments] = []

    def tune(arguments: TuneArguments) -> int:
        found.append(arguments)
        return 0

    monkeypatch.setattr("spinney.terminal.tune.tune", tune)
    test = Sprt(-0.125, 9.5, 5e-05, 1e-6)
    searched = (("caution", "0:1"), ("noise", "1:9:1"))
    arguments = TuneArguments(
        GAME.name, SETTINGS.player, searched, seed=3, sprt=test, move_time=1200.0, grace=0.0015
    )
    assert main(shlex.split(again(arguments, SETTINGS, tmp_path))[1:]) == 0
    assert found == [
        replace(arguments, parameters=[*searched], start=[], options=[], out=tmp_path, resume=True)
    ]


def test_against_another_the_start_is_played_too(tmp_path: Path) -> None:
    other = replace(SETTINGS, against="toy --caution 0.5 --noise 1", trials=4)
    run = tuned(tmp_path, other)
    assert run.pool.played[0].player == run.start.player  # type: ignore[attr-defined]
    assert run.start.share < 0.5
    longer = tuned(tmp_path, replace(other, trials=6), resume=True)
    assert longer.trials[:4] == run.trials
    with pytest.raises(Refused, match="a tuning with another deals: 40, not 50"):
        TuneStore(tmp_path, replace(other, deals=50), resume=True)


# What is searched.


@pytest.mark.parametrize(
    ("text", "middle", "written"),
    [("0:1", 0.5, "0.5"), ("1:8:3", 4, "4"), ("0.01:1:log", 0.1, "0.1"), ("0:1:0.3", 0.6, "0.6")],
)
def test_ranges_are_read(text: str, middle: float, written: str) -> None:
    parameter = read_parameter("x", text)
    assert parameter.middle == pytest.approx(middle)
    assert parameter.text(parameter.middle) == written
    parameter.check(parameter.middle)


@pytest.mark.parametrize("text", ["0:1", "10000:10010", "1e-9:2e-9", "-0.005:-0.004", "0.9:1"])
def test_values_that_differ_are_written_differently(text: str) -> None:
    parameter = read_parameter("x", text)
    values = [parameter.low + k * (parameter.high - parameter.low) / 100 for k in range(101)]
    assert len({parameter.text(value) for value in values}) == 101


@pytest.mark.parametrize(
    ("text", "last"),
    [("10000:10010:0.5", "10010"), ("0.1:0.7:0.1", "0.7"), ("-1:0.001:0.001", "0.001")],
)
def test_steps_are_written_exactly(text: str, last: str) -> None:
    parameter = read_parameter("x", text)
    steps = round((parameter.high - parameter.low) / parameter.step)  # type: ignore[operator]
    written = [parameter.text(parameter.low + k * parameter.step) for k in range(steps + 1)]  # type: ignore[operator]
    assert written[-1] == last
    assert len(set(written)) == steps + 1
    assert max(map(len, written)) <= 7


def with_deck(word: str) -> spinney.Game:
    """The game with a deck from a file. All decks have one title."""
    deck = FileOption("deck", "own", ("own",), "Deck", pack=str, name_of=lambda _: "Trees")
    game = replace(GAME, options=(*GAME.options, deck), tables=lambda _: {})
    return game.with_options(deck=word)


def test_decks_of_one_title_are_told_apart(tmp_path: Path) -> None:
    settings = replace(SETTINGS, game=with_deck("oak"), trials=4)
    TuneStore(tmp_path, settings)
    TuneStore(tmp_path, settings, resume=True)
    with pytest.raises(Refused, match="another options"):
        TuneStore(tmp_path, replace(settings, game=with_deck("elm")), resume=True)


def test_a_folder_that_names_a_deck_by_its_title_alone_goes_on(tmp_path: Path) -> None:
    """As earlier versions wrote it."""
    settings = replace(SETTINGS, game=with_deck("oak"), trials=4)
    TuneStore(tmp_path, settings)
    file = tmp_path / "settings.json"
    former = json.loads(file.read_text())
    former["options"]["deck"] = "Trees"
    file.write_text(json.dumps(former))
    TuneStore(tmp_path, settings, resume=True)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("1", "is not a range"),
        ("1:x", "is not a range"),
        ("2:1", "is empty"),
        ("0:1:log", "begins above 0"),
        ("0:1:2", "a step is above 0, and within"),
        ("0:1:0", "a step is above 0, and within"),
    ],
)
def test_what_is_no_range_is_refused(text: str, why: str) -> None:
    with pytest.raises(Refused, match=why):
        read_parameter("x", text)


def test_every_number_has_one_place() -> None:
    x = read_parameter("x", "0:1")
    check_places("./bot -x {x} '{\"y\": 1}'", [x])
    for player, parameters, why in (
        ("./bot", [x], r"write \{x\} where it belongs"),
        ("./bot {x} {y}", [x], "--param y=0:1"),
        ("./bot {x}", [x, x], "twice"),
        ("sapling", [x], "there are: exploration"),
    ):
        with pytest.raises(Refused, match=why):
            check_places(player, parameters)


def test_a_tuning_begins_where_the_game_is() -> None:
    parameters = [read_parameter("exploration", "0.01:1:log"), read_parameter("whole_moves", "0:1")]
    usual = tuning_of(GAME)
    assert start_values(GAME, "tree", parameters, {}) == (usual.exploration, usual.whole_moves)
    assert start_values(GAME, "{exploration}{whole_moves}", parameters, {})[1] == 0.5
    assert start_values(GAME, "tree", parameters, {"whole_moves": 0.25})[1] == 0.25
    for given, why in (({"whole_moves": 2.0}, "can't begin at 2"), ({"x": 1.0}, "no --param x")):
        with pytest.raises(Refused, match=why):
            start_values(GAME, "tree", parameters, given)


# Who plays.


def test_a_level_with_its_games_numbers_plays_as_ever() -> None:
    view = GAME.new(seed=7).observe(0)
    spec = read("tuned:sapling:exploration=0.1,margin_weight=0.3")
    assert isinstance(spec, TunedSpec)
    assert read(spec.seat) == spec
    assert spec.choose(view, 5) == choose(view, "sapling", 5).move
    moves = {read(f"tuned:50:exploration={x}").choose(view, s) for x in (0, 9) for s in range(4)}  # type: ignore[union-attr]
    assert len(moves) > 1


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("tuned:tree", "write it as tuned:LEVEL"),
        ("tuned:bush:exploration=1", "no level 'bush'"),
        ("tuned:tree:explration=1", "exploration"),
        ("tuned:tree:exploration=much", "a number from 0 on"),
        ("tuned:tree:exploration=nan", "a number from 0 on"),
        ("tuned:tree:exploration=-1", "a number from 0 on"),
    ],
)
def test_a_level_with_what_is_no_number_is_refused(text: str, why: str) -> None:
    with pytest.raises(Refused, match=why):
        read(text)


def test_a_deal_is_played_from_every_seat() -> None:
    deal = TunedDeal("seedling", "random", 3, 4)
    found = play_deal(GAME, ResourceLimits(), deal)
    assert found == DealScore(deal, 1.0, 0, (True, True))
    assert play_deal(GAME, ResourceLimits(), deal) == found


def test_a_tuning_against_who_hardly_plays_is_refused(tmp_path: Path) -> None:
    crashing = " ".join(broken("crashes"))
    limits = ResourceLimits()
    settings = replace(SETTINGS, player="tuned:1:exploration={e}", against=crashing, deals=1)
    settings = replace(settings, parameters=(read_parameter("e", "0:1"),), start=(0.5,))
    with open_pool(lambda deal: play_deal(GAME, limits, deal), 1) as pool:
        run = TuneRun(settings, TuneStore(tmp_path, settings), pool)
        with pytest.raises(Refused, match=r"crashes\.py makes mostly faults"):
            run.run()


# The command.


def test_the_command_tunes_a_level_and_tells_how_to_use_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    line = [
        *("tune", GAME.name, "3", "--param", "exploration=0.1:2:log", "--trials", "3"),
        *("--deals", "2", "--final", "2", "--seed", "1", "--jobs", "1", "--out", str(tmp_path)),
    ]
    assert main(line) == 0
    shown = capsys.readouterr().out
    assert "3 trials of up to 2 deals from seed 1" in shown
    assert "Play with them: spinney match" in shown or "Nothing was better" in shown
    trials = (tmp_path / "trials.csv").read_text()
    assert main([*line[:-4], "--jobs", "1", "--out", str(tmp_path), "--resume"]) == 0
    assert capsys.readouterr().out == shown
    assert (tmp_path / "trials.csv").read_text() == trials
    assert main(line) == 2
    assert "go on by --resume" in capsys.readouterr().err
    with lock(tmp_path):
        assert main([*line, "--resume"]) == 2
    assert "another process is using this folder" in capsys.readouterr().err


def test_without_optuna_it_is_said_where_it_comes_from(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "optuna", None)
    with pytest.raises(Refused, match=r"pip install -e '\.\[tune\]'"):
        import_optuna()
