"""How a database of one version is turned into one of the next; Alembic runs them."""
