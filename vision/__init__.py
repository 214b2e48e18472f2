"""Pixels in, snapshots out.

Law: with ``calibration/`` this is the only home of cv2. Nothing in here knows a rule of any
book. ``vision.table`` and ``vision.measure`` are what others may import, and they are pure.
"""
