"""Views, one file an audience.

Law: a view checks the role, asks the desk, and shows. The same data stands at the same
address with ``.json``.
"""
