"""Opening a table, following a link, sitting down: before the match."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import ExitStack, closing
from pathlib import Path

import pytest
from tests.web.shared_server import Guest, opened
from tests.web.site import GAME

import spinney
from spinney.match import Clock
from spinney.match.settings import MatchSettings
from spinney.server.services import Services
from spinney.server.tables.details import agreed
from spinney.server.tables.invitations import qr_code


class Lobby:
    """A server, and whoever comes."""

    def __init__(self, address: str, services: Services, stack: ExitStack) -> None:
        self.address, self.services, self._stack = address, services, stack

    def nobody(self, table_id: str) -> Guest:
        """Someone who has not said a name."""
        return self._stack.enter_context(closing(Guest(self.address, table_id)))

    def guest(self, name: str) -> Guest:
        return self._stack.enter_context(closing(Guest.named(self.address, self.services, name)))

    def open(self, host: Guest, *seats: str, **more: str) -> str:
        """Open a table; return its address."""
        sent = {f"seat-{p}": seat for p, seat in enumerate(seats)}
        answer = host.post(f"/new/{GAME}", **({"clock": "none"} | sent | more))
        assert answer.status_code == 303, answer.text
        return answer.headers["location"]


@pytest.fixture
def lobby(tmp_path: Path) -> Iterator[Lobby]:
    with (
        opened(f"sqlite:///{tmp_path / 'server.sqlite'}") as (address, services),
        ExitStack() as stack,
    ):
        yield Lobby(address, services, stack)


@pytest.mark.parametrize("only_here", [True, False])
def test_a_link_that_leads_nobody_here_says_what_would(tmp_path: Path, only_here: bool) -> None:
    url = f"sqlite:///{tmp_path / 'server.sqlite'}"
    with opened(url, only_here) as (address, services), ExitStack() as stack:
        lobby = Lobby(address, services, stack)
        ann = lobby.guest("Ann")
        room = lobby.open(ann, "me", "invited")
        page, behind_proxy = (
            ann.get(room, headers=headers).text for headers in ({}, {"host": "trees.example"})
        )
        told = "--host 0.0.0.0" in page, "at the address for others" in page
        assert told == (only_here, not only_here)
        assert "on this computer only" not in behind_proxy


def _links(page: str) -> list[str]:
    return re.findall(r'data-link="(/join/[\w-]+)"', page)


def _sitting(page: str) -> list[str]:
    """Return what a page says of each seat."""
    seats = re.search(r'<ul class="sitting">(.*?)</ul>', page, re.DOTALL)
    assert seats
    texts = re.findall(r"<li.*?</li>", seats[1], re.DOTALL)
    return [" ".join(re.sub(r"<[^>]+>", " ", text).split()) for text in texts]


def test_a_friend_follows_the_link_says_a_name_and_the_match_begins(lobby: Lobby) -> None:
    ann, ben = lobby.nobody("Ann"), lobby.nobody("Ben")
    table_id = lobby.open(ann, "me", "invited", name="Ann")
    room = ann.get(table_id).text
    assert "Ann</strong> (you)" in room
    to_seat, to_table = _links(room)
    assert "Ann invites you" in ben.get(to_seat).text
    assert _sitting(ben.get(to_seat).text) == ["Ann Red", "For you Blue"]
    assert _sitting(ben.get(to_table).text) == ["Ann Red", "For a friend Blue"]
    assert "someone with that name" in ben.post(to_seat, name="ann").text.lower()
    answer = ben.post(to_seat, name="Ben")
    assert answer.headers["location"] == table_id
    assert "Ann invites you to watch</h1>" in lobby.nobody("Cat").get(to_table).text
    match = table_id.replace("/table/", "/match/")
    for person in (ann, ben):
        assert person.get(table_id).headers["location"] == match
        assert person.get(match).status_code == 200
    assert ann.get(f"{table_id}/room").headers["x-go"] == match
    assert ben.get(to_seat).headers["location"] == table_id
    cat = lobby.nobody("Cat")
    for answer in (cat.get(to_seat), cat.post(to_seat, name="Cat")):
        assert "sits there already" in answer.text
    assert cat.get(match).status_code == 404
    assert cat.post(to_table, name="Cat").status_code == 303
    assert cat.get(match).status_code == 200


def test_who_goes_to_say_a_name_comes_back_to_the_link_which_no_address_tells(
    lobby: Lobby,
) -> None:
    ann, ben = lobby.nobody("Ann"), lobby.nobody("Ben")
    link, _ = _links(ann.get(lobby.open(ann, "me", "invited", name="Ann")).text)
    page = ben.get(link).text
    assert page.count(link) == page.count(f'="{link}"'), "only forms are sent there"
    back = f'name="back" value="{link}"'
    assert back in ben.get("/account", headers={"referer": lobby.address + link}).text
    for elsewhere in ("https://elsewhere.example" + link, lobby.address + "/about", "//[", ""):
        answer = ben.get("/account?back=//[", headers={"referer": elsewhere})
        assert (answer.status_code, back in answer.text) == (200, False)


def test_who_has_no_link_sees_no_table(lobby: Lobby) -> None:
    ann, eve = lobby.guest("Ann"), lobby.guest("Eve")
    table_id = lobby.open(ann, "me", "open")
    for address in (table_id, f"{table_id}/room"):
        assert eve.get(address).status_code == 404
    for deed in ("sit", "umpire", "stand", "abort"):
        assert eve.post(f"{table_id}/{deed}", seat="1").status_code == 404
    assert table_id not in eve.get("/").text
    assert table_id in ann.get("/").text
    assert eve.get("/join/nothing").status_code == 404
    german = {"accept": "text/html", "accept-language": "de"}
    assert "Dieser Link führt nirgendwohin mehr" in eve.get("/join/nothing", headers=german).text


def test_a_room_says_who_has_sat_down_not_who_is_there(lobby: Lobby) -> None:
    ann = lobby.guest("Ann")
    table_id = lobby.open(ann, "me", "open", public="yes")
    page = lobby.nobody("Cat").get(table_id).text
    assert re.search(r"<strong>Ann</strong></span> <span[^>]*>has sat down<", page)
    assert "begins by itself when everybody has sat down" in ann.get(table_id).text
    for claimed in ("is here", "are here"):
        assert claimed not in page


def test_only_the_host_is_given_the_links_of_seats(lobby: Lobby) -> None:
    ann, ben = lobby.guest("Ann"), lobby.guest("Ben")
    table_id = lobby.open(ann, "me", "invited", public="yes")
    assert len(_links(ann.get(table_id).text)) == 2
    assert _links(ben.get(table_id).text) == []
    assert ben.post(f"{table_id}/sit", seat="1").status_code == 422


def test_the_lobby_lists_public_tables_and_whose_turn_it_is(lobby: Lobby) -> None:
    ann, ben, cat = lobby.guest("Ann"), lobby.guest("Ben"), lobby.nobody("Cat")
    table_id = lobby.open(ann, "me", "open", public="yes")
    assert table_id in cat.get("/lobby").text
    assert ben.post(f"{table_id}/sit", seat="1").status_code == 303
    match = table_id.replace("/table/", "/match/")
    assert "Your turn" in ann.get("/lobby").text
    assert "Your turn" not in ben.get("/lobby").text
    assert "Games in progress" in cat.get("/lobby").text
    name = match.rpartition("/")[2]
    ben.post(f"{match}/resign", version=ben.version(name))
    assert "Your finished games" in ben.get("/lobby").text
    assert match not in cat.get("/lobby").text


def test_whose_time_runs_out_first_stands_first(lobby: Lobby) -> None:
    ann, ben = lobby.guest("Ann"), lobby.guest("Ben")
    clocks = {"none": "just now", "move 3 days": "2 days left", "move 7 days": "6 days left"}
    for clock in clocks:
        table_id = lobby.open(ann, "me", "open", clock=clock)
        link = lobby.services.tables.table(table_id.rpartition("/")[2]).link  # type: ignore[union-attr]
        ben.post(f"/join/{link}")
        assert ben.post(f"{table_id}/sit", seat="1").status_code == 303
    told = re.findall(r'<span class="when">(.*?)</span>', ann.get("/lobby").text)
    assert told == ["2 days left", "6 days left", "just now"]
    assert set(re.findall(r'<span class="when">(.*?)</span>', ben.get("/lobby").text)) == {
        "just now"
    }


def test_the_next_game_is_one_with_others_that_waits_for_ones_own_choice(lobby: Lobby) -> None:
    ann, ben = lobby.guest("Ann"), lobby.guest("Ben")
    begun = []
    for clock in ("none", "move 7 days", "move 3 days"):
        table_id = lobby.open(ann, "me", "open", clock=clock, public="yes")
        ben.post(f"{table_id}/sit", seat="1")
        begun.append(table_id.rpartition("/")[2])
    lobby.open(ann, "me", "level:seedling")

    def following(who: Guest, beside: str = "") -> list[object]:
        told = who.get("/next-game", params={"beside": beside}).json()
        return [told["count"], told["address"]]

    untimed, week, days = begun
    assert following(ann, untimed) == [2, f"/match/{days}"]
    assert following(ann, days) == [2, f"/match/{week}"]
    assert following(ann) == [3, f"/match/{days}"]
    assert following(ben) == following(lobby.nobody("Cat")) == [0, ""]
    ann.say(untimed, "first red")
    assert following(ben) == [1, f"/match/{untimed}"]
    ben.say(untimed, "bid none")  # it is sealed: lists go on to say that it is his turn
    assert following(ben) == [0, ""]
    assert following(ann)[0] == 3


def test_a_secret_choice_changes_no_list(lobby: Lobby) -> None:
    ann, ben, cat = lobby.guest("Ann"), lobby.guest("Ben"), lobby.nobody("Cat")
    table_id = lobby.open(ann, "me", "open", public="yes")
    ben.post(f"{table_id}/sit", seat="1")
    match = table_id.rpartition("/")[2]
    ann.say(match, "first red")
    before = [person.get("/lobby").text for person in (ben, cat)]
    draft = {"move": "bid 2g", "finish": "no", "version": ann.version(match)}
    assert ann.post(f"/match/{match}/move", **draft).status_code == 204
    assert [person.get("/lobby").text for person in (ben, cat)] == before


def test_seats_are_left_tables_closed_and_umpires_found(lobby: Lobby) -> None:
    ann, ben, uma = lobby.guest("Ann"), lobby.guest("Ben"), lobby.guest("Uma")
    table_id = lobby.open(ann, "me", "open", public="yes", umpire="on", umpire_free="on")
    assert ben.post(f"{table_id}/sit", seat="1").status_code == 303
    assert "Waiting for an umpire" in ann.get("/").text
    assert ben.post(f"{table_id}/stand").status_code == 303
    assert ben.post(f"{table_id}/sit", seat="7").status_code == 422
    assert uma.post(f"{table_id}/umpire").status_code == 303
    assert uma.post(f"{table_id}/abort").status_code == 422
    assert ann.post(f"{table_id}/abort").status_code == 303
    assert "has been closed" in ann.get(table_id).text
    assert table_id not in ben.get("/").text


def test_the_host_frees_a_seat_and_who_sat_there_is_told(lobby: Lobby) -> None:
    ann, ben, cat = lobby.guest("Ann"), lobby.guest("Ben"), lobby.guest("Cat")
    table_id = lobby.open(ann, "me", "open", public="yes", umpire="on", umpire_free="on")
    assert ben.post(f"{table_id}/sit", seat="1").status_code == 303
    told, button = "Ann has freed your seat. You can still watch.", "Free the seat"
    assert [ann.get(table_id).text.count(button), ben.get(table_id).text.count(button)] == [1, 0]
    assert ann.post(f"{table_id}/free", seat="1").status_code == 303
    room = ben.get(f"{table_id}/room").text
    assert told in room
    assert "Sit down" not in room
    assert told not in cat.get(table_id).text
    assert "freed your seat" in ben.post(f"{table_id}/sit", seat="1").text
    assert cat.post(f"{table_id}/sit", seat="1").status_code == 303


def test_the_link_to_a_closed_table_says_so_and_asks_for_no_name(lobby: Lobby) -> None:
    ann, ben = lobby.guest("Ann"), lobby.nobody("Ben")
    table_id = lobby.open(ann, "me", "invited", public="yes")
    links = _links(ann.get(table_id).text)
    assert len(links) == 2
    ann.post(f"{table_id}/abort")
    for link in links:
        page = ben.get(link).text
        assert "This table has been closed." in page
        for invites in ("invites you", 'name="name"', "Go to the table", "Sit down"):
            assert invites not in page
        answer = ben.post(link, name="Ben")
        assert (answer.status_code, "has been closed" in answer.text) == (422, True)
    assert lobby.services.accounts.of_session(ben.session) is None, "nobody was made a guest"


def test_a_match_that_was_closed_is_found_among_the_finished_ones(lobby: Lobby) -> None:
    ann, ben = lobby.guest("Ann"), lobby.guest("Ben")
    table_id = lobby.open(ann, "me", "open", public="yes")
    watch = _links(ann.get(table_id).text)[0]
    ben.post(f"{table_id}/sit", seat="1")
    match = table_id.replace("/table/", "/match/")
    lobby.services.tables.close(table_id.rpartition("/")[2])
    for page in (ben.get("/").text, ben.get("/finished").text):
        assert "Your finished games" in page
        assert "This table was closed" in page
        assert f"{match}/replay" in page
    assert ben.get(f"{match}/replay").status_code == 200
    assert ben.get(table_id).headers["location"] == match
    page = lobby.nobody("Cat").get(watch).text
    assert "This table has been closed." in page
    assert "Watch</button>" in page, "its record can be seen"


@pytest.mark.parametrize(
    ("field", "value", "reason"),
    [
        ("seat-1", "me", "two seats"),
        ("seat-1", "level:rock", "you can choose: me, open"),
        ("seed", "7", "type a seed"),
        ("seed", "seven", "whole number"),
        ("undo", "always", "undo can't be"),
        ("clock", "noon", "is not a clock"),
        ("name", "level:tree", "nobody can be called"),
        ("name", "", "a name has"),
    ],
)
def test_what_cannot_be_opened_is_said_and_the_form_kept(
    lobby: Lobby, field: str, value: str, reason: str
) -> None:
    sent = {"seat-0": "me", "seat-1": "open", "clock": "none", "name": "Ann", field: value}
    answer = lobby.nobody("Ann").post(f"/new/{GAME}", **sent)
    assert answer.status_code == 422
    assert reason in answer.text.replace("&#39;", "'").lower()
    assert re.search(r'name="seat-0">\s*<option value="me" selected>', answer.text)
    assert "A friend at this screen" not in answer.text


def test_who_says_no_name_plays_the_computer_at_once(lobby: Lobby) -> None:
    ann = lobby.nobody("Ann")
    match = ann.post(f"/play/{GAME}").headers["location"]
    page = ann.get(match).text
    assert 'data-turn="yes"' in page
    assert re.search(r"Guest \d{4}", page)
    assert match in ann.get("/").text


def test_a_table_can_be_played_over_days(lobby: Lobby) -> None:
    ann = lobby.guest("Ann")
    page = ann.get(f"/new/{GAME}?with=friends").text
    assert re.search(r'value="move 3 days"><span>3 days a move', page)
    assert page.count('<option value="invited" selected>') == 1
    seats = {"seat-0": "me", "seat-1": "open"}
    table_id = ann.post(f"/new/{GAME}", clock="move 3 days", **seats).headers["location"]
    assert "3 days a move" in ann.get(table_id).text


def test_who_opened_a_table_begins_with_the_computer_on_the_free_seats(lobby: Lobby) -> None:
    ann, ben = lobby.guest("Ann"), lobby.guest("Ben")
    seats = {"option-players": "3", "seat-0": "me", "seat-1": "open", "seat-2": "invited"}
    table_id = ann.post("/new/arboretum", public="yes", **seats).headers["location"]
    link = _links(ann.get(table_id).text)[0]
    assert "Begin now" in ann.get(table_id).text
    assert "Begin now" not in ben.get(table_id).text
    assert ben.post(f"{table_id}/sit", seat="1").status_code == 303
    assert ben.post(f"{table_id}/begin", level="seedling").status_code == 422
    assert ann.post(f"{table_id}/begin", level="rock").status_code == 422
    match = table_id.replace("/table/", "/match/")
    assert ann.post(f"{table_id}/begin", level="seedling").status_code == 303
    assert ann.get(table_id).headers["location"] == match
    assert lobby.services.match_service.live_match(match.rpartition("/")[2]).match.seats == (
        "Ann",
        "Ben",
        "level:seedling",
    )
    assert ben.get(link).status_code == 404


@pytest.mark.parametrize(
    ("came_by", "way"),
    [("", "http"), ("https", "https"), ("elsewhere", "http")],
)
def test_a_link_and_its_code_have_the_address_the_browser_came_by(
    lobby: Lobby, came_by: str, way: str
) -> None:
    ann = lobby.guest("Ann")
    table_id = lobby.open(ann, "me", "invited")
    host = lobby.address.removeprefix("http://")
    pages = {"": "", "https": f"https://{host}/", "elsewhere": "https://elsewhere.example/"}
    room = ann.get(table_id, headers={"referer": pages[came_by]}).text
    link = f"{way}://{host}{_links(room)[0]}"
    assert f'value="{link}"' in room
    assert qr_code(link) in room


def test_names_are_only_text(lobby: Lobby) -> None:
    ann, ben = lobby.guest("<b>Ann</b>"), lobby.guest("Ben")
    table_id = lobby.open(ann, "me", "open", public="yes")
    ben.post(f"{table_id}/sit", seat="1")
    for address in ("/", table_id.replace("/table/", "/match/")):
        page = ben.get(address).text
        assert "&lt;b&gt;Ann" in page
        assert "<b>Ann</b>" not in page


def test_what_goes_on_is_never_pushed_out_by_what_is_over(
    lobby: Lobby, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("spinney.server.tables.lobby.SHOWN", shown_at_most := 4)
    ann, ben = lobby.guest("Ann"), lobby.guest("Ben")
    assert ann.person is not None
    assert ben.person is not None
    tables = lobby.services.tables
    lobby.services.limits.change({"tables-per-person": 1_000, "levels-per-person": 1_000})
    game, seats = spinney.game("spring-2021"), ["me", "level:seedling"]
    long_ago = tables.open(ann.person, game, Clock(), MatchSettings(), ["me", "open"])
    tables.sit(long_ago, ben.person, 1)
    ended = [
        tables.open(ann.person, game, Clock(), MatchSettings(), seats)
        for _ in range(shown_at_most + 3)
    ]
    for quick in ended:
        lobby.services.match_service.act(
            lobby.services.match_service.live_match(quick), lambda m, at: m.resign(0, at)
        )
    home = ann.get("/").text
    assert f"/match/{long_ago}" in home
    assert 'href="/finished"' in home
    first, second = (ann.get(f"/finished?page={page}").text for page in (1, 2))
    shown = [re.findall(r'id="row-([^"]+)"', page) for page in (first, second)]
    assert [len(rows) for rows in shown] == [shown_at_most, 3]
    assert not set(shown[0]) & set(shown[1])
    assert ('href="/finished?page=2"' in first, 'href="/finished?page=1"' in second) == (True, True)
    assert "There are no older ones" in ann.get("/finished?page=9").text
    assert ann.get("/finished?page=0").status_code == 422
    assert ended[0] not in ben.get("/finished").text


def test_an_address_makes_only_so_many_guests_and_tables(lobby: Lobby) -> None:
    lobby.services.limits.change({"guests-per-address": 2, "tables-per-address": 3})
    names = ("Ann", "Ben", "Cyd")
    visitors = [lobby.nobody(name) for name in names]
    answers = [one.post("/account/name", name=one.name) for one in visitors]
    assert [answer.status_code for answer in answers] == [303, 303, 429]
    assert "many guests have come from your address; try again in" in answers[2].text.lower()
    assert int(answers[2].headers["retry-after"]) > 60
    seats = {"seat-0": "me", "seat-1": "level:seedling"}
    opened = [visitors[0].post("/new/spring-2021", **seats).status_code for _ in range(4)]
    assert opened == [303, 303, 303, 429]


@pytest.mark.parametrize(
    ("seats", "said", "allowed"),
    [
        (("me", "invited"), {}, False),
        (("me", "open"), {"hints": "usual"}, False),
        (("me", "open"), {"hints": "yes"}, True),
        (("me", "level:seedling"), {}, True),
        (("me", "level:seedling"), {"hints": "no"}, False),
    ],
)
def test_hints_are_off_wherever_two_people_sit(
    lobby: Lobby, seats: tuple[str, str], said: dict[str, str], allowed: bool
) -> None:
    ann = lobby.guest("Ann")
    table_id = lobby.open(ann, *seats, public="yes", **said)
    table = lobby.services.tables.table(table_id.rpartition("/")[2])
    assert table is not None
    assert table.rules.hints == allowed
    facts = dict(agreed(table))
    assert facts["Hints"] == ("Everybody may ask the computer" if allowed else "Off for everybody")


def test_players_agree_to_an_umpire_and_dismiss_one_on_their_pages(lobby: Lobby) -> None:
    ann, ben, eve = (lobby.guest(name) for name in ("Ann", "Ben", "Eve"))
    table_id = lobby.open(ann, "me", "open", public="yes", umpire="on")
    match = table_id.replace("/table/", "/match/")
    assert "Offer to be the umpire" in eve.get(table_id).text
    assert eve.post(f"{table_id}/umpire").status_code == 303
    assert "Eve offers to be the umpire" in ann.get(table_id).text
    assert ann.post(f"{table_id}/umpire/votes", proposal="umpire", yes="no").status_code == 303
    assert eve.post(f"{table_id}/umpire/votes", proposal="umpire").status_code == 422, (
        "not by herself"
    )
    assert eve.post(f"{table_id}/umpire").status_code == 303
    assert ben.post(f"{table_id}/sit", seat="1").status_code == 303
    for one in (ann, ben):
        assert lobby.services.tables.table(table_id.rpartition("/")[2]).umpire == ""  # type: ignore[union-attr]
        assert one.post(f"{table_id}/umpire/votes", proposal="umpire").status_code == 303
    assert "You are the umpire" in eve.get(match).text
    assert "Dismiss the umpire" in ann.get(match).text
    assert eve.post(f"{match}/umpire/votes", proposal="dismiss").status_code == 422
    assert ann.post(f"{match}/umpire/votes", proposal="dismiss").status_code == 204
    assert "Ann would like to dismiss Eve as umpire" in ben.get(match).text
    assert ben.post(f"{match}/umpire/votes", proposal="dismiss").status_code == 204
    assert (
        eve.post(f"{match}/pause", version=eve.version(match.rpartition("/")[2])).status_code == 422
    )
    assert "Offer to be the umpire" in eve.get(match).text
    assert eve.post(f"{match}/umpire").status_code == 204
    assert "Eve offers to be the umpire" in ben.get(match).text
    assert "You are the umpire" not in eve.get(match).text


def test_links_that_cannot_be_shown_are_made_anew(
    lobby: Lobby, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann, ben, cat = lobby.guest("Ann"), lobby.guest("Ben"), lobby.guest("Cat")
    table_id = lobby.open(ann, "me", "invited")
    before = _links(ann.get(table_id).text)
    monkeypatch.setattr(lobby.services.tables, "_link_key", "another key")
    room = ann.get(table_id).text
    assert (_links(room), room.count("Make a new link")) == ([], 2)
    assert "Ann invites you" in ben.get(before[0]).text
    for seat in ({"seat": "1"}, {}):
        assert ann.post(f"{table_id}/link", **seat).status_code == 303
    fresh = _links(ann.get(table_id).text)
    assert len(fresh) == 2
    assert not set(before) & set(fresh)
    assert ben.get(before[0]).status_code == 404
    assert ben.post(fresh[0]).status_code == 303
    match = table_id.replace("/table/", "/match/")
    assert fresh[1] in ben.get(match).text
    monkeypatch.undo()
    assert "Make a new link" in ben.get(match).text
    assert cat.post(f"{table_id}/link").status_code == 404
    assert ben.post(f"{table_id}/link").status_code == 303
    assert "Make a new link" not in ben.get(match).text


def test_age_and_playing_time_are_told(lobby: Lobby) -> None:
    text = "2 to 7 players, age 10 or older, 60 to 90 minutes"
    for address in ("/", "/new/forest-garden", "/about"):
        assert text in lobby.nobody("Ann").get(address).text


@pytest.mark.parametrize(("other", "plays"), [("open", "agree"), ("level:seedling", "lot")])
def test_tied_players_agree_where_people_play(lobby: Lobby, other: str, plays: str) -> None:
    sent = {"seat-0": "me", "seat-1": other, "option-special_tie": "usual", "clock": "none"}
    made = lobby.guest("Ann").post("/new/forest-garden", **sent, name="Ann")
    assert made.status_code == 303
    table = lobby.services.tables.table(made.headers["location"].rpartition("/")[2])
    assert table is not None
    assert table.game.chosen["special_tie"] == plays
