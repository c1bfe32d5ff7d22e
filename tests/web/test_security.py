"""Security of requests: only pages of this server act, and not too often."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect
from tests.web.site import ORIGIN, Site

from spinney.core import compilation
from spinney.server.app import create_shared
from spinney.server.db.database import Database
from spinney.server.db.migrate import migrate
from spinney.server.middleware import security
from spinney.server.middleware.security import LARGEST, POLICY, SECURE_SESSION, SESSION, CsrfTokens
from spinney.server.services import Services


@pytest.mark.parametrize(
    ("host", "status"),
    [
        ("127.0.0.1", 200),
        ("localhost", 200),
        ("[::1]", 200),
        ("127.0.0.1:81", 400),
        ("garden.example", 400),
        ("127.0.0.1.garden.example", 400),
        ("[::1", 400),
        ("127.0.0.1:x", 400),
        ("", 400),
    ],
)
def test_only_this_machines_names_are_answered(site: Site, host: str, status: int) -> None:
    assert site.client.get("/about", headers={"host": host}).status_code == status


@pytest.mark.parametrize("origin", [None, "null", "http://garden.example", "http://localhost"])
def test_forms_of_other_pages_are_refused(site: Site, origin: str | None) -> None:
    headers = {} if origin is None else {"origin": origin}
    fields = {"token": site.token, "theme": "dark"}
    assert site.client.post("/look", data=fields, headers=headers).status_code == 403


@pytest.mark.parametrize("token", ["", "x", "0" * 64, "é"])
def test_forms_need_the_token_of_their_browser(site: Site, token: str) -> None:
    answer = site.post("/look", token=token)
    assert answer.status_code == 403
    assert "Reload" in answer.text


def test_a_token_of_another_session_is_no_good(site: Site) -> None:
    tokens = CsrfTokens("secret")
    assert tokens.fits("a", tokens.token("a"))
    assert not tokens.fits("b", tokens.token("a"))
    assert not tokens.fits(None, tokens.token(""))
    site.client.cookies.clear()
    assert site.post("/look", theme="dark").status_code == 403


@pytest.mark.parametrize("address", ["/%00", "/about?name=%00", "/about?%00", "/match/x?at=a%00b"])
def test_addresses_with_a_nul_are_refused(site: Site, address: str) -> None:
    """PostgreSQL takes none as a part of a text."""
    answer = site.client.get(address)
    assert (answer.status_code, "no such page" in answer.text) == (404, True)
    assert site.client.get("/about?name=%2500").status_code == 200


def test_a_session_in_use_never_expires(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    cookies, day = site.client.cookies, 24 * 3600
    assert "set-cookie" not in site.client.get("/").headers, "it was set today"
    before, now = cookies[SESSION], time.time()
    monkeypatch.setattr(security, "time", SimpleNamespace(time=lambda: now + day))
    cookie = site.client.get("/").headers["set-cookie"]
    assert f"Max-Age={365 * day}" in cookie
    assert cookies[SESSION] != before
    assert "set-cookie" not in site.client.get("/").headers
    assert site.post("/look").status_code == 303, "it is the same session: its token fits"


def test_a_session_of_an_earlier_version_lives_on(site: Site) -> None:
    session = site.client.cookies[SESSION].partition(".")[0]
    site.client.cookies.clear()
    page = site.client.get("/", headers={"cookie": f"{SESSION}={session}"})
    assert site.token in page.text
    assert page.headers["set-cookie"].startswith(f"{SESSION}={session}.")


def test_sockets_of_other_pages_are_refused(site: Site) -> None:
    match = site.begin("me", "friend")
    for headers in ({"origin": "http://garden.example"}, {"host": "x", "origin": "http://x"}):
        with (
            pytest.raises(WebSocketDisconnect),
            site.socket(match, **headers),
        ):
            pass
    with site.socket(match) as socket:
        assert "page" in socket.receive_json()


def test_sockets_of_no_match_are_closed(site: Site) -> None:
    for address in ("/match/none", "/nowhere"):
        with (
            pytest.raises(WebSocketDisconnect),
            site.socket(address) as socket,
        ):
            socket.receive_json()


def test_large_bodies_are_refused(site: Site) -> None:
    answer = site.post("/look", theme="x" * LARGEST)
    assert answer.status_code == 413
    assert "too large" in answer.text


def test_bodies_longer_than_announced_are_cut_off(site: Site) -> None:
    def endless() -> Any:
        for _ in range(LARGEST // 10_000 + 2):
            yield b"x" * 10_000

    headers = {"origin": ORIGIN, "content-type": "application/x-www-form-urlencoded"}
    answer = site.client.post("/look", content=endless(), headers=headers)
    assert 400 <= answer.status_code < 500


def test_every_answer_binds_the_browser(site: Site) -> None:
    for address in ("/", "/nowhere", "/static/spinney.css", site.begin("me", "friend")):
        headers = site.client.get(address).headers
        assert headers["content-security-policy"] == POLICY
        assert headers["x-content-type-options"] == "nosniff"
        assert "unsafe" not in POLICY


def test_the_session_is_out_of_scripts_reach(site: Site) -> None:
    site.client.cookies.clear()
    cookie = site.client.get("/").headers["set-cookie"].lower()
    assert "httponly" in cookie
    assert "samesite=strict" in cookie


@pytest.fixture
def secure(tmp_path: Path) -> Iterator[TestClient]:
    """A browser in shared mode that a proxy serves over HTTPS."""
    database = Database(f"sqlite:///{tmp_path / 'server.sqlite'}")
    migrate(database)
    app = create_shared(Services.open(database), move_interval=0, precompile=False)
    with TestClient(app, base_url="https://garden.example") as client:
        yield client
    compilation.never_wait(False)


def test_over_https_the_session_is_of_this_very_host_and_browsers_stay_there(
    secure: TestClient,
) -> None:
    answer = secure.get("/account")
    assert answer.headers["strict-transport-security"].startswith("max-age=31536000")
    cookie = answer.headers["set-cookie"]
    assert cookie.startswith(f"{SECURE_SESSION}=")
    assert SECURE_SESSION.startswith("__Host-")
    attributes = {part.strip().lower() for part in cookie.split(";")}
    assert {"secure", "path=/", "httponly", "samesite=lax"} <= attributes
    assert not any(part.startswith("domain") for part in attributes)


def test_over_https_a_cookie_that_another_host_can_plant_is_nobodys(secure: TestClient) -> None:
    accounts = secure.app.state.site.services.accounts  # type: ignore[attr-defined]
    accounts.guest("planted", "Mallory")
    for name, known in ((SESSION, False), (SECURE_SESSION, True)):
        page = secure.get("/about", headers={"cookie": f"{name}=planted"}).text
        assert ("Mallory" in page) == known


def test_over_https_forms_of_plain_pages_are_refused(secure: TestClient) -> None:
    token = re.findall(r'name="token" content="(\w+)"', secure.get("/about").text)[0]
    for way, status in (("http", 403), ("https", 303)):
        headers = {"origin": f"{way}://garden.example"}
        answer = secure.post(
            "/look", data={"token": token}, headers=headers, follow_redirects=False
        )
        assert answer.status_code == status


def test_over_plain_http_nothing_is_bound_to_https(site: Site) -> None:
    site.client.cookies.clear()
    answer = site.client.get("/")
    assert "strict-transport-security" not in answer.headers
    assert answer.headers["set-cookie"].startswith(f"{SESSION}=")
    assert "secure" not in answer.headers["set-cookie"].lower()
