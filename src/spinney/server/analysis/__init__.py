"""Analysis of finished matches by the computer."""
