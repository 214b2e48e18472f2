"""One camera over the table: where it hangs, what it sees, and what setting up asks of it.

Law: a station knows nothing of the other cameras.
"""
