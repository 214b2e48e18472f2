"""Guided moves, and the whole table put back."""
