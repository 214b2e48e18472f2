"""Readers of tags: each with a truth that the program did not make."""
