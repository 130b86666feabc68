"""The opponent that is run from its card, and the stand-in for a person."""
