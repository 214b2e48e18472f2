"""Pictures in, one Calibration out, with its quality.

Law: knows lenses, poses and markers; knows no base, no rule and no page. With
``vision/`` the only home of cv2. Imports nothing of the other folders.
"""
