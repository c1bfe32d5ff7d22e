"""`spinney arena`: a league by its file, ended in any way, goes on where it was."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from tests.players.programs import BROKEN, have_ended
from tests.processes import family
from tests.terminal.running import SPINNEY, environment
from tests.waiting import PATIENCE, wait_until

from spinney.arena.folder_lock import lock
from spinney.arena.html_report import report
from spinney.arena.league_file import KEYS
from spinney.arena.league_result import LeagueResult
from spinney.arena.league_standings import league_standings
from spinney.arena.stop_rule import LEAST
from spinney.cli import main
from spinney.core.errors import Refused
from spinney.terminal.elo_lines import pairing_lines
from spinney.terminal.league_table import UNJUDGED

ROOT = Path(__file__).resolve().parents[2]
GAME = "build-your-arboretum"
ENTRANTS = ("one", "two", "three")
STUCK = """
import json, os, sys, time
folder = sys.argv[1]
for line in sys.stdin:
    r = json.loads(line)
    if r.get("over"): break
    if not hasattr(sys, "asked"):
        sys.asked = True
        with open(folder + "/started", "a") as file: file.write(f"{os.getpid()}\\n")
        while len(open(folder + "/started").readlines()) > 2 and not os.path.exists(folder + "/go"):
            time.sleep(0.05)
    ways = r.get("legal") or [w["words"] for w in r["next"] if w["whole"]]
    print(ways[0], flush=True)
"""


def league(folder: Path, more: str = "", commands: tuple[str, ...] = ("random",) * 3) -> Path:
    """Write the file of a league of two groups a pairing."""
    path = folder / "league.toml"
    who = "".join(
        f'[[entrants]]\nname = "{name}"\ncommand = "{command}"\n'
        for name, command in zip(ENTRANTS, commands, strict=True)
    )
    path.write_text(f'game = "{GAME}"\nseed = 1\njobs = 1\n{more}{who}')
    return path


def run(path: Path) -> int:
    """Run a league, with one replay in its report: to draw them takes longer than to play."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(report, "MOST_REPLAYS", 1)
        return main(["arena", "run", str(path)])


def lines(folder: Path) -> list[str]:
    path = folder / "league" / "results.jsonl"
    return path.read_text().splitlines() if path.exists() else []


def scores(folder: Path) -> dict[int, tuple[list[int], list[int]]]:
    games = [json.loads(line) for line in lines(folder)]
    found = {game["game"]: (game["entrants"], game["scores"]) for game in games}
    assert len(found) == len(games), "a game was played twice"
    return found


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a league that nothing disturbed."""
    folder = tmp_path_factory.mktemp("whole")
    assert run(league(folder, "groups = 2\n")) == 0
    return folder


def test_a_league_leaves_results_records_and_standings(whole: Path) -> None:
    found = LeagueResult.read(whole / "league")
    assert [game.number for game in found.results] == list(range(12))
    assert sorted({game.pairing for game in found.results}) == [(0, 1), (0, 2), (1, 2)]
    assert [game.round for game in found.results] == [1] * 6 + [2] * 6
    records = [found.record(game) for game in found.results]
    assert all(path and path.exists() for path in records)
    saved = json.loads((whole / "league" / "standings.json").read_text())
    assert (saved["schedule"], saved["games"], saved["pairings"]) == ("round-robin", 12, [])
    assert sorted(row["player"] for row in saved["standings"]) == sorted(ENTRANTS)
    assert [row["place"] for row in saved["standings"]] == [1, 2, 3]
    ratings = [row["rating"]["value"] for row in saved["standings"]]
    assert ratings == sorted(ratings, reverse=True)
    assert sum(ratings) == pytest.approx(0)
    assert len((whole / "league" / "games.csv").read_text().splitlines()) == 1 + 2 * 12


def test_a_league_that_has_ended_plays_nothing_more_and_tells_how_it_stands(
    whole: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    before = lines(whole)
    assert run(whole / "league.toml") == 0
    again = capsys.readouterr().out
    assert lines(whole) == before
    assert main(["arena", "status", str(whole / "league")]) == 0
    table = again.replace("report: league/report.html\n", "")
    assert capsys.readouterr().out == f"12 of 12 games are played\n{table}"
    assert re.search(r"player +Elo +95 % +games +won", again)
    assert re.search(r"1 +\w+ +[+-]\d+ +[+-]\d+ [+-]\d+ +8 ", again)


def test_faults_are_told_when_it_runs_when_it_has_ended_and_by_its_status(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    bad = f"{sys.executable} {BROKEN / 'crashes.py'}"
    path = league(tmp_path, "groups = 1\n", (bad, "random", "random"))
    message = "\none: crashed in game 1: exit status 1\n"
    for _ in range(2):
        assert run(path) == 0
        shown = capsys.readouterr().out
        assert message in shown
        assert "--out" not in shown
    assert main(["arena", "status", str(tmp_path / "league")]) == 0
    assert message in capsys.readouterr().out


def test_more_groups_are_added(whole: Path, tmp_path: Path) -> None:
    path = league(tmp_path, "groups = 1\n")
    assert run(path) == 0
    assert len(scores(tmp_path)) == 6
    league(tmp_path, "groups = 2\n")
    assert run(path) == 0
    assert scores(tmp_path) == scores(whole)


@pytest.mark.parametrize(
    ("more", "words"),
    [
        ("groups = 1\n", "groups was 2 and is now 1"),
        ("groups = 2\nstrict = true\n", "strict was False and is now True"),
        ('groups = 2\nclock = "move 0:10"\n', "clock was 'none' and is now 'move 0:10'"),
        ('groups = 2\ngrace = "1s"\n', r"entrants\[1\].grace was 0.0 and is now 1.0"),
        ("groups = 2\nseed = 2\n", "seed was 1 and is now 2"),
    ],
)
def test_a_changed_league_is_refused(
    whole: Path, capsys: pytest.CaptureFixture[str], more: str, words: str
) -> None:
    path = whole / "changed.toml"
    text = (whole / "league.toml").read_text().replace("groups = 2\n", f'out = "league"\n{more}')
    path.write_text(text if "seed = 2" not in more else text.replace("seed = 1\n", "", 1))
    before = lines(whole)
    assert run(path) == 2
    assert re.search(words, " ".join(capsys.readouterr().err.split()))
    assert lines(whole) == before


def test_nobody_plays_a_league_twice_at_once(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = league(tmp_path)
    with lock(tmp_path / "league"):
        assert run(path) == 2
    assert "another process is using this folder" in capsys.readouterr().err


def test_what_was_torn_is_played_or_read_again(whole: Path, tmp_path: Path) -> None:
    path = league(tmp_path, "groups = 2\n")
    (tmp_path / "league" / "records").mkdir(parents=True)
    for name in ("league.json", "results.jsonl"):
        (tmp_path / "league" / name).write_text((whole / "league" / name).read_text())
    results = tmp_path / "league" / "results.jsonl"
    kept = results.read_text().splitlines(keepends=True)
    results.write_text("".join(kept[:9]) + kept[9][:40])
    old = LeagueResult.read(whole / "league")
    recorded = old.record(old.results[10])
    assert recorded
    copied = tmp_path / "league" / "records" / recorded.name
    copied.write_text(recorded.read_text())
    (tmp_path / "league" / ".games.csv-x1.unfinished").write_text("game,")
    (tmp_path / "league" / ".clang-format").write_text("somebody's own")
    (tmp_path / "league" / ".ipynb-checkpoints").mkdir()
    assert run(path) == 0
    assert lines(tmp_path)[:9] == [line.rstrip("\n") for line in kept[:9]]
    assert scores(tmp_path) == scores(whole)
    assert LeagueResult.read(tmp_path / "league").results[10] == old.results[10], "times included"
    assert copied.read_text() == recorded.read_text()
    hidden = sorted(p.name for p in (tmp_path / "league").glob(".*"))
    assert hidden == [".clang-format", ".ipynb-checkpoints", ".lock"]


@pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")
def test_a_league_that_is_killed_goes_on_where_it_was(tmp_path: Path) -> None:
    bot = tmp_path / "stuck.py"
    bot.write_text(STUCK)
    command = f"{sys.executable} {bot} {tmp_path}"
    jobs = min(2, len(os.sched_getaffinity(0)))
    path = league(tmp_path, 'move-time = "600s"\n', ("random", command, "random"))
    path.write_text(path.read_text().replace("jobs = 1", f"jobs = {jobs}\ngroups = 2"))
    order = [*SPINNEY, "arena", "run", str(path)]
    process = subprocess.Popen(order, env=environment(tmp_path), stderr=subprocess.DEVNULL)
    try:
        started = tmp_path / "started"
        wait_until(lambda: len(lines(tmp_path)) >= 2 and len(numbers(started)) >= 3)
        workers = family(process.pid)[1:]
    finally:
        process.send_signal(signal.SIGKILL)
        process.wait(PATIENCE)
    assert workers
    assert have_ended([*workers, *numbers(started)]), "processes and programs end with the league"
    before = lines(tmp_path)
    assert 2 <= len(before) < 12
    (tmp_path / "go").touch()
    path.write_text(path.read_text().replace(f"jobs = {jobs}", "jobs = 1"))
    assert run(path) == 0
    assert lines(tmp_path)[: len(before)] == before
    assert sorted(scores(tmp_path)) == list(range(12))
    found = LeagueResult.read(tmp_path / "league")
    assert all(found.record(game) for game in found.results)
    assert not any(faults for game in found.results for faults in game.faults)


def numbers(path: Path) -> list[int]:
    return [int(line) for line in path.read_text().splitlines()] if path.exists() else []


@pytest.mark.parametrize("schedule", ["swiss", "ladder"])
def test_rounds_follow_from_results(tmp_path: Path, schedule: str) -> None:
    more = f'schedule = "{schedule}"\ngroups = 1\nrounds = 2\n'
    path = league(tmp_path, more)
    assert run(path) == 0
    first = LeagueResult.read(tmp_path / "league")
    assert [game.round for game in first.results] == [1, 1, 2, 2]
    assert first.results[0].pairing == (0, 1)
    assert 2 in first.results[2].pairing, "who sat out plays"
    path.write_text(path.read_text().replace("rounds = 2", "rounds = 3"))
    assert run(path) == 0
    second = LeagueResult.read(tmp_path / "league")
    assert second.results[:4] == first.results
    assert [game.round for game in second.results[4:]] == [3, 3]


def test_a_test_stops_each_pairing_of_a_gauntlet(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    more = 'schedule = "gauntlet"\nsprt = [0, 200]\ngroups = 50\nrecords = false\n'
    assert run(league(tmp_path, more, ("seedling", "random", "random"))) == 0
    assert len(re.findall(r"one against t\w+: Elo .*H1 accepted", capsys.readouterr().out)) == 2
    found = LeagueResult.read(tmp_path / "league")
    assert all(tracker.stopped for tracker in found.stops.by_pairing.values())
    saved = json.loads((tmp_path / "league" / "standings.json").read_text())
    assert [one["sprt"]["verdict"] for one in saved["pairings"]] == ["H1", "H1"]
    assert saved["games"] == len(found.counted) < 60
    assert not (tmp_path / "league" / "records").exists()


@pytest.mark.parametrize("entrants", [2, 3])
def test_a_gauntlet_with_a_dead_program_has_no_verdict_of_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], entrants: int
) -> None:
    path, dead = tmp_path / "league.toml", f"{sys.executable} -c pass"
    commands = ("random", dead, "random")[:entrants]
    rows = (
        f'[[entrants]]\nname = "{n}"\ncommand = "{c}"\n'
        for n, c in zip(ENTRANTS, commands, strict=False)
    )
    rule = 'schedule = "gauntlet"\nsprt = [0, 200]\ngroups = 10\nrecords = false\n'
    path.write_text(f'game = "{GAME}"\nseed = 1\njobs = 1\n{rule}{"".join(rows)}')
    assert run(path) == UNJUDGED
    shown = capsys.readouterr().out
    assert "no Elo and no verdict: two made mostly faults" in shown
    saved = json.loads((tmp_path / "league" / "standings.json").read_text())
    dead_pairing, *others = saved.get("pairings", [saved])
    assert (dead_pairing["elo"], dead_pairing["sprt"]["verdict"]) == (None, None)
    assert "two made mostly faults" in dead_pairing["reason"]
    assert all(one["reason"] is None and one["elo"] for one in others)
    assert [one["entrants"] for one in others] == [[0, 2]] * (entrants - 2)
    found = LeagueResult.read(tmp_path / "league")
    assert len([game for game in found.counted if game.pairing == (0, 1)]) <= 2 * LEAST


def test_who_is_not_ranked_gets_no_elo() -> None:
    entrants = [SimpleNamespace(name=name) for name in ENTRANTS]
    tracker = SimpleNamespace(scores=[1.0, 0.5], players=2, rule=SimpleNamespace(sprt=None))
    settings: Any = SimpleNamespace(entrants=entrants)
    stops: Any = SimpleNamespace(by_pairing={(0, 1): tracker, (0, 2): tracker})
    ranked, not_ranked = pairing_lines(settings, stops, {(0, 2): [2]})
    assert ranked.startswith("one against two: Elo ")
    assert not_ranked == "one against three: no Elo: three made mostly faults"


def test_what_is_no_league_is_refused(tmp_path: Path) -> None:
    with pytest.raises(Refused, match="is not a folder of a league"):
        LeagueResult.read(tmp_path)
    assert run(tmp_path / "none.toml") == 2


def test_the_league_of_the_documentation_runs(tmp_path: Path) -> None:
    page = (ROOT / "docs/how-to/run-leagues.md").read_text()
    text = page.partition("```toml\n")[2].partition("```")[0]
    (tmp_path / "examples").symlink_to(ROOT / "examples")
    path = tmp_path / "league.toml"
    text = text.replace("groups = 20", "groups = 1\njobs = 1").replace('"200ms"', '"600s"')
    path.write_text(text.replace("python3", sys.executable))
    assert run(path) == 0
    found = LeagueResult.read(tmp_path / "league")
    assert found.names == ("mine", "first steps", "chance", "chance again")
    assert len(found.results) == 4 * 3
    assert not any(faults for game in found.results for faults in game.faults)
    rows = league_standings(found.settings, found.counted)
    assert found.names[rows[0].entrant] == "first steps"
    section = page.partition("\n## The file\n")[2].partition("\n## ")[0]
    assert all(f"`{key}`" in section or f"[{key}]" in section for key in KEYS), (
        "each key is explained"
    )
