"""Melee (phase 4).

Order of play: count who fights (``strength``), throw and compare (``melee``), take off the dead
(``casualties``), find the loser by seven tests (``losers``), then the winner pursues
(``pursuit``).
"""
