"""Play one game by the rules of contests: a player who fails has -1 point."""

from __future__ import annotations

import random
import secrets
from collections.abc import Callable
from typing import TYPE_CHECKING

from spinney.arena.match_runner import play
from spinney.core.errors import Refused
from spinney.core.registry import game as find
from spinney.match import Header, Match
from spinney.players.answer import GONE, Answer
from spinney.players.player_specs import PlayerSpec, read
from spinney.players.protocol.messages import one_line
from spinney.players.referee import MatchReferee
from spinney.players.resource_limits import ResourceLimits
from spinney.referee.game_log import write_log
from spinney.referee.request import (
    LEAGUE,
    LEAST_SEED,
    MOST_SEED,
    SEED,
    TIMEOUT,
    GameReport,
    GameRequest,
    whole_number,
)

if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    from spinney.core.game import Game
    from spinney.players.launch import Launch
    from spinney.search.budget import Progress

FAILED = -1
"""The score of a player that has failed."""
MOST_TIMEOUT = 3_600_000
HIGHEST_LEAGUE = 100


class ContestReferee(MatchReferee):
    """A referee that doesn't ask failed players again, unless the game's own rules do that.

    Attributes:
        failed: the players that are out.
        before_asking: called before each choice; an exception that it raises ends the match.
    """

    def __init__(
        self,
        header: Header,
        players: Mapping[int, PlayerSpec],
        limits: ResourceLimits,
        launch: Launch,
        before_asking: Callable[[], object],
    ) -> None:
        super().__init__(header, players, limits, launch)
        self.failed: set[int] = set()
        self.before_asking = before_asking
        self._has_own_rules = header.game.part("protocol") is not None

    def ask(
        self,
        match: Match,
        player: int,
        seed: int,
        clock: float | None = None,
        progress: Progress | None = None,
    ) -> Answer:
        """Return the answer of a player; an empty one for a failed player."""
        self.before_asking()
        if player in self.failed:
            return Answer("", GONE)
        answer = super().ask(match, player, seed, clock, progress)
        if answer.fault and not self._has_own_rules:
            self.failed.add(player)
        return answer


def _nothing() -> None:
    """Check nothing."""


def play_game(
    request: GameRequest, launch: Launch, before_asking: Callable[[], object] = _nothing
) -> GameReport:
    """Play a game.

    Args:
        request: the game and its players.
        launch: starts programs.
        before_asking: called before each choice; an exception that it raises ends the game.

    Raises:
        Refused: it can't be played.
    """
    parameters = dict(request.parameters)
    seed = _seed(parameters.pop(SEED, None))
    timeout = _timeout(parameters.pop(TIMEOUT, None))
    game = _game(request, parameters)
    specs = [read(text, game) for text in request.players]
    header = Header(game, [one_line(spec.seat) for spec in specs], seed)
    limits = ResourceLimits.of(game, timeout, memory=request.memory)
    strict = game.num_players == 2 and game.part("protocol") is None
    referee = ContestReferee(header, dict(enumerate(specs)), limits, launch, before_asking)
    with referee:
        match = play(Match.begin(header), referee, random.Random(seed), strict)
        referee.close(match)
    scores = _scores(match, referee.failed)
    again = "!".join([f"{SEED}={seed}", *(f"{name}={value}" for name, value in parameters.items())])
    log = write_log(match, scores, request.names, again) if request.wants_log else ""
    return GameReport(scores, again, match.record(), log)


def _seed(text: str | None) -> int:
    return secrets.randbits(62) if text is None else whole_number(SEED, text, LEAST_SEED, MOST_SEED)


def _timeout(text: str | None) -> float | None:
    return None if text is None else whole_number(TIMEOUT, text, 1, MOST_TIMEOUT) / 1000


def _game(request: GameRequest, parameters: Mapping[str, str]) -> Game:
    """Return the game with its options, for as many players as there are. Raises Refused."""
    plain = find(request.game)
    options: dict[str, Any] = {}
    for name, value in parameters.items():
        options |= _league(plain, value) if name == LEAGUE else {name.replace("-", "_"): value}
    if "players" in plain.chosen:
        options.setdefault("players", str(len(request.players)))
    game = plain.with_options(**options)
    if game.num_players != len(request.players):
        usage = " ".join(f"-p{number + 1} COMMAND" for number in range(game.num_players))
        raise Refused(f"{game.title} has {game.num_players} players; name each, as: {usage}")
    return game


def _league(game: Game, value: str) -> dict[str, Any]:
    """Return the options of a league, by its number from 1 or by its name in the game."""
    leagues = getattr(game.part("protocol"), "LEAGUES", ())
    if value.isdecimal() and leagues:
        number = whole_number(LEAGUE, value, 1, HIGHEST_LEAGUE)
        return dict(leagues[min(number, len(leagues)) - 1])
    return {LEAGUE: value}


def _scores(match: Match, failed: set[int]) -> tuple[int, ...]:
    """Return the points by player; a failed player has the fewest."""
    if not failed:
        return match.scores
    return tuple(
        FAILED if player in failed else max(points, FAILED + 1)
        for player, points in enumerate(match.scores)
    )
