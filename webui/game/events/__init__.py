"""What a step says: the type of every kind, who may read it, and the bounds of all of it.

Law: knows no rule set and no page, so that a corrected rule never spoils an old game. A step is
checked before it is written and again when it is read. Only here and in the journal is the body
of a step read by its keys; everybody else reads ``Event.content``.
"""
