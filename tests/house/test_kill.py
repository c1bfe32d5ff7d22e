"""Workers that are killed in the middle of play: what was acknowledged is there, and once."""

from __future__ import annotations

import json
import random
import time

import httpx2
from sqlalchemy import select
from tests.house.cluster import Cluster
from tests.house.playing import GAME, guest, until
from tests.house.served import Served, served
from tests.web.open import Guest
from websockets.sync.client import ClientConnection

import spinney
from spinney.house.company import Rules
from spinney.house.schema import duties, workers
from spinney.match import Clock, Match

KILLS = 3
TAKEN_OVER = 20
"""Seconds; two are promised where the machine has nothing else to do."""


def test_nothing_acknowledged_is_lost_when_workers_are_killed(postgres: str) -> None:
    luck = random.Random(3)
    with served(postgres, workers=2) as here:
        players = [Guest.named(here.address, here.house, name) for name in ("Ann", "Bob")]
        match = _begin(here, players)
        told: list[str] = []
        for _ in range(KILLS):
            _play(here, players, match, told, choices=luck.randint(2, 5))
            begun = time.monotonic()
            here.kill(luck.choice(here.workers()))
            _play(here, players, match, told, choices=1)
            assert time.monotonic() - begun < TAKEN_OVER
        kept = [event.text for event in here.house.store.events(match)]
        assert kept == told
        for player in players:
            player.close()


def test_another_worker_thinks_on_for_one_that_was_killed(postgres: str) -> None:
    with served(postgres, workers=2) as here:
        host = guest(here.house, "Ann")
        game, seats = spinney.game(GAME), ["level:seedling", "level:seedling"]
        match = here.house.tables.open(host, game, Clock(), Rules(), seats)
        until(lambda: _version(here, match) > 1, 30)
        here.kill(_thinker(here, match))
        before = _version(here, match)
        until(lambda: _version(here, match) > before + 1, 30)


def _version(here: Served, match: str) -> int:
    return here.house.hall.table(match).match.version


def _thinker(here: Served, match: str) -> int:
    """The process that thinks for the levels of a match."""
    query = select(workers.c.name).join(duties, duties.c.worker == workers.c.id)
    with here.house.store.database.reading() as connection:
        name = connection.execute(query.where(duties.c.match == match)).scalar_one()
    return int(name.split()[-1])


def test_play_goes_on_when_the_database_is_back(cluster: Cluster, postgres: str) -> None:
    with served(postgres) as here:
        players = [Guest.named(here.address, here.house, name) for name in ("Ann", "Bob")]
        match, told = _begin(here, players), list[str]()
        _play(here, players, match, told, choices=3)
        with players[0].socket(match) as socket:
            assert "scene" in json.loads(socket.recv(5))
            cluster.stop("immediate")
            try:
                assert players[0].get(f"/match/{match}").status_code == 503
                assert _next(socket, "away") == {"away": True}
            finally:
                cluster.start()
            assert _next(socket, "away") == {"away": False}
            _play(here, players, match, told, choices=2)
        kept = [event.text for event in here.house.store.events(match)]
        assert kept == told
        for player in players:
            player.close()


def _next(socket: ClientConnection, name: str) -> dict[str, object]:
    """Return the next thing of a kind that a socket brings."""
    while name not in (message := json.loads(socket.recv(10))):
        pass
    return dict(message)


def _begin(here: Served, players: list[Guest]) -> str:
    host, other = (player.person for player in players)
    assert host is not None
    assert other is not None
    tables = here.house.tables
    match = tables.open(host, spinney.game(GAME), Clock(), Rules(), ["me", "open"])
    tables.sit(match, other, 1)
    return match


def _play(here: Served, players: list[Guest], match: str, told: list[str], choices: int) -> None:
    """Say so many sentences, each again until it is acknowledged or turns out to be there."""
    for _ in range(choices):
        now: Match = here.house.hall.table(match).match
        player = now.awaits[0]
        sentence = now.view(player).legal.sample(now.version)
        version = f"{player}.{now.version_for(player)}"
        while here.house.hall.table(match).match.version == now.version:
            try:
                answer = players[player].post(
                    f"/match/{match}/say", sentence=sentence, version=version
                )
            except httpx2.HTTPError:
                time.sleep(0.05)  # the worker is gone; another answers
                continue
            assert answer.status_code == 204, answer.text
        told.append(sentence)
