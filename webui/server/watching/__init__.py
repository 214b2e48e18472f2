"""Watching from far away: links that can be ended, a delay at will, only what has changed.

Law: read only; what a watcher is told is what a spectator in the room was told so long ago.
"""
