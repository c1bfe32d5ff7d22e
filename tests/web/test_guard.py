"""Only pages of this very server can do anything, and not too much at once."""

from __future__ import annotations

from typing import Any

import pytest
from starlette.websockets import WebSocketDisconnect
from tests.web.site import ORIGIN, Site

from spinney.web.guard import LARGEST, POLICY, Tokens


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
    assert "reload" in answer.text


def test_a_token_of_another_session_is_no_good(site: Site) -> None:
    tokens = Tokens("secret")
    assert tokens.fits("a", tokens.token("a"))
    assert not tokens.fits("b", tokens.token("a"))
    assert not tokens.fits(None, tokens.token(""))
    site.client.cookies.clear()
    assert site.post("/look", theme="dark").status_code == 403


def test_sockets_of_other_pages_are_refused(site: Site) -> None:
    match = site.begin("me", "friend")
    for headers in ({"origin": "http://garden.example"}, {"host": "x", "origin": "http://x"}):
        with (
            pytest.raises(WebSocketDisconnect),
            site.socket(match, **headers),
        ):
            pass
    with site.socket(match) as socket:
        assert "scene" in socket.receive_json()


def test_sockets_of_no_match_are_closed(site: Site) -> None:
    for address in ("/match/none", "/nowhere"):
        with (
            pytest.raises(WebSocketDisconnect),
            site.socket(address),
        ):
            pass


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
