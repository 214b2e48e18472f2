"""The ways in from outside the room: the public address and the proxy in front of it.

Law: what a request says of itself (client, scheme, host) counts only when a trusted proxy says
it, on the door that is kept for that proxy; whoever comes in by it is never this computer.
"""
