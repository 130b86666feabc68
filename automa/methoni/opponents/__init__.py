"""The opponents: their plans, what their moves would bring, and how each of them decides."""
