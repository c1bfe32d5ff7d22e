"""The lesson: the last three turns of a match for two, and the score."""

from spinney.core.lesson import Lesson, LessonStep
from spinney.i18n import N_

LESSON = Lesson(
    about=N_("Draw, plant and discard, and keep in hand what lets you score."),
    minutes=5,
    steps=(
        LessonStep(
            N_(
                "Every turn begins with two cards. Draw the first from the deck: nobody else sees "
                "it."
            ),
            points=("deck",),
            moves=("draw deck",),
            otherwise=N_("That pile will wait; draw from the deck first."),
        ),
        LessonStep(
            N_(
                "Your opponent has discarded Lilac 8. Take it from their pile: it is just what "
                "your row of lilacs needs."
            ),
            points=("card-lilac8", "2"),
            moves=("draw 2",),
            otherwise=N_("Take Lilac 8 from your opponent’s pile before it is covered."),
        ),
        LessonStep(
            N_(
                "Plant Lilac 8 to the right of Lilac 6. A path goes from card to card, and its "
                "numbers rise. Each of its cards is a point, and an 8 at its end brings 2 more."
            ),
            points=("card-lilac8", "card-lilac6", "4,0"),
            moves=("play lilac8 4,0", "play lilac8 3,1"),
            otherwise=N_("Plant Lilac 8 so that it touches Lilac 6."),
        ),
        LessonStep(
            N_(
                "You may keep seven cards, so discard one. Not a lilac: whoever holds the most "
                "lilacs in hand may score lilacs."
            ),
            points=("card-crabapple2", "card-jacaranda3"),
            moves=("discard crabapple2", "discard jacaranda3"),
            otherwise=N_("You need that card; discard Crabapple 2 or Jacaranda 3."),
        ),
        LessonStep(
            N_(
                "Draw from the deck again. Look how few cards are left: when the deck is empty, "
                "the game ends with that turn."
            ),
            points=("deck",),
            moves=("draw deck",),
            otherwise=N_("Draw from the deck once more."),
        ),
        LessonStep(
            N_("Draw your second card from wherever you like."),
            points=("deck", "1", "2"),
        ),
        LessonStep(
            N_(
                "Cassia 2 and Cassia 7 are apart. Plant Dogwood 5 between them: a path begins and "
                "ends with its own kind, but other kinds may stand in between."
            ),
            points=("card-dogwood5", "card-cassia2", "card-cassia7", "2,-1"),
            moves=("play dogwood5 2,-1",),
            otherwise=N_("Plant Dogwood 5 in the gap between Cassia 2 and Cassia 7."),
        ),
        LessonStep(
            N_(
                "Your opponent has grown a fine row of magnolias and may hold Magnolia 8. Keep "
                "your Magnolia 1: against a 1 in another hand, the 8 counts nothing. Discard "
                "something else, but no lilac."
            ),
            points=("card-cassia3", "card-cassia6", "card-jacaranda3"),
            moves=("discard [!lm]*",),
            otherwise=N_("Keep Magnolia 1 and your lilacs, and discard another card."),
        ),
        LessonStep(
            N_(
                "Now finish alone: draw, plant and discard until the deck is empty. Cassia 8 "
                "beside Cassia 7 would make that path longer."
            ),
        ),
    ),
    ending=N_(
        "That is the whole game: whoever has more points wins. So plant rising paths, and keep in "
        "hand enough of each kind to be allowed to score it. Look at the score: a path of four or "
        "more cards, all of one kind, counts double."
    ),
    replies={
        1: (
            "draw deck",
            "draw deck",
            "play jacaranda7 3,-1",
            "discard crabapple5",
            "draw deck",
            "draw *",
            "play crabapple7 *",
            "discard dogwood*",
        )
    },
)
