"""Charges (phases 1 and 2).

Order of play: a unit declares a charge and tests whether it goes (``reaction``); the enemy stands,
counter charges or breaks (``charges``); whoever comes to touch is in melee (``contacts``).
"""
