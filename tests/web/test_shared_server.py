"""A shared server: only a seat's owner acts for it and sees its view; levels and clocks go on."""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing, suppress
from pathlib import Path
from typing import Any

import pytest
from tests.messages import page_html
from tests.waiting import PATIENCE
from tests.web.received_boards import Held, anew, message, viewer_session
from tests.web.shared_server import Guest, opened, said
from tests.web.site import GAME, until
from websockets.exceptions import ConnectionClosedError
from websockets.extensions.permessage_deflate import PerMessageDeflate
from websockets.sync.client import ClientConnection

import spinney
from spinney.match import Clock, Match
from spinney.match.settings import MatchSettings
from spinney.players import LocalBots
from spinney.server.accounts.identity import Caller
from spinney.server.admin.operations import Admin
from spinney.server.analysis.store import Analyses
from spinney.server.middleware.security import CsrfTokens
from spinney.server.play import page_model
from spinney.server.play import socket as table_socket
from spinney.server.play.computer import LevelPlayer
from spinney.server.play.live_match import LiveMatch
from spinney.server.precompile import Precompiler
from spinney.server.rate_limits.request_rates import PERSON, Rate
from spinney.server.rendering.compression import DEFLATE
from spinney.server.rendering.queue import RenderQueue
from spinney.server.services import Services
from spinney.server.site import Site
from spinney.server.template_environment import environment


class PeopledServer:
    """A server and who is there."""

    def __init__(self, address: str, services: Services, stack: ExitStack) -> None:
        self.address, self.services, self._stack = address, services, stack

    def guest(self, name: str) -> Guest:
        return self._stack.enter_context(closing(Guest.named(self.address, self.services, name)))

    def begin(self, *guests: Guest, clock: str = "none", rules: MatchSettings | None = None) -> str:
        host = guests[0].person
        assert host is not None
        seats = ["me", *("open" for _ in guests[1:])]
        seats += ["level:seedling"] * (2 - len(guests))
        made = self.services.tables.open(
            host, spinney.game(GAME), Clock.read(clock), rules or MatchSettings(public=True), seats
        )
        for number, guest in enumerate(guests[1:], 1):
            assert guest.person is not None
            self.services.tables.sit(made, guest.person, number)
        return made


@pytest.fixture(scope="module")
def party(tmp_path_factory: pytest.TempPathFactory) -> Iterator[PeopledServer]:
    folder: Path = tmp_path_factory.mktemp("server")
    with (
        opened(f"sqlite:///{folder / 'server.sqlite'}") as (address, services),
        ExitStack() as stack,
    ):
        yield PeopledServer(address, services, stack)


def test_only_a_seats_owner_acts_for_it(party: PeopledServer) -> None:
    ann, bob, cat = map(party.guest, ("Ann", "Bob", "Cat"))
    match = party.begin(ann, bob)
    assert bob.say(match, "first red").status_code == 422
    assert cat.say(match, "first red").status_code == 422
    assert cat.post(f"/match/{match}/resign", version="0.0").status_code == 422
    assert ann.say(match, "first red").status_code == 204
    assert bob.say(match, "bid 1g").status_code == 204
    for viewer in (ann, cat):
        page = viewer.get(f"/match/{match}").text
        assert "has chosen" in page
        assert "bid 1g" not in page


def test_only_a_seats_owner_speaks_for_it_through_a_socket(party: PeopledServer) -> None:
    ann, bob, cat = map(party.guest, ("Anne", "Bobby", "Catherine"))
    match = party.begin(ann, bob)
    with ann.socket(match) as hers, bob.socket(match) as his, cat.socket(match) as looking:
        for socket in (his, looking):
            for version in ("0.0", "1.0", "-1.0"):
                assert said(socket, "first red", version) != ""
        assert said(hers, "first red", "0.0") == ""
        assert "has changed" in said(hers, "bid 1g", "1.1")
    counted = ann.get("/metrics").text
    for status in (200, 422):
        line = f'method="MOVE",route="/match/{{match_id}}/socket",status="{status}"'
        assert line in counted


def test_who_says_too_much_through_a_socket_must_wait(
    party: PeopledServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann, bob = map(party.guest, ("Annegret", "Bobo"))
    match = party.begin(ann, bob)
    with ann.socket(match) as hers:
        monkeypatch.setitem(party.services.limits.requests.rates, PERSON, Rate(0, 0.01))
        assert "wait a moment" in said(hers, "first red", "0.0")
        monkeypatch.undo()
        until(lambda: said(hers, "first red", "0.0") == "")


def test_views_are_ones_own(party: PeopledServer) -> None:
    ann, bob, cat = map(party.guest, ("Ada", "Ben", "Col"))
    match = party.begin(ann, bob)
    viewers = [guest.version(match).split(".")[0] for guest in (ann, bob, cat)]
    assert viewers == ["0", "1", "-1"]
    assert 'data-tree=""' in cat.get(f"/match/{match}").text


def test_a_table_by_link_is_not_there_for_others(party: PeopledServer) -> None:
    ann, bob, cat = map(party.guest, ("Amy", "Bea", "Cid"))
    match = party.begin(ann, bob, rules=MatchSettings())
    for path in ("", "/record", "/replay", "/replay/frame", "/words"):
        assert cat.get(f"/match/{match}{path}").status_code == 404
    assert cat.say(match, "first red").status_code == 404
    for absent in (match, "nowhere"):
        with cat.socket(absent) as socket, pytest.raises(ConnectionClosedError):
            socket.recv(PATIENCE)
        assert socket.close_code == 1008
    with ann.socket(match) as socket:
        assert "page" in json.loads(socket.recv(PATIENCE))


def test_news_come_to_everybody_at_once(party: PeopledServer) -> None:
    ann, bob, cat = map(party.guest, ("Alf", "Bill", "Cleo"))
    match = party.begin(ann, bob)
    with ann.socket(match) as hers, bob.socket(match) as his, cat.socket(match) as looking:
        for socket in (hers, his, looking):
            assert "page" in json.loads(socket.recv(PATIENCE))
        assert ann.say(match, "first red").status_code == 204
        for socket in (hers, his, looking):
            while "first red" not in page_html(socket.recv(PATIENCE)):
                pass


def test_who_waits_is_sent_the_score_sheet_of_a_match_that_was_resigned(
    party: PeopledServer,
) -> None:
    ann, bob, cat = map(party.guest, ("Alwina", "Berthe", "Clarice"))
    match = party.begin(ann, bob)
    with bob.socket(match) as his, cat.socket(match) as looking:
        for socket in (his, looking):
            assert "if it ended now" in json.loads(socket.recv(PATIENCE))["page"]["sheet"]
        assert ann.post(f"/match/{match}/resign", version=ann.version(match)).status_code == 204
        for socket in (his, looking):
            while "resigned" not in page_html(sent := socket.recv(PATIENCE)):
                pass
            sheet = json.loads(sent)["page"]["sheet"]
            assert "The score when it ended" in sheet
            assert "Alwina resigned." in sheet


def test_a_socket_packs_with_little_effort_and_keeps_nothing_for_it(party: PeopledServer) -> None:
    ann = party.guest("Arvid")
    with ann.socket(party.begin(ann)) as socket:
        (packing,) = socket.protocol.extensions
    assert isinstance(packing, PerMessageDeflate)
    assert (packing.remote_no_context_takeover, packing.local_no_context_takeover) == (True, True)
    assert DEFLATE.compress_settings == {"level": 1}


def test_of_what_is_sealed_not_even_a_message_tells(
    party: PeopledServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(table_socket, "HEARTBEAT_SECONDS", 600)
    ann, bob = map(party.guest, ("Aron", "Boris"))
    match = party.begin(ann, bob, clock="phase 3:00")
    assert ann.say(match, "first red").status_code == 204
    match_service = party.services.match_service
    with ann.socket(match) as hers, bob.socket(match) as his:
        for theirs in (hers, his):
            assert "page" in json.loads(theirs.recv(PATIENCE))
        for move in ("bid 1g", "bid 2g"):
            match_service.act(
                match_service.live_match(match),
                lambda now, at, move=move: now.play(0, move, at, finish=False),  # type: ignore[misc]
            )
            hers.recv(PATIENCE)  # she sees what she has sealed
            his.ping().wait(PATIENCE)  # the answer comes behind all that was sent before
            with pytest.raises(TimeoutError):
                his.recv(0)
        assert ann.say(match, "bid 2g").status_code == 204
        assert "has chosen" in page_html(his.recv(PATIENCE))


def test_a_clock_starts_when_its_picture_has_come(party: PeopledServer) -> None:
    ann, bob = map(party.guest, ("Anton", "Bruno"))
    match = party.begin(ann, bob, clock="move 1:00 wait 30")
    with ann.socket(match) as hers, bob.socket(match) as his:
        hers.recv(PATIENCE)
        his.recv(PATIENCE)
        his.send("seen")
        his.send("x" * 500)
        hers.send("seen")
        until(lambda: party.services.match_service.live_match(match).match.version == 1)
    event = party.services.match_service.live_match(match).match.events[0]
    assert (event.kind, event.player) == ("acknowledge", 0)


def test_a_hint_comes_to_who_asked(party: PeopledServer) -> None:
    ann, bob = map(party.guest, ("Axel", "Birk"))
    match = party.begin(ann, bob, rules=MatchSettings(hints=True))
    with ann.socket(match) as hers, bob.socket(match) as his:
        hers.recv(PATIENCE)
        assert ann.post(f"/match/{match}/hint").status_code == 204
        while "\u00a0% to win" not in page_html(hers.recv(PATIENCE)):
            pass
        assert "\u00a0% to win" not in his.recv(PATIENCE)
    assert bob.post(f"/match/{match}/hint").status_code == 422


@pytest.mark.parametrize("what", ["ready", "hurry", "again", "forget"])
def test_what_is_for_one_screen_is_not_for_others(party: PeopledServer, what: str) -> None:
    ann, bob = (party.guest(f"{name} {what}") for name in ("Ada", "Bo"))
    match = party.begin(ann, bob)
    assert ann.post(f"/match/{match}/{what}", player=0).status_code in (403, 404, 405, 422)
    assert ann.get(f"/match/{match}").status_code == 200


def test_levels_play_whether_anybody_looks_on_or_not(party: PeopledServer) -> None:
    ann = party.guest("Anna")
    match = party.begin(ann)
    live = party.services.match_service.live_match(match)
    if live.match.to_act == (0,):
        assert ann.say(match, "first red").status_code == 204
    until(lambda: party.services.match_service.live_match(match).match.events[-1:] != ())
    until(lambda: 1 not in party.services.match_service.live_match(match).match.to_act)


def test_clocks_run_whether_anybody_looks_on_or_not(party: PeopledServer) -> None:
    ann, bob = map(party.guest, ("Abel", "Bert"))
    match = party.begin(ann, bob, clock="move 0:01")
    until(lambda: party.services.match_service.live_match(match).match.version > 0)
    first = party.services.match_service.live_match(match).match.events[0]
    assert (first.kind, first.at) == ("forfeit", 1000)


def test_hints_and_undo_are_as_agreed(party: PeopledServer) -> None:
    ann, bob = map(party.guest, ("Alma", "Bela"))
    match = party.begin(ann, bob, rules=MatchSettings(hints=False, undo="off"))
    assert "without hints" in ann.post(f"/match/{match}/hint").text
    assert "without asking" in ann.post(f"/match/{match}/undo", version="0.0").text


def test_who_is_banned_can_do_nothing(party: PeopledServer) -> None:
    ann, bob = map(party.guest, ("Ava", "Bud"))
    match = party.begin(ann, bob)
    assert ann.person is not None
    party.services.accounts.ban(ann.person.id)
    assert ann.get(f"/match/{match}").status_code == 403
    assert ann.say(match, "first red").status_code == 403
    assert bob.get(f"/match/{match}").status_code == 200


@pytest.mark.long
@pytest.mark.parametrize("layout", ["wide", "narrow"])
def test_what_a_socket_leaves_out_is_as_it_was(party: PeopledServer, layout: str) -> None:
    """Also while choices are sealed, opened again and taken back, which not all views show.

    And while people talk, which those who play and those who look on don't hear of each other.
    """
    ann, bob = map(party.guest, (f"Anna-{layout}", f"Ben-{layout}"))
    match_service, rng = party.services.match_service, random.Random(layout)
    live = match_service.live_match(party.begin(ann, bob))
    computer = LevelPlayer(match_service, Precompiler(), 0, LocalBots())
    analyses = Analyses(match_service, computer.precompiler)
    move_executor = ThreadPoolExecutor(1)
    site = Site(
        match_service,
        computer,
        analyses,
        CsrfTokens(""),
        environment(),
        RenderQueue(),
        move_executor,
        party.services,
    )
    callers = [Caller(guest.session, guest.person, "") for guest in (ann, bob)]
    everybody = [
        (viewer_session(site, caller, live, layout), Held())
        for caller in (*callers, Caller("", None, ""))
    ]
    left_out = Counter[str]()
    while live.match.version < 45 and not live.match.over:
        for looks, held in everybody:
            sent = message(looks)
            if sent:
                held.take(sent)
                left_out.update(name for name, piece in sent["page"].items() if piece is None)
            assert held.is_all_of(anew(looks))
        match_service.act(live, lambda match, at: _something(match, at, rng))
        if rng.random() < 0.2:
            said = rng.choice((ann, bob)).post(f"/match/{live.id}/chat", text="Well, well")
            assert said.status_code == 204
        if rng.random() < 0.2:
            rng.choice((ann, bob)).post(f"/match/{live.id}/notes", text=f"It was {rng.random()}")
    assert left_out["boards"] > 20, "of a view that is as it was no board is drawn again"
    assert left_out["panels"] > 40, "the chat is left out while nobody writes"


def _something(match: Match, at: int, rng: random.Random) -> Match:
    player = rng.choice(range(2))
    if rng.random() < 0.2 and match.undo_to(player) is not None:
        return match.undo(player, at)
    if player not in match.to_act and not match.sealed:
        player = match.to_act[0]
    move = match.view(player).legal.sample(rng.getrandbits(60))
    return match.play(player, move, at, rng.random() < 0.7)


def until_silent(socket: ClientConnection) -> None:
    """Read on until several messages in succession say that nothing is new."""
    silent = 0
    while silent < 5:
        silent = silent + 1 if socket.recv(PATIENCE) == "{}" else 0


def test_where_nothing_happens_nothing_is_drawn(
    party: PeopledServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn: list[str] = []
    build = page_model.build

    def drawing(live: LiveMatch, *more: Any) -> page_model.PageModel:
        drawn.append(live.id)
        return build(live, *more)

    monkeypatch.setattr(table_socket, "HEARTBEAT_SECONDS", 0.1)
    monkeypatch.setattr(page_model, "build", drawing)
    ann, bob = map(party.guest, ("Avelina", "Bertram"))
    match = party.begin(ann, bob)
    with ann.socket(match) as hers, bob.socket(match) as his:
        for socket in (hers, his):
            while (sent := str(socket.recv(PATIENCE))) == "{}" or "is away" in page_html(sent):
                pass
            until_silent(socket)
        before = len(drawn)
        assert [hers.recv(PATIENCE) for _ in range(3)] == ["{}"] * 3
        for said in ({"move": "nonsense", "version": "0.0"}, {"move": "first red"}):
            hers.send(json.dumps(said))
            while "answer" not in (answer := json.loads(hers.recv(PATIENCE))):
                assert answer == {}
            assert answer["answer"], "it is refused"
        assert [his.recv(PATIENCE) for _ in range(3)] == ["{}"] * 3
        assert len(drawn) == before
        # A proposal comes due with time: then it is looked at again and again.
        wished = ann.post(f"/match/{match}/votes", proposal="replace:0", level="sapling")
        assert wished.status_code == 204
        until(lambda: len(drawn) > before + 6)


@pytest.mark.parametrize("how", ["banned", "ended", "else", "still", "address"])
def test_who_may_not_look_on_any_more_sees_nothing_new(
    party: PeopledServer, monkeypatch: pytest.MonkeyPatch, how: str
) -> None:
    monkeypatch.setattr(
        table_socket, "HEARTBEAT_SECONDS", 0.1 if how in ("still", "address") else 15
    )
    monkeypatch.setattr("spinney.server.rate_limits.bans.FRESH", -1.0)
    ann, bob = map(party.guest, (f"Avi-{how}", f"Ben-{how}"))
    match, accounts = party.begin(ann, bob), party.services.accounts
    assert bob.person is not None
    with bob.socket(match) as socket:
        assert "page" in json.loads(socket.recv(PATIENCE))
        if how == "ended":
            accounts.sign_out(bob.session)
        elif how == "else":
            accounts.set_password(accounts.guest("elsewhere", "Carla").id, "carlas password")
            accounts.sign_in(bob.session, "Carla", "carlas password")
        elif how == "address":
            Admin(party.services.store.database).ban("127.0.0.1")
        else:
            accounts.ban(bob.person.id)
        if how in ("banned", "ended", "else"):
            assert ann.say(match, "first red").status_code == 204
        with suppress(ConnectionClosedError):
            while socket.recv(PATIENCE) == "{}":
                pass
        if how == "address":
            Admin(party.services.store.database).unban("127.0.0.1")
        assert socket.close_code == 1008, "something else was sent"
