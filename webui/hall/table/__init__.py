"""What one table tells its hall: an outbox beside the games, and a thread that sends it.

Law: no flask. Only what a spectator may read leaves the table; nothing here makes it wait.
"""
