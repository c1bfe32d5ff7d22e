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
        return self.services.match_service.session(self.id).match.version


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
def session(running_server: tuple[str, Services, ExitStack]) -> Table:
    return Table(*running_server)


def test_a_bid_counts_although_the_other_has_finished_meanwhile(session: Table) -> None:
    first = next(
        who for who in (session.ann, session.ben) if 'data-turn="yes"' in session.page(who)
    )
    session.say(first, "first red")
    versions = [who.version(session.id) for who in (session.ann, session.ben)]
    for who, version in zip((session.ann, session.ben), versions, strict=True):
        answer = who.post(f"{session.address}/move", version=version, move="bid 3g")
        assert answer.status_code == 204, answer.text
    late = session.ben.post(f"{session.address}/move", version=versions[1], move="bid 3g")
    assert late.status_code == 422
    assert "has changed" in late.text


# Talk and notes.


def test_players_and_spectators_talk_apart_until_the_end(session: Table) -> None:
    assert session.post(session.ann, "chat", text="good  luck <b>") == 204
    assert session.post(session.cat, "chat", text="red will win") == 204
    ann, ben, cat = map(session.page, (session.ann, session.ben, session.cat))
    assert "good luck &lt;b&gt;" in ben
    assert "good luck" not in cat
    assert "red will win" in cat
    assert "red will win" not in ann + ben
    session.post(session.ben, "resign")
    assert "red will win" in session.page(session.ben)
    assert "good luck" not in session.page(session.cat)


@pytest.mark.parametrize("text", ["", "  ", "x" * 401, "\x00\u202e"])
def test_what_is_nothing_to_say_is_refused(session: Table, text: str) -> None:
    assert session.post(session.ann, "chat", text=text) == 422


def test_nobody_floods_a_table(session: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(store, "OFTEN", (store.OFTEN[0], LONG_MS))
    answers = [session.post(session.ann, "chat", text=f"line {i}") for i in range(12)]
    assert answers.count(422) == 2
    assert session.post(session.ben, "chat", text="hush") == 204


def test_notes_are_for_oneself_and_stay_with_the_match(session: Table) -> None:
    assert session.post(session.ann, "notes", text="she bids low\r\nalways") == 200
    assert "she bids low\nalways" in session.page(session.ann)
    session.post(session.ben, "resign")
    assert "she bids low" in session.page(session.ann)
    assert "she bids low" not in session.page(session.ben) + session.page(session.cat)
    replay = f"{session.address}/replay"
    assert "she bids low\nalways" in session.ann.get(replay).text
    assert "she bids low" not in session.ben.get(replay).text + session.cat.get(replay).text
    assert session.post(session.ann, "notes", text="x" * 10_001) == 422


def test_a_form_of_an_older_page_replaces_no_notes(session: Table) -> None:
    fields = {"version": session.ann.version(session.id), "based_on": "0"}
    first = session.ann.post(f"{session.address}/notes", text="from a tab", **fields).json()
    second = session.ann.post(f"{session.address}/notes", text="from a phone", **fields).json()
    assert first["text"] == "from a tab"
    assert second["text"].split(BETWEEN) == ["from a tab", "from a phone"]
    page = session.page(session.ann)
    assert f'name="based_on" value="{second["version"]}"' in page
    assert re.search("from a tab.*from a phone</textarea>", page, re.DOTALL)


def test_a_line_of_chat_is_ones_own_whatever_others_are_called(session: Table) -> None:
    accounts = session.services.accounts
    sams = [
        Guest(session.ann.address, f"Sam-{k}", accounts.guest(f"session-of-Sam-{k}", "Sam"))
        for k in "ab"
    ]
    with closing(sams[0]) as one, closing(sams[1]) as other:
        one.post(f"{session.address}/chat", text="hello")
        by = r'data-by="(\w+)"'
        assert re.findall(by, session.page(one)) == ["me"]
        assert re.findall(by, session.page(other)) == ["other"]
        assert one.person is not None
        accounts.rename(one.person.id, "Samuel")
        assert re.findall(by, session.page(one)) == ["me"]


# Pre-moves.


def test_a_queued_move_is_played_on_ones_turn(session: Table) -> None:
    session.say(session.ann, "first red")
    session.say(session.ann, "bid 1g")
    assert session.post(session.ann, "premove", move="Skip") == 204
    assert "On your next turn you play “Skip”" in session.page(session.ann)
    for other in (session.ben, session.cat):
        assert "On your next turn" not in session.page(other)
    session.say(session.ben, "bid none")
    until(lambda: re.search(r"Ann-\w+</b> skipped", session.page(session.cat)))
    assert "On your next turn" not in session.page(session.ann)


@pytest.mark.parametrize(("layout", "first"), [("wide", "move-form"), ("narrow", "pending")])
def test_notices_stand_in_the_page_where_they_are_shown(
    session: Table, layout: str, first: str
) -> None:
    session.ben.client.cookies.set("layout", layout)
    assert re.findall('id="(pending|move-form)"', session.page(session.ben))[0] == first


def test_what_cannot_be_said_then_is_dropped_with_a_word_to_its_player(session: Table) -> None:
    assert session.post(session.ben, "premove", move="first  blue ") == 204
    session.say(session.ann, "first red")
    until(lambda: "was not played" in session.page(session.ben))
    assert "“first blue” was not played" in session.page(session.ben)
    for other in (session.ann, session.cat):
        assert "first blue" not in session.page(other)
    assert session.post(session.ben, "premove") == 204
    assert "was not played" not in session.page(session.ben)


def test_what_is_no_move_at_all_is_refused_with_the_moves_there_are(session: Table) -> None:
    version = session.ann.version(session.id)
    refused = session.ann.post(f"{session.address}/premove", version=version, move="hello world")
    assert refused.status_code == 422
    assert "no move begins with " in refused.text
    assert session.services.premoves.of(session.id, 0) is None
    session.say(session.ann, "first red")
    session.say(session.ann, "bid 1g")
    assert "bid 3b 2g 1g · plant Q7 D5" in session.page(session.ann)


def test_a_queued_choice_is_made_once(session: Table) -> None:
    assert session.post(session.ben, "premove", move="bid 2g") == 204
    session.say(session.ann, "first red")
    until(lambda: "You can change your choice" in session.page(session.ben))
    assert session.version == 2
    assert "On your next turn" not in session.page(session.ben)
    assert session.post(session.cat, "premove", move="bid 2g") == 422
    assert session.post(session.ben, "premove", move="x" * 500) == 422


def test_what_a_player_says_uses_up_what_they_had_queued(session: Table) -> None:
    session.services.premoves.queue(session.id, 0, "first blue")  # as if before it was their turn
    session.say(session.ann, "first red")
    assert session.services.premoves.of(session.id, 0) is None


def test_a_turn_that_has_come_meanwhile_is_not_missed(session: Table) -> None:
    assert session.post(session.ann, "premove", move="first red") == 204
    assert session.version == 1


# What all must want.


def test_undo_by_consent_goes_back_when_all_agree(session: Table) -> None:
    session.say(session.ann, "first red")
    assert session.post(session.ben, "votes", proposal="undo:mine", mine="yes") == 422
    assert session.post(session.ann, "votes", proposal="undo:mine", mine="yes") == 204
    assert f"{session.ben.name} has been asked." in session.page(session.ann)
    assert "would like to undo their last choice" in session.page(session.ben)
    assert "would like to undo" not in session.page(session.cat)
    assert session.version == 1
    assert session.post(session.cat, "votes", proposal="undo:0") == 422
    assert session.post(session.ben, "votes", proposal="undo:0") == 204
    match = session.services.match_service.session(session.id).match
    assert match.events[-1].kind == "revert"
    assert match.state == match.at(0).state
    assert "would like" not in session.page(session.ann)


def test_a_proposal_ends_with_a_no_or_with_the_next_choice(session: Table) -> None:
    session.say(session.ann, "first red")
    session.post(session.ann, "votes", proposal="undo:0")
    session.say(session.ann, "bid none")
    session.say(session.ben, "bid none")
    assert "would like" not in session.page(session.ben)
    before = session.version
    session.post(session.ben, "votes", proposal="undo:0")
    assert session.version == before, "agreeing to what is past is a new proposal"


def test_who_is_refused_an_undo_is_told_so_and_asks_no_more_until_the_next_move(
    session: Table,
) -> None:
    session.say(session.ann, "first red")
    session.post(session.ben, "votes", proposal="undo:0", yes="no")
    assert session.post(session.ann, "votes", proposal="undo:0") == 204, "nobody had asked before"
    session.post(session.ann, "votes", proposal="undo:0", yes="no")
    assert session.post(session.ann, "votes", proposal="undo:0") == 204, "it was withdrawn"
    session.post(session.ben, "votes", proposal="undo:0", yes="no")
    told = f"{session.ben.name} said no: your choice stays"
    assert told in session.page(session.ann)
    assert "Ask to undo" not in session.page(session.ann)
    assert told not in session.page(session.ben) + session.page(session.cat)
    assert session.post(session.ann, "votes", proposal="undo:0") == 422
    session.say(session.ann, "bid none")
    session.say(session.ben, "bid none")
    assert told not in session.page(session.ann)
    assert session.post(session.ann, "votes", proposal="undo:0") == 204


def test_a_secret_draft_shows_in_no_proposal(session: Table) -> None:
    session.say(session.ann, "first red")
    session.post(session.ann, "votes", proposal="undo:0")
    before = session.page(session.ann)
    session.post(session.ben, "move", move="bid 2g", finish="no")
    assert session.page(session.ann) == before


def test_where_nothing_is_taken_back_none_can_be_asked(
    running_server: tuple[str, Services, ExitStack],
) -> None:
    session = Table(*running_server, undo="off", hints=False)
    session.say(session.ann, "first red")
    page = session.page(session.ann)
    assert "Ask to undo" not in page
    assert "No hints here" in page
    assert session.post(session.ann, "votes", proposal="undo:0") == 422
    assert session.post(session.ann, "hint") == 422
    assert session.post(session.ann, "undo") == 422


def test_the_computer_plays_on_for_someone_who_stays_away(session: Table) -> None:
    session.say(session.ann, "first red")
    page = session.page(session.ann)
    assert f"{session.ben.name} is away" in page
    assert session.post(session.ann, "votes", proposal="replace:1", level="rock") == 422
    assert session.post(session.ann, "votes", proposal="replace:1", level="seedling") == 204
    assert session.services.match_service.session(session.id).match.people == (0, 1), "not yet"
    with session.ben.socket(session.id) as socket:  # back again: the proposal is over
        socket.recv()
        until(lambda: "would like the computer" not in session.page(session.ann))
        assert session.post(session.ann, "votes", proposal="replace:1", level="seedling") == 422, (
            "he is here"
        )
    until(lambda: session.services.match_service.session(session.id).table.away(1))  # type: ignore[union-attr]
    assert session.post(session.ann, "votes", proposal="replace:1", level="seedling") == 204
    _a_day_later(session)
    session.say(session.ann, "bid none")
    session.say(session.ben, "bid none")  # as a program might that never has the table open
    assert "would like the computer" not in session.page(session.ann), "he plays"
    assert session.post(session.ann, "votes", proposal="replace:1:seedling") == 204
    assert session.services.match_service.session(session.id).match.people == (0, 1), (
        "it has to wait anew"
    )
    _a_day_later(session)
    assert session.post(session.ann, "votes", proposal="replace:1:seedling") == 204
    match = session.services.match_service.session(session.id).match
    assert match.seats[1] == "level:seedling"
    assert session.ben.get(session.address).status_code == 200, "who was replaced may look on"
    assert session.ben.say(session.id, "skip").status_code == 422
    mine = session.services.tables.of(session.ben.person.id, over=False)  # type: ignore[union-attr]
    assert session.id in [table.id for table in mine]


def _a_day_later(session: Table) -> None:
    with session.services.store.database.writing() as connection:
        connection.execute(update(votes).values(created=votes.c.created - 24 * 3_600_000))


def test_who_asked_to_be_replaced_may_look_in_meanwhile(session: Table) -> None:
    session.say(session.ann, "first red")
    sent = {"proposal": "replace:mine", "mine": "yes", "level": "seedling"}
    assert session.post(session.ann, "votes", **sent) == 204
    with session.ann.socket(session.id) as socket:
        socket.recv()
        until(
            lambda: (
                "is away" in session.page(session.ben) or "computer" in session.page(session.ben)
            )
        )
        assert session.post(session.ben, "votes", proposal="replace:0:seedling") == 204
    assert session.services.match_service.session(session.id).match.seats[0] == "level:seedling"


def test_nothing_is_said_for_the_computer_that_its_seat_had_queued(session: Table) -> None:
    session.say(session.ann, "first red")
    session.say(session.ann, "bid 1g")
    assert session.post(session.ann, "premove", move="skip") == 204
    wanted = {"proposal": "replace:mine", "mine": "yes", "level": "seedling"}
    session.post(session.ann, "votes", **wanted)
    assert session.post(session.ben, "votes", proposal="replace:0:seedling") == 204
    assert session.services.premoves.of(session.id, 0) is None


def test_what_was_queued_for_a_later_turn_waits_for_that(session: Table) -> None:
    session.say(session.ann, "first red")
    session.say(session.ann, "bid 1g")
    session.say(session.ben, "bid 1b")
    session.say(session.ann, "skip")
    assert session.post(session.ann, "premove", move="bid none") == 204
    before = session.version
    assert session.post(session.ann, "votes", proposal="undo:mine", mine="yes") == 204
    assert session.post(session.ben, "votes", proposal="undo:0") == 204
    match = session.services.match_service.session(session.id).match
    assert match.to_act == (0,)
    assert match.version == before + 1, "it was not said at once"
    assert "something was taken back" in session.page(session.ann)
    assert "something was taken back" not in session.page(session.ben)


def test_who_wants_to_leave_is_replaced_when_all_agree(session: Table) -> None:
    session.say(session.ann, "first red")
    sent = {"proposal": "replace:mine", "mine": "yes", "level": "seedling"}
    assert session.post(session.ann, "votes", **sent) == 204
    assert session.post(session.ben, "votes", proposal="replace:0:seedling") == 204
    assert session.services.match_service.session(session.id).match.seats[0] == "level:seedling"


# The umpire.


def test_the_umpire_pauses_corrects_and_sees_what_spectators_see(
    running_server: tuple[str, Services, ExitStack],
) -> None:
    address, services, stack = running_server
    uma = stack.enter_context(closing(Guest.named(address, services, "Uma")))
    session = Table(*running_server, umpire=True, umpire_free=True)
    assert uma.person is not None
    services.umpires.offer(session.id, uma.person)
    assert "You are the umpire" in session.page(uma)
    assert session.post(session.ann, "pause") == 422
    assert session.post(uma, "pause") == 204
    assert "The clocks are paused" in session.page(session.cat)
    assert session.post(uma, "resume") == 204
    session.say(session.ann, "first red")
    session.say(session.ben, "bid 1g")
    assert "bid 1g" not in session.page(uma)
    assert "Correct the last choice" in session.page(uma)
    assert session.post(session.cat, "correct") == 422
    assert session.post(uma, "correct") == 204
    assert services.match_service.session(session.id).match.to_act == (0,)
    assert "The umpire took back the last choice" in session.page(session.ben)
    assert session.post(uma, "chat", text="that was a slip") == 204
    assert "that was a slip" in session.page(session.ben)
    assert "that was a slip" not in session.page(session.cat)
    assert session.post(uma, "move", move="first blue") == 422


def test_the_umpire_corrects_a_slip_only_before_the_next_action(
    running_server: tuple[str, Services, ExitStack],
) -> None:
    address, services, stack = running_server
    uma = stack.enter_context(closing(Guest.named(address, services, "Uma-of-the-slip")))
    session = Table(*running_server, umpire=True, umpire_free=True)
    assert uma.person is not None
    services.umpires.offer(session.id, uma.person)
    session.say(session.ann, "first red")
    session.say(session.ann, "bid 1g")
    session.say(session.ben, "bid none")
    session.say(session.ann, "skip")
    assert session.post(uma, "correct") == 204
    assert "Correct the last choice" not in session.page(uma)
    assert session.post(uma, "correct") == 422, "the bids before it had their next action"
    session.say(session.ann, "skip")
    session.post(session.ben, "resign")
    assert session.post(uma, "correct") == 422, "all is known now"


def test_players_go_on_where_the_umpire_has_gone(
    running_server: tuple[str, Services, ExitStack],
) -> None:
    address, services, stack = running_server
    uma = stack.enter_context(closing(Guest.named(address, services, "Uma-who-goes")))
    session = Table(*running_server, umpire=True, umpire_free=True)
    assert uma.person is not None
    services.umpires.offer(session.id, uma.person)
    with uma.socket(session.id) as socket:
        socket.recv()
        assert session.post(uma, "pause") == 204
        until(lambda: uma.person.id in services.match_service.session(session.id).table.present)  # type: ignore[union-attr]
        assert session.post(session.ann, "votes", proposal="resume") == 422, (
            "that is for the umpire"
        )
    until(lambda: "Ask to restart the clocks" in session.page(session.ann))
    assert session.post(session.cat, "votes", proposal="resume") == 422
    assert session.post(session.ann, "votes", proposal="resume") == 204
    assert "the umpire has left" in session.page(session.ben)
    assert services.match_service.session(session.id).match.paused
    assert session.post(session.ben, "votes", proposal="resume") == 204
    assert not services.match_service.session(session.id).match.paused
    session.post(session.ben, "resign")
    fresh = session.ann.post(f"{session.address}/rematch").headers["location"]
    assert f'href="{fresh}"' in session.page(uma), "the umpire comes along"
    session.ben.post(f"{session.address}/rematch")
    again = services.tables.table(fresh.rpartition("/")[2])
    assert again is not None
    assert (again.status, again.umpire) == ("playing", uma.person.id)


# The operator.


def test_a_table_that_was_closed_says_so_and_stands_still(session: Table) -> None:
    session.say(session.ann, "first red")
    session.services.tables.close(session.id)
    for who in (session.ann, session.ben, session.cat):
        page = session.page(who)
        assert "This table was closed" in page
        assert 'data-turn="yes"' not in page
        for offer in ("Resign", "Ask to undo", "to choose", "Queue a move"):
            assert offer not in page
    answer = session.ann.say(session.id, "bid none")
    assert (answer.status_code, "closed" in answer.text) == (422, True)


# Playing again.


def test_a_rematch_with_seats_swapped_begins_when_both_want_it(session: Table) -> None:
    assert session.ann.post(f"{session.address}/rematch").status_code == 422, "not before the end"
    session.post(session.ben, "resign")
    page = session.page(session.ann)
    assert "Rematch" in page
    assert re.search(r"It came from <code>[0-9a-f]{32}</code>", page), "the secret of the deal"
    first = session.ann.post(f"{session.address}/rematch")
    assert f"{session.ann.name} asks for a rematch" in session.page(session.ben)
    assert "You have asked for a rematch" in session.page(session.ann)
    second = session.ben.post(f"{session.address}/rematch")
    assert first.headers["location"] == second.headers["location"]
    fresh = first.headers["location"].rpartition("/")[2]
    assert session.services.match_service.session(fresh).match.seats == (
        session.ben.name,
        session.ann.name,
    )
    assert session.cat.post(f"{session.address}/rematch").status_code == 422


def room(session: Table, who: Guest, address: str) -> str:
    """Return what the waiting room says, without its forms' tokens."""
    return re.sub(r"\s+", " ", who.get(address).text)


def test_a_rematch_tells_whose_answer_is_awaited_and_leads_back(session: Table) -> None:
    session.post(session.ben, "resign")
    fresh = session.ann.post(f"{session.address}/rematch").headers["location"]
    waits = room(session, session.ann, fresh)
    assert f"Waiting for {session.ben.name}." in waits
    assert "For a friend" not in waits
    assert "1 player" not in waits
    assert f'href="{session.address}"' in waits, "the finished game"
    assert re.search(
        r'<details class="by-link"><summary>Send a link</summary> ?<div class="inv', waits
    )
    asked = room(session, session.ben, fresh)
    assert "Your answer is awaited." in asked
    assert "has been asked" not in asked
    assert f'action="{fresh}/decline"' in asked
    assert 'name="seat" value="0"' in asked
    assert f"Waiting for {session.ben.name}." in room(session, session.cat, fresh)


def test_who_is_asked_for_a_rematch_can_sit_down_in_its_waiting_room(session: Table) -> None:
    session.post(session.ben, "resign")
    fresh = session.ann.post(f"{session.address}/rematch").headers["location"]
    assert session.ben.post(f"{fresh}/sit", seat="0").status_code == 303
    table = session.services.tables.table(fresh.rpartition("/")[2])
    assert table is not None
    assert table.status == "playing"


def test_who_asked_for_a_rematch_learns_that_it_was_declined(session: Table) -> None:
    session.post(session.ben, "resign")
    fresh = session.ann.post(f"{session.address}/rematch").headers["location"]
    for other in (session.ann, session.cat):
        assert other.post(f"{fresh}/decline").status_code == 422
    assert f'action="{fresh}/decline"' in session.page(session.ben)
    assert session.ben.post(f"{fresh}/decline").status_code == 204
    declined = f"{session.ben.name} has declined the rematch."
    closed = room(session, session.ann, fresh)
    assert f"{declined} This table has been closed." in closed
    assert f'href="{session.address}"' in closed
    for who in (session.ann, session.ben):
        assert f'action="{session.address}/rematch"' in session.page(who), "ask anew"
    assert declined in session.page(session.ann)
    for who in (session.ben, session.cat):
        assert declined not in session.page(who)
    assert session.ben.post(f"{fresh}/decline").status_code == 422, "twice"
    again = session.ben.post(f"{session.address}/rematch").headers["location"]
    assert again != fresh
    assert session.ann.post(f"{session.address}/rematch").headers["location"] == again


def test_all_who_agreed_to_a_rematch_find_it_from_the_finished_match(session: Table) -> None:
    session.post(session.ben, "resign")
    fresh = session.ann.post(f"{session.address}/rematch").headers["location"]
    session.ben.post(f"{session.address}/rematch")
    for who in (session.ann, session.ben, session.cat):
        assert f'href="{fresh}"' in session.page(who)
        assert who.get(fresh).headers["location"] == fresh.replace("table", "match")
    rematch = fresh.replace("table", "match")
    session.ann.post(f"{rematch}/resign", version=session.ann.version(rematch.rpartition("/")[2]))
    for who in (session.ann, session.ben):
        assert f'href="{fresh}"' in session.page(who)


def test_who_leaves_a_seat_of_a_rematch_finds_it_again(
    running_server: tuple[str, Services, ExitStack],
) -> None:
    session = Table(*running_server, spinney.game("arboretum", players=3), public=False)
    session.post(session.ben, "resign")
    fresh = session.ann.post(f"{session.address}/rematch").headers["location"]
    assert session.ben.post(f"{session.address}/rematch").headers["location"] == fresh
    assert "There is a rematch." in session.page(session.ben)
    assert session.ben.post(f"{fresh}/stand").status_code == 303
    assert f"{session.ann.name} asks for a rematch" in session.page(session.ben)
    waits = room(session, session.ben, fresh)
    assert "Your answer is awaited." in waits
    assert f"Waiting for {session.ben.name} and {session.cat.name}." in room(
        session, session.ann, fresh
    )
    session.ben.post(f"{session.address}/rematch")
    session.cat.post(f"{session.address}/rematch")
    table = session.services.tables.table(fresh.rpartition("/")[2])
    assert table is not None
    assert table.status == "playing"


def test_a_rematch_that_has_begun_is_not_declined(session: Table) -> None:
    session.post(session.ben, "resign")
    fresh = session.ann.post(f"{session.address}/rematch").headers["location"]
    session.ben.post(f"{session.address}/rematch")
    assert session.ben.post(f"{fresh}/decline").status_code == 422
    table = session.services.tables.table(fresh.rpartition("/")[2])
    assert table is not None
    assert table.status == "playing"


def test_spectators_are_led_to_a_rematch_that_they_may_see(
    running_server: tuple[str, Services, ExitStack],
) -> None:
    for public in (True, False):
        session = Table(*running_server, public=public)
        person = session.cat.person
        assert person is not None
        session.services.tables.admit(session.id, person)
        session.post(session.ben, "resign")
        assert "There is a rematch" not in session.page(session.cat)
        fresh = session.ann.post(f"{session.address}/rematch").headers["location"]
        assert (f'href="{fresh}"' in session.page(session.cat)) == public
        assert "asks for a rematch" not in session.page(session.cat)
