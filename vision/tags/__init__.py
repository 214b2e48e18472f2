"""Readers of tags: whatever the symbol and the reader, one list of Tag comes out.

Law: a picture and what is in play in, marks with doubt out; knows no table and no camera.
"""
