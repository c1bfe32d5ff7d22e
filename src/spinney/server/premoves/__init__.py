"""Premoves: moves queued for a player's next turn."""
