"""What people put right: undo and redo, steps run again with another result, values by hand.

Law: nothing is deleted; what held before stays in the journal beside what holds now.
"""
