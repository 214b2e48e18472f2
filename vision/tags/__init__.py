"""Readers of tags: whatever the symbol and the reader, one list of Tag comes out."""
