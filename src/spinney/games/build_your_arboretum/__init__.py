"""Build Your Arboretum, by chaotic_iak: two players bid with parrots, then plant and advertise."""

from spinney.core.game import Game, Option
from spinney.i18n import N_

GAME = Game(
    name="build-your-arboretum",
    title="Build Your Arboretum",
    about=N_("Bid secretly with your parrots, then plant a garden and advertise it, for two."),
    package=__name__,
    record="Arboreta",
    players=2,
    names=("red", "blue"),
    options=(
        Option(
            "dm_advantage",
            0,
            (0, 1),
            N_("DM Advantage"),
            ("red", "blue"),
            N_("Who holds it chooses the first starting player, and wins a tie."),
        ),
    ),
    clocks=("none", "phase 3:00 all", "phase 3:00 all wait 3", "bank 15:00 + 10", "move 1:00"),
    time_out=N_(
        "Who does not choose a starting player in time starts. Who does not bid in "
        "time has no groups this round; who runs out of time on a turn skips the rest "
        "of the round."
    ),
    example_from=71,  # round 11, which the rules go through turn by turn
    full_margin=25,
    credits=N_("Designed by chaotic_iak, after Arboretum by Dan Cassar."),
)
