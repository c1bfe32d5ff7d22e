"""`State` and `Observation`: the immutable values people hold, each around one record."""

from __future__ import annotations

import base64
import json
import zlib
from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

from spinney.core import notation
from spinney.core.errors import Refused
from spinney.kernel.records import Record
from spinney.kernel.rng import seeded

if TYPE_CHECKING:
    from spinney.core.game import Game
    from spinney.drawing.style import Theme

ROOM = 1024
"""How many numbers sentences are given to be written to, where they are expected to be few."""
MALFORMED_STATE = "this is no state of {}: {}"


class Moment(NamedTuple):
    """One thing that happened, and the state after it.

    Attributes:
        player: who took the step, or whose choice lapsed; -1 for an automatic stage.
        step: the step; a stage's number; ``-why`` for a lapse.
        before: the state right before it.
        state: the state right after it.
    """

    player: int
    step: int
    before: State
    state: State

    def heard(self, listener: int) -> tuple[int, ...]:
        """Return what ``listener`` (-1: a spectator) learnt from it, as codes."""
        engine = self.state.game.engine
        out = engine.ints(self.state.game.rules.CODES + 64)
        batch = engine.load(self.before.data, self.state.data)
        count = engine.rules.heard_at(batch, 0, 1, listener, self.player, self.step, out)
        return engine.listed(out, count)


class _Value:
    """What states and observations share: a game and the bytes of a record."""

    __slots__ = ("__dict__", "data", "game")
    game: Game
    data: bytes

    def __init__(self, game: Game, data: bytes) -> None:
        object.__setattr__(self, "game", game)
        object.__setattr__(self, "data", data)

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"a {type(self).__name__} can't be changed; play makes a new one")

    def _load(self, engine: Any, spare: int = 0) -> Any:
        return engine.load(self.data, spare=spare)

    def _steps(self, player: int) -> tuple[int, ...]:
        if player not in self.awaits:
            return ()
        engine = self.game.engine
        out = engine.ints(self.game.rules.ACTIONS)
        return engine.listed(out, engine.rules.legal_at(self._load(engine), 0, player, out))

    def _midway(self, player: int) -> bool:
        engine = self.game.engine
        return player >= 0 and bool(engine.rules.midway_at(self._load(engine), 0, player))

    @cached_property
    def awaits(self) -> tuple[int, ...]:
        """The players who owe a decision, ascending; empty when the game is over.

        Of an observation: as far as its viewer can know.
        """
        engine = self.game.engine
        awaited = engine.rules.awaits_at(self._load(engine), 0)
        return tuple(p for p in range(self.game.players) if awaited >> p & 1)

    def _world(self) -> State:
        """A state to try steps in, which blanks would lead astray: itself, or one imagined."""
        raise NotImplementedError

    @cached_property
    def over(self) -> bool:
        """Has the game ended? It has not while an automatic stage is due."""
        if self.awaits:
            return False
        engine = self.game.engine
        return not engine.rules.settle_at(self._world()._load(engine), 0)

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

    def _written(self, rule: str) -> tuple[int, ...]:
        engine = self.game.engine
        out = engine.ints(max(8, self.game.rules.PLAYERS))
        getattr(engine.rules, rule)(self._load(engine), 0, out)
        return engine.listed(out, self.game.players)

    def to_json(self) -> dict[str, Any]:
        """Return it as what `json.dumps` takes: game, options, and every field by name."""
        return {
            "game": self.game.name,
            "options": dict(self.game.chosen),
            "fields": self.record.to_json(),
        }

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.game, self.data)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, type(self)) and self.game == other.game and self.data == other.data

    def __hash__(self) -> int:
        return hash((self.game, self.data))


class State(_Value):
    """Everything about a game at one moment, hidden things included. Never changes.

    People and programs that play are given an `Observation`.
    """

    __slots__ = ()

    def _world(self) -> State:
        return self

    # What can be said.

    def legal(self, player: int) -> Legal:
        """Return the complete sentences ``player`` can say now, lazily."""
        return Legal(self, player)

    def steps(self, player: int) -> tuple[int, ...]:
        """Return the numbers of the legal next steps, ascending; none if it isn't their turn."""
        return self._steps(player)

    def midway(self, player: int) -> bool:
        """Has this player taken some steps of a sentence and not yet the last?"""
        return self._midway(player)

    # What follows.

    def play(self, player: int, sentence: str) -> State:
        """Return the state after a player's sentence, automatic stages settled.

        Raises:
            Refused: it can't be said now; the message says why and what would do.
        """
        return self.moments(player, sentence)[-1].state

    def moments(self, player: int, sentence: str) -> tuple[Moment, ...]:
        """Return all that a sentence brings about, one after another. Raises Refused."""
        moments: list[Moment] = []
        state = self
        for step in notation.read(self.observe(player), sentence):
            before, state = state, state._after(player, step)
            moments.append(Moment(player, step, before, state))
        return (*moments, *state.settled()[1:])

    def step(self, player: int, step: int) -> State:
        """Return the state after one step by number, settled if nobody is then awaited.

        Raises:
            Refused: it is no legal step of that player.
        """
        steps = self.steps(player)
        if step not in steps:
            raise Refused(f"{step} is no legal step of player {player}; {len(steps)} are")
        engine = self.game.engine
        batch, rules = self._load(engine), engine.rules
        rules.apply_at(batch, 0, player, step)
        while not rules.awaits_at(batch, 0) and rules.settle_at(batch, 0):
            pass
        return State(self.game, engine.save(batch))

    def lapse(self, player: int, why: int) -> tuple[Moment, ...]:
        """Return what follows when an awaited player fails to choose (`contract.LATE`, …)."""
        if player not in self.awaits:
            raise Refused(f"nothing is awaited of player {player}")
        engine = self.game.engine
        batch = self._load(engine)
        engine.rules.lapse_at(batch, 0, player, why)
        state = State(self.game, engine.save(batch))
        return (Moment(player, -why, self, state), *state.settled()[1:])

    def settled(self) -> tuple[Moment, ...]:
        """Return this state and then every automatic stage that is due, one by one."""
        moments = [Moment(-1, 0, self, self)]
        engine = self.game.engine
        batch = self._load(engine)
        while not engine.rules.awaits_at(batch, 0):
            stage = engine.rules.settle_at(batch, 0)
            if not stage:
                break
            after = State(self.game, engine.save(batch))
            moments.append(Moment(-1, int(stage), moments[-1].state, after))
        return tuple(moments)

    def _after(self, player: int, step: int) -> State:
        engine = self.game.engine
        batch = self._load(engine)
        engine.rules.apply_at(batch, 0, player, step)
        return State(self.game, engine.save(batch))

    # Who sees what.

    def observe(self, player: int) -> Observation:
        """Return what ``player`` may know (-1: a spectator)."""
        if not -1 <= player < self.game.players:
            raise Refused(f"players are 0 to {self.game.players - 1}, or -1 for a spectator")
        engine = self.game.engine
        batch = self._load(engine)
        engine.rules.observe_at(batch, 0, player)
        return Observation(self.game, engine.save(batch), player)

    def period(self, player: int) -> int:
        """Return the number of the player's span of thinking time; 0: it belongs to none."""
        engine = self.game.engine
        return int(engine.rules.period_at(self._load(engine), 0, player))

    @property
    def sound(self) -> bool:
        """Is nothing lost and nothing twice?"""
        engine = self.game.engine
        return bool(engine.rules.sound_at(self._load(engine), 0))

    @property
    def code(self) -> str:
        """The state as a word that `Game.state` reads back."""
        return base64.urlsafe_b64encode(zlib.compress(self.data, 9)).decode().rstrip("=")

    @staticmethod
    def from_json(value: dict[str, Any] | str) -> State:
        """Rebuild what `to_json` gave, or its text.

        Raises:
            Refused: it is no state, or not a sound one.
        """
        return State(*_from_json(value)[:2])._checked()

    def _checked(self) -> State:
        if not self.sound:
            raise Refused(MALFORMED_STATE.format(self.game.title, "pieces are missing or twice"))
        return self

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

    def _world(self) -> State:
        return self.imagine(0)

    @property
    def legal(self) -> Legal:
        """The complete sentences the viewer can say now, lazily."""
        return Legal(self, self.player)

    @cached_property
    def steps(self) -> tuple[int, ...]:
        """The numbers of the viewer's legal next steps, ascending."""
        return self._steps(self.player)

    @cached_property
    def midway(self) -> bool:
        """Is the viewer inside a sentence?"""
        return self._midway(self.player)

    @cached_property
    def words(self) -> frozenset[str]:
        """Every word the viewer can name now: what a picture may make touchable."""
        return notation.words(self)

    def imagine(self, seed: int) -> State:
        """Return a state that looks like this to the viewer, drawn uniformly by ``seed``."""
        engine = self.game.engine
        batch = self._load(engine)
        engine.rules.imagine_at(batch, 0, self.player, seeded(seed))
        return State(self.game, engine.save(batch))

    def svg(self, layout: str = "sheet", theme: Theme | None = None) -> str:
        """Return a picture as an SVG file; ``layout`` is ``sheet``, ``wide`` or ``narrow``."""
        from spinney.core import rendering

        return rendering.svg(self, layout, theme)

    def _repr_svg_(self) -> str:
        return self.svg()

    def to_json(self) -> dict[str, Any]:
        """Return it as what `json.dumps` takes."""
        return {**super().to_json(), "player": self.player}

    @staticmethod
    def from_json(value: dict[str, Any] | str) -> Observation:
        """Rebuild what `to_json` gave, or its text. Raises Refused if it is none."""
        game, data, player = _from_json(value)
        if not isinstance(player, int) or not -1 <= player < game.players:
            raise Refused(MALFORMED_STATE.format(game.title, f"it is nobody's view: {player!r}"))
        return Observation(game, data, player)

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.game, self.data, self.player)

    def __eq__(self, other: object) -> bool:
        return super().__eq__(other) and self.player == getattr(other, "player", None)

    def __hash__(self) -> int:
        return hash((self.game, self.data, self.player))

    def __repr__(self) -> str:
        return f"<what {self.viewer} sees of {self.game!r}, {len(self.data)} bytes>"

    def __str__(self) -> str:
        from spinney.core import rendering

        return rendering.text(self)

    @property
    def viewer(self) -> str:
        """The viewer's name."""
        return "a spectator" if self.player < 0 else self.game.player_names[self.player]


class Legal:
    """The complete sentences of one player: iterate, ``len``, ``in``, or draw one.

    Nothing is listed before it is asked for: there can be a hundred thousand.
    """

    def __init__(self, value: State | Observation, player: int) -> None:
        self._value, self._player = value, player

    def __iter__(self) -> Iterator[str]:
        write = self._value.game.sentences.write
        return (write(steps) for steps in self.paths())

    def paths(self) -> Iterator[tuple[int, ...]]:
        """Yield each sentence as its steps."""
        yield from _paths(self._value._world(), self._player)

    def __len__(self) -> int:
        return self._listed(0)[0]

    def few(self, most: int) -> tuple[tuple[int, ...], ...] | None:
        """Return all sentences as their steps, as `paths` does.

        None: there are more than ``most``.
        """
        room, count, sentences = ROOM, *self._listed(ROOM)
        while len(sentences) < count <= most:
            room *= 8
            count, sentences = self._listed(room)
        return tuple(sentences) if count <= most else None

    def _listed(self, room: int) -> tuple[int, list[tuple[int, ...]]]:
        """Return how many sentences there are, and those that fit into so many numbers."""
        if self._player not in self._value.awaits:
            return 0, []
        engine, rules = self._value.game.engine, self._value.game.rules
        batch = self._value._world()._load(engine, spare=notation.LONGEST)
        out, found = engine.ints(rules.ACTIONS), engine.ints(room)
        stack = engine.ints(notation.LONGEST + 1), engine.ints(notation.LONGEST + 1)
        count = engine.rules.list_sentences(batch, self._player, out, *stack, found, room)
        return int(count), _sentences(engine.listed(found, room))

    def __contains__(self, sentence: object) -> bool:
        try:
            view = self._value
            if isinstance(view, State):
                view = view.observe(self._player)
            return isinstance(sentence, str) and bool(notation.read(view, sentence))
        except Refused:
            return False

    def __bool__(self) -> bool:
        return self._player in self._value.awaits

    def sample(self, seed: int) -> str:
        """Return a sentence drawn step by step, by ``seed``."""
        from spinney.kernel.rng import random

        r = seeded(seed)
        state, steps = self._value._world(), []
        while True:
            r = random(r)
            choices = state._steps(self._player)
            if not choices:
                raise Refused("nothing is awaited of this player")
            steps.append(choices[(r >> 32) % len(choices)])
            state = state._after(self._player, steps[-1])
            if not state._midway(self._player):
                return str(self._value.game.sentences.write(steps))

    def __repr__(self) -> str:
        return f"<the {len(self)} sentences player {self._player} can say>"


def _sentences(found: Sequence[int]) -> list[tuple[int, ...]]:
    """Read sentences as rules write them: each as the number of its steps, and these."""
    sentences, at = list[tuple[int, ...]](), 0
    while at < len(found) and (length := found[at]):
        sentences.append(tuple(found[at + 1 : at + 1 + length]))
        at += 1 + length
    return sentences


def _paths(state: State, player: int) -> Iterator[tuple[int, ...]]:
    """Yield each sentence of a player as its steps; a batch is the stack."""
    if player not in state.awaits:
        return
    engine = state.game.engine
    batch, out = state._load(engine, notation.LONGEST), engine.ints(state.game.rules.ACTIONS)
    legal, apply, midway = engine.rules.legal_at, engine.rules.apply_at, engine.rules.midway_at

    def going_on(before: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
        depth = len(before)
        for step in engine.listed(out, legal(batch, depth, player, out)):
            batch[depth + 1] = batch[depth]
            apply(batch, depth + 1, player, step)
            if midway(batch, depth + 1, player):
                yield from going_on((*before, step))
            else:
                yield (*before, step)

    yield from going_on(())


def decode(game: Game, code: str) -> State:
    """Return the state that `State.code` wrote. Raises Refused if it is none of this game."""
    try:
        data = zlib.decompress(base64.urlsafe_b64decode(code + "=" * (-len(code) % 4)))
    except (ValueError, zlib.error) as problem:
        raise Refused(MALFORMED_STATE.format(game.title, problem)) from None
    if len(data) != game.record_class.dtype.itemsize:
        raise Refused(MALFORMED_STATE.format(game.title, "it has another size"))
    return State(game, data)._checked()


def _from_json(value: dict[str, Any] | str) -> tuple[Game, bytes, Any]:
    from spinney.core.registry import written

    try:
        parts = json.loads(value) if isinstance(value, str) else value
        game = written(parts["game"], parts["options"])
        record: Record = game.record_class.from_json(parts["fields"])
    except Refused:
        raise
    except (KeyError, TypeError, ValueError) as problem:
        raise Refused(f"this is no state of a game: {problem}") from None
    return game, bytes(record), parts.get("player")
