"""The contest's own protocol, both ways: lines of text, without ends and without any clock.

A game may have such a part, ``game.part("protocol")``; it holds

* `LEAGUES`: the options of each of the contest's leagues, from league 1; the last stands for all
  that follow;
* `FIRST_ANSWER_MS` and `ANSWER_MS`: how long a player's program may think, by the protocol;
* `Referee(seed, game)`: our side of a match. ``requests(state)`` are the lines to send to each
  player to act, ``read(state, player, line)`` is what an answer means (`CommandLine`);
* `Client(game)`: a player's side. ``read(readline)`` is what the next request shows, an
  observation, and ``write(move, message)`` the line to answer.

Here a request is the board, before a player's first turn only, then the day, the nutrients, both
players' sun and points, all trees, and all that can be said. An answer is a command, and behind
it a message if one likes.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from spinney.core.errors import Refused
from spinney.core.game import Game
from spinney.core.interface import ILLEGAL, MALFORMED
from spinney.core.state import Observation, State
from spinney.games.spring_2021.rules.consistency import is_consistent
from spinney.games.spring_2021.rules.deal import deal
from spinney.games.spring_2021.rules.geometry import CELLS, NEAR, PLACES, SIZES
from spinney.games.spring_2021.rules.java_random import java_below, java_random
from spinney.games.spring_2021.rules.record import (
    BRONZE,
    CHOOSING,
    COMPLETE,
    GROW,
    NO_CELL,
    NOTHING,
    PLAYERS,
    RICHEST,
    SEED,
    TARGET,
    WAIT,
    Forest,
)
from spinney.games.spring_2021.rules.trees import all_trees, owner_at, richness
from spinney.games.spring_2021.text.message import displayed
from spinney.games.spring_2021.text.notation import actions_of, write
from spinney.kernel.rule import scratch

FIRST_ANSWER_MS, ANSWER_MS = 1000, 100
LEAGUES = ({"league": "wood-2"}, {"league": "wood-1"}, {"league": "bronze"})

Move = tuple[int, ...]
"""A move as its actions."""


class CommandLine(NamedTuple):
    """What a line answers.

    Attributes:
        move: the move; empty if it is none that can be said now.
        reason: 0, or why the choice is forfeited: ``MALFORMED`` or ``ILLEGAL`` of
            `spinney.core.interface`.
        message: what is said besides, for people to see.
    """

    move: str
    reason: int
    message: str


class Referee:
    """The referee's side of one match.

    Args:
        seed: what the match was dealt from; None if it was not dealt from a seed.
        game: the game with its league; None: the whole game.
    """

    def __init__(self, seed: int | None = None, game: Game | None = None) -> None:
        options = scratch(1)
        options[0] = game.chosen["league"] if game else BRONZE
        # The generator that made the board goes on to shuffle.
        self._random = deal(Forest(), options, 0 if seed is None else seed)
        self._begun: set[int] = set()

    def requests(self, state: State) -> dict[int, list[str]]:
        """Return the lines to send to each player who is to act, in the order of the seats.

        It must be asked once for every choice of the match, one after another, for it draws on
        the match's random numbers: whether or not anybody reads the lines.
        """
        return {player: self._request(state, player) for player in state.to_act}

    def _request(self, state: State, player: int) -> list[str]:
        s: Forest = state.record
        lines = [] if player in self._begun else board_lines(s)
        self._begun.add(player)
        said = [write(move) for move in self._shuffled(_moves(state, player))]
        return [*lines, *turn_lines(s, player), str(len(said)), *said]

    def _shuffled(self, moves: Sequence[Move]) -> Iterator[Move]:
        """Yield the legal moves as the contest lists them: each kind in a random order."""
        yield (WAIT,)
        yield from self._shuffle([move for move in moves if COMPLETE <= move[0] < SEED])
        yield from self._shuffle([move for move in moves if GROW <= move[0] < COMPLETE])
        yield from self._shuffle(sorted((m for m in moves if m[0] >= SEED), key=_by_place))

    def _shuffle(self, moves: list[Move]) -> list[Move]:
        for i in range(len(moves) - 1, 0, -1):
            self._random = java_random(self._random, i + 1)
            j = java_below(self._random, i + 1)
            moves[i], moves[j] = moves[j], moves[i]
        return moves

    def read(self, state: State, player: int, line: str) -> CommandLine:
        """Return what a line means that a player answers to the request for this state."""
        command = read_command(line)
        if command is None:
            return CommandLine("", MALFORMED, "")
        verb, numbers, message = command
        move = tuple(actions_of(verb, numbers)) if all(n < CELLS for n in numbers) else ()
        if move not in _moves(state, player):
            return CommandLine("", ILLEGAL, message)
        return CommandLine(write(move), 0, message)


def _moves(state: State, player: int) -> tuple[Move, ...]:
    """The legal moves as their actions: a few hundred at most."""
    return state.legal(player).few(CELLS * CELLS) or ()


def _by_place(move: Move) -> tuple[int, int, int]:
    """Where a seeding stands before the shuffle: by tree, then by the target's coordinates."""
    cell, target = move
    x, y, _ = PLACES[target - TARGET]
    return cell, x, y


# What is sent.


def board_lines(s: Forest) -> list[str]:
    """Return the cells: number, richness, and the six neighbours."""
    cells = (_numbers(cell, richness(s, cell), *NEAR[cell].tolist()) for cell in range(CELLS))
    return [str(CELLS), *cells]


def turn_lines(s: Forest, player: int) -> list[str]:
    """Return how a turn stands, without what can be said."""
    other = 1 - player
    trees = [
        _numbers(tree.cell, tree.size, tree.owner == player, tree.dormant) for tree in all_trees(s)
    ]
    return [
        _numbers(s.day),
        _numbers(s.nutrients),
        _numbers(s.sun[player], s.points[player]),
        _numbers(s.sun[other], s.points[other], s.asleep[other]),
        _numbers(len(trees)),
        *trees,
    ]


def _numbers(*numbers: int) -> str:
    return " ".join(str(int(number)) for number in numbers)


# What is answered.

COMMAND = re.compile(
    r"(?:(WAIT)|(GROW|COMPLETE) (\d+)|(SEED) (\d+) (\d+))(?:\s+(.*))?", re.ASCII | re.DOTALL
)
LARGEST_NUMBER = 2**31 - 1


def read_command(line: str) -> tuple[str, list[int], str] | None:
    """Return a line's verb, numbers and message, None if it is not a command."""
    parts = COMMAND.fullmatch(line)
    if not parts:
        return None
    verb, *digits = [group for group in parts.groups()[:-1] if group]
    # Python reads no number of thousands of digits, be they zeros in front.
    significant = [number.lstrip("0") or "0" for number in digits]
    if any(len(number) > 10 for number in significant):
        return None
    numbers = [int(number) for number in significant]
    if max(numbers, default=0) > LARGEST_NUMBER:
        return None
    return verb, numbers, displayed(parts[7] or "")


# A player's side.


class Client:
    """A player's side of one game: reads requests, and keeps the board that is sent only once.

    The protocol tells no seats. So whoever reads is player 0 of the observations, and the other
    player 1; nothing else in the game tells them apart.
    """

    def __init__(self, game: Game) -> None:
        self._game = game
        self._soil: list[int] | None = None

    def read(self, readline: Callable[[], str]) -> Observation | None:
        """Return what the next request shows, None at the end of the input.

        Args:
            readline: gives the next line, empty at the end, as `sys.stdin.readline` does.

        Raises:
            Refused: that is not a request; the message says in which of its lines.
        """
        lines = _Lines(readline)
        if not lines.advance():
            return None
        if self._soil is None:
            self._soil = _read_board(lines)
        try:
            record = _read_turn(lines, self._soil, self._game.chosen["league"])
        except OverflowError as problem:
            raise Refused(f"there is no such forest: {problem}") from None
        if not is_consistent(record):
            raise Refused("there is no such forest: a number or the place of a tree can't be")
        return Observation(self._game, bytes(record), 0)

    def write(self, move: str, message: str = "") -> str:
        """Return the line that says a move, and a message besides."""
        return f"{move} {' '.join(message.split())}".rstrip()


ENDED = "the input ended in line {} of a request"


class _Lines:
    """Lines of numbers, counted for messages."""

    def __init__(self, readline: Callable[[], str]) -> None:
        self._readline = readline
        self._number = 0
        self._line = ""

    def advance(self) -> bool:
        """Is there another line? It is read, and given out next."""
        self._line = self._readline()
        self._number += 1
        return bool(self._line)

    def numbers(self, *names: str) -> list[int]:
        """Return the numbers of the next line. Raises Refused unless it has just these."""
        if not self._line and not self.advance():
            raise Refused(ENDED.format(self._number))
        words, self._line = self._line.split(), ""
        if len(words) != len(names) or not all(re.fullmatch(r"-?[0-9]{1,9}", w) for w in words):
            raise Refused(f"line {self._number} of a request must be: {' '.join(names)}")
        return list(map(int, words))

    def skip(self) -> None:
        """Leave out a line. Raises Refused if there is none."""
        if not self.advance():
            raise Refused(ENDED.format(self._number))
        self._line = ""


def _read_board(lines: _Lines) -> list[int]:
    """Return the richness of each cell."""
    soil = []
    if lines.numbers("numberOfCells") != [CELLS]:
        raise Refused(f"the board must have {CELLS} cells")
    for cell in range(CELLS):
        number, level, *near = lines.numbers("index", "richness", *["neighbour"] * 6)
        if number != cell or near != NEAR[cell].tolist() or not 0 <= level <= RICHEST:
            raise Refused(f"there is no such cell on the board; cell {cell} was to come")
        soil.append(level)
    return soil


def _read_turn(lines: _Lines, soil: Sequence[int], league: int) -> Forest:
    """Return the forest as a request shows it to player 0."""
    s = Forest()
    s.league = league
    for cell, level in enumerate(soil):
        s.soil[level] |= 1 << cell
    (s.day,) = lines.numbers("day")
    (s.nutrients,) = lines.numbers("nutrients")
    s.sun[0], s.points[0] = lines.numbers("sun", "score")
    s.sun[1], s.points[1], s.asleep[1] = lines.numbers("sun", "score", "isWaiting")
    (count,) = lines.numbers("numberOfTrees")
    for _ in range(count):
        _plant(s, *lines.numbers("cell", "size", "isMine", "isDormant"))
    (count,) = lines.numbers("numberOfPossibleActions")
    for _ in range(count):
        lines.skip()
    s.phase = CHOOSING
    for p in range(PLAYERS):
        s.choice[p] = NOTHING
        s.sower[p] = NO_CELL
        s.did[p] = NOTHING
        s.did_first[p] = NOTHING
    return s


def _plant(s: Forest, cell: int, size: int, is_mine: int, is_dormant: int) -> None:
    if not (0 <= cell < CELLS and 0 <= size < SIZES and owner_at(s, cell) < 0):
        raise Refused(f"no tree of size {size} can be on cell {cell}")
    s.trees[0 if is_mine else 1, size] |= 1 << cell
    s.dormant |= (1 if is_dormant else 0) << cell
