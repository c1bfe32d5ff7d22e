"""Checking a game against every promise of the interface.

    >>> import spinney
    >>> from spinney.testing import check_game
    >>> print(check_game(spinney.game("build-your-arboretum"), games=2))
    build-your-arboretum: …

`check_game` plays any game by random choices and holds it to all that the rest of the program
relies on: see `spinney.core.interface` and ``docs/adding-a-game.md``.
"""

from __future__ import annotations

from spinney.testing.check import check_game
from spinney.testing.lesson_play import check_lesson
from spinney.testing.violations import Broken, CheckReport

__all__ = ["Broken", "CheckReport", "check_game", "check_lesson"]
