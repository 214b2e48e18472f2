"""Fire (phases 3 and 6).

Order of play: may this unit shoot at that one (``aim``), the dice and their hits (``fire``); guns
have a chapter of their own (``artillery``).
"""
