"""Combat (WOR-CMB).

Order of play: who fights, with how many dice (``fighting``), who is defended (``defence``), blows
at once (``combat`` through ``attack``: hits, armour, stands removed), then who goes where.
"""
