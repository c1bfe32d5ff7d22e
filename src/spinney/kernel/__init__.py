"""Records, rules, the linker and the Numba backend. Knows no game."""
