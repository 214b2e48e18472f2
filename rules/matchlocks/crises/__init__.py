"""Morale (MOR, DAU, ARM).

Order of play: a loss or a sight makes a unit test (``witness``), the test and its result
(``morale``, ``crisis``), the move that the result orders (``retreat``, ``ordered``), and what all
that does to the army (``army_morale``).
"""
