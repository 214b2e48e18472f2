"""Moves: those that are ordered (``moves``), and going back (``fallback``)."""
