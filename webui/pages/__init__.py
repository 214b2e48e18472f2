"""Views, one file an audience.

Law: a view checks the role, asks the session, and shows; no rule, no SQL. The same data
stands at the same address with ``.json``.
"""
