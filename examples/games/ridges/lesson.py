"""The lesson: a whole game."""

from spinney.core.lesson import Lesson, LessonStep

LESSON = Lesson(
    about="Hold ridges with the taller trees.",
    minutes=3,
    steps=(
        LessonStep(
            "Plant your 6 on the south ridge: the taller side of three trees holds it.",
            points=("6", "south"),
            moves=("plant 6 south",),
        ),
        LessonStep(
            "Plant your 2 on another ridge: you need not hold all three.",
            points=("2",),
            moves=("plant 2 north", "plant 2 middle"),
        ),
        LessonStep("Play on: three trees of one height count double."),
    ),
    ending="Whoever holds more ridges wins.",
)
