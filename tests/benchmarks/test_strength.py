"""The measurement of playing strength: its pairings, players and rows."""

from __future__ import annotations

import pytest
from benchmarks.measuring import rate
from benchmarks.reference_players import entrant, spring_2021
from benchmarks.strength import PAIRINGS, Pairing, chosen, key, play, section


def test_whoever_is_to_be_measured_is_there(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(spring_2021, "linked", lambda: None)  # to be there nothing need be compiled
    assert len({key(pairing) for pairing in PAIRINGS}) == len(PAIRINGS)
    for pairing in PAIRINGS:
        for name in (pairing.one, pairing.two):
            assert entrant(pairing.game, name).seat.rpartition(":")[2] == name


def test_at_a_full_table_ranks_are_compared() -> None:
    pairing = Pairing("arboretum", "full table", "seedling", "acorn", 1, players=4)
    games = [play(pairing, number) for number in range(pairing.games)]
    assert len(games) == 2
    for game in games:
        assert game.score + game.other == 1 + 4, "two and two share all ranks"
        assert game.score == 1.5 + 2 * (1 - game.won), "behind as many as rank higher"


def test_words_choose_what_is_played() -> None:
    assert chosen([]) == list(PAIRINGS)
    assert {pairing.game for pairing in chosen(["arboretum"])} == {"arboretum"}
    assert [key(pairing) for pairing in chosen(["denial"])] == [
        "build-your-arboretum 2: tree - denial"
    ]
    assert chosen(["arboretum", "denial"]) == []
    with pytest.raises(SystemExit, match="not known: denail; there are acorn, "):
        chosen(["denail"])


def test_lines_stay_where_they_stand() -> None:
    ladder, more = "| ancient | tree | 200 | 65 % |", "| ancient | tree | 144 | 62 % |"
    former = ["Arboretum", ladder, "### With a trained network", more]
    lines = section("arboretum", [], former).splitlines()
    assert lines.count(ladder) == lines.count(more) == 1
    assert lines.index(ladder) < lines.index("### With a trained network") < lines.index(more)


def test_a_rate_is_what_is_done_a_second() -> None:
    numbers = iter(range(100))
    figure = rate("sums", "per second", lambda: sum(range(20_000)) * 0 + next(numbers))
    assert figure.value > 0
    assert 5 <= next(numbers) < 20  # the median of several runs
