"""Search engines: what they are asked to leave alone, and what they are told not to list."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from urllib.robotparser import RobotFileParser

import pytest
from tests.waiting import http_get
from tests.web.shared_server import Guest, opened
from tests.web.site import GAME

import spinney
from spinney.match import Clock
from spinney.match.settings import MatchSettings
from spinney.server.services import Services


@pytest.fixture(scope="module")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, Services]]:
    folder: Path = tmp_path_factory.mktemp("server")
    with opened(f"sqlite:///{folder / 'server.sqlite'}") as serving:
        yield serving


def test_crawlers_are_asked_to_leave_peoples_own_pages_alone(shared: tuple[str, Services]) -> None:
    answer = http_get(f"{shared[0]}/robots.txt")
    assert answer.headers["content-type"].startswith("text/plain")
    parser = RobotFileParser()
    parser.parse(answer.text.splitlines())
    for path in ("/match/x/replay?at=3", "/join/x", "/table/x", "/account", "/api/games"):
        assert not parser.can_fetch("*", path), path
    for path in ("/", "/about", f"/guide/{GAME}", "/lobby", "/ratings", "/finished", "/static/x"):
        assert parser.can_fetch("*", path), path


def test_search_engines_list_no_match_no_invitation_and_no_account(
    shared: tuple[str, Services],
) -> None:
    address, services = shared
    with closing(Guest.named(address, services, "Ann")) as ann:
        assert ann.person is not None
        match = services.tables.open(
            ann.person,
            spinney.game(GAME),
            Clock.read("none"),
            MatchSettings(public=True),
            ["me", "level:seedling"],
        )
        for path in (f"/match/{match}", f"/match/{match}/replay", "/join/x", "/account"):
            assert http_get(f"{address}{path}").headers["x-robots-tag"] == "noindex", path
    for path in ("/", f"/guide/{GAME}", "/ratings", "/matches-elsewhere"):
        assert "x-robots-tag" not in http_get(f"{address}{path}").headers, path
