"""The battle told again: frame by frame, its losses, its key moments and its dice."""
