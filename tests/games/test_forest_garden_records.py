"""Games of Forest Garden kept as files, one for each way they can go, replay to the byte.

All but two have their plants in them, so that they stay what they are when the program's own deck
is improved.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from tests.match.formats import as_version_2

from spinney.games.forest_garden.rules.record import LAST, PASS
from spinney.match import Match
from spinney.match.record_reader import read_record

DATA = Path(__file__).resolve().parent.parent / "data"
RECORDS = DATA / "records" / "forest-garden"
DECK = DATA / "forest_garden" / "plants-for-games.csv"

Shows = Callable[[Match], bool]


def lines(match: Match) -> list[str]:
    """What somebody who looks on was told."""
    return [line.text for line in match.log(-1)]


def says(*patterns: str) -> Shows:
    """Is each of these told at some time?"""
    return lambda match: all(any(re.search(p, line) for line in lines(match)) for p in patterns)


def both(match: Match) -> bool:
    """Did one planting reach both bonuses, and was a card kept for each?"""
    texts = lines(match)
    for k, line in enumerate(texts):
        if line.count(": a bonus") == 2:
            looks = [texts[n].startswith("bonus ") for n in range(k + 1, min(k + 9, len(texts)))]
            if looks.count(True) == 2:
                return True
    return False


def chain(match: Match) -> bool:
    """Did a buyer offer a card in turn, and sell it?"""
    verbs = [line.split()[0] for line in lines(match)]
    return "accept offer accept" in " ".join(verbs)


def after_the_last_round(what: str) -> Shows:
    """Is it told after the last round is over?"""

    def shows(match: Match) -> bool:
        texts = lines(match)
        end = next(k for k, line in enumerate(texts) if line.startswith("the last round is over"))
        return any(what in line for line in texts[end:])

    return shows


def late(match: Match) -> bool:
    """Was somebody late choosing, with a special action, with a bonus and with a card?"""
    forfeits = [k for k, event in enumerate(match.events) if event.kind == "forfeit"]
    records = [match.at(k).state.record for k in forfeits]
    return len({record.doing for record in records}) > 3 and LAST in {r.phase for r in records}


def no_choice(match: Match) -> bool:
    """Did somebody have nothing to choose?"""
    return any(PASS in frame.transition.state.record.choice for frame in match.frames)


def always(match: Match) -> bool:
    """A game like others."""
    return match.over


@dataclass(frozen=True)
class Way:
    """How a game was set up and played, and what its record shows."""

    shows: Shows
    options: Mapping[str, Any] = field(default_factory=dict)
    clock: str = "none"
    given: bool = False
    habit: str = ""


def _of(players: int, **options: Any) -> dict[str, Any]:
    return {"players": players, "plants": DECK, **options}


SALE = {"direct_sale": True}
SWAPS = "choose special|swap|sell"
"""What empties decks."""

WAYS = {
    # Each number of players, each option.
    "2-europe": Way(always, _of(2, continents="EU")),
    "2-america": Way(always, _of(2, continents="NA")),
    "3": Way(always, _of(3)),
    "4": Way(always, _of(4)),
    "5-asia-europe": Way(always, _of(5, continents="AS EU")),
    "5-asia-america": Way(always, _of(5, continents="AS NA")),
    "6-half-europe": Way(always, _of(6, half="EU")),
    "6-half-america": Way(always, _of(6, half="NA")),
    "7": Way(says(r"chooses 6 \(", r"chooses 7 \("), _of(7)),
    "nitrogen-always": Way(says(r"\(doubled\)"), _of(2, nitrogen="always")),
    "tasks": Way(says("was to own the most .*: 10 points"), _of(4, tasks=True)),
    "own-plants-2": Way(always, _of(2, plants="own")),
    "own-plants-7": Way(always, _of(7, plants="own")),
    "given": Way(always, _of(3, tasks=True), given=True),
    # The ways a contest is decided.
    "contest-storage": Way(says("with the most in storage"), _of(2)),
    "contest-garden": Way(says("but more in the garden"), _of(2)),
    "contest-tie": Way(says("it is discarded, and all of them draw"), _of(3)),
    "contest-nothing-to-pay": Way(says("takes it for nothing, having no cube"), _of(2)),
    # Special actions.
    "special-lot": Way(says("by lot, with", "^swap", "^search discard", r"^search \d"), _of(5)),
    "special-forfeit": Way(says("lose their special actions"), _of(4, special_tie="forfeit")),
    "special-agree": Way(
        says("must agree who performs", "^accept", "^refuse", "lose their special actions"),
        _of(5, special_tie="agree"),
        habit="choose special|first|accept",
    ),
    "special-impossible": Way(says("can perform no special action"), _of(2, **SALE)),
    # Bonuses.
    "bonus-both-at-once": Way(both, _of(2)),
    "bonus-declined": Way(says("^decline"), _of(3)),
    "bonus-in-the-last-step": Way(after_the_last_round(": a bonus"), _of(2)),
    # Direct sale.
    "sale": Way(says("^accept", "^refuse"), _of(3, **SALE)),
    "sale-chain": Way(chain, _of(4, **SALE)),
    "sale-in-the-last-step": Way(after_the_last_round("accept ("), _of(2, **SALE)),
    # Empty decks, and who is late.
    "deck-empty": Way(says(r"deck \d has no card face down; player"), _of(2)),
    "decks-empty": Way(says("no new offers; no deck has a card left"), _of(2), habit=SWAPS),
    "nothing-to-draw": Way(says("no deck has a card face down"), _of(2), habit="choose|swap|sell"),
    "no-choice": Way(no_choice, _of(2), habit="choose special|swap|grow"),
    "late": Way(late, _of(2), "move 0:03"),
}


def test_each_way_has_a_record() -> None:
    assert {path.stem for path in RECORDS.glob("*.txt")} == set(WAYS)


@pytest.mark.long
@pytest.mark.parametrize("name", WAYS)
def test_kept_records_still_replay(name: str) -> None:
    text = (RECORDS / f"{name}.txt").read_text("utf-8")
    match = read_record(text)
    assert match.over
    assert match.record() == as_version_2(text)
    assert WAYS[name].shows(match)
    game = match.header.game
    assert game == game.with_options(**WAYS[name].options)
