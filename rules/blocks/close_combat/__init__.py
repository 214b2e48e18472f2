"""Combat between blocks of a contested square.

Order of play: pair the blocks (``pairing``), throw and compare (``combat``), take the loser's
block off (``removal``), count the army's spirit (``elan``); horse that wins may ride on
(``pursuit``), and a side may leave instead (``break_off``).
"""
