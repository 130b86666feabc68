"""The companion at the table: commands, prompts, screens, journal files, languages."""

__version__ = "1.0.0"
