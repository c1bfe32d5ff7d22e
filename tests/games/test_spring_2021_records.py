"""Games of Spring Challenge 2021 kept as files, one for each way it can end, replay to the byte."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest
from tests.match.formats import as_version_2

from spinney.games.spring_2021.rules.scoring import sun_points, tied
from spinney.match import Match
from spinney.match.record_reader import read_record

RECORDS = Path(__file__).resolve().parent.parent / "data" / "records" / "spring-2021"


def log_texts(match: Match) -> list[str]:
    """All that a spectator was told."""
    return [line.text for line in match.log(-1)]


def forfeits(match: Match) -> list[str]:
    """Why choices were forfeited, in order."""
    return [event.text for event in match.events if event.kind == "forfeit"]


def ran_its_course(match: Match) -> bool:
    return match.state.record.day == 24 and not forfeits(match)


def by_points(match: Match) -> bool:
    return ran_its_course(match) and not tied(match.state.record)


def by_trees(match: Match) -> bool:
    return ran_its_course(match) and tied(match.state.record) and match.outcome != (0, 0)


def drawn(match: Match) -> bool:
    """Equal in all that counts, and not because nobody did anything."""
    points = [match.state.record.points[p] for p in range(2)]
    return ran_its_course(match) and match.outcome == (0, 0) and max(points) > 0


def late(match: Match) -> bool:
    return forfeits(match) == ["late"] and -1 in match.state.scores


def malformed(match: Match) -> bool:
    """The other one wins, though behind."""
    s = match.state.record
    behind = s.points[0] + sun_points(s, 0) < s.points[1] + sun_points(s, 1)
    return forfeits(match) == ["malformed"] and behind and match.outcome == (1, -1)


def both_out(match: Match) -> bool:
    return forfeits(match) == ["malformed", "late"] and match.state.scores == (-1, -1)


def illegal(match: Match) -> bool:
    """Somebody was sent to sleep, and the game went on to its end."""
    asleep = any("is sent to sleep" in text for text in log_texts(match))
    return forfeits(match) == ["illegal"] and asleep and match.state.record.day == 24


def at_once(match: Match) -> bool:
    """Seeds met, and two trees were completed in one turn."""
    met = any("the seeds meet on" in text for text in log_texts(match))
    return met and any(text.count("completes") == 2 for text in log_texts(match))


def given(match: Match) -> bool:
    return match.header.seed is None and ran_its_course(match)


def resigned(match: Match) -> bool:
    return match.events[-1].kind == "resign"


@dataclass(frozen=True)
class Way:
    """What a record shows, and the clock it was played by."""

    shows: Callable[[Match], bool]
    clock: str = "none"


WAYS = {
    "points": Way(by_points, "phase 3:00"),
    "trees": Way(by_trees),
    "draw": Way(drawn),
    "late": Way(late, "move 0:05"),
    "malformed": Way(malformed),
    "both-out": Way(both_out, "move 0:05"),
    "illegal": Way(illegal),
    "at-once": Way(at_once, "bank 10:00 + 5"),
    "given": Way(given),
    "resigned": Way(resigned),
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
    assert str(match.header.clock) == WAYS[name].clock


def test_a_turn_can_be_seen_in_three_frames() -> None:
    """Both commands, the sun's move and the harvest, as a replay shows them to anyone."""
    match = read_record((RECORDS / "points.txt").read_text())
    last = [
        frame.transition.action
        for frame in match.frames_for(-1)
        if frame.transition.state.record.day
    ]
    assert last[:3] == [2, 3, 1]
    assert last[-2:] == [1, 2]
