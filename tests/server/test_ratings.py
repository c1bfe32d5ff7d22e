"""Rated tables: who may sit there, and what their ends do to ratings, exactly once."""

from __future__ import annotations

import os
import shutil
import signal
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import pytest
from sqlalchemy import Connection, select
from tests.server.conftest import Opened
from tests.server.damage import truncate_last_event
from tests.server.playing import GAME, guest
from tests.server.rated import CLOCK, RATED, bot, end, kept, move_all, opened, put_rating

import spinney
from spinney import Refused
from spinney.match import Clock, Match
from spinney.match.settings import MatchSettings
from spinney.server.accounts import personal_data
from spinney.server.accounts.identity import Caller
from spinney.server.accounts.names import GONE
from spinney.server.accounts.person import Person
from spinney.server.admin.operations import Admin
from spinney.server.db.database import Database
from spinney.server.db.schema import rating_changes, ratings, seats
from spinney.server.jobs import queue
from spinney.server.play.live_match import LiveMatch
from spinney.server.ratings import system
from spinney.server.ratings.feature import view
from spinney.server.ratings.glicko2 import Rating
from spinney.server.services import Services
from spinney.server.tables.feature import viewer_of


def points(services: Services, *people: Person) -> list[int]:
    found = services.ratings.of([one.id for one in people], GAME, 2)
    return [found[one.id].rating for one in people]


def test_a_rated_match_changes_the_ratings_of_both_once(doors: Opened) -> None:
    services, other = doors(), doors()
    ann, bob = kept(services, "Ann"), kept(services, "Bob")
    match = opened(services, ann, bob)
    assert points(services, ann, bob) == [1500, 1500]
    end(services, match)
    won = system.rate([Rating(), Rating()], [2, 1], [0, 0])
    assert points(other, ann, bob) == [round(one.rating) for one in won] == [1338, 1662]
    changes = other.ratings.of_match(match)
    assert [(one.place, one.outcome, one.gain) for one in changes] == [(2, -1, -162), (1, 1, 162)]
    assert [one.match for one in other.ratings.history(ann.id)] == [match]
    standing = other.ratings.of([bob.id], GAME, 2)[bob.id]
    assert (standing.wins, standing.losses, standing.text) == (1, 0, "1662?")
    # What notes the end a second time, as after a commit that nobody heard of, changes nothing.
    live = other.match_service.live_match(match)
    with other.store.database.writing() as connection:
        other.ratings.note_end(connection, live, live.match)
    assert points(services, ann, bob) == [1338, 1662]
    assert len(other.ratings.of_match(match)) == 2


def test_two_matches_that_end_at_once_both_count(doors: Opened) -> None:
    services, other = doors(), doors()
    ann, bob = kept(services, "Ann"), kept(services, "Bob")
    matches = [opened(services, *pair) for pair in ((ann, bob), (bob, ann))]
    for match in matches:
        move_all(services, match)
    with ThreadPoolExecutor(2) as pool:
        list(pool.map(lambda one: end_by(*one), zip((services, other), matches, strict=True)))
    standing = services.ratings.of([ann.id, bob.id], GAME, 2)
    assert [standing[one.id].matches for one in (ann, bob)] == [2, 2]
    before = [change.before for match in matches for change in services.ratings.of_match(match)]
    assert sorted(map(round, before))[1:3] == [1500, 1500], "one followed the other"
    assert len({round(one) for one in before}) == 3


def end_by(services: Services, match: str) -> None:
    live = services.match_service.live_match(match)
    services.match_service.act(live, lambda now, at: now.resign(0, at))


def test_of_a_worker_that_is_killed_either_all_is_there_or_nothing(
    empty: Path, tmp_path: Path
) -> None:
    """The last event, the ratings and what was changed: one transaction, cut off at its end."""
    url = f"sqlite:///{shutil.copy(empty, tmp_path / 'server.sqlite')}"
    services = Services.open(Database(url))
    ann, bob = kept(services, "Ann"), kept(services, "Bob")
    match = opened(services, ann, bob)
    version = move_all(services, match).match.version
    services.close()
    child = os.fork()
    if not child:  # it can only be killed
        dying = Services.open(Database(url))
        dying.match_service.on_end.append(_die)
        end_by(dying, match)
        os._exit(0)
    assert os.WTERMSIG(os.waitpid(child, 0)[1]) == signal.SIGKILL
    after = Services.open(Database(url))
    assert after.match_service.live_match(match).match.version == version
    assert after.ratings.of_match(match) == []
    assert points(after, ann, bob) == [1500, 1500]
    end_by(after, match)
    assert points(after, ann, bob) == [1338, 1662]
    after.close()


def _die(connection: Connection, live: LiveMatch, match: Match) -> None:
    assert match.over
    rated = select(rating_changes.c.after).where(rating_changes.c.match == live.id)
    assert len(connection.execute(rated).all()) == 2
    os.kill(os.getpid(), signal.SIGKILL)


def test_what_ends_before_everybody_has_moved_counts_nothing(sqlite_services: Services) -> None:
    ann, bob = kept(sqlite_services, "Ann"), kept(sqlite_services, "Bob")
    match = opened(sqlite_services, ann, bob)
    live = sqlite_services.match_service.live_match(match)
    player = live.match.to_act[0]
    move = live.match.view(player).legal.sample(1)
    sqlite_services.match_service.act(live, lambda now, at: now.play(player, move, at))
    end_by(sqlite_services, match)
    assert sqlite_services.ratings.of_match(match) == []
    assert points(sqlite_services, ann, bob) == [1500, 1500]


def test_who_runs_out_of_time_loses_and_the_match_ends(sqlite_services: Services) -> None:
    ann, bob = kept(sqlite_services, "Ann"), kept(sqlite_services, "Bob")
    match = opened(sqlite_services, ann, bob)
    live = move_all(sqlite_services, match)
    late = live.match.to_act[0]
    due = live.match.due()
    assert due is not None
    after = sqlite_services.match_service.act(live, lambda now, _: now.tick(due))
    assert after.over
    assert (after.position.resigned, after.position.timed_out) == (late, True)
    assert "ran out of time" in [line.text for line in after.log(-1)][-2]
    assert Match.replay(after.header, sqlite_services.store.events(match)) == after
    outcome = [change.outcome for change in sqlite_services.ratings.of_match(match)]
    assert outcome == [-1 if player == late else 1 for player in (0, 1)]
    with sqlite_services.store.database.reading() as connection:
        assert queue.read_details(connection, match).jobs == {}


def test_elsewhere_who_is_late_only_forfeits(sqlite_services: Services) -> None:
    ann, bob = guest(sqlite_services, "Ann"), guest(sqlite_services, "Bob")
    game = spinney.game(GAME)
    match = sqlite_services.tables.open(ann, game, CLOCK, MatchSettings(), ["me", "open"])
    sqlite_services.tables.sit(match, bob, 1)
    live = sqlite_services.match_service.live_match(match)
    due = live.match.due()
    assert due is not None
    assert not sqlite_services.match_service.act(live, lambda now, _: now.tick(due)).over


def test_three_are_rated_by_their_places(sqlite_services: Services) -> None:
    people = [kept(sqlite_services, name) for name in ("Ann", "Bob", "Cyd")]
    match = opened(sqlite_services, *people, game="arboretum")
    end(sqlite_services, match, loser=1)
    assert [change.place for change in sqlite_services.ratings.of_match(match)] == [1, 3, 1]
    found = sqlite_services.ratings.of([one.id for one in people], "arboretum", 3)
    first, last, equal = (found[one.id] for one in people)
    assert first.rating == equal.rating > 1500 > last.rating
    assert first.draws == last.losses == 1
    assert points(sqlite_services, *people) == [1500] * 3, "another game has other ratings"


def test_levels_and_bots_have_ratings(sqlite_services: Services) -> None:
    ann, bob = kept(sqlite_services, "Ann"), kept(sqlite_services, "Bob")
    rex = bot(sqlite_services, ann, "Rex")
    assert rex.name == "Rex (bot)"
    end(sqlite_services, opened(sqlite_services, bob, rex), loser=1)
    assert points(sqlite_services, rex) == [1338]
    game, at = spinney.game(GAME), ["me", "level:seedling"]
    match = sqlite_services.tables.open(ann, game, CLOCK, RATED, at)
    live = sqlite_services.match_service.live_match(match)
    for number in range(6):
        player = live.match.to_act[0]
        move = live.match.view(player).legal.sample(number)

        def play(now: Match, at: int, player: int = player, move: str = move) -> Match:
            return now.play(player, move, at)

        sqlite_services.match_service.act(live, play)
    end_by(sqlite_services, match)
    level = sqlite_services.ratings.of(["level:seedling"], GAME, 2)["level:seedling"]
    assert (level.wins, level.rating) == (1, 1662)


@pytest.mark.parametrize(
    ("changed", "reason"),
    [
        ({"clock": Clock()}, "needs a clock"),
        ({"seed": 7}, "typed seed"),
        ({"at": ["me", "level:tree", "level:tree"]}, "one seat only"),
        ({"at": ["level:tree", "level:sapling", "level:ancient"]}, "somebody must play"),
        ({"options": {"edition": "published"}}, "usual rules"),
    ],
)
def test_what_can_be_no_rated_table_is_refused(
    sqlite_services: Services, changed: dict[str, object], reason: str
) -> None:
    ann = kept(sqlite_services, "Ann")
    given: dict[str, object] = {"clock": CLOCK, "seed": None, "options": {}}
    given |= {"at": ["me", "level:tree", "open"], **changed}
    options: dict[str, str] = given["options"]  # type: ignore[assignment]
    game = spinney.game("arboretum").written({"players": "3", **options})
    with pytest.raises(Refused, match=reason):
        sqlite_services.tables.open(ann, game, given["clock"], RATED, given["at"], given["seed"])  # type: ignore[arg-type]


@pytest.mark.parametrize("more", [{"hints": True}, {"undo": "rule"}, {"fix": 5}, {"umpire": True}])
def test_a_rated_game_has_no_help(more: dict[str, object]) -> None:
    with pytest.raises(Refused, match="no hints, no undo and no umpire"):
        replace(RATED, **more)  # type: ignore[arg-type]  # by name


def test_nobody_plays_a_rated_game_against_themselves(services: Services) -> None:
    ann, bob, eve = kept(services, "Ann"), kept(services, "Bob"), guest(services, "Eve")
    rex, max_ = bot(services, ann, "Rex"), bot(services, ann, "Max")
    table = services.tables.open(ann, spinney.game(GAME), CLOCK, RATED, ["me", "open"])
    for person, reason in ((rex, "their own bot"), (ann, "sit here already"), (eve, "password")):
        with pytest.raises(Refused, match=reason):
            services.tables.sit(table, person, 1)
    with pytest.raises(Refused, match="must play as a bot"):
        services.tables.sit(table, bob, 1, by_program=True)
    bots = services.tables.open(bob, spinney.game(GAME), CLOCK, RATED, ["open", "open"])
    services.tables.sit(bots, rex, 0, by_program=True)
    for person in (max_, ann):
        with pytest.raises(Refused, match="their own bot"):
            services.tables.sit(bots, person, 1, by_program=person.owner != "")
    with pytest.raises(Refused, match="password"):
        services.tables.open(eve, spinney.game(GAME), CLOCK, RATED, ["me", "open"])
    with pytest.raises(Refused, match="one seat only"):
        services.tables.begin_with_levels(
            services.tables.open(bob, spinney.game(GAME), CLOCK, RATED, ["open", "open"]),
            bob,
            "tree",
        )
    with pytest.raises(Refused, match="somebody must play"):
        services.tables.begin_with_levels(
            services.tables.open(bob, spinney.game(GAME), CLOCK, RATED, ["level:sapling", "open"]),
            bob,
            "tree",
        )


def test_in_a_rated_game_nobody_takes_over_or_back(sqlite_services: Services) -> None:
    match = opened(sqlite_services, kept(sqlite_services, "Ann"), kept(sqlite_services, "Bob"))
    live = move_all(sqlite_services, match)
    for proposal in ("replace:0:tree", "undo:0"):
        with pytest.raises(Refused, match=r"over a seat|undo moves"):
            sqlite_services.votes.vote(live, 0, proposal)


def test_a_rematch_is_rated_too(sqlite_services: Services) -> None:
    ann, bob = kept(sqlite_services, "Ann"), kept(sqlite_services, "Bob")
    match = opened(sqlite_services, ann, bob)
    end(sqlite_services, match)
    fresh = sqlite_services.tables.table(sqlite_services.rematches.ask(match, bob))
    assert fresh is not None
    assert fresh.rules == RATED


def test_seats_taken_from_one_address_are_noted(sqlite_services: Services) -> None:
    ann, bob, cyd = (kept(sqlite_services, name) for name in ("Ann", "Bob", "Cyd"))
    game = spinney.game(GAME)
    for other, address in ((bob, "192.0.2.1"), (cyd, "192.0.2.2")):
        table = sqlite_services.tables.open(
            ann, game, CLOCK, RATED, ["me", "open"], address="192.0.2.1"
        )
        sqlite_services.tables.sit(table, other, 1, address=address)
        with sqlite_services.store.database.reading() as connection:
            query = select(seats.c.origin).where(seats.c.match == table)
            marks = connection.execute(query).scalars().all()
        assert len(set(marks)) == (1 if other is bob else 2)
        assert all(mark and "192.0.2" not in mark for mark in marks)
        noted = [one.id for one in Admin(sqlite_services.store.database).same_address()]
        assert (table in noted, len(noted)) == (other is bob, 1)


def test_an_account_that_is_deleted_leaves_others_their_ratings(services: Services) -> None:
    ann, bob = kept(services, "Ann"), kept(services, "Bob")
    rex = bot(services, ann, "Rex")
    match = opened(services, ann, bob)
    end(services, match)
    end(services, opened(services, bob, rex))
    going = opened(services, ann, bob)
    move_all(services, going)
    exported = personal_data.export(services.store.database, ann.id)
    assert [one["rating"] for one in exported["ratings"]] == [pytest.approx(1338, abs=1)]
    assert [one["match"] for one in exported["rated"]] == [match]
    assert [one["name"] for one in exported["bots"]] == ["Rex (bot)"]
    Admin(services.store.database).delete("Ann")
    assert services.match_service.live_match(going).match.over
    with services.store.database.reading() as connection:
        holders = connection.execute(select(ratings.c.holder)).scalars().all()
        query = select(rating_changes.c.holder).where(rating_changes.c.match == match)
        changed = connection.execute(query.order_by(rating_changes.c.number)).scalars().all()
    assert holders == [bob.id]
    assert changed == ["", bob.id]
    assert len(services.ratings.history(bob.id)) == 3
    assert services.accounts.bots(ann.id) == []


def test_a_match_with_a_deleted_account_is_not_rated(services: Services) -> None:
    ann, bob = kept(services, "Ann"), kept(services, "Bob")
    match = opened(services, ann, bob)
    services.accounts.erase(ann.id)
    end(services, match)
    assert services.ratings.of_match(match) == []
    assert points(services, bob) == [1500]


def test_a_finished_match_shows_the_ratings_as_it_began(sqlite_services: Services) -> None:
    services = sqlite_services
    ann, bob = kept(services, "Ann"), kept(services, "Bob")
    match = opened(services, ann, bob)
    live = services.match_service.live_match(match)
    viewer = viewer_of(services, Caller("", ann, ""), live)
    assert view(viewer).texts == ("1500?", "1500?")
    end(services, match)
    for again in range(2):
        viewer = viewer_of(services, Caller("", ann, ""), live)
        assert view(viewer).texts == ("1500?", "1500?"), again
        assert [one.after for one in view(viewer).gains] == [1338, 1662]
        live.clear_cache()


def test_a_damaged_rated_match_keeps_nobody_from_being_forgotten(doors: Opened) -> None:
    services = doors()
    ann, bob = kept(services, "Ann"), kept(services, "Bob")
    match = opened(services, ann, bob)
    move_all(services, match)
    truncate_last_event(services.store.database, match)
    again = doors()
    personal_data.delete(again.match_service, again.accounts, ann.id)
    names = [again.accounts.person(one.id).name for one in (ann, bob)]  # type: ignore[union-attr]
    assert names == [GONE, "Bob"]


def test_leaderboards_list_who_is_sure_and_wishes_it(services: Services) -> None:
    people = [kept(services, name) for name in ("Ann", "Bob", "Cyd", "Dan", "Eve")]
    ann, _bob, cyd, dan, _eve = people
    rex = bot(services, ann, "Rex")
    holders = [*(one.id for one in people), rex.id, "level:tree"]
    with services.store.database.writing() as connection:
        for number, holder in enumerate(holders):
            deviation = 300.0 if number == 4 else 60.0
            known = Rating(1500.0 + 10 * number, deviation)
            put_rating(connection, services.ratings, holder, known)
    services.accounts.ban(dan.id)
    services.accounts.list_ratings(cyd.id, False)
    board = services.ratings.leaderboard(GAME, 2)
    names = ["level:tree", "Rex (bot)", "Bob", "Ann"]
    assert [(one.rank, one.name) for one in board] == list(enumerate(names, 1))
    assert [one.bot for one in board] == [False, True, False, False]
    second = services.ratings.leaderboard(GAME, 2, skip=1, most=2)
    assert [(one.rank, one.name) for one in second] == [(2, "Rex (bot)"), (3, "Bob")]
    assert services.ratings.pools() == [(GAME, 2, 4)]
    assert services.ratings.leaderboard(GAME, 3) == []
