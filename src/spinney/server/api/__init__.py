"""The HTTP API of a shared server: its own routes, and those of the features."""
