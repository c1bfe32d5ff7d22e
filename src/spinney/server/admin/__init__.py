"""What an operator uses: commands, backups, health and metrics."""
