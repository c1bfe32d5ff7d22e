"""What people at a table do beside playing: talk, note, queue, wish, umpire, play again."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator
from contextlib import ExitStack, closing
from pathlib import Path

import pytest
from sqlalchemy import update
from tests.house.playing import until
from tests.web.open import Guest, opened

import spinney
from spinney.match import Clock
from spinney.match.settings import MatchSettings
from spinney.server.db.schema import wishes
from spinney.server.services import Services

GAME = "build-your-arboretum"


class Table:
    """A table of two, somebody who looks on, and what they see."""

    def __init__(self, address: str, house: Services, stack: ExitStack, **rules: object) -> None:
        self.house = house
        stamp = f"{time.monotonic_ns():x}"[-6:]
        names = [f"{name}-{stamp}" for name in ("Ann", "Ben", "Cat")]
        people = [stack.enter_context(closing(Guest.named(address, house, n))) for n in names]
        self.ann, self.ben, self.cat = people
        agreed = MatchSettings(**({"public": True} | rules))  # type: ignore[arg-type]  # by name
        host, guest = self.ann.person, self.ben.person
        assert host is not None
        assert guest is not None
        self.id = house.tables.open(
            host, spinney.game(GAME), Clock.read("none"), agreed, ["me", "open"]
        )
        house.tables.sit(self.id, guest, 1)
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
        return self.house.hall.table(self.id).match.version


@pytest.fixture(scope="module")
def inn(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, Services, ExitStack]]:
    folder: Path = tmp_path_factory.mktemp("inn")
    with opened(f"sqlite:///{folder / 'house.sqlite'}") as (address, house), ExitStack() as stack:
        yield address, house, stack


@pytest.fixture
def table(inn: tuple[str, Services, ExitStack]) -> Table:
    return Table(*inn)


def test_a_bid_counts_although_the_other_has_finished_meanwhile(table: Table) -> None:
    first = next(who for who in (table.ann, table.ben) if 'data-turn="yes"' in table.page(who))
    table.say(first, "first red")
    versions = [who.version(table.id) for who in (table.ann, table.ben)]
    for who, version in zip((table.ann, table.ben), versions, strict=True):
        answer = who.post(f"{table.address}/say", version=version, move="bid 3g")
        assert answer.status_code == 204, answer.text
    late = table.ben.post(f"{table.address}/say", version=versions[1], move="bid 3g")
    assert late.status_code == 422
    assert "moved on" in late.text


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


def test_nobody_floods_a_table(table: Table) -> None:
    answers = [table.post(table.ann, "chat", text=f"line {i}") for i in range(12)]
    assert answers.count(422) == 2
    assert table.post(table.ben, "chat", text="hush") == 204


def test_notes_are_for_oneself_and_stay_with_the_match(table: Table) -> None:
    assert table.post(table.ann, "notes", text="she bids low\r\nalways") == 204
    assert "she bids low\nalways" in table.page(table.ann)
    table.post(table.ben, "resign")
    assert "she bids low" in table.page(table.ann)
    assert "she bids low" not in table.page(table.ben) + table.page(table.cat)
    replay = f"{table.address}/replay"
    assert "she bids low\nalways" in table.ann.get(replay).text
    assert "she bids low" not in table.ben.get(replay).text + table.cat.get(replay).text
    assert table.post(table.ann, "notes", text="x" * 10_001) == 422


# Pre-moves.


def test_a_queued_sentence_is_said_on_ones_turn(table: Table) -> None:
    table.say(table.ann, "first red")
    table.say(table.ann, "bid 1g")
    assert table.post(table.ann, "premove", move="Skip") == 204
    assert "On your next turn you say “Skip”" in table.page(table.ann)
    for other in (table.ben, table.cat):
        assert "On your next turn" not in table.page(other)
    table.say(table.ben, "bid none")
    until(lambda: re.search(r"Red:</b> skip", table.page(table.cat)))
    assert "On your next turn" not in table.page(table.ann)


def test_what_cannot_be_said_then_is_dropped_with_a_word_to_its_player(table: Table) -> None:
    assert table.post(table.ben, "premove", move="first  blue ") == 204
    table.say(table.ann, "first red")
    until(lambda: "was not said" in table.page(table.ben))
    assert "“first blue” was not said" in table.page(table.ben)
    for other in (table.ann, table.cat):
        assert "first blue" not in table.page(other)
    assert table.post(table.ben, "premove") == 204
    assert "was not said" not in table.page(table.ben)


def test_a_queued_choice_is_made_once(table: Table) -> None:
    assert table.post(table.ben, "premove", move="bid 2g") == 204
    table.say(table.ann, "first red")
    until(lambda: "You said “bid 2g”" in table.page(table.ben))
    assert table.version == 2
    assert "On your next turn" not in table.page(table.ben)
    assert table.post(table.cat, "premove", move="bid 2g") == 422
    assert table.post(table.ben, "premove", move="x" * 500) == 422


def test_what_a_player_says_uses_up_what_they_had_queued(table: Table) -> None:
    table.house.premoves.queue(table.id, 0, "first blue")  # as if before it was their turn
    table.say(table.ann, "first red")
    assert table.house.premoves.of(table.id, 0) is None


def test_a_turn_that_has_come_meanwhile_is_not_missed(table: Table) -> None:
    assert table.post(table.ann, "premove", move="first red") == 204
    assert table.version == 1


# What all must want.


def test_undo_by_consent_goes_back_when_all_agree(table: Table) -> None:
    table.say(table.ann, "first red")
    assert table.post(table.ben, "wish", wish="undo:mine", mine="yes") == 422
    assert table.post(table.ann, "wish", wish="undo:mine", mine="yes") == 204
    assert "would like to take back their last choice" in table.page(table.ben)
    assert "would like to take back" not in table.page(table.cat)
    assert table.version == 1
    assert table.post(table.cat, "wish", wish="undo:0") == 422
    assert table.post(table.ben, "wish", wish="undo:0") == 204
    match = table.house.hall.table(table.id).match
    assert match.events[-1].kind == "revert"
    assert match.state == match.at(0).state
    assert "would like" not in table.page(table.ann)


def test_a_wish_ends_with_a_no_or_with_the_next_choice(table: Table) -> None:
    table.say(table.ann, "first red")
    table.post(table.ann, "wish", wish="undo:0")
    table.post(table.ben, "wish", wish="undo:0", yes="no")
    assert "would like" not in table.page(table.ann)
    table.post(table.ann, "wish", wish="undo:0")
    table.say(table.ann, "bid none")
    table.say(table.ben, "bid none")
    assert "would like" not in table.page(table.ben)
    before = table.version
    table.post(table.ben, "wish", wish="undo:0")
    assert table.version == before, "agreeing to what is past is a new wish"


def test_a_secret_draft_shows_in_nobodys_wish(table: Table) -> None:
    table.say(table.ann, "first red")
    table.post(table.ann, "wish", wish="undo:0")
    before = table.page(table.ann)
    table.post(table.ben, "say", move="bid 2g", finish="no")
    assert table.page(table.ann) == before


def test_where_nothing_is_taken_back_none_can_be_asked(
    inn: tuple[str, Services, ExitStack],
) -> None:
    table = Table(*inn, undo="off", hints=False)
    table.say(table.ann, "first red")
    page = table.page(table.ann)
    assert "Ask to take back" not in page
    assert "No hints here" in page
    assert table.post(table.ann, "wish", wish="undo:0") == 422
    assert table.post(table.ann, "hint") == 422
    assert table.post(table.ann, "undo") == 422


def test_the_computer_plays_on_for_someone_who_stays_away(table: Table) -> None:
    table.say(table.ann, "first red")
    page = table.page(table.ann)
    assert f"{table.ben.name} is away" in page
    assert table.post(table.ann, "wish", wish="replace:1", level="rock") == 422
    assert table.post(table.ann, "wish", wish="replace:1", level="seedling") == 204
    assert table.house.hall.table(table.id).match.people == (0, 1), "not yet"
    with table.ben.socket(table.id) as socket:  # back again: the wish is over
        socket.recv()
        until(lambda: "would let the computer" not in table.page(table.ann))
        assert table.post(table.ann, "wish", wish="replace:1", level="seedling") == 422, (
            "he is here"
        )
    until(lambda: table.house.hall.table(table.id).company.away(1))  # type: ignore[union-attr]
    assert table.post(table.ann, "wish", wish="replace:1", level="seedling") == 204
    _a_day_later(table)
    table.say(table.ann, "bid none")
    table.say(table.ben, "bid none")  # as a program might that never has the table open
    assert "would let the computer" not in table.page(table.ann), "he plays"
    assert table.post(table.ann, "wish", wish="replace:1:seedling") == 204
    assert table.house.hall.table(table.id).match.people == (0, 1), "it has to wait anew"
    _a_day_later(table)
    assert table.post(table.ann, "wish", wish="replace:1:seedling") == 204
    match = table.house.hall.table(table.id).match
    assert match.seats[1] == "level:seedling"
    assert table.ben.get(table.address).status_code == 200, "who was replaced may look on"
    assert table.ben.say(table.id, "skip").status_code == 422
    mine = table.house.tables.of(table.ben.person.id, over=False)  # type: ignore[union-attr]
    assert table.id in [company.id for company in mine]


def _a_day_later(table: Table) -> None:
    with table.house.store.database.writing() as connection:
        connection.execute(update(wishes).values(made=wishes.c.made - 24 * 3_600_000))


def test_who_wished_to_be_replaced_may_look_in_meanwhile(table: Table) -> None:
    table.say(table.ann, "first red")
    sent = {"wish": "replace:mine", "mine": "yes", "level": "seedling"}
    assert table.post(table.ann, "wish", **sent) == 204
    with table.ann.socket(table.id) as socket:
        socket.recv()
        until(lambda: "is away" in table.page(table.ben) or "computer" in table.page(table.ben))
        assert table.post(table.ben, "wish", wish="replace:0:seedling") == 204
    assert table.house.hall.table(table.id).match.seats[0] == "level:seedling"


def test_nothing_is_said_for_the_computer_that_its_seat_had_queued(table: Table) -> None:
    table.say(table.ann, "first red")
    table.say(table.ann, "bid 1g")
    assert table.post(table.ann, "premove", move="skip") == 204
    wanted = {"wish": "replace:mine", "mine": "yes", "level": "seedling"}
    table.post(table.ann, "wish", **wanted)
    assert table.post(table.ben, "wish", wish="replace:0:seedling") == 204
    assert table.house.premoves.of(table.id, 0) is None


def test_what_was_queued_for_a_later_turn_waits_for_that(table: Table) -> None:
    table.say(table.ann, "first red")
    table.say(table.ann, "bid 1g")
    table.say(table.ben, "bid 1b")
    table.say(table.ann, "skip")
    assert table.post(table.ann, "premove", move="bid none") == 204
    before = table.version
    assert table.post(table.ann, "wish", wish="undo:mine", mine="yes") == 204
    assert table.post(table.ben, "wish", wish="undo:0") == 204
    match = table.house.hall.table(table.id).match
    assert match.to_act == (0,)
    assert match.version == before + 1, "it was not said at once"
    assert "something was taken back" in table.page(table.ann)
    assert "something was taken back" not in table.page(table.ben)


def test_who_wants_to_leave_is_replaced_when_all_agree(table: Table) -> None:
    table.say(table.ann, "first red")
    sent = {"wish": "replace:mine", "mine": "yes", "level": "seedling"}
    assert table.post(table.ann, "wish", **sent) == 204
    assert table.post(table.ben, "wish", wish="replace:0:seedling") == 204
    assert table.house.hall.table(table.id).match.seats[0] == "level:seedling"


# The umpire.


def test_the_umpire_pauses_corrects_and_sees_what_spectators_see(
    inn: tuple[str, Services, ExitStack],
) -> None:
    address, house, stack = inn
    uma = stack.enter_context(closing(Guest.named(address, house, "Uma")))
    table = Table(*inn, umpire=True, umpire_free=True)
    assert uma.person is not None
    house.tables.sit_umpire(table.id, uma.person)
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
    assert house.hall.table(table.id).match.to_act == (0,)
    assert "The umpire took back the last choice" in table.page(table.ben)
    assert table.post(uma, "chat", text="that was a slip") == 204
    assert "that was a slip" in table.page(table.ben)
    assert "that was a slip" not in table.page(table.cat)
    assert table.post(uma, "say", move="first blue") == 422


def test_the_umpire_corrects_a_slip_only_before_the_next_action(
    inn: tuple[str, Services, ExitStack],
) -> None:
    address, house, stack = inn
    uma = stack.enter_context(closing(Guest.named(address, house, "Uma-of-the-slip")))
    table = Table(*inn, umpire=True, umpire_free=True)
    assert uma.person is not None
    house.tables.sit_umpire(table.id, uma.person)
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


def test_players_go_on_where_the_umpire_has_gone(inn: tuple[str, Services, ExitStack]) -> None:
    address, house, stack = inn
    uma = stack.enter_context(closing(Guest.named(address, house, "Uma-who-goes")))
    table = Table(*inn, umpire=True, umpire_free=True)
    assert uma.person is not None
    house.tables.sit_umpire(table.id, uma.person)
    with uma.socket(table.id) as socket:
        socket.recv()
        assert table.post(uma, "pause") == 204
        until(lambda: uma.person.id in house.hall.table(table.id).company.present)  # type: ignore[union-attr]
        assert table.post(table.ann, "wish", wish="resume") == 422, "that is for the umpire"
    until(lambda: "Ask to let the clocks run" in table.page(table.ann))
    assert table.post(table.cat, "wish", wish="resume") == 422
    assert table.post(table.ann, "wish", wish="resume") == 204
    assert "the umpire has gone" in table.page(table.ben)
    assert house.hall.table(table.id).match.paused
    assert table.post(table.ben, "wish", wish="resume") == 204
    assert not house.hall.table(table.id).match.paused
    table.post(table.ben, "resign")
    fresh = table.ann.post(f"{table.address}/rematch").headers["location"]
    assert f'href="{fresh}"' in table.page(uma), "the umpire comes along"
    table.ben.post(f"{table.address}/rematch")
    again = house.tables.company(fresh.rpartition("/")[2])
    assert again is not None
    assert (again.status, again.umpire) == ("playing", uma.person.id)


# The operator.


def test_a_table_that_was_closed_says_so_and_stands_still(table: Table) -> None:
    table.say(table.ann, "first red")
    table.house.tables.close(table.id)
    for who in (table.ann, table.ben, table.cat):
        page = table.page(who)
        assert "This table was closed" in page
        assert 'data-turn="yes"' not in page
        for offer in ("Resign", "Ask to take back", "to choose", "Say something for my next turn"):
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
    assert "A rematch is asked for" in table.page(table.ben)
    second = table.ben.post(f"{table.address}/rematch")
    assert first.headers["location"] == second.headers["location"]
    fresh = first.headers["location"].rpartition("/")[2]
    assert table.house.hall.table(fresh).match.seats == (table.ben.name, table.ann.name)
    assert table.cat.post(f"{table.address}/rematch").status_code == 422
