"""Moves (phases 2 and 5).

Order of play: the models are moved, the camera says what the move was (``going``), ``ground`` says
what terrain made of it, ``moving`` judges it; ``ordered`` judges moves that the book orders.
"""
