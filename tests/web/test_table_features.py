"""Table features on the page: chat, notes, premoves, votes, the umpire, a rematch."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator
from contextlib import ExitStack, closing
from pathlib import Path

import pytest
from sqlalchemy import update
from tests.patient_server import LONG_MS
from tests.server.playing import until
from tests.web.shared_server import Guest, opened

import spinney
from spinney.core.game import Game
from spinney.match import Clock
from spinney.match.settings import MatchSettings
from spinney.server.chat import store
from spinney.server.db.schema import votes
from spinney.server.notes.store import BETWEEN
from spinney.server.services import Services

GAME = "build-your-arboretum"


class Table:
    """A table of two, somebody who looks on, and what they see."""

    def __init__(
        self,
        address: str,
        services: Services,
        stack: ExitStack,
        game: Game | None = None,
        **rules: object,
    ) -> None:
        self.services = services
        stamp = f"{time.monotonic_ns():x}"[-6:]
        names = [f"{name}-{stamp}" for name in ("Ann", "Ben", "Cat")]
        people = [stack.enter_context(closing(Guest.named(address, services, n))) for n in names]
        self.ann, self.ben, self.cat = people
        agreed = MatchSettings(**({"public": True} | rules))  # type: ignore[arg-type]  # by name
        host, guest = self.ann.person, self.ben.person
        assert host is not None
        assert guest is not None
        game = game or spinney.game(GAME)
        seats = ["me", *["open"] * (game.num_players - 1)]
        self.id = services.tables.open(host, game, Clock.read("none"), agreed, seats)
        services.tables.sit(self.id, guest, 1)
        if game.num_players > 2:
            third = self.cat.person
            assert third is not None
            services.tables.sit(self.id, third, 2)
        self.address = f"/match/{self.id}"

    def page(self, who: Guest) -> str:
        return who.get(self.address).text

    def post(self, who: Guest, deed: str, **fields: str) -> int:
        version = who.version(self.id)
        return who.post(f"{self.address}/{deed}", version=version, **fields).status_code

    def say(self, who: Guest, move: str) -> None:
        answer = who.say(self.id, move)
        assert answer.status_code == 204, answer.text

    @property
    def version(self) -> int:
        return self.services.match_service.live_match(self.id).match.version


@pytest.fixture(scope="module")
def running_server(
    tmp_path_factory: pytest.TempPathFactory,
) -> Iterator[tuple[str, Services, ExitStack]]:
    folder: Path = tmp_path_factory.mktemp("server")
    with (
        opened(f"sqlite:///{folder / 'server.sqlite'}") as (address, services),
        ExitStack() as stack,
    ):
        yield address, services, stack


@pytest.fixture
def table(running_server: tuple[str, Services, ExitStack]) -> Table:
    return Table(*running_server)


def test_a_bid_counts_although_the_other_has_finished_meanwhile(table: Table) -> None:
    first = next(who for who in (table.ann, table.ben) if 'data-turn="yes"' in table.page(who))
    table.say(first, "first red")
    versions = [who.version(table.id) for who in (table.ann, table.ben)]
    for who, version in zip((table.ann, table.ben), versions, strict=True):
        answer = who.post(f"{table.address}/move", version=version, move="bid 3g")
        assert answer.status_code == 204, answer.text
    late = table.ben.post(f"{table.address}/move", version=versions[1], move="bid 3g")
    assert late.status_code == 422
    assert "has changed" in late.text


# Talk and notes.


def test_players_and_spectators_talk_apart_until_the_end(table: Table) -> None:
    assert table.post(table.ann, "chat", text="good  luck <b>") == 204
    assert table.post(table.cat, "chat", text="red will win") == 204
    ann, ben, cat = map(table.page, (table.ann, table.ben, table.cat))
    assert "good luck &lt;b&gt;" in ben
    assert "good luck" not in cat
    assert "red will win" in cat
    assert "red will win" not in ann + ben
    table.post(table.ben, "resign")
    assert "red will win" in table.page(table.ben)
    assert "good luck" not in table.page(table.cat)


@pytest.mark.parametrize("text", ["", "  ", "x" * 401, "\x00\u202e"])
def test_what_is_nothing_to_say_is_refused(table: Table, text: str) -> None:
    assert table.post(table.ann, "chat", text=text) == 422


def test_nobody_floods_a_table(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(store, "MESSAGE_RATE", (store.MESSAGE_RATE[0], LONG_MS))
    answers = [table.post(table.ann, "chat", text=f"line {i}") for i in range(12)]
    assert answers.count(422) == 2
    assert table.post(table.ben, "chat", text="hush") == 204


def test_notes_are_for_oneself_and_stay_with_the_match(table: Table) -> None:
    assert table.post(table.ann, "notes", text="she bids low\r\nalways") == 200
    assert "she bids low\nalways" in table.page(table.ann)
    table.post(table.ben, "resign")
    assert "she bids low" in table.page(table.ann)
    assert "she bids low" not in table.page(table.ben) + table.page(table.cat)
    replay = f"{table.address}/replay"
    assert "she bids low\nalways" in table.ann.get(replay).text
    assert "she bids low" not in table.ben.get(replay).text + table.cat.get(replay).text
    assert table.post(table.ann, "notes", text="x" * 10_001) == 422


def test_a_form_of_an_older_page_replaces_no_notes(table: Table) -> None:
    fields = {"version": table.ann.version(table.id), "based_on": "0"}
    first = table.ann.post(f"{table.address}/notes", text="from a tab", **fields).json()
    second = table.ann.post(f"{table.address}/notes", text="from a phone", **fields).json()
    assert first["text"] == "from a tab"
    assert second["text"].split(BETWEEN) == ["from a tab", "from a phone"]
    page = table.page(table.ann)
    assert f'name="based_on" value="{second["version"]}"' in page
    assert re.search("from a tab.*from a phone</textarea>", page, re.DOTALL)


def test_a_line_of_chat_is_ones_own_whatever_others_are_called(table: Table) -> None:
    accounts = table.services.accounts
    sams = [
        Guest(table.ann.address, f"Sam-{k}", accounts.guest(f"session-of-Sam-{k}", "Sam"))
        for k in "ab"
    ]
    with closing(sams[0]) as one, closing(sams[1]) as other:
        one.post(f"{table.address}/chat", text="hello")
        by = r'data-by="(\w+)"'
        assert re.findall(by, table.page(one)) == ["me"]
        assert re.findall(by, table.page(other)) == ["other"]
        assert one.person is not None
        accounts.rename(one.person.id, "Samuel")
        assert re.findall(by, table.page(one)) == ["me"]


# Pre-moves.


def test_a_queued_move_is_played_on_ones_turn(table: Table) -> None:
    table.say(table.ann, "first red")
    table.say(table.ann, "bid 1g")
    assert table.post(table.ann, "premove", move="Skip") == 204
    assert "On your next turn you play “Skip”" in table.page(table.ann)
    for other in (table.ben, table.cat):
        assert "On your next turn" not in table.page(other)
    table.say(table.ben, "bid none")
    until(lambda: re.search(r"Ann-\w+</b> skipped", table.page(table.cat)))
    assert "On your next turn" not in table.page(table.ann)


@pytest.mark.parametrize(("layout", "first"), [("wide", "move-form"), ("narrow", "pending")])
def test_notices_stand_in_the_page_where_they_are_shown(
    table: Table, layout: str, first: str
) -> None:
    table.ben.client.cookies.set("layout", layout)
    assert re.findall('id="(pending|move-form)"', table.page(table.ben))[0] == first


def test_what_cannot_be_said_then_is_dropped_with_a_word_to_its_player(table: Table) -> None:
    assert table.post(table.ben, "premove", move="first  blue ") == 204
    table.say(table.ann, "first red")
    until(lambda: "was not played" in table.page(table.ben))
    assert "“first blue” was not played" in table.page(table.ben)
    for other in (table.ann, table.cat):
        assert "first blue" not in table.page(other)
    assert table.post(table.ben, "premove") == 204
    assert "was not played" not in table.page(table.ben)


def test_what_is_no_move_at_all_is_refused_with_the_moves_there_are(table: Table) -> None:
    version = table.ann.version(table.id)
    refused = table.ann.post(f"{table.address}/premove", version=version, move="hello world")
    assert refused.status_code == 422
    assert "no move begins with " in refused.text
    assert table.services.premoves.of(table.id, 0) is None
    table.say(table.ann, "first red")
    table.say(table.ann, "bid 1g")
    assert "bid 3b 2g 1g · plant Q7 D5" in table.page(table.ann)


def test_a_queued_choice_is_made_once(table: Table) -> None:
    assert table.post(table.ben, "premove", move="bid 2g") == 204
    table.say(table.ann, "first red")
    until(lambda: "You can change your choice" in table.page(table.ben))
    assert table.version == 2
    assert "On your next turn" not in table.page(table.ben)
    assert table.post(table.cat, "premove", move="bid 2g") == 422
    assert table.post(table.ben, "premove", move="x" * 500) == 422


def test_what_a_player_says_uses_up_what_they_had_queued(table: Table) -> None:
    table.services.premoves.queue(table.id, 0, "first blue")  # as if before it was their turn
    table.say(table.ann, "first red")
    assert table.services.premoves.of(table.id, 0) is None


def test_a_turn_that_has_come_meanwhile_is_not_missed(table: Table) -> None:
    assert table.post(table.ann, "premove", move="first red") == 204
    assert table.version == 1


# What all must want.


def test_undo_by_consent_goes_back_when_all_agree(table: Table) -> None:
    table.say(table.ann, "first red")
    assert table.post(table.ben, "votes", proposal="undo:mine", mine="yes") == 422
    assert table.post(table.ann, "votes", proposal="undo:mine", mine="yes") == 204
    assert f"{table.ben.name} has been asked." in table.page(table.ann)
    assert "would like to undo their last choice" in table.page(table.ben)
    assert "would like to undo" not in table.page(table.cat)
    assert table.version == 1
    assert table.post(table.cat, "votes", proposal="undo:0") == 422
    assert table.post(table.ben, "votes", proposal="undo:0") == 204
    match = table.services.match_service.live_match(table.id).match
    assert match.events[-1].kind == "revert"
    assert match.state == match.at(0).state
    assert "would like" not in table.page(table.ann)


def test_a_proposal_ends_with_a_no_or_with_the_next_choice(table: Table) -> None:
    table.say(table.ann, "first red")
    table.post(table.ann, "votes", proposal="undo:0")
    table.say(table.ann, "bid none")
    table.say(table.ben, "bid none")
    assert "would like" not in table.page(table.ben)
    before = table.version
    table.post(table.ben, "votes", proposal="undo:0")
    assert table.version == before, "agreeing to what is past is a new proposal"


def test_who_is_refused_an_undo_is_told_so_and_asks_no_more_until_the_next_move(
    table: Table,
) -> None:
    table.say(table.ann, "first red")
    table.post(table.ben, "votes", proposal="undo:0", yes="no")
    assert table.post(table.ann, "votes", proposal="undo:0") == 204, "nobody had asked before"
    table.post(table.ann, "votes", proposal="undo:0", yes="no")
    assert table.post(table.ann, "votes", proposal="undo:0") == 204, "it was withdrawn"
    table.post(table.ben, "votes", proposal="undo:0", yes="no")
    told = f"{table.ben.name} said no: your choice stays"
    assert told in table.page(table.ann)
    assert "Ask to undo" not in table.page(table.ann)
    assert told not in table.page(table.ben) + table.page(table.cat)
    assert table.post(table.ann, "votes", proposal="undo:0") == 422
    table.say(table.ann, "bid none")
    table.say(table.ben, "bid none")
    assert told not in table.page(table.ann)
    assert table.post(table.ann, "votes", proposal="undo:0") == 204


def test_a_secret_draft_shows_in_no_proposal(table: Table) -> None:
    table.say(table.ann, "first red")
    table.post(table.ann, "votes", proposal="undo:0")
    before = table.page(table.ann)
    table.post(table.ben, "move", move="bid 2g", finish="no")
    assert table.page(table.ann) == before


def test_where_nothing_is_taken_back_none_can_be_asked(
    running_server: tuple[str, Services, ExitStack],
) -> None:
    table = Table(*running_server, undo="off", hints=False)
    table.say(table.ann, "first red")
    page = table.page(table.ann)
    assert "Ask to undo" not in page
    assert "No hints here" in page
    assert table.post(table.ann, "votes", proposal="undo:0") == 422
    assert table.post(table.ann, "hint") == 422
    assert table.post(table.ann, "undo") == 422


def test_the_computer_plays_on_for_someone_who_stays_away(table: Table) -> None:
    table.say(table.ann, "first red")
    page = table.page(table.ann)
    assert f"{table.ben.name} is away" in page
    assert table.post(table.ann, "votes", proposal="replace:1", level="rock") == 422
    assert table.post(table.ann, "votes", proposal="replace:1", level="seedling") == 204
    assert table.services.match_service.live_match(table.id).match.people == (0, 1), "not yet"
    with table.ben.socket(table.id) as socket:  # back again: the proposal is over
        socket.recv()
        until(lambda: "would like the computer" not in table.page(table.ann))
        assert table.post(table.ann, "votes", proposal="replace:1", level="seedling") == 422, (
            "he is here"
        )
    until(lambda: table.services.match_service.live_match(table.id).table.away(1))  # type: ignore[union-attr]
    assert table.post(table.ann, "votes", proposal="replace:1", level="seedling") == 204
    _a_day_later(table)
    table.say(table.ann, "bid none")
    table.say(table.ben, "bid none")  # as a program might that never has the table open
    assert "would like the computer" not in table.page(table.ann), "he plays"
    assert table.post(table.ann, "votes", proposal="replace:1:seedling") == 204
    assert table.services.match_service.live_match(table.id).match.people == (0, 1), (
        "it has to wait anew"
    )
    _a_day_later(table)
    assert table.post(table.ann, "votes", proposal="replace:1:seedling") == 204
    match = table.services.match_service.live_match(table.id).match
    assert match.seats[1] == "level:seedling"
    assert table.ben.get(table.address).status_code == 200, "who was replaced may look on"
    assert table.ben.say(table.id, "skip").status_code == 422
    mine = table.services.tables.of(table.ben.person.id, over=False)  # type: ignore[union-attr]
    assert table.id in [one.id for one in mine]


def _a_day_later(table: Table) -> None:
    with table.services.store.database.writing() as connection:
        connection.execute(update(votes).values(created=votes.c.created - 24 * 3_600_000))


def test_who_asked_to_be_replaced_may_look_in_meanwhile(table: Table) -> None:
    table.say(table.ann, "first red")
    sent = {"proposal": "replace:mine", "mine": "yes", "level": "seedling"}
    assert table.post(table.ann, "votes", **sent) == 204
    with table.ann.socket(table.id) as socket:
        socket.recv()
        until(lambda: "is away" in table.page(table.ben) or "computer" in table.page(table.ben))
        assert table.post(table.ben, "votes", proposal="replace:0:seedling") == 204
    assert table.services.match_service.live_match(table.id).match.seats[0] == "level:seedling"


def test_nothing_is_said_for_the_computer_that_its_seat_had_queued(table: Table) -> None:
    table.say(table.ann, "first red")
    table.say(table.ann, "bid 1g")
    assert table.post(table.ann, "premove", move="skip") == 204
    wanted = {"proposal": "replace:mine", "mine": "yes", "level": "seedling"}
    table.post(table.ann, "votes", **wanted)
    assert table.post(table.ben, "votes", proposal="replace:0:seedling") == 204
    assert table.services.premoves.of(table.id, 0) is None


def test_what_was_queued_for_a_later_turn_waits_for_that(table: Table) -> None:
    table.say(table.ann, "first red")
    table.say(table.ann, "bid 1g")
    table.say(table.ben, "bid 1b")
    table.say(table.ann, "skip")
    assert table.post(table.ann, "premove", move="bid none") == 204
    before = table.version
    assert table.post(table.ann, "votes", proposal="undo:mine", mine="yes") == 204
    assert table.post(table.ben, "votes", proposal="undo:0") == 204
    match = table.services.match_service.live_match(table.id).match
    assert match.to_act == (0,)
    assert match.version == before + 1, "it was not said at once"
    assert "something was taken back" in table.page(table.ann)
    assert "something was taken back" not in table.page(table.ben)


def test_who_wants_to_leave_is_replaced_when_all_agree(table: Table) -> None:
    table.say(table.ann, "first red")
    sent = {"proposal": "replace:mine", "mine": "yes", "level": "seedling"}
    assert table.post(table.ann, "votes", **sent) == 204
    assert table.post(table.ben, "votes", proposal="replace:0:seedling") == 204
    assert table.services.match_service.live_match(table.id).match.seats[0] == "level:seedling"


# The umpire.


def test_the_umpire_pauses_corrects_and_sees_what_spectators_see(
    running_server: tuple[str, Services, ExitStack],
) -> None:
    address, services, stack = running_server
    uma = stack.enter_context(closing(Guest.named(address, services, "Uma")))
    table = Table(*running_server, umpire=True, umpire_free=True)
    assert uma.person is not None
    services.umpires.offer(table.id, uma.person)
    assert "You are the umpire" in table.page(uma)
    assert table.post(table.ann, "pause") == 422
    assert table.post(uma, "pause") == 204
    assert "The clocks are paused" in table.page(table.cat)
    assert table.post(uma, "resume") == 204
    table.say(table.ann, "first red")
    table.say(table.ben, "bid 1g")
    assert "bid 1g" not in table.page(uma)
    assert "Correct the last choice" in table.page(uma)
    assert table.post(table.cat, "correct") == 422
    assert table.post(uma, "correct") == 204
    assert services.match_service.live_match(table.id).match.to_act == (0,)
    assert "The umpire took back the last choice" in table.page(table.ben)
    assert table.post(uma, "chat", text="that was a slip") == 204
    assert "that was a slip" in table.page(table.ben)
    assert "that was a slip" not in table.page(table.cat)
    assert table.post(uma, "move", move="first blue") == 422


def test_the_umpire_corrects_a_slip_only_before_the_next_action(
    running_server: tuple[str, Services, ExitStack],
) -> None:
    address, services, stack = running_server
    uma = stack.enter_context(closing(Guest.named(address, services, "Uma-of-the-slip")))
    table = Table(*running_server, umpire=True, umpire_free=True)
    assert uma.person is not None
    services.umpires.offer(table.id, uma.person)
    table.say(table.ann, "first red")
    table.say(table.ann, "bid 1g")
    table.say(table.ben, "bid none")
    table.say(table.ann, "skip")
    assert table.post(uma, "correct") == 204
    assert "Correct the last choice" not in table.page(uma)
    assert table.post(uma, "correct") == 422, "the bids before it had their next action"
    table.say(table.ann, "skip")
    table.post(table.ben, "resign")
    assert table.post(uma, "correct") == 422, "all is known now"


def test_players_go_on_where_the_umpire_has_gone(
    running_server: tuple[str, Services, ExitStack],
) -> None:
    address, services, stack = running_server
    uma = stack.enter_context(closing(Guest.named(address, services, "Uma-who-goes")))
    table = Table(*running_server, umpire=True, umpire_free=True)
    assert uma.person is not None
    services.umpires.offer(table.id, uma.person)
    with uma.socket(table.id) as socket:
        socket.recv()
        assert table.post(uma, "pause") == 204
        until(lambda: uma.person.id in services.match_service.live_match(table.id).table.present)  # type: ignore[union-attr]
        assert table.post(table.ann, "votes", proposal="resume") == 422, "that is for the umpire"
    until(lambda: "Ask to restart the clocks" in table.page(table.ann))
    assert table.post(table.cat, "votes", proposal="resume") == 422
    assert table.post(table.ann, "votes", proposal="resume") == 204
    assert "the umpire has left" in table.page(table.ben)
    assert services.match_service.live_match(table.id).match.paused
    assert table.post(table.ben, "votes", proposal="resume") == 204
    assert not services.match_service.live_match(table.id).match.paused
    table.post(table.ben, "resign")
    fresh = table.ann.post(f"{table.address}/rematch").headers["location"]
    assert f'href="{fresh}"' in table.page(uma), "the umpire comes along"
    table.ben.post(f"{table.address}/rematch")
    again = services.tables.table(fresh.rpartition("/")[2])
    assert again is not None
    assert (again.status, again.umpire) == ("playing", uma.person.id)


# The operator.


def test_a_table_that_was_closed_says_so_and_stands_still(table: Table) -> None:
    table.say(table.ann, "first red")
    table.services.tables.close(table.id)
    for who in (table.ann, table.ben, table.cat):
        page = table.page(who)
        assert "This table was closed" in page
        assert 'data-turn="yes"' not in page
        for offer in ("Resign", "Ask to undo", "to choose", "Queue a move"):
            assert offer not in page
    answer = table.ann.say(table.id, "bid none")
    assert (answer.status_code, "closed" in answer.text) == (422, True)


# Playing again.


def test_a_rematch_with_seats_swapped_begins_when_both_want_it(table: Table) -> None:
    assert table.ann.post(f"{table.address}/rematch").status_code == 422, "not before the end"
    table.post(table.ben, "resign")
    page = table.page(table.ann)
    assert "Rematch" in page
    assert re.search(r"It came from <code>[0-9a-f]{32}</code>", page), "the secret of the deal"
    first = table.ann.post(f"{table.address}/rematch")
    assert f"{table.ann.name} asks for a rematch" in table.page(table.ben)
    assert "You have asked for a rematch" in table.page(table.ann)
    second = table.ben.post(f"{table.address}/rematch")
    assert first.headers["location"] == second.headers["location"]
    fresh = first.headers["location"].rpartition("/")[2]
    assert table.services.match_service.live_match(fresh).match.seats == (
        table.ben.name,
        table.ann.name,
    )
    assert table.cat.post(f"{table.address}/rematch").status_code == 422


def room(table: Table, who: Guest, address: str) -> str:
    """Return what the waiting room says, without its forms' tokens."""
    return re.sub(r"\s+", " ", who.get(address).text)


def test_a_rematch_tells_whose_answer_is_awaited_and_leads_back(table: Table) -> None:
    table.post(table.ben, "resign")
    fresh = table.ann.post(f"{table.address}/rematch").headers["location"]
    waits = room(table, table.ann, fresh)
    assert f"Waiting for {table.ben.name}." in waits
    assert "For a friend" not in waits
    assert "1 player" not in waits
    assert f'href="{table.address}"' in waits, "the finished game"
    assert re.search(
        r'<details class="by-link"><summary>Send a link</summary> ?<div class="inv', waits
    )
    asked = room(table, table.ben, fresh)
    assert "Your answer is awaited." in asked
    assert "has been asked" not in asked
    assert f'action="{fresh}/decline"' in asked
    assert 'name="seat" value="0"' in asked
    assert f"Waiting for {table.ben.name}." in room(table, table.cat, fresh)


def test_who_is_asked_for_a_rematch_can_sit_down_in_its_waiting_room(table: Table) -> None:
    table.post(table.ben, "resign")
    fresh = table.ann.post(f"{table.address}/rematch").headers["location"]
    assert table.ben.post(f"{fresh}/sit", seat="0").status_code == 303
    rematch = table.services.tables.table(fresh.rpartition("/")[2])
    assert rematch is not None
    assert rematch.status == "playing"


def test_who_asked_for_a_rematch_learns_that_it_was_declined(table: Table) -> None:
    table.post(table.ben, "resign")
    fresh = table.ann.post(f"{table.address}/rematch").headers["location"]
    for other in (table.ann, table.cat):
        assert other.post(f"{fresh}/decline").status_code == 422
    assert f'action="{fresh}/decline"' in table.page(table.ben)
    assert table.ben.post(f"{fresh}/decline").status_code == 204
    declined = f"{table.ben.name} has declined the rematch."
    closed = room(table, table.ann, fresh)
    assert f"{declined} This table has been closed." in closed
    assert f'href="{table.address}"' in closed
    for who in (table.ann, table.ben):
        assert f'action="{table.address}/rematch"' in table.page(who), "ask anew"
    assert declined in table.page(table.ann)
    for who in (table.ben, table.cat):
        assert declined not in table.page(who)
    assert table.ben.post(f"{fresh}/decline").status_code == 422, "twice"
    again = table.ben.post(f"{table.address}/rematch").headers["location"]
    assert again != fresh
    assert table.ann.post(f"{table.address}/rematch").headers["location"] == again


def test_all_who_agreed_to_a_rematch_find_it_from_the_finished_match(table: Table) -> None:
    table.post(table.ben, "resign")
    fresh = table.ann.post(f"{table.address}/rematch").headers["location"]
    table.ben.post(f"{table.address}/rematch")
    for who in (table.ann, table.ben, table.cat):
        assert f'href="{fresh}"' in table.page(who)
        assert who.get(fresh).headers["location"] == fresh.replace("table", "match")
    rematch = fresh.replace("table", "match")
    table.ann.post(f"{rematch}/resign", version=table.ann.version(rematch.rpartition("/")[2]))
    for who in (table.ann, table.ben):
        assert f'href="{fresh}"' in table.page(who)


def test_who_leaves_a_seat_of_a_rematch_finds_it_again(
    running_server: tuple[str, Services, ExitStack],
) -> None:
    table = Table(*running_server, spinney.game("arboretum", players=3), public=False)
    table.post(table.ben, "resign")
    fresh = table.ann.post(f"{table.address}/rematch").headers["location"]
    assert table.ben.post(f"{table.address}/rematch").headers["location"] == fresh
    assert "There is a rematch." in table.page(table.ben)
    assert table.ben.post(f"{fresh}/stand").status_code == 303
    assert f"{table.ann.name} asks for a rematch" in table.page(table.ben)
    waits = room(table, table.ben, fresh)
    assert "Your answer is awaited." in waits
    assert f"Waiting for {table.ben.name} and {table.cat.name}." in room(table, table.ann, fresh)
    table.ben.post(f"{table.address}/rematch")
    table.cat.post(f"{table.address}/rematch")
    rematch = table.services.tables.table(fresh.rpartition("/")[2])
    assert rematch is not None
    assert rematch.status == "playing"


def test_a_rematch_that_has_begun_is_not_declined(table: Table) -> None:
    table.post(table.ben, "resign")
    fresh = table.ann.post(f"{table.address}/rematch").headers["location"]
    table.ben.post(f"{table.address}/rematch")
    assert table.ben.post(f"{fresh}/decline").status_code == 422
    rematch = table.services.tables.table(fresh.rpartition("/")[2])
    assert rematch is not None
    assert rematch.status == "playing"


def test_spectators_are_led_to_a_rematch_that_they_may_see(
    running_server: tuple[str, Services, ExitStack],
) -> None:
    for public in (True, False):
        table = Table(*running_server, public=public)
        person = table.cat.person
        assert person is not None
        table.services.tables.admit(table.id, person)
        table.post(table.ben, "resign")
        assert "There is a rematch" not in table.page(table.cat)
        fresh = table.ann.post(f"{table.address}/rematch").headers["location"]
        assert (f'href="{fresh}"' in table.page(table.cat)) == public
        assert "asks for a rematch" not in table.page(table.cat)
