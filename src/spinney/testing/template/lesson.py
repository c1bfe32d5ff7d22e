"""The lesson of My Game: a first game, step by step. `spinney.core.lesson` says what a step has."""

from spinney.core.lesson import Lesson, LessonStep

LESSON = Lesson(
    about="Play the higher card.",
    minutes=1,
    seed=1,  # the deal: a hand of 1 3 4 5
    steps=(
        LessonStep(
            "Play your 1: you go first, and your opponent may beat whatever you play.",
            points=("1",),
            moves=("play 1",),
            otherwise="Keep your high cards for later.",
        ),
        LessonStep("Play on to the end."),
    ),
    ending="The higher card of each two scored a point.",
)
