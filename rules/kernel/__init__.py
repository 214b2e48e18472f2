"""The language that every book is written in: prompts, engine, odds, switches, protocol.

Law: pure, and knows no book. A book may import anything here; nothing here imports a book.
"""
