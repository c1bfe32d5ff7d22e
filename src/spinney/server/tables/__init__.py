"""Tables: opened, joined, started and left; their lobby and waiting room."""
