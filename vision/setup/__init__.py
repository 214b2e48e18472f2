"""What setting a camera up works on: lens, markers, accuracy, sheets to print.

Law: no page; it answers with values that a page can show.
"""
