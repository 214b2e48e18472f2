"""Dice of a game: fair ones of the program, the tray, and the question they are thrown for."""
