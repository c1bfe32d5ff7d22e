"""Training by generations: self-play, a network trained on it, and a gate that it must pass.

All results are written at once, whole or not at all; a run that was stopped goes on where it was.
The folder has `SETTINGS`, a folder for each generation (`CHUNKS` of samples, `CANDIDATE`, `GATE`
with the scores of its deals), and `BEST`, the network that has passed last.
"""

from __future__ import annotations

import json
import time
from collections.abc import Iterator, Mapping
from contextlib import closing
from dataclasses import asdict, dataclass, field
from functools import cached_property, partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from spinney.arena.deal_group import deal_of
from spinney.arena.worker_pool import map_games
from spinney.core.errors import Refused
from spinney.players.player_specs import PlayerSpec, SearchSpec
from spinney.search import Network
from spinney.search.weights import options_of
from spinney.training.gate import Gate, passed
from spinney.training.gradients import Say, TrainingSettings, train, untrained
from spinney.training.selfplay import CHUNK, Samples, SelfPlayPlan, play_chunk

if TYPE_CHECKING:
    from spinney.core.game import Game

SETTINGS, BEST = "train.json", "best.npz"
CANDIDATE, GATE, CHUNKS = "candidate.npz", "gate.json", "samples"
PASSED = "passed"
"""The name in a gate's file for whether the network has passed."""
WINDOW = 3
"""The number of generations whose samples a network learns from."""
DEALS_APART = 1 << 32
"""The distance between the seeds of two generations' deals; the gate's seeds are half as far."""


@dataclass(frozen=True)
class RunSettings:
    """The settings of a run: the game, and the sizes of each generation.

    Attributes:
        game: the game with its options.
        games: of self-play in each generation: whole chunks of `CHUNK`.
        playouts: for each choice, in self-play.
        gate_playouts: for each choice of both, where the candidate meets its predecessor.
        seed: of the whole run.
        training: of the networks.
    """

    game: Game
    games: int = 4000
    playouts: int = 200
    gate_playouts: int = 400
    seed: int = 1
    training: TrainingSettings = field(default_factory=TrainingSettings)

    @property
    def chunks(self) -> int:
        """How many chunks of games a generation has."""
        return self.games // CHUNK

    def to_json(self) -> dict[str, Any]:
        """Return the settings that must be the same when a run goes on."""
        found = asdict(self) | {"game": self.game.name, "options": options_of(self.game)}
        return dict(found)


class _TimeOver(Exception):
    """The time limit is reached."""


class TrainingRun:
    """A run in a folder.

    Args:
        settings: of the run.
        folder: of all files.
        say: called with messages on the progress.
        jobs: how many games at once.
        cluster: the address of a Ray cluster that plays the games.

    Raises:
        Refused: the folder holds a run with other settings, or a generation's games are no whole
            chunks.
    """

    def __init__(
        self,
        settings: RunSettings,
        folder: Path,
        say: Say,
        jobs: int = 1,
        cluster: str | None = None,
    ) -> None:
        _check_games(settings.games)
        self.settings, self.folder, self._say = settings, folder, say
        self._jobs, self._cluster = jobs, cluster
        self._end = time.monotonic()
        folder.mkdir(parents=True, exist_ok=True)
        path, config = folder / SETTINGS, settings.to_json()
        before = _read_object(path, "name another folder with --out") if path.exists() else config
        if changed := _differences(before, config):
            raise Refused(
                f"{folder} has a training with other settings ({changed}); change that back, or "
                "name another folder with --out"
            )
        _write(path, json.dumps(config, indent=1))

    def go_on(self, seconds: float, most: int | None = None) -> Path | None:
        """Train on; return the file of the network that has passed the gate last, None if none has.

        Args:
            seconds: for how long.
            most: the number of the last generation, from 1; None: only the time ends it.
        """
        self._end = time.monotonic() + seconds
        number = self._first_open()
        try:
            while most is None or number <= most:
                self._generation(number)
                number += 1
        except _TimeOver:
            self._say(f"generation {number} is not finished; run it again to go on")
        return self._best_file if self._best_file.exists() else None

    @property
    def _best_file(self) -> Path:
        return self.folder / BEST

    def _first_open(self) -> int:
        number = 1
        while Generation(self.settings, self.folder, number).is_finished:
            number += 1
        return number

    def _has_time(self) -> bool:
        return time.monotonic() < self._end

    def _must_have_time(self) -> None:
        if not self._has_time():
            raise _TimeOver

    # The parts of a generation.

    def _generation(self, number: int) -> None:
        at = Generation(self.settings, self.folder, number)
        best = Network.load(self._best_file) if self._best_file.exists() else None
        self._play(at, best)
        self._train(at, best)
        self._pass(at, best)

    def _play(self, at: Generation, best: Network | None) -> None:
        missing = [n for n in range(self.settings.chunks) if not at.chunk(n).exists()]
        plan = SelfPlayPlan(self.settings.game, best, self.settings.playouts, at.seed)
        task = partial(play_chunk, plan)
        played = map_games(task, self._in_time(missing), self._jobs, cluster=self._cluster)
        with closing(played):
            for chunk, samples in played:
                samples.save(at.chunk(chunk))
                done = sum(at.chunk(n).exists() for n in range(self.settings.chunks))
                self._say(f"generation {at.number}: {done * CHUNK} games")
        if not all(at.chunk(n).exists() for n in range(self.settings.chunks)):
            raise _TimeOver

    def _in_time(self, missing: list[int]) -> Iterator[int]:
        """Yield the missing items as long as there is time, at least one."""
        for chunk in missing:
            yield chunk
            if not self._has_time():
                return

    def _train(self, at: Generation, best: Network | None) -> None:
        if at.candidate.exists():
            return
        self._must_have_time()
        start = best or untrained(self.settings.game, self.settings.training, self.settings.seed)
        samples = Samples.joined([Samples.load(path) for path in at.window()])
        self._say(f"generation {at.number}: training on {len(samples.seeds)} games")
        trained = train(
            self.settings.game,
            start,
            samples,
            self.settings.training,
            deal_of(self.settings.seed, at.number),
            lambda text: self._say(f"generation {at.number}: {text}"),
        )
        trained.save(at.candidate)

    def _pass(self, at: Generation, best: Network | None) -> None:
        candidate = Network.load(at.candidate)
        gates = at.gates(candidate, best)
        for gate in gates:
            if gate.verdict is None:
                self._must_have_time()
                gate.play(self._jobs, partial(self._after_deal, at, gates), self._cluster)
            self._say(f"generation {at.number}: against {gate.opponent.seat}: {gate}")
            if gate.verdict is None:
                raise _TimeOver
            if gate.verdict == "H0":
                break
        has_passed = passed(gates)
        if has_passed:
            candidate.save(self._best_file)
        at.keep(gates, has_passed)
        self._say(f"generation {at.number}: {'has' if has_passed else 'has not'} passed the gate")

    def _after_deal(self, at: Generation, gates: list[Gate]) -> bool:
        at.keep(gates)
        return self._has_time()


class Generation:
    """The files of a generation, and their contents."""

    def __init__(self, settings: RunSettings, folder: Path, number: int) -> None:
        self.settings, self.number, self._run = settings, number, folder
        self.folder = folder / f"generation-{number}"
        (self.folder / CHUNKS).mkdir(parents=True, exist_ok=True)

    @property
    def seed(self) -> int:
        """The seed of its first deal."""
        return deal_of(self.settings.seed, self.number * DEALS_APART)

    @property
    def candidate(self) -> Path:
        """The file of the network that was trained on it."""
        return self.folder / CANDIDATE

    def chunk(self, number: int) -> Path:
        """Return the file of a chunk of samples."""
        return self.folder / CHUNKS / f"{number:05}.npz"

    def window(self) -> list[Path]:
        """Return the files of samples that its network learns from."""
        first = max(1, self.number - WINDOW + 1)
        folders = (self._run / f"generation-{n}" / CHUNKS for n in range(first, self.number + 1))
        return [path for folder in folders for path in sorted(folder.glob("*.npz"))]

    # The gate.

    @cached_property
    def _results(self) -> dict[str, Any]:
        path = self.folder / GATE
        if not path.exists():
            return {"scores": [[], []]}
        way_out = "delete it to play the deals of this gate again"
        results = _read_object(path, way_out)
        if not _are_gate_scores(results.get("scores")):
            raise Refused(f"{path} has no scores of a gate; {way_out}")
        return results

    @property
    def is_finished(self) -> bool:
        """Has the gate decided on its network?"""
        return PASSED in self._results

    def gates(self, candidate: Network, best: Network | None) -> list[Gate]:
        """Return its gates with their results so far: against the predecessor and the level."""
        settings, playouts = self.settings, self.settings.gate_playouts
        seat = f"search:{playouts}"
        own = SearchSpec(f"{seat}:{candidate.identity}", playouts, candidate)
        before = SearchSpec(f"{seat}:{best.identity if best else 'advice'}", playouts, best)
        opponents: list[PlayerSpec] = [before, baseline()]
        scores = self._results["scores"]
        return [
            Gate(settings.game, own, opponent, self._gate_seed(n), list(scores[n]))
            for n, opponent in enumerate(opponents)
        ]

    def _gate_seed(self, number: int) -> int:
        return deal_of(self.seed, DEALS_APART // 2 + 10**6 * number)

    def keep(self, gates: list[Gate], passed: bool | None = None) -> None:
        """Write the gates' results so far, and in the end whether the network has passed."""
        verdict = {} if passed is None else {PASSED: passed}
        self._results = {"scores": [gate.scores for gate in gates], **verdict}
        _write(self.folder / GATE, json.dumps(self._results))


def _read_object(path: Path, way_out: str) -> dict[str, Any]:
    """Return the object of a JSON file. Raises Refused, with a way out, if there is none."""
    try:
        found = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        found = None
    if not isinstance(found, dict):
        raise Refused(f"{path} can't be read; {way_out}")
    return found


def _are_gate_scores(value: object) -> bool:
    """Does a value have the scores of deals, 0 to 1, against each of the two opponents?"""
    return (
        isinstance(value, list)
        and len(value) == 2
        and all(isinstance(scores, list) for scores in value)
        and all(isinstance(x, int | float) and 0 <= x <= 1 for scores in value for x in scores)
    )


def baseline() -> SearchSpec:
    """Return the other opponent that a candidate must beat: a long search by advice."""
    return SearchSpec("search:10000x2:advice", 10_000, None, 2)


def _check_games(games: int) -> None:
    if games % CHUNK:
        nearest = max(1, round(games / CHUNK)) * CHUNK
        raise Refused(
            f"a generation has whole chunks of {CHUNK} self-play games, not {games}; "
            f"try --games {nearest}"
        )


def _differences(before: Mapping[str, Any], now: Mapping[str, Any]) -> str:
    """Return which settings differ, in words; empty if none does."""
    return ", ".join(
        f"{name} was {before.get(name)}, now it is {now.get(name)}"
        for name in {**before, **now}
        if before.get(name) != now.get(name)
    )


def _write(path: Path, text: str) -> None:
    part = path.with_suffix(".part")
    part.write_text(text)
    part.replace(path)
