"""Morale (MOR, DAU, ARM).

Order of play: a loss or a sight makes a unit test (``crisis``), the test and its result
(``morale``), the move that the result orders (``retreat``, ``ordered``, ``into_contact``).
"""
