"""The report of a league in a browser, from a file: readable by all, and no bot's text runs."""

from __future__ import annotations

from dataclasses import replace
from functools import reduce
from pathlib import Path

from playwright.sync_api import Page
from tests.web.visitor import bars_nobody

import spinney
from spinney.arena.game_store import GameStore
from spinney.arena.html_report.report import write_report
from spinney.arena.league_result import LeagueResult
from spinney.arena.league_settings import EntrantSettings, LeagueSettings
from spinney.arena.series import Series
from spinney.arena.worker_pool import Played
from spinney.match import BotOutput, Match
from spinney.players.player_specs import read

GAME = "build-your-arboretum"
EVIL = "</pre><script>document.title='owned'</script><img src=x onerror=document.title='owned'>"


def written(folder: Path) -> Path:
    """Write the report of two games whose first move came with markup on the error output."""
    series = Series(spinney.game(GAME), (read("random"), read("random")), 2, seed=3)
    store = GameStore(series, folder / "records")
    results = []
    for finished in series:
        first, *events = finished.match.events
        loud = replace(first, bot_output=BotOutput(EVIL, "", (EVIL,)))
        match = reduce(Match.apply, (loud, *events), Match.begin(finished.match.header))
        store.keep(Played(finished.result, match.record()))
        results.append(finished.result)
    entrants = (EntrantSettings(EVIL, "random"), EntrantSettings("random", "random"))
    settings = LeagueSettings(GAME, 2, entrants, schedule="pair", games=2, seed=3)
    return write_report(LeagueResult(settings, tuple(results), folder))


def test_the_report_and_its_replays_work_from_a_file(page: Page, tmp_path: Path) -> None:
    complaints: list[str] = []
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.on(
        "console",
        lambda message: complaints.append(message.text) if message.type == "error" else None,
    )
    page.goto(written(tmp_path).as_uri())
    bars_nobody(page)
    points = page.get_by_role("button", name="Points, in %")
    points.click()
    assert page.locator("th[aria-sort=descending]").inner_text().startswith("Points")
    page.locator(".notable a").first.click()
    picture = page.locator("#picture svg").first
    picture.wait_for()
    before = page.locator("#picture").inner_html()
    page.keyboard.press("ArrowRight")
    page.locator("#e1.now").wait_for()
    assert page.url.endswith("#1")
    page.keyboard.press("End")
    page.wait_for_function(
        "before => document.querySelector('#picture').innerHTML !== before", arg=before
    )
    assert EVIL in page.locator("#e1 .stderr").inner_text()
    bars_nobody(page)
    assert "owned" not in page.title()
    assert not complaints
