"""People who are not in the room: the proxy's door, and real proxies in front of it."""
