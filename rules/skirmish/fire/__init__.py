"""Shooting (SKM-SHOOT, SKM-VIS, SKM-ART, SKM-DMG).

Order of play: who sees whom (``sight``), to hit (``shooting``), what a hit does (``damage``); guns
shoot down a lane (``artillery``, ``gunners``, ``lanes``).
"""
