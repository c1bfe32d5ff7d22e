"""Being the same person elsewhere: names kept with a password, sessions, keys for bots."""

from __future__ import annotations

import re
import secrets
from collections.abc import Callable, Iterator
from contextlib import closing, suppress
from pathlib import Path

import pytest
from tests.web.shared_server import Guest, opened
from tests.web.site import GAME

import spinney
from spinney import Refused
from spinney.i18n import in_language
from spinney.match import Clock
from spinney.match.settings import MatchSettings
from spinney.server.accounts.devices import describe, device_of
from spinney.server.accounts.registered_names import name_key
from spinney.server.random_ids import fingerprint
from spinney.server.rate_limits.rate_limited import RateLimited
from spinney.server.services import Services
from spinney.server.tables.table import Table

KEPT, WRONG, FRESH = "correct horse", "wrong horse", "battery staple"


@pytest.fixture(scope="module")
def running_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, Services]]:
    folder: Path = tmp_path_factory.mktemp("server")
    with opened(f"sqlite:///{folder / 'server.sqlite'}") as found:
        yield found


def test_a_name_is_kept_and_found_again_on_another_device(
    running_server: tuple[str, Services],
) -> None:
    address, _ = running_server
    with closing(Guest(address, "computer")) as computer, closing(Guest(address, "phone")) as phone:
        assert "Choose a name" in computer.get("/account").text
        assert computer.post("/account/name", name="Ada", back="/guide/arboretum").headers[
            "location"
        ] == ("/guide/arboretum")
        assert computer.post("/account/keep", password=WRONG[:7]).status_code == 422
        assert computer.post("/account/keep", password=KEPT).status_code == 303
        assert "has a password" in computer.get("/account").text
        wrong = phone.post("/account/enter", name="Ada", password=WRONG)
        assert (wrong.status_code, "name or password" in wrong.text) == (422, True)
        answer = phone.post("/account/enter", name="ADA", password=KEPT)
        assert answer.status_code == 303
        page = phone.get("/account").text
        assert page.count('action="/account/end"') == 1


def test_a_guest_signs_in_with_another_name(running_server: tuple[str, Services]) -> None:
    address, _ = running_server
    with closing(Guest(address, "computer")) as computer, closing(Guest(address, "phone")) as phone:
        computer.post("/account/name", name="Eva")
        assert "forgets the guest Eva" in computer.get("/account").text
        computer.post("/account/keep", password=KEPT)
        assert 'action="/account/enter"' not in computer.get("/account").text
        phone.post("/account/name", name="Gus")
        page = phone.get("/account").text
        assert 'action="/account/enter"' in page
        assert "the guest’s games don’t move to your other name" in page
        wrong = phone.post("/account/enter", name="Eva", password=WRONG)
        assert wrong.status_code == 422
        assert wrong.text.count('role="alert"') == 1
        assert phone.post("/account/enter", name="Eva", password=KEPT).status_code == 303
        assert "<h1>Eva</h1>" in phone.get("/account").text


def test_a_session_is_ended_from_elsewhere(running_server: tuple[str, Services]) -> None:
    address, services = running_server
    with closing(Guest.named(address, services, "Bea")) as guest:
        assert guest.person is not None
        services.accounts.set_password(guest.person.id, KEPT, guest.session)
        services.accounts.sign_in("far-away", "Bea", KEPT, "Firefox on Linux")
        page = guest.get("/account").text
        assert "Firefox on Linux" in page
        key = re.search(r'action="/account/end">.*?name="key" value="(\w+)"', page, re.DOTALL)
        assert key is not None
        assert guest.post("/account/end", key=key[1]).status_code == 303
        assert services.accounts.of_session("far-away") is None
        assert guest.post("/account/leave").status_code == 303
        assert services.accounts.of_session(guest.session) is None


def test_a_password_is_changed_only_by_who_knows_it(running_server: tuple[str, Services]) -> None:
    address, services = running_server
    with closing(Guest.named(address, services, "Cid")) as cid:
        assert cid.post("/account/keep", password=KEPT).status_code == 303
        assert cid.post("/account/keep", old=WRONG, password=FRESH).status_code == 422
        assert cid.post("/account/keep", old=KEPT, password=FRESH).status_code == 303
        assert services.accounts.sign_in("x", "Cid", FRESH).name == "Cid"


def test_nobody_takes_a_kept_name(running_server: tuple[str, Services]) -> None:
    address, services = running_server
    with (
        closing(Guest.named(address, services, "Dora")) as dora,
        closing(Guest.named(address, services, "dora")) as other,
    ):
        assert dora.post("/account/keep", password=KEPT).status_code == 303
        assert "first choose another" in other.post("/account/keep", password=KEPT).text.lower()


def test_a_key_for_a_bot_is_shown_once_and_taken_back(running_server: tuple[str, Services]) -> None:
    address, services = running_server
    with closing(Guest.named(address, services, "Eli")) as eli:
        page = eli.post("/account/tokens", name="Rex").text
        token = re.findall(r"<code>([\w-]+)</code>", page)[0]
        assert services.accounts.of_api_token(token) == eli.person
        again = eli.get("/account").text
        assert token not in again
        key = re.search(r'action="/account/revoke">.*?name="key" value="(\w+)"', again, re.DOTALL)
        assert key is not None
        eli.post("/account/revoke", key=key[1])
        assert services.accounts.of_api_token(token) is None


def test_a_page_that_is_not_there_knows_who_asks(running_server: tuple[str, Services]) -> None:
    address, services = running_server
    with closing(Guest.named(address, services, "Nora")) as nora:
        answer = nora.get("/nowhere", headers={"accept": "text/html"})
        assert answer.status_code == 404
        assert "Nora</a>" in answer.text


def test_what_needs_a_name_says_so(running_server: tuple[str, Services]) -> None:
    address, _ = running_server
    with closing(Guest(address, "nobody")) as nobody:
        for deed in ("keep", "tokens", "end", "revoke"):
            answer = nobody.post(f"/account/{deed}", name="x", password=KEPT, key="x")
            assert answer.status_code == 422
            assert "first enter your name" in answer.text.lower()


@pytest.mark.parametrize(
    ("agent", "words"),
    [
        (
            "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0",
            "Firefox unter Linux",
        ),
        (
            "Mozilla/5.0 (Linux; Android 15) Chrome/140.0 Mobile Safari/537.36",
            "Chrome unter Android",
        ),
        ("Mozilla/5.0 (X11; Linux x86_64)", "Ein Browser unter Linux"),
        ("curl", "Ein Browser"),
    ],
)
def test_devices_are_worded_in_the_language_of_who_reads(agent: str, words: str) -> None:
    kept = device_of(agent)
    with in_language("de"):
        assert describe(kept) == words


def test_a_device_that_was_kept_in_words_keeps_them() -> None:
    assert describe("Firefox on Linux") == "Firefox on Linux"


def _sessions(address: str, services: Services) -> dict[str, Callable[[Guest], object]]:
    """What lets somebody in who has said no name before, by what it is called."""
    host = services.accounts.guest(f"session of a host {secrets.token_hex(4)}", "Hosting")
    rules, clock = MatchSettings(public=True, umpire=True, umpire_free=True), Clock()

    def table_with(seat: str) -> Table:
        opened = services.tables.open(host, spinney.game(GAME), clock, rules, ["me", seat])
        table = services.tables.table(opened)
        assert table is not None
        return table

    def over() -> str:
        made = services.tables.open(
            host, spinney.game(GAME), clock, MatchSettings(public=True), ["me", "level:seedling"]
        )
        services.match_service.act(
            services.match_service.live_match(made), lambda match, at: match.resign(0, at)
        )
        return made

    return {
        "name": lambda one: one.post("/account/name", name=one.name),
        "open": lambda one: one.post(
            f"/new/{GAME}", name=one.name, clock="none", **{"seat-0": "me", "seat-1": "open"}
        ),
        "sit": lambda one: one.post(f"/table/{table_with('open').id}/sit", name=one.name, seat="1"),
        "umpire": lambda one: one.post(f"/table/{table_with('open').id}/umpire", name=one.name),
        "join": lambda one: one.post(f"/join/{table_with('open').link}", name=one.name),
        "what-if": lambda one: one.post(
            f"/match/{over()}/replay/what-if", name=one.name, seat="red", level="seedling", at="0"
        ),
        "refused": lambda one: one.post(
            f"/table/{table_with('open').id}/sit", name=one.name, seat="9"
        ),
    }


NAMING = ("name", "open", "sit", "umpire", "join", "what-if", "refused")


@pytest.mark.parametrize("way", NAMING)
def test_a_session_that_somebody_planted_lets_nobody_in(
    running_server: tuple[str, Services], way: str
) -> None:
    address, services = running_server
    with closing(Guest(address, f"Planted{way}")) as one:
        planted = one.session
        _sessions(address, services)[way](one)
        assert one.session != planted
        person = services.accounts.of_session(one.session)
        assert person is not None
        assert person.name == one.name
        assert services.accounts.of_session(planted) is None


def test_look_leads_back_to_the_account_from_a_form_that_was_refused(
    running_server: tuple[str, Services],
) -> None:
    address, services = running_server
    with closing(Guest.named(address, services, "Lou")) as lou:
        headers = {"origin": address, "accept": "text/html"}
        for page in ("/account?back=/about", "/account/name"):
            sent = {"token": lou.token, "name": "x" * 99}
            headers["referer"] = f"{address}{page}"
            refused = lou.client.post("/account/name", data=sent, headers=headers)
            assert refused.status_code == 422
            back = re.findall(r'action="/look".*?name="back" value="([^"]*)"', refused.text, re.S)
            assert set(back) == {page if page.startswith("/account?") else "/account"}


def test_setting_a_password_and_coming_in_begin_a_new_session(
    running_server: tuple[str, Services],
) -> None:
    address, services = running_server
    with closing(Guest.named(address, services, "Fay")) as fay:
        before = fay.session
        assert fay.post("/account/keep", password=KEPT).status_code == 303
        set_one = fay.session
        assert fay.post("/account/enter", name="Fay", password=KEPT).status_code == 303
        assert len({before, set_one, fay.session}) == 3
        for old in (before, set_one):
            assert services.accounts.of_session(old) is None
        assert "Fay" in fay.get("/account").text


def test_a_new_password_ends_every_other_session_and_token(
    running_server: tuple[str, Services],
) -> None:
    address, services = running_server
    with closing(Guest.named(address, services, "Gus")) as gus:
        assert gus.person is not None
        gus.post("/account/keep", password=KEPT)
        services.accounts.sign_in("gus elsewhere", "Gus", KEPT)
        token = services.accounts.issue_api_token(gus.person.id, "rex")
        assert gus.post("/account/keep", old=KEPT, password=FRESH).status_code == 303
        assert services.accounts.of_session("gus elsewhere") is None
        assert services.accounts.of_api_token(token) is None
        assert [key.key for key in services.accounts.sessions(gus.person.id)] == [
            fingerprint(gus.session)
        ]


def test_strangers_keep_nobody_from_changing_a_password(
    running_server: tuple[str, Services],
) -> None:
    address, services = running_server
    with (
        closing(Guest.named(address, services, "Ida")) as ida,
        closing(Guest(address, "foe")) as foe,
    ):
        ida.post("/account/keep", password=KEPT)
        for _ in range(services.limits.attempts.limits["name"].most):
            with suppress(RateLimited):
                services.limits.attempts.count("name", name_key("Ida"))
        refused = [foe.post("/account/enter", name="x", password=WRONG) for _ in range(11)]
        assert refused[-1].status_code == 429, "the address they share may try no more"
        assert foe.post("/account/enter", name="Ida", password=KEPT).status_code == 429
        assert ida.post("/account/keep", old=KEPT, password=FRESH).status_code == 303


def test_who_finds_a_browser_open_cannot_try_passwords_without_end(
    running_server: tuple[str, Services],
) -> None:
    address, services = running_server
    with closing(Guest.named(address, services, "Jon")) as jon:
        jon.post("/account/keep", password=KEPT)
        most = services.limits.attempts.limits["session"].most
        tried = [
            jon.post("/account/keep", old=WRONG, password=FRESH).status_code
            for _ in range(most + 1)
        ]
        assert tried == [422] * most + [429]
        with pytest.raises(Refused, match="wrong name or password"):
            services.accounts.sign_in("x", "Jon", FRESH)


@pytest.mark.parametrize("kept", [False, True])
def test_one_downloads_and_deletes_ones_own_data(
    running_server: tuple[str, Services], kept: bool
) -> None:
    address, services = running_server
    name = "Katharina" if kept else "Leonore"
    with (
        closing(Guest.named(address, services, name)) as one,
        closing(Guest.named(address, services, f"{name}s friend")) as friend,
    ):
        assert one.person is not None
        assert friend.person is not None
        rules = MatchSettings(public=True)
        game, at = spinney.game(GAME), ["me", "open"]
        match = services.tables.open(one.person, game, Clock(), rules, at)
        services.tables.sit(match, friend.person, 1)
        waits = services.tables.open(one.person, game, Clock(), rules, at)
        theirs = services.tables.open(friend.person, game, Clock(), rules, at)
        other = services.tables.open(friend.person, game, Clock(), MatchSettings(umpire=True), at)
        services.tables.sit(other, one.person, 1)
        assert one.say(match, "first red").status_code == 204
        services.chat.send(match, "players", one.person, "hello there")
        if kept:
            one.post("/account/keep", password=KEPT)
        response = one.get("/account/data")
        assert response.headers["content-disposition"].startswith("attachment")
        found = response.json()
        assert found["person"]["name"] == name
        assert [choice["text"] for choice in found["chosen"]] == ["first red"]
        assert [line["text"] for line in found["chat"]] == ["hello there"]
        assert {table["id"] for table in found["hosted"]} == {match, waits}
        assert one.person.id not in response.text
        assert name in friend.get(f"/match/{match}").text

        sure = {"sure": "yes"} | ({"password": KEPT} if kept else {})
        for lacking in sure:
            sent = {field: value for field, value in sure.items() if field != lacking}
            assert one.post("/account/delete", **sent).status_code == 422
        session = one.session
        assert one.post("/account/delete", **sure).status_code == 303
        assert services.accounts.of_session(session) is None
        assert services.accounts.of_session(one.session) is None
        page = friend.get(f"/match/{match}").text
        assert (f">{name}<" in page, "someone who left" in page) == (False, True)
        page = friend.get(f"/match/{match}", headers={"accept-language": "de"}).text
        assert page.count("jemand, der gegangen ist") >= 2, "at the table and in the chat"
        assert "someone who left" not in page
        states = [services.tables.table(table_id) for table_id in (waits, theirs, other)]
        assert [state and state.status for state in states] == ["aborted", "open", "open"]
        assert [state and state.seats[1].kind for state in states] == ["open"] * 3
        with pytest.raises(Refused):
            services.accounts.sign_in("x", name, KEPT)
        assert one.get("/account/data").status_code == 422, "nobody's data"
