"""Private notes about a match."""
