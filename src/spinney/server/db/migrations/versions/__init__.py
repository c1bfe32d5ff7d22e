"""The migrations of the database, from version to version."""
