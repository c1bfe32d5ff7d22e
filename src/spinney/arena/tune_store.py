"""The folder of a tuning, from which it goes on after any end.

`settings.json` says what is tuned, `deals.jsonl` has a line for each deal as soon as it is played,
`trials.log` is Optuna's journal of the trials.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from spinney.arena.tune_games import DealScore, TunedDeal
from spinney.core.errors import Refused
from spinney.system.files import append, cut_torn_line, folder, write

if TYPE_CHECKING:
    from spinney.arena.tune_settings import TuneSettings


class TuneStore:
    """The folder.

    Attributes:
        path: where it is.
        scores: of the deals that were played, by deal.
    """

    def __init__(self, path: Path, settings: TuneSettings, resume: bool = False) -> None:
        """Take the folder; it is made if there is none.

        Raises:
            Refused: the folder has another tuning, or this one without ``resume``; or it can't be
                written.
        """
        self.path = folder(path)
        self._check(settings, resume)
        for file in (self.deals_file, self.journal):
            cut_torn_line(file)
        self.scores = {score.deal: score for score in self._read()}

    @property
    def deals_file(self) -> Path:
        """The file of the deals."""
        return self.path / "deals.jsonl"

    @property
    def journal(self) -> Path:
        """Optuna's file."""
        return self.path / "trials.log"

    def _check(self, settings: TuneSettings, resume: bool) -> None:
        before, now = saved_settings(self.path), settings.saved()
        if before is None:
            write(self.path / "settings.json", f"{json.dumps(now, indent=2)}\n")
            return
        if not resume:
            raise Refused(f"{self.path} has a tuning: go on by --resume, or name another folder")
        formerly = settings.formerly_saved()
        for name, value in now.items():
            if before.get(name) not in (value, formerly.get(name, value)):
                raise Refused(
                    f"{self.path} has a tuning with another {name}: {before.get(name)}, not {value}"
                )

    def add(self, score: DealScore) -> None:
        """Store the result of a deal. Raises Refused if that fails."""
        self.scores[score.deal] = score
        result = {"score": score.score, "faults": score.faults, "ranked": score.ranked}
        append(self.deals_file, f"{json.dumps(score.deal._asdict() | result)}\n")

    def missing(self, deals: Iterable[TunedDeal]) -> list[TunedDeal]:
        """Return those of the deals that were not played yet."""
        return [deal for deal in deals if deal not in self.scores]

    def played(self, deals: Iterable[TunedDeal]) -> list[DealScore]:
        """Return the results of deals, up to the first that was not played yet."""
        scores = []
        for deal in deals:
            if deal not in self.scores:
                break
            scores.append(self.scores[deal])
        return scores

    def _read(self) -> Iterable[DealScore]:
        if not self.deals_file.exists():
            return
        lines = self.deals_file.read_bytes().splitlines()
        for number, line in enumerate(lines, 1):
            try:
                yield _score_of(json.loads(line.decode()))
            except (KeyError, TypeError, ValueError):
                raise Refused(f"{self.deals_file}, line {number}: this is not a deal") from None


def saved_settings(path: Path) -> dict[str, Any] | None:
    """Return the settings of the tuning in a folder; None: there is none. Raises Refused."""
    file = path / "settings.json"
    if not file.exists():
        return None
    try:
        saved = json.loads(file.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        raise Refused(f"{file} can't be read; name another folder") from None
    if isinstance(saved, dict) and "parameters" in saved and isinstance(saved.get("seed"), int):
        return saved
    raise Refused(f"{file} has no settings of a tuning; name another folder")


def _score_of(line: dict[str, Any]) -> DealScore:
    player, against, seed, number = (line[name] for name in TunedDeal._fields)
    deal = TunedDeal(str(player), str(against), int(seed), int(number))
    own, others = line["ranked"]
    return DealScore(deal, float(line["score"]), int(line["faults"]), (bool(own), bool(others)))
