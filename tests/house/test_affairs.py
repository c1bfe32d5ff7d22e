"""Talk, queued moves and wishes, on either database."""

from __future__ import annotations

import pytest
from tests.house.playing import begun, say

from spinney.core.errors import Refused
from spinney.server.chat.store import PLAYERS, WATCHERS
from spinney.server.services import Services


def test_talk_is_heard_by_whom_it_was_said_to(house: Services) -> None:
    match = begun(house, "Ann", "Ben")
    ann = house.people.of_session("session of Ann")
    assert ann is not None
    house.talk.say(match, PLAYERS, ann, " good \n luck ")
    house.talk.say(match, WATCHERS, ann, "🌳")
    assert [said.text for said in house.talk.said(match, PLAYERS)] == ["good luck"]
    both = house.talk.said(match, PLAYERS, WATCHERS)
    assert [(said.name, said.audience) for said in both] == [("Ann", PLAYERS), ("Ann", WATCHERS)]
    with pytest.raises(Refused, match="say something"):
        house.talk.say(match, PLAYERS, ann, "\0")


def test_a_note_replaces_the_one_before(house: Services) -> None:
    match = begun(house, "Ann", "Ben")
    ann = house.people.of_session("session of Ann")
    assert ann is not None
    assert house.talk.note(match, ann.id) == ""
    for text in ("one", "two\nlines\0"):
        house.talk.write_note(match, ann.id, text)
    assert house.talk.note(match, ann.id) == "two\nlines"


def test_a_queued_sentence_is_played_once_and_an_illegal_one_dropped(house: Services) -> None:
    match = begun(house, "Ann", "Ben")
    house.premoves.queue(match, 1, "bid 2g")
    table = say(house, match, 0, "first red")
    house.premoves.play(house.hall, table)
    house.premoves.play(house.hall, table)
    assert table.match.sealed == {1: "bid 2g"}
    assert house.premoves.of(match, 1) is None
    house.premoves.queue(match, 0, "bid 9g")
    house.premoves.play(house.hall, table)
    dropped = house.premoves.of(match, 0)
    assert dropped is not None
    assert dropped.why
    assert table.match.version == 2


def test_what_is_queued_depends_on_nothing_that_others_have_queued(house: Services) -> None:
    match = begun(house, "Ann", "Ben")
    house.premoves.queue(match, 0, "nonsense")
    house.premoves.queue(match, 1, "bid 2g")
    table = say(house, match, 0, "first red")
    house.premoves.queue(match, 0, "nonsense")
    house.premoves.play(house.hall, table)
    assert table.match.sealed == {1: "bid 2g"}
    dropped = house.premoves.of(match, 0)
    assert dropped is not None
    assert dropped.why


def test_wishes_are_fulfilled_when_all_agree(house: Services) -> None:
    match = begun(house, "Ann", "Ben")
    table = say(house, match, 0, "first red")
    house.wishes.wish(table, 0, "undo:0")
    house.wishes.wish(table, 0, "undo:0")
    (wish,) = house.wishes.standing(table)
    assert (wish.name, wish.agreed) == ("undo:0", (0,))
    assert wish.age < 60_000
    house.wishes.wish(table, 1, "undo:0")
    assert table.match.events[-1].kind == "revert"
    assert house.wishes.standing(table) == ()
    for name in (
        "",
        "undo",
        "undo:x",
        "undo:7",
        "replace:1:rock",
        "undo:0\0",
        "undo:" + "9" * 5000,
    ):
        with pytest.raises(Refused):
            house.wishes.wish(table, 0, name)
    house.wishes.wish(table, 0, "replace:1:seedling")
    house.wishes.back(match, 1)
    assert house.wishes.standing(table) == ()
    house.wishes.wish(table, 1, "replace:1:seedling")
    house.wishes.wish(table, 0, "replace:1:seedling")
    assert table.match.seats[1] == "level:seedling"
    assert table.company is not None
    house.hall.refresh(table)
    assert table.company.player(None) == -1
    assert table.company.seats[1].kind == "level"
