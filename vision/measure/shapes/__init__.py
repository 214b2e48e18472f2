"""Plane geometry that the queries are made of: outlines, sweeps, shadows.

Law: pure arithmetic on frozen values, as in ``vision.measure``.
"""
