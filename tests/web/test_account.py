"""Being the same person elsewhere: names kept with a password, sessions, keys for bots."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from tests.web.open import Guest, opened

from spinney.house.house import House
from spinney.web.account import device
from spinney.web.guard import SESSION

KEPT, WRONG, FRESH = "correct horse", "wrong horse", "battery staple"


@pytest.fixture(scope="module")
def inn(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, House]]:
    folder: Path = tmp_path_factory.mktemp("inn")
    with opened(f"sqlite:///{folder / 'house.sqlite'}") as found:
        yield found


def test_a_name_is_kept_and_found_again_on_another_device(inn: tuple[str, House]) -> None:
    address, _ = inn
    with closing(Guest(address, "desk")) as desk, closing(Guest(address, "phone")) as phone:
        assert "What shall we call you?" in desk.get("/account").text
        assert desk.post("/account/name", name="Ada", back="/guide/arboretum").headers[
            "location"
        ] == ("/guide/arboretum")
        assert desk.post("/account/keep", password=WRONG[:7]).status_code == 422
        assert desk.post("/account/keep", password=KEPT).status_code == 303
        assert "kept with a password" in desk.get("/account").text
        wrong = phone.post("/account/enter", name="Ada", password=WRONG)
        assert (wrong.status_code, "go together" in wrong.text) == (422, True)
        answer = phone.post("/account/enter", name="ADA", password=KEPT)
        assert answer.status_code == 303
        assert answer.cookies[SESSION] != phone.session, "a session nobody can have known"
        phone.client.cookies.set(SESSION, answer.cookies[SESSION])
        page = phone.get("/account").text
        assert page.count('action="/account/end"') == 1


def test_a_session_is_ended_from_elsewhere(inn: tuple[str, House]) -> None:
    address, house = inn
    with closing(Guest.named(address, house, "Bea")) as here:
        assert here.person is not None
        house.people.keep(here.person.id, KEPT)
        house.people.enter("far-away", "Bea", KEPT, "Firefox on Linux")
        page = here.get("/account").text
        assert "Firefox on Linux" in page
        key = re.search(r'action="/account/end">.*?name="key" value="(\w+)"', page, re.DOTALL)
        assert key is not None
        assert here.post("/account/end", key=key[1]).status_code == 303
        assert house.people.of_session("far-away") is None
        assert here.post("/account/leave").status_code == 303
        assert house.people.of_session(here.session) is None


def test_a_password_is_changed_only_by_who_knows_it(inn: tuple[str, House]) -> None:
    address, house = inn
    with closing(Guest.named(address, house, "Cid")) as cid:
        assert cid.post("/account/keep", password=KEPT).status_code == 303
        assert cid.post("/account/keep", old=WRONG, password=FRESH).status_code == 422
        assert cid.post("/account/keep", old=KEPT, password=FRESH).status_code == 303
        assert house.people.enter("x", "Cid", FRESH).name == "Cid"


def test_nobody_takes_a_kept_name(inn: tuple[str, House]) -> None:
    address, house = inn
    with (
        closing(Guest.named(address, house, "Dora")) as dora,
        closing(Guest.named(address, house, "dora")) as other,
    ):
        assert dora.post("/account/keep", password=KEPT).status_code == 303
        assert "someone else keeps" in other.post("/account/keep", password=KEPT).text.lower()


def test_a_key_for_a_bot_is_shown_once_and_taken_back(inn: tuple[str, House]) -> None:
    address, house = inn
    with closing(Guest.named(address, house, "Eli")) as eli:
        page = eli.post("/account/tokens", name="Rex").text
        token = re.findall(r"<code>([\w-]+)</code>", page)[0]
        assert house.people.of_token(token) == eli.person
        again = eli.get("/account").text
        assert token not in again
        key = re.search(r'action="/account/revoke">.*?name="key" value="(\w+)"', again, re.DOTALL)
        assert key is not None
        eli.post("/account/revoke", key=key[1])
        assert house.people.of_token(token) is None


def test_what_needs_a_name_says_so(inn: tuple[str, House]) -> None:
    address, _ = inn
    with closing(Guest(address, "nobody")) as nobody:
        for deed in ("keep", "tokens", "end", "revoke"):
            answer = nobody.post(f"/account/{deed}", name="x", password=KEPT, key="x")
            assert answer.status_code == 422
            assert "first say what you are called" in answer.text.lower()


@pytest.mark.parametrize(
    ("agent", "told"),
    [
        (
            "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0",
            "Firefox on Linux",
        ),
        ("Mozilla/5.0 (Linux; Android 15) Chrome/140.0 Mobile Safari/537.36", "Chrome on Android"),
        ("curl", "a browser"),
    ],
)
def test_devices_are_told_in_words(agent: str, told: str) -> None:
    from fastapi import Request

    scope = {"type": "http", "headers": [(b"user-agent", agent.encode())]}
    assert device(Request(scope)) == told
