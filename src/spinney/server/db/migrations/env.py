"""Alembic's environment: it works on the connection that `server.db.migrate` gives it."""

from alembic import context

context.configure(connection=context.config.attributes["connection"])
with context.begin_transaction():
    context.run_migrations()
