"""Attacks and melees (chapters XII and XIII of the book; MEL, DOC).

Order of play: an Attack is declared (``attack``), comes in and clashes (``onset``); the enemy
answers (``reactions``, ``evading``); Doctrine Dice (``doctrine``); rounds of blows (``melee``,
``melee_count``), later ones with new arrivals (``rounds``); the loser tests (``aftermath``), the
winner follows (``pursuit``).
"""
