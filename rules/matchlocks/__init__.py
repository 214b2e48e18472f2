"""The pike-and-shot book: one file a chapter, every ruling cites its ids (NMM-…).

Start with ``tables.py`` (the charts), ``state.py`` (the vocabulary) and ``play.py`` (how a
chapter function is built); ``shooting.py`` is the shortest whole chapter.
"""
