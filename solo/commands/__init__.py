"""The commands: what each `solo …` does, put together from the other rooms."""
