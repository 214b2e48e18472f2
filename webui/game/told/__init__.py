"""A game as people read it: log, transcript, report, export, readings in words.

Law: reads a game and never changes it.
"""
