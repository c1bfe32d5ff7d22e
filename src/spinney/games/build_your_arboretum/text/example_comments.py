"""Comments on each step of the guide's example, round 11."""

from __future__ import annotations

from spinney.i18n import N_

COMMENTS = {
    71: N_("Ten rounds are over, and the score is 10 to 10. Seven cards come for the last round."),
    72: N_("Each player splits the parrots in secret. Larger flocks act first."),
    73: N_(
        "Red sent flocks of 3, 2, 2, 1 and 1, Blue of 3, 3, 2, 1 and 1. There are only nine "
        "turns, so Blue’s last parrot flew in vain."
    ),
    74: N_(
        "Lilac 7 and Jacaranda 4 pay for a tenth parrot: Blue has no more parrots than Red now, "
        "and loses 2 points. But without the Jacaranda on Red’s board, Blue may score that path. "
        "Both cards lie in the market again."
    ),
    75: N_(
        "Blue picks up the Jacaranda 4 at once and so keeps the right to score Jacaranda. The "
        "board was full: Poplar 2 goes."
    ),
    76: N_(
        "From the refuse comes the 1 that Blue’s Magnolia path lacked: it begins with a 1 and is "
        "worth 10 points instead of 8."
    ),
    77: N_(
        "Red plants the Lilac 7 that paid for the parrot. A path of 7 points leads to Lilac 8, "
        "and Red is ahead, 17 to 15."
    ),
    78: N_(
        "With Cassia 5 Blue advertises 7, as much as Red. With equal sums both may score, and "
        "Blue’s Cassia path brings 9 points: 24 to 17."
    ),
    79: N_(
        "Red stays the starting player. That is 1 point at the very end, and nobody else can "
        "choose it any more."
    ),
    80: N_("Nothing that is left helps Red. Skipping gives up the last turn, too."),
    81: N_(
        "Blue’s last turn: Lilac 6 on the board against none of Red’s. Red may not score Lilac "
        "any more, and the path of 7 points is worth nothing. Blue wins, 24 to 10."
    ),
}
"""What is said once an event of the example has happened, by the number of the event."""
