"""The companion at the table: commands, prompts, screens, journal files, languages."""

__version__ = "0.3.0"
