"""6 Castles."""
