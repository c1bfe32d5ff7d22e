"""Local bots on the page: chosen by name, and played like a level."""

from __future__ import annotations

import asyncio
import sys
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from tests.event_loops import run
from tests.players.programs import BROKEN
from tests.waiting import PATIENCE
from tests.web.site import GAME, Site, fresh, until, visited

from spinney.match import Match
from spinney.players import resource_limits
from spinney.players.local_bots import LocalBots
from spinney.server.async_event import AsyncEvent
from spinney.server.play.computer import LevelPlayer
from spinney.server.play.level_turns import LevelTurns
from spinney.server.precompile import Precompiler

CODE = """
import json, sys
for line in sys.stdin:
    r = json.loads(line)
    if r.get("over"): break
    ways = r.get("legal") or [w["words"] for w in r["next"] if w["whole"]]
    print(json.dumps({"move": ways[0], "message": "woof <b>"}), flush=True)
"""


@pytest.fixture
def site_with_bots(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Site]:
    """A site where rex plays and max breaks, on a machine that may be busy."""
    monkeypatch.setattr(resource_limits, "FIRST", PATIENCE)
    rex = tmp_path / "rex.py"
    rex.write_text(CODE)
    commands = [
        ("rex", f"{sys.executable} {rex}"),
        ("max", f"{sys.executable} {BROKEN / 'crashes.py'}"),
    ]
    with visited(tmp_path, LocalBots.of(commands)) as site:
        yield site


def match_of(site: Site, address: str) -> Match:
    return site.match_service.live_match(address.rpartition("/")[2]).match


def test_the_form_offers_bots_by_name_and_not_what_they_run(site_with_bots: Site) -> None:
    page = site_with_bots.client.get(f"/new/{GAME}").text
    assert 'value="bot:rex"' in page
    assert "rex.py" not in page
    answer = site_with_bots.post(f"/new/{GAME}", **{"seat-0": "me", "seat-1": "bot:rex"})
    assert answer.status_code == 303
    assert match_of(site_with_bots, answer.headers["location"]).header.seats == ("me", "bot:rex")


@pytest.mark.parametrize(
    "seat", ["bot:nobody", "json:cat", "contest:cat", "py:os:system", "cat", "bot:"]
)
def test_no_form_says_what_to_run(site_with_bots: Site, seat: str) -> None:
    answer = site_with_bots.post(f"/new/{GAME}", **{"seat-0": "me", "seat-1": seat})
    assert answer.status_code == 422


def test_a_bot_answers_and_its_message_is_shown(site_with_bots: Site) -> None:
    match = site_with_bots.begin("bot:rex", "me")
    with site_with_bots.socket(match):
        until(lambda: match_of(site_with_bots, match).version >= 1)
    event = match_of(site_with_bots, match).events[0]
    assert (event.text, event.bot_output.message) == ("first red", "woof <b>")
    page = site_with_bots.client.get(match).text
    assert "“woof &lt;b&gt;”" in page
    replay = site_with_bots.client.get(f"{match}/replay?at=9&seen_by=-1").text
    assert "“woof &lt;b&gt;”" in replay


def test_a_bot_that_breaks_forfeits_and_the_match_goes_on(site_with_bots: Site) -> None:
    match = site_with_bots.begin("bot:max", "me")
    with site_with_bots.socket(match):
        until(lambda: match_of(site_with_bots, match).version >= 1)
    event = match_of(site_with_bots, match).events[0]
    assert (event.kind, event.bot_output.kind) == ("forfeit", "crashed")
    assert "red has crashed" in [line.text for line in match_of(site_with_bots, match).log(1)]
    assert " crashed" in site_with_bots.client.get(match).text


def test_bots_end_with_the_server_though_their_table_was_just_left(
    site_with_bots: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever ends them waits for a thread as the server stops, and is cancelled."""
    ended: list[LevelTurns] = []
    only_thread, busy = ThreadPoolExecutor(1), threading.Event()
    leaving = asyncio.Event()

    def leave(_turns: LevelTurns) -> None:
        only_thread.submit(busy.wait, PATIENCE)
        leaving.set()

    def end(turns: LevelTurns) -> None:
        ended.append(turns)

    monkeypatch.setattr(LevelTurns, "cancel", leave)
    monkeypatch.setattr(LevelTurns, "close", end)
    service = site_with_bots.match_service
    live = service.live_match(service.begin(fresh("bot:rex", "me")))
    computer = LevelPlayer(service, Precompiler(), 0, LocalBots())

    async def leave_and_stop() -> None:
        asyncio.get_running_loop().set_default_executor(only_thread)
        viewer = AsyncEvent()
        live.subscribers.add(viewer)
        computer.look_after(live)
        await asyncio.sleep(0)
        live.subscribers.discard(viewer)
        live.notify()
        await leaving.wait()
        stopping = asyncio.create_task(computer.close())
        await asyncio.sleep(0)
        busy.set()
        await stopping

    run(leave_and_stop())
    assert len(ended) == 1


def test_a_record_runs_nothing(site_with_bots: Site, tmp_path: Path) -> None:
    mark = tmp_path / "mark"
    for seat in (f"json:touch {mark}", f"contest:touch {mark}", f"touch {mark}", "py:os:system"):
        match = f"/match/{site_with_bots.match_service.begin(fresh(seat, 'me'))}"
        with site_with_bots.socket(match):
            assert site_with_bots.client.get(match).status_code == 200
    assert not mark.exists()


def test_a_bot_that_is_not_here_is_asked_for(site_with_bots: Site) -> None:
    page = site_with_bots.client.get(site_with_bots.begin("bot:fido", "me")).text
    assert "Start Spinney again with --bot fido=COMMAND" in page
