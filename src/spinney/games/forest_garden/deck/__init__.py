"""The cards of Forest Garden: plants, tasks, deck files and deals."""
