"""Choose notable games: faults, worst losses, first losses, the closest, the last."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from spinney.arena.game_result import GameResult


def lead(result: GameResult, entrant: int) -> int:
    """Return an entrant's score less the best of the others'; negative where it is behind."""
    seat = result.seating.index(entrant)
    others = [score for at, score in enumerate(result.scores) if at != seat]
    return result.scores[seat] - max(others, default=0)


def worst_game(results: Iterable[GameResult], entrant: int) -> GameResult:
    """Return the worst game of an entrant: with the most faults, else the lowest lead.

    Of several alike it is the first. It must have played at least one.
    """

    def badness(result: GameResult) -> tuple[int, int, int, int]:
        seat = result.seating.index(entrant)
        own = result.faults[seat]
        return -len(own), result.outcome[seat], lead(result, entrant), result.number

    return min((game for game in results if entrant in game.seating), key=badness)


def notable_games(
    results: Sequence[GameResult], names: Sequence[str], most: int
) -> dict[int, list[str]]:
    """Return the numbers of the most notable games, with the reasons.

    Args:
        results: of all games, by number.
        names: of the entrants.
        most: how many games at most; the first reasons count for more.
    """
    reasons: dict[int, list[str]] = {}
    for number, reason in _reasons(results, names):
        if number in reasons:
            reasons[number].append(reason)
        elif len(reasons) < most:
            reasons[number] = [reason]
    return reasons


def _reasons(results: Sequence[GameResult], names: Sequence[str]) -> Iterator[tuple[int, str]]:
    if not results:
        return
    for number, entrant, kind in _first_faults(results):
        yield number, f"{names[entrant]} {kind}"
    entrants = [e for e in range(len(names)) if any(e in game.seating for game in results)]
    for entrant in entrants:
        yield worst_game(results, entrant).number, f"worst of {names[entrant]}"
    closest = min(results, key=lambda game: (_gap(game), game.number))
    yield closest.number, "closest"
    yield results[-1].number, "last"
    for entrant in entrants:
        lost = (game for game in results if _lost(game, entrant))
        if first := next(lost, None):
            yield first.number, f"first loss of {names[entrant]}"


def first_fault_games(results: Iterable[GameResult]) -> Iterable[int]:
    """Return the numbers of the games in which an entrant first made a kind of fault."""
    return dict.fromkeys(number for number, _, _ in _first_faults(results))


def _first_faults(results: Iterable[GameResult]) -> Iterator[tuple[int, int, str]]:
    """Yield the first game of each kind of fault of each entrant."""
    seen = set[tuple[int, str]]()
    for game in results:
        for fault in faults_by_entrant(game):
            if fault not in seen:
                seen.add(fault)
                yield game.number, *fault


def faults_by_entrant(game: GameResult) -> Iterator[tuple[int, str]]:
    """Yield the kind of each fault in a game, with the entrant who made it."""
    for entrant, kinds in zip(game.seating, game.faults, strict=True):
        for kind in kinds:
            yield entrant, kind


def _lost(game: GameResult, entrant: int) -> bool:
    return entrant in game.seating and game.outcome[game.seating.index(entrant)] < 0


def _gap(game: GameResult) -> int:
    """Return how far the second score is behind the first."""
    best = sorted(game.scores, reverse=True)
    return best[0] - best[1] if len(best) > 1 else 0
