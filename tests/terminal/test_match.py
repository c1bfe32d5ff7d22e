"""`spinney match` with programs: its table, its folder, stopping and going on."""

from __future__ import annotations

import csv
import json
import re
import shlex
import shutil
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from tests.players.programs import BROKEN
from tests.terminal.running import Terminal, call, run_unread
from tests.waiting import PATIENCE

from spinney.arena.folder_lock import lock
from spinney.arena.html_report import report
from spinney.arena.league_result import LeagueResult
from spinney.arena.sprt import Sprt
from spinney.arena.stop_rule import LEAST, StopRule
from spinney.cli import main
from spinney.match.record_reader import read_record
from spinney.terminal.league_table import UNJUDGED
from spinney.terminal.match import MatchArguments

DOCS = Path(__file__).resolve().parents[2] / "docs" / "how-to"
GAME = "build-your-arboretum"
CODE = """
import json, sys
for line in sys.stdin:
    r = json.loads(line)
    if r.get("over"): break
    ways = r.get("legal") or [w["words"] for w in r["next"] if w["whole"]]
    print(ways[-1], flush=True)
"""


@pytest.fixture(autouse=True)
def few_replays(monkeypatch: pytest.MonkeyPatch) -> None:
    """Draw one replay for each report: to draw many takes longer than to play."""
    monkeypatch.setattr(report, "MOST_REPLAYS", 1)


@pytest.fixture
def bot(tmp_path: Path) -> str:
    """A command that plays any game."""
    path = tmp_path / "last.py"
    path.write_text(CODE)
    return f"{sys.executable} {path}"


def documented(heading: str) -> set[str]:
    """The names that a part of the guide explains."""
    part = (DOCS / "run-matches.md").read_text().partition(f"## {heading}\n")[2]
    return set(re.findall(r"`(\w+)`", part.partition("\n## ")[0]))


def table(text: str) -> list[str]:
    """The lines of the table, without what varies: times, and how wide it is."""
    lines = [re.sub(r"[\d.]+ m?s\b", "T", " ".join(line.split())) for line in text.splitlines()]
    return [line for line in lines if line]


def test_commands_levels_and_chance_meet(tmp_path: Path, bot: str) -> None:
    games = tmp_path / "games"
    order = ("--games", "4", "--seed", "1", "--records", str(games), "--jobs", "1")
    done = call(tmp_path, "match", GAME, bot, "random", *order, COLUMNS="200")
    assert done.returncode == 0, done.stderr
    assert f"1 {bot[:15]}" in " ".join(done.stdout.split())
    kept = sorted(path.name for path in games.iterdir())
    assert kept == [f"{GAME}-{1 + n // 2}-{n + 1}.txt" for n in range(4)]
    seats = [read_record((games / name).read_text()).header.seats for name in kept]
    assert seats == [(f"json:{bot}", "random"), ("random", f"json:{bot}")] * 2


def test_a_sequential_test_ends_a_series(tmp_path: Path) -> None:
    out = tmp_path / "out"
    order = ("--sprt", "0,100", "--seed", "1", "--jobs", "1", "--out", str(out))
    shown = call(
        tmp_path, "match", "spring-2021", "seedling", "random", *order, COLUMNS="200"
    ).stdout
    assert "at least 100 stronger: H1 accepted; LLR" in shown
    assert "Elo of 1: over +" in shown
    pairs = re.search(r"2 points: 0, 0, 0, 0, (\d+)\n", shown)
    assert pairs
    games = 2 * int(pairs[1])
    assert f"{games} games from seed 1" in shown
    saved = json.loads((out / "standings.json").read_text())
    assert (saved["games"], saved["sprt"]["verdict"], saved["elo"]["value"]) == (games, "H1", None)
    assert [row["wins"] for row in saved["standings"]] == [games, 0]
    lines = [json.loads(line) for line in (out / "results.jsonl").read_text().splitlines()]
    assert [line["game"] for line in lines] == list(range(games))
    assert lines[1]["players"] == ["random", "level:seedling"]
    with (out / "games.csv").open(newline="") as file:
        rows = list(csv.DictReader(file))
    assert len(rows) == 2 * games
    assert {row["points"] for row in rows if row["player"] == "random"} == {"0.0"}
    longest = max(int(row["longest_ms"]) for row in rows if row["player"] == "random")
    assert saved["standings"][1]["longest_ms"] == longest, "all files have one unit"
    settings = json.loads((out / "league.json").read_text())
    written = (settings, lines[0], lines[0]["time"][0], rows[0], saved, saved["standings"][0])
    keys = {key for part in (*written, saved["elo"]) for key in part}
    assert keys <= documented("Results for other programs")


@pytest.mark.parametrize("wrong", [("--sprt", "10"), ("--sprt", "10,0"), ("--until", "0")])
def test_a_test_that_is_none_is_refused(tmp_path: Path, wrong: tuple[str, str]) -> None:
    done = call(tmp_path, "match", "spring-2021", "seedling", "random", *wrong)
    assert done.returncode == 2
    assert re.search("as 0,10|above 0", done.stderr)


def test_faults_are_told_by_kind(tmp_path: Path) -> None:
    bad = f"{sys.executable} {BROKEN / 'crashes.py'}"
    order = ("--games", "2", "--seed", "1")
    shown = call(tmp_path, "match", "spring-2021", bad, "random", *order, COLUMNS="80").stdout
    assert re.search(r"2 crashed +[01] +[01] .* not ranked *\n", shown), "faults stand before wins"
    assert "mostly faults: not ranked" in shown
    assert "faults" in shown
    assert f"1: {bad}" in shown  # too long for the table
    assert f"\n{bad}: crashed in game 1: exit status 1\n    | " in shown
    assert "    | ValueError: out of leaves\n" in shown
    assert f"\nno Elo: {bad} made mostly faults\n--out DIR writes a report" in shown


def test_a_program_that_never_plays_wins_no_test(tmp_path: Path) -> None:
    dead, out = f"{sys.executable} -c pass", tmp_path / "out"
    order = ("--sprt", "0,100", "--seed", "1", "--jobs", "1", "--out", str(out))
    done = call(tmp_path, "match", "arboretum", dead, "random", *order, COLUMNS="200")
    assert done.returncode == UNJUDGED
    assert f"\nno Elo and no verdict: {dead} made mostly faults\n" in done.stdout
    assert "Elo of 1" not in done.stdout
    assert "accepted" not in done.stdout
    saved = json.loads((out / "standings.json").read_text())
    assert saved["games"] == 2 * LEAST, "it stops early"
    assert (saved["elo"], saved["normalized_elo"], saved["sprt"]["verdict"]) == (None,) * 3
    assert saved["sprt"]["llr"] is None
    assert saved["reason"] == f"no Elo and no verdict: {dead} made mostly faults"
    html = (out / "report.html").read_text()
    assert "no verdict" in html
    assert "H1 accepted" not in html
    again = call(tmp_path, "match", "arboretum", dead, "random", *order, "--resume")
    assert again.returncode == UNJUDGED
    assert json.loads((out / "standings.json").read_text()) == saved


def test_without_a_test_mostly_faults_are_no_failure(tmp_path: Path) -> None:
    dead = f"{sys.executable} -c pass"
    order = ("--games", "2", "--seed", "1", "--jobs", "1")
    done = call(tmp_path, "match", "arboretum", dead, "random", *order, COLUMNS="200")
    assert done.returncode == 0
    assert f"\nno Elo: {dead} made mostly faults\n" in done.stdout


def test_players_of_one_name_are_told_apart(tmp_path: Path) -> None:
    out = tmp_path / "out"
    order = ("--games", "2", "--seed", "1", "--jobs", "1", "--out", str(out))
    assert call(tmp_path, "match", "arboretum", "random", "random", *order).returncode == 0
    saved = json.loads((out / "standings.json").read_text())
    assert [(row["player"], row["entrant"]) for row in saved["standings"]] == [
        ("random", 0),
        ("random", 1),
    ]
    with (out / "games.csv").open(newline="") as file:
        rows = list(csv.DictReader(file))
    assert list(rows[0])[-1] == "entrant", "earlier columns stay where they were"
    assert [(row["seat"], row["entrant"]) for row in rows] == [
        *(("0", "0"), ("1", "1")),
        *(("0", "1"), ("1", "0")),
    ]


def test_players_are_called_as_they_are_named(tmp_path: Path) -> None:
    named = ("--name", "1=rex", "--name", "2=Old rex")
    out = ("--out", str(tmp_path / "out"))
    series = ("match", "arboretum", "random", "random", "--seed", "1", *out)
    done = call(tmp_path, *series, "--games", "2", *named)
    assert "Old rex" in done.stdout
    standings = json.loads((tmp_path / "out/standings.json").read_text())["standings"]
    assert sorted(row["player"] for row in standings) == ["Old rex", "rex"]
    other = call(tmp_path, *series, "--games", "4", "--resume")
    assert "entrants[1].name was 'rex' and is now 'random'" in other.stderr
    assert call(tmp_path, *series, "--games", "4", "--resume", *named).returncode == 0


@pytest.mark.parametrize(
    ("names", "why"),
    [
        (["3=rex"], "players are numbers from 1 to 2, not '3'"),
        (["1=rex", "2=rex"], "no two the same"),
        (["1=rex", "1=max"], "one name"),
        (["rex"], "not of the form name=value"),
    ],
)
def test_names_that_tell_nobody_apart_are_refused(
    tmp_path: Path, names: list[str], why: str
) -> None:
    said = (part for name in names for part in ("--name", name))
    done = call(tmp_path, "match", "arboretum", "random", "random", *said)
    assert done.returncode == 2
    assert why in done.stderr


def test_a_ranked_player_with_faults_is_warned_of(tmp_path: Path) -> None:
    path = tmp_path / "once.py"
    path.write_text(CODE.replace("ways[-1]", "ways.pop() if hasattr(sys, 'asked') else 'none'"))
    path.write_text(path.read_text() + "    sys.asked = True\n")
    bot = f"{sys.executable} {path}"
    order = ("--games", "2", "--seed", "1", "--jobs", "1")
    shown = call(tmp_path, "match", GAME, bot, "random", *order, COLUMNS="200").stdout
    assert f"\nwarning: {bot} made faults in 2 of 2 games, and the results include" in shown
    assert "not ranked" not in shown


def test_where_faults_are_taken_strictly_the_first_loses(tmp_path: Path) -> None:
    games = tmp_path / "games"
    bad = f"{sys.executable} {BROKEN / 'crashes.py'}"
    order = ("--games", "2", "--seed", "1", "--records", str(games), "--strict")
    shown = call(tmp_path, "match", GAME, bad, "random", *order, COLUMNS="200").stdout
    assert re.search(r"random +2 +0 ", shown)
    for path in games.iterdir():
        match = read_record(path.read_text())
        assert match.events[-1].kind == "resign"
        assert match.seats[match.events[-1].player] != "random"


def test_a_series_goes_on_where_it_was(tmp_path: Path, bot: str) -> None:
    games = tmp_path / "games"
    patient = ("--move-time", f"{PATIENCE:g}s")  # one late answer would change a record
    line = ("match", GAME, bot, "random", "--seed", "1", "--records", str(games), *patient)
    whole = call(tmp_path, *line, "--games", "4").stdout
    texts = {path.name: path.read_text() for path in games.iterdir()}
    (games / f"{GAME}-1-2.txt").unlink()
    refused = call(tmp_path, *line, "--games", "4")
    assert refused.returncode == 2
    assert "go on with them by --resume" in refused.stderr
    again = call(tmp_path, *line, "--games", "4", "--resume").stdout
    assert table(again) == table(whole)
    kept = {path.name: path.read_text() for path in games.iterdir()}
    assert set(kept) == set(texts)
    assert all(kept[name] == texts[name] for name in kept if name != f"{GAME}-1-2.txt")
    more = call(tmp_path, *line, "--games", "6", "--resume")
    assert "6 games from seed 1" in more.stdout


def test_nobody_plays_a_series_twice_at_once(tmp_path: Path) -> None:
    out = tmp_path / "out"
    line = ("match", GAME, "random", "random", "--games", "2", "--out", str(out))
    with lock(out):
        refused = call(tmp_path, *line)
    assert refused.returncode == 2
    assert "another process is using this folder" in refused.stderr
    assert call(tmp_path, *line).returncode == 0


def test_going_on_with_another_series_is_refused(tmp_path: Path) -> None:
    games = tmp_path / "games"
    line = ("match", GAME, "--seed", "1", "--records", str(games), "--games", "2")
    assert call(tmp_path, *line, "random", "random").returncode == 0
    done = call(tmp_path, *line, "random", "seedling", "--resume")
    assert done.returncode == 2
    assert f"{GAME}-1-1.txt: it is not game 1 of this series" in done.stderr


def test_results_outlive_a_resumption_that_fails(tmp_path: Path) -> None:
    bot, out = tmp_path / "bot", tmp_path / "out"
    bot.write_text("#!/bin/sh\nexit 1\n")
    bot.chmod(0o755)
    line = ("match", GAME, str(bot), "random", "--seed", "1", "--out", str(out))
    assert call(tmp_path, *line, "--games", "2").returncode == 0
    results = (out / "results.jsonl").read_text()
    bot.unlink()
    refused = call(tmp_path, *line, "--games", "4", "--resume")
    assert refused.returncode == 2
    assert (out / "results.jsonl").read_text() == results
    shutil.rmtree(out / "records")  # what the results tell is not played again
    bot.write_text("#!/bin/sh\nexit 1\n")
    bot.chmod(0o755)
    assert call(tmp_path, *line, "--games", "4", "--resume").returncode == 0
    assert (out / "results.jsonl").read_text().startswith(results)
    assert len([*(out / "records").iterdir()]) == 2


def test_a_match_does_not_go_on_in_the_folder_of_a_league(tmp_path: Path) -> None:
    out = tmp_path / "out"
    league = tmp_path / "league.toml"
    league.write_text(
        f'game = "{GAME}"\nout = "{out}"\ngroups = 1\nschedule = "round-robin"\n'
        '[[entrants]]\ncommand = "random"\n[[entrants]]\ncommand = "level:acorn"\n'
    )
    assert call(tmp_path, "arena", "run", str(league)).returncode == 0
    refused = call(tmp_path, "match", GAME, "random", "level:acorn", "--out", str(out), "--resume")
    assert refused.returncode == 2
    assert "schedule was 'round-robin' and is now 'pair'" in refused.stderr


def test_whoever_goes_on_says_the_same_but_for_when_it_ends(tmp_path: Path) -> None:
    out, line = tmp_path / "out", ("match", GAME, "random", "random")
    assert call(tmp_path, *line, "--games", "4", "--seed", "1", "--out", str(out)).returncode == 0
    results = (out / "results.jsonl").read_text()
    for changed, reason in (
        (("--seed", "3"), "seed was 1 and is now 3"),
        (("--strict",), "strict was False and is now True"),
        (("--games", "2"), "games was 4 and is now 2"),
    ):
        games = ("--games", "4") if "--games" not in changed else ()
        refused = call(tmp_path, *line, *games, *changed, "--out", str(out), "--resume")
        assert refused.returncode == 2
        assert reason in refused.stderr
        assert (out / "results.jsonl").read_text() == results
    more = call(tmp_path, *line, "--games", "6", "--out", str(out), "--resume")
    assert "6 games from seed 1" in more.stdout, "the seed that was drawn stays"
    only = ("--games", "6", "--records", str(out / "records"), "--resume")
    refused = call(tmp_path, *line, *only)
    assert refused.returncode == 2
    assert "games of other deals: say their --seed" in refused.stderr


@pytest.mark.parametrize(
    ("interrupt", "status"), [(Terminal.interrupt, 130), (Terminal.terminate, 143)]
)
def test_an_interrupt_keeps_what_was_finished_and_says_how_to_go_on(
    tmp_path: Path, interrupt: Callable[[Terminal], None], status: int
) -> None:
    line = ("match", GAME, "random", "random", "--jobs", "2")
    with Terminal(tmp_path, *line, "--games", "100000", COLUMNS="500") as terminal:
        terminal.until("9/")
        interrupt(terminal)
        assert terminal.end() == status
    assert "Traceback" not in terminal.text
    assert "longest" in terminal.text, "the table of what was finished"
    assert "games from seed" in terminal.text
    found = re.search(r"Continue with: spinney (match .*--resume)", terminal.text)
    assert found
    words = found[1].split()
    kept = list(Path(words[words.index("--records") + 1]).iterdir())
    stopped = re.search(r"stopped after (\d+) of 100000 games", terminal.text)
    assert stopped
    assert len(kept) == int(stopped[1]) >= 9
    words[words.index("--games") + 1] = str(len(kept))
    assert f"{len(kept)} games" in call(tmp_path, *words).stdout


@pytest.mark.parametrize(
    ("games", "incomplete", "completed_by"), [(1, 1, None), (2, 0, None), (3, 1, 4)]
)
def test_a_pair_that_is_incomplete_is_told(
    tmp_path: Path, games: int, incomplete: int, completed_by: int | None
) -> None:
    order = ("--games", str(games), "--seed", "1", "--jobs", "1")
    done = call(tmp_path, "match", "arboretum", "random", "random", *order)
    only = "intervals and Elo count complete pairs only"
    assert done.stdout.count(f"\n1 game is of an incomplete pair: {only}\n") == incomplete
    note = f"note: the last pair is incomplete, with 1 of its 2 games: {only}; --games "
    assert done.stderr.count(note) == (completed_by is not None)
    assert completed_by is None or f"{note}{completed_by} completes it\n" in done.stderr


def test_a_deal_for_three_is_complete_with_three_games(tmp_path: Path) -> None:
    order = ("--games", "4", "--seed", "1", "--jobs", "1", "--option", "players=3")
    done = call(tmp_path, "match", "arboretum", *["random"] * 3, *order)
    assert "the last deal is incomplete, with 1 of its 3 games" in done.stderr
    assert "--games 6 completes it" in done.stderr


def test_nothing_stays_where_nothing_was_asked_for(tmp_path: Path) -> None:
    assert call(tmp_path, "match", GAME, "random", "random", "--games", "2").returncode == 0
    assert not list((tmp_path / "series").iterdir())


def test_a_bot_plays_at_the_terminal_under_its_name(tmp_path: Path, bot: str) -> None:
    line = ("play", GAME, "--terminal", "--bot", f"rex={bot}", "--seat", "red=rex", "--seed", "1")
    done = call(tmp_path, *line, said="bid none\nquit\n")
    assert done.returncode == 0, done.stderr
    assert "You start the first round" in done.stdout
    record = next((tmp_path / "terminal").iterdir()).read_text()
    assert "seat red: bot:rex\n" in record
    assert bot not in record
    refused = call(tmp_path, "play", "--terminal", "--resume")
    assert refused.returncode == 2
    assert "--bot rex=./bot" in refused.stderr
    found = re.search("Continue with: spinney (.*)", done.stdout)
    assert found
    resumed = call(tmp_path, *shlex.split(found[1]), said="quit\n")
    assert resumed.returncode == 0
    assert found[0] in resumed.stdout


def test_files_of_a_series_are_written_even_if_nobody_reads_the_output(tmp_path: Path) -> None:
    out = tmp_path / "out"
    order = ("--games", "2", "--seed", "1", "--jobs", "1", "--out", out)
    run_unread(tmp_path, "match", GAME, "random", "random", *order)
    written = {path.name for path in out.iterdir()}
    assert written >= {"results.jsonl", "games.csv", "standings.json", "report.html"}


def test_results_of_another_series_are_not_overwritten(tmp_path: Path) -> None:
    out = tmp_path / "out"
    line = ("match", GAME, "random", "random", "--games", "2", "--out", str(out))
    assert call(tmp_path, *line, "--seed", "100").returncode == 0
    before = {path: path.read_bytes() for path in out.rglob("*") if path.is_file()}
    refused = call(tmp_path, *line, "--seed", "7")
    assert refused.returncode == 2
    assert "has results of a series already: go on with them by --resume" in refused.stderr
    assert {path: path.read_bytes() for path in out.rglob("*") if path.is_file()} == before


def test_records_of_another_series_are_no_games_of_this_one(tmp_path: Path) -> None:
    records = ("--records", str(tmp_path / "records"), "--games", "2")
    for seed in (100, 7):
        line = ("match", GAME, "random", "random", "--seed", str(seed), *records)
        assert call(tmp_path, *line, "--out", str(tmp_path / str(seed))).returncode == 0
    for seed in (100, 7):
        league = LeagueResult.read(tmp_path / str(seed))
        paths = [league.record(game) for game in league.results]
        seeds = [read_record(path.read_text()).header.seed for path in paths if path]
        assert seeds == [seed, seed]


@pytest.mark.parametrize(
    ("move_time", "grace"), [(1200.0, 0.0015), (0.3, 9999999.999), (1e-6, 0.0), (1234.567, 0.1)]
)
def test_the_command_that_goes_on_says_the_same_again(
    monkeypatch: pytest.MonkeyPatch, move_time: float, grace: float
) -> None:
    found: list[MatchArguments] = []

    def play(arguments: MatchArguments, show: object) -> int:
        found.append(arguments)
        return 0

    monkeypatch.setattr("spinney.terminal.match.match", play)
    stop = StopRule(Sprt(-0.125, 1234.5, 5e-05, 1e-6, model="logistic"), 0.001)
    arguments = MatchArguments(GAME, ["random", "./my bot"], [], seed=-5, stop=stop)
    arguments = replace(arguments, move_time=move_time, grace=grace, out=Path("out"))
    arguments = replace(arguments, names=[("2", "my = bot")])
    assert main(shlex.split(arguments.again(-5, Path("out/records")))[1:]) == 0
    assert found == [replace(arguments, resume=True)]
    apart = replace(arguments, out=None)
    assert main(shlex.split(apart.again(-5, Path("games")))[1:]) == 0
    assert found[1:] == [replace(apart, resume=True, records=Path("games"))]


def test_a_busy_machine_is_told_of_only_when_games_begin(
    tmp_path: Path, bot: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("os.getloadavg", lambda: (99.5, 0.0, 0.0))
    (tmp_path / "broken.py").write_text("raise ValueError('not today')\n")
    monkeypatch.chdir(tmp_path)
    refused = call(tmp_path, "match", GAME, "py:broken:Bot", "random", "--games", "2")
    assert refused.returncode == 2
    assert "busy" not in refused.stderr
    played = call(tmp_path, "match", GAME, bot, "random", "--games", "2", "--jobs", "1")
    assert "this machine is busy: a load of 99.5 on " in played.stderr
    assert " cores even without this game; " in played.stderr
