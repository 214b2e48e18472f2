"""Watching from afar: links, delay, what goes over the line."""
