"""Umpires: the host, or a person on whom all players agree; they can dismiss one."""

from __future__ import annotations

import pytest
from tests.server.playing import guest, say

import spinney
from spinney.core.errors import Refused
from spinney.match import Clock, length
from spinney.match.settings import MatchSettings
from spinney.server.accounts.person import Person
from spinney.server.services import Services
from spinney.server.tables.table import Table

GAME = "build-your-arboretum"
NONE = Clock()


def opened(services: Services, *, free: bool = False, at: tuple[str, ...] = ("me", "open")) -> str:
    rules = MatchSettings(public=True, umpire=True, umpire_free=free)
    return services.tables.open(guest(services, "Ann"), spinney.game(GAME), NONE, rules, at)


def table(services: Services, table_id: str) -> Table:
    found = services.tables.table(table_id)
    assert found is not None
    return found


def who(services: Services, name: str) -> Person:
    person = services.accounts.of_session(f"session of {name}")
    assert person is not None
    return person


def playing(services: Services) -> str:
    """A match of Ann and Bob with an umpire on whom they have agreed."""
    table_id = opened(services)
    services.tables.sit(table_id, guest(services, "Bob"), 1)
    services.umpires.offer(table_id, guest(services, "Uma"))
    for name in ("Ann", "Bob"):
        services.umpires.vote(table_id, who(services, name), "umpire")
    assert (table(services, table_id).status, table(services, table_id).umpire_name) == (
        "playing",
        "Uma",
    )
    return table_id


def test_a_stranger_is_the_umpire_only_if_all_who_sit_there_agree(services: Services) -> None:
    table_id = opened(services)
    bob, eve = guest(services, "Bob"), guest(services, "Eve")
    services.tables.sit(table_id, bob, 1)
    assert not services.umpires.offer(table_id, eve)
    assert table(services, table_id).umpire == ""
    services.umpires.vote(table_id, who(services, "Ann"), "umpire")
    services.umpires.vote(table_id, who(services, "Ann"), "umpire")
    assert table(services, table_id).umpire == "", "one of two is not all"
    with pytest.raises(Refused, match="only players at this table"):
        services.umpires.vote(table_id, eve, "umpire")
    services.umpires.vote(table_id, bob, "umpire")
    assert table(services, table_id).umpire == eve.id
    assert table(services, table_id).ballot is None
    assert table(services, table_id).status == "playing"


def test_an_offer_waits_until_somebody_sits_there(services: Services) -> None:
    table_id = opened(services, at=("open", "open"))
    services.umpires.offer(table_id, guest(services, "Eve"))
    assert table(services, table_id).umpire == ""


def test_a_no_ends_an_offer_and_there_is_one_at_a_time(services: Services) -> None:
    table_id = opened(services)
    ann = who(services, "Ann")
    services.umpires.offer(table_id, guest(services, "Eve"))
    with pytest.raises(Refused, match="Eve has already offered"):
        services.umpires.offer(table_id, guest(services, "Uma"))
    services.umpires.vote(table_id, ann, "umpire", yes=False)
    assert table(services, table_id).ballot is None
    with pytest.raises(Refused, match="that vote is over"):
        services.umpires.vote(table_id, ann, "umpire")
    services.umpires.offer(table_id, who(services, "Uma"))
    ballot = table(services, table_id).ballot
    assert ballot is not None
    assert (ballot.called, ballot.agreed) == ("Uma", ())


def test_who_leaves_their_seat_takes_their_vote_along(services: Services) -> None:
    table_id = opened(services)
    bob, cat = guest(services, "Bob"), guest(services, "Cat")
    services.tables.sit(table_id, bob, 1)
    services.umpires.offer(table_id, guest(services, "Eve"))
    services.umpires.vote(table_id, bob, "umpire")
    services.tables.stand(table_id, bob)
    services.tables.sit(table_id, cat, 1)
    services.umpires.vote(table_id, who(services, "Ann"), "umpire")
    assert table(services, table_id).umpire == "", "Cat has not agreed"
    services.umpires.vote(table_id, cat, "umpire")
    assert table(services, table_id).umpire_name == "Eve"


def test_the_host_may_be_it_or_let_whoever_comes_first(services: Services) -> None:
    table_id = opened(services, at=("open", "open"))
    assert services.umpires.offer(table_id, who(services, "Ann"))
    assert table(services, table_id).umpire_name == "Ann"
    rules = MatchSettings(umpire=True, umpire_free=True)
    host = who(services, "Ann")
    free = services.tables.open(host, spinney.game(GAME), NONE, rules, ["me", "open"])
    assert services.umpires.offer(free, guest(services, "Eve"))
    assert table(services, free).umpire_name == "Eve"


def test_players_dismiss_an_umpire_by_all_agreeing(services: Services) -> None:
    table_id = playing(services)
    ann, bob, uma = (who(services, name) for name in ("Ann", "Bob", "Uma"))
    with pytest.raises(Refused, match="only players at this table"):
        services.umpires.vote(table_id, uma, "dismiss", yes=False)
    services.umpires.vote(table_id, ann, "dismiss")
    ballot = table(services, table_id).ballot
    assert ballot is not None
    assert (ballot.name, ballot.called, ballot.agreed) == ("dismiss", "Uma", (0,))
    assert table(services, table_id).umpire == uma.id
    services.umpires.vote(table_id, bob, "dismiss")
    assert table(services, table_id).umpire == ""
    say(services, table_id, 0, "first red")  # the match goes on without one


@pytest.mark.parametrize("free", [False, True])
def test_who_was_dismissed_comes_back_only_if_the_players_agree(
    services: Services, free: bool
) -> None:
    table_id = opened(services, free=free)
    services.tables.sit(table_id, guest(services, "Bob"), 1)
    uma = guest(services, "Uma")
    services.umpires.offer(table_id, uma)
    if not free:
        for name in ("Ann", "Bob"):
            services.umpires.vote(table_id, who(services, name), "umpire")
    for name in ("Ann", "Bob"):
        services.umpires.vote(table_id, who(services, name), "dismiss")
    assert table(services, table_id).umpire == ""
    assert not services.umpires.offer(table_id, uma)
    assert table(services, table_id).umpire == ""


def test_clocks_that_a_dismissed_umpire_stopped_run_again_if_all_agree(services: Services) -> None:
    table_id = playing(services)
    live = services.match_service.live_match(table_id)
    services.match_service.act(live, lambda match, at: match.pause(at))
    for name in ("Ann", "Bob"):
        services.umpires.vote(table_id, who(services, name), "dismiss")
    live = services.match_service.live_match(table_id)
    for player in (0, 1):
        services.votes.vote(live, player, "resume")
    assert not live.match.paused


def test_nobody_takes_a_players_name_by_offering(services: Services) -> None:
    table_id = opened(services)
    services.umpires.offer(table_id, guest(services, "Eve"))
    bob = guest(services, "Bob")
    services.tables.sit(table_id, bob, 1)
    with pytest.raises(Refused, match="leave your seat"):
        services.umpires.offer(table_id, bob)


def test_no_umpire_is_wanted_everywhere(services: Services) -> None:
    rules = MatchSettings(public=True)
    table_id = services.tables.open(
        guest(services, "Ann"), spinney.game(GAME), NONE, rules, ["me", "open"]
    )
    with pytest.raises(Refused, match="no umpire"):
        services.umpires.offer(table_id, guest(services, "Eve"))
    with pytest.raises(Refused, match="that vote is over"):
        services.umpires.vote(table_id, who(services, "Ann"), "dismiss")


def test_pauses_without_end_are_refused(
    services: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(length, "LONG", 20)
    matches, table_id = services.match_service, playing(services)
    live = matches.live_match(table_id)
    for _ in range(length.LONG // 2):
        matches.act(live, lambda match, at: match.pause(at))
        matches.act(live, lambda match, at: match.resume(at))
    with pytest.raises(Refused, match="can only play it to its end"):
        matches.act(live, lambda match, at: match.pause(at))
    assert live.match.version == length.LONG
    assert not live.match.paused
    assert say(services, table_id, 0, "first red").match.version > length.LONG
