"""The jig: bases pushed into a printed corner once, so that their labels are known."""
