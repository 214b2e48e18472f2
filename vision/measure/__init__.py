"""What a snapshot says in inches.

Law: pure arithmetic on frozen values. No cv2, no numpy, no input or output, no clock.
``rules`` may import this folder and nothing else of ``vision``. Frames of reference are
defined in docs/coordinates.md; every number carries its unit in its name.
"""
