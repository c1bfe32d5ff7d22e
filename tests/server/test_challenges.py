"""Challenges: seats that are reserved for people by name, and their answers."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from sqlalchemy import update
from tests.server.playing import GAME, guest
from tests.server.rated import CLOCK, RATED, bot, kept

import spinney
from spinney import Refused
from spinney.match import Clock
from spinney.match.settings import MatchSettings
from spinney.server.accounts import personal_data
from spinney.server.accounts.identity import Caller
from spinney.server.accounts.person import Person
from spinney.server.db.database import now
from spinney.server.db.schema import votes
from spinney.server.services import Services
from spinney.server.tables.challenges import read_challenges
from spinney.server.tables.quotas import MOST_UNANSWERED
from spinney.server.tables.table import Table
from spinney.server.tables.table_list import TableEntry, table_entries

HOUR = 3_600_000
"""In milliseconds."""


def challenge(
    services: Services,
    host: Person,
    seats: Sequence[str],
    game: spinney.Game | None = None,
    rules: MatchSettings | None = None,
) -> str:
    """Open a private table whose seats may name people; return its id."""
    rules = rules or MatchSettings()
    at, reserved = read_challenges(services, host, seats, rated=rules.rated)
    clock = CLOCK if rules.rated else Clock()
    game = game or spinney.game(GAME)
    return services.tables.open(host, game, clock, rules, at, reserved=reserved)


def found(services: Services, table_id: str) -> Table:
    """Return a table as the database has it now."""
    table = services.tables.table(table_id)
    assert table is not None
    return table


def row(services: Services, who: Person, over: bool = False) -> TableEntry:
    """Return the only table of somebody's as their home page lists it."""
    (table,) = services.tables.of(who.id, over=over)
    return listed(services, table, who)


def listed(services: Services, table: Table, who: Person) -> TableEntry:
    """Return a table as somebody's home page lists it."""
    (one,) = table_entries(services, [table], Caller("", who, ""))
    return one


def test_who_is_challenged_finds_the_table_and_sits_down(services: Services) -> None:
    ann, bob, cat = (kept(services, name) for name in ("Ann", "Bob", "Cat"))
    table_id = challenge(services, ann, ["me", "invited:bob"])
    table = found(services, table_id)
    assert (table.expects(bob.id), table.asked_beside(ann.id)) == (1, ["Bob"])
    assert services.tables.may_see(table, bob)
    assert not services.tables.may_see(table, cat)
    theirs, own = row(services, bob), row(services, ann)
    assert (theirs.headline, theirs.mine, theirs.reserved) == ("Ann challenges you", True, 1)
    assert (own.headline, own.mine, own.reserved) == ("Waiting for Bob", False, -1)
    assert services.tables.of(cat.id, over=False) == []
    with pytest.raises(Refused, match="taken"):
        services.tables.sit(table_id, cat, 1)
    services.tables.sit(table_id, bob, 1)
    assert services.match_service.live_match(table_id).match.header.seats == ("Ann", "Bob")


def test_who_declines_closes_the_table_and_the_host_is_told(services: Services) -> None:
    ann, bob = kept(services, "Ann"), kept(services, "Bob")
    table_id = challenge(services, ann, ["me", "invited:Bob"])
    for other in (ann, kept(services, "Cat")):
        with pytest.raises(Refused, match="reserved for you"):
            services.tables.decline(table_id, other)
    services.tables.decline(table_id, bob)
    table = found(services, table_id)
    assert (table.status, table.declined_by) == ("aborted", "Bob")
    assert services.tables.declined(ann.id) == [table]
    assert services.tables.declined(bob.id) == []
    told = listed(services, table, ann)
    assert (told.headline, told.address) == ("Bob has declined", f"/table/{table_id}")
    for who in (ann, bob):
        assert [services.tables.of(who.id, over=over) for over in (False, True)] == [[], []]
    with pytest.raises(Refused, match="closed"):
        services.tables.decline(table_id, bob)


def test_that_somebody_declined_is_told_for_some_time(services: Services) -> None:
    ann, bob = kept(services, "Ann"), kept(services, "Bob")
    earlier, later = (challenge(services, ann, ["me", "invited:Bob"]) for _ in range(2))
    for table_id in (earlier, later):
        services.tables.decline(table_id, bob)
    long_ago = update(votes).where(votes.c.match == earlier).values(created=now() - HOUR)
    with services.store.database.writing() as connection:
        connection.execute(long_ago)
    assert [table.id for table in services.tables.declined(ann.id, within=HOUR // 2)] == [later]
    assert {table.id for table in services.tables.declined(ann.id)} == {earlier, later}


def test_challenges_are_those_that_wait_for_an_answer(services: Services) -> None:
    ann, bob, cat = (kept(services, name) for name in ("Ann", "Bob", "Cat"))
    accepted, declined, closed, waiting = (
        challenge(services, host, ["me", "invited:Bob"]) for host in (ann, ann, ann, cat)
    )
    assert set(services.tables.challenges(bob.id)) == {accepted, declined, closed, waiting}
    services.tables.sit(accepted, bob, 1)
    services.tables.decline(declined, bob)
    services.tables.abort(closed, ann)
    assert services.tables.challenges(bob.id) == [waiting]
    assert services.tables.challenges(ann.id) == []


def test_a_table_that_its_host_closes_was_not_declined(services: Services) -> None:
    ann, bob = kept(services, "Ann"), kept(services, "Bob")
    table_id = challenge(services, ann, ["me", "invited:Bob"])
    services.tables.abort(table_id, ann)
    assert found(services, table_id).declined_by == ""
    assert [services.tables.of(who.id, over=True) for who in (ann, bob)] == [[], []]
    assert services.tables.declined(ann.id) == []


def test_nobody_declines_a_match_that_has_begun(services: Services) -> None:
    ann, bob = kept(services, "Ann"), kept(services, "Bob")
    table_id = challenge(services, ann, ["me", "invited:Bob"])
    services.tables.sit(table_id, bob, 1)
    with pytest.raises(Refused, match="resign instead"):
        services.tables.decline(table_id, bob)


def test_only_who_keeps_a_name_challenges_and_only_those_with_a_page(services: Services) -> None:
    ann, bob = kept(services, "Ann"), kept(services, "Bob")
    guest(services, "Gus")
    hidden = kept(services, "Hal")
    services.accounts.list_ratings(hidden.id, listed=False)
    shut_out = kept(services, "Ian")
    services.accounts.ban(shut_out.id)
    refusals = set()
    for name in ("Gus", "Hal", "Ian", "Nobody", "", "level:tree"):
        with pytest.raises(Refused) as refusal:
            challenge(services, ann, ["me", f"invited:{name}"])
        refusals.add(str(refusal.value))
    assert refusals == {"there is no such player, or they don’t show their ratings"}
    with pytest.raises(Refused, match="challenge yourself"):
        challenge(services, ann, ["open", "invited:Ann"])
    for who in (guest(services, "Zoe"), None):
        with pytest.raises(Refused, match="set a password"):
            read_challenges(services, who, ["me", "invited:Bob"], rated=False)
    three = spinney.game("arboretum", players=3)
    with pytest.raises(Refused, match="one seat only"):
        challenge(services, ann, ["me", "invited:Bob", "invited:bob"], three)
    assert services.tables.of(ann.id, over=False) == services.tables.of(bob.id, over=False) == []


def test_challenges_count_against_the_quota_of_tables_that_wait(services: Services) -> None:
    services.limits.quotas["waiting-per-person"] = 2
    ann = kept(services, "Ann")
    kept(services, "Bob")
    for _ in range(2):
        challenge(services, ann, ["me", "invited:Bob"])
    with pytest.raises(Refused, match="wait for players"):
        challenge(services, ann, ["me", "invited:Bob"])


def test_a_bot_is_challenged_for_a_rating_but_not_by_its_owner(services: Services) -> None:
    ann, bob = kept(services, "Ann"), kept(services, "Bob")
    rex = bot(services, bob, "Rex")
    with pytest.raises(Refused, match="their own bot"):
        challenge(services, bob, ["me", f"invited:{rex.name}"], rules=RATED)
    challenge(services, bob, ["me", f"invited:{rex.name}"])
    table_id = challenge(services, ann, ["me", f"invited:{rex.name}"], rules=RATED)
    services.tables.sit(table_id, rex, 1, by_program=True)
    assert found(services, table_id).status == "playing"


def test_a_challenge_waits_for_nobody_who_has_deleted_their_account(services: Services) -> None:
    ann, bob = kept(services, "Ann"), kept(services, "Bob")
    waiting, declined = (challenge(services, ann, ["me", "invited:Bob"]) for _ in range(2))
    services.tables.decline(declined, bob)
    personal_data.delete(services.match_service, services.accounts, bob.id)
    seat = found(services, waiting).seats[1]
    assert (seat.kind, seat.person, seat.name) == ("invited", "", "")
    assert found(services, declined).declined_by == ""


def test_others_are_awaited_beside_who_is_challenged(services: Services) -> None:
    ann = kept(services, "Ann")
    kept(services, "Bob")
    three = spinney.game("arboretum", players=3)
    table_id = challenge(services, ann, ["me", "invited:Bob", "open"], three)
    own = row(services, ann)
    assert (own.headline, own.people[1][0]) == ("Waiting for 2 players", "Bob")
    stranger = Caller("", kept(services, "Cat"), "")
    for caller in (stranger, Caller("", None, "")):
        (listed,) = table_entries(services, [found(services, table_id)], caller)
        assert listed.people[1][0] == "a friend’s seat"


def test_who_opened_a_table_without_a_seat_there_challenges_too(services: Services) -> None:
    ann, bob = kept(services, "Ann"), kept(services, "Bob")
    challenge(services, ann, ["open", "invited:Bob"])
    assert row(services, bob).headline == "Your answer is awaited"


def test_nobody_has_many_challenges_of_the_same_host_to_answer(services: Services) -> None:
    ann, bob, cat = (kept(services, name) for name in ("Ann", "Bob", "Cat"))
    tables = [challenge(services, ann, ["me", "invited:Bob"]) for _ in range(MOST_UNANSWERED)]
    challenge(services, ann, ["me", "invited:Cat"])
    challenge(services, cat, ["me", "invited:Bob"])
    with pytest.raises(Refused, match="wait for the answer"):
        challenge(services, ann, ["me", "invited:Bob"])
    services.tables.decline(tables[0], bob)
    challenge(services, ann, ["me", "invited:Bob"])
