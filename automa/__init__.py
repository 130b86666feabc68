"""The games: rules, opponents and scoring as pure functions. Nothing in here does I/O."""
