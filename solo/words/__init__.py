"""What a player reads, in their language."""
