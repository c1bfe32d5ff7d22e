"""The protocols that programs speak: JSON lines for all games, or a contest's own."""
