"""Pixels in, snapshots out.

Law: with ``calibration/`` this is the only home of cv2. Nothing in here knows a rule
of any book. ``vision.measure`` is the one part that others may import, and it is pure.
"""
