"""Takes more and more memory."""

input()
eaten = []
while True:
    eaten.append(bytearray(10_000_000))
