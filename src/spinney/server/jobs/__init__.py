"""Background jobs: clocks that run out, levels that move, queued moves that are played."""
