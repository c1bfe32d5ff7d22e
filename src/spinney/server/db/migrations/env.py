"""What Alembic runs first: it works on the connection it is handed by `server.db.migrate`."""

from alembic import context

context.configure(connection=context.config.attributes["connection"])
with context.begin_transaction():
    context.run_migrations()
