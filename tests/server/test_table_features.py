"""Chat, premoves and votes in the database, of either kind."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from sqlalchemy import update
from tests.server.conftest import Opened
from tests.server.playing import begun, guest, say

import spinney
from spinney import lessons
from spinney.core.errors import Refused
from spinney.i18n import in_language
from spinney.match import Match
from spinney.match.settings import MatchSettings
from spinney.server.chat.store import PLAYERS, WATCHERS
from spinney.server.db.schema import premoves
from spinney.server.jobs.queue import UNDONE
from spinney.server.notes.store import BETWEEN, LONGEST, StoredNote
from spinney.server.play.live_match import LiveMatch
from spinney.server.services import Services
from spinney.server.votes.store import Proposal


def test_talk_is_heard_by_whom_it_was_said_to(services: Services) -> None:
    match = begun(services, "Ann", "Ben")
    ann = services.accounts.of_session("session of Ann")
    assert ann is not None
    services.chat.send(match, PLAYERS, ann, " good \n luck ")
    services.chat.send(match, WATCHERS, ann, "🌳")
    assert [said.text for said in services.chat.lines(match, PLAYERS)] == ["good luck"]
    both = services.chat.lines(match, PLAYERS, WATCHERS)
    assert [(said.name, said.audience) for said in both] == [("Ann", PLAYERS), ("Ann", WATCHERS)]
    assert [(said.number, said.person) for said in both] == [(1, ann.id), (1, ann.id)]
    with pytest.raises(Refused, match="write 1 to 400 characters"):
        services.chat.send(match, PLAYERS, ann, "\0")


def test_a_note_replaces_the_one_before(services: Services) -> None:
    match = begun(services, "Ann", "Ben")
    ann = services.accounts.of_session("session of Ann")
    assert ann is not None
    assert services.notes.read(match, ann.id).text == ""
    for text in ("one", "two\nlines\0"):
        services.notes.write(match, ann.id, text)
    assert services.notes.read(match, ann.id).text == "two\nlines"


def test_notes_written_without_knowing_each_other_are_both_kept(services: Services) -> None:
    match = begun(services, "Ann", "Ben")
    ann = services.accounts.of_session("session of Ann")
    assert ann is not None

    def write(text: str, based_on: int) -> StoredNote:
        return services.notes.write(match, ann.id, text, based_on)

    first = write("she bids low", 0)
    second = write("she bids low, always", first.version)
    assert second.text == "she bids low, always"
    assert second.version > first.version
    assert write("she bids low", first.version) == second  # nothing that isn't there already
    both = write("she bids high", first.version)
    assert both.text == f"she bids low, always{BETWEEN}she bids high"
    assert both == services.notes.read(match, ann.id)
    assert write("she bids high", both.version).text == "she bids high"


def test_first_notes_written_at_once_are_all_kept(services: Services) -> None:
    match = begun(services, "Ann", "Ben")
    ann = services.accounts.of_session("session of Ann")
    assert ann is not None
    texts = [f"note {letter}" for letter in "abcdefgh"]
    with ThreadPoolExecutor(4) as pool:
        kept = [*pool.map(lambda text: services.notes.write(match, ann.id, text, 0), texts)]
    assert sorted(services.notes.read(match, ann.id).text.split(BETWEEN)) == texts
    assert len({note.version for note in kept}) == len(texts)


def test_what_two_notes_are_together_has_an_end(services: Services) -> None:
    match = begun(services, "Ann", "Ben")
    ann = services.accounts.of_session("session of Ann")
    assert ann is not None
    for letter in "ab":
        services.notes.write(match, ann.id, LONGEST * letter, 0)
    with pytest.raises(Refused, match="a note has at most"):
        services.notes.write(match, ann.id, "c", 0)


def test_what_is_written_at_once_is_written_one_after_another(services: Services) -> None:
    match = begun(services, "Ann", "Ben")
    ann = services.accounts.of_session("session of Ann")
    assert ann is not None
    with ThreadPoolExecutor(4) as pool:
        notes = pool.map(lambda k: services.notes.write(match, ann.id, f"note {k}"), range(20))
        moves = pool.map(lambda k: services.premoves.queue(match, 1, f"bid {k}g"), range(20))
        assert len([*notes]) == len([*moves]) == 20
    assert services.notes.read(match, ann.id).text.startswith("note ")
    premove = services.premoves.of(match, 1)
    assert premove is not None
    assert premove.move.startswith("bid ")


def test_a_move_that_is_queued_anew_waits_anew(services: Services) -> None:
    match = begun(services, "Ann", "Ben")
    services.premoves.queue(match, 0, "nonsense")
    services.premoves.play(services.match_service, services.match_service.live_match(match))
    dropped = services.premoves.of(match, 0)
    assert dropped is not None
    assert dropped.reason
    services.premoves.queue(match, 0, "first red")
    queued = services.premoves.of(match, 0)
    assert queued is not None
    assert (queued.move, queued.reason) == ("first red", "")


def test_why_a_move_was_dropped_is_read_in_ones_own_language(services: Services) -> None:
    match = begun(services, "Ann", "Ben")
    services.premoves.queue(match, 1, "bid 2g")
    row = update(premoves).where(premoves.c.match == match).values(reason=UNDONE)
    with services.store.database.writing() as connection:
        connection.execute(row)
    for language, reason in (("en", "something was taken back"), ("de", "es wurde etwas zurück")):
        with in_language(language):
            dropped = services.premoves.of(match, 1)
        assert dropped is not None
        assert dropped.reason.startswith(reason)


def test_a_queued_move_is_played_once_and_an_illegal_one_dropped(services: Services) -> None:
    match = begun(services, "Ann", "Ben")
    services.premoves.queue(match, 1, "bid 2g")
    live = say(services, match, 0, "first red")
    services.premoves.play(services.match_service, live)
    services.premoves.play(services.match_service, live)
    assert live.match.sealed == {1: "bid 2g"}
    assert services.premoves.of(match, 1) is None
    with in_language("de"):
        services.premoves.queue(match, 0, "bid 9g")
    services.premoves.play(services.match_service, live)
    dropped = services.premoves.of(match, 0)
    assert dropped is not None
    assert "9 Papageien" in dropped.reason, "it is told in the language of who queued it"
    assert live.match.version == 2


def test_what_is_queued_depends_on_nothing_that_others_have_queued(services: Services) -> None:
    match = begun(services, "Ann", "Ben")
    services.premoves.queue(match, 0, "nonsense")
    services.premoves.queue(match, 1, "bid 2g")
    live = say(services, match, 0, "first red")
    services.premoves.queue(match, 0, "nonsense")
    services.premoves.play(services.match_service, live)
    assert live.match.sealed == {1: "bid 2g"}
    dropped = services.premoves.of(match, 0)
    assert dropped is not None
    assert dropped.reason


def test_proposals_are_carried_out_when_all_agree(services: Services) -> None:
    match = begun(services, "Ann", "Ben")
    live = say(services, match, 0, "first red")
    services.votes.vote(live, 0, "undo:0")
    services.votes.vote(live, 0, "undo:0")
    (proposal,) = services.votes.proposals(live)
    assert (proposal.name, proposal.agreed) == ("undo:0", (0,))
    assert proposal.age < 60_000
    services.votes.vote(live, 1, "undo:0")
    assert live.match.events[-1].kind == "revert"
    assert services.votes.proposals(live) == ()
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
            services.votes.vote(live, 0, name)
    services.votes.vote(live, 0, "replace:1:seedling")
    services.votes.returned(match, 1)
    assert services.votes.proposals(live) == ()
    services.votes.vote(live, 1, "replace:1:seedling")
    services.votes.vote(live, 0, "replace:1:seedling")
    assert live.match.seats[1] == "level:seedling"
    assert live.table is not None
    services.match_service.refresh(live)
    assert live.table.player(None) == -1
    assert live.table.seats[1].kind == "level"


@pytest.mark.parametrize("name", ["undo:0", "replace:0:seedling"])
def test_of_two_who_agree_at_once_both_have_what_they_want(
    doors: Opened, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    services, other = doors(), doors()
    match = begun(services, "Ann", "Ben")
    live = say(services, match, 0, "first red")
    services.votes.vote(live, 0, name)
    carry_out = services.match_service.act

    def act_after_the_other(*given: Any) -> Match:
        """Let the vote of the other worker see that all have agreed, and act on it first."""
        other.votes.vote(other.match_service.live_match(match), 0, name)
        return carry_out(*given)

    monkeypatch.setattr(services.match_service, "act", act_after_the_other)
    services.votes.vote(live, 1, name)
    assert len(services.match_service.live_match(match).match.events) == 2, "it is done once"


def test_an_undo_takes_back_no_choice_that_follows_the_agreement(
    services: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    live = say(services, begun(services, "Ann", "Ben"), 0, "first red")
    services.votes.vote(live, 0, "undo:0")
    read = services.votes.proposals

    def read_before_a_move(*of: Any) -> tuple[Proposal, ...]:
        """Read the proposals; once all have agreed, both bid before the undo is carried out."""
        found = read(*of)
        if any(proposal.agreed == (0, 1) for proposal in found):
            say(services, live.id, 0, "bid 2g")
            say(services, live.id, 1, "bid 2g")
        return found

    monkeypatch.setattr(services.votes, "proposals", read_before_a_move)
    with pytest.raises(Refused, match="no longer open"):
        services.votes.vote(live, 1, "undo:0")
    assert [event.kind for event in live.match.events] == ["move"] * 3


# Lessons.

ARBORETUM = spinney.game("arboretum")


def lesson(services: Services) -> LiveMatch:
    """A lesson that somebody has begun; its first step is to draw from the deck."""
    match, opening = lessons.begin_lesson(ARBORETUM, "Ann"), lessons.opening_length(ARBORETUM)
    rules = MatchSettings(lesson=True, opening=opening)
    table_id = services.tables.open_begun(guest(services, "Ann"), match, rules)
    return services.match_service.live_match(table_id)


def test_a_queued_move_that_is_not_the_lessons_step_is_dropped(services: Services) -> None:
    live = lesson(services)
    before = live.match.version
    services.premoves.change(services.match_service, live, 0, "draw 2")
    dropped = services.premoves.of(live.id, 0)
    assert dropped is not None
    assert "draw from the deck first" in dropped.reason
    assert live.match.version == before
    services.premoves.change(services.match_service, live, 0, "draw deck")
    assert live.match.version == before + 1


@pytest.mark.parametrize("name", ["undo:0", "replace:0:tree", "resume"])
def test_in_a_lesson_there_are_no_votes(services: Services, name: str) -> None:
    live = lesson(services)
    for _ in range(2):  # at its beginning, and after a choice
        before = live.match.version
        with pytest.raises(Refused, match="there are no votes in a lesson"):
            services.votes.vote(live, 0, name)
        assert live.match.version == before
        say(services, live.id, 0, "draw deck")


def test_a_vote_takes_back_nothing_that_a_match_began_with(services: Services) -> None:
    match, opening = lessons.begin_lesson(ARBORETUM, "Ann"), lessons.opening_length(ARBORETUM)
    assert opening
    rules = MatchSettings(opening=opening)
    table_id = services.tables.open_begun(guest(services, "Ann"), match, rules)
    live = services.match_service.live_match(table_id)
    with pytest.raises(Refused, match="no choice to undo"):
        services.votes.vote(live, 0, "undo:0")
    say(services, table_id, 0, "draw deck")
    services.votes.vote(live, 0, "undo:0")
    assert live.match.events[-1].kind == "revert"
    assert lessons.status(live.match).number == 1
