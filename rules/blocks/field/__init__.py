"""The field of 12 by 9 squares: boards, ground, stacking, distances, and moving to engagement."""
