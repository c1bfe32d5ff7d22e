"""Many matches: who plays, what is dealt, and what came of it."""
