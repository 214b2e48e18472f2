"""Faults, injected: kills, power cuts, broken files, hostile requests, a camera that misbehaves.

Each module counts what it does to a ``Tally``; the suite plays a few of each,
``python3 -m tests.faults`` the thousands, and prints the table.
"""
