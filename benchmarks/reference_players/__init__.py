"""Hand-written reference players, per game."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from benchmarks.perfect_information import INFORMED, Informed, in_process
from benchmarks.reference_players import (
    arboretum,
    build_your_arboretum,
    build_your_arboretum_denial,
    build_your_arboretum_numbers,
    forest_garden,
    spring_2021,
)
from benchmarks.reference_players.searching import Searching
from spinney.players import player_specs

REFERENCE_PLAYERS: dict[str, dict[str, Callable[[], player_specs.PlayerSpec]]] = {
    "build-your-arboretum": {
        "common sense": build_your_arboretum.CommonSense,
        "denial": build_your_arboretum_denial.Denial,
        "high numbers": partial(build_your_arboretum_numbers.HighNumbers, "high numbers", 1000),
    },
    "arboretum": {"common sense": arboretum.CommonSense, "greed": arboretum.Greed},
    "spring-2021": {
        "tree search": spring_2021.TreeSearch,
        "beam search": spring_2021.BeamSearch,
        "ours in 100 ms": partial(Searching, "ours in 100 ms", seconds=0.095),
    },
    "forest-garden": {"common sense": forest_garden.CommonSense},
}


def entrant(game: str, name: str) -> player_specs.PlayerSpec:
    """Return who is called that in a game: a reference player, a level, or random.

    Or one of them who sees all, in a `PerfectInformationGame`.
    """
    if name.endswith(INFORMED):
        return Informed(in_process(entrant(game, name.removesuffix(INFORMED))))
    own = REFERENCE_PLAYERS[game]
    return own[name]() if name in own else player_specs.read(name)
