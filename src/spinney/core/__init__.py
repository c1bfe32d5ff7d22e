"""What every game is made of: records, rules, games, sentences, random numbers, best paths."""
