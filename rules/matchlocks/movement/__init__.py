"""Moves and the other Actions that need no dice (chapters IX and X; MOVE, ACT).

Order of play: a Move is made on the table, ``moving`` judges it: over which ground (``going``),
how turned (``turning``, ``facing``), past whom (``passing``).
"""
