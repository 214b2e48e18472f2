"""Shooting (WOR-SHT, WOR-CAN).

Order of play: what stands in the way (``lines``), the shower (``shooting``), the ball and its
bounce (``cannon``).
"""
