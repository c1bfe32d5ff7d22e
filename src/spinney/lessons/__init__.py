"""Lessons: play a game's first match step by step, whatever the game.

A lesson is a match like any other. How far it is follows from the match alone, so it is kept,
resumed and taken back as matches are.
"""

from spinney.lessons.engine import (
    LessonStatus,
    begin_lesson,
    check_move,
    example,
    lesson_of,
    opening_length,
    reply,
    status,
)

__all__ = [
    "LessonStatus",
    "begin_lesson",
    "check_move",
    "example",
    "lesson_of",
    "opening_length",
    "reply",
    "status",
]
