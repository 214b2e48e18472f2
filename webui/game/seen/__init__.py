"""The table as the game sees it, and models that are the program's own."""
