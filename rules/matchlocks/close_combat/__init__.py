"""Attacks and melees (chapters XII and XIII of the book; MEL, DOC).

Order of play: an Attack is declared (``attack``) and comes in (``onset``); the enemy answers
(``reactions``, ``evading``; ``onward`` where he is gone); Doctrine Dice (``doctrine``) and the
clash (``clash``); rounds of blows (``melee``, ``melee_count``, ``blows``), later ones with new
arrivals (``rounds``); the loser tests (``aftermath``), the winner follows (``following``,
``pursuit``).
"""
