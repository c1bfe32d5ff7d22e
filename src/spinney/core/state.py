"""`State` and `Observation`: the immutable values people hold, each around one record."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any, Literal, Self, overload

import numpy as np
import numpy.typing as npt

from spinney.core import notation
from spinney.core.arguments import check_observer, check_seed, whole_number
from spinney.core.encoding import encoding
from spinney.core.errors import Refused
from spinney.core.interface import ILLEGAL, LATE, MALFORMED
from spinney.core.legal_moves import LegalMoves, illegal_text
from spinney.core.returns import returns_of
from spinney.core.serialization import (
    MALFORMED_STATE,
    check_viewer,
    read_code,
    read_json,
    write_code,
)
from spinney.core.transition import Transition
from spinney.kernel.rng import seeded

if TYPE_CHECKING:
    from spinney.core.encoding import TensorType
    from spinney.core.game import Game
    from spinney.drawing.style import Theme
    from spinney.kernel.engine import Engine


class _Value:
    """The base of states and observations: a game and the bytes of a record."""

    __slots__ = ("__dict__", "data", "game")
    game: Game
    data: bytes

    def __init__(self, game: Game, data: bytes) -> None:
        object.__setattr__(self, "game", game)
        object.__setattr__(self, "data", data)

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"a {type(self).__name__} can't be changed; play makes a new one")

    @cached_property
    def engine(self) -> Engine:
        """The rules to use, looked up once: compiled if they were when this was first asked."""
        return self.game.engine

    def _legal_actions(self, player: int) -> tuple[int, ...]:
        if type(player) is not int:
            player = whole_number(player, "a player")
        if player not in self.to_act:
            check_observer(player, self.game.num_players)
            return ()
        engine = self.engine
        out = engine.ints(self.game.rules.ACTIONS)
        return engine.list_of(out, engine.rules.legal_at(engine.load(self.data), 0, player, out))

    def _is_mid_move(self, player: int) -> bool:
        engine = self.engine
        return player >= 0 and bool(engine.rules.mid_move_at(engine.load(self.data), 0, player))

    @cached_property
    def to_act(self) -> tuple[int, ...]:
        """The players who owe a decision, ascending; empty when the game is over.

        Of an observation: as far as its viewer can know.
        """
        engine = self.engine
        acting = engine.rules.to_act_at(engine.load(self.data), 0)
        return tuple([p for p in range(self.game.num_players) if acting >> p & 1])

    def _as_state(self) -> State:
        """Return a state to try actions in: itself, or a determinization."""
        raise NotImplementedError

    def _seen_by(self, player: int) -> Observation:
        """Return a player's observation; an observation returns itself."""
        raise NotImplementedError

    @cached_property
    def over(self) -> bool:
        """Has the game ended? It has not while an automatic stage is due."""
        if self.to_act:
            return False
        engine = self.engine
        return not engine.rules.settle_at(engine.load(self._as_state().data), 0)

    @cached_property
    def record(self) -> Any:
        """The fields, as an interpreted record of the game's class. A copy: nothing changes."""
        return self.game.record_class.from_bytes(self.data)

    @cached_property
    def scores(self) -> tuple[int, ...]:
        """Points by player, as if the game ended now (of an observation: as far as it shows)."""
        return self._written("score_at")

    @cached_property
    def outcome(self) -> tuple[int, ...] | None:
        """1 for a win, 0 for a shared one, -1 for a loss, by player; None before the end."""
        return self._written("outcome_at") if self.over else None

    @property
    def returns(self) -> npt.NDArray[np.float32]:
        """Each player's return at the end: -1 to 1, their sum 0; all 0 before the end.

        A new array of shape ``(players,)``: how many points a player has above the mean of all, in
        units of `Game.full_margin`, or of the largest difference from the mean if that is more.
        `outcome` tells who has won.
        """
        points = self.scores if self.over else [0] * self.game.num_players
        return returns_of(points, self.game.full_margin)

    def _written(self, rule: str) -> tuple[int, ...]:
        engine = self.engine
        out = engine.ints(max(8, self.game.rules.PLAYERS))
        getattr(engine.rules, rule)(engine.load(self.data), 0, out)
        return engine.list_of(out, self.game.num_players)

    def to_json(self) -> dict[str, Any]:
        """Return it as JSON values: game, options, and every field by name."""
        return {
            "game": self.game.name,
            "options": dict(self.game.chosen),
            "fields": self.record.to_json(),
        }

    @property
    def code(self) -> str:
        """The record as a word that `Game.state` or `Game.observation` reads back."""
        return write_code(self.data)

    def __copy__(self) -> Self:
        return self  # it never changes

    def __deepcopy__(self, _: dict[int, Any]) -> Self:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.game, self.data)

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, type(self))
            and self.data == other.data
            and (self.game is other.game or self.game == other.game)
        )

    def __hash__(self) -> int:
        return hash(self.data)  # bytes cache it; equal bytes are mostly of the same game


class State(_Value):
    """Everything about a game at one moment, hidden things included. Never changes.

    People and programs that play are given an `Observation`.

    Attributes:
        game: the game, with its options.
        data: the state as bytes, those of its record; equal states of a game have equal bytes.
    """

    __slots__ = ()

    def _as_state(self) -> State:
        return self

    def _seen_by(self, player: int) -> Observation:
        return self.observe(player)

    def with_names(self, people: tuple[str, ...]) -> State:
        """Return it with the players' names, which views of it then show (`Game.with_names`)."""
        return State(self.game.with_names(people), self.data)

    # Moves.

    def legal(self, player: int) -> LegalMoves:
        """Return the complete moves that ``player`` can play now, lazily.

        There are none if it isn't their turn. Raises Refused if there is no such player.
        """
        return LegalMoves(self, check_observer(player, self.game.num_players))

    def legal_actions(self, player: int) -> tuple[int, ...]:
        """Return the numbers of the legal next actions, ascending; none if it isn't their turn.

        Raises:
            Refused: there is no such player.
        """
        return self._legal_actions(player)

    def mid_move(self, player: int) -> bool:
        """Has this player taken some actions of a move and not yet the last?

        Raises:
            Refused: there is no such player.
        """
        return self._is_mid_move(check_observer(player, self.game.num_players))

    # Transitions.

    def play(self, player: int, move: str) -> State:
        """Return the state after a player's move, automatic stages settled.

        Raises:
            Refused: it can't be played now; the message says why, and what is possible.
            TypeError: it is no text.
        """
        return self.transitions(player, move)[-1].state

    def transitions(self, player: int, move: str) -> tuple[Transition, ...]:
        """Return the transitions of a move, one after another. Raises as `play` does."""
        if not isinstance(move, str):
            raise TypeError(f"a move is text in the notation, not {move!r}; see apply_actions")
        return self.apply_actions(player, notation.read(self.observe(player), move))

    def apply_actions(self, player: int, actions: Sequence[int]) -> tuple[Transition, ...]:
        """Return the transitions of a move, given its actions, as `notation.read` returns them.

        They must be legal: nothing is checked here.
        """
        transitions: list[Transition] = []
        state = self
        for action in actions:
            transitions.append(state.transition(player, action))
            state = transitions[-1].state
        return (*transitions, *state.settled()[1:])

    def transition(self, player: int, action: int) -> Transition:
        """Return the transition of one action, without the stages that are due after it.

        It must be legal: nothing is checked here.
        """
        return Transition(player, action, self, self._after(player, action))

    def apply_action(self, player: int, action: int) -> State:
        """Return the state after one action by number, settled if nobody is then to act.

        Raises:
            Refused: it is not a legal action of that player.
        """
        if type(player) is not int:
            player = whole_number(player, "a player")
        if type(action) is not int:
            action = whole_number(action, "an action")
        actions = self.legal_actions(player)
        if action not in actions:
            raise Refused(illegal_text(player, action, actions))
        engine = self.engine
        batch, rules = engine.load(self.data), engine.rules
        rules.apply_at(batch, 0, player, action)
        while not rules.to_act_at(batch, 0) and rules.settle_at(batch, 0):
            pass
        return State(self.game, engine.save(batch))

    def forfeit(self, player: int, reason: int) -> tuple[Transition, ...]:
        """Return what follows when a player to act fails to choose.

        Args:
            player: who.
            reason: one of `spinney.core.interface`: ``LATE``, ``MALFORMED``, ``ILLEGAL``.

        Raises:
            Refused: that player is not to act, or there is no such reason.
        """
        if type(player) is not int:
            player = whole_number(player, "a player")
        if reason not in (LATE, MALFORMED, ILLEGAL):
            raise Refused(f"{reason!r} is no reason; see `spinney.core.interface.LATE`")
        if player not in self.to_act:
            raise Refused(f"player {player} has nothing to choose")
        engine = self.engine
        batch = engine.load(self.data)
        engine.rules.forfeit_at(batch, 0, player, reason)
        state = State(self.game, engine.save(batch))
        return (Transition(player, -reason, self, state), *state.settled()[1:])

    def settled(self) -> tuple[Transition, ...]:
        """Return this state and then every automatic stage that is due, one by one."""
        transitions = [Transition(-1, 0, self, self)]
        engine = self.engine
        batch = engine.load(self.data)
        while not engine.rules.to_act_at(batch, 0):
            stage = engine.rules.settle_at(batch, 0)
            if not stage:
                break
            after = State(self.game, engine.save(batch))
            transitions.append(Transition(-1, int(stage), transitions[-1].state, after))
        return tuple(transitions)

    def _after(self, player: int, action: int) -> State:
        engine = self.engine
        batch = engine.load(self.data)
        engine.rules.apply_at(batch, 0, player, action)
        state = State(self.game, engine.save(batch))
        if engine.compiled:  # else it may be by the time the next state asks
            state.__dict__["engine"] = engine
        return state

    # Observations.

    def observe(self, player: int) -> Observation:
        """Return what a player (-1: a spectator) may know.

        Raises:
            Refused: there is no such player.
        """
        player = check_observer(player, self.game.num_players)
        engine = self.engine
        batch = engine.load(self.data)
        engine.rules.observe_at(batch, 0, player)
        return Observation(self.game, engine.save(batch), player)

    def period(self, player: int) -> int:
        """Return the number of the player's span of thinking time; 0: it belongs to none.

        Raises:
            Refused: there is no such player.
        """
        player = check_observer(player, self.game.num_players)
        engine = self.engine
        return int(engine.rules.period_at(engine.load(self.data), 0, player))

    @property
    def is_consistent(self) -> bool:
        """Is nothing lost and nothing twice?"""
        engine = self.engine
        return bool(engine.rules.is_consistent_at(engine.load(self.data), 0))

    @staticmethod
    def from_json(value: dict[str, Any] | str) -> State:
        """Rebuild what `to_json` returned, or its text.

        Raises:
            Refused: it is not a state, or not a sound one.
        """
        return State(*read_json(value)[:2])._checked()

    def _checked(self) -> State:
        if not self.is_consistent:
            raise Refused(MALFORMED_STATE.format(self.game.title, "pieces are missing or twice"))
        return self

    def _repr_svg_(self) -> str:
        """Return what all can see as a picture, for notebooks."""
        return self.observe(-1).svg()

    def __repr__(self) -> str:
        return f"{self.game!r}.state({self.code!r})"

    def __str__(self) -> str:
        from spinney.core import rendering

        return rendering.text(self)


class Observation(_Value):
    """A state with blanks: what one player may know, and nothing else.

    Attributes:
        player: whose it is; -1 for a spectator.
    """

    __slots__ = ()
    player: int

    def __init__(self, game: Game, data: bytes, player: int) -> None:
        super().__init__(game, data)
        object.__setattr__(self, "player", player)

    def _as_state(self) -> State:
        return self.determinize(0)

    def _seen_by(self, player: int) -> Observation:  # noqa: ARG002 - it has one viewer
        return self

    def with_names(self, people: tuple[str, ...]) -> Observation:
        """Return it with the players' names, which views of it then show (`Game.with_names`)."""
        return Observation(self.game.with_names(people), self.data, self.player)

    @property
    def legal(self) -> LegalMoves:
        """The complete moves that the viewer can play now, lazily."""
        return LegalMoves(self, self.player)

    @cached_property
    def legal_actions(self) -> tuple[int, ...]:
        """The numbers of the viewer's legal next actions, ascending."""
        return self._legal_actions(self.player)

    @cached_property
    def mid_move(self) -> bool:
        """Is the viewer inside a move?"""
        return self._is_mid_move(self.player)

    @cached_property
    def words(self) -> frozenset[str]:
        """Every word of the viewer's legal moves: pictures make these pieces clickable."""
        return notation.words(self)

    def determinize(self, seed: int) -> State:
        """Return a state that looks like this to the viewer, drawn uniformly by ``seed``.

        Raises:
            Refused: the seed is not a whole number of 64 bits.
        """
        if type(seed) is not int or seed.bit_length() > 63:
            seed = check_seed(seed)
        engine = self.engine
        batch = engine.load(self.data)
        engine.rules.determinize_at(batch, 0, self.player, seeded(seed))
        return State(self.game, engine.save(batch))

    def mask(self) -> npt.NDArray[np.uint8]:
        """Return which actions are legal for the viewer: 0 or 1, of shape ``(num_actions,)``."""
        found = np.zeros(self.game.num_actions, np.uint8)
        found[[*self.legal_actions]] = 1
        return found

    @overload
    def tensor(self, dtype: Literal["f4"] = "f4") -> npt.NDArray[np.float32]: ...
    @overload
    def tensor(self, dtype: Literal["u1"]) -> npt.NDArray[np.uint8]: ...
    @overload
    def tensor(self, dtype: TensorType) -> npt.NDArray[Any]: ...
    def tensor(self, dtype: TensorType = "f4") -> npt.NDArray[Any]:
        """Return it as numbers for learning, the viewer's seat first; see `Game.layout`.

        Args:
            dtype: ``"f4"`` for 32-bit floats, amounts in units of what is typical; ``"u1"`` for
                bytes, amounts as they are, at most 255.

        Returns:
            A new array of shape ``(Game.tensor_size,)``.

        Raises:
            Refused: the game doesn't declare what a field of its record means, or there is no such
                type of tensors.
        """
        return encoding(self.game).tensor(self.data, self.player, dtype)

    def tokens(self) -> npt.NDArray[np.int16]:
        """Return it as small whole numbers, for embeddings; see `Encoding.tokens`.

        Returns:
            A new array of shape ``(Game.num_tokens,)``.

        Raises:
            Refused: as `tensor` does.
        """
        return encoding(self.game).tokens(self.data, self.player)

    def svg(self, layout: str = "sheet", theme: Theme | None = None) -> str:
        """Return a picture as an SVG file; ``layout`` is ``sheet``, ``wide`` or ``narrow``."""
        from spinney.core import rendering

        return rendering.svg(self, layout, theme)

    def _repr_svg_(self) -> str:
        return self.svg()

    def to_json(self) -> dict[str, Any]:
        """Return it as JSON values."""
        return {**super().to_json(), "player": self.player}

    @staticmethod
    def from_json(value: dict[str, Any] | str) -> Observation:
        """Rebuild what `to_json` returned, or its text. Raises Refused if it is none."""
        game, data, player = read_json(value)
        return Observation(game, data, check_viewer(game, player))

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.game, self.data, self.player)

    def __eq__(self, other: object) -> bool:
        return super().__eq__(other) and self.player == getattr(other, "player", None)

    def __hash__(self) -> int:
        return hash((self.data, self.player))

    def __repr__(self) -> str:
        return f"{self.game!r}.observation({self.player}, {self.code!r})"

    def __str__(self) -> str:
        from spinney.core import rendering

        return rendering.text(self)

    @property
    def viewer(self) -> str:
        """The viewer's name in the game."""
        return "a spectator" if self.player < 0 else self.game.player_names[self.player]


def decode(game: Game, code: str) -> State:
    """Return the state that `State.code` wrote. Raises Refused if it is none of this game."""
    return State(game, read_code(game, code))._checked()


def decode_observation(game: Game, player: int, code: str) -> Observation:
    """Return the observation of a player that `Observation.code` wrote. Raises Refused."""
    return Observation(game, read_code(game, code), check_viewer(game, player))
