"""Games of Arboretum kept as files, one for each way it can end, still replay to the byte."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from tests.match.formats import as_version_2

from spinney.core.state import State
from spinney.games.arboretum.rules.record import DISCARD, DRAW2
from spinney.games.arboretum.rules.scoring import colours_grown
from spinney.match import Match
from spinney.match.record_reader import read_record

RECORDS = Path(__file__).resolve().parent.parent / "data" / "records" / "arboretum"


def end(match: Match) -> State:
    return match.state


def emptying_draw(match: Match) -> int:
    """Which draw of the last turn took the last card of the deck."""
    for version in range(match.version + 1):
        s = match.at(version).state.record
        if s.top == s.cards:
            return 1 if s.phase == DRAW2 else 2
    raise AssertionError("the deck never ran out")


def on_first(match: Match) -> bool:
    return emptying_draw(match) == 1


def on_second(match: Match) -> bool:
    return emptying_draw(match) == 2


def tied(match: Match) -> list[int]:
    """The players with the most points, if these are several."""
    scores = end(match).scores
    most = [p for p, points in enumerate(scores) if points == max(scores)]
    return most if len(most) > 1 and max(scores) > 0 else []


def shared(match: Match) -> bool:
    """A tie in which all win alike."""
    tie = tied(match)
    return bool(tie) and [p for p, won in enumerate(match.outcome or ()) if won == 0] == tie


def by_colours(match: Match) -> bool:
    """A tie that the most colours decide."""
    tie, s = tied(match), end(match).record
    return (
        bool(tie)
        and match.outcome is not None
        and 1 in match.outcome
        and (colours_grown(s, match.outcome.index(1)) == max(colours_grown(s, p) for p in tie))
    )


def shared_by_colours(match: Match) -> bool:
    """A tie in points and in colours."""
    s = end(match).record
    return shared(match) and len({colours_grown(s, p) for p in tied(match)}) == 1


def late(match: Match) -> bool:
    """Somebody was late with each kind of choice."""
    forfeits = [k for k, event in enumerate(match.events) if event.kind == "forfeit"]
    phases = {match.at(k).state.record.phase for k in forfeits}
    return len(phases) == DISCARD  # all but the choice of a cell alone


def always(match: Match) -> bool:
    return True


@dataclass(frozen=True)
class Way:
    """How a game was set up, and what its record shows."""

    shows: Callable[[Match], bool]
    options: Mapping[str, Any] = field(default_factory=dict)
    clock: str = "none"
    given: bool = False


def _options(players: int, edition: str) -> dict[str, Any]:
    return {"players": players, "edition": edition}


WAYS = {
    "2-v11-first-draw": Way(on_first, _options(2, "v11")),
    "2-v11-second-draw": Way(on_second, _options(2, "v11")),
    "2-published-first-draw": Way(on_first, _options(2, "published")),
    "3-v11-second-draw": Way(on_second, _options(3, "v11")),
    "3-published-first-draw": Way(on_first, _options(3, "published")),
    "4-v11-first-draw": Way(on_first, _options(4, "v11")),
    "4-published-second-draw": Way(on_second, _options(4, "published")),
    "tie-v11": Way(shared, _options(2, "v11")),
    "tie-published-by-colours": Way(by_colours, _options(3, "published")),
    "tie-published-shared": Way(shared_by_colours, _options(2, "published")),
    "late": Way(late, {}, "move 0:03"),
    "colours": Way(
        always, {"colours": "crabapple dogwood magnolia myrtle poplar willow"}, "bank 15:00 + 10"
    ),
    "by-lot-and-given": Way(always, {"first": "lot"}, given=True),
}


def test_each_way_has_a_record() -> None:
    assert {path.stem for path in RECORDS.glob("*.txt")} == set(WAYS)


@pytest.mark.parametrize("name", WAYS)
def test_kept_records_still_replay(name: str) -> None:
    text = (RECORDS / f"{name}.txt").read_text()
    match = read_record(text)
    assert match.over
    assert match.record() == as_version_2(text)
    assert WAYS[name].shows(match)
    for option, value in WAYS[name].options.items():
        assert match.header.game.chosen[option] == value


def test_a_given_deal_keeps_who_goes_first() -> None:
    match = read_record((RECORDS / "by-lot-and-given.txt").read_text())
    assert match.header.given["first"] == ("2",)
    assert match.at(0).state.to_act == (1,)
