"""The command line that plays a simulation again."""

from __future__ import annotations

import shlex
from collections.abc import Iterator
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from spinney.arena.simulate import Simulation
    from spinney.arena.skill import SkillDepth


def simulate_command(
    simulation: Simulation, games: int, decisions: int = 0, skill: SkillDepth | None = None
) -> str:
    """Return the command line that plays a simulation again.

    Args:
        simulation: what was played.
        games: how many of its games were.
        decisions: in how many of them decisions were sampled.
        skill: how levels compare; None if that was not requested.
    """
    return shlex.join(_words(simulation, games, decisions, skill))


def _words(
    simulation: Simulation, games: int, decisions: int, skill: SkillDepth | None
) -> Iterator[str]:
    game = simulation.game
    yield from ("spinney", "simulate", game.name)
    for option in game.options:
        if game.chosen[option.name] != option.default:
            yield from ("--option", f"{option.name}={option.write(game.chosen[option.name])}")
    yield from ("--games", str(games), "--level", simulation.level)
    yield f"--seed={simulation.seed}"
    for change in game.changes:
        yield from ("--sweep", str(change))
    if decisions:
        yield from ("--decisions", str(decisions))
    if skill:
        yield from ("--skill", ",".join(skill.levels), "--skill-deals", str(skill.deals))
