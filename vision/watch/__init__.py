"""From frames to the newest Snapshot: camera pose, reading, settling.

Law: one thread watches; everyone else reads frozen snapshots.
"""
