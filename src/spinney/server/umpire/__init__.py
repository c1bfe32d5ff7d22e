"""The umpire: offers, votes on them, pauses and corrections."""
