"""Command (chapters V, VII and VIII; LEAD, ORD, INIT, CARD, EVT).

Order of play: Order Tests and tokens (``command``), the Play Deck (``cards``, ``events``), who
may act now and at what cost (``activation``, ``rallying``); leaders and the General.
"""
