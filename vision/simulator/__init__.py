"""The drawn table: scene, optics, light, and its misbehaviour on demand.

Law: its arithmetic is independent of ``calibration/``'s; nothing that a real camera needs
imports it.
"""
