"""A person's side of the table in full: goods, prices, every legal step and what it does."""
