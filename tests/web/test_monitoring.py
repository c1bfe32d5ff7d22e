"""Monitoring: health, metrics and the log; and requests refused before they cost anything."""

from __future__ import annotations

import json
import logging
import re
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import httpx2
import pytest
from sqlalchemy import update
from starlette.types import Message, Receive, Scope, Send
from tests import event_loops
from tests.waiting import LIMITS, NO_TLS, PATIENCE, http_get
from tests.web.shared_server import Guest, opened
from tests.web.site import until
from websockets.exceptions import ConnectionClosed

from spinney.match.settings import MatchSettings
from spinney.server.admin import health
from spinney.server.admin.metrics import Metrics
from spinney.server.admin.operations import Admin
from spinney.server.db.schema import server_clock
from spinney.server.logs import JsonFormatter, RequestLog, TextFormatter, redacted, requests
from spinney.server.rate_limits.attempts import Attempts
from spinney.server.rate_limits.request_rates import Rate
from spinney.server.refused_sockets import FORBIDDEN, LATER
from spinney.server.services import Services

THERE = {"x-forwarded-for": "203.0.113.9"}
"""What the proxy of this machine says of someone elsewhere."""


@pytest.fixture(scope="module")
def there(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, Services]]:
    folder: Path = tmp_path_factory.mktemp("server")
    with opened(f"sqlite:///{folder / 'server.sqlite'}") as (address, services):
        yield address, services


def get(there: tuple[str, Services], path: str, **headers: str) -> httpx2.Response:
    return http_get(there[0] + path, **headers)


# Health and numbers.


@pytest.mark.parametrize("path", ["/", "/health", "/account", "/static/spinney.css"])
def test_a_monitor_may_ask_for_the_head_alone(there: tuple[str, Services], path: str) -> None:
    with httpx2.Client(base_url=there[0], timeout=PATIENCE, limits=LIMITS, verify=NO_TLS) as client:
        for _ in range(2):  # over one connection: a body would be read as the next answer
            answer = client.head(path)
            assert (answer.status_code, answer.content) == (200, b"")


def test_a_server_that_is_well_says_so(
    there: tuple[str, Services], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert get(there, "/health/live").json() == {"live": True}
    for path in ("/health", "/health/ready"):
        body = get(there, path).json()
        assert isinstance(body.pop("compiled"), bool)
        well = ("ready", "database", "disk_space", "heartbeat", "notifications", "jobs", "log")
        assert body == dict.fromkeys(well, True)
    monkeypatch.setattr(health, "LOST_AFTER_MS", -1)
    answer = get(there, "/health")
    assert answer.status_code == 503
    assert answer.json()["heartbeat"] is False
    monkeypatch.setattr(type(there[1].store.database), "reading", _away)
    assert get(there, "/health").json()["database"] is False
    assert get(there, "/health/live").status_code == 200
    assert "spinney_database_up 0" in get(there, "/metrics").text


def _away(_: object) -> None:
    from spinney.server.db.database import DatabaseUnavailable

    raise DatabaseUnavailable("gone")


LINE = re.compile(r'[a-z_]+(\{([a-z]+="[^"\n]*",?)+\})? -?[0-9.e+]+|# (HELP|TYPE) [a-z_]+ .+')


def test_numbers_are_what_prometheus_reads(there: tuple[str, Services]) -> None:
    get(there, "/join/a-secret-key")
    get(there, "/no/such/page")
    answer = get(there, "/metrics")
    assert answer.headers["content-type"].startswith("text/plain; version=0.0.4")
    lines = answer.text.splitlines()
    assert [line for line in lines if not LINE.fullmatch(line)] == []
    assert "a-secret-key" not in answer.text
    assert any('route="/join/{link}",status="404"' in line for line in lines)
    names = [line.split()[2] for line in lines if line.startswith("# TYPE")]
    assert len(names) == len(set(names)) > 12
    buckets = [int(line.split()[-1]) for line in lines if "_bucket{" in line]
    assert buckets == sorted(buckets)
    assert buckets[-1] == int(next(line for line in lines if "_count{" in line).split()[-1])
    assert "spinney_workers 1" in lines


def test_numbers_are_for_this_machine_or_who_has_the_key(
    there: tuple[str, Services], monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in health.FORWARDED:
        assert get(there, "/metrics", **{name: "203.0.113.9"}).status_code == 404
    monkeypatch.setattr(there[1].metrics, "key", "the key")
    assert get(there, "/metrics").status_code == 404
    assert get(there, "/metrics", authorization="Bearer the keys").status_code == 404
    assert get(there, "/metrics", authorization="Bearer the key", **THERE).status_code == 200


def test_connections_are_counted(there: tuple[str, Services]) -> None:
    with httpx2.Client(timeout=PATIENCE) as client:
        client.get(f"{there[0]}/health/live")
        held = r"^spinney_connections\{[^}]+\} [1-9]"
        assert re.search(held, get(there, "/metrics").text, re.M)
    metrics = get(there, "/metrics").text
    assert re.search(r'^spinney_connections_refused_total\{.*limit="address"\} 0$', metrics, re.M)
    assert re.search(r"^spinney_connections_ended_total\{.*\} 0$", metrics, re.M)


def test_sockets_that_are_open_are_counted(there: tuple[str, Services]) -> None:
    address, services = there
    with closing(Guest.named(address, services, "Ann")) as ann:
        match = _table(services, ann)
        with ann.socket(match) as socket:
            socket.recv(PATIENCE)
            until(lambda: re.search(r'kind="socket"\} 1\b', get(there, "/metrics").text))
        until(lambda: re.search(r'kind="socket"\} 0\b', get(there, "/metrics").text))


def _table(services: Services, guest: Guest) -> str:
    import spinney
    from spinney.match import Clock

    assert guest.person is not None
    game = spinney.game("build-your-arboretum")
    seats = ["me", "level:seedling"]
    return services.tables.open(guest.person, game, Clock(), MatchSettings(public=True), seats)


# The log.

SECRETS = [
    "GET /join/SECRET?x=1 failed",
    "GET /account?back=%2Fjoin%2FSECRET&x=1",
    "back=%2fjoin%2fSECRET",
    "Authorization: Bearer SECRET",
    "authorization: bearer SECRET, more",
    "postgresql://me:SECRET@garden.example/wood",
    "{'token': 'SECRET'}",
    'password="SECRET" rest',
    "Cookie: spinney=SECRET; theme=dark",
    "sent token=SECRET&name=Ann",
    "the link: SECRET",
]


@pytest.mark.parametrize("line", SECRETS)
def test_what_lets_someone_in_is_not_logged(line: str) -> None:
    assert "SECRET" not in redacted(line)
    assert redacted(redacted(line)) == redacted(line)


def test_what_is_no_secret_stays() -> None:
    for line in ("http://127.0.0.1:8000/match/abc", "joined the table", "beat: 3 s; link"):
        assert redacted(line) == line


def test_a_fault_is_logged_in_one_line_without_secrets() -> None:
    try:
        raise ValueError("bearer SECRET")
    except ValueError:
        record = logging.LogRecord(
            "spinney.server", 40, "f", 1, "no %s", ("/join/SECRET",), sys.exc_info()
        )
    line = JsonFormatter().format(record)
    entry = json.loads(line)
    assert "\n" not in line
    assert "SECRET" not in line
    assert "ValueError" in entry["trace"]
    assert entry["level"] == "error"
    text = TextFormatter().format(record)
    assert "SECRET" not in text
    assert "no /join/…" in text.splitlines()[0]


def test_requests_are_logged_by_their_pattern(
    there: tuple[str, Services], caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level("INFO", requests.name):
        for path in ("/join/SECRET", "/api/matches/SECRET", "/health", "/account?back=SECRET"):
            get(there, path, authorization="Bearer SECRET", cookie="spinney=SECRET")
        until(lambda: len(caplog.records) >= 3)
    facts = [vars(record)["facts"] for record in caplog.records]
    assert [(fact["route"], fact["status"]) for fact in facts[:3]] == [
        ("/join/{link}", 404),
        ("/api/matches/{match_id}", 401),
        ("/account", 200),
    ]
    assert "SECRET" not in "".join(TextFormatter().format(record) for record in caplog.records)


@pytest.mark.parametrize(
    ("types", "status"),
    [
        (("websocket.accept", "websocket.send", "websocket.close"), 101),
        (("websocket.close",), 403),
    ],
)
def test_a_socket_is_logged_as_accepted_or_refused_however_it_ends(
    types: tuple[str, ...], status: int, caplog: pytest.LogCaptureFixture
) -> None:
    async def app(_scope: Scope, _receive: Receive, send: Send) -> None:
        for one in types:
            await send({"type": one})

    async def receive() -> Message:
        raise AssertionError

    async def send(_message: Message) -> None:
        pass

    scope = {"type": "websocket", "path": "/match/oak/socket"}
    with caplog.at_level("INFO", requests.name):
        event_loops.run(RequestLog(app, Metrics())(scope, receive, send))
    assert [vars(record)["facts"]["status"] for record in caplog.records] == [status]


# Who is stopped.


def test_an_address_that_is_shut_out_is_answered_nothing(
    there: tuple[str, Services], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("spinney.server.rate_limits.bans.FRESH", -1.0)
    admin = Admin(there[1].store.database)
    admin.ban("203.0.113.9")
    assert get(there, "/", **THERE).status_code == 403
    assert set(get(there, "/api/games", **THERE).json()) == {"problem"}
    assert get(there, "/").status_code == 200
    with closing(Guest.named(*there, "Ivo")) as ivo:
        with _from_there(ivo, _table(there[1], ivo)) as socket, pytest.raises(ConnectionClosed):
            socket.recv(PATIENCE)
        assert socket.close_code == FORBIDDEN, "its page must not connect again"
    admin.unban("203.0.113.9")
    assert get(there, "/", **THERE).status_code == 200


def test_a_program_is_told_in_json_that_its_address_has_a_nul(
    there: tuple[str, Services],
) -> None:
    for query in ("player?name=%00", "rating-history?name=level:tree&game=%00"):
        answer = get(there, f"/api/{query}")
        assert (answer.status_code, set(answer.json())) == (404, {"problem"})


@pytest.mark.usefixtures("still_rates")
def test_an_address_that_asks_too_much_waits(there: tuple[str, Services]) -> None:
    services = there[1]
    services.limits.requests.rates["address"], usual = (
        Rate(3, 0.1),
        services.limits.requests.rates["address"],
    )
    elsewhere = {"x-forwarded-for": "203.0.113.77"}
    try:
        answers = [get(there, "/about", **elsewhere) for _ in range(4)]
        assert get(there, "/api/games", **elsewhere).json() == {
            "problem": "that was a lot at once; wait a moment"
        }
        assert get(there, "/about").status_code == 200
    finally:
        services.limits.requests.rates["address"] = usual
    assert [answer.status_code for answer in answers] == [200, 200, 200, 429]
    assert int(answers[-1].headers["retry-after"]) > 1
    assert "content-security-policy" in answers[-1].headers


@pytest.mark.parametrize(
    ("limit", "origin"), [("address", "203.0.113.78"), ("person", "203.0.113.79")]
)
def test_a_form_that_meets_a_limit_gets_a_page_with_a_way_back(
    there: tuple[str, Services], limit: str, origin: str
) -> None:
    address, services = there
    elsewhere = {"x-forwarded-for": origin}  # of its own: an address that had to wait still might
    with closing(Guest.named(address, services, f"Fay{limit}")) as fay:
        match = f"/match/{_table(services, fay)}"
        came = {"referer": f"{address}{match}?a=<b>", "origin": address, **elsewhere}
        usual, services.limits.requests.rates[limit] = (
            services.limits.requests.rates[limit],
            Rate(0, 0.1),
        )
        try:
            as_page, as_line = (
                fay.client.post(f"{match}/undo", headers={**came, "accept": accept})
                for accept in ("text/html", "text/plain")
            )
        finally:
            services.limits.requests.rates[limit] = usual
    assert (as_page.status_code, as_line.status_code) == (429, 429)
    assert f'href="{match}?a=&lt;b&gt;">Go back</a>' in as_page.text
    assert "That was a lot at once; wait a moment." in as_page.text
    assert "/static/pictures.css" in as_page.text, "its colours are defined there"
    assert as_line.text == "That was a lot at once; wait a moment.\n"
    assert int(as_page.headers["retry-after"]) > 1


@pytest.mark.usefixtures("still_rates")
def test_a_person_who_asks_too_much_waits_wherever_they_are(there: tuple[str, Services]) -> None:
    address, services = there
    with closing(Guest.named(address, services, "Eve")) as eve:
        services.limits.requests.rates["person"], usual = (
            Rate(2, 0.1),
            services.limits.requests.rates["person"],
        )
        try:
            assert [eve.get("/about").status_code for _ in range(3)] == [200, 200, 429]
        finally:
            services.limits.requests.rates["person"] = usual


def test_passwords_cannot_be_tried_out(there: tuple[str, Services]) -> None:
    address, services = there
    services.limits.attempts.limits["password"], usual = (
        Attempts(3, 60_000),
        services.limits.attempts.limits["password"],
    )
    try:
        with closing(Guest(address, "Mal")) as mal:
            tried = [
                mal.post("/account/enter", name="Ann", password=f"{number}" * 8).status_code
                for number in range(5)
            ]
    finally:
        services.limits.attempts.limits["password"] = usual
    assert tried == [422, 422, 422, 429, 429]


def test_passwords_cannot_be_tried_out_at_one_name_from_many_addresses(
    there: tuple[str, Services],
) -> None:
    address, services = there
    services.limits.attempts.limits["name"], usual = (
        Attempts(3, 60_000),
        services.limits.attempts.limits["name"],
    )
    try:
        with closing(Guest(address, "Moe")) as moe:

            def tried(name: str, at: int) -> int:
                moe.client.headers["x-forwarded-for"] = f"198.51.100.{at}"
                return moe.post("/account/enter", name=name, password=f"{at}" * 8).status_code

            names = ("Zoe", "zoe", "ZOE", "Zoe", "Zoé")
            assert [tried(name, at) for at, name in enumerate(names)] == [422] * 3 + [429, 422]
    finally:
        services.limits.attempts.limits["name"] = usual


def test_sockets_of_one_address_are_counted(there: tuple[str, Services]) -> None:
    address, services = there
    with closing(Guest.named(address, services, "Ida")) as ida:
        match = _table(services, ida)
        services.limits.requests.open["address"], usual = (
            0,
            services.limits.requests.open["address"],
        )
        try:
            with ida.socket(match) as socket:  # this machine is not counted
                socket.recv(PATIENCE)
            with _from_there(ida, match) as socket, pytest.raises(ConnectionClosed):
                socket.recv(PATIENCE)
            assert socket.close_code == LATER, "its page must not connect again at once"
        finally:
            services.limits.requests.open["address"] = usual


def _from_there(guest: Guest, match: str):  # type: ignore[no-untyped-def]  # as websockets has it
    from websockets.sync.client import connect
    from websockets.typing import Origin

    return connect(
        f"{guest.address.replace('http', 'ws')}/match/{match}/socket",
        origin=Origin(guest.address),
        additional_headers=THERE,
        open_timeout=PATIENCE,
    )


def test_time_that_was_lost_shows(there: tuple[str, Services]) -> None:
    services = there[1]
    with services.store.database.writing() as connection:
        connection.execute(update(server_clock).values(lost=server_clock.c.lost + 5000))
    found = re.search(r"^spinney_lost_seconds (\S+)$", get(there, "/metrics").text, re.M)
    assert found
    assert float(found[1]) >= 5
