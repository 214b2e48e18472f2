"""Moves (SKM-MOVE): how far a figure may go (``pace``), and the move judged (``movement``)."""
