"""The simulated camera's optics: pinhole and lens, exposure, shake.

Law: arithmetic of its own, independent of ``calibration``.
"""
