"""What the books share about models on the field: moves, lanes, reach, units of length.

Law: pure, and knows no book.
"""
