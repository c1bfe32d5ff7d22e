"""The render process: the same pictures as in the server, and a crash loses nothing."""

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
from pathlib import Path

import pytest
from tests.messages import scene as shown
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
from spinney.server.rendering.process import RenderFailed, RenderProcess, attend
from spinney.server.rendering.renderer import LocalRenderer, RenderRequest, SocketRenderer
from spinney.server.site import environment


@pytest.fixture
def studio() -> Iterator[RenderProcess]:
    """A studio whose other end is a thread of this process: nothing else is different."""
    here, there = multiprocessing.Pipe()
    working = threading.Thread(target=attend, args=(there,), daemon=True)
    working.start()
    studio = RenderProcess(here)
    yield studio
    studio.close()
    working.join(PATIENCE)
    assert not working.is_alive()


def _looks(site: Site, painter: SocketRenderer) -> ViewerSession:
    session = site.match_service.session(site.begin("me", "friend").removeprefix("/match/"))
    return ViewerSession(site.app.state.site, Caller("", None, ""), session, "wide", painter)


def _say(looks: ViewerSession, luck: int) -> None:
    """Have whoever is next say something."""
    player = looks.session.match.to_act[0]
    move = looks.session.match.view(player).legal.sample(luck)
    looks.site.match_service.act(looks.session, lambda match, at: match.play(player, move, at))
    looks.session.present = player


def test_it_makes_the_pictures_that_are_made_elsewhere(site: Site, studio: RenderProcess) -> None:
    there = _looks(site, studio.painter())
    here = viewer_session(there.site, there.caller, there.session)
    for number in range(12):
        assert message(there) == message(here) != {}
        _say(there, number)
    there.painter.close()
    assert not message(there), "for who has left nothing is made"


def test_a_picture_that_cannot_be_made_ends_no_other(
    site: Site, studio: RenderProcess, monkeypatch: pytest.MonkeyPatch
) -> None:
    looks = _looks(site, studio.painter())
    sight = PageModel.sight
    monkeypatch.setattr(PageModel, "sight", lambda *_: 1 // 0)
    with pytest.raises(RenderFailed, match="ZeroDivisionError"):
        looks.look().result(PATIENCE)
    monkeypatch.setattr(PageModel, "sight", sight)
    assert message(looks)["boards"]


def test_when_it_is_gone_pictures_are_made_where_they_are_asked_for(
    site: Site, caplog: pytest.LogCaptureFixture
) -> None:
    here, there = multiprocessing.Pipe()
    studio = RenderProcess(here)
    looks = _looks(site, studio.painter())
    while looks.session.match.version < 40:
        _say(looks, 1)
    waiting = looks.look()
    with caplog.at_level(logging.WARNING):
        there.close()
        with pytest.raises(RenderFailed):
            waiting.result(PATIENCE)
    assert "they are made here" in caplog.text
    made = message(looks)
    assert made["boards"]
    assert "line-1" in made["scene"]["log-0"], "what has been sent is not known here"
    assert "line-20" in made["scene"]["log-16"]
    looks.painter.close()


def test_a_scene_has_nothing_but_the_view(site: Site) -> None:
    """What leaves the process knows no more than who looks may."""
    orders: list[RenderRequest] = []

    class Keeping(LocalRenderer):
        def paint(self, order: RenderRequest) -> Future[bytes]:
            orders.append(order)
            return super().paint(order)

    looks = _looks(site, Keeping(environment()))
    looks.look()
    (order,) = orders
    again = pickle.loads(pickle.dumps(order))  # noqa: S301 - just written
    assert again == order
    assert again.scene.game is again.scene.view.game
    assert looks.session.match.state.data not in pickle.dumps(order)


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


def test_a_server_goes_on_when_its_renderer_is_killed(tmp_path: Path) -> None:
    with served(f"sqlite:///{tmp_path / 'server.sqlite'}") as here:
        match, (worker,) = begun(here.services, "Ann", "Bob"), here.workers()
        with closing(Guest(here.address, "Vic, who looks on")) as vic:
            with vic.socket(match) as socket:
                assert "headline" in shown(socket.recv(PATIENCE))
            (studio,) = descendants(worker)
            here.kill(studio)
            with vic.socket(match) as socket:
                assert "headline" in shown(socket.recv(PATIENCE))
            assert here.workers() == [worker]


def test_a_studio_ends_with_its_worker(tmp_path: Path) -> None:
    with served(f"sqlite:///{tmp_path / 'server.sqlite'}") as here:
        (worker,) = here.workers()
        (studio,) = descendants(worker)
        os.kill(studio, signal.SIGTERM)  # as who closes a server may send to all its processes
        with (
            closing(Guest(here.address, "Vic")) as vic,
            vic.socket(begun(here.services, "A", "B")) as eye,
        ):
            assert "headline" in shown(eye.recv(PATIENCE))
        assert descendants(worker) == [studio], "its worker may want pictures until it ends"
        here.kill(worker)
        until(lambda: not runs(studio))


@pytest.mark.parametrize(
    ("cores", "counts"), [(1, (1, 1)), (2, (1, 1)), (3, (2, 1)), (4, (2, 1)), (8, (2, 2))]
)
def test_a_worker_has_a_core_before_it_has_a_second_studio(
    monkeypatch: pytest.MonkeyPatch, cores: int, counts: tuple[int, int]
) -> None:
    monkeypatch.setattr(os, "cpu_count", lambda: cores)
    assert (workers.studios(1), workers.studios(2)) == counts
