"""Deals from a secret in Forest Garden: every deck, lot and task, and anyone can check it."""

from __future__ import annotations

from importlib import import_module
from typing import Any

import pytest
from tests.games.forest_garden import can_be_won

import spinney
from spinney.games.forest_garden.deck.plant import CARDS
from spinney.games.forest_garden.deck.plants import TASKS, plants_of
from spinney.games.forest_garden.text.notation import deal_of
from spinney.match import Header, Match
from spinney.match.deal import deal_from_secret, shuffled
from spinney.match.record_reader import read_record

pytestmark = pytest.mark.usefixtures("interpreted")

DRAWN = "000102030405060708090a0b0c0d0e0f"
OTHER = DRAWN[:-1] + "0"


def game(players: int, **options: Any) -> Any:
    return spinney.game("forest-garden", players=players, **options)


def given(players: int, secret: str = DRAWN, **options: Any) -> dict[str, list[str]]:
    seed, drawn = deal_from_secret(game(players, **options), secret)
    assert seed is None
    return drawn


@pytest.mark.parametrize("players", range(2, 8))
def test_a_secret_deals_all_that_is_dealt(players: int) -> None:
    """What comes of it is exactly what the game itself tells of its deal, hidden lots and all."""
    deals = [given(players, secret, tasks=True) for secret in (DRAWN, OTHER)]
    for drawn in deals:
        assert len(drawn["lots"]) == 21
        assert deal_of(game(players, tasks=True).new(**drawn).record) == drawn
    assert all(deals[0][name] != deals[1][name] for name in deals[0])


def test_every_part_is_shuffled_under_its_own_name() -> None:
    """As somebody does who checks a deal with nothing but what the documentation says."""
    drawn = given(7)
    for continent, first, count in (("AS", 0, 96), ("EU", 96, 64), ("NA", 160, 64)):
        cards = [f"{continent}{n + 1:02}" for n in range(count)]
        expected = shuffled(cards, f"{DRAWN} {continent}")
        assert drawn["decks"][first : first + count] == expected
    lots = ["".join(shuffled("1234567", f"{DRAWN} lot-{n}")) for n in range(1, 22)]
    assert drawn["lots"] == lots


def test_half_a_continent_stays_in_the_box() -> None:
    drawn = given(6, half="NA")
    cards = shuffled([f"NA{n + 1:02}" for n in range(64)], f"{DRAWN} NA")
    assert drawn["box"] == cards[:32]
    assert drawn["decks"][-32:] == cards[32:]
    assert len({*drawn["decks"], *drawn["box"]}) == CARDS


@pytest.mark.parametrize(("players", "part"), [(2, "decks"), (5, "decks"), (6, "box")])
def test_the_lot_decides_between_europe_and_america(players: int, part: str) -> None:
    secrets = [f"{n:032x}" for n in range(12)]
    chosen = {given(players, secret)[part][-1][:2] for secret in secrets}
    assert chosen == {"EU", "NA"}


def test_whoever_chose_continents_gets_them() -> None:
    assert {card[:2] for card in given(5, continents="AS NA")["decks"]} == {"AS", "NA"}
    assert {card[:2] for card in given(2, continents="EU")["decks"]} == {"EU"}
    assert {card[:2] for card in given(6, half="EU")["box"]} == {"EU"}


def test_no_task_is_dealt_that_nobody_can_win(monkeypatch: pytest.MonkeyPatch) -> None:
    """Unless those that can be won are too few."""
    assert all(can_be_won(task, plants_of(game(3))) for task in TASKS)
    rules = import_module("spinney.games.forest_garden.rules.deal")
    monkeypatch.setattr(rules, "FEWEST", 28)
    playing = [plant for plant in plants_of(game(3)) if plant.continent == "AS"]
    scarce = {task.name for task in TASKS if sum(map(task.counts, playing)) < 28}
    assert 1 < len(scarce) <= 6
    for n in range(8):
        assert not scarce & {*given(3, f"{n:032x}", tasks=True)["tasks"]}
    monkeypatch.setattr(rules, "FEWEST", 999)
    assert len({*given(3, tasks=True)["tasks"]}) == 3


def test_a_record_gives_the_hidden_orders_back() -> None:
    """Of a match under way, too: `new` deals the same game from them."""
    match = Match.begin(Header(game(3), ("Ann", "Bob", "Cem"), secret=DRAWN))
    match = match.play(0, "draw 1", at=1)
    deal: Any = read_record(match.record()).header.deal
    seed, orders = deal
    assert seed is None
    again = match.game.new(**orders)
    assert again.play(0, "draw 1") == match.state
    assert {*orders["lots"]} <= {"123", "132", "213", "231", "312", "321"}
