"""The database: connections, schema, migrations, backups."""
