"""The append-only log of a game, its checksums, its repair, and the library of games.

Law: knows no rule; what it keeps is plain JSON. Nothing is ever deleted.
"""
