"""Files that users name, and the secrets of processes: what the operating system holds."""
