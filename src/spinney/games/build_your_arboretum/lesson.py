"""The lesson: the last three rounds of a match, from bidding to the score."""

from spinney.core.lesson import Lesson, LessonStep
from spinney.i18n import N_

LESSON = Lesson(
    about=N_("Send parrots, plant a path, and make sure that you may score it."),
    minutes=6,
    steps=(
        LessonStep(
            N_(
                "Three rounds are left. In each, both of you secretly send parrots: to the garden"
                " they plant a card, to the bulletin they show one. Press the branch to the "
                "bulletin, so that one parrot flies there; then lock in."
            ),
            points=("branch-bulletin",),
            moves=("bid 1b",),
            otherwise=N_("You may bid that, but here send one parrot to the bulletin, no more."),
        ),
        LessonStep(
            N_(
                "Your parrot may take a card for your bulletin. Take Cassia 6 (P6). What you show"
                " there decides who may score a suit, and you can hire another parrot with it."
            ),
            points=("card-P6",),
            moves=("take P6",),
            otherwise=N_("Take Cassia 6 (P6): soon you will hire a parrot with it."),
        ),
        LessonStep(
            N_(
                "Two rounds are left, and now you send all six parrots, in four flocks: 2 to the "
                "garden, 2 to the bulletin, 1 to the garden and 1 to the bulletin. Press a branch"
                " for a new flock, and the flock itself to add a parrot; then lock in. Each flock"
                " is a turn, and the largest choose first."
            ),
            points=("branch-garden", "branch-bulletin"),
            moves=("bid 2g 2b 1g 1b",),
            otherwise=N_(
                "You may bid that, but here send, in this order: 2 to the garden, 2 to the "
                "bulletin, 1 to the garden, 1 to the bulletin. Press a flock to add a parrot to "
                "it; of equal flocks the one that was finished first comes first."
            ),
        ),
        LessonStep(
            N_(
                "A garden flock plants. Plant Lilac 5 (Q5) to the right of Lilac 4 (Q4): a path "
                "goes from card to card, and its numbers must rise with every step. Each of its "
                "cards is a point."
            ),
            points=("card-Q5", "card-Q4", "E2"),
            moves=("plant Q5 E2",),
            otherwise=N_(
                "Plant Lilac 5 (Q5) to the right of Lilac 4 (Q4), so that your path goes on rising."
            ),
        ),
        LessonStep(
            N_(
                "A bulletin flock may hire. Choose Cassia 6 (P6) and Willow 3 (W3), which you "
                "don’t need, then “Hire a parrot”: cards worth more than your six parrots bring a"
                " seventh, and each parrot more than your opponent has is worth 2 points."
            ),
            points=("card-P6", "card-W3", "action-hire"),
            moves=("hire P6 W3",),
            otherwise=N_(
                "Hire with Cassia 6 (P6) and Willow 3 (W3): you will need your other cards."
            ),
        ),
        LessonStep(
            N_(
                "Dig up Lilac 7 (Q7) from the refuse pile, which holds what nobody took last "
                "round, and plant it to the right of Lilac 5: a path may leave numbers out."
            ),
            points=("card-Q7", "card-Q5", "F2"),
            moves=("dig Q7 F2",),
            otherwise=N_(
                "Dig up Lilac 7 (Q7) and plant it to the right of Lilac 5: later it leaves the "
                "game."
            ),
        ),
        LessonStep(
            N_(
                "Your opponent grows a path of Jacaranda and shows Jacaranda 8 (T8), to be the "
                "only one who may score it. Take Jacaranda 1 (T1) for your bulletin: against your"
                " 1, an 8 there counts nothing."
            ),
            points=("card-T1", "card-T8"),
            moves=("take T1",),
            otherwise=N_("Take Jacaranda 1 (T1) for your bulletin, before it leaves the game."),
        ),
        LessonStep(
            N_(
                "The last round. You want two things: Lilac 8 (Q8) for your path, and Lilac 6 "
                "(Q6) for your bulletin. Send at least three flocks: the first to the garden, the"
                " second to the bulletin, the others as you like."
            ),
            points=("card-Q8", "card-Q6"),
            moves=("bid ?g ?b ?*",),
            otherwise=N_("Let your first flock fly to the garden and your second to the bulletin."),
        ),
        LessonStep(
            N_(
                "Plant Lilac 8 (Q8) beside Lilac 7: a path that ends with the 8 is worth 2 points"
                " more. Other suits may stand in a path, but it begins and ends with its own."
            ),
            points=("card-Q8", "card-Q7"),
            moves=("plant Q8 F1", "plant Q8 F3"),
            otherwise=N_("Plant Lilac 8 (Q8) so that it touches Lilac 7 (Q7)."),
        ),
        LessonStep(
            N_(
                "Your opponent shows Lilac 3 (Q3) and you show no lilac, so only your opponent "
                "might score lilac. Take Lilac 6 (Q6): the larger sum on the bulletins decides "
                "who may score a suit."
            ),
            points=("card-Q6", "card-Q3"),
            moves=("take Q6",),
            otherwise=N_(
                "Without lilac on your bulletin your long path is worth nothing: take Lilac 6 (Q6)."
            ),
        ),
        LessonStep(
            N_(
                "Play on alone to the end. With “Be starting player” you come first among equal "
                "flocks; at the end it is worth 1 point."
            ),
        ),
    ),
    ending=N_(
        "That is the whole game: whoever has more points wins. So grow rising paths, and show "
        "enough of a suit to be allowed to score it. Look at the score: a path of four or more "
        "cards of one suit counts double."
    ),
    replies={
        1: (
            "bid 1b",
            "take P2",
            "bid 2g 1b 1g",
            "plant V7 D6",
            "take W6",
            "plant S7 D3",
            "bid 1g 1b",
            "plant V8 E6",
            "take P8",
        )
    },
)
