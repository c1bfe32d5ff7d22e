"""The year in words: what flowers, what flowers in vain and why, and what is harvested."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

from spinney.games.forest_garden.deck.plants import SEASONS, is_of
from spinney.games.forest_garden.rules.record import PLACES, ROUNDS
from spinney.games.forest_garden.text.words import TableWords


def season(_: TableWords, rounds: Sequence[int]) -> Iterator[str]:
    """Tell which round and season begins."""
    (number,) = rounds
    last = ", the last" if number == ROUNDS else ""
    yield f"round {number} of {ROUNDS}{last}: {SEASONS[(number - 1) % len(SEASONS)]}"


def flowered(words: TableWords, at: Sequence[int]) -> Iterator[str]:
    """Tell what flowers, and so gets a cube; twice a player's place, plus 1 for a dark one."""
    for p, mine in groupby(at, lambda n: n // 2 // PLACES):
        plants = (words.grown(p, n // 2 % PLACES) + (" (doubled)" if n % 2 else "") for n in mine)
        yield f"flowering for {words.player(p)}: {', '.join(plants)}"


def in_vain(words: TableWords, at: Sequence[int]) -> Iterator[str]:
    """Tell what flowers in vain, and why."""
    for p, mine in groupby(at, lambda n: n // PLACES):
        plants = (f"{words.grown(p, n % PLACES)} ({_lack(words, p, n % PLACES)})" for n in mine)
        yield f"flowering in vain for {words.player(p)}: {', '.join(plants)}"


def _lack(words: TableWords, p: int, place: int) -> str:
    """What a plant that flowers in vain has no partner among."""
    plant = words.plant(p, place)
    link_key = [other for other in words.garden(p) if other.id != plant.id]
    if any(is_of(other.scientific, kind) for other in link_key for kind in plant.partners):
        return "its only kin there is female too"
    other = any(is_of(plant.scientific, kind) for kind in plant.partners)
    return f"no {'other ' if other else ''}{' or '.join(plant.partners)} there"


def harvested(words: TableWords, at: Sequence[int]) -> Iterator[str]:
    """Tell what is harvested; twice a player's place, plus 1 for a dark cube."""
    for p, mine in groupby(at, lambda n: n // 2 // PLACES):
        crops = [(words.grown(p, n // 2 % PLACES), n % 2 + 1) for n in mine]
        plants = ", ".join(f"{name} ({value})" for name, value in crops)
        yield f"{words.player(p)} harvests {sum(value for _, value in crops)}: {plants}"


def leaves(words: TableWords, at: Sequence[int]) -> Iterator[str]:
    """Tell whose leaves are harvested, for a cube each."""
    for p, mine in groupby(at, lambda n: n // PLACES):
        plants = [words.grown(p, n % PLACES) for n in mine]
        yield f"{words.player(p)} harvests leaves for {len(plants)}: {', '.join(plants)}"
