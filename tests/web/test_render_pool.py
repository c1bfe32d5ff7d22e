"""The render pool: the same pages as in the server, and a crash loses nothing."""

from __future__ import annotations

import logging
import multiprocessing
import os
import pickle
import signal
import threading
from collections.abc import Iterator
from concurrent.futures import Future
from contextlib import closing
from multiprocessing.connection import wait
from pathlib import Path
from typing import Any

import pytest
from tests.messages import page_html as shown
from tests.processes import runs
from tests.server.playing import begun, until
from tests.server.served import served
from tests.waiting import PATIENCE
from tests.web.received_boards import message, viewer_session
from tests.web.shared_server import Guest
from tests.web.site import Site

import spinney
from spinney.core import registry
from spinney.core.game import Game
from spinney.players.supervisor import descendants
from spinney.server import workers
from spinney.server.accounts.identity import Caller
from spinney.server.play.page_model import PageModel
from spinney.server.play.viewer_session import ViewerSession
from spinney.server.rendering.compression import pack, unpack
from spinney.server.rendering.page_diff import NOTHING, BrowserState
from spinney.server.rendering.pool import RenderFailed, RenderPool, RenderProcess, serve_renders
from spinney.server.rendering.render import Rendered, RenderRequest, render
from spinney.server.template_environment import environment


@pytest.fixture
def pool() -> Iterator[RenderPool]:
    """A pool whose processes are threads of this one: nothing else is different."""
    lines = [multiprocessing.Pipe() for _ in range(2)]
    working = [
        threading.Thread(target=serve_renders, args=(there,), daemon=True) for _, there in lines
    ]
    for one in working:
        one.start()
    pool = RenderPool([end for end, _ in lines])
    yield pool
    pool.close()
    for one in working:
        one.join(PATIENCE)
        assert not one.is_alive()


def test_an_answer_that_nobody_waits_for_ends_quietly() -> None:
    ours, theirs = multiprocessing.Pipe()
    before = set(threading.enumerate())
    RenderProcess(ours)
    (receiving,) = set(threading.enumerate()) - before
    theirs.send(Rendered(b"", NOTHING))  # what was asked has been given up since
    receiving.join(PATIENCE)  # an exception in it would fail this test
    assert not receiving.is_alive()


def test_what_cannot_be_sent_takes_nobodys_answer(site: Site) -> None:
    ours, theirs = multiprocessing.Pipe()
    process, request = RenderProcess(ours), _looks(site, RenderPool())._request(late=False)
    lock: Any = threading.Lock()
    with pytest.raises(TypeError, match="pickle"):
        process.render(request, lock)
    future = process.render(request, NOTHING)
    theirs.send(Rendered(b"the second", NOTHING))
    assert future.result(PATIENCE).message == b"the second"


def _looks(site: Site, pool: RenderPool) -> ViewerSession:
    live = site.match_service.live_match(site.begin("me", "friend").removeprefix("/match/"))
    return ViewerSession(site.app.state.site, Caller("", None, ""), live, "wide", pool)


def _say(looks: ViewerSession, seed: int) -> None:
    """Have whoever is next say something."""
    player = looks.live.match.to_act[0]
    move = looks.live.match.view(player).legal.sample(seed)
    looks.site.match_service.act(looks.live, lambda match, at: match.play(player, move, at))
    looks.live.at_screen = player


def test_it_renders_what_is_rendered_elsewhere(site: Site, pool: RenderPool) -> None:
    pooled = _looks(site, pool)
    local = viewer_session(pooled.site, pooled.caller, pooled.live)
    for number in range(12):
        assert message(pooled) == message(local) != {}
        _say(pooled, number)
    assert message(pooled)
    assert not message(pooled), "what has been sent is remembered by the session"


def test_rendering_depends_on_nothing_but_its_arguments(site: Site) -> None:
    """What was rendered before, for whom and where, makes no difference."""
    requests: list[tuple[RenderRequest, BrowserState, Rendered]] = []

    class Keeping(RenderPool):
        def render(self, request: RenderRequest, browser: BrowserState) -> Future[Rendered]:
            rendered = super().render(request, browser)
            requests.append((request, browser, rendered.result()))
            return rendered

    looks = _looks(site, Keeping())
    for number in range(6):
        message(looks)
        _say(looks, number)
    for request, browser, rendered in reversed(requests):
        assert render(request, browser, environment()) == rendered
    first = requests[0][2].browser
    assert first == first.interned()
    assert requests[1][1] == first, "the second is told what the first has sent"


def test_requests_of_one_match_go_to_one_process_and_others_when_it_has_ended(
    site: Site, caplog: pytest.LogCaptureFixture
) -> None:
    lines = [multiprocessing.Pipe() for _ in range(2)]
    pool = RenderPool([end for end, _ in lines])
    looks = _looks(site, pool)
    futures = [looks.look() for _ in range(2)]
    ready = wait([there for _, there in lines], PATIENCE)
    busy = next(there for _, there in lines if there in ready)
    others = [there for _, there in lines if there is not busy]
    assert not others[0].poll()
    working = threading.Thread(target=serve_renders, args=(others[0],), daemon=True)
    working.start()
    with caplog.at_level(logging.WARNING):
        busy.close()
        for future in futures:
            with pytest.raises(RenderFailed):
                future.result(PATIENCE)
    assert message(looks)["boards"]
    pool.close()
    working.join(PATIENCE)


def test_a_page_that_cannot_be_rendered_ends_no_other(
    site: Site, pool: RenderPool, monkeypatch: pytest.MonkeyPatch
) -> None:
    looks = _looks(site, pool)
    table_view = PageModel.table_view
    monkeypatch.setattr(PageModel, "table_view", lambda *_: 1 // 0)
    with pytest.raises(RenderFailed, match="ZeroDivisionError"):
        looks.look().result(PATIENCE)
    monkeypatch.setattr(PageModel, "table_view", table_view)
    assert message(looks)["boards"]


def test_when_they_are_gone_pages_are_rendered_where_they_are_asked_for(
    site: Site, caplog: pytest.LogCaptureFixture
) -> None:
    ours, theirs = multiprocessing.Pipe()
    pool = RenderPool([ours])
    looks = _looks(site, pool)
    while looks.live.match.version < 40:
        _say(looks, 1)
    waiting = looks.look()
    with caplog.at_level(logging.WARNING):
        theirs.close()
        with pytest.raises(RenderFailed):
            waiting.result(PATIENCE)
    assert "rendered elsewhere" in caplog.text
    made = message(looks)
    assert made["boards"]
    assert "line-1" in made["page"]["log-0"], "what has been sent is not known here"
    assert "line-20" in made["page"]["log-16"]
    pool.close()


def test_a_page_model_has_nothing_but_the_view(site: Site) -> None:
    """What leaves the process knows no more than who looks may."""
    requests: list[RenderRequest] = []

    class Keeping(RenderPool):
        def render(self, request: RenderRequest, browser: BrowserState) -> Future[Rendered]:
            assert browser is NOTHING
            requests.append(request)
            return super().render(request, browser)

    looks = _looks(site, Keeping())
    looks.look()
    (request,) = requests
    again = pickle.loads(pickle.dumps(request))  # noqa: S301 - just written
    assert again == request
    assert again.page.game is again.page.view.game
    assert looks.live.match.state.data not in pickle.dumps(request)


def test_games_are_found_again_by_their_names() -> None:
    """So that what has been worked out of one is kept; one that nobody else knows goes whole."""
    game = spinney.game("forest-garden", players=3)
    copies = [pickle.loads(pickle.dumps(game)) for _ in range(2)]  # noqa: S301 - just written
    assert copies[0] is copies[1]
    assert copies[0] == game
    own = Game("own", "My own", "A game.", "nowhere.in.particular", "Record")
    assert not registry.is_recalled(own)
    assert pickle.loads(pickle.dumps(own)) == own  # noqa: S301 - likewise


def test_what_is_packed_is_unpacked_again() -> None:
    text = "Hazel, ash – and “oak” " * 500
    packed = pack(text.encode())
    assert unpack(packed) == text
    assert len(packed) < len(text) / 20


def test_a_render_process_ends_with_its_worker_but_no_worker_with_it(tmp_path: Path) -> None:
    with served(f"sqlite:///{tmp_path / 'server.sqlite'}") as server:
        match, (worker,) = begun(server.services, "Ann", "Bob"), server.workers()
        with closing(Guest(server.address, "Vic, who looks on")) as vic:
            with vic.socket(match) as socket:
                assert "headline" in shown(socket.recv(PATIENCE))
            (process,) = descendants(worker)
            os.kill(process, signal.SIGTERM)  # as who closes a server may send to all its processes
            with vic.socket(begun(server.services, "Cid", "Dee")) as socket:
                assert "headline" in shown(socket.recv(PATIENCE))
            assert descendants(worker) == [process], "its worker may want pages until it ends"
            server.kill(process)
            with vic.socket(match) as socket:
                assert "headline" in shown(socket.recv(PATIENCE))
            assert server.workers() == [worker]
            (process,) = descendants(worker)
        server.kill(worker)
        until(lambda: not runs(process))


@pytest.mark.parametrize(
    ("cores", "counts"), [(1, (1, 1)), (2, (1, 1)), (3, (2, 1)), (4, (2, 1)), (8, (2, 2))]
)
def test_a_worker_has_a_core_before_it_has_a_second_render_process(
    monkeypatch: pytest.MonkeyPatch, cores: int, counts: tuple[int, int]
) -> None:
    monkeypatch.setattr(os, "cpu_count", lambda: cores)
    assert (workers.default_render_processes(1), workers.default_render_processes(2)) == counts
