"""Sockets, threads and limits: room for a full hall, and none for a flood."""
