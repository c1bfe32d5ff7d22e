"""`spinney bot GAME --server URL`: real programs at tables of a real server."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from types import SimpleNamespace
from urllib.parse import urlsplit

import pytest
from tests.api.caller import GAME, Caller
from tests.api.conftest import Named
from tests.waiting import PATIENCE
from tests.web.site import until

import spinney
from spinney.cli import main
from spinney.core.errors import Refused
from spinney.match import Event
from spinney.players.client import api
from spinney.players.client import bot as remote
from spinney.players.client.api import ApiClient, ConnectionLost
from spinney.players.player_specs import JSON, ProgramSpec
from spinney.players.resource_limits import ResourceLimits
from spinney.server.random_ids import fingerprint
from spinney.server.services import Services

BOTS = Path(__file__).resolve().parent.parent.parent / "examples" / "bots"
QUICK = (
    "import json, sys\n"
    "for line in sys.stdin:\n"
    "    asked = json.loads(line)\n"
    "    if asked.get('over'): continue\n"
    "    can = asked.get('legal') or [b['words'] for b in asked['next'] if b['whole']]\n"
    "    print(can[-1], flush=True)\n"
)
"""A bot that needs no time."""


def python(code: str) -> tuple[str, ...]:
    return (sys.executable, "-I", "-S", "-c", code)


def run(
    caller: Caller, table_id: str, program: Sequence[str], game: str = GAME
) -> subprocess.CompletedProcess[str]:
    """Run the command as people do, with the token out of sight."""
    command = [sys.executable, "-m", "spinney", "bot", game, "--server", caller.address]
    return subprocess.run(
        [*command, "--table", table_id, "--move-time", "100s", "--", *program],
        env={**os.environ, "SPINNEY_TOKEN": caller.token},
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )


def play(caller: Caller, table_id: str, program: Sequence[str]) -> None:
    """Play in this process, which is quicker, until the server won't have it any more."""
    with suppress(Refused):
        remote.play_on_server(
            GAME, program, ApiClient(caller.address, caller.token), table_id, PATIENCE
        )


def test_a_program_plays_a_whole_game_against_a_level(named: Named, services: Services) -> None:
    ann = named("Ann")
    table_id = ann.open("me", "level:seedling")
    done = run(ann, table_id, [sys.executable, str(BOTS / "any_game.py")])
    assert done.returncode == 0, done.stderr
    assert done.stdout == ""
    match = services.match_service.live_match(table_id).match
    own = [event for event in match.events if event.player == 0]
    assert match.over
    assert {event.kind for event in own} == {"move"}
    assert all(event.bot_output.message == "for the wood!" for event in own)
    assert "over: " in done.stderr
    assert "| choice 2, " in done.stderr
    assert ann.token not in done.stdout + done.stderr


def test_a_contest_program_is_told_each_turn_anew(named: Named, services: Services) -> None:
    ann = named("Anja")
    table_id = ann.open("me", "level:acorn", game="spring-2021")
    done = run(ann, table_id, [sys.executable, str(BOTS / "contest.py")], "spring-2021")
    assert done.returncode == 0, done.stderr
    match = services.match_service.live_match(table_id).match
    own = [event for event in match.events if event.player == 0]
    assert match.over
    assert {event.kind for event in own} == {"move"}, done.stderr
    assert len({event.text for event in own}) > 1


def test_two_programs_sit_down_by_link_and_play(named: Named, services: Services) -> None:
    ann, bob = named("Abel"), named("Bora")
    table_id = ann.open("me", "invited", rules={"public": False})
    link = ann.get(f"/tables/{table_id}")["links"]["seats"]["1"]
    ways = {ann: f"{ann.address}/table/{table_id}", bob: f"{bob.address}/join/{link}"}
    bots = [begun(caller, way) for caller, way in ways.items()]
    until(lambda: services.match_service.store.header(table_id) is not None)
    until(lambda: len(events(services, table_id)) > 8)
    ann.post(f"/matches/{table_id}/resign")
    for bot in bots:
        bot.join(PATIENCE)
        assert not bot.is_alive()
    assert {event.kind for event in events(services, table_id)} == {"move", "resign"}
    assert {event.player for event in events(services, table_id)} == {0, 1}


def begun(caller: Caller, table_id: str) -> threading.Thread:
    """A bot that plays at a table, in a thread."""
    thread = threading.Thread(target=play, args=(caller, table_id, python(QUICK)), daemon=True)
    thread.start()
    return thread


def events(services: Services, match: str) -> tuple[Event, ...]:
    return services.match_service.live_match(match).match.events


@contextmanager
def tunnel(address: str) -> Iterator[tuple[str, list[socket.socket]]]:
    """A way to a server that can be cut: its address, and what to close to do so."""
    to, ways = urlsplit(address), list[socket.socket]()
    door = socket.create_server(("127.0.0.1", 0))

    def pump(a: socket.socket, b: socket.socket) -> None:
        try:
            while data := a.recv(65536):
                b.sendall(data)
        except OSError:
            pass
        for end in (a, b):
            try:
                end.shutdown(socket.SHUT_RDWR)
            except OSError:
                end.close()

    def accept() -> None:
        while True:
            try:
                near, _ = door.accept()
            except OSError:
                return
            far = socket.create_connection((str(to.hostname), to.port or 80))
            ways.extend((near, far))
            for pair in ((near, far), (far, near)):
                threading.Thread(target=pump, args=pair, daemon=True).start()

    threading.Thread(target=accept, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{door.getsockname()[1]}", ways
    finally:
        door.shutdown(socket.SHUT_RDWR)
        door.close()
        for way in ways:
            way.close()


def test_a_way_that_breaks_again_and_again_costs_nothing(
    named: Named, services: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(remote, "PAUSES", (0.02,))
    ann = named("Anke")
    table_id = ann.open("me", "level:seedling")
    ended = threading.Event()
    with tunnel(ann.address) as (address, ways):

        def cut() -> None:
            """Cut the way whenever something has happened, so that on each something may."""
            cut_at = 0
            while not ended.wait(0.02):
                version = services.match_service.live_match(table_id).match.version
                if version == cut_at:
                    continue
                cut_at = version
                for way in tuple(ways):
                    try:
                        way.shutdown(socket.SHUT_RDWR)
                    except OSError:
                        way.close()
                        ways.remove(way)

        cutting = threading.Thread(target=cut, daemon=True)
        cutting.start()
        try:
            remote.play_on_server(
                GAME, python(QUICK), ApiClient(address, ann.token), table_id, PATIENCE
            )
        finally:
            ended.set()
            cutting.join()
    match = services.match_service.live_match(table_id).match
    assert match.over
    assert {event.kind for event in match.events if event.player == 0} == {"move"}


def test_a_program_that_fails_three_times_resigns(
    named: Named, services: Services, capsys: pytest.CaptureFixture[str]
) -> None:
    ann = named("Arne")
    table_id = ann.open("me", "level:seedling")
    play(ann, table_id, python("import sys; sys.stderr.write('no idea'); sys.exit(3)"))
    match = services.match_service.live_match(table_id).match
    assert match.events[-1].kind == "resign"
    err = capsys.readouterr().err
    assert err.count("exit status 3") == 3
    assert "| no idea" in err


def test_what_it_says_wrongly_is_not_sent(named: Named, services: Services) -> None:
    ann = named("Aki")
    table_id = ann.open("me", "level:seedling")
    play(ann, table_id, python("for _ in range(9): input(); print('castle', flush=True)"))
    events = services.match_service.live_match(table_id).match.events
    assert [event.kind for event in events if event.player == 0] == ["resign"]


def test_a_bot_plays_at_all_its_tables(named: Named, services: Services) -> None:
    ann, bob = named("Ayla"), named("Bart")
    tables = [bob.open("me", "open") for _ in range(2)]
    ann.post(f"/tables/{tables[0]}/sit")
    bot = begun(ann, "")
    until(lambda: 1 not in bob.get(f"/matches/{tables[0]}")["away"])
    ann.post(f"/tables/{tables[1]}/sit")  # as its owner does, while it is there
    for table_id in tables:
        until(lambda: 1 not in bob.get(f"/matches/{table_id}")["away"])  # noqa: B023 - at once
        bob.post(f"/matches/{table_id}/move", move="first blue")
        until(lambda: len(events(services, table_id)) > 1)  # noqa: B023
        bob.post(f"/matches/{table_id}/resign")
    services.accounts.revoke_api_token(ann.person, fingerprint(ann.token))
    bot.join(PATIENCE)
    assert not bot.is_alive()


def test_an_answer_that_is_lost_as_it_sits_down_does_not_end_a_bot() -> None:
    class Server:
        """A server whose answer is lost once."""

        sat = 0

        def get(self, _path: str) -> dict[str, object]:
            if self.sat == 2:
                raise KeyboardInterrupt
            return {"tables": [{"id": "oak", "status": "open", "reserved": 1, "you": None}]}

        def post(self, path: str, **sent: object) -> None:
            assert (path, sent) == ("/tables/oak/sit", {"seat": 1})
            self.sat += 1
            if self.sat == 1:
                raise ConnectionLost("the connection broke")

    settings = remote.BotSettings(
        spinney.game(GAME), ProgramSpec("json:rex", (), JSON), ResourceLimits()
    )
    with pytest.raises(KeyboardInterrupt):
        remote._all(Server(), settings)  # type: ignore[arg-type]


# The token.


def test_a_token_is_sent_over_https_or_within_this_machine() -> None:
    token = "t" * 32
    for address in ("https://garden.example", "http://127.0.0.1:8000", "http://[::1]:1/wood"):
        assert token not in repr(ApiClient(address, token))
    with pytest.raises(Refused, match="over http"):
        ApiClient("http://garden.example", token)
    assert ApiClient("http://garden.example", token, plain=True).address == "http://garden.example"
    for address in (
        *("ftp://garden.example", "http://", "https://me:secret@garden.example"),
        *("https://[garden", "https://garden:oak"),
    ):
        with pytest.raises(Refused, match="write a server like"):
            ApiClient(address, token)


def test_a_token_can_come_from_a_file(tmp_path: Path) -> None:
    file = tmp_path / "token"
    file.write_text("t" * 32 + "\n")
    ApiClient("https://garden.example", f"@{file}")
    for wrong in (f"@{file}x", "short", "with blanks and\nlines in between", "ü" * 32):
        with pytest.raises(Refused) as refusal:
            ApiClient("https://garden.example", wrong)
        assert "lines in between" not in str(refusal.value)


def test_a_program_is_never_given_the_token(named: Named, services: Services) -> None:
    ann = named("Alma")
    table_id = ann.open("me", "level:seedling")
    code = "import os, sys; sys.stderr.write(repr(sorted(os.environ.items()))); sys.exit(1)"
    err = run(ann, table_id, python(code)).stderr
    assert "'PATH'" in err
    assert ann.token not in err
    assert "SPINNEY_TOKEN" not in err


def test_mistakes_are_answered_in_words(
    named: Named, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("SPINNEY_TOKEN", raising=False)
    address = named("").address
    orders = {
        "--server URL is missing": ["--", "./bot"],
        "needs a token": ["--server", address, "--", "./bot"],
        "no program ./bot": ["--server", address, "--token", "t" * 32, "--", "./bot"],
        "not valid": ["--server", address, "--token", "t" * 32],
        "random can't play": ["--server", address, "--token", "t" * 32, "--", "random"],
        "search:1000 can't play": ["--server", address, "--token", "t" * 32, "--", "search:1000"],
    }
    for words, order in orders.items():
        assert main(["bot", GAME, *order]) == 2
        err = capsys.readouterr().err
        assert words in err
        assert "t" * 32 not in err


def test_a_server_that_is_none_is_told_from_one_that_is_away() -> None:
    with socket.create_server(("127.0.0.1", 0)) as door:
        address = f"http://127.0.0.1:{door.getsockname()[1]}"

        def answer(words: bytes) -> None:
            way, _ = door.accept()
            with way:
                way.recv(65536)
                way.sendall(words)

        def get(words: bytes) -> None:
            thread = threading.Thread(target=answer, args=(words,))
            thread.start()
            try:
                ApiClient(address, "t" * 32).get("/me")
            finally:
                thread.join()

        with pytest.raises(Refused, match="no server"):
            get(b"HTTP/1.1 404 No\r\n\r\n")
        for broken in (b"", b"HTTP/1.1 502 No\r\n\r\n", b"nonsense\r\n\r\n"):
            with pytest.raises(ConnectionLost):
                get(broken)
    with pytest.raises(ConnectionLost):
        ApiClient(address, "t" * 32).get("/me")


@pytest.mark.parametrize("where", ["https://[garden", "https://[garden/table/oak", "two words"])
def test_what_leads_to_no_table_is_refused(where: str) -> None:
    with pytest.raises(Refused, match="name a table by its id"):
        remote._sit(ApiClient("https://garden.example", "t" * 32), where, GAME)


def test_a_stream_that_was_asked_for_too_soon_is_asked_for_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    pauses = list[float]()
    # Of this module alone: a server in this process sleeps, too.
    monkeypatch.setattr(api, "time", SimpleNamespace(sleep=pauses.append))
    body = b'{"kind": "begun"}\n'
    answers = [
        b"HTTP/1.1 429 No\r\nRetry-After: 0\r\nContent-Length: 0\r\n\r\n",
        b"HTTP/1.1 200 OK\r\nContent-Length: %d\r\n\r\n%s" % (len(body), body),
    ]
    with socket.create_server(("127.0.0.1", 0)) as door:

        def answer() -> None:
            for words in answers:
                way, _ = door.accept()
                with way:
                    way.recv(65536)
                    way.sendall(words)

        thread = threading.Thread(target=answer)
        thread.start()
        client = ApiClient(f"http://127.0.0.1:{door.getsockname()[1]}", "t" * 32)
        assert list(client.stream("/matches/oak/stream")) == [{"kind": "begun"}]
        thread.join()
    assert pauses == [1.0], "0 seconds would be no pause at all"


def test_who_was_too_quick_waits(named: Named, services: Services) -> None:
    ann = named("Ari")
    pace = services.limits.requests.rates["person"]
    services.limits.requests.rates["person"] = pace._replace(burst=1, rate=2)
    server, begun = ApiClient(ann.address, ann.token), time.monotonic()
    try:
        for _ in range(3):
            assert server.get("/me")["name"] == "Ari"
    finally:
        services.limits.requests.rates["person"] = pace
    assert time.monotonic() - begun > 1
