"""Deals between people: nobody can foresee them, and anyone can check them."""

from __future__ import annotations

import hashlib
from collections import Counter

import pytest

import spinney
from spinney import Refused
from spinney.match import Header, Match
from spinney.match.deal import commitment, deal_from_secret, shuffled
from spinney.match.record_reader import read_record

DRAWN = "000102030405060708090a0b0c0d0e0f"
GAMES = [name for name, game in spinney.all_games().items() if "spinney.games." in game.package]


@pytest.mark.parametrize("name", GAMES)
def test_a_secret_deals_a_match_and_its_record_reads_back(name: str) -> None:
    game = spinney.game(name)
    header = Header(game, ["Ann"] * game.num_players, secret=DRAWN)
    match = Match.begin(header)
    assert read_record(match.record()).header == header
    assert Header.from_json(header.to_json()) == header
    assert Match.begin(Header(game, header.seats, secret=DRAWN[::-1])).state != match.state


def test_the_hash_is_that_of_the_secret() -> None:
    assert commitment(DRAWN) == hashlib.sha256(DRAWN.encode()).hexdigest()


def test_the_order_never_changes() -> None:
    """Old matches must stay what they were, and those who check must get the same."""
    assert shuffled("abcdefgh", f"{DRAWN} deck") == list("dfgcbhae")


def test_every_order_is_as_likely() -> None:
    orders = Counter("".join(shuffled("abc", f"{n}")) for n in range(6_000))
    assert len(orders) == 6
    # Six standard deviations of a count of a thousand.
    assert all(abs(count - 1_000) < 6 * (1_000 * 5 / 6) ** 0.5 for count in orders.values())


def test_where_nothing_is_hidden_half_the_secret_is_the_seed() -> None:
    game = spinney.game("spring-2021")
    assert deal_from_secret(game, DRAWN) == (0x0001020304050607, {})
    assert deal_from_secret(game, "f" * 32) == (-1, {})


def test_a_hidden_deck_comes_from_the_whole_secret() -> None:
    game = spinney.game("build-your-arboretum")
    seed, given = deal_from_secret(game, DRAWN)
    assert seed is None
    assert sorted(given["deck"]) == sorted(deal_from_secret(game, "f" * 32)[1]["deck"])
    other = DRAWN[:-1] + "0"
    assert given != deal_from_secret(game, other)[1]


@pytest.mark.parametrize("secret", ["", "00", DRAWN.upper(), DRAWN + "0", "g" * 32])
def test_what_is_no_secret_is_refused(secret: str) -> None:
    game = spinney.game("build-your-arboretum")
    with pytest.raises(Refused):
        Header(game, ("Ann", "Bob"), secret=secret)
    with pytest.raises(Refused):
        Header(game, ("Ann", "Bob"), secret=DRAWN, seed=7)
