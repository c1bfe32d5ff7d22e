"""The sequential probability ratio test: is a player stronger, with as few games as that takes?

It is the generalised test over deal groups by M. Van den Bergh ("The generalized sequential
probability ratio test", 2020), which Fishtest and fastchess use for pairs of chess games; here a
group is a deal played from several seats, by two players or more (`spinney.arena.deal_group`).
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from spinney.arena.deal_group import group_size
from spinney.arena.elo import SCALE, check_scores, expected_share
from spinney.arena.empirical_likelihood import with_mean_0, with_t_value
from spinney.core.errors import Refused

Model = Literal["normalized", "logistic"]
"""The kinds of Elo of the hypotheses; see `spinney.arena.elo`."""
Verdict = Literal["H0", "H1"]

UNSEEN = 1e-3
"""The count of a score that was never seen: with 0, a hypothesis could be impossible."""
FARTHEST = 0.85
"""The most standard deviations of a group that a mean can be off 0 in a hypothesis. Beyond, no
distribution of the few scores that there are need have such a mean."""
MOST_LOGISTIC = 2000
"""The farthest difference in logistic Elo: beyond, shares are too near to 0 and 1 to be told."""


@dataclass(frozen=True)
class Sprt:
    """A test of H0, the difference is at most ``elo0``, against H1, it is at least ``elo1``.

    Attributes:
        elo0, elo1: in Elo as ``model`` has it.
        alpha: the probability to accept H1 where H0 is true.
        beta: the probability to accept H0 where H1 is true.
        players: how many play a game.
        model: the kind of Elo.
    """

    elo0: float
    elo1: float
    alpha: float = 0.05
    beta: float = 0.05
    players: int = 2
    model: Model = "normalized"

    def __post_init__(self) -> None:
        """Refuse invalid bounds and probabilities.

        Raises:
            Refused: the bounds are in the wrong order or too far off, or a probability is none.
        """
        if not self.elo0 < self.elo1:
            raise Refused("an SPRT needs two bounds in Elo, the smaller one first, as 0,10")
        if not (0 < self.alpha < 0.5 and 0 < self.beta < 0.5):
            raise Refused("alpha and beta are probabilities between 0 and 0.5, as 0.05")
        most = FARTHEST * self._unit if self.model == "normalized" else MOST_LOGISTIC
        if max(abs(self.elo0), abs(self.elo1)) > most:
            raise Refused(
                f"a test of {self.players} players is of at most {int(most)} {self.model} Elo, "
                "either way"
            )

    @property
    def bounds(self) -> tuple[float, float]:
        """The log-likelihood ratios at which H0 and H1 are accepted."""
        return (
            math.log(self.beta / (1 - self.alpha)),
            math.log((1 - self.beta) / self.alpha),
        )

    def llr(self, scores: Sequence[float]) -> float:
        """Return the log-likelihood ratio of H1 to H0, given a score (0 to 1) for each group.

        Raises:
            Refused: a score is not from 0 to 1.
        """
        return self.llr_of_counts(Counter(scores))

    def llr_of_counts(self, seen: Mapping[float, int]) -> float:
        """Return the log-likelihood ratio of H1 to H0, given how often each score was seen."""
        check_scores(seen, least=0)
        if not seen:
            return 0.0
        values, counts = _distribution(seen, group_size(self.players))
        shares = [count / sum(counts) for count in counts]
        null, other = (self._likeliest(values, shares, elo) for elo in (self.elo0, self.elo1))
        return sum(
            count * math.log(one / zero)
            for count, zero, one in zip(counts, null, other, strict=True)
        )

    def verdict(self, scores: Sequence[float]) -> Verdict | None:
        """Return which hypothesis is accepted; None: it takes more games. Raises as `llr` does."""
        return self.verdict_of_counts(Counter(scores))

    def verdict_of_counts(self, seen: Mapping[float, int]) -> Verdict | None:
        """Return which hypothesis is accepted, given how often each score was seen."""
        low, high = self.bounds
        ratio = self.llr_of_counts(seen)
        return "H1" if ratio >= high else "H0" if ratio <= low else None

    def _likeliest(self, values: Sequence[float], shares: list[float], elo: float) -> list[float]:
        """Return the likeliest distribution of the scores where the difference is ``elo``."""
        if self.model == "logistic":
            share = expected_share(elo, self.players)
            return with_mean_0([value - share for value in values], shares)
        leads = [value - 1 / self.players for value in values]
        return with_t_value(leads, shares, elo / self._unit)

    @property
    def _unit(self) -> float:
        """The normalized Elo of one standard deviation of a group's mean."""
        return 2 * SCALE / math.sqrt(group_size(self.players))


def _distribution(seen: Mapping[float, int], games: int) -> tuple[list[float], list[float]]:
    """Return the scores that groups of games can have, or had, and how often each was seen."""
    counts = dict.fromkeys((round(half / (2 * games), 9) for half in range(2 * games + 1)), 0.0)
    for score, count in seen.items():
        value = round(score, 9)
        counts[value] = counts.get(value, 0.0) + count
    values = sorted(counts)
    return values, [max(counts[value], UNSEEN) for value in values]
