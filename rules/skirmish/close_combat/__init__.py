"""Melee (SKM-MEL).

Order of play: who supports whom (``ranks``), bouts man against man (``melee``), who goes back and
who follows (``aftermath``).
"""
