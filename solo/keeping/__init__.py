"""What is kept on disk: journals, saves and the history of finished games."""
