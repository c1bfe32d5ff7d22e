"""The first faults of a series, in lines."""

from spinney.arena.fault_samples import FaultSample
from spinney.terminal.fault_lines import MOST_FAULTS, MOST_LINES, fault_lines


def sample(kind: str, entrant: int = 0, detail: str = "", stderr: str = "") -> FaultSample:
    return FaultSample(entrant, kind, 4, 7, detail, stderr, cut=False)


def test_a_fault_is_told_with_its_game_detail_and_last_words() -> None:
    words = "\n".join(map(str, range(10)))
    lines = list(fault_lines([sample("crashed", 1, "exit status 1", words)], ["max", "rex"]))
    assert lines[0] == "rex: crashed in game 5: exit status 1"
    assert lines[1:] == ["    | 7", "    | 8", "    | 9"]
    assert len(lines) == 1 + MOST_LINES


def test_a_fault_without_more_takes_one_line() -> None:
    assert list(fault_lines([sample("late")], ["max"])) == ["max: late in game 5"]


def test_a_long_list_is_cut() -> None:
    samples = [sample("late", entrant) for entrant in range(MOST_FAULTS + 2)]
    lines = list(fault_lines(reversed(samples), list("abcdefghijklmnop")))
    assert lines[0] == "a: late in game 5"
    assert lines[MOST_FAULTS:] == ["and 2 more kinds of faults"]


def test_nothing_is_told_where_nobody_failed() -> None:
    assert not list(fault_lines([], []))
