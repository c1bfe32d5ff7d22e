"""The lesson: the last five days of a match, from growing to the score."""

from spinney.core.lesson import Lesson, LessonStep
from spinney.i18n import N_

LESSON = Lesson(
    about=N_("Grow trees in the light, complete them for points, and mind the shadows."),
    minutes=5,
    steps=(
        LessonStep(
            N_(
                "Five days are left. Grow your medium tree, the one that glows: only large trees "
                "can be completed for points. That costs 7 sun, and 1 more for each large tree "
                "you have."
            ),
            points=("tree-3", "3"),
            moves=("GROW 3",),
            otherwise=N_("You may do that, but grow your medium tree first."),
        ),
        LessonStep(
            N_(
                "Complete the large tree that glows, for 4 sun. It is worth the nutrients, and 4 "
                "points more because its soil is rich; each completed tree lowers the nutrients, "
                "so the first are worth the most."
            ),
            points=("tree-5", "5"),
            moves=("COMPLETE 5",),
            otherwise=N_("Complete the tree on the rich soil first: it is worth the most."),
        ),
        LessonStep(
            N_(
                "Let the large tree that glows sow a seed on any free cell that lights up. A "
                "tree sows as far as its size, for 1 sun for each seed you have; then both rest "
                "until tomorrow."
            ),
            points=("tree-12", "12"),
            moves=("SEED 12 *",),
            otherwise=N_("Sow a seed with the large tree that glows."),
        ),
        LessonStep(
            N_(
                "Your sun is nearly spent, so wait for tomorrow. Then each of your trees brings "
                "as much sun as its size, but none if a tree as large or larger shades it."
            ),
            points=("WAIT",),
            moves=("WAIT",),
            otherwise=N_("Save your sun: wait for the next day."),
        ),
        LessonStep(
            N_(
                "A new day: the sun has moved, and all shadows point another way. Grow your small"
                " tree. You have no medium tree now, so it costs 3 sun and nothing more."
            ),
            points=("tree-13", "13"),
            moves=("GROW 13",),
            otherwise=N_("Grow your small tree first."),
        ),
        LessonStep(
            N_(
                "Complete the large tree that glows now: if you wait, your opponent may complete "
                "one first, and the nutrients fall."
            ),
            points=("tree-12", "12"),
            moves=("COMPLETE 12",),
            otherwise=N_("Complete the tree that glows while the nutrients are high."),
        ),
        LessonStep(
            N_(
                "Wait once more. Your last large tree stays: as long as it stands in the light, "
                "it brings 3 sun every morning."
            ),
            points=("WAIT", "tree-3"),
            moves=("WAIT",),
            otherwise=N_("Save your sun: wait for the next day."),
        ),
        LessonStep(
            N_(
                "Three days are left; play them alone. Complete your last large tree before the "
                "end, for 4 sun. Every 3 sun left over are worth 1 point."
            ),
        ),
    ),
    ending=N_(
        "That is the whole game: whoever has more points wins. So grow trees where they stand in "
        "the light, and complete them in time. In a whole match you have 24 days, and seeds grow "
        "up to be the trees of later days."
    ),
    replies={
        1: (
            "COMPLETE 2",
            "WAIT",
            "COMPLETE 18",
            "WAIT",
            "GROW 6",
            "WAIT",
            "WAIT",
            "COMPLETE 6",
            "COMPLETE 35",
            "WAIT",
        )
    },
)
