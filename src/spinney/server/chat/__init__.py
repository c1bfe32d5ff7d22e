"""Chat and private notes of a table."""
