"""What ``run.py`` calls; the one place that joins the rooms.

Law: may import every room; no room imports it.
"""
