"""What goes between the tables and the hall: addresses, topics, messages and the connection.

Law: no flask, no journal, no game.
"""
