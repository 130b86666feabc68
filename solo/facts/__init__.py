"""The tables: read, checked, overlaid with what a user taught, and taught."""
