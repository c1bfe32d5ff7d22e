"""Who is the umpire: the host, or whom all who play agree on; and they can dismiss one."""

from __future__ import annotations

import pytest
from tests.house.playing import guest, say

import spinney
from spinney.core.errors import Refused
from spinney.match import Clock
from spinney.match.settings import MatchSettings
from spinney.server.accounts.store import Person
from spinney.server.services import Services
from spinney.server.tables.table import Table

GAME = "build-your-arboretum"
NONE = Clock()


def opened(house: Services, *, free: bool = False, at: tuple[str, ...] = ("me", "open")) -> str:
    rules = MatchSettings(public=True, umpire=True, umpire_free=free)
    return house.tables.open(guest(house, "Ann"), spinney.game(GAME), NONE, rules, at)


def company(house: Services, table: str) -> Table:
    found = house.tables.company(table)
    assert found is not None
    return found


def who(house: Services, name: str) -> Person:
    person = house.people.of_session(f"session of {name}")
    assert person is not None
    return person


def playing(house: Services) -> str:
    """A match of Ann and Bob with an umpire on whom they have agreed."""
    table = opened(house)
    house.tables.sit(table, guest(house, "Bob"), 1)
    house.umpires.offer(table, guest(house, "Uma"))
    for name in ("Ann", "Bob"):
        house.umpires.vote(table, who(house, name), "umpire")
    assert (company(house, table).status, company(house, table).umpire_name) == ("playing", "Uma")
    return table


def test_a_stranger_is_the_umpire_only_if_all_who_sit_there_agree(house: Services) -> None:
    table = opened(house)
    bob, eve = guest(house, "Bob"), guest(house, "Eve")
    house.tables.sit(table, bob, 1)
    with pytest.raises(Refused, match="must agree"):
        house.tables.sit_umpire(table, eve)
    assert not house.umpires.offer(table, eve)
    assert company(house, table).umpire == ""
    house.umpires.vote(table, who(house, "Ann"), "umpire")
    house.umpires.vote(table, who(house, "Ann"), "umpire")
    assert company(house, table).umpire == "", "one of two is not all"
    with pytest.raises(Refused, match="who plays here"):
        house.umpires.vote(table, eve, "umpire")
    house.umpires.vote(table, bob, "umpire")
    assert company(house, table).umpire == eve.id
    assert company(house, table).ballot is None
    assert company(house, table).status == "playing"


def test_an_offer_waits_until_somebody_sits_there(house: Services) -> None:
    table = opened(house, at=("open", "open"))
    house.umpires.offer(table, guest(house, "Eve"))
    assert company(house, table).umpire == ""


def test_a_no_ends_an_offer_and_there_is_one_at_a_time(house: Services) -> None:
    table = opened(house)
    ann = who(house, "Ann")
    house.umpires.offer(table, guest(house, "Eve"))
    with pytest.raises(Refused, match="Eve has offered already"):
        house.umpires.offer(table, guest(house, "Uma"))
    house.umpires.vote(table, ann, "umpire", yes=False)
    assert company(house, table).ballot is None
    with pytest.raises(Refused, match="nothing like that"):
        house.umpires.vote(table, ann, "umpire")
    house.umpires.offer(table, who(house, "Uma"))
    ballot = company(house, table).ballot
    assert ballot is not None
    assert (ballot.called, ballot.agreed) == ("Uma", ())


def test_who_leaves_their_seat_takes_their_vote_along(house: Services) -> None:
    table = opened(house)
    bob, cat = guest(house, "Bob"), guest(house, "Cat")
    house.tables.sit(table, bob, 1)
    house.umpires.offer(table, guest(house, "Eve"))
    house.umpires.vote(table, bob, "umpire")
    house.tables.stand(table, bob)
    house.tables.sit(table, cat, 1)
    house.umpires.vote(table, who(house, "Ann"), "umpire")
    assert company(house, table).umpire == "", "Cat has not agreed"
    house.umpires.vote(table, cat, "umpire")
    assert company(house, table).umpire_name == "Eve"


def test_the_host_may_be_it_or_let_whoever_comes_first(house: Services) -> None:
    table = opened(house, at=("open", "open"))
    assert house.umpires.offer(table, who(house, "Ann"))
    assert company(house, table).umpire_name == "Ann"
    rules = MatchSettings(umpire=True, umpire_free=True)
    host = who(house, "Ann")
    free = house.tables.open(host, spinney.game(GAME), NONE, rules, ["me", "open"])
    assert house.umpires.offer(free, guest(house, "Eve"))
    assert company(house, free).umpire_name == "Eve"


def test_players_dismiss_an_umpire_by_all_agreeing(house: Services) -> None:
    table = playing(house)
    ann, bob, uma = (who(house, name) for name in ("Ann", "Bob", "Uma"))
    with pytest.raises(Refused, match="who plays here"):
        house.umpires.vote(table, uma, "dismiss", yes=False)
    house.umpires.vote(table, ann, "dismiss")
    ballot = company(house, table).ballot
    assert ballot is not None
    assert (ballot.name, ballot.called, ballot.agreed) == ("dismiss", "Uma", (0,))
    assert company(house, table).umpire == uma.id
    house.umpires.vote(table, bob, "dismiss")
    assert company(house, table).umpire == ""
    say(house, table, 0, "first red")  # the match goes on without one


@pytest.mark.parametrize("free", [False, True])
def test_who_was_dismissed_comes_back_only_if_the_players_agree(
    house: Services, free: bool
) -> None:
    table = opened(house, free=free)
    house.tables.sit(table, guest(house, "Bob"), 1)
    uma = guest(house, "Uma")
    house.umpires.offer(table, uma)
    if not free:
        for name in ("Ann", "Bob"):
            house.umpires.vote(table, who(house, name), "umpire")
    for name in ("Ann", "Bob"):
        house.umpires.vote(table, who(house, name), "dismiss")
    assert company(house, table).umpire == ""
    assert not house.umpires.offer(table, uma)
    assert company(house, table).umpire == ""
    with pytest.raises(Refused, match="must agree"):
        house.tables.sit_umpire(table, uma)


def test_clocks_that_a_dismissed_umpire_stopped_run_again_if_all_agree(house: Services) -> None:
    table = playing(house)
    here = house.hall.table(table)
    house.hall.act(here, lambda match, at: match.pause(at))
    for name in ("Ann", "Bob"):
        house.umpires.vote(table, who(house, name), "dismiss")
    here = house.hall.table(table)
    for player in (0, 1):
        house.wishes.wish(here, player, "resume")
    assert not here.match.paused


def test_nobody_takes_a_players_name_by_offering(house: Services) -> None:
    table = opened(house)
    house.umpires.offer(table, guest(house, "Eve"))
    bob = guest(house, "Bob")
    house.tables.sit(table, bob, 1)
    with pytest.raises(Refused, match="leave your seat"):
        house.umpires.offer(table, bob)


def test_no_umpire_is_wanted_everywhere(house: Services) -> None:
    rules = MatchSettings(public=True)
    table = house.tables.open(guest(house, "Ann"), spinney.game(GAME), NONE, rules, ["me", "open"])
    with pytest.raises(Refused, match="no umpire"):
        house.umpires.offer(table, guest(house, "Eve"))
    with pytest.raises(Refused, match="nothing like that"):
        house.umpires.vote(table, who(house, "Ann"), "dismiss")
