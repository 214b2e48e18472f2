"""Guided moves: where models are to be put, told to whoever stands at the table.

Law: no flask, no rule. A guide is a step of the journal, so it survives a restart and its undoing
is seen; how far a base is from its ghost is worked out anew from each table, never kept.
"""
