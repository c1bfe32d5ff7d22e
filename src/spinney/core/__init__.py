"""What a game is: its interface, states, notation, options and score sheets."""
