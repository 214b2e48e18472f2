"""What people see and keep.

Law: no rule of any book and no pixel arithmetic. Of the other folders only ``rules`` and
``vision.measure`` may be imported; the live table is handed in by ``run.py``.
"""
