"""The table as values: bases, terrain and readings at one moment, all frozen.

Law: pure standard library; imports nothing of the other folders.
"""
