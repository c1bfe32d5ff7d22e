"""The lesson: the last five rounds of a game for two, and the score."""

from spinney.core.lesson import Lesson, LessonStep
from spinney.i18n import N_

LESSON = Lesson(
    about=N_("Gather cards, plant them in their rows, and use your harvest well."),
    minutes=7,
    steps=(
        LessonStep(
            N_(
                "Everybody chooses a card in secret. Choose deck 1 for its Cornelian cherry: "
                "whoever wants a card alone gets it for nothing, and if several want it, the one "
                "with the most cubes pays one for it."
            ),
            points=("card-EU27", "1"),
            moves=("choose 1",),
            otherwise=N_("You may choose that, but take the Cornelian cherry of deck 1."),
        ),
        LessonStep(
            N_(
                "You hold two cards now and must play one. Plant the Cornelian cherry in row 3, "
                "where all small trees stand: at the end it is worth 13 points."
            ),
            points=("card-EU27", "place-1-3.3"),
            moves=("grow EU27 3.3",),
            otherwise=N_("Keep the Common ash for the next round, and plant the Cornelian cherry."),
        ),
        LessonStep(
            N_(
                "Early autumn has come. Each plant that has flowered carries a cube, and where the "
                "fruits are ripe now, the cubes have gone to your storage. Choose deck 1 again, "
                "for the Medlar."
            ),
            points=("card-EU24", "1"),
            moves=("choose 1",),
            otherwise=N_("Choose deck 1 once more: the Medlar is worth 13 points."),
        ),
        LessonStep(
            N_(
                "Plant the Common ash in row 5, for large trees. Its purple flowers are your "
                "fourth colour and its seeds your fifth kind of fruit: each of these earns you a "
                "bonus."
            ),
            points=("card-EU08", "place-1-5.1"),
            moves=("grow EU08 5.1",),
            otherwise=N_("Plant the Common ash first: it earns you two bonuses."),
        ),
        LessonStep(
            N_(
                "The first bonus: you may look at the top cards of a deck and keep one. Look at "
                "deck 1."
            ),
            points=("1",),
            moves=("bonus 1",),
            otherwise=N_("A bonus costs nothing: look at deck 1."),
        ),
        LessonStep(
            N_("Keep the Bird cherry: it is worth 12 points, and in row 4 you have room for it."),
            points=("card-EU18",),
            moves=("pick EU18",),
            otherwise=N_("Keep the Bird cherry, for which you have room."),
        ),
        LessonStep(
            N_(
                "Again you hold two cards and must play one. Plant whichever you like: a male "
                "plant in row 3 makes the additional place at its end free."
            ),
            points=("card-EU18", "card-EU24"),
            moves=("grow *",),
            otherwise=N_("Both are worth more in your garden than sold: plant one."),
        ),
        LessonStep(
            N_("The second bonus, for the fruits. Look at deck 2 this time."),
            points=("2",),
            moves=("bonus 2",),
            otherwise=N_("Look at deck 2, which you don’t know yet."),
        ),
        LessonStep(
            N_("Keep the card that is worth the most and for which you have room."),
            points=("card-EU*",),
            moves=("pick *",),
        ),
        LessonStep(
            N_(
                "Play one of your two cards. If there is no room for it, sell it: a tree brings 2 "
                "cubes, a shrub 1."
            ),
            points=("card-EU*",),
            moves=("grow *", "sell *"),
        ),
        LessonStep(
            N_(
                "At the end each cube in your storage is a point, but some cubes can buy more than "
                "that. Choose a special action instead of a card."
            ),
            points=("special",),
            moves=("choose special",),
            otherwise=N_("Choose a special action this time."),
        ),
        LessonStep(
            N_("Search deck 1: for 3 cubes you look through all of it and take any card."),
            points=("1",),
            moves=("search 1",),
            otherwise=N_("Search deck 1: the card you need is in it."),
        ),
        LessonStep(
            N_(
                "Take the male Sea buckthorn. Your female one has flowered in vain without a "
                "partner; with him in your garden she is worth 3 points more."
            ),
            points=("card-EU36",),
            moves=("pick EU36",),
            otherwise=N_("Take the male Sea buckthorn, the partner of your female one."),
        ),
        LessonStep(
            N_(
                "Plant the Sea buckthorn. Row 2 is full, so it goes to the additional place at the "
                "end of the row, which costs 2 cubes: as many as the number of the row."
            ),
            points=("card-EU36", "place-1-2.5"),
            moves=("grow EU36 2.5",),
            otherwise=N_("Plant the Sea buckthorn in the additional place of row 2."),
        ),
        LessonStep(
            N_(
                "Two rounds are left; play them alone. After the last one you also play the card "
                "that is still in your hand."
            ),
        ),
    ),
    ending=N_(
        "That is the whole game: whoever has the most points wins. So plant what is worth much, "
        "give plants the partners they need, and spend your cubes well. In a whole game there are "
        "21 rounds, and what you plant in the first year bears fruit in the second."
    ),
    replies={
        1: (
            "choose 2",
            "sell EU02",
            "choose 2",
            "grow *",
            "choose 2",
            "grow *",
            "choose 2",
            "grow *",
            "choose 2",
            "grow *",
        )
    },
)
