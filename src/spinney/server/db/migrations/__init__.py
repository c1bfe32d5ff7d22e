"""Migrations of the database from version to version; Alembic runs them."""
