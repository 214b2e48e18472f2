"""Shooting.

Order of play: which blocks may shoot (``eligible``), the dice both ways (``shooting``), and what a
hit does (``fall_back``).
"""
