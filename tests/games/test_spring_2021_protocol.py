"""The contest's protocol: what players are sent, and what their answers mean."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.games import spring
from tests.games.spring import BLUE, GAME, RED, forest, turn

import spinney
from spinney.core.interface import ILLEGAL, MALFORMED
from spinney.core.state import State
from spinney.games.spring_2021.rules.geometry import PLACES
from spinney.games.spring_2021.rules.java_random import java_below, java_random
from spinney.games.spring_2021.text.message import displayed
from spinney.games.spring_2021.text.protocol import (
    Client,
    CommandLine,
    Move,
    Referee,
    read_command,
)


@cache
def small() -> State:
    return forest("22/3 25 3/0", "31/2")


def requests(state: State, player: int = RED, referee: Referee | None = None) -> list[str]:
    return (referee or Referee(7)).requests(state)[player]


def read(line: str, state: State | None = None, player: int = RED) -> CommandLine:
    return Referee().read(state or small(), player, line)


# What is sent.


def test_before_the_first_turn_come_the_cells() -> None:
    """Number, richness, and the neighbours from the right on, against the clock."""
    referee = Referee(7)
    state = forest("22/3", "31/2", unusable="1 4")
    sent = referee.requests(state)
    for lines in sent.values():
        assert lines[:4] == ["37", "0 3 1 2 3 4 5 6", "1 0 7 8 2 0 6 18", "2 3 8 9 10 3 0 1"]
        assert lines[37] == "36 1 -1 19 7 18 35 -1"
    again = referee.requests(turn(state, "SEED 22 9", "GROW 31"))
    assert all(lines[0] == "0" for lines in again.values())


def test_a_turn_is_told_from_each_players_side() -> None:
    state = turn(
        forest("22/3 25 3/0", "31/2", sun=[50, 60], points=[7, 8], nutrients=17, day=5),
        "GROW 25",
        "WAIT",
    )
    lines = requests(state)[38:]
    assert lines[:9] == ["5", "17", "47 7", "60 8 1", "4",
                         "3 0 1 0", "22 3 1 0", "25 2 1 1", "31 2 0 0"]  # fmt: skip
    both = forest("22", "31 30", sun=[1, 2], points=[3, 4])
    lines = requests(both, BLUE)[38:]
    assert lines[:8] == ["0", "20", "2 4", "1 3 0", "3", "22 1 0 0", "30 1 1 0", "31 1 1 0"]


def test_the_list_is_all_that_is_legal_kind_by_kind() -> None:
    lines = requests(small())
    count = lines.index(str(len(small().legal(RED))), 40)
    listed = lines[count + 1 :]
    assert sorted(listed) == sorted(small().legal(RED))
    kinds = [line.split()[0] for line in listed]
    assert [kind for kind, last in pairwise([*kinds, ""]) if kind != last] == [
        "WAIT",
        "COMPLETE",
        "GROW",
        "SEED",
    ]


def test_the_list_is_not_capped() -> None:
    trees = " ".join(f"{cell}/3" for cell in range(0, 37, 2) if cell != 36)
    state = forest(trees, "36")
    assert len(state.legal(RED)) > 150
    assert len(requests(state)) == 38 + 5 + 19 + 1 + len(state.legal(RED))


class Unshuffled(Referee):
    """Leaves every list as it was before the shuffle."""

    def _shuffle(self, moves: list[Move]) -> list[Move]:
        return moves


def test_seeds_are_listed_by_tree_and_coordinates_before_the_shuffle() -> None:
    seeds = [line.split()[1:] for line in requests(small(), referee=Unshuffled()) if "SEED" in line]
    keys = [(int(tree), *PLACES[int(target)][:2]) for tree, target in seeds]
    assert keys == sorted(keys)
    assert [line for line in requests(small(), referee=Unshuffled()) if "GROW" in line] == [
        "GROW 3",
        "GROW 25",
    ]


def test_lists_are_shuffled_from_their_end_by_the_generator_that_made_the_board() -> None:
    state = GAME.new(seed=9002)
    plain = [line for line in requests(state, referee=Unshuffled(9002)) if "SEED" in line]
    referee = Referee(9002)
    r = referee._random
    for i in range(len(plain) - 1, 0, -1):
        r = java_random(r, i + 1)
        j = java_below(r, i + 1)
        plain[i], plain[j] = plain[j], plain[i]
    assert [line for line in requests(state, referee=referee) if "SEED" in line] == plain


def test_lists_are_shuffled_for_player_0_first() -> None:
    """What the second is sent depends on how much was drawn for the first."""
    state = GAME.new(seed=9000)
    both = Referee(9000).requests(state)
    assert list(both) == [RED, BLUE]
    alone = Referee(9000).requests(state.play(RED, "WAIT"))
    assert list(alone) == [BLUE]
    assert sorted(alone[BLUE]) == sorted(both[BLUE])
    assert alone[BLUE] != both[BLUE]


def test_for_a_sleeping_player_nothing_is_listed_and_nothing_drawn() -> None:
    asleep = turn(forest("22/3", "31/2"), blue="WAIT", red="SEED 22 9")
    one, two = Referee(5), Referee(5)
    sent = one.requests(asleep)
    assert list(sent) == [RED]
    two.requests(asleep)
    full = forest("22/3 25/3", "31/2")
    assert one.requests(full) == two.requests(full)
    three = Referee(5)
    three.requests(forest("22/3", "31/2"))
    assert three.requests(full) != Referee(5).requests(full)


# What is answered.


@pytest.mark.parametrize(
    ("line", "move", "message"),
    [
        ("WAIT", "WAIT", ""),
        ("GROW 25", "GROW 25", ""),
        ("GROW 0025", "GROW 25", ""),
        ("COMPLETE 22", "COMPLETE 22", ""),
        ("SEED 22 9", "SEED 22 9", ""),
        ("WAIT ", "WAIT", ""),
        ("WAIT\r", "WAIT", ""),
        ("WAIT hello", "WAIT", "hello"),
        ("WAIT \t  hello  there \x0b", "WAIT", "hello  there"),
        ("GROW 25 25", "GROW 25", "25"),
        ("SEED 22 9 COMPLETE 22", "SEED 22 9", "COMPLETE 22"),
        ("WAIT é中", "WAIT", "é中"),
    ],
)
def test_commands_are_read_with_their_messages(line: str, move: str, message: str) -> None:
    assert read(line) == CommandLine(move, 0, message)


@pytest.mark.parametrize(
    "line",
    [
        "", " ", " WAIT", "wait", "WAITING", "WAIT\xa0hello", "GROW", "GROW ", "GROW x", "GROW  25",
        "GROW\t25", "GROW -1", "GROW +25", "GROW 25x", "GROW 2.5", "GROW \uff12\uff15",
        "GROW \u0662\u0665",
        "GROW 2147483648", "GROW 99999999999999999999", "SEED 22", "SEED 22  9", "SEED 22,9",
        "SEED 22 99999999999", "HELLO",
    ],
)  # fmt: skip
def test_what_is_no_command_is_malformed(line: str) -> None:
    assert read(line) == CommandLine("", MALFORMED, "")


@pytest.mark.parametrize(
    ("line", "why_not"),
    [
        ("GROW 37", "there is no such cell"),
        ("GROW 2147483647", "there is no such cell"),
        ("GROW 5", "no tree is there"),
        ("GROW 31", "it is the other's"),
        ("GROW 22", "it is large already"),
        ("COMPLETE 25", "it is not large"),
        ("SEED 25 0", "that is too far"),
        ("SEED 22 25", "that is taken"),
        ("SEED 22 22", "that is taken, by itself"),
        ("SEED 3 9", "a seed can't sow"),
        ("SEED 22 99", "there is no such target"),
    ],
)
def test_commands_that_are_not_allowed_are_illegal(line: str, why_not: str) -> None:
    assert read(line) == CommandLine("", ILLEGAL, ""), why_not
    assert read(f"{line} sorry") == CommandLine("", ILLEGAL, "sorry")


def test_dormant_trees_unusable_cells_and_want_of_sun_make_it_illegal() -> None:
    assert read("GROW 25", turn(small(), "GROW 25", "WAIT")).reason == ILLEGAL
    assert read("SEED 22 9", forest("22", "31", unusable="9")).reason == ILLEGAL
    assert read("GROW 22", forest("22", "31", sun=[2, 0])).reason == ILLEGAL
    assert read("GROW 22", forest("22", "31", sun=[3, 0])).reason == 0


@pytest.mark.parametrize(
    ("message", "kept"),
    [
        ("x" * 48, "x" * 48),
        ("x" * 49, "x" * 46 + "..."),
        (" " + "x" * 48 + "\t", "x" * 48),
        ("\U0001f333" * 24, "\U0001f333" * 24),
        ("\U0001f333" * 25, "\U0001f333" * 23 + "..."),
        ("x" + "\U0001f333" * 24, "x" + "\U0001f333" * 22 + "�..."),
    ],
)
def test_long_messages_are_cut_by_units_of_utf_16(message: str, kept: str) -> None:
    assert displayed(message) == kept


ANYTHING = st.text() | st.text(alphabet="WAITGROSEDCMPL 0123456789\t", max_size=20)
NUMBER = st.integers(0, 2**31 - 1)
ZEROS = st.integers(0, 30).map("0".__mul__)


@given(ANYTHING)
def test_any_line_means_something_or_is_refused(line: str) -> None:
    said = read(line)
    assert said.reason in (0, MALFORMED, ILLEGAL)
    assert bool(said.move) == (said.reason == 0)
    assert len(said.message.encode("utf-16-le")) <= 2 * 49
    assert not said.move or line.startswith(said.move.split()[0])


@given(st.sampled_from(["GROW", "COMPLETE"]), NUMBER, ZEROS, st.text())
def test_numbers_are_read_whatever_comes_behind_them(
    verb: str, number: int, zeros: str, message: str
) -> None:
    assert read_command(f"{verb} {zeros}{number} {message}") == (verb, [number], displayed(message))


def test_any_number_of_zeros_may_stand_before_a_number() -> None:
    zeros = "0" * 5000
    assert read_command(f"GROW {zeros}7") == ("GROW", [7], "")
    assert read_command(f"SEED {zeros} {zeros}9") == ("SEED", [0, 9], "")
    assert read_command(f"GROW {zeros}2147483648") is None
    assert read_command("GROW " + "1" * 5000) is None


@given(NUMBER, NUMBER, st.sampled_from([" ", "\t", "\r", "\x0b", "\x0c", "   "]))
def test_seeds_have_two_numbers(one: int, two: int, space: str) -> None:
    assert read_command(f"SEED {one} {two}{space}") == ("SEED", [one, two], "")


@given(st.sampled_from(["GROW", "COMPLETE", "SEED 3"]), st.integers(2**31))
def test_numbers_too_large_are_malformed(verb: str, number: int) -> None:
    assert read_command(f"{verb} {number}") is None


# A player's side.


def reader(lines: list[str]) -> Callable[[], str]:
    """A ``readline`` that gives these lines, and then the end."""
    rest = iter(lines)
    return lambda: next((f"{line}\n" for line in rest), "")


@pytest.mark.long
def test_a_client_sees_what_was_sent_in_every_recorded_game() -> None:
    """From its own side: player 0 is who reads."""
    count = 0
    for game in spring.games("with-protocol-text.jsonl.gz"):
        clients = [Client(GAME), Client(GAME)]
        before = game["turns"][0]["state"]
        for entry in game["turns"][1:]:
            for player, lines in enumerate(entry.get("in", [])):
                if lines and count % 7 == 0:
                    check_client(clients[player], lines, before, player)
                elif lines:
                    clients[player].read(reader(lines))
                count += bool(lines)
            before = entry["state"]
    assert count > 5000


def check_client(
    client: Client, lines: list[str], expected: dict[str, object], player: int
) -> None:
    view = client.read(reader(lines))
    assert view is not None
    assert view.to_act[0] == 0
    assert sorted(view.legal) == sorted(lines[-len(view.legal) :])
    sides = slice(None, None, -1 if player else 1)
    seen = spring.table(State(GAME, view.data))
    for name in ("day", "nutrients"):
        assert seen[name] == expected[name]
    for name in ("sun", "score", "waiting"):
        assert seen[name][sides] == expected[name]
    assert [[c, size, owner ^ player, dormant] for c, size, owner, dormant in seen["trees"]] == (
        expected["trees"]
    )


def test_a_client_is_sent_what_it_has_read() -> None:
    """Read as an observation and told again, it is the same, but for the order of the list."""
    lines = requests(small())
    view = Client(GAME).read(reader(lines))
    assert view is not None
    again = requests(State(GAME, view.data))
    assert again[:-20] == lines[:-20]
    assert view.determinize(1).is_consistent


def test_the_end_of_the_input_ends_a_client() -> None:
    client = Client(GAME)
    assert client.read(reader(requests(small()))) is not None
    assert client.read(reader([])) is None


@pytest.mark.parametrize(
    ("line", "new", "reason"),
    [
        (0, "36", "the board must have 37 cells"),
        (0, "many", "line 1 of a request must be: numberOfCells"),
        (3, "2 3 8 9", "line 4 of a request must be: index richness neighbour"),
        (3, "2 3 8 9 10 3 1 0", "cell 2 was to come"),
        (3, "2 4 8 9 10 3 0 1", "cell 2 was to come"),
        (38, "x", "line 39 of a request must be: day"),
        (38, "0 0", "line 39 of a request must be: day"),
        (38, "24", "there is no such forest"),
        (38, "-1", "there is no such forest"),
        (38, "400", "there is no such forest"),
        (42, "x", "line 43 of a request must be: numberOfTrees"),
        (43, "37 3 1 0", "no tree of size 3 can be on cell 37"),
        (43, "3 4 1 0", "no tree of size 4 can be on cell 3"),
        (44, "3 3 1 0", "no tree of size 3 can be on cell 3"),
        (47, "many", "line 48 of a request must be: numberOfPossibleActions"),
    ],
)
def test_what_is_no_request_is_refused(line: int, new: str, reason: str) -> None:
    lines = requests(small())
    lines[line] = new
    with pytest.raises(spinney.Refused, match=re.escape(reason)):
        Client(GAME).read(reader(lines))


def test_a_request_that_ends_too_early_is_refused() -> None:
    lines = requests(small())
    with pytest.raises(spinney.Refused, match="the input ended in line 41 of a request"):
        Client(GAME).read(reader(lines[:40]))
    with pytest.raises(spinney.Refused, match=f"the input ended in line {len(lines)} of"):
        Client(GAME).read(reader(lines[:-1]))


@pytest.mark.parametrize(
    ("message", "line"), [("", "GROW 3"), ("hi", "GROW 3 hi"), (" two\nlines ", "GROW 3 two lines")]
)
def test_a_client_answers_with_a_line(message: str, line: str) -> None:
    assert Client(GAME).write("GROW 3", message) == line
    assert read_command(line) == ("GROW", [3], " ".join(message.split()))
