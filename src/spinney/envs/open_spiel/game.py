"""Games for OpenSpiel: types, parameters, deals."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cached_property
from typing import Any

import spinney
from spinney.core.arguments import whole_number
from spinney.core.errors import Refused, did_you_mean
from spinney.core.game import Game
from spinney.core.registry import all_games
from spinney.envs.open_spiel.history import GameHistory

try:
    import pyspiel  # type: ignore[import-untyped,import-not-found,unused-ignore]
except ImportError as missing:
    raise ImportError(
        "OpenSpiel is not installed: pip install -e '.[openspiel]' in the folder of Spinney"
    ) from missing

from spinney.envs.open_spiel.observer import OpenSpielObserver
from spinney.envs.open_spiel.state import OpenSpielState

DEALS = 10_000
"""How many deals a chance node has, unless there are so few that each is one outcome."""
LONGEST = 10_000
"""The most actions of a game that doesn't declare its length."""
EVENTS = 4
"""The most events per action that a player may observe, on average over a game."""
OWN_PARAMETERS = {"deals": 0, "first_seed": 0}
"""Parameters besides the options of a game; no ``deals``: as many as there are, or `DEALS`."""


def register_all() -> list[str]:
    """Register all games that `spinney.all_games` lists; return their names in OpenSpiel.

    A game is called ``spinney_`` and its name, with ``_`` for ``-``. Where several players act at
    once, there is a second form, ``…_turn_based``, in which they do so one after another, and
    nobody sees what the others chose. Call it again after `spinney.register`.
    """
    names = []
    for name, (game, turn_based) in _forms().items():
        kind = _type_of(name, game, turn_based)
        # A class, because OpenSpiel releases its reference after Python has ended, and only
        # objects in a reference cycle, as classes are, survive that.
        own = type(name, (OpenSpielGame,), {"kind": kind, "name": game.name})
        pyspiel.register_game(kind, own)
        names.append(name)
    return names


def _forms() -> dict[str, tuple[Game, bool]]:
    """Return each game by its name in OpenSpiel, and whether players act in turn there."""
    forms = {}
    for game in all_games().values():
        name = f"spinney_{game.name.replace('-', '_')}"
        forms[name] = game, not game.simultaneous
        if game.simultaneous:
            forms[f"{name}_turn_based"] = game, True
    return forms


def load(name: str, **options: Any) -> Any:
    """Return a game of OpenSpiel, with options as `spinney.game` takes them.

    OpenSpiel's own `pyspiel.load_game` takes each parameter in one type only. The games need not
    have been registered.

    Args:
        name: in OpenSpiel, with parameters or without: ``"spinney_spring_2021(league=wood-2)"``.
        options: more of these parameters.

    Raises:
        Refused: there is no such game or option, or it can't have that value.
    """
    given = pyspiel.game_parameters_from_string(name) | options
    form = given.pop("name")
    if form not in pyspiel.registered_names():
        register_all()
    forms = _forms()
    if form not in forms:
        raise Refused(f"OpenSpiel has no game {form!r} of Spinney{did_you_mean(form, [*forms])}")
    return pyspiel.load_game(form, _typed(forms[form][0], given))


def _typed(game: Game, given: Mapping[str, Any]) -> dict[str, Any]:
    """Return parameters in the types that OpenSpiel knows them by; defaults are left out."""
    own = {key: given[key] for key in given if key in OWN_PARAMETERS}
    for key, value in own.items():
        own[key] = whole_number(value, key)
    options = {key: value for key, value in given.items() if key not in OWN_PARAMETERS}
    names = [*game.chosen, *OWN_PARAMETERS]
    for key in options:
        if key not in names:
            raise Refused(f"{game.name} has no option {key!r}{did_you_mean(key, names)}")
    chosen, usual = game.with_options(**options).chosen, game.chosen
    kinds = _option_kinds(game)
    changed = {key: kinds[key](chosen[key]) for key in options if chosen[key] != usual[key]}
    return own | changed


def _option_kinds(game: Game) -> dict[str, Callable[[Any], Any]]:
    """Return the type by which OpenSpiel knows each option: that of all of its values, or text."""
    kinds = {option.name: {type(value) for value in option.values} for option in game.options}
    return {name: found.pop() if found in ({int}, {bool}) else str for name, found in kinds.items()}


def _type_of(name: str, game: Game, turn_based: bool) -> Any:
    """Return OpenSpiel's type of a game, which it knows before the game is loaded."""
    kind, twin = pyspiel.GameType, turn_based and game.simultaneous
    kinds = _option_kinds(game)
    players = next((o.values for o in game.options if o.name == "players"), (game.num_players,))
    return kind(
        short_name=name,
        long_name=game.title + (" (turn-based)" if twin else ""),
        dynamics=kind.Dynamics.SEQUENTIAL if turn_based else kind.Dynamics.SIMULTANEOUS,
        chance_mode=kind.ChanceMode.EXPLICIT_STOCHASTIC,
        information=kind.Information.IMPERFECT_INFORMATION,
        utility=kind.Utility.ZERO_SUM,
        reward_model=kind.RewardModel.TERMINAL,
        max_num_players=max(players),
        min_num_players=min(players),
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={key: kinds[key](value) for key, value in game.chosen.items()}
        | OWN_PARAMETERS,
    )


class OpenSpielGame(pyspiel.Game):  # type: ignore[misc]
    """A game as `pyspiel.load_game` returns it; a subclass for each name.

    Attributes:
        kind: OpenSpiel's type of the game, which it knows before the game is loaded.
        name: in Spinney.
        game: the game, with its options.
        turn_based: do players act one after another, also where several choose at once?
        outcomes: the deals and their probabilities.
        event_room: the most events in the tensor of an information state.
    """

    kind: Any
    name: str

    def __init__(self, parameters: Mapping[str, Any]) -> None:
        """Make it.

        Raises:
            Refused: an option has no such value, or a parameter is too small.
        """
        given = {key: value for key, value in parameters.items() if key in OWN_PARAMETERS}
        options = {key: value for key, value in parameters.items() if key not in OWN_PARAMETERS}
        self.game = spinney.game(self.name, **options)
        self.turn_based = self.kind.dynamics == pyspiel.GameType.Dynamics.SEQUENTIAL
        self._first_seed = given.get("first_seed", 0)
        self._deals = given.get("deals", 0) or self.game.num_deals or DEALS
        if self._deals < 1:
            raise Refused(f"there can't be {self._deals} deals")
        longest = self.game.max_length or LONGEST
        self.event_room = EVENTS * longest
        info = pyspiel.GameInfo(
            num_distinct_actions=self.game.num_actions,
            max_chance_outcomes=self._deals,
            num_players=self.game.num_players,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=longest,
        )
        super().__init__(self.kind, info, _changed(self.kind, parameters))

    @cached_property
    def outcomes(self) -> list[tuple[int, float]]:
        """The deals and their probabilities."""
        return [(deal, 1 / self._deals) for deal in range(self._deals)]

    def deal(self, outcome: int) -> GameHistory:
        """Return a game that has just been dealt.

        Raises:
            Refused: there is no such outcome.
        """
        if not 0 <= outcome < self._deals:
            raise Refused(f"there is no deal {outcome}; deals are 0 to {self._deals - 1}")
        return GameHistory.begun(self.game.new(self._first_seed + outcome))

    def new_initial_state(self) -> OpenSpielState:
        """Return a game that has not been dealt yet."""
        return OpenSpielState(self)

    def make_py_observer(self, kind: Any = None, parameters: Any = None) -> OpenSpielObserver:
        """Return a writer of observations or, with ``perfect_recall``, of information states."""
        return OpenSpielObserver(self.game, self.event_room, kind, parameters)

    def __reduce__(self) -> tuple[Any, ...]:
        return load, (str(self),)

    def max_chance_nodes_in_history(self) -> int:
        """Return 1: all chance is in the deal."""
        return 1


def _changed(kind: Any, parameters: Mapping[str, Any]) -> dict[str, Any]:
    """Return the parameters that differ from the defaults: they are part of a game's name."""
    usual = kind.parameter_specification
    return {key: value for key, value in parameters.items() if usual.get(key) != value}
