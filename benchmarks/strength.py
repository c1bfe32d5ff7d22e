"""Playing strength of the levels: against reference players and each other.

    python -m benchmarks.strength               play what is missing, then write docs/strength.md
    python -m benchmarks.strength arboretum     only of some games
    python -m benchmarks.strength denial        only against some players
    python -m benchmarks.strength --write       only write the page

Every deal is played from all seats. Results are kept game by game in build/strength.jsonl, so a
run that is stopped goes on where it was; remove the file to begin anew. A line of the page of
which that file holds nothing stays as it stands.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import asdict, dataclass
from itertools import pairwise
from statistics import fmean

import spinney
from benchmarks.page import PAGE, ROOT
from benchmarks.perfect_information import INFORMED, with_perfect_information
from benchmarks.reference_players import entrant
from spinney.arena.deal_group import group_size
from spinney.arena.intervals import margin
from spinney.arena.series import FinishedGame, Series

KEPT = ROOT / "build" / "strength.jsonl"
SEED = 1000


@dataclass(frozen=True)
class Pairing:
    """One against another, or against several of it, over some deals.

    Attributes:
        game: which game.
        part: of the page.
        one, two: who plays.
        deals: how many, each played from all seats.
        required: the share of wins that ``one`` should have at least; None where nothing is asked.
        players: how many there are: one ``one``, the rest all ``two``.
    """

    game: str
    part: str
    one: str
    two: str
    deals: int
    required: float | None = None
    players: int = 2

    @property
    def alternate(self) -> bool:
        """Do the two take turns around the table, and is each deal played twice, seats swapped?"""
        return self.part == "full table"

    @property
    def games(self) -> int:
        """In how many games a deal is played."""
        return 2 if self.alternate else self.players


LEVELS = "acorn", "sprout", "shoot", "seedling", "sapling", "tree", "ancient"


def ladder(game: str) -> tuple[Pairing, ...]:
    """Return the levels, each against the one below."""
    return tuple(Pairing(game, "ladder", one, two, 100) for two, one in pairwise(LEVELS))


def full_table(game: str, players: int, highest: str) -> tuple[Pairing, ...]:
    """Return the levels up to one, each with the one below in turns around a full table."""
    levels = LEVELS[: LEVELS.index(highest) + 1]
    return tuple(
        Pairing(game, "full table", one, two, 100, None, players) for two, one in pairwise(levels)
    )


BYA, ARBORETUM, SPRING = "build-your-arboretum", "arboretum", "spring-2021"
FOREST = "forest-garden"
GAMES = BYA, ARBORETUM, SPRING, FOREST
"""In the order of the page."""
PAIRINGS = (
    Pairing(BYA, "references", "common sense", "random", 100, 0.95),
    Pairing(BYA, "references", "seedling", "random", 100, 0.95),
    Pairing(BYA, "references", "tree", "common sense", 100, 0.75),
    Pairing(BYA, "references", "tree", "denial", 100, 0.93),
    *ladder(BYA),
    Pairing(BYA, "references", "sapling", "high numbers", 100, 0.65),
    Pairing(ARBORETUM, "references", "common sense", "greed", 100, 0.8),
    Pairing(ARBORETUM, "references", "tree", "common sense", 100, 0.75),
    Pairing(ARBORETUM, "references", "sapling", "common sense", 100, 0.4, players=4),
    *ladder(ARBORETUM),
    Pairing(ARBORETUM, "ladder", f"sapling{INFORMED}", "sapling", 100),
    *full_table(ARBORETUM, 4, "ancient"),
    Pairing(ARBORETUM, "full table", f"sapling{INFORMED}", "sapling", 100, players=4),
    Pairing(SPRING, "references", "ours in 100 ms", "tree search", 100, 0.6),
    Pairing(SPRING, "references", "ours in 100 ms", "beam search", 100, 0.6),
    *ladder(SPRING),
    Pairing(FOREST, "references", "common sense", "random", 100, 0.95),
    Pairing(FOREST, "references", "tree", "common sense", 100, 0.75),
    Pairing(FOREST, "references", "sapling", "common sense", 100, 0.4, players=4),
    *ladder(FOREST),
    *full_table(FOREST, 7, "tree"),
    Pairing(FOREST, "full table", "ancient", "tree", 80, players=7),
)


@dataclass(frozen=True)
class Result:
    """One game: how it went for ``one``.

    Attributes:
        pairing: which, see `key`.
        number: its place in the series, from 0.
        won: 1 for a win, 0 for a loss, a part for a shared win; where the two alternate the
            share of pairs of one and another in which the one ranks higher.
        score, other: final points, and the mean of the others'; where the two alternate the
            mean ranks.
    """

    pairing: str
    number: int
    won: float
    score: float
    other: float


def key(pairing: Pairing) -> str:
    """Return what a pairing's results are kept under."""
    return f"{pairing.game} {pairing.players}: {pairing.one} - {pairing.two}"


def chosen(words: Sequence[str]) -> list[Pairing]:
    """Return the pairings of some games, or of all, and against some players, or against all.

    Raises:
        SystemExit: a word is neither a game nor a player that anything is measured against.
    """
    games = {word for word in words if word in GAMES}
    players = set(words) - games
    if unknown := players - {pairing.two for pairing in PAIRINGS}:
        names = sorted({*GAMES, *(pairing.two for pairing in PAIRINGS)})
        raise SystemExit(f"not known: {', '.join(sorted(unknown))}; there are {', '.join(names)}")
    return [
        pairing
        for pairing in PAIRINGS
        if (not games or pairing.game in games) and (not players or pairing.two in players)
    ]


def main(pairings: Sequence[Pairing]) -> None:
    """Play what is missing of some pairings, and write the page."""
    have = {(r.pairing, r.number) for r in stored_results()}
    missing = [
        (pairing, number)
        for pairing in pairings
        for number in range(pairing.games * pairing.deals)
        if (key(pairing), number) not in have
    ]
    KEPT.parent.mkdir(exist_ok=True)
    with ProcessPoolExecutor(os.cpu_count()) as pool, KEPT.open("a") as file:
        played = [pool.submit(play, pairing, number) for pairing, number in missing]
        for done in as_completed(played):
            file.write(json.dumps(asdict(done.result())) + "\n")
            file.flush()
    PAGE.write_text(page(PAGE.read_text()))


def play(pairing: Pairing, number: int) -> Result:
    """Play one game of a pairing."""
    game = spinney.game(pairing.game)
    if game.num_players != pairing.players:
        game = game.with_options(players=pairing.players)
    deal, place = divmod(number, pairing.games)
    names = [pairing.one, *[pairing.two] * (pairing.players - 1)]
    if pairing.alternate:
        names = [(pairing.one, pairing.two)[(seat + place) % 2] for seat in range(pairing.players)]
    players = tuple(entrant(pairing.game, name) for name in names)
    if INFORMED in pairing.one:
        game, players = with_perfect_information(game, players)
    group = group_size(pairing.players)
    rotation = 0 if pairing.alternate else place
    finished = Series(game, players, group * pairing.deals, SEED).play(group * deal + rotation)
    return result(pairing, number, finished, [names[player] for player in finished.seating])


def result(pairing: Pairing, number: int, finished: FinishedGame, names: Sequence[str]) -> Result:
    """Return how a game went, given who had each seat."""
    values = ranks(finished) if pairing.alternate else finished.match.state.scores
    ones, twos = (
        [value for value, name in zip(values, names, strict=True) if name == who]
        for who in (pairing.one, pairing.two)
    )
    won = finished.points[names.index(pairing.one)]
    if pairing.alternate:
        won = fmean((one < two) + (one == two) / 2 for one in ones for two in twos)
    return Result(key(pairing), number, won, fmean(ones), fmean(twos))


def ranks(finished: FinishedGame) -> list[float]:
    """Return each player's rank, from 1; players that are level share the mean of theirs."""
    state = finished.match.state
    assert state.outcome is not None
    ends = [*zip(state.outcome, state.scores, strict=True)]
    return [1 + sum((end > own) + (end == own) / 2 for end in ends) - 0.5 for own in ends]


def stored_results() -> list[Result]:
    """Return the results that earlier runs kept."""
    lines = KEPT.read_text().splitlines() if KEPT.exists() else []
    return [Result(**json.loads(line)) for line in lines]


# The page.

HEAD = f"""# How strong the computer is

Every deal is played from all seats in turn; the interval is that of the mean over deals, at 95 %.
Levels are numbers of playouts, the three easiest ones rates of mistakes, so what they do does not
depend on the machine; made with `python -m benchmarks.strength`, deals {SEED} and following.

In each game *random* draws its moves step by step, and *common sense* is a careful beginner
written by hand, some rules of thumb without any search (`benchmarks/reference_players/`).
"""

FULL_TABLE = """The ladder at a full table, where two levels take turns around the table and each
deal is played twice, seats swapped. *Won* is how often a player of the higher level ranks above one
of the lower, and the ranks are the mean ones of both:"""
PARTS = {
    "references": "Against reference players:",
    "ladder": "The ladder, each level against the one below:",
    "full table": FULL_TABLE,
}
ABOUT = {
    BYA: """*Denial* is written by hand, too: each round it advertises two cards first, those that
cost the other most of the right to score, and plants with what is left. *High numbers* searches
by plainer advice: on the board it prefers high numbers, whatever hangs on their suit.
""",
    ARBORETUM: """*Greed* plays whatever gives the best score at once, and draws at random.
*Sapling with perfect information* knows all hands and the whole deck: about so much could be gained
by inferring what is hidden, with as many playouts.
""",
    SPRING: """The first two have 100 ms on one core for a command, and so does ours against them.
*Tree search* and *beam search* are written from what good contestants told of theirs: a tree search
to the end of the game, pruned hard and kept from turn to turn; and a search of six days ahead for
the difference of sun income, against the opponent's likeliest course, which is looked for first.
""",
    FOREST: """At the full table *ancient* against *tree* was a sequential test over deals (0 or 40
normalized Elo, 5 % errors); after 80 of them it accepted that *ancient* is stronger.
""",
}
COLUMNS = {
    "references": """
| | against | games | won | mean score | required |
|---|---|---|---|---|---|
""",
    "ladder": """
| | against | games | won | mean score |
|---|---|---|---|---|
""",
    "full table": """
| | against | games | won | mean rank |
|---|---|---|---|---|
""",
}


def page(former: str) -> str:
    """Return the page with all results there are, and else the lines of the former page.

    Sections that are about no game stay as they are.
    """
    results, (_, *sections) = stored_results(), former.split("\n## ")
    stood = {text.split("\n")[0]: text for text in sections}
    titles = [spinney.game(game).title for game in GAMES]
    of_games = [
        section(game, results, stood.get(title, "").split("\n"))
        for game, title in zip(GAMES, titles, strict=True)
    ]
    return HEAD + "".join(
        [*of_games, *(f"\n## {text}" for title, text in stood.items() if title not in titles)]
    )


def section(game: str, results: Sequence[Result], former: Sequence[str]) -> str:
    """Return what the page says about a game, where its former section has these lines.

    What that has under headings of its own stays as it stands.
    """
    about = f"\n{ABOUT[game]}" if game in ABOUT else ""
    headings = (at for at, line in enumerate(former) if line.startswith("### "))
    end = next(headings, len(former))
    lines_of = {part: "".join(rows(game, part, results, former[:end])) for part in PARTS}
    tables = "".join(
        f"\n{PARTS[part]}\n{COLUMNS[part]}{lines}" for part, lines in lines_of.items() if lines
    )
    rest = "".join(f"\n{line}" for line in former[end:])
    return f"\n## {spinney.game(game).title}\n{about}{tables}{rest}"


def rows(game: str, part: str, results: Sequence[Result], former: Sequence[str]) -> Iterator[str]:
    """Yield the table's line for each pairing of which something was played."""
    for pairing in PAIRINGS:
        if (pairing.game, pairing.part) == (game, part):
            found = [r for r in results if r.pairing == key(pairing)]
            if found:
                yield row(pairing, sorted(found, key=lambda result: result.number))
            else:
                yield from (f"{line}\n" for line in former if line.startswith(who(pairing)))


def who(pairing: Pairing) -> str:
    """Return how a pairing's line begins."""
    if pairing.alternate:
        return f"| {pairing.one} | {pairing.two}, {pairing.players} players | "
    others = pairing.two if pairing.players == 2 else f"{pairing.players - 1} × {pairing.two}"
    return f"| {pairing.one} | {others} | "


def row(pairing: Pairing, results: Sequence[Result]) -> str:
    """Return a pairing's line."""
    by_deal: dict[int, list[float]] = {}
    for result in results:
        by_deal.setdefault(result.number // pairing.games, []).append(result.won)
    spread = margin([fmean(won) for won in by_deal.values() if len(won) == pairing.games])
    won = f"{100 * fmean(r.won for r in results):.0f} %"
    won += f" ± {100 * spread:.0f}" if spread is not None else ""
    scores = f"{fmean(r.score for r in results):.1f} : {fmean(r.other for r in results):.1f}"
    required = f" {100 * pairing.required:.0f} % or more |" if pairing.required else ""
    return f"{who(pairing)}{len(results)} | {won} | {scores} |{required}\n"


if __name__ == "__main__":
    if sys.argv[1:] == ["--write"]:
        PAGE.write_text(page(PAGE.read_text()))
    else:
        main(chosen(sys.argv[1:]))
