"""The HTTP API of a shared server: its own routes, and what each feature adds."""
