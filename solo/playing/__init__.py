"""Playing a game: the driver that runs its conversation, chance, and opponents against each other."""
