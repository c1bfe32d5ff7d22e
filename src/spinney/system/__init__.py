"""The operating system's part: files that users name, the secrets of processes, interrupts."""
