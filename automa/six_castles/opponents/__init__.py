"""Opponents: rivals that follow a card or weigh every turn, and the official dummy."""
