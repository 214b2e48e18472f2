"""Pictures for a phone line: what changed, at a rate that is promised.

Law: a JPEG in, tiles out; knows no table and no page.
"""
