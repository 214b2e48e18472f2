"""Where pictures come from: one small interface, five sources.

Law: gives frames; knows no base, no calibration but its lens file, and no watcher.
"""
