"""Says line after line, asked or not."""

while True:
    print("WAIT")
