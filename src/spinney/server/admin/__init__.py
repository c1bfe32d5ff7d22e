"""Administration: commands, backups, health and metrics."""
