"""The report of a league as HTML: whole, true to the results, and deaf to what bots write."""

from __future__ import annotations

import base64
import hashlib
import json
import re
import shlex
import sys
import threading
import zlib
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.html_tags import Tags
from tests.waiting import PATIENCE, http_get

import spinney
from spinney.arena.game_result import GameResult, TimeSpent
from spinney.arena.game_store import GameStore
from spinney.arena.html_report.charts import pairing_charts
from spinney.arena.html_report.figures import (
    IntervalPoint,
    count_in,
    histogram,
    line_chart,
    linear_edges,
    log_edges,
    round_step,
)
from spinney.arena.html_report.html import page, palette_css
from spinney.arena.html_report.model import LeagueReport, record_path
from spinney.arena.html_report.pictures import change, pack_pictures
from spinney.arena.html_report.report import write_report
from spinney.arena.html_report.report_site import ReportSite
from spinney.arena.html_report.settings import league_text, repeat_command
from spinney.arena.html_report.tables import (
    head_to_head,
    meetings,
    pairing_results,
    ranking,
    seat_table,
)
from spinney.arena.league_file import read_league
from spinney.arena.league_result import LeagueResult
from spinney.arena.league_settings import EntrantSettings, LeagueSettings
from spinney.arena.notable_games import notable_games, worst_game
from spinney.arena.results_file import ResultsFile
from spinney.arena.series import Series
from spinney.arena.sprt import Sprt
from spinney.arena.stop_rule import StopRule
from spinney.arena.wording import entrant_names
from spinney.arena.worker_pool import Played
from spinney.cli import main
from spinney.core import rendering
from spinney.core.errors import Refused
from spinney.core.state import Observation
from spinney.drawing.board import arrange
from spinney.players.player_specs import read
from spinney.players.resource_limits import ResourceLimits
from spinney.system.files import read_match
from spinney.terminal import match as match_command
from spinney.terminal.match import MatchArguments
from spinney.terminal.report_server import ReportServer

GAME = "build-your-arboretum"
EVIL = "</pre></script><script>document.title='owned'</script><img src=x onerror=alert(1)>"
BOT = f"""
import json, sys
for number, line in enumerate(sys.stdin):
    r = json.loads(line)
    if r.get("over"): break
    ways = r.get("legal") or [w["words"] for w in r["next"] if w["whole"]]
    print({EVIL!r}, file=sys.stderr, flush=True)
    print("nonsense " + {EVIL!r} if number == 3 else ways[-1], flush=True)
"""


def game(
    number: int,
    seating: tuple[int, ...],
    scores: tuple[int, ...],
    faults: tuple[tuple[str, ...], ...] = (),
    forfeits: tuple[int, ...] = (),
) -> GameResult:
    """A game as its scores have it."""
    best = [score == max(scores) for score in scores]
    won = 1 if sum(best) == 1 else 0
    nothing = ((),) * len(seating)
    return GameResult(
        number,
        seating,
        tuple(won if first else -1 for first in best),
        scores,
        (TimeSpent(10, 200, 50),) * len(seating),
        faults or nothing,
        forfeits or (0,) * len(seating),
    )


FOUR = [
    game(0, (0, 1), (30, 10)),
    game(1, (1, 0), (20, 20)),
    game(2, (0, 1), (15, 40), (("late", "late"), ())),
    game(3, (1, 0), (9, 11)),
]
"""Two deals of two entrants."""


@pytest.fixture(scope="module")
def league(tmp_path_factory: pytest.TempPathFactory) -> LeagueResult:
    """Two games of a level against a bot that writes markup and makes a fault, with records."""
    folder = tmp_path_factory.mktemp("league")
    bot = folder / "bot.py"
    bot.write_text(BOT)
    command = f"{sys.executable} {bot}"
    found = spinney.game(GAME)
    patient = ResourceLimits(first=PATIENCE, each=PATIENCE)
    series = Series(found, (read("random"), read(command, found)), 2, seed=1, limits=patient)
    store = GameStore(series, folder / "records")
    results = []
    for finished in series:
        store.keep(Played(finished.result, finished.match.record()))
        results.append(finished.result)
    entrants = (EntrantSettings("random", "random"), EntrantSettings(f"<b>{EVIL}", command))
    settings = LeagueSettings(GAME, 2, entrants, schedule="pair", games=2, seed=1)
    return LeagueResult(settings, tuple(results), folder)


@pytest.fixture(scope="module")
def pages(league: LeagueResult) -> dict[str, str]:
    """The report and its replays, by path."""
    path = write_report(league, 2)
    replays = sorted((path.parent / "replays").iterdir())
    return {one.relative_to(path.parent).as_posix(): one.read_text() for one in (path, *replays)}


def test_there_is_a_report_with_replays(pages: dict[str, str]) -> None:
    assert list(pages) == ["report.html", "replays/1.html", "replays/2.html"]


def test_only_the_page_s_own_script_may_run(pages: dict[str, str]) -> None:
    for html in pages.values():
        tags = Tags(html)
        scripts = [given for given in tags.named("script") if not given.get("type")]
        assert len(scripts) == 1, "what a bot wrote is not a script"
        assert not tags.named("img")
        code = html.rpartition("<script>")[2].partition("</script>")[0]
        digest = base64.b64encode(hashlib.sha256(code.encode()).digest()).decode()
        policy = tags.named("meta")[1]["content"] or ""
        assert f"script-src 'sha256-{digest}'" in policy
        assert policy.startswith("default-src 'none'")
        handlers = [name for _, given in tags.found for name in given if name.startswith("on")]
        assert not handlers


def test_faults_are_shown_with_what_the_bot_wrote(pages: dict[str, str]) -> None:
    escaped = EVIL.replace("<", "&lt;").replace(">", "&gt;").replace("'", "&#39;")
    report = pages["report.html"]
    assert re.search(r": malformed</h3>.*?<pre[^>]*>\s*" + re.escape(escaped), report, re.S)
    assert escaped in pages["replays/1.html"]


def test_every_link_leads_somewhere(league: LeagueResult, pages: dict[str, str]) -> None:
    assert league.folder
    for name, html in pages.items():
        ids = {given["id"] for _, given in Tags(html).found if given.get("id")}
        for link in Tags(html).named("a"):
            path, _, fragment = (link["href"] or "").partition("#")
            if path:
                assert (league.folder / name).parent.joinpath(path).is_file(), link
            else:
                assert fragment in ids or f"e{fragment}" in ids, link


def test_tables_have_captions_and_headings_have_scopes(pages: dict[str, str]) -> None:
    tags = Tags(pages["report.html"])
    assert len(tags.named("table")) == len(tags.named("caption")) >= 4
    assert all(given.get("scope") in ("col", "row") for given in tags.named("th"))


def test_the_report_tells_how_to_play_it_again(league: LeagueResult, pages: dict[str, str]) -> None:
    assert league.folder
    bot = league.settings.entrants[1].command
    command = f"spinney match {GAME} random '{bot}' --games 2 --seed=1"
    assert repeat_command(league.settings) == command
    assert command.replace("'", "&#39;") in pages["report.html"]


def test_a_report_is_written_anew_without_the_old_replays(league: LeagueResult) -> None:
    path = write_report(league, 0)
    assert not list((path.parent / "replays").iterdir())
    text = path.read_text()
    assert ": malformed</h3>" in text, "faults are told from the records all the same"
    assert ">replay</a>" not in text
    write_report(league, 2)


def test_nothing_is_no_report(league: LeagueResult) -> None:
    with pytest.raises(Refused, match="no game to report"):
        write_report(LeagueResult(league.settings, (), league.folder))


def test_every_game_s_replay_is_drawn_as_it_is_asked_for(league: LeagueResult) -> None:
    assert league.folder
    write_report(league, 0)
    settings = league.settings
    (league.folder / "league.json").write_text(json.dumps(settings.as_json()))
    kept = league.folder / "results.jsonl"
    ResultsFile(kept, league.names, settings.seed).begin(league.results)
    with ReportServer(ReportSite(league.folder)) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        report = fetch(server.address)
        assert report.count(">replay</a>") == 2
        paths = {(link["href"] or "").partition("#")[0] for link in Tags(report).named("a")}
        assert all(fetch(f"{server.address}{path}") != "404" for path in paths)
        assert 'id="pictures"' in fetch(f"{server.address}replays/2.html")
        assert "random" in fetch(f"{server.address}{record_path(league, league.results[0])}")
        for nothing in ("replays/3.html", "league.json", "%2e%2e/league.json", "records/"):
            assert fetch(f"{server.address}{nothing}") == "404"
        assert fetch(server.address, host="elsewhere.example") == "421"
        server.shutdown()
    write_report(league, 2)


def fetch(address: str, **headers: str) -> str:
    """What an address leads to; the status where it leads nowhere."""
    answer = http_get(address, **headers)
    return answer.text if answer.status_code == 200 else str(answer.status_code)


# Pictures.


def unpacked(packed: str) -> Iterator[dict[str, str]]:
    """Undo what `PackedPictures` does, as the page's script does it."""
    data = json.loads(zlib.decompress(base64.b64decode(packed)))
    rows: dict[str, list[int]] = {}
    for at in range(len(data["sizes"])):
        for name, changes in data["boards"].items():
            start, end, between = changes[at]
            before = rows.get(name, [])
            rows[name] = [*before[:start], *between, *before[len(before) - end :]]
        yield {name: "".join(data["pieces"][n] for n in row) for name, row in rows.items()}


def test_packed_pictures_are_the_drawn_ones(league: LeagueResult) -> None:
    path = league.record(league.results[0])
    assert path
    match = read_match(path)
    pictures, versions = pack_pictures(match, ("one", "two"))
    assert versions == sorted(set(versions))
    assert (versions[0], versions[-1]) == (0, match.version)
    shown = list(unpacked(pictures.pack()))
    last = {frame.version: frame for frame in match.frames}
    for at in (0, len(shown) // 2, -1):
        state = last[versions[at]].transition.state.with_names(("one", "two"))
        drawn = rendering.boards(Observation(state.game, state.data, -1))
        areas = rendering.areas(state.game)
        wanted = arrange([board for board in drawn if board.name in shown[at]], areas).boards
        assert {name: svg for name, svg in shown[at].items() if svg} == wanted


@given(st.lists(st.integers(0, 3)), st.lists(st.integers(0, 3)))
def test_a_change_gives_the_later_list(before: list[int], after: list[int]) -> None:
    start, end, between = change(before, after)
    assert [*before[:start], *between, *before[len(before) - end :]] == after
    assert start + end <= min(len(before), len(after))


# Tables.


def test_who_made_mostly_faults_comes_last_and_has_no_place() -> None:
    bad = ("late",) * 6
    games = [game(0, (0, 1), (9, 1), (bad, ()), (6, 0)), game(1, (1, 0), (1, 9), ((), bad), (0, 6))]
    entrants = (EntrantSettings("bad", "./bad"), EntrantSettings("good", "./good"))
    settings = LeagueSettings(GAME, 2, entrants, schedule="pair")
    rows = ranking(settings, games)
    assert [(row.entrant, row.place, row.wins) for row in rows] == [(1, 1, 0), (0, 0, 2)]
    assert rows[1].faults == {"late": 12}


def test_who_met_whom_is_counted_from_both_sides() -> None:
    found = meetings(FOUR)
    assert str(head_to_head(found[0, 1])) == "2–1–1"
    assert str(head_to_head(found[1, 0])) == "1–1–2"
    assert head_to_head(found[0, 1]).share == pytest.approx(2.5 / 4)


def test_of_three_the_losers_are_in_the_order_of_their_scores() -> None:
    found = meetings([game(0, (2, 0, 1), (5, 9, 7))])
    assert {pair for pair, outcomes in found.items() if outcomes == [1]} == {(0, 1), (0, 2), (1, 2)}


def test_pairings_have_elo_the_test_and_seats() -> None:
    test = Sprt(0, 10)
    (found,) = pairing_results(FOUR, test)
    assert found.scores == (0.75, 0.5)
    assert found.group_points == {3: 1, 2: 1}
    assert [str(seat) for seat in found.by_seat] == ["1–0–1", "1–1–0"]
    assert found.llr == pytest.approx(test.llr(found.scores))
    assert (found.verdict, found.games) == (None, 4)


def test_a_pairing_with_mostly_faults_has_no_elo_and_no_verdict() -> None:
    games = [game(n, (n, 1 - n), (2, 1), (), (6 - 6 * n, 6 * n)) for n in range(2)]
    (found,) = pairing_results(games, Sprt(0, 10))
    assert (found.elo, found.normalized, found.llr, found.verdict) == (None,) * 4
    assert not found.judged


def test_seats_are_told_for_each_and_for_all() -> None:
    one, other, everybody = seat_table(FOUR, [0, 1], 2)
    assert one[0] is not None
    assert other[1] is not None
    assert everybody[0] is not None
    assert (one[0].games, one[0].share, one[0].score) == (2, 0.5, 22.5)
    assert (other[1].games, other[1].share) == (2, 0.5)
    assert everybody[0].share == pytest.approx((1 + 0.5 + 0 + 0) / 4)


def test_notable_games_are_faults_worst_closest_last_and_first_losses() -> None:
    found = notable_games(FOUR, ("A", "B"), 9)
    assert found == {
        2: ["A late", "worst of A", "first loss of A"],
        0: ["worst of B", "first loss of B"],
        1: ["closest"],
        3: ["last"],
    }
    assert list(notable_games(FOUR, ("A", "B"), 1)) == [2]
    assert not notable_games([], ("A", "B"), 9)


def test_the_worst_game_has_the_most_faults_or_else_the_lowest_lead() -> None:
    assert worst_game(FOUR, 0).number == 2
    assert worst_game([FOUR[0], FOUR[1], FOUR[3]], 0).number == 1
    assert worst_game(FOUR, 1).number == 0


def test_names_go_without_kinds_and_twins_have_numbers() -> None:
    names = entrant_names(("level:tree", "json:./bot", "random", "random", "py:a:B"))
    assert names == ("tree", "./bot", "random 1", "random 2", "py:a:B")


# Charts.


@given(st.lists(st.integers(-200, 500), min_size=1, max_size=60))
def test_bins_hold_every_value_once(values: list[int]) -> None:
    edges = linear_edges(values)
    assert edges == sorted(set(edges))
    assert edges[0] <= min(values) <= max(values) < edges[-1]
    assert len(edges) <= 27
    counts = count_in(values, edges)
    assert sum(counts) == len(values)
    assert counts[0] == sum(value < edges[1] for value in values)


@given(st.lists(st.floats(1e-3, 1e6), min_size=1, max_size=60))
def test_bins_of_times_are_thirds_of_decades(values: list[float]) -> None:
    edges = log_edges(values)
    assert edges[0] <= min(values) * (1 + 1e-9)
    assert max(values) <= edges[-1] * (1 + 1e-9)
    assert sum(count_in(values, edges)) == len(values)


@pytest.mark.parametrize(("least", "step"), [(0.3, 0.5), (1, 1), (3, 5), (7, 10), (12, 20), (0, 1)])
def test_steps_are_round(least: float, step: float) -> None:
    assert round_step(least) == pytest.approx(step)


def test_a_histogram_says_what_it_shows() -> None:
    svg = histogram("Scores of A", [1, 2, 2, 9], [0, 5, 10], str, [0, 2])
    assert 'aria-label="Scores of A: median 2.0, from 1 to 9"' in svg
    assert svg.count('class="bar"') == 2
    assert "0 to 5: 3" in svg


def test_a_line_with_unknown_ends_stays_in_its_picture() -> None:
    inf = float("inf")
    points = [IntervalPoint(4, inf, -inf, inf), IntervalPoint(8, 50, 10, 90)]
    svg = line_chart("Elo", points, [(0.0, "")], str)
    heights = [float(y) for y in re.findall(r"[ML][\d.]+ ([\d.-]+)", svg)]
    assert all(0 <= height <= 170 for height in heights)
    assert "nan" not in svg


def test_long_series_have_short_lines() -> None:
    scores = [0.5, 0.75, 0.5, 0.25] * 250
    games = [
        game(2 * deal + half, seating, points)
        for deal, score in enumerate(scores)
        for half, (seating, points) in enumerate(_pair(score))
    ]
    (pairing,) = pairing_results(games, Sprt(0, 10))
    drawn = dict(pairing_charts(pairing, Sprt(0, 10)))
    assert list(drawn) == ["Elo", "Log-likelihood ratio", "Points in a pair of games"]
    assert all(svg.count("L") < 300 for svg in drawn.values())
    assert "1: 500" in drawn["Points in a pair of games"]


def _pair(score: float) -> list[tuple[tuple[int, int], tuple[int, int]]]:
    """Two games of entrant 0 that come to a mean score."""
    second = {0.25: (2, 1), 0.5: (1, 1), 0.75: (1, 2)}[score]
    return [((0, 1), (1, 1)), ((1, 0), second)]


# The page.


def test_a_league_of_many_has_a_cross_table_and_pairings() -> None:
    entrants = tuple(EntrantSettings(name, name) for name in ("one", "two", "three"))
    stop = StopRule(Sprt(0, 10))
    settings = LeagueSettings("no-such-game", 2, entrants, schedule="gauntlet", stop=stop)
    games = (*FOUR, game(4, (0, 2), (1, 2)), game(5, (2, 0), (3, 1)))
    report = LeagueReport(LeagueResult(settings, games), {2: ["worst"]}, set(), [])
    html = page("report.html", "report.js", palette_css(), "report.css", report=report)
    assert "three" in Tags(html).named("abbr")[0].values()
    assert "2–1–1" in html
    assert "seat 1" in html, "it can be told where the game is not installed"
    assert "spinney arena run league.toml" in html
    assert ">replay</a>" not in html
    assert "not decided" in html


def test_a_league_s_file_reads_back(tmp_path: Path) -> None:
    entrants = (
        EntrantSettings("old “one”", "cat --number", 0.05, 0.02, 1 << 29),
        EntrantSettings("new \\ two", "tree"),
        EntrantSettings("random", "random"),
    )
    settings = LeagueSettings(
        "arboretum",
        3,
        entrants,
        {o.name: o.write(o.default) for o in spinney.game("arboretum").options} | {"players": "3"},
        "gauntlet",
        groups=7,
        seed=-5,
        clock="move 0:10",
        strict=True,
        stop=StopRule(Sprt(-5, 2.5, 0.01, 0.1, 3, "logistic"), 12.5),
    )
    path = tmp_path / "league.toml"
    path.write_text(league_text(settings), encoding="utf-8")
    assert read_league(path).settings == settings


def test_the_command_line_of_a_series_plays_it_again(monkeypatch: pytest.MonkeyPatch) -> None:
    limits = (0.25, 0.01, 1 << 28)
    entrants = (EntrantSettings("contest:cat -n", "cat -n", *limits),)
    settings = LeagueSettings(
        "spring-2021",
        2,
        (*entrants, EntrantSettings("level:tree", "tree", *limits)),
        {o.name: o.write(o.default) for o in spinney.game("spring-2021").options},
        "pair",
        groups=20,
        games=40,
        seed=-5,
        clock="bank 5:00 + 5",
        strict=True,
        stop=StopRule(Sprt(-5, 2.5, 0.01, 0.1, 2, "logistic"), 12.5),
    )
    orders: list[MatchArguments] = []
    monkeypatch.setattr(match_command, "match", lambda order, _: orders.append(order))
    assert main(shlex.split(repeat_command(settings))[1:]) == 0
    assert orders[0].settings() == settings
